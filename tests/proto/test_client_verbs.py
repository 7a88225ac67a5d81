"""sabotctl status, tables, incidents and watch against a daemon that only talks."""
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
import unittest

from transcript import Daemon, blackjack, incident, punto_banco

PROGRAM = sys.argv.pop()
DEADLINE_S = 90
# Its detail names no card: which one it was is not certain.
EXCESS = {**incident('PB-01', 18, 'card_in_excess', 'high', 'A card too many was drawn.'),
          'detail': {}}
SENTENCE = 'One card too many was drawn; which one is not certain.'
RULED = incident('PB-02', 2, 'wrong_result', 'high', 'Banca was called.', state='ruled')


class Verbs(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.path = os.path.join(self.folder.name, 'socket')
        self.daemon = Daemon(self.path, [punto_banco('PB-01', worst=EXCESS), punto_banco('PB-02'),
                                         blackjack('BJ-01')], [EXCESS, RULED])
        self.daemon.start()

    def tearDown(self):
        if self.daemon.listener:
            self.daemon.stop()
        self.folder.cleanup()

    def run_verb(self, *args):
        return subprocess.run([PROGRAM, *args, '--socket', self.path], capture_output=True,
                              text=True, timeout=DEADLINE_S)

    def test_status(self):
        done = self.run_verb('status')
        self.assertEqual((done.returncode, done.stderr), (0, ''))
        self.assertIn('3 tables', done.stdout)
        self.assertIn('Box 3 has 11: stand, hit, double?', done.stdout)
        self.assertIn('shoe-PB-01', done.stdout)
        self.assertEqual(json.loads(self.run_verb('status', '--json').stdout)['tables'], 3)

    def test_status_tells_what_is_down(self):
        self.daemon.tables['PB-02']['device']['state'] = 'offline'
        done = self.run_verb('status')
        self.assertEqual(done.returncode, 1)
        self.assertIn('shoe OFFLINE', done.stdout)

    def test_tables_follows_the_pages(self):
        done = self.run_verb('tables')
        self.assertEqual((done.returncode, done.stderr), (0, ''))
        lines = done.stdout.splitlines()
        self.assertEqual([line.split()[0] for line in lines[1:]], ['PB-01', 'PB-02', 'BJ-01'])
        self.assertIn('card_in_excess', lines[1])
        answer = json.loads(self.run_verb('tables', '--json').stdout)
        self.assertEqual(len(answer['tables']), 3)
        self.assertNotIn('next', answer)

    def test_incidents(self):
        done = self.run_verb('incidents')
        self.assertEqual((done.returncode, done.stderr), (1, ''))
        self.assertIn(SENTENCE, done.stdout)
        self.assertEqual(len(done.stdout.splitlines()), 3)
        only = self.run_verb('incidents', '--table', 'PB-02')
        self.assertEqual(only.returncode, 0)
        self.assertNotIn('card_in_excess', only.stdout)
        self.assertNotIn('wrong_result', self.run_verb('incidents', '--open').stdout)

    def test_nobody_there(self):
        self.daemon.stop()
        done = self.run_verb('tables')
        self.assertEqual(done.returncode, 2)
        self.assertIn(self.path, done.stderr)

    def test_wrong_use(self):
        self.assertEqual(self.run_verb('tables', 'what').returncode, 2)
        self.assertEqual(self.run_verb('status', '--nonsense').returncode, 2)

    def wait_for(self, what):
        limit = time.monotonic() + DEADLINE_S
        while not what():
            self.assertLess(time.monotonic(), limit, 'waited too long')
            time.sleep(0.02)

    def test_watch_survives_a_restart(self):
        watch = subprocess.Popen([PROGRAM, 'watch', '--socket', self.path], text=True,
                                 stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.wait_for(lambda: self.daemon.clients)
        self.daemon.step(punto_banco('PB-01', n=413), event={'ev': 'card', 'card': 'TH'},
                         out=[dict(EXCESS, out='incident')])
        self.assertIn('card TH', watch.stdout.readline())
        line = watch.stdout.readline()
        self.assertIn('HIGH', line)
        self.assertIn(SENTENCE, line)
        self.assertIn('→ Card for the punto', watch.stdout.readline())
        self.daemon.stop()
        self.daemon.start()
        self.wait_for(lambda: self.daemon.clients)
        self.daemon.step(punto_banco('PB-02', n=77), event={'ev': 'result'},
                         out=[{'out': 'round', 'round': 17, 'winner': 'banca', 'punto': 4,
                               'banca': 7}])
        self.assertIn('result', watch.stdout.readline())
        self.assertIn('banca', watch.stdout.readline())
        self.assertIn('→ Card for the punto', watch.stdout.readline())
        watch.send_signal(signal.SIGINT)
        out, err = watch.communicate(timeout=DEADLINE_S)
        self.assertEqual((watch.returncode, out), (0, ''))
        self.assertIn('offline', err)

    def test_speaks_its_own_language(self):
        """Incidents, prompts, calls and payouts from their ids, whatever the daemon speaks."""
        excess = dict(EXCESS, detail={'card': '7C', 'hand': 'banca', 'total': 3, 'why': 'natural'})
        hidden = dict(EXCESS, id=19, detail={'card': '##', 'hand': 'banca', 'total': -1})
        self.daemon.incidents = [excess, hidden]
        prompt = {'kind': 'result', 'winner': 'banca', 'text': 'Settle.',
                  'why': {'rule': 'PB-10', 'punto': 4, 'banca': 6, 'third': 4},
                  'calls': [{'call': 'wins', 'owner': 'banca', 'number': 6, 'text': 'x'},
                            {'call': 'of_tomorrow', 'text': 'Said by the daemon'}]}
        payout = {'box': 3, 'on': 'banca', 'bettor': '3', 'result': 'win', 'rule': 'PB-12',
                  'stake': 5000, 'pays': 1, 'per': 1, 'gross': 5000, 'commission': 250,
                  'due': 4750, 'pay': 4750, 'rest': 50, 'text': 'x',
                  'chips': [{'chip': 2500, 'count': 1}, {'chip': 500, 'count': 4},
                            {'chip': 200, 'count': 1}]}
        environment = dict(os.environ, LC_ALL='C.UTF-8', LANGUAGE='es')
        listed = subprocess.run([PROGRAM, 'incidents', '--socket', self.path], env=environment,
                                capture_output=True, encoding='utf-8', timeout=DEADLINE_S).stdout
        self.assertIn('Se sacó la carta 7♣ después de un natural; no correspondía ninguna.', listed)
        self.assertEqual(listed.count('A card too many was drawn.'), 1)
        watch = subprocess.Popen([PROGRAM, 'watch', '--socket', self.path], encoding='utf-8',
                                 env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.wait_for(lambda: self.daemon.clients)
        self.daemon.step(punto_banco('PB-01', n=413, prompt=prompt, payouts=[payout]),
                         event={'ev': 'card', 'card': 'TH'}, out=[])
        lines = [watch.stdout.readline().strip() for _ in range(4)]
        self.assertEqual(lines[1:], [
            '→ Gana la banca: liquide y pulse el botón — el punto tiene 4, la banca tiene 6 '
            '(§ PB-10)',
            '«Gana la banca con seis» «Said by the daemon»',
            'Casilla 3, banca: 47,50 = 1:1 de 50,00, menos 2,50 de comisión → 1×25 4×5 1×2 + 0,50'])
        watch.terminate()
        watch.communicate(timeout=DEADLINE_S)


if __name__ == '__main__':
    unittest.main()
