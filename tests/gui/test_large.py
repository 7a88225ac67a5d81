"""The real console with letters of 200 %, in Spanish, whose words are long: each view has room on a
screen of 1280 by 800, and whatever it holds can still be reached.

usage: test_large.py SABOTD SABOT_PIT CATALOGUES, run by on-display.sh
"""
import gettext
import os
import pathlib
import sys
import unittest

from house import PINS, House
from screen import BUTTONS, Atspi, name_of

House.PROGRAMS = tuple(sys.argv[1:3])
WORDS = gettext.translation('sabot', sys.argv[3], ['es'])
SCREEN_SIZE = (1280, 800)
DEALT = ({'ev': 'load', 'decks': 6}, {'ev': 'bet', 'box': 3, 'on': 'punto', 'amount': 1000},
         {'ev': 'bet', 'box': 5, 'on': 'banca', 'amount': 2000}, {'ev': 'no_more_bets'})


def word(text, context=None):
    return WORDS.pgettext(context, text) if context else WORDS.gettext(text)


class Large(House):
    LANGUAGE = 'es'
    TABLES = ''.join(f'[table {name}]\nrules = {rules}-es\nset.burn = 0\npit = Norte\n'
                     for name, rules in [(f'PB-0{n}', 'punto-banco') for n in range(1, 7)]
                     + [('BJ-01', 'blackjack')])

    def populate(self):
        """Log-ins, a table with an open incident, an open round, a load to be run out."""
        super().populate()
        for event in DEALT:
            self.pit.event('PB-01', **event)
        for card in ('9S', 'KH', '7S', 'KD', '2C'):
            self.pit.event('PB-01', ev='card', card=card, src='manual')
        self.pit.event('PB-02', ev='load', decks=6)

    def open_console(self):
        folder = pathlib.Path(os.environ['XDG_CONFIG_HOME'], 'sabot')
        folder.mkdir(parents=True, exist_ok=True)
        (folder / 'pit.conf').write_text('[look]\nscale=200\n', encoding='utf-8')
        super().open_console()

    def press(self, text, context=None):
        """Also what has to be scrolled to."""
        name = word(text, context)

        def button():
            return next((node for node in self.screen.nodes() if name_of(node) == name
                         and node.get_role() in BUTTONS and all(
                             node.get_state_set().contains(state) for state in (
                                 Atspi.StateType.VISIBLE, Atspi.StateType.SENSITIVE))), None)
        self.screen.wait_for(button, f'no button "{name}"').get_action_iface().do_action(0)

    def has_room(self, name):
        """Once `name` stands there. What is laid out later makes the window larger at once."""
        self.screen.wait_for_name(name)
        for size, room in zip(self.screen.size_of_window(), SCREEN_SIZE):
            self.assertLessEqual(size, room, name)
        self.look(f'large-{name}')

    def has_room_for(self, action, name, context='action'):
        """A panel by the button that opens it."""
        self.press(action, context)
        self.has_room(name)

    def open_page(self, table):
        def opened():
            tile = next((node for node in self.screen.nodes() if node.get_role() in BUTTONS
                         and name_of(node).startswith(table + ', ')), None)
            if tile:
                tile.get_action_iface().do_action(0)
            return word('← Floor', 'page') in self.screen.names()
        self.screen.wait_for(opened, f'the page of {table} did not open')

    def log_in_pia(self):
        self.press('Log in')
        search = word('find a person by name')
        self.has_room(search)
        self.screen.write(search, 'Pia')  # her row is below those that have room
        self.screen.choose_row('Pia, ')
        self.screen.write(word('PIN of %s') % 'Pia', PINS['Pia'])
        self.screen.press('OK')
        self.screen.wait_for_name(word('Lock'))

    def test_each_view(self):
        self.screen.wait_for_name(word('search tables'))
        self.has_room(word('Needs somebody'))
        self.log_in_pia()
        self.open_page('PB-01')
        self.has_room_for('Put right', word('Bettor', 'field'))
        self.has_room_for('Key cards', word('Take back'))
        self.has_room_for('Money', word('%s: money') % 'PB-01')
        self.has_room_for('Fill', word('Record it'), 'document')
        self.has_room_for('Rules', word('Change them'))
        self.press('Change them')
        self.has_room(word('Maximum', 'field'))
        self.press('← Floor', 'page')
        self.open_page('PB-02')
        self.has_room_for('Run out', word('The shoe is empty'))
        self.press('← Floor', 'page')
        self.open_page('PB-03')
        self.has_room_for('New load', word('The shoe is loaded'))
        self.press('← Floor', 'page')
        self.has_room_for('Statistics', word('Alarms of the last 24 hours'), None)
        self.press('Close', 'panel')
        self.has_room_for('Shift', word('Look again'), None)
        self.press('Close', 'panel')
        self.has_room_for('Reports', word('Blank forms'), None)
        self.press('Blank forms')
        self.has_room(word('Print'))
        self.has_room_for('Preferences', word('Size of text', 'preferences'), None)


del House
if __name__ == '__main__':
    unittest.main(argv=sys.argv[:1])
