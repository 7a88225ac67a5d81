"""Closing a shift at the real console: what is open, a remark, two persons, the seal.

usage: test_shift.py SABOTD SABOT_PIT, run by on-display.sh
"""
import datetime
import re
import sys
import unittest

from house import PINS, House, wait_for
from screen import Atspi

House.PROGRAMS = tuple(sys.argv[1:3])


def shift_before():
    """The last one that is over, of one shift a day from six."""
    now = datetime.datetime.now(datetime.timezone.utc)
    return f'{(now - datetime.timedelta(hours=30)).date()}/1'


class Shift(House):
    CONFIG = 'create_key = yes\nclient_time = date\n' \
        '[house]\ntime_zone = UTC\nshifts = whole 06:00\n'

    def populate(self):
        super().populate()
        self.shift = shift_before()
        self.count('opener')

    def count(self, step, table='PB-01'):
        self.pit.ok('document', second={'name': 'Sol', 'pin': PINS['Sol']},
                    event={'ev': 'count', 'do': step, 'table': table, 'shift': self.shift,
                           'chips': [{'chip': 500, 'count': 100}]})

    def remark(self, on, text):
        self.screen.press(f'Remark: {on}')
        self.screen.write(f'remark on: {on}', text)
        self.screen.press(f'note the remark on: {on}')

    def sealed(self):
        return self.client.ok('shift', shift=self.shift).get('sealed')

    def test_one_remark_for_many(self):
        """Two tables of which no box was counted: one remark is noted on both."""
        self.count('opener', 'BJ-01')
        for table in ('BJ-01', 'PB-01'):
            self.count('closer', table)
        self.log_in('Sol')
        self.screen.wait_for(lambda: self.screen.button('Sol, shift manager'), 'not logged in')
        self.screen.press('Shift')
        what = 'BJ-01: no drop box was counted'
        self.screen.wait_for_name(f'Wants a remark: {what}')
        self.screen.press(f'Remark: {what}')
        self.screen.write(f'remark on: {what}', 'counted tomorrow')
        self.look('shift-remark-all')
        self.screen.press(f'note the remark on all 2 like: {what}')
        for table in ('BJ-01', 'PB-01'):
            self.screen.wait_for_name(f'Remarked: {table}: no drop box was counted')
        remarks = [row for row in self.client.ok('documents', shift=self.shift)['documents']
                   if row['ev'] == 'remark']
        self.assertEqual(sorted((row['item'], row['note']) for row in remarks),
                         [(f'drop_missing/{table}', 'counted tomorrow')
                          for table in ('BJ-01', 'PB-01')])

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
        self.remark('PB-01: no drop box was counted', 'counted at noon')
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

    def deal(self):
        """A round of that shift, of which five are missing, and an incident."""
        dealer = self.connect('Dan')
        at = f'{self.shift[:10]}T12:00:00Z'
        for event in [{'ev': 'load', 'decks': 6},
                      {'ev': 'bet', 'box': 1, 'on': 'punto', 'amount': 500},
                      {'ev': 'no_more_bets'},
                      *[{'ev': 'card', 'card': card} for card in ('9S', 'KH', '2S', '5D')],
                      {'ev': 'result', 'winner': 'banca'}, {'ev': 'result'},
                      {'ev': 'unload', 'left': 308}]:
            dealer.event('PB-01', at=at, **event)
        self.count('closer')
        self.pit.ok('document', second={'name': 'Sol', 'pin': PINS['Sol']},
                    event={'ev': 'drop', 'do': 'box', 'table': 'PB-01', 'shift': self.shift,
                           'box': 'D-1', 'counts': {'cash': 0}})

    def test_what_two_sign_for(self):
        self.deal()
        self.log_in('Sol')
        self.screen.wait_for(lambda: self.screen.button('Sol, shift manager'), 'not logged in')
        self.screen.press('Shift')
        # Named as in the list of incidents, and what each table comes to.
        self.screen.wait_for_name(re.compile(r'First: PB-01: round 1 · wrong result .*'))
        self.screen.wait_for_name('PB-01: drop 0.00, win 0.00')
        unexplained = 'PB-01: won 0.00 by the chips and -5.00 as paid: unexplained'
        self.screen.wait_for_name(f'Wants a remark: {unexplained}')
        self.screen.wait_for_name('Differences 5.00 · explained 0.00 · left 5.00')
        self.look('shift-unexplained')
        for incident in self.client.ok('incidents')['incidents']:
            if incident['state'] == 'open':
                self.pit.event('PB-01', ev='ruling', incident=incident['id'],
                               remedy='let_stand')
        for item in self.client.ok('shift_open', shift=self.shift)['open']:
            self.pit.ok('document', event={'ev': 'remark', 'shift': self.shift,
                                           'item': item['item'], 'note': 'seen'})
        self.screen.press('Look again')
        self.screen.wait_for_name(f'Wants a remark: {unexplained}')
        self.assertIsNone(self.screen.button('Close this shift'))
        self.remark(unexplained, 'a chip under the rail')
        self.screen.wait_for_name(f'Remarked: {unexplained}')
        self.screen.wait_for_name('Differences 5.00 · explained 5.00 · left 0.00')
        self.screen.wait_for(lambda: self.screen.button('Close this shift'), 'it cannot be closed')
        # A row opens its table.
        self.screen.choose_row('PB-01: drop 0.00, win 0.00')
        self.screen.wait_for(lambda: self.screen.button('← Floor'), 'the table is not shown')

    def test_each_key_leads_there(self):
        """From what is open straight to where it is done; a ruling comes back to the page."""
        self.deal()
        self.log_in('Sol')
        self.screen.wait_for(lambda: self.screen.button('Sol, shift manager'), 'not logged in')
        self.screen.press('Shift')
        self.screen.wait_for_name(re.compile(r'\d+ of \d+ done'))
        self.screen.wait_for_name('Openers: none is missing')
        self.assertNotIn('Incidents: all are answered', self.screen.names())
        self.screen.press_beginning('Rule: PB-01: round 1 · wrong result')
        self.screen.choose_row('let it stand')
        self.screen.wait_for(lambda: self.screen.button('Apply the ruling'), 'nothing to apply')
        self.screen.press('Apply the ruling')
        self.screen.wait_for_name(re.compile(r'\d+ of \d+ done'))
        self.screen.wait_for(lambda: not any(name.startswith('Rule: ')
                                             for name in self.screen.names()), 'still to be ruled')
        self.screen.press('Report')
        self.screen.wait_for_name('the report')
        self.screen.wait_for(lambda: self.screen.button('← Back'), 'no report')
        self.screen.press('← Back')

    def test_where_it_is_counted(self):
        self.log_in('Sol')
        self.screen.wait_for(lambda: self.screen.button('Sol, shift manager'), 'not logged in')
        self.screen.press('Shift')
        self.screen.press('Count: PB-01: the closer was not counted')
        self.screen.wait_for(lambda: self.screen.button('← Floor'), 'the table is not shown')
        self.screen.wait_for(lambda: self.screen.button('Closer: PB-01'), 'its money is not shown')

    def test_drop_and_win_on_the_tiles(self):
        """Where they are wanted, in the place of the limits; to nobody who has not logged in."""
        self.pit.ok('document', event={'ev': 'drop', 'do': 'box', 'table': 'PB-01',
                                       'box': 'D-1', 'counts': {'cash': 12500}},
                    second={'name': 'Sol', 'pin': PINS['Sol']})
        self.log_in('Sol')
        self.screen.wait_for(lambda: self.screen.button('Sol, shift manager'), 'not logged in')
        self.screen.wait_for_description('bets 5 – 500')
        self.screen.press('Preferences')
        wanted = self.screen.node_of('Drop and win on the tiles', Atspi.Role.CHECK_BOX)
        wanted.do_action(0)
        self.screen.wait_for_description('drop 125 · win –')
        self.screen.press('Lock')
        self.screen.wait_for_description('bets 5 – 500')

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
