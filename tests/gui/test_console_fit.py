"""A daemon for test-console-fit: tables of both games, open incidents, rounds, money, persons.

usage: test_console_fit.py SABOTD TEST_CONSOLE_FIT LANGUAGE [large], run by on-display.sh
"""
import os
import subprocess
import sys
import unittest

from house import House

House.PROGRAMS = tuple(sys.argv[1:3])
LANGUAGE = sys.argv[3]
LARGE = sys.argv[4:]
COUP = ({'ev': 'bet', 'box': 3, 'on': 'punto', 'amount': 1000},
        {'ev': 'bet', 'box': 5, 'on': 'banca', 'amount': 2000}, {'ev': 'no_more_bets'})
BETS = [{'ev': 'bet', 'box': box, 'amount': 1000 * box} for box in (1, 2, 4, 6)]
HANDS = '9C AS 8D KH QS 7H KD 3S 6D 9H'
GAMES = {'PB': 'punto-banco-es', 'BJ': 'blackjack-es'}
NAMES = [f'{game}-{n:02}' for game in GAMES for n in range(1, 7)]


class Fit(House):
    TABLES = ''.join(f'[table {name}]\nrules = {GAMES[name[:2]]}\npit = Norte\nset.burn = 0\n'
                     for name in NAMES)

    def deal(self, table, events, cards):
        for event in events:
            self.pit.event(table, **event)
        for card in cards.split():
            self.pit.event(table, ev='card', card=card, src='manual')

    def populate(self):
        super().populate()
        load = {'ev': 'load', 'decks': 6}
        self.deal('PB-01', (load,), '')
        for _ in range(5):  # more rounds than there are lines
            self.deal('PB-01', COUP, '4S 5D KH 2C')
            self.pit.event('PB-01', ev='result')
        self.deal('PB-01', COUP, '9S KH 7S KD 2C')  # a card too many
        self.deal('PB-02', (load,), '')
        self.deal('BJ-01', (load, *BETS, {'ev': 'no_more_bets'}), HANDS)
        self.deal('BJ-02', (load, BETS[0], {'ev': 'no_more_bets'}), ' '.join(['2H'] * 7))
        self.pit.event('BJ-03', ev='call')
        self.pit.event('PB-04', ev='table', state='closed')
        long_name = self.admin.person('Fernández', 'dealer', '480213')['person']
        # Money for rounds that are over: alone, and beside an incident.
        for table in ('PB-05', 'PB-06'):
            self.deal(table, (load, *COUP), '4S 5D KH 2C')
            self.pit.event(table, ev='result')
            self.pit.ok('redress_order', table=table, round=1, box=3, amount=2500, note='misread')
            self.pit.event(table, ev='staff', who=long_name, post='dealer')
        self.deal('PB-05', COUP, '9S KH 7S KD 2C')
        for n, name in enumerate(NAMES[:9]):
            self.pit.ok('place', table=name, x=160 + n % 5 * 256, y=160 + n // 5 * 400)

    def open_console(self):
        """Its window is the test's own."""

    def test_each_page(self):
        done = subprocess.run([self.PROGRAMS[1], self.daemon.socket, LANGUAGE, *LARGE], check=False,
                              env=dict(os.environ, LANGUAGE=LANGUAGE, NO_AT_BRIDGE='1',
                                       G_DEBUG='fatal-warnings'))
        self.assertEqual(done.returncode, 0)


del House
if __name__ == '__main__':
    unittest.main(argv=sys.argv[:1])
