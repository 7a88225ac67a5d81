"""The real sabot-board before the real sabotd: whole shoes, shuffled here, at tables of punto banco
and one of blackjack, in each language and look, on the screen that $SABOT_SCREEN says.

usage: on-display.sh python3 test_board.py SABOTD SABOT_BOARD
SABOT_LOOK=DIR keeps a picture of each moment that a test names with `look()`.
"""
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile
import unittest

import gi

gi.require_version('Atspi', '2.0')
from gi.repository import Atspi  # noqa: E402

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / 'daemon'))
from fixture import Daemon  # noqa: E402
from screen import DEADLINE_S, Screen, description_of, end, is_ready, name_of  # noqa: E402

PROGRAMS = sys.argv[1:3]
SCREEN = os.environ.get('SABOT_SCREEN', '1920x1080')
WIDTH, HEIGHT = (int(part) for part in SCREEN.split('x'))
TABLES = ''.join(f'[table {name}]\nrules = {rules}-es\nset.burn = 0\nmin = 1000\nmax = 100000\n'
                 for name, rules in (('PB-01', 'punto-banco'), ('PB-02', 'punto-banco'),
                                     ('PB-03', 'punto-banco'), ('BJ-01', 'blackjack')))
WORDS = {  # who wins, the bead plate, the dealer's rule
    'en': ('BANKER WINS', 'Bead plate', 'Dealer stands on soft 17'),
    'es': ('GANA LA BANCA', 'Bolas', 'El crupier se planta con 17 blando'),
    'it': ('VINCE IL BANCO', 'Tabella', 'Il croupier sta con 17 soft'),
    'zh': ('莊 贏', '珠盤路', '莊家軟 17 點停牌'),
}
LOOKS = {'en': 'light', 'es': 'dark', 'it': 'contrast-dark', 'zh': 'dark'}
THEME = '[house]\nname=Gran Casino Norte\nhead=#1B3A31\ngold=#C9A858\n'
LOGO = ('<svg xmlns="http://www.w3.org/2000/svg" width="330" height="84">'
        '<rect x="1" y="1" width="328" height="82" fill="none" stroke="#C9A858"/>'
        '<circle cx="165" cy="42" r="30" fill="#C9A858"/></svg>')
HANDS = 66


SHOWN = ('2S', '4C', '9D', 'KD')  # the coup of the pictures: punto 6, banca 9


def shuffled(seed):
    """A shoe from which the last coup's cards are still to come."""
    cards = [rank + suit for rank in 'A23456789TJQK' for suit in 'CDHS'] * 8
    for card in SHOWN:
        cards.remove(card)
    random.Random(seed).shuffle(cards)
    return cards


def deal_coup(client, table, cards):
    """A round from a shoe, the last card first. It is not over yet."""
    client.event(table, ev='no_more_bets')
    while client.view(table)['phase'] in ('betting', 'dealing'):
        client.event(table, ev='card', card=cards.pop())


def deal_shoe(client, table, seed, hands=HANDS):
    cards = shuffled(seed)
    client.event(table, ev='load', decks=8)
    for _ in range(hands):
        deal_coup(client, table, cards)
        client.event(table, ev='result')


class Board(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.daemon = Daemon(PROGRAMS[0], TABLES)
        cls.addClassCleanup(cls.daemon.close)
        cls.client = cls.daemon.start()
        deal_shoe(cls.client, 'PB-01', 77)
        deal_coup(cls.client, 'PB-01', list(reversed(SHOWN)))
        deal_shoe(cls.client, 'PB-02', 5, 30)
        deal_shoe(cls.client, 'PB-03', 21, 45)
        cls.deal_blackjack()

    @classmethod
    def deal_blackjack(cls):
        cls.client.event('BJ-01', ev='load', decks=6)
        # The player stands; the dealer comes to 17, blackjack, 22; the last round is in play.
        for cards in ('TC 9D 7H 8S', 'TC KD 7H AS', 'TC 6D 7H 6S KC', 'TC 5D 8H 2S'):
            cls.client.event('BJ-01', ev='bet', box=1, amount=1000)
            cls.client.event('BJ-01', ev='no_more_bets')
            for n, card in enumerate(cards.split()):
                if n == 3:
                    cls.client.event('BJ-01', ev='action', box=1, do='stand')
                cls.client.event('BJ-01', ev='card', card=card)
            if cls.client.view('BJ-01')['phase'] == 'decided':
                cls.client.event('BJ-01', ev='result')

    def open_board(self, *options, form='--fullscreen', **environment):
        errors = open(self.daemon.directory / 'errors', 'w+', encoding='utf-8')
        self.program = subprocess.Popen(
            [PROGRAMS[1], '--connect', self.daemon.socket, *form.split(), *options],
            stderr=errors, env=dict(os.environ, **environment))
        self.screen = Screen(self.program.pid, DEADLINE_S)

        def close():
            end(self.program)
            errors.seek(0)
            self.assertEqual(errors.read(), '', 'standard error must stay empty')
            errors.close()
        self.addCleanup(close)

    def close_board(self):
        self.doCleanups()

    def look(self, name):
        folder = os.environ.get('SABOT_LOOK')
        if folder:
            subprocess.run(['import', '-window', 'root', f'{folder}/{name}-{SCREEN}.png'],
                           check=True)

    def shown(self):
        """What is on the screen, by name: its place."""
        return {name_of(node): Atspi.Component.get_extents(node, Atspi.CoordType.SCREEN)
                for node in self.screen.nodes() if name_of(node) and is_ready(node)}

    def check_all_is_inside(self):
        """Once the window has its place: on a busy machine it is laid out before it fills the
        screen."""
        def outside():
            return [(name, place.x, place.y, place.width, place.height)
                    for name, place in self.shown().items()
                    if min(place.x, place.y) < 0 or place.x + place.width > WIDTH
                    or place.y + place.height > HEIGHT]
        self.screen.wait_for(lambda: not outside(), f'outside of the screen: {outside()}')

    def test_each_language_and_look(self):
        for language, (winner, bead, _) in WORDS.items():
            with self.subTest(language):
                with tempfile.TemporaryDirectory() as folder:
                    theme = pathlib.Path(folder, 'house.ini')
                    logo = 'logo=logo.svg\n' if language == 'it' else ''
                    theme.write_text(THEME + logo, encoding='utf-8')
                    pathlib.Path(folder, 'logo.svg').write_text(LOGO, encoding='utf-8')
                    self.open_board('--table', 'PB-01', '--language', language, '--look',
                                    LOOKS[language], '--theme', str(theme))
                    self.screen.wait_for_name(f'{winner} 9 : 6')
                    self.screen.wait_for_name(bead)
                    self.check_all_is_inside()
                    self.look(f'board-{language}')
                    self.close_board()

    def test_a_screen_reader_asks_for_a_mark(self):
        self.open_board('--table', 'PB-02', LANGUAGE='es')
        self.screen.wait_for_name('Bolas')

        def tables():
            return [node for node in self.screen.nodes() if node.get_role() == Atspi.Role.TABLE
                    and node.get_child_count() > 0]

        self.screen.wait_for(lambda: len(tables()) == 5, 'the roads are no tables')

        def read_cells():
            return [[name_of(Atspi.Table.get_accessible_at(road, 0, column))
                     for column in range(Atspi.Table.get_n_columns(road))] for road in tables()]

        # The bead plate has six of its 30 hands a column.
        self.screen.wait_for(lambda: any(row[0].startswith('1, ') and row[-1].startswith('25, ')
                                         for row in read_cells() if row),
                             'the bead plate is not whole')
        cells = read_cells()
        bead, = (row for row in cells if row[0].startswith('1, ') and row[-1].startswith('25, '))
        derived = [row for row in cells if set(row) <= {'rojo', 'azul'}]
        self.assertEqual(len(derived), 3)

    def road_name(self):
        """How often each has won, as the roads tell a screen reader."""
        names = {name for name in self.screen.names() if name.startswith('road: ')}
        self.assertEqual(len(names), 1, names)
        return names.pop()

    def test_a_coup_is_marked_with_its_winner(self):
        """Not only when the dealer ends the round; it is the same mark then."""
        self.open_board('--table', 'PB-03', '--language', 'en')
        self.screen.wait_for_name('Place your bets')
        before = self.road_name()
        deal_coup(self.client, 'PB-03', list(reversed(SHOWN)))
        self.screen.wait_for_name('BANKER WINS 9 : 6')
        decided = self.road_name()
        self.assertEqual(sum(map(int, re.findall(r'\d+', decided))),
                         sum(map(int, re.findall(r'\d+', before))) + 1)
        self.screen.wait_for_name(re.compile('PB-03, .*, hand 46'))
        self.client.event('PB-03', ev='result')
        self.screen.wait_for_name('Place your bets')
        self.assertEqual(self.road_name(), decided)

    def test_blackjack(self):
        for language, (_, _, rule) in WORDS.items():
            with self.subTest(language):
                self.open_board('--table', 'BJ-01', '--look', LOOKS[language],
                                LANGUAGE=language)
                self.screen.wait_for(
                    lambda rule=rule: any(name.startswith(rule) for name in self.screen.names()),
                    'no rules')
                self.check_all_is_inside()
                self.look(f'board-blackjack-{language}')
                self.close_board()

    def test_a_wall_of_all_tables(self):
        self.open_board('--look', 'dark')
        for table in ('PB-01', 'PB-02', 'PB-03', 'BJ-01'):
            self.screen.wait_for_name(table)
        self.screen.wait_for_name('BANKER WINS 9 : 6')
        self.check_all_is_inside()
        self.look('board-wall')

    def test_roads_follow_the_table_and_nothing_is_told_that_is_hidden(self):
        table = 'PB-02'
        self.open_board('--table', table)
        self.client.event(table, ev='no_more_bets')
        self.screen.wait_for_name('No more bets')
        for card in ('4C', '??', 'TD', '2H'):
            self.client.event(table, ev='card', card=card)
        self.screen.wait_for(lambda: any(name.startswith('Player ?') or name.startswith('Banker ?')
                                         for name in self.screen.names()),
                             'a total is shown that nobody knows')
        view = self.client.view(table)
        self.assertNotIn('winner', view)
        self.look('board-unread')
        names = ' '.join(self.screen.names() + [description_of(node)
                                                for node in self.screen.nodes()])
        for word in ('WINS', '1,000', '1000', 'left', 'box'):
            self.assertNotIn(word, names.replace('10 – 1,000', ''))

    def test_a_window_is_no_larger_than_the_screen(self):
        self.open_board('--table', 'PB-01', '--language', 'en', form='')
        self.screen.wait_for_name(f'{WORDS["en"][0]} 9 : 6')
        self.check_all_is_inside()

    def test_what_is_old_says_so(self):
        daemon = Daemon(PROGRAMS[0], TABLES)
        self.addCleanup(daemon.close)
        client = daemon.start()
        client.event('PB-01', ev='load', decks=8)
        program = subprocess.Popen([PROGRAMS[1], '--connect', daemon.socket, '--table', 'PB-01'])
        try:
            screen = Screen(program.pid, DEADLINE_S)
            screen.wait_for_name('Place your bets')
            daemon.kill()
            screen.wait_for_name('Not up to date')
        finally:
            end(program)

    def test_what_cannot_be_is_refused(self):
        with tempfile.TemporaryDirectory() as folder:
            theme = pathlib.Path(folder, 'house.ini')
            theme.write_text('[house]\nhead=reddish\n', encoding='utf-8')
            for options, words in ((('--language', 'fr'), 'en, es, it or zh'),
                                   (('--look', 'pink'), 'light, dark, contrast or contrast-dark'),
                                   (('--theme', str(theme)), 'reddish'),
                                   (('--theme', folder + '/none'), 'none')):
                done = subprocess.run([PROGRAMS[1], *options], capture_output=True, text=True,
                                      check=False, timeout=DEADLINE_S)
                self.assertEqual(done.returncode, 2, options)
                self.assertIn(words, done.stderr)


if __name__ == '__main__':
    sys.argv[1:] = sys.argv[3:]
    unittest.main()
