"""A key that has just changed its meaning waits for a second: the finger that comes down again
where it was does nothing. One that keeps its meaning counts each touch; what is not answered yet
is not sent twice.

usage: test_hold.py SABOTD SABOT_DEALER, run by on-display.sh
"""
import ctypes
import re
import signal
import sys
import time
import unittest

from dealer import Display
from finger import Finger
from screen import Atspi

Display.PROGRAMS = sys.argv[1:3]
LEANED_S = 2.5  # some repeats, and longer than a key that has just changed waits
KEY_CODES = (36, 65, 10)  # Return, the space bar, 1


class Held(Finger):
    def tap_while_nobody_answers(self, *beginnings):
        """The daemon stands still for as long as the keys are touched."""
        places = [self.place(beginning) for beginning in beginnings]
        self.daemon.process.send_signal(signal.SIGSTOP)
        try:
            for place in places * 3:
                self.tap(place)
                time.sleep(0.2)
        finally:
            self.daemon.process.send_signal(signal.SIGCONT)


class Coup(Held):
    def setUp(self):
        super().setUp()
        self.event(ev='load', decks=8)
        for box in (1, 2):
            self.event(ev='bet', box=box, on='punto', bettor=str(box), amount=2500)
        self.event(ev='no_more_bets')
        self.cards('9C TS KD KH')

    def test_round_over_lays_no_bets(self):
        before = len(self.words())
        place = self.tap_again_and_again('Round over')
        self.screen.wait_for(lambda: self.screen.button('No more bets'), 'bets cannot be closed')
        self.assertEqual(self.words(before), ['result'])
        self.tap(place)
        self.wait_for_words(['result', 'bet', 'bet', 'no_more_bets'], before)

    def test_what_is_under_way_is_not_sent_again(self):
        before = len(self.words())
        self.tap_while_nobody_answers('Round over')
        self.screen.wait_for(lambda: self.screen.button('No more bets'), 'bets cannot be closed')
        self.assertEqual(self.words(before), ['result'])


class Leaned(Display):
    """A key of the keyboard, or an external button, that is held down: the system repeats it."""
    TABLE = 'BJ-01'

    def lean(self, code):
        server = ctypes.CDLL('libX11.so.6')
        server.XOpenDisplay.restype = ctypes.c_void_p
        display = ctypes.c_void_p(server.XOpenDisplay(None))
        server.XAutoRepeatOn(display)
        server.XSync(display, 0)
        Atspi.generate_keyboard_event(code, None, Atspi.KeySynthType.PRESS)
        time.sleep(LEANED_S)
        Atspi.generate_keyboard_event(code, None, Atspi.KeySynthType.RELEASE)
        server.XAutoRepeatOff(display)
        server.XCloseDisplay(display)

    def lean_on(self, name, word):
        """Return, the space bar and the digit each press it once."""
        for n, code in enumerate(KEY_CODES, 1):
            key = self.screen.wait_for(lambda: self.screen.button(name), f'no {name}')
            key.grab_focus()
            self.screen.wait_for_focus(name)
            self.lean(code)
            self.assertEqual(self.words().count(word), n, code)

    def words(self):
        return [event.get('ev') for event in self.client.export(self.TABLE)]

    def test_a_stand_is_one(self):
        self.event(ev='load', decks=6)
        for box in range(1, 8):
            self.event(ev='bet', box=box, amount=1000)
        self.event(ev='no_more_bets')
        self.cards('TS TH TC TD KS KH KC KD QS QH QC QD JS JH JC')
        self.lean_on('Stand', 'action')


class Bets(Held):
    def setUp(self):
        super().setUp()
        self.event(ev='load', decks=8)
        self.event(ev='bet', box=1, on='punto', bettor='1', amount=2500)

    def test_bets_are_closed_once(self):
        before = len(self.words())
        self.tap_while_nobody_answers('No more bets')
        self.screen.wait_for(lambda: self.screen.button('seven of spades'), 'bets are not closed')
        self.assertEqual(self.words(before), ['no_more_bets'])

    def stakes(self):
        return [(event['box'], event['amount']) for event in self.client.export(self.TABLE)
                if event.get('ev') == 'bet']

    def test_each_touch_of_a_square_is_a_chip_and_a_stake_is_taken_away_once(self):
        self.screen.press('chip of 5')
        self.tap_while_nobody_answers('seat 2, punto')
        laid = [(1, 2500), (2, 500), (2, 1000), (2, 1500)]
        self.screen.wait_for(lambda: self.stakes() == laid, 'not three chips')
        self.screen.press('Take away')
        self.tap_while_nobody_answers('seat 1, punto')
        laid += [(1, 0)]
        self.screen.wait_for(lambda: self.stakes()[-1] == laid[-1], 'it lies there')
        self.tap_while_nobody_answers('Clear all')
        laid += [(2, 0)]
        self.screen.wait_for(lambda: self.stakes()[-1] == laid[-1], 'it lies there')
        self.assertEqual(self.stakes(), laid)

    def test_a_card_that_is_keyed_in_is_one_card(self):
        self.event(ev='no_more_bets')
        before = len(self.words())
        self.tap_while_nobody_answers('seven of spades')
        self.does_say('punto 7: seven of spades')
        self.assertEqual(self.words(before), ['card'])


class Hands(Held):
    TABLE = 'BJ-01'

    def begin(self, cards):
        self.event(ev='load', decks=6)
        for box in (1, 2):
            self.event(ev='bet', box=box, on='main', bettor=str(box), amount=2500)
        self.event(ev='no_more_bets')
        self.cards(cards)
        return len(self.words())

    def test_a_stand_is_a_stand(self):
        """Of the next box, too: it does not wait."""
        before = self.begin('9C 8S KS KH 7D')
        place = self.place('Stand')
        self.tap(place)
        self.screen.wait_for_name(re.compile('Box 2 has .*'))
        self.tap(place)
        self.screen.wait_for(lambda: self.words(before).count('action') == 2, 'it waited')

    def test_undo_takes_back_one_stand(self):
        before = self.begin('9C 8S KS KH 7D')
        self.screen.press('Stand')
        self.screen.wait_for_name(re.compile('Box 2 has .*'))
        self.screen.press('Stand')
        self.screen.wait_for(lambda: self.words(before).count('action') == 2, 'no second stand')
        self.screen.wait_for(lambda: self.screen.button('Undo'), 'nothing to undo')
        self.tap_while_nobody_answers('Undo')
        self.screen.wait_for_name(re.compile('Box 2 has .*'))
        self.assertEqual(self.words(before), ['action', 'action', 'undo'])

    def test_an_insurance_is_not_given_back(self):
        before = self.begin('9C 8S AS KH 7D')
        self.tap_again_and_again('Insure box 1')
        self.screen.wait_for(lambda: 'insurance' in self.words(before), 'not insured')
        self.screen.wait_for(lambda: self.screen.button('Box 1 is insured: 12.50'),
                             'it cannot be given back')
        self.assertEqual(self.words(before), ['insurance'])

    def test_an_insurance_under_way_is_not_sent_again(self):
        before = self.begin('9C 8S AS KH 7D')
        self.tap_while_nobody_answers('Insure box 1', 'Insure box 2')
        self.screen.wait_for(lambda: self.screen.button('Box 1 is insured: 12.50') and
                             self.screen.button('Box 2 is insured: 12.50'), 'not insured')
        self.assertEqual(self.words(before), ['insurance', 'insurance'])

    def test_a_card_under_way_is_not_named_again(self):
        before = self.begin('9C ?? ?? KH')
        self.tap_while_nobody_answers('seven, suit unread')
        self.screen.wait_for(lambda: 'ruling' in self.words(before), 'not named')
        self.screen.wait_for(lambda: self.screen.button('seven, suit unread'), 'no second card')
        self.assertEqual(self.words(before).count('ruling'), 1)

    def test_a_mend_is_chosen_once(self):
        before = self.begin('9C 8S KS KH 7D')
        self.cards('2D')
        self.screen.press('Last card…')
        self.screen.wait_for(lambda: self.screen.button('Back'), 'nothing can be chosen')
        self.tap_while_nobody_answers('Box 2: ')
        self.screen.wait_for(lambda: 'ruling' in self.words(before), 'not mended')
        self.screen.wait_for(lambda: self.screen.button('Undo'), 'nothing to undo')
        self.assertEqual(self.words(before).count('ruling'), 1)

    def test_a_rank_names_one_card(self):
        before = self.begin('9C ?? ?? KH')
        self.tap_again_and_again('seven, suit unread')
        self.screen.wait_for(lambda: 'ruling' in self.words(before), 'not named')
        self.screen.wait_for(lambda: self.screen.button('seven, suit unread'), 'no second card')
        self.assertEqual(self.words(before).count('ruling'), 1)


class Preparation(Held):
    def test_what_is_done_between_two_loads_is_recorded_once(self):
        self.tap_while_nobody_answers('Counted', 'New load')
        self.screen.wait_for(lambda: self.screen.button('No more bets'), 'no load')
        self.assertEqual(self.words(), [None, 'prepared', 'load'])


class Payment(Held):
    TABLE = 'BJ-01'
    OPTIONS = ('--payments',)

    def setUp(self):
        super().setUp()
        self.event(ev='load', decks=6)
        for box in (1, 2, 3):
            self.event(ev='bet', box=box, amount=1000)
        self.event(ev='no_more_bets')
        self.cards('TC TD TH 9D TS KS KH')
        for box in (1, 2, 3):
            self.event(ev='action', box=box, do='stand')
        self.cards('9S')

    def paid(self):
        return [(event['box'], event['amount']) for event in self.client.export(self.TABLE)
                if event.get('ev') == 'paid']

    def wait_paid(self, paid, next_key):
        self.screen.wait_for(lambda: len(self.paid()) >= len(paid), f'{paid} expected')
        self.screen.wait_for(lambda: self.screen.button(next_key), f'no {next_key}')
        self.assertEqual(self.paid(), paid)

    def test_each_is_recorded_once(self):
        """By its tag; another amount, which is not the touch for the next one; taken back."""
        self.tap_while_nobody_answers('pay 10.00, box 3')
        self.wait_paid([(3, 1000)], 'Paid 10.00')
        self.screen.press('Other amount')
        self.screen.press('chip of 5')
        self.tap_while_nobody_answers('Record 5.00')
        self.wait_paid([(3, 1000), (1, 500)], 'Paid 5.00')
        self.tap_while_nobody_answers('Undo')
        self.wait_paid([(3, 1000), (1, 500), (1, -500)], 'Paid 10.00')


del Display, Finger, Held
if __name__ == '__main__':
    unittest.main(argv=sys.argv[:1])
