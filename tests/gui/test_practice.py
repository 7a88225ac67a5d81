"""sabot-dealer --practice at the real daemon: a person deals from the simulated shoe, each event
is marked, no report knows of it; what is refused; a display that is killed.

usage: test_practice.py SABOTD SABOT_DEALER SABOTCTL, run by on-display.sh
"""
import json
import os
import re
import subprocess
import sys
import unittest

from dealer import DEADLINE_S, Display
from fixture import wait_for
from screen import Screen

SABOTCTL = sys.argv[3]
Display.PROGRAMS = tuple(sys.argv[1:3])
REAL = '[table PB-01]\nrules = punto-banco-es\nset.burn = 0\n'
TABLES = (REAL + '[table PR-01]\nrules = punto-banco-es\nset.burn = 0\nsimulated = yes\n'
          '[table PR-02]\nrules = punto-banco-es\nsimulated = yes\ndevice = shoe\n'
          '[device shoe]\ndriver = ref\ntransport = pty:@DIR@/none\n')


class Practice(Display):
    TABLE = 'PR-01'
    TABLES = TABLES
    HAS_PERSONS = True

    def start_display(self, *words, language=''):
        program = subprocess.Popen(
            [self.PROGRAMS[1], '--connect', self.daemon.socket, *words], stderr=self.errors,
            env=dict(os.environ, LANGUAGE=language))
        return program

    def open_display(self):
        self.errors = open(self.daemon.directory / 'errors', 'w+')
        self.program = self.start_display('--practice', self.TABLE, language=self.LANGUAGE)
        self.addCleanup(self.close_display)
        self.screen = Screen(self.program.pid, DEADLINE_S)

    def press(self, key, *words):
        """A key of the bar, and then the table's log has events of these kinds more."""
        n = self.client.view(self.TABLE).get('n', 0)
        self.screen.press(key)
        wait_for(lambda: self.client.view(self.TABLE).get('n', 0) >= n + len(words),
                 f'{key}: {words}')
        lines = self.client.export(self.TABLE)[1:]  # behind the header
        self.assertEqual([line['ev'] for line in lines[n:]], list(words))

    def load(self):
        key = self.screen.wait_for_name(re.compile('New load in the shoe: .*'))
        self.press(key, 'load')

    def deal_round(self):
        self.press('No more bets', 'no_more_bets')
        while self.client.view(self.TABLE)['prompt']['kind'] != 'result':
            self.press('Draw a card', 'card')
        key = self.screen.wait_for_name(re.compile('Round over: .*'))
        self.press(key, 'result')

    def report(self, *words):
        done = subprocess.run([SABOTCTL, 'report', *words], capture_output=True, text=True)
        return done.stdout

    def test_a_person_deals_and_nothing_counts(self):
        database = str(self.daemon.directory / 'state' / 'sabot.db')
        kinds = ('coups', 'exceptions', 'pace', 'shoe', 'cards', 'table-shift', 'master-games',
                 'commission', 'statistical', 'game-protection')
        self.does_say('PRACTICE · PR-01')
        self.look('practice-begins')
        self.screen.press(self.screen.wait_for_name(re.compile('New load in the shoe: .*')))
        self.log_in('Dan')
        self.load()
        for _ in range(3):
            self.deal_round()
        self.press('No more bets', 'no_more_bets')
        self.press('Draw a card', 'card')
        self.look('practice-deals')
        lines = [line for line in self.client.export(self.TABLE) if line.get('ev')]
        self.assertEqual([line for line in lines if not line.get('sim')], [])
        self.assertEqual({line['by'] for line in lines}, {'p2'})
        self.assertGreater(sum(line['ev'] == 'card' for line in lines), 12)
        for kind in kinds:
            with self.subTest(report=kind):
                left_out = json.loads(self.report(kind, database, '--format', 'json'))
                rows = [part['rows'] for part in left_out['sections']]
                self.assertNotIn('PR-01', json.dumps(rows))
        counted = self.report('coups', database, '--format', 'json', '--simulated')
        self.assertIn('PR-01', counted)

    def test_killed_and_practised_again(self):
        self.screen.press(self.screen.wait_for_name(re.compile('New load in the shoe: .*')))
        self.log_in('Dan')
        self.load()
        self.press('No more bets', 'no_more_bets')
        self.press('Draw a card', 'card')
        self.program.kill()
        self.program.wait()
        self.daemon.stop()
        self.client = self.daemon.start()
        self.program = self.start_display('--practice', self.TABLE)
        self.screen = Screen(self.program.pid, DEADLINE_S)
        self.screen.wait_for_name('Take out the old load')
        self.has_no_key('Draw a card')
        self.screen.press('Take out the old load')
        self.log_in('Dan')
        self.screen.press('Take out the old load')
        self.load()
        self.deal_round()

    def test_refusals(self):
        for words, why in ((('--practice', 'PB-01'), 'simulated = yes'),
                           (('--practice', 'PR-02'), 'has a shoe of its own (shoe)'),
                           (('--practice', 'PR-01', '--table', 'PB-01'), 'neither --table'),
                           (('--practice', 'PR-01', '--train'), 'neither --table')):
            with self.subTest(words=words):
                done = subprocess.run(
                    [self.PROGRAMS[1], '--connect', self.daemon.socket, *words], timeout=120,
                    capture_output=True, text=True, env=dict(os.environ, LANGUAGE=''))
                self.assertEqual(done.returncode, 2, done.stderr)
                self.assertIn(why, done.stderr)


class Spanish(Practice):
    LANGUAGE = 'es'

    def test_a_person_deals_and_nothing_counts(self):
        self.does_say('PRÁCTICA · PR-01')
        self.look('practice-es')

    test_killed_and_practised_again = test_refusals = None


class Italian(Spanish):
    LANGUAGE = 'it'

    def test_a_person_deals_and_nothing_counts(self):
        self.does_say('ESERCITAZIONE · PR-01')
        self.look('practice-it')


if __name__ == '__main__':
    unittest.main(argv=sys.argv[:1], verbosity=2)
