"""Closing a shift at the real console: what is open, a remark, two persons, the seal.

usage: test_shift.py SABOTD SABOT_PIT, run by on-display.sh
"""
import datetime
import re
import sys
import unittest

from house import PINS, House, wait_for

House.PROGRAMS = tuple(sys.argv[1:3])


def shift_before():
    """The last one that is over, of one shift a day from six."""
    now = datetime.datetime.now(datetime.timezone.utc)
    return f'{(now - datetime.timedelta(hours=30)).date()}/1'


class Shift(House):
    CONFIG = 'create_key = yes\n[house]\ntime_zone = UTC\nshifts = whole 06:00\n'

    def populate(self):
        super().populate()
        self.shift = shift_before()
        self.count('opener')

    def count(self, step):
        self.pit.ok('document', second={'name': 'Sol', 'pin': PINS['Sol']},
                    event={'ev': 'count', 'do': step, 'table': 'PB-01', 'shift': self.shift,
                           'chips': [{'chip': 500, 'count': 100}]})

    def sealed(self):
        return self.client.ok('shift', shift=self.shift).get('sealed')

    def test_from_open_to_sealed(self):
        self.log_in('Sol')
        self.screen.wait_for(lambda: self.screen.button('Sol, shift manager'), 'not logged in')
        self.screen.press('Shift')
        self.screen.wait_for_name(f'Shift {self.shift}, whole')
        self.screen.wait_for_name('First: PB-01: the closer was not counted')
        self.assertIsNone(self.screen.button('Close this shift'))
        self.look('shift-open')

        self.count('closer')
        self.screen.press('Look again')
        self.screen.wait_for_name('Wants a remark: PB-01: no drop box was counted')
        self.screen.wait_for(
            lambda: 'First: PB-01: the closer was not counted' not in self.screen.names(),
            'the closer is still missing')
        self.screen.write('remark on: PB-01: no drop box was counted', 'counted at noon')
        self.screen.press('note the remark on: PB-01: no drop box was counted')
        self.screen.wait_for_name('counted at noon')
        self.look('shift-remarked')

        self.screen.press('Close this shift')
        self.screen.choose_row('Pia, ')
        self.screen.wait_for_name('PIN of Pia')
        self.enter_pin('0007')
        self.screen.wait_for_name(re.compile('.*PIN is wrong.*'))
        self.assertIsNone(self.sealed())
        self.enter_pin(PINS['Pia'])
        self.screen.wait_for_name(f'Shift {self.shift} is sealed.')
        self.look('shift-sealed')
        seal = wait_for(self.sealed, 'the seal')
        self.assertNotEqual(seal['by'], seal['second'])
        self.assertTrue(self.client.ok('shift', shift=self.shift)['signed'])

    def test_who_may_not(self):
        self.log_in('Pia')
        self.screen.wait_for(lambda: self.screen.button('Pia, pit boss'), 'not logged in')
        self.count('closer')
        self.pit.ok('document', event={'ev': 'remark', 'shift': self.shift,
                                       'item': 'drop_missing/PB-01', 'note': 'tomorrow'})
        self.screen.press('Shift')
        self.screen.wait_for_name('Remarked: PB-01: no drop box was counted')
        self.assertIsNone(self.screen.button('Close this shift'))


del House
if __name__ == '__main__':
    unittest.main(argv=sys.argv[:1])
