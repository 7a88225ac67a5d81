"""The floor and the preferences of the real sabot-pit: who is shown where, in which language and
colours. Run by on-display.sh.
"""
import os
import re
import subprocess
import sys
import tempfile
import time
import unittest

import gi

gi.require_version('Atspi', '2.0')
gi.require_version('Gdk', '3.0')
from gi.repository import Atspi, Gdk  # noqa: E402

from screen import DEADLINE_S, ESCAPE_KEY, RETURN_KEY, Screen, end, name_of  # noqa: E402
from transcript import Daemon, blackjack, incident, punto_banco, stopped  # noqa: E402

PROGRAM = sys.argv.pop()
LIGHT = 0.6  # brightness of a light floor
F11_KEY = 0xffc8
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


class OnFloor(unittest.TestCase):
    """A console before a daemon with twelve tables."""

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
        self.wait_for_tables(NAMES_BY_NEED)

    def stop(self):
        return end(self.program)

    def tables(self):
        """The names of the tables that are shown, in their order."""
        shown = []
        for node in self.screen.nodes():
            name = name_of(node).split(',')[0]
            if (name in NAMES and node.get_role() == Atspi.Role.PUSH_BUTTON
                    and node.get_state_set().contains(Atspi.StateType.SHOWING)):
                shown.append(name)
        return shown

    def wait_for_tables(self, expected):
        self.screen.wait_for(lambda: self.tables() == expected,
                             f'{expected} are not what is shown: {self.tables()}')


class Floor(OnFloor):
    def test_order_filter_and_search(self):
        self.screen.node_of('Group by pit', Atspi.Role.CHECK_BOX).do_action(0)
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
        # What has a name may not be painted yet, and what is not painted is black.
        self.screen.wait_for(lambda: self.brightness() > LIGHT, 'it is not light')
        self.screen.node_of('Oscuro', Atspi.Role.CHECK_BOX).do_action(0)
        self.screen.wait_for(lambda: self.brightness() < LIGHT / 2, 'it did not get dark')
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
        self.screen.wait_for_name('Necesitan a alguien')
        self.screen.wait_for(lambda: 0 < self.brightness() < LIGHT / 2, 'it is not dark')

    def test_full_screen_is_kept(self):
        """F11 and the preference are one."""
        self.screen.press_key(F11_KEY)
        self.screen.wait_for(lambda: 'full-screen=1' in self.kept(), 'F11 did nothing')
        self.screen.press('Preferences')
        box = self.screen.node_of('Full screen (F11)', Atspi.Role.CHECK_BOX)
        self.assertTrue(box.get_state_set().contains(Atspi.StateType.CHECKED))
        box.do_action(0)
        self.screen.wait_for(lambda: 'full-screen=0' in self.kept(), 'the box did nothing')

    def test_sound_is_on_and_can_be_tried(self):
        """On from the start; its key says why none can be played."""
        self.screen.press('Preferences')
        sounds = self.screen.node_of('Sounds', Atspi.Role.COMBO_BOX)
        self.assertEqual(sounds.get_selection_iface().get_selected_child(0).get_name(),
                         'For critical and high ones')
        self.stop()
        os.environ['CANBERRA_DRIVER'] = 'none-such'
        self.addCleanup(os.environ.update, {'CANBERRA_DRIVER': 'null'})
        self.start()
        self.screen.press('Preferences')
        self.screen.press('Try the sound')
        self.screen.wait_for_name(re.compile('No sound can be played here: .*'))

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
        self.press_until(ESCAPE_KEY, 'Needs somebody')
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


class Stopped(OnFloor):
    """What stops a game, and the list of who needs somebody."""

    def setUp(self):
        super().setUp()
        # A critical one goes on at PB-07; PB-02 waits for a high one, while a critical is open.
        grave = incident('PB-02', 2, 'impossible_card', 'critical', 'It cannot be there.',
                         age_s=900)
        excess = incident('PB-02', 1, 'card_in_excess', 'high', 'A card too many.', age_s=40)
        self.daemon.step(alarmed('PB-07', 'duplicate_card', 'critical', 600),
                         out=[dict(incident('PB-07', 1, 'duplicate_card', 'critical', 'Twice.',
                                            age_s=600), out='incident')])
        self.daemon.step(stopped(punto_banco('PB-02'), excess, grave, 2),
                         out=[dict(grave, out='incident'), dict(excess, out='incident')])

    def entries(self):
        """The list's entries: names and places, from the top."""
        rows = [(node.get_extents(Atspi.CoordType.SCREEN), name_of(node), node)
                for node in self.screen.nodes() if node.get_role() == Atspi.Role.LIST_ITEM
                and ', PB-' in name_of(node)
                and node.get_state_set().contains(Atspi.StateType.SHOWING)]
        return sorted(rows, key=lambda row: row[0].y)

    def wait_for_order(self):
        first = ['PB-02', 'PB-07', 'PB-08', 'PB-05']
        self.wait_for_tables(first + sorted(n for n in NAMES if n not in first))

    def test_stops_first_on_floor_and_list(self):
        self.wait_for_order()
        self.screen.wait_for_name(re.compile('PB-02, .*incident: card too many, high'))
        self.screen.wait_for_name('1 stopped')
        self.screen.wait_for_name('3 to see to')
        self.screen.wait_for_name(re.compile(r'\d:\d\d'))  # the list's clock
        expected = ['high, PB-02, round 17, card_in_excess: A card too many. +1',
                    'critical, PB-07, round 17, duplicate_card: Twice.',
                    'high, PB-08, round 17, card_in_excess: It is.',
                    'high, PB-05, round 17, card_in_excess: It is.']
        self.screen.wait_for(lambda: [row[1] for row in self.entries()] == expected,
                             f'{expected} is not {[row[1] for row in self.entries()]}')
        # Each by itself, on demand.
        self.screen.press('All')
        self.screen.wait_for_name('critical, PB-02, round 17, impossible_card: '
                                  'It cannot be there.')

    def test_one_touch_to_the_ruling(self):
        tile = self.screen.wait_for(
            lambda: next((node for node in self.screen.nodes()
                          if name_of(node).startswith('PB-02, ')), None), 'no tile')
        self.wait_for_order()
        time.sleep(0.5)  # tiles that have just moved take no touch
        tile.get_action_iface().do_action(0)
        self.screen.wait_for_name('PB-02: card too many')
        self.screen.press('Close')
        self.screen.press('← Floor')
        self.screen.choose_row('high, PB-02, ')
        self.screen.wait_for_name('PB-02: card too many')

    def boxes(self):
        places = {name: self.screen.place(name + ', ') for name in NAMES}
        return {name: box and (box.x, box.y, box.width, box.height)
                for name, box in places.items()}

    def test_a_panel_moves_no_tile(self):
        """Nothing beside the side of the window moves when something opens there."""
        self.wait_for_order()
        before = self.boxes()
        self.screen.press('Preferences')
        self.screen.wait_for_name('Four colours of cards')
        self.assertEqual(self.boxes(), before)
        # The page of an incident has all the room; what it gives back is as it was.
        self.screen.press('Close')
        self.screen.choose_row('critical, PB-07, ')
        self.screen.wait_for_name('PB-07: duplicate card')
        self.screen.press('Close')
        self.screen.wait_for(lambda: self.tables() and self.boxes() == before,
                             'the tiles are elsewhere')

    def test_a_touch_opens_what_stood_there(self):
        """With a change a second or more, ten of ten."""
        names = [n for n in NAMES if n.startswith('PB')]
        self.screen.wait_for(lambda: len(self.entries()) == 4, 'four need somebody')
        for n in range(10):
            self.park_pointer()
            rows = self.screen.wait_for(self.entries, 'no entries')
            box, name, _ = rows[n % min(3, len(rows))]
            place = name.split(', ')[1]
            change = names[n % len(names)]
            if change != place:
                self.daemon.step(alarmed(change, 'wrong_result', 'critical', 0),
                                 out=[dict(incident(change, 20 + n, 'wrong_result', 'critical',
                                                    'It is.'), out='incident')])
            time.sleep(0.1 + 0.03 * n)
            Atspi.generate_mouse_event(box.x + box.width // 2, box.y + box.height // 2, 'b1c')
            self.screen.wait_for(
                lambda place=place: any(re.fullmatch(f'{place}: .*', text)
                                        for text in self.screen.names()),
                f'touch {n} did not open {place}')
            self.screen.press('Close')
            time.sleep(0.3)

    @staticmethod
    def park_pointer():
        Atspi.generate_mouse_event(5, 5, 'abs')


# Those without a pit come first.
NAMES_BY_PIT = (['PB-05', 'PB-08'] + sorted(n for n in NAMES if n < 'PB-05')
                + sorted(n for n in NAMES if n > 'PB-05' and n != 'PB-08'))

NAMES_BY_NEED = ['PB-08', 'PB-05'] + sorted(n for n in NAMES if n not in ('PB-05', 'PB-08'))

if __name__ == '__main__':
    unittest.main()
