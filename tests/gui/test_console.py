"""The real sabot-pit, driven over AT-SPI against a daemon that only talks.

Run by on-display.sh. SABOT_SCREENSHOT=FILE.png keeps a picture of the window.
"""
import os
import re
import subprocess
import sys
import tempfile
import unittest

from screen import DEADLINE_S, Screen, end, name_of, wait_for, walk  # noqa: E402
from transcript import Daemon, blackjack, incident, punto_banco  # noqa: E402

PROGRAM = sys.argv.pop()
EXCESS = incident('PB-01', 18, 'card_in_excess', 'high',
                  'The coup was decided: banca stands on 7, yet the 9 of hearts was drawn.')
EXCESS_NAME = 'high, PB-01, round 17, card_in_excess: ' + EXCESS['text']


class OnScreen(unittest.TestCase):
    """A test with a daemon that talks and the real program in some language."""
    LANGUAGE = ''

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.path = os.path.join(self.folder.name, 'socket')
        self.errors = open(os.path.join(self.folder.name, 'errors'), 'w+')
        self.daemon = Daemon(self.path, [punto_banco('PB-01'),
                                         punto_banco('PB-02', winner='banca', phase='decided'),
                                         blackjack('BJ-01')])
        self.daemon.start()
        self.program = subprocess.Popen([PROGRAM, '--socket', self.path], stderr=self.errors,
                                        env=dict(os.environ, LANGUAGE=self.LANGUAGE))
        self.screen = Screen(self.program.pid, DEADLINE_S)

    def tearDown(self):
        end(self.program)
        if self.daemon.listener:
            self.daemon.stop()
        self.errors.seek(0)
        said = self.errors.read()
        self.errors.close()
        self.folder.cleanup()
        self.assertEqual(said, '', 'standard error must stay empty')


class Console(OnScreen):
    def test_incident_stale_offline_and_back(self):
        # Calm: three tables, live, and what lies on one of them.
        self.screen.wait_for_name('connection: live')
        self.screen.wait_for_name('PB-01, punto banco, dealing')
        self.screen.wait_for_name('PB-02, punto banco, decided')
        self.screen.wait_for_name('BJ-01, blackjack, players decide')
        self.screen.wait_for_description('punto 4: ten of diamonds, four of clubs; banca 5: ')
        # Who deals and since when, how fast, the exposure clock, the limits.
        self.screen.wait_for_description('. Dan, 4')
        self.screen.wait_for_description(' min; 62 rounds/h; 17 rounds, 2')
        self.screen.wait_for_description(' min unproven; bets 5 – 500')
        self.assertFalse([n for n in self.screen.names() if 'card_in_excess' in n])

        # An incident comes: the list and the tile say so by themselves.
        self.daemon.step(punto_banco('PB-01', worst=EXCESS, n=413),
                         out=[dict(EXCESS, out='incident')])
        self.screen.wait_for_name(EXCESS_NAME)
        self.screen.wait_for_name('PB-01, punto banco, dealing, incident: card too many, high')
        self.screen.keep_picture()

        # Activating it opens it beside the tables; given up, the list is there again.
        self.screen.choose_row(EXCESS_NAME)
        self.screen.wait_for_name('PB-01: card too many')
        self.screen.press('Close')
        self.screen.wait_for(lambda: 'PB-01: card too many' not in self.screen.names(),
                             'the incident stayed')

        # The daemon dies: said in words, and the tables are no longer passed off as current.
        self.daemon.stop()
        self.screen.wait_for_name('connection: OFFLINE: trying again')
        self.screen.wait_for_name('PB-02, punto banco, decided, stale')

        # It comes back without one table, after a step that we missed.
        del self.daemon.tables['PB-02']
        missed = incident('BJ-01', 5, 'unread_card', 'medium', 'A card was not read.', round_=31)
        self.daemon.incidents = [missed, EXCESS]
        self.daemon.start()
        self.screen.wait_for_name('connection: live')
        self.screen.wait_for_name('BJ-01, blackjack, players decide')
        self.screen.wait_for_name('medium, BJ-01, round 31, unread_card: A card was not read.')
        self.screen.wait_for(
            lambda: not [n for n in self.screen.names() if n.startswith('PB-02')],
            'PB-02 did not go')
        self.assertEqual(self.screen.names().count(EXCESS_NAME), 1)
        watches = [r for r in self.daemon.requests if r['do'] == 'watch']
        self.assertEqual(watches[-1].get('since'), self.daemon.seq)

        # It is ruled: the list closes it.
        self.daemon.step(punto_banco('PB-01', n=414), event={'ev': 'ruling', 'incident': 18},
                         out=[{'out': 'incident_state', 'id': 18, 'state': 'ruled'}])
        self.screen.wait_for_name('ruled, ' + EXCESS_NAME)
        self.screen.wait_for_name('PB-01, punto banco, dealing')
        age = self.screen.wait_for(self.age_of_ruled, 'it has no age')

        # A daemon that falls silent is stale after 15 s, and live again at its next word.
        self.wait_for_stale()
        self.screen.wait_for_name('PB-01, punto banco, dealing, stale')
        self.screen.wait_for(lambda: self.age_of_ruled() not in (None, age), 'it grows no older')
        self.daemon.beat()
        self.screen.wait_for_name('connection: live')
        self.screen.wait_for_name('PB-01, punto banco, dealing')

    def age_of_ruled(self):
        """As its row says it; None while there is none."""
        row = next((node for node in self.screen.nodes()
                    if name_of(node) == 'ruled, ' + EXCESS_NAME), None)
        return row and next((name_of(node) for node in walk(row)
                             if re.fullmatch(r'just now|[0-9]+ (s|min)', name_of(node))), None)

    def wait_for_stale(self):
        wait_for(lambda: [n for n in self.screen.names() if n.startswith('connection: STALE')],
                 15 + DEADLINE_S, lambda: 'never stale')


class Unready(OnScreen):
    def test_a_log_whose_index_is_being_made(self):
        """Said in words, how far it is; and it is asked again without a touch."""
        self.daemon.not_ready = [f'{n} % of it: ask again' for n in (12, 12, 12, 83, 83, 83)]
        self.screen.wait_for_name('PB-01, punto banco, dealing')
        self.screen.press('Log')
        for percent in (12, 83):
            self.screen.wait_for_name('The log is made ready to be looked into: '
                                      f'{percent} %. It is asked again by itself.')
        self.screen.wait_for_name('Nothing fits.')
        self.assertEqual(self.daemon.not_ready, [])


class Spanish(OnScreen):
    LANGUAGE = 'es'

    def test_the_pit_reads_spanish(self):
        """From code (the tile), from .ui files (a heading), from the wire's ids (a prompt)."""
        self.screen.wait_for_name('conexión: en directo')
        self.screen.wait_for_name('PB-01, punto y banca, reparto')
        self.screen.wait_for_description('punto 4: diez de diamantes, cuatro de tréboles; ')
        self.screen.wait_for_name('Necesitan a alguien')
        self.screen.wait_for_description('Carta para el jugador')
        detail = {'card': '7C', 'hand': 'banca', 'total': 7}
        self.daemon.step(punto_banco('PB-01', worst=dict(EXCESS, detail=detail), n=413),
                         out=[dict(EXCESS, out='incident', detail=detail)])
        self.screen.wait_for_name('alta, PB-01, jugada 17, card_in_excess: Se sacó la carta 7♣ con '
                                  'la jugada ya decidida; la banca tiene 7.')


class FirstStart(OnScreen):
    LANGUAGE = 'es'

    def setUp(self):
        super().setUp()
        end(self.program)
        self.daemon.stop()
        self.open(self.path)

    def open(self, address):
        self.program = subprocess.Popen([PROGRAM, '--connect', address], stderr=self.errors,
                                        env=dict(os.environ, LANGUAGE=self.LANGUAGE))
        self.screen = Screen(self.program.pid, DEADLINE_S)

    def test_before_the_daemon(self):
        """What is missing is said in the language of who reads it; then it comes by itself."""
        self.screen.wait_for_name(f'Ningún servicio contesta en {self.path}.\n'
                                  'Se vuelve a intentar solo.\nallí no escucha ningún sabotd')
        self.daemon.start()
        self.screen.wait_for_name('PB-01, punto y banca, reparto')

    def test_a_wrong_address(self):
        end(self.program)
        self.open('tls:127.0.0.1:1')
        self.screen.wait_for_name(re.compile('(.*\n)*se espera tls:HOST:PUERTO#HUELLA; .*'))


class TwoDaemons(unittest.TestCase):
    def test_each_says_whose_it_is(self):
        """One of two daemons goes: the other one's tables stay believed."""
        with tempfile.TemporaryDirectory() as folder:
            north = Daemon(os.path.join(folder, 'north'), [punto_banco('PB-01')], site='Norte')
            south = Daemon(os.path.join(folder, 'south'), [punto_banco('PB-01'),
                                                           blackjack('BJ-01')], site='Sur')
            north.start()
            south.start()
            program = subprocess.Popen([PROGRAM, '--connect', north.path, '--connect', south.path],
                                       stderr=subprocess.PIPE, text=True)
            screen = Screen(program.pid, DEADLINE_S)
            try:
                screen.wait_for_name('connection: Norte: live')
                screen.wait_for_name('connection: Sur: live')
                screen.wait_for_name('PB-01 at Norte, punto banco, dealing')
                screen.wait_for_name('PB-01 at Sur, punto banco, dealing')
                # What tells of a house: first of the first one, then of the one that is chosen.
                screen.press('Statistics')
                for house, label in ((north, 'Norte'), (south, 'Sur')):
                    screen.choose('of which house', label)
                    wait_for(lambda house=house: 'statistics' in [r['do'] for r in house.requests],
                             DEADLINE_S, lambda label=label: f'{label} was not asked')
                screen.press('Close')
                south.stop()
                screen.wait_for_name('connection: Sur: OFFLINE: trying again')
                screen.wait_for_name('PB-01 at Sur, punto banco, dealing, stale')
                screen.wait_for_name('BJ-01 at Sur, blackjack, players decide, stale')
                self.assertIn('PB-01 at Norte, punto banco, dealing', screen.names())
            finally:
                said = end(program)
                north.stop()
            self.assertEqual(said, '', 'standard error must stay empty')


if __name__ == '__main__':
    unittest.main()
