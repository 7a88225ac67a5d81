"""Table money at the real console: counts, slips, their register, and what is put right.

usage: test_money.py SABOTD SABOT_PIT, run by on-display.sh
"""
import datetime
import re
import sys
import unittest

from held import Held
from house import PINS, House, wait_for
from screen import Atspi

House.PROGRAMS = tuple(sys.argv[1:3])


def shift_before():
    """The last one that is over, of one shift a day from six."""
    now = datetime.datetime.now(datetime.timezone.utc)
    return f'{(now - datetime.timedelta(hours=30)).date()}/1'


class Early(House):
    """Forms that are opened before the daemon has said what they are made of."""
    SABOTCTL = None

    def address(self):
        path = str(self.daemon.directory / 'held')
        self.relay = Held(path, self.daemon.socket, 'rules', 'persons')
        self.addCleanup(self.relay.close)
        return path

    def test_a_form_goes_on_when_chips_and_persons_come(self):
        self.screen.press('Log in')
        self.screen.write('find a person by name', 'Pia')  # no names are listed yet
        self.screen.press_return()
        self.enter_pin(PINS['Pia'])
        self.open_table('PB-01')
        self.screen.press('Money')
        self.screen.press('Fill')
        self.screen.write('chips, as 500x20 25x40', '25x2')
        self.screen.wait_for(lambda: 'rules' in self.relay.held, 'the rules are not asked for')
        self.assertIsNone(self.screen.button('Record it'), 'of an unknown shift')
        self.look('money-early')
        self.relay.release('rules')
        self.screen.wait_for_name('Together: 50.00')
        self.screen.wait_for_text('chips of 25', '2')
        self.screen.press('Record it')
        self.screen.wait_for_name('Recorded: Fill requested · 1 · 50.00')

        self.screen.press('Dealer')
        self.screen.write('Dealer', 'Dan')
        self.relay.release()
        self.screen.wait_for(lambda: any(name.startswith('Dan, dealer')
                                         for name in self.screen.names()), 'no persons')
        self.screen.press('Record it')
        wait_for(lambda: any(post['who'] == 'p2' for post in
                             self.client.view('PB-01').get('staff', ())), 'Dan to deal')


class Money(House):
    CONFIG = 'create_key = yes\n[house]\ntime_zone = UTC\nshifts = whole 06:00\n'

    def documents(self):
        return self.client.ok('documents', table='PB-01')['documents']

    def wait_for_person(self, name):
        self.screen.wait_for(lambda: any(self.screen.button(f'{name}, {role}') for role in (
            'dealer', 'pit boss', 'shift manager', 'surveillance')), f'{name} is not logged in')

    def begin(self, name):
        self.log_in(name)
        self.wait_for_person(name)
        self.open_table('PB-01')
        self.screen.press('Money')
        self.screen.wait_for_name('PB-01: money')

    def become(self, before, name):
        self.screen.press(before)
        self.screen.choose_row(f'{name}, ')
        self.enter_pin(PINS[name])
        self.wait_for_person(name)
        self.screen.press('Money')

    def second(self, name):
        self.screen.press('On to the second person')
        self.screen.choose_row(f'{name}, ')
        self.screen.wait_for_name(f'PIN of {name}')
        self.enter_pin(PINS[name])

    def put_tips_right(self):
        """Tips of 50.00 that were 60.00."""
        self.screen.press('Tips')
        self.screen.write('Amount', '50')
        self.screen.node_of('More to say', Atspi.Role.CHECK_BOX).get_action_iface().do_action(0)
        self.screen.write('When, if it was before (14:05)', 'noon')
        self.screen.press('Record it')
        self.screen.wait_for_name(
            'When, if it was before (14:05): "noon" is no time of day, as 14:05.')
        self.screen.write('When, if it was before (14:05)', '')
        self.screen.press('Record it')
        self.screen.wait_for_name('Recorded: Tips · 50.00')
        written = self.documents()[-1]

        self.screen.choose_row(datetime.datetime.fromisoformat(
            written['at']).astimezone().strftime('%H:%M  Tips'))
        self.screen.wait_for_name('Put right: Tips · 50.00')
        self.screen.write('Amount', '60')
        self.screen.press('Record it')
        self.screen.wait_for_name('Reason is missing.')
        self.screen.wait_for_focus('Reason')
        self.screen.write('Reason', 'counted again')
        self.screen.press('Record it')
        self.screen.wait_for_name('Recorded: Tips · 60.00 · counted again')
        self.screen.wait_for_name('Fills 500.00\nTips 60.00')
        self.assertEqual(self.documents()[-1]['corrects'], written['n'])

    def is_sum_in_sight(self):
        """Also where there are more chips than rows in the window."""
        total, key = self.screen.place('Together: 0.00'), self.screen.place('Record it')
        return total and key and total.y + total.height <= key.y

    def is_back_in_sight(self):
        back = self.screen.place('Back')
        return back and back.y + back.height <= self.screen.size_of_window()[1]

    def test_a_fill(self):
        """Who may not write reads. One asks for it, another issues it, two receive it."""
        self.begin('Eye')
        self.screen.wait_for_name(re.compile('Not as surveillance. Who may: .*'))
        self.assertIsNone(self.screen.button('Fill'))
        self.look('money-not')
        self.become('Eye, surveillance', 'Pia')
        self.look('money')
        self.screen.press('Fill')
        self.screen.wait_for(self.is_sum_in_sight, 'the sum is below the window')
        self.screen.press('Record it')
        self.screen.wait_for_name('Count of chips is missing.')
        self.screen.write('chips of 25', '20')
        self.screen.wait_for_name('Together: 500.00')
        self.look('money-fill')
        self.screen.press('Record it')
        self.screen.wait_for_name('Recorded: Fill requested · 1 · 500.00')
        self.screen.wait_for_name('Fill 1 is requested: 500.00')
        self.look('money-requested')

        self.screen.press('Issue: Fill 1 is requested: 500.00')
        self.screen.wait_for_name('Refused: who signed the request of this slip does not sign here')
        self.assertIsNone(self.screen.button('Record it'))
        self.look('money-refused')

        self.become('Pia, pit boss', 'Dan')
        self.screen.press('Issue: Fill 1 is requested: 500.00')
        self.screen.wait_for_name('Together: 500.00')
        self.screen.press('Record it')
        self.screen.wait_for_name('Recorded: Slip issued · 1 · 500.00')
        self.become('Dan, dealer', 'Sol')
        self.screen.press('Receive: Fill 1 is issued: 500.00')
        self.screen.press('On to the second person')
        self.screen.choose_row('Pia, ')
        self.screen.wait_for_name('PIN of Pia')
        self.enter_pin(PINS['Sol'])
        self.screen.wait_for_name(re.compile('Refused: .*PIN is wrong'))
        self.screen.wait_for(self.is_back_in_sight, 'the last key is below the window')
        self.look('money-wrong-pin')
        self.enter_pin(PINS['Pia'])
        self.screen.wait_for_name('Recorded: Slip received · 1 · 500.00')
        self.screen.wait_for_name(re.compile(
            r'\d\d:\d\d  Slip received · 1 · 500.00 \(Sol and Pia\)'))
        self.screen.wait_for_name(re.compile(r'\d\d:\d\d  Fill requested · 1 · 500.00 \(Pia\)'))
        self.look('money-received')
        slip = self.client.ok('slips')['slips'][0]
        self.assertEqual((slip['state'], slip['amount'], slip['table']),
                         ('received', 50000, 'PB-01'))
        self.put_tips_right()

    def test_drop_and_win_stand_on_the_tables_page(self):
        for event in ({'ev': 'count', 'do': 'opener', 'chips': [{'chip': 2500, 'count': 40}]},
                      {'ev': 'drop', 'do': 'box', 'box': 'D-1', 'counts': {'cash': 70000}},
                      {'ev': 'count', 'do': 'closer', 'chips': [{'chip': 2500, 'count': 20}]}):
            self.pit.ok('document', second={'name': 'Sol', 'pin': PINS['Sol']},
                        event={'table': 'PB-01', **event})
        for event, second in (({'do': 'issue', 'patron': 'K-17', 'amount': 100000}, 'Sol'),
                              ({'do': 'redeem', 'number': 1, 'amount': 40000}, None)):
            self.pit.ok('document', event={'table': 'PB-01', 'ev': 'marker', **event},
                        **({'second': {'name': second, 'pin': PINS[second]}} if second else {}))
        self.log_in('Pia')
        self.wait_for_person('Pia')
        self.open_table('PB-01')
        self.screen.wait_for_name('Drop 700.00 · Win 200.00')
        self.screen.press('Money')
        marker = 'Marker 1 of K-17: 600.00 is open'
        self.screen.wait_for(lambda: self.screen.button(f'Redeem: {marker}'), 'no marker')
        self.assertIsNone(self.screen.button(f'Void: {marker}'), 'it is partly redeemed')

    def test_a_sealed_shift(self):
        """Put right by two, whatever it is; what was missing is added to the seal."""
        shift = shift_before()
        sol = self.connect('Sol')
        for event in ({'ev': 'count', 'do': 'opener', 'chips': [{'chip': 2500, 'count': 40}]},
                      {'ev': 'drop', 'do': 'box', 'box': 'D-1', 'counts': {'cash': 70000}},
                      {'ev': 'count', 'do': 'closer', 'chips': [{'chip': 2500, 'count': 20}]}):
            sol.ok('document', second={'name': 'Pia', 'pin': PINS['Pia']},
                   event={'table': 'PB-01', 'shift': shift, **event})
        sol.ok('document', event={'ev': 'tips', 'table': 'PB-01', 'shift': shift, 'amount': 5000})
        [seal] = sol.ok('sign_off', shift=shift,
                        second={'name': 'Pia', 'pin': PINS['Pia']})['out']
        self.begin('Sol')
        self.screen.wait_for(lambda: shift in self.screen.items('shift'), 'no such shift')
        self.screen.choose('shift', shift)
        self.screen.wait_for_name(re.compile('Drop 700.00 · Win 200.00.*|.*Tips 50.00.*', re.S))
        written = sol.ok('documents', table='PB-01', shift=shift)['documents']
        [tips] = [document for document in written if document['ev'] == 'tips']
        self.screen.choose_row(datetime.datetime.fromisoformat(
            tips['at']).astimezone().strftime('%H:%M  Tips'))
        self.screen.wait_for_name('Put right: Tips · 50.00')
        self.screen.wait_for_name(
            'The shift is sealed: this amends it, and two persons sign it.')
        self.screen.write('Amount', '60')
        self.screen.write('Reason', 'counted again')
        self.screen.press('Record it')
        self.screen.choose_row('Pia, ')
        self.screen.wait_for_name('PIN of Pia')
        self.enter_pin(PINS['Pia'])
        self.screen.wait_for_name(re.compile('Recorded: Tips · 60.00 · counted again.*'))
        self.look('money-amended')
        amended = sol.ok('documents', table='PB-01', shift=shift)['documents'][-1]
        self.assertEqual((amended['amends'], amended['amount']), (seal['n'], 6000))
        self.screen.press('Tips')
        self.screen.write('Amount', '7')
        self.screen.write('Reason', 'found in the tray')
        self.screen.press('Record it')
        self.screen.choose_row('Pia, ')
        self.screen.wait_for_name('PIN of Pia')
        self.enter_pin(PINS['Pia'])
        self.screen.wait_for_name(re.compile('Recorded: Tips · 7.00.*'))
        added = sol.ok('documents', table='PB-01', shift=shift)['documents'][-1]
        self.assertEqual((added['amends'], added['corrects']), (seal['n'], seal['n']))

    def test_an_opener_that_differs(self):
        """By keyboard; the closer before it was 500.00, and it is counted as 475.00 twice."""
        self.pit.ok('document', second={'name': 'Sol', 'pin': PINS['Sol']},
                    event={'ev': 'count', 'do': 'closer', 'table': 'PB-01',
                           'shift': shift_before(), 'chips': [{'chip': 2500, 'count': 20}]})
        self.begin('Sol')
        for heading in ('Opener', 'Opener, counted again'):
            self.screen.wait_for_focus('Opener')
            self.screen.press_key(ord('1'))
            for chip in (5000, 1000, 500, 100, 50):
                self.screen.wait_for_focus(f'chips of {chip}')
                self.screen.press_return()
            self.screen.wait_for_focus('chips of 25')
            self.assertIn(heading, self.screen.names())
            for digit in '19':
                self.screen.press_key(ord(digit))
            self.screen.wait_for_name('Together: 475.00')
            self.second('Pia')
            self.screen.wait_for_name('Recorded: Opener counted · 475.00')
            if heading == 'Opener':
                self.screen.wait_for_name('PB-01: the opener differs from the closer before by '
                                          '-25.00: count it again')
                self.look('money-recount')
        self.screen.wait_for_name('Opener 475.00')
        self.screen.wait_for_name(re.compile(r'.*Opener counted · 475.00 .*put right later'))
        self.assertIsNone(self.screen.button('Opener: PB-01'))
        self.assertTrue(self.documents()[-1]['recount'])


del House
if __name__ == '__main__':
    unittest.main(argv=sys.argv[:1])
