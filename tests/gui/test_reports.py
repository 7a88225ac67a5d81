"""Reports at the real console: chosen, read, saved; blank forms from one key.

usage: test_reports.py SABOTD SABOT_PIT, run by on-display.sh
"""
import csv
import json
import os
import pathlib
import re
import sys
import tempfile
import unittest

from house import PINS, House
from screen import ESCAPE_KEY, Atspi, name_of

House.PROGRAMS = tuple(str(pathlib.Path(path).resolve()) for path in sys.argv[1:3])
F12_KEY = 0xffc9  # X11's keysym
SCREEN_PX = 1280, 800


class Reports(House):
    CONFIG = 'create_key = yes\n[house]\ntime_zone = UTC\nshifts = whole 06:00\n'

    TABLES = ('[table PB-01]\nrules = punto-banco-es\nset.chips = 500 2000 8000\n'
              '[table BJ-01]\nrules = blackjack-es\nset.chips = 500 12500\n')

    def populate(self):
        super().populate()
        self.pit.ok('document', second={'name': 'Sol', 'pin': PINS['Sol']},
                    event={'ev': 'count', 'do': 'opener', 'table': 'PB-01',
                           'chips': [{'chip': 500, 'count': 100}]})
        number = self.pit.ok('document', event={'ev': 'slip', 'do': 'request', 'kind': 'fill',
                                                'table': 'PB-01',
                                                'chips': [{'chip': 500, 'count': 20}]})
        self.assertEqual(number['out'][0]['number'], 1)

    def options(self):
        home = tempfile.TemporaryDirectory()
        self.addCleanup(home.cleanup)
        self.home = pathlib.Path(home.name)
        os.environ['HOME'] = home.name
        self.addCleanup(os.chdir, os.getcwd())
        os.chdir(home.name)
        # Printers of the network are looked for on a bus that is not there.
        settings = pathlib.Path(os.environ['XDG_CONFIG_HOME'], 'gtk-3.0', 'settings.ini')
        settings.parent.mkdir(parents=True, exist_ok=True)
        settings.write_text('[Settings]\ngtk-print-backends = file\n')
        return []

    def is_offered(self, row):
        """Whether the row of that name can be chosen."""
        states = self.screen.node_of(row, Atspi.Role.LIST_ITEM).get_state_set()
        return states.contains(Atspi.StateType.SENSITIVE)

    def save(self, form, ending):
        """The one file that came of it."""
        self.screen.press(f'Save as {form}')
        self.screen.wait_for_name('Save the report')
        self.screen.press('Save')
        self.screen.wait_for_name(re.compile(rf'Saved: .*/fill-credit-\d{{4}}-\d\d-\d\d\.{ending}'))
        return next(self.home.glob(f'fill-credit-*.{ending}'))

    def test_read_and_save(self):
        """All of it by the daemon; what a role may not have is grey and says why."""
        self.screen.press('Reports')
        self.screen.wait_for_name('Log in first.')
        self.assertFalse(self.is_offered('Fill and credit register'))
        self.screen.press('Close')
        self.log_in('Pia')
        self.screen.wait_for(lambda: self.screen.button('Pia, pit boss'), 'not logged in')
        self.screen.press('Reports')
        self.screen.wait_for_name('Not as pit boss. Who may: shift manager, audit, administrator.')
        self.assertFalse(self.is_offered('User activity and override report'))
        self.screen.choose_row('Fill and credit register')
        self.screen.wait_for(lambda: 'PB-01' in self.screen.paper(), 'the register has no slip')
        self.assertRegex(self.screen.paper(), r'1 .*fill')
        self.look('report')

        with open(self.save('CSV', 'csv'), newline='', encoding='utf-8') as file:
            rows = list(csv.DictReader(file))
        self.assertEqual([row['table'] for row in rows], ['PB-01'])
        self.assertEqual(json.loads(self.save('JSON', 'json').read_text())['report'],
                         'fill-credit')
        self.assertEqual(self.save('PDF', 'pdf').read_bytes()[:5], b'%PDF-')

        # The person after him does not find it there.
        self.screen.press('Lock')
        self.screen.wait_for(lambda: 'PB-01' not in self.screen.paper(), 'it stands there still')
        self.log_in('Pia')
        self.screen.wait_for(lambda: self.screen.button('Pia, pit boss'), 'not logged in')
        self.screen.press('Reports')
        self.screen.choose_row('Fill and credit register')
        self.screen.wait_for(lambda: 'PB-01' in self.screen.paper(), 'the register has no slip')

        # The daemon goes: what is read stays, nothing more is had of it, and it says so.
        self.daemon.stop()
        self.screen.wait_for(lambda: not self.screen.button('Print'), 'it can still be printed')
        self.screen.wait_for_name('The daemon is not heard: nothing can be done now.')
        self.assertIn('PB-01', self.screen.paper())
        # Forms are for such times.
        self.screen.press_key(F12_KEY)
        self.screen.wait_for(lambda: 'opener / closer' in self.screen.paper(), 'no forms')
        self.daemon.start()
        self.screen.press('Close')
        self.screen.press('← Back')
        self.screen.wait_for(lambda: '← Back' not in self.screen.names(), 'it stayed')
        self.screen.node('which tables')

    def test_dialogs(self):
        """GTK's own lie within the screen, and nothing is complained of when they go."""
        self.log_in('Pia')
        self.screen.wait_for(lambda: self.screen.button('Pia, pit boss'), 'not logged in')
        self.screen.press('Reports')
        self.screen.choose_row('Fill and credit register')
        self.screen.wait_for(lambda: 'PB-01' in self.screen.paper(), 'the register has no slip')
        for opens, title in (('Save as PDF', 'Save the report'), ('Print', 'Print')):
            self.screen.press(opens)
            dialog = self.screen.wait_for(lambda: self.dialog(title), f'no {title}')
            self.screen.wait_for(lambda: is_within_screen(dialog), 'it does not fit the screen')
            self.screen.press_key(ESCAPE_KEY)
            self.screen.wait_for(lambda: not self.dialog(title), f'{title} stayed')
        # Left while it still reads the folder.
        for _ in range(5):
            self.screen.press('Save as PDF')
            self.screen.wait_for(lambda: self.dialog('Save the report'), 'no dialog')
            self.screen.press_key(ESCAPE_KEY)
            self.screen.wait_for(lambda: not self.dialog('Save the report'), 'it stayed')
        # Nobody is logged in after a start of the daemon: the report is not saved by then.
        self.screen.press('Save as PDF')
        self.screen.wait_for(lambda: self.dialog('Save the report'), 'no dialog')
        self.daemon.stop()
        self.daemon.start()
        self.screen.wait_for(lambda: 'PB-01' not in self.screen.paper(), 'the report stayed')
        self.screen.wait_for(lambda: not self.dialog('Save the report'), 'it can be saved')
        self.assertEqual(list(self.home.glob('fill-credit-*')), [])

    def dialog(self, title):
        """The window of that title, if it is there."""
        windows = self.screen.program()
        return next((window for window in map(windows.get_child_at_index,
                                              range(windows.get_child_count()))
                     if window and name_of(window) == title), None)

    def test_blank_forms(self):
        """Numbers are reserved; where nobody is logged in the forms have none."""
        self.screen.wait_for(lambda: self.screen.button('Log in'), 'nobody can log in')
        self.screen.press_key(F12_KEY)
        self.screen.wait_for_name('Log in first.')
        self.screen.wait_for(lambda: 'opener / closer' in self.screen.paper(), 'no forms')
        self.assertNotIn('Slip no.', self.screen.paper())
        # The house's own chips: those of its tables, each once, the largest first.
        values = re.findall(r'^\W*(\d+\.\d\d)\W*$', self.screen.paper(), re.MULTILINE)
        self.assertEqual(values, ['125.00', '80.00', '20.00', '5.00'])
        self.log_in('Pia')
        self.screen.wait_for(lambda: self.screen.button('Pia, pit boss'), 'not logged in')
        self.screen.press('Reports')
        self.screen.write('Slips to number', '2')
        self.screen.press('Blank forms')
        self.screen.wait_for(lambda: 'Slip no. 3' in self.screen.paper(), 'no numbered forms')
        self.look('report-forms')
        states = [slip['state'] for slip in self.client.ok('slips')['slips']]
        self.assertEqual(states, ['requested', 'reserved', 'reserved'])


def is_within_screen(window):
    """All of it, on the screen of this test."""
    place = window.get_component_iface().get_extents(Atspi.CoordType.SCREEN)
    return (place.x >= 0 and place.y >= 0 and place.width > 1 and
            place.x + place.width <= SCREEN_PX[0] and place.y + place.height <= SCREEN_PX[1])


del House
if __name__ == '__main__':
    unittest.main(argv=sys.argv[:1])
