"""Reports at the real console: chosen, read, saved; blank forms from one key.

usage: test_reports.py SABOTD SABOT_PIT SABOTCTL, run by on-display.sh
"""
import csv
import os
import pathlib
import re
import sys
import tempfile
import unittest

from house import PINS, House

House.PROGRAMS = tuple(str(pathlib.Path(path).resolve()) for path in sys.argv[1:3])
F12_KEY = 0xffc9  # X11's keysym
TOOLS = str(pathlib.Path(sys.argv[3]).resolve().parent)


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
        os.environ.update(HOME=home.name, PATH=f'{TOOLS}:{os.environ["PATH"]}')
        self.addCleanup(os.chdir, os.getcwd())
        os.chdir(home.name)
        return ['--database', f'{self.daemon.directory}/state/sabot.db',
                '--config', str(self.daemon.config)]

    def text(self):
        """What stands on the report's page."""
        node = next((node for node in self.screen.nodes() if node.get_name() == 'the report'), None)
        return node.get_text_iface().get_text(0, -1) if node else ''

    def test_read_and_save(self):
        self.log_in('Pia')
        self.screen.wait_for(lambda: self.screen.button('Pia, pit boss'), 'not logged in')
        self.screen.press('Reports')
        self.screen.choose_row('Fill and credit register')
        self.screen.wait_for(lambda: 'PB-01' in self.text(), 'the register has no slip')
        self.assertRegex(self.text(), r'1 .*fill')
        self.look('report')

        self.screen.press('Save as CSV')
        self.screen.wait_for_name('Save the report')
        self.screen.press('Save')
        self.screen.wait_for_name(re.compile(r'Saved: .*/fill-credit-\d{4}-\d\d-\d\d\.csv'))
        saved = next(self.home.glob('fill-credit-*.csv'))
        with open(saved, newline='', encoding='utf-8') as file:
            rows = list(csv.DictReader(file))
        self.assertEqual([row['table'] for row in rows], ['PB-01'])

        self.screen.press('← Back')
        self.screen.wait_for(lambda: '← Back' not in self.screen.names(), 'it stayed')
        self.screen.node('which tables')

    def test_blank_forms(self):
        """Numbers are reserved; where nobody is logged in the forms have none."""
        self.screen.wait_for(lambda: self.screen.button('Log in'), 'nobody can log in')
        self.screen.press_key(F12_KEY)
        self.screen.wait_for_name('Log in first.')
        self.screen.wait_for(lambda: 'opener / closer' in self.text(), 'no forms')
        self.assertNotIn('Slip no.', self.text())
        # The house's own chips: those of its tables, each once, the largest first.
        values = re.findall(r'^\W*(\d+\.\d\d)\W*$', self.text(), re.MULTILINE)
        self.assertEqual(values, ['125.00', '80.00', '20.00', '5.00'])
        self.log_in('Pia')
        self.screen.wait_for(lambda: self.screen.button('Pia, pit boss'), 'not logged in')
        self.screen.press('Reports')
        self.screen.write('Slips to number', '2')
        self.screen.press('Blank forms')
        self.screen.wait_for(lambda: 'Slip no. 3' in self.text(), 'no numbered forms')
        self.look('report-forms')
        states = [slip['state'] for slip in self.client.ok('slips')['slips']]
        self.assertEqual(states, ['requested', 'reserved', 'reserved'])


del House
if __name__ == '__main__':
    unittest.main(argv=sys.argv[:1])
