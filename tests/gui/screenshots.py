"""Takes the pictures of docs/screens: the real sabot-pit and sabot-dealer, view by view, in each
language, dark, and in high contrast, and the real sabot-board, which speaks Chinese too. The floor
is of made-up tables that have been dealt at for a while; everything else is of the real sabotd with
persons, rounds and incidents. On a screen of another size than 1280x800 (SABOT_SCREEN) the display
alone is taken, in English, with the size in its pictures' names.

In docs/screens only those are kept that a page shows; in any other folder all.

Usage: on-display.sh python3 screenshots.py BUILD FOLDER [LOOK…]
"""
import gettext
import json
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile
import time

import gi

gi.require_version('Atspi', '2.0')
gi.require_version('Gdk', '3.0')
from gi.repository import Atspi, Gdk  # noqa: E402

from house import PINS, House, is_ready  # noqa: E402
from screen import (BUTTONS, DEADLINE_S, ESCAPE_KEY, Screen, is_showing, name_of,  # noqa: E402
                    wait_for)
from shown_floor import INCIDENTS, floor_tables, wall_tables  # noqa: E402
from transcript import Daemon  # noqa: E402

STILL_S = 0.4  # a screen that has not changed for so long has been painted
F1_KEY, F2_KEY, F3_KEY, F4_KEY, F5_KEY, F7_KEY, F9_KEY = (
    0xffbe, 0xffbf, 0xffc0, 0xffc1, 0xffc2, 0xffc4, 0xffc6)
BUILD, FOLDER = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2])
COLOURS = '32'
TOUCHES_MAX = 60  # of a training's one round
HELD_S = 1.2  # keys that have just come wait, paler
DISPLAY_LOOKS = {'en': 'light', 'es': 'light', 'it': 'light', 'dark': 'dark',
                 'contrast': 'contrast'}
USUAL_SIZE = (1280, 800)
DOCS = pathlib.Path(__file__).parents[2] / 'docs'
SEVEN_BOXES = pathlib.Path(__file__).parent / 'full' / 'seven-boxes.ndjson'
BOARD_LOOKS = {'en': 'light', 'es': 'dark', 'it': 'contrast-dark', 'zh': 'dark'}
BOARD_HANDS = 44  # of the shoe that the board has seen
LOOKS = {
    'en': 'language=en', 'es': 'language=es', 'it': 'language=it',
    'zh': None,  # which the guests' board alone speaks
    'dark': 'language=en\ndark=1', 'contrast': 'language=en\nhigh-contrast=1',
}
DEALT = {
    'PB-01': [{'ev': 'load', 'decks': 6}, {'ev': 'staff', 'who': 'p2', 'post': 'dealer'}],
    'PB-02': [{'ev': 'load', 'decks': 6}],
    'PB-03': [{'ev': 'load', 'decks': 6}],
    'BJ-01': [{'ev': 'load', 'decks': 6}, {'ev': 'staff', 'who': 'p2', 'post': 'dealer'},
              {'ev': 'bet', 'box': 1, 'amount': 5000}, {'ev': 'bet', 'box': 2, 'amount': 2500},
              {'ev': 'bet', 'box': 2, 'amount': 1500, 'bettor': 'Rossi'},
              {'ev': 'bet', 'box': 4, 'amount': 1000}, {'ev': 'bet', 'box': 6, 'amount': 10000},
              {'ev': 'no_more_bets'}, *'9C AS 8D KH QS 7H KD 3S 6D 9H'.split()],
    'BJ-03': [json.loads(line) for line in SEVEN_BOXES.read_text().splitlines()[1:]],
    'PB-05': [{'ev': 'load', 'decks': 6}, {'ev': 'bet', 'box': 3, 'on': 'punto', 'amount': 1000},
              {'ev': 'no_more_bets'}, '7S', '5H', 'TC', '??'],
    'PB-06': [{'ev': 'load', 'decks': 6}, {'ev': 'bet', 'box': 3, 'on': 'punto', 'amount': 1000},
              {'ev': 'no_more_bets'}, '7S', '5H', {'ev': 'call'}],
    'BJ-02': [{'ev': 'load', 'decks': 6}, {'ev': 'bet', 'box': 1, 'amount': 1000},
              {'ev': 'no_more_bets'}, *['2H'] * 7],  # of six decks: the seventh cannot be there
}
COUP = [{'ev': 'bet', 'box': 3, 'on': 'punto', 'amount': 1000},
        {'ev': 'bet', 'box': 5, 'on': 'banca', 'amount': 2000}, {'ev': 'no_more_bets'}]
# Three fair coups; then punto has 9, and yet a card comes.
COUPS_DEALT = ['4S 5D KH 2C', 'TD 6H 7C 2H', 'KC 5S 3D 9D 4H 2C', '9S KH 7S KD 2C']


# --- The house: the real daemon ------------------------------------------------------------------

class Pictures(House):
    """One look after the other, before one daemon."""
    CONFIG = '[house]\nmend_s = 3600\n'  # a card is the last one for as long as all this takes
    TABLES = ''.join(f'[table {name}]\nrules = {rules}-es\npit = Norte\nset.burn = 0\n'
                     for name, rules in [*[(f'PB-0{n}', 'punto-banco') for n in range(1, 7)],
                                         *[(f'BJ-0{n}', 'blackjack') for n in (1, 2, 3)]])

    def open_console(self):
        """Once for each look, later."""

    def deal(self, table, events):
        for event in events:
            card = {'ev': 'card', 'card': event, 'src': 'manual'}
            self.pit.event(table, **(card if isinstance(event, str) else event))

    def deal_shoe(self, table):
        """Most of a shoe, as it comes, and a coup that banca has won."""
        cards = [rank + suit for rank in 'A23456789TJQK' for suit in 'CDHS'] * 6
        random.Random(12).shuffle(cards)
        last = ['KD', '9D', '4C', '2S']
        for card in last:
            cards.remove(card)
        self.pit.event(table, ev='load', decks=6)
        for n in range(BOARD_HANDS):
            self.pit.event(table, ev='no_more_bets')
            shoe = last if n == BOARD_HANDS - 1 else cards
            while self.pit.view(table)['phase'] in ('betting', 'dealing'):
                self.pit.event(table, ev='card', card=shoe.pop(), src='manual')
            if shoe is cards:
                self.pit.event(table, ev='result')

    def deal_all(self):
        self.deal_shoe('PB-04')
        for table, events in DEALT.items():
            self.deal(table, events)
        for table in ('PB-02', 'PB-01'):
            for n, cards in enumerate(COUPS_DEALT):
                self.deal(table, COUP + cards.split())
                if n < len(COUPS_DEALT) - 1:
                    self.pit.event(table, ev='result')
        self.pit.event('PB-02', ev='ruling', incident=1, remedy='let_stand')
        self.pit.event('PB-02', ev='result')
        self.pit.ok('redress_order', table='PB-02', round=3, box=3, amount=2500,
                    note='paid too little')
        self.keep_bank()
        # That load is out: what if can be asked about it.
        self.pit.event('PB-02', ev='unload', left=self.pit.view('PB-02')['shoe']['left'])

    def keep_bank(self):
        """What the cage writes down in a shift, of which tips are shared out wrongly."""
        written = ({'ev': 'bank', 'do': 'opener', 'chips': [{'chip': 50000, 'count': 400}],
                    'cash': 8_000_000, 'currencies': [{'currency': 'USD', 'amount': 250_000}]},
                   {'ev': 'exchange', 'do': 'in', 'currency': 'USD', 'foreign': 10000,
                    'rate': '0.9215', 'patron': 'K-17'},
                   {'ev': 'bank', 'do': 'out', 'chips': [], 'cash': 500_000,
                    'note': 'to the bank'},
                   {'ev': 'tips', 'table': 'PB-01', 'amount': 42000},
                   {'ev': 'tronc', 'amount': 40000, 'points': [{'person': 'p2', 'points': 12},
                                                               {'person': 'p3', 'points': 8}]})
        for event in written:
            two = event['ev'] in ('bank', 'tronc')
            second = {'second': {'name': 'Sol', 'pin': PINS['Sol']}} if two else {}
            self.pit.ok('document', event=event, **second)

    def runTest(self):
        self.deal_all()
        if not is_usual_size():
            AtTable(self, 'en', LOOKS['en']).take()
            return
        for look in sys.argv[3:] or LOOKS:
            settings = LOOKS[look]
            print(look, end=' ', flush=True)
            if look in BOARD_LOOKS:
                AboveTable(self, look, f'language={look}').take()
            if not settings:
                continue
            Floor(look, settings).take()
            Wall(look, settings).take()
            Inside(self, look, settings).take()
            if look in DISPLAY_LOOKS:
                AtTable(self, look, settings).take()


class Taker:
    """A console with some settings, and what is on its screen."""

    def __init__(self, look, settings):
        self.look, self.settings = look, settings
        language = settings[len('language='):][:2]
        self.language = language
        self.words = gettext.translation('sabot', BUILD / 'po', [language], fallback=True)

    def run(self, take, program, *arguments, **environment):
        """A program of ours, while `take` takes its pictures."""
        running = subprocess.Popen([BUILD / 'gui' / program, *arguments],
                                   cwd=environment.get('HOME'),
                                   env=dict(os.environ, **environment))
        self.screen = Screen(running.pid, DEADLINE_S)
        try:
            take()
        finally:
            running.terminate()
            running.wait(DEADLINE_S)

    def run_pit(self, place, *arguments):
        config = pathlib.Path(place, 'sabot', 'pit.conf')
        config.parent.mkdir()
        config.write_text(f'[look]\n{self.settings}\n', encoding='utf-8')
        home = pathlib.Path(place, 'home')
        home.mkdir()
        self.run(self.take_each, 'sabot-pit', *arguments, XDG_CONFIG_HOME=place, HOME=str(home))

    def word(self, text, context=None):
        return self.words.pgettext(context, text) if context else self.words.gettext(text)

    def press(self, text, context=None):
        self.screen.press(self.word(text, context))

    def log_in(self, name):
        self.screen.press_key(F2_KEY)
        self.screen.write(self.word('find a person by name'), name)
        self.screen.press_return()
        self.screen.wait_for_name(self.word('PIN of %s') % name)

    def tile(self, table):
        return self.screen.wait_for(
            lambda: next((node for node in self.screen.nodes() if is_ready(node)
                          and name_of(node).startswith(table + ', ')
                          and node.get_role() in BUTTONS), None), f'no {table}')

    def open_table(self, table):
        """Its tile is deaf while tiles have just moved: touched until it opens."""
        tile = self.tile(table)

        def opened():
            tile.do_action(0)
            time.sleep(STILL_S)
            return not tile.get_state_set().contains(Atspi.StateType.SHOWING)
        wait_for(opened, DEADLINE_S, lambda: f'{table} was not opened')

    def keep(self, view):
        """Once nothing changes any more; few colours are enough, and make it small."""
        limit = time.monotonic() + DEADLINE_S
        picture = root_picture()
        while time.monotonic() < limit:
            time.sleep(STILL_S)
            before, picture = picture, root_picture()
            if picture.get_pixels() == before.get_pixels():
                break
        look = self.look if is_usual_size() else '{}x{}'.format(*size_of_screen())
        path = str(FOLDER / f'{view}-{look}.png')
        picture.savev(path, 'png', [], [])
        subprocess.run(['pngquant', '--force', '--nofs', '--strip', '--output', path, COLOURS,
                        path], check=True)


def root_picture():
    return Gdk.pixbuf_get_from_window(Gdk.get_default_root_window(), 0, 0, *size_of_screen())


class Floor(Taker):
    def take(self):
        with tempfile.TemporaryDirectory() as place:
            self.daemon = Daemon(os.path.join(place, 'socket'), floor_tables(), INCIDENTS.values(),
                                 site='Casino Norte')
            self.daemon.start()
            self.run_pit(place, '--connect', self.daemon.path)

    def take_each(self):
        """With the daemon, and once it is gone."""
        self.tile('PB-04')
        self.tile('BJ-04')
        self.keep('floor')
        self.daemon.stop()
        self.screen.wait_for_name(self.word('connection: %s') % self.word('OFFLINE: trying again'))
        self.keep('offline')


class Wall(Floor):
    """Of three hundred tables."""

    def __init__(self, look, settings):
        super().__init__(look, f'{settings}\n\n[floor]\nwall=1')

    def take(self):
        with tempfile.TemporaryDirectory() as place:
            self.daemon = Daemon(os.path.join(place, 'socket'), wall_tables(), (),
                                 site='Casino Norte')
            self.daemon.start()
            self.run_pit(place, '--connect', self.daemon.path)
            self.daemon.stop()

    def take_each(self):
        self.screen.wait_for(lambda: any(name.startswith('PB-300, ')
                                         for name in self.screen.names()), 'no PB-300')
        self.keep('wall')


class Inside(Taker):
    def __init__(self, house, look, settings):
        super().__init__(look, settings)
        self.house = house

    def take(self):
        with tempfile.TemporaryDirectory() as place:
            self.run_pit(place, '--connect', self.house.daemon.socket)

    def escape(self):
        self.screen.press_key(ESCAPE_KEY)

    def open_panel(self, text, context=None):
        """A busy machine shows it late, when the screen has already been still."""
        self.press(text, context)
        self.screen.wait_for(lambda: self.screen.button(self.word('Close', 'panel')), f'no {text}')

    def wait_for_no_panel(self):
        """Escape comes by the keyboard, and could close a panel that is opened too soon."""
        self.screen.wait_for(lambda: not self.screen.button(self.word('Close', 'panel')),
                             'the panel stayed')

    def log_in_pia(self):
        self.tile('PB-01')
        self.screen.wait_for(lambda: self.screen.button(self.word('Log in')), 'nobody can log in')
        self.log_in('Pia')
        self.keep('login')
        self.screen.write(self.word('PIN of %s') % 'Pia', PINS['Pia'])
        self.screen.press_return()
        self.screen.wait_for(lambda: self.screen.button(self.word('Lock')), 'not logged in')

    def open_incident(self, code, remedy):
        row = self.screen.wait_for(
            lambda: next((name_of(node) for node in self.screen.nodes() if code in name_of(node)
                          and node.get_role() == Atspi.Role.LIST_ITEM and is_ready(node)), None),
            f'no row of {code}')
        self.screen.choose_row(row)
        self.screen.choose_row(self.word(remedy, 'remedy'))

    def press_row(self, n):
        """The nth person of the list beside the tables."""
        def rows():
            return [node for node in self.screen.nodes() if is_ready(node)
                    and node.get_role() == Atspi.Role.LIST_ITEM]
        row = self.screen.wait_for(lambda: rows()[n:n + 1], 'no rows')[0]
        row.grab_focus()
        self.screen.press_return()

    def take_log(self):
        """The round with a card too many: its story, its replay, another ruling."""
        self.screen.press_key(F9_KEY)
        self.screen.choose(self.word('table to look at'), 'PB-02')
        self.screen.write(self.word('number of the round'), str(len(COUPS_DEALT)))
        self.press('Find')
        found = self.screen.wait_for(
            lambda: next((node for node in self.screen.nodes() if '  PB-02  ' in name_of(node)
                          and node.get_role() == Atspi.Role.LIST_ITEM and is_ready(node)), None),
            'the round was not found')
        found.grab_focus()
        self.screen.press_key(0x20)
        self.screen.wait_for(lambda: self.screen.button(self.word('Replay this round')),
                             'no story')
        self.keep('log')
        self.press('Replay this round')
        self.press('Next incident')
        self.screen.wait_for_name(re.compile(
            '.*' + re.escape(self.word('INCIDENT %d, round %d: %s').split(',')[0] % 1) + '.*'))
        self.press('What if …')
        combo = self.screen.node_of(self.word('incident to rule on otherwise'),
                                    Atspi.Role.COMBO_BOX)
        combo.get_selection_iface().select_child(1)
        combo = self.screen.node_of(self.word('the other ruling'), Atspi.Role.COMBO_BOX)
        combo.get_selection_iface().select_child(1)
        self.press('See what would come of it')
        self.screen.wait_for(lambda: self.screen.button(self.word('See what would come of it')),
                             'no answer')
        self.keep('replay')
        for _ in range(3):
            self.escape()

    def wait_for_report(self, text):
        """Until the pages of the report have that text."""
        self.screen.wait_for(lambda: text in self.screen.paper(), f'no {text}')

    def dialog(self):
        windows = self.screen.program()
        return windows.get_child_count() > 1

    def take_reports(self):
        self.screen.press_key(F3_KEY)
        self.screen.choose_row(self.word('Exceptions report'))
        self.wait_for_report('PB-02')
        self.keep('report')
        for action, view in (('Print', 'print'), ('Save as PDF', 'save')):
            self.press(action)
            self.screen.wait_for(self.dialog, 'no dialog')
            self.keep(view)
            self.escape()
            self.screen.wait_for(lambda: not self.dialog(), 'the dialog stayed')
        # None is reserved: what is next would be about them.
        self.screen.write(self.word('Slips to number'), '0')
        self.press('Blank forms')
        self.wait_for_report(self.word('Total'))
        self.keep('forms')
        self.escape()
        self.escape()

    def take_blackjack(self):
        self.open_table('BJ-01')
        self.keep('blackjack')
        self.press('Rules', 'action')
        self.keep('rules')
        self.press('Change them')
        self.keep('rules-form')
        self.escape()
        self.press('Put right', 'action')
        self.keep('action')
        self.escape()
        self.press('Key cards', 'action')
        self.keep('cards')
        self.escape()
        self.escape()

    def take_punto_banco(self):
        self.open_table('PB-01')
        self.keep('punto-banco')
        self.open_panel('Money', 'action')
        self.keep('money')
        self.escape()
        for form, view in (('Opener', 'opener'), ('Fill', 'fill'), ('Drop box', 'drop'),
                           ('Marker', 'marker')):
            self.press('Money', 'action')
            self.press(form, 'document')
            self.keep(f'money-{view}')
            self.escape()
            self.wait_for_no_panel()
        self.escape()
        self.open_table('PB-02')
        self.open_panel('New load', 'action')
        self.keep('load')
        self.escape()
        self.escape()
        self.open_table('PB-03')
        self.open_panel('Run out', 'action')
        self.keep('run-out')
        self.escape()
        self.escape()

    def take_rulings(self):
        self.open_incident('card_in_excess', 'void the round')
        self.keep('ruling')
        self.escape()
        self.open_incident('impossible_card', 'void the round')
        self.screen.write(self.word('reason, or a comment'), 'a card of the other shoe')
        self.press('Apply the ruling')
        self.press_row(0)
        self.keep('two-persons')
        self.escape()

    def open_by_key(self, key, text, context=None):
        wanted = self.word(text, context)
        self.screen.press_key(key)
        self.screen.wait_for(lambda: any(name_of(node) == wanted and is_showing(node)
                                         for node in self.screen.nodes()), f'no {wanted}')

    def take_plan(self):
        """Of the hall: the tables stand where they were put."""
        for n in range(1, 10):
            name = f'PB-0{n}' if n < 7 else f'BJ-0{n - 6}'
            self.house.pit.ok('place', table=name, x=200 + (n - 1) % 5 * 256,
                              y=160 + (n - 1) // 5 * 400)
        self.screen.choose(self.word('order of tables'), self.word('Floor plan', 'tables'))
        self.screen.wait_for(lambda: self.screen.button(self.word('Arrange tables', 'floor')),
                             'no plan')
        self.keep('plan')
        self.screen.choose(self.word('order of tables'), self.word('By need', 'tables'))

    def take_each(self):
        self.log_in_pia()
        self.take_plan()
        self.take_blackjack()
        self.take_punto_banco()
        self.take_rulings()
        self.take_log()
        self.open_by_key(F7_KEY, 'Look again')
        self.keep('shift')
        self.open_by_key(F5_KEY, 'The cage')
        self.screen.wait_for_name('USD')
        self.keep('cage')
        self.press('Share out tips', 'document')
        self.keep('cage-tips')
        self.escape()
        self.take_reports()
        self.open_by_key(F4_KEY, 'Alarms of the last 24 hours')
        self.keep('statistics')
        self.open_by_key(F1_KEY, 'Keys', 'keys')
        self.keep('keys')
        self.escape()
        self.wait_for_no_panel()
        self.open_panel('Preferences')
        self.keep('preferences')


class AtTable(Taker):
    """The dealer's display of several tables, and a training."""

    def __init__(self, house, look, settings):
        super().__init__(look, settings)
        self.house = house

    def take(self):
        for table, view in (('BJ-01', 'blackjack'), ('PB-01', 'payouts'), ('PB-03', 'bets'),
                            ('PB-02', 'load'), ('PB-05', 'unread'), ('PB-06', 'wait')):
            self.run_dealer(lambda view=view: self.take_display(f'dealer-{view}'), '--table',
                            table)
        self.run_dealer(lambda: self.take_display('dealer-payments'), '--table', 'BJ-03',
                        '--payments')
        self.run_dealer(self.take_mend, '--table', 'BJ-01')
        self.run_dealer(self.take_login, '--table', 'PB-03')
        with tempfile.TemporaryDirectory() as place:
            self.run(self.take_training, 'sabot-dealer', '--train', '--sabotd',
                     BUILD / 'daemon' / 'sabotd', '--record', 'run.json',
                     '--game', 'punto_banco', '--rounds', '1', '--faults', 'none', '--seed', '5',
                     '--look', DISPLAY_LOOKS[self.look], LANGUAGE=self.language, TMPDIR=place,
                     HOME=place)

    def run_dealer(self, take, *arguments):
        self.run(take, 'sabot-dealer', '--connect', self.house.daemon.socket, '--look',
                 DISPLAY_LOOKS[self.look], *arguments, LANGUAGE=self.language)

    def take_display(self, view):
        self.screen.wait_for(self.screen.buttons, 'no keys')
        self.log_in('Dan')
        self.screen.write(self.word('PIN of %s') % 'Dan', PINS['Dan'])
        self.screen.press_return()
        self.screen.wait_for(lambda: self.word('PIN of %s') % 'Dan' not in self.screen.names(),
                             'not logged in')
        time.sleep(HELD_S)
        self.keep(view)

    def take_mend(self):
        """What may have been recorded wrongly of the last card."""
        self.screen.wait_for(self.screen.buttons, 'no keys')
        self.press('Last card…', 'key')
        self.screen.wait_for(lambda: self.screen.button(self.word('Back', 'key')), 'no mending')
        time.sleep(HELD_S)
        self.keep('dealer-mend')

    def take_login(self):
        self.screen.wait_for(self.screen.buttons, 'no keys')
        self.log_in('Dan')
        self.keep('dealer-login')

    def take_training(self):
        """Its last key is touched whatever is asked, and is wrong now and then."""
        go_on, over = self.word('Go on', 'training'), self.word('The training is over', 'training')
        has_erred = False
        for _ in range(TOUCHES_MAX):
            if over in self.screen.names():
                break
            key = self.screen.wait_for(self.screen.buttons, 'no keys')[-1]
            if name_of(key) == go_on and not has_erred:
                self.keep('dealer-training')
                has_erred = True
            key.get_action_iface().do_action(0)
            time.sleep(STILL_S)
        self.keep('dealer-result')


class AboveTable(Taker):
    """The guests' board: a shoe of punto banco, blackjack, and a wall of both."""

    def __init__(self, house, look, settings):
        super().__init__(look, settings)
        self.house = house

    def take(self):
        theme = pathlib.Path(__file__).parents[2] / 'docs' / 'examples' / 'board-theme.ini'
        for table, view in (('PB-04', 'punto-banco'), ('BJ-01', 'blackjack'), (None, 'wall')):
            options = ['--table', table] if table else []
            self.run(lambda view=view: self.take_board(f'board-{view}'), 'sabot-board',
                     '--connect', self.house.daemon.socket, '--fullscreen', '--look',
                     BOARD_LOOKS[self.look], '--theme', str(theme), '--language', self.look,
                     *options)

    def take_board(self, view):
        self.screen.wait_for(lambda: any(name.startswith(('PB-04, ', 'BJ-01, '))
                                         for name in self.screen.names()), 'no board')
        self.keep(view)


def is_usual_size():
    return size_of_screen() == USUAL_SIZE


def size_of_screen():
    root = Gdk.get_default_root_window()
    return root.get_width(), root.get_height()


def drop_unseen():
    """No page shows them."""
    pages = ''.join(path.read_text(encoding='utf-8')
                    for path in [*DOCS.glob('*.md'), DOCS.parent / 'README.md'])
    for path in FOLDER.glob('*.png'):
        if f'screens/{path.name}' not in pages:
            path.unlink()


def main():
    FOLDER.mkdir(exist_ok=True)
    House.PROGRAMS = (BUILD / 'daemon' / 'sabotd', None)
    pictures = Pictures()
    pictures.setUp()
    try:
        pictures.runTest()
    finally:
        pictures.doCleanups()
    if FOLDER.resolve() == DOCS / 'screens':
        drop_unseen()
    sizes = [path.stat().st_size for path in FOLDER.glob('*.png')]
    print(f'\n{len(sizes)} pictures, {sum(sizes) // 1024} KiB, in {FOLDER}')


main()
