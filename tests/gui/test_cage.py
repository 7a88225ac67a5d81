"""Who signs what at the real console, in a house with a cage and a count room: each pair that is
none is refused there, and the refusal names the roles.

usage: test_cage.py SABOTD SABOT_PIT, run by on-display.sh
"""
import re
import sys
import unittest

from house import PINS, House

House.PROGRAMS = tuple(sys.argv[1:3])
CHIPS = [{'chip': 2500, 'count': 20}]
NAMES = {'Dan': 'dealer', 'Pia': 'pit boss', 'Pat': 'pit boss', 'Sol': 'shift manager',
         'Cai': 'cage', 'Con': 'count room', 'Eye': 'surveillance'}


class Cage(House):
    CONFIG = 'create_key = yes\n[house]\ntime_zone = UTC\nshifts = whole 06:00\n'
    PERSONS = tuple(NAMES)

    def slip(self, kind):
        return self.pit.ok('document', event={
            'table': 'PB-01', 'ev': 'slip', 'do': 'request', 'kind': kind, 'chips': CHIPS})

    def begin(self, name):
        self.log_in(name)
        self.now = name
        self.wait_for_person()
        self.open_table('PB-01')
        self.screen.press('Money')
        self.screen.wait_for_name('PB-01: money')

    def wait_for_person(self):
        wanted = f'{self.now}, {NAMES[self.now]}'
        self.screen.wait_for(lambda: self.screen.button(wanted), f'{self.now} is not logged in')

    def become(self, name):
        self.screen.press(f'{self.now}, {NAMES[self.now]}')
        self.screen.choose_row(f'{name}, ')
        self.enter_pin(PINS[name])
        self.now = name
        self.wait_for_person()
        self.screen.press('Money')

    def second(self, name):
        self.screen.press('On to the second person')
        self.screen.choose_row(f'{name}, ')
        self.screen.wait_for_name(f'PIN of {name}')
        self.enter_pin(PINS[name])

    def is_refused(self, button, roles):
        self.screen.press(button)
        self.screen.wait_for_name(f'Not as {NAMES[self.now]}. Who may: {roles}.')

    def test_by_role(self):
        """The dealer asks for no chips, gives himself none and counts no drop; the cage receives
        nothing at a table; the count room has no part in either."""
        self.slip('fill')
        fill = 'Fill 1 is requested: 500.00'
        self.begin('Dan')
        for button, roles in (('Fill', 'pit boss, shift manager'),
                              ('Credit', 'pit boss, shift manager'), (f'Issue: {fill}', 'cage'),
                              ('Drop box', 'count room')):
            self.is_refused(button, roles)
        self.look('cage-dealer')
        self.become('Con')
        for button, roles in (('Opener', 'dealer, pit boss, shift manager'),
                              (f'Issue: {fill}', 'cage')):
            self.is_refused(button, roles)
        self.become('Cai')
        for button, roles in (('Fill', 'pit boss, shift manager'), ('Drop box', 'count room')):
            self.is_refused(button, roles)
        self.screen.press(f'Issue: {fill}')
        self.screen.press('Record it')
        issued = 'Receive: Fill 1 is issued: 500.00'
        self.screen.wait_for(lambda: self.screen.button(issued), 'is not issued')
        self.is_refused(issued, 'dealer, pit boss, shift manager')
        self.receive(issued)

    def receive(self, issued):
        """By the dealer, with a second who has no part in it yet."""
        self.become('Dan')
        self.screen.press(issued)
        self.second('Pia')
        self.screen.wait_for_name(re.compile(
            'Refused: event.second: who signed the request of this slip does not sign here'))
        self.screen.press('Back')
        self.second('Sol')
        self.screen.wait_for_name('Recorded: Slip received · 1 · 500.00')

    def test_a_credit_goes_the_other_way(self):
        self.slip('credit')
        credit = 'Credit 1 is requested: 500.00'
        self.begin('Cai')
        self.is_refused(f'Issue: {credit}', 'dealer, pit boss, shift manager')
        self.become('Dan')
        self.screen.press(f'Issue: {credit}')
        self.screen.press('Record it')
        issued = 'Receive: Credit 1 is issued: 500.00'
        self.screen.wait_for(lambda: self.screen.button(issued), 'is not issued')
        self.is_refused(issued, 'cage')
        self.look('cage-credit')


class NoCredit(Cage):
    CONFIG = Cage.CONFIG + 'markers = off\n'
    test_by_role = test_a_credit_goes_the_other_way = None

    def test_no_marker_is_begun(self):
        self.begin('Dan')
        self.screen.press('Marker')
        self.screen.wait_for_name('This house gives no credit to players.')


if __name__ == '__main__':
    unittest.main(argv=sys.argv[:1])
