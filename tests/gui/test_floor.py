"""The floor and the preferences of the real sabot-pit: who is shown where, in which language and
colours. Run by on-display.sh.
"""
import os
import subprocess
import sys
import tempfile
import unittest

import gi

gi.require_version('Atspi', '2.0')
gi.require_version('Gdk', '3.0')
from gi.repository import Atspi, Gdk  # noqa: E402

from screen import DEADLINE_S, ESCAPE_KEY, RETURN_KEY, Screen, name_of  # noqa: E402
from transcript import Daemon, blackjack, incident, punto_banco  # noqa: E402

PROGRAM = sys.argv.pop()
KEYS = ((0xffbe, 'Keys'), (0xffc0, 'Reports'), (0xffc1, 'Alarms of the last 24 hours'),
        (0xffc4, 'Closing the shift'))  # F1, F3, F4, F7
NAMES = [f'{"BJ" if n % 3 == 0 else "PB"}-{n:02}' for n in range(1, 13)]


def alarmed(name, code, severity, age_s):
    return punto_banco(name, worst=incident(name, 1, code, severity, 'It is.', age_s=age_s))


def table(name):
    if name == 'PB-05':
        return alarmed(name, 'card_in_excess', 'high', 60)
    if name == 'PB-08':
        return alarmed(name, 'card_in_excess', 'high', 600)
    pit = {'pit': 'North' if name < 'PB-05' else 'South'}
    return blackjack(name, **pit) if name.startswith('BJ') else punto_banco(name, **pit)


class Floor(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.settings = os.path.join(self.folder.name, 'sabot', 'pit.conf')
        self.daemon = Daemon(os.path.join(self.folder.name, 'socket'), map(table, NAMES))
        self.daemon.start()
        self.start()

    def tearDown(self):
        said = self.stop()
        self.daemon.stop()
        self.folder.cleanup()
        self.assertEqual(said, '', 'standard error must stay empty')

    def start(self):
        self.program = subprocess.Popen(
            [PROGRAM, '--connect', self.daemon.path], stderr=subprocess.PIPE, text=True,
            env=dict(os.environ, XDG_CONFIG_HOME=self.folder.name))
        self.screen = Screen(self.program.pid, DEADLINE_S)
        self.wait_for_tables(NAMES_BY_PIT)

    def stop(self):
        self.program.terminate()
        return self.program.communicate(timeout=DEADLINE_S)[1]

    def tables(self):
        """The names of the tables that are shown, in their order."""
        shown = []
        for node in self.screen.nodes():
            name = name_of(node).split(',')[0]
            if name in NAMES and node.get_state_set().contains(Atspi.StateType.SHOWING):
                shown.append(name)
        return shown

    def wait_for_tables(self, expected):
        self.screen.wait_for(lambda: self.tables() == expected,
                             f'{expected} are not what is shown: {self.tables()}')

    def test_order_filter_and_search(self):
        self.screen.choose('order of tables', 'By need')
        # The graver first, of two as grave the one that waits longer; without a pit first.
        self.wait_for_tables(['PB-08', 'PB-05'] + [n for n in NAMES_BY_PIT
                                                   if n not in ('PB-05', 'PB-08')])
        self.screen.choose('which tables', 'That need somebody')
        self.wait_for_tables(['PB-08', 'PB-05'])
        self.screen.wait_for_name('2 of 12 tables')
        self.screen.choose('which tables', 'Blackjack')
        self.wait_for_tables([n for n in NAMES_BY_PIT if n.startswith('BJ')])
        self.screen.wait_for_name('2 hidden tables need somebody')
        self.screen.choose('which tables', 'All tables')
        entry = self.screen.node_of('search tables', Atspi.Role.TEXT)
        entry.get_editable_text_iface().set_text_contents('pb-1')
        self.wait_for_tables(['PB-10', 'PB-11'])
        entry.get_editable_text_iface().set_text_contents('')

        # An incident moves its table by itself.
        self.screen.wait_for(lambda: len(self.tables()) == len(NAMES), 'not all are back')
        self.daemon.step(dict(alarmed('PB-11', 'duplicate_card', 'critical', 0), pit='South'))
        self.wait_for_tables(['PB-08', 'PB-05'] + [n for n in NAMES_BY_PIT if n < 'PB-05']
                             + ['PB-11', 'PB-07', 'PB-10'])

    def test_language_dark_and_size_hold_at_once_and_are_kept(self):
        self.screen.press('Preferences')
        self.screen.choose('Language', 'Español')
        self.screen.wait_for_name('PB-01, punto y banca, reparto')
        self.screen.wait_for_name('Cuatro colores de cartas')  # of a .ui file
        self.screen.choose('Idioma', 'Italiano')
        self.screen.wait_for_name('Quattro colori delle carte')
        self.screen.choose('Lingua', 'English')
        self.screen.wait_for_name('Four colours of cards')
        self.screen.choose('Language', 'Español')
        self.screen.wait_for_name('Oscuro')
        light = self.brightness()
        self.screen.node_of('Oscuro', Atspi.Role.CHECK_BOX).do_action(0)
        self.screen.wait_for(lambda: self.brightness() < light / 2, 'it did not get dark')
        before = self.width_of('Oscuro')
        self.screen.choose('Tamaño del texto', '150 %')
        self.screen.wait_for(lambda: self.width_of('Oscuro') > before, 'the letters did not grow')
        self.screen.node_of('Alto contraste', Atspi.Role.CHECK_BOX).do_action(0)
        wanted = ('dark=1', 'high-contrast=1', 'language=es', 'scale=150')
        self.screen.wait_for(lambda: all(line in self.kept() for line in wanted),
                             f'not kept: {self.kept()}')
        # Kept also where a signal ends the program at once after it was chosen.
        self.screen.node_of('Alto contraste', Atspi.Role.CHECK_BOX).do_action(0)
        self.assertEqual(self.stop(), '')
        self.assertNotIn('high-contrast=1', self.kept())
        self.start()
        self.screen.wait_for_name('Incidencias')
        self.assertLess(self.brightness(), light / 2)

    def width_of(self, name):
        return self.screen.node_of(name, Atspi.Role.CHECK_BOX).get_extents(
            Atspi.CoordType.SCREEN).width

    def test_its_window_is_as_it_was(self):
        self.stop()
        self.write_settings('[window]\nwidth=1000\nheight=700\n')
        self.start()
        self.assertEqual(self.screen.size_of_window(), (1000, 700))

    def write_settings(self, text):
        os.makedirs(os.path.dirname(self.settings), exist_ok=True)
        with open(self.settings, 'w', encoding='utf-8') as file:
            file.write(text)

    def test_by_keyboard(self):
        """Each key of the list opens what it says; Enter opens a table, Esc goes back."""
        for key, title in KEYS:
            self.press_until(key, title)
        self.press_until(ESCAPE_KEY, 'incidents')
        tile = next(node for node in self.screen.nodes() if name_of(node).startswith('PB-05, '))
        tile.grab_focus()
        self.press_until(RETURN_KEY, '← Floor')
        self.press_until(ESCAPE_KEY, 'search tables')

    def press_until(self, key, name):
        """A key that was too early is pressed again: none of these does harm twice."""
        def is_shown():
            return any(name_of(node) == name and node.get_state_set().contains(
                Atspi.StateType.SHOWING) for node in self.screen.nodes())

        def pressed():
            if not is_shown():
                self.screen.press_key(key)
            return is_shown()
        self.screen.wait_for(pressed, f'no key opens {name}')

    def kept(self):
        try:
            with open(self.settings, encoding='utf-8') as file:
                return file.read()
        except FileNotFoundError:
            return ''

    @staticmethod
    def brightness():
        """Of the whole screen, 0 to 1."""
        root = Gdk.get_default_root_window()
        picture = Gdk.pixbuf_get_from_window(root, 0, 0, root.get_width(), root.get_height())
        pixels = picture.get_pixels()
        return sum(pixels[::97]) / len(pixels[::97]) / 255


# Those without a pit come first.
NAMES_BY_PIT = (['PB-05', 'PB-08'] + sorted(n for n in NAMES if n < 'PB-05')
                + sorted(n for n in NAMES if n > 'PB-05' and n != 'PB-08'))

if __name__ == '__main__':
    unittest.main()
