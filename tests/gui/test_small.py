"""The console on a small screen: the list, panels and tables take each other's place.

usage: test_small.py SABOTD SABOT_PIT, run by on-display.sh with SABOT_SCREEN=800x480
"""
import sys
import unittest

from house import House
from screen import ESCAPE_KEY, is_showing, name_of

House.PROGRAMS = tuple(sys.argv[1:3])
OTHER_SIDE_KEY = 0xffc3  # F6


class Small(House):
    def sees(self, *names, but=()):
        """What is beside it is not there."""
        def is_so():
            shown = {name_of(node) for node in self.screen.nodes() if is_showing(node)}
            return shown.issuperset(names) and shown.isdisjoint(but)
        self.screen.wait_for(is_so, f'not {names} without {but}')

    def test_one_takes_the_place_of_the_other(self):
        entry = 'Needs somebody'
        self.sees('List', but=(entry, 'Statistics'))
        self.assertEqual(self.screen.size_of_window(), (800, 480))
        self.log_in('Pia')
        self.pit.event('PB-01', ev='load', decks=6)
        self.pit.event('PB-01', ev='call')
        self.screen.press('List')
        self.sees(entry, 'Statistics', but=('order of tables',))
        self.screen.press('Statistics')
        self.sees('Close', but=(entry,))
        self.screen.press('Close')
        self.screen.wait_for(lambda: self.screen.place('PB-01, '), 'the tables are not there')
        self.screen.press_key(OTHER_SIDE_KEY)
        self.sees(entry)
        self.screen.press_key(OTHER_SIDE_KEY)
        self.sees('List', but=(entry,))
        self.screen.press('List')
        self.screen.press_key(ESCAPE_KEY)
        self.sees('List', but=(entry,))
        # From the list to the ruling, and to the key that shows what lay there.
        self.screen.press('List')
        self.screen.choose_row('medium, PB-01')
        self.sees('Round, events, camera', but=(entry,))
        self.look('small-ruling')
        self.screen.press('Round, events, camera')
        self.screen.wait_for_name('what lay there')
        self.screen.press('Close')
        self.screen.wait_for(lambda: self.screen.place('PB-01, '), 'the tables are not there')
        # A report takes the place of the panel that it was chosen in.
        self.screen.press('List')
        self.screen.press('Reports')
        self.screen.choose_row('Table inventory')
        self.sees('← Back', but=('Blank forms',))


del House
if __name__ == '__main__':
    unittest.main(argv=sys.argv[:1])
