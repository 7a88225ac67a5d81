"""The connection breaks while a key is touched: what is not recorded is never lost unseen, and
nothing is recorded twice.

usage: test_break.py SABOTD SABOT_DEALER, run by on-display.sh
"""
import re
import signal
import sys
import time
import unittest

from dealer import Display
from finger import Finger
from persons import PINS
from relay import Relay

Display.PROGRAMS = sys.argv[1:3]
NOT_RECORDED = 'The connection broke: what was touched last is NOT recorded. Touch it again.'
IS_RECORDED = 'The connection broke: what was touched last is recorded.'
NOT_SENT = 'There was no connection: what was touched is NOT recorded. Touch it again.'
NO_ANSWER = 'The daemon has not answered yet.'
SEAT = 'seat 2, punto'


class Break(Finger):
    TABLES = '[table PB-01]\nrules = punto-banco-es\nset.burn = 0\n'

    def prepare(self):
        self.event(ev='load', decks=8)
        self.event(ev='bet', box=1, on='punto', bettor='1', amount=2500)

    def setUp(self):
        super().setUp()
        if self.HAS_PERSONS:
            self.log_in_again()
        self.screen.press('chip of 5')

    def address(self):
        if self.machine:
            self.relay = Relay(None, ('127.0.0.1', self.machine.port))
            address = f'tls:127.0.0.1:{self.relay.port()}#{self.machine.fingerprint}'
        else:
            address = str(self.daemon.directory / 'relay')
            self.relay = Relay(address, self.daemon.socket)
        self.addCleanup(self.relay.close)
        return address

    def log_in_again(self):
        self.screen.press(self.LOG_IN)
        self.log_in('Dan')

    def wait_for_connection(self):
        """A person who had logged in must do so again."""
        if self.machine or self.HAS_PERSONS:
            self.log_in_again()
        self.screen.wait_for(lambda: self.screen.button('chip of 5'), 'not connected')

    def stakes(self):
        return [event['amount'] for event in self.client.export(self.TABLE)
                if event.get('ev') == 'bet' and event['box'] == 2]

    def wait_for_stakes(self, *stakes):
        self.screen.wait_for(lambda: self.stakes() == list(stakes),
                             f'{stakes} expected, not {self.stakes()}')

    def is_said(self, text):
        return text in self.screen.names()

    def touch_once_more(self, said, *stakes):
        """What is said stays until then."""
        self.assertTrue(self.is_said(said), said)
        self.tap(self.place(SEAT))
        self.wait_for_stakes(*stakes)
        self.screen.wait_for(lambda: not self.is_said(said), f'still said: {said}')

    def test_what_did_not_arrive_is_not_recorded(self):
        place = self.place(SEAT)
        self.relay.stop('there')
        self.tap(place)
        time.sleep(0.2)
        self.relay.cut()
        self.does_say(NOT_RECORDED)
        self.wait_for_connection()
        self.assertEqual(self.stakes(), [])
        self.touch_once_more(NOT_RECORDED, 500)

    def test_what_arrived_is_recorded_once(self):
        place = self.place(SEAT)
        self.relay.stop('back')
        self.tap(place)
        self.wait_for_stakes(500)
        self.relay.cut()
        self.does_say(IS_RECORDED)
        self.wait_for_connection()
        self.touch_once_more(IS_RECORDED, 500, 1000)

    def test_a_part_arrived(self):
        place = self.place(SEAT)
        self.relay.stop('back')
        self.tap(place)
        self.wait_for_stakes(500)
        self.relay.stop('there', 'back')
        self.tap(place)
        time.sleep(0.2)
        self.relay.cut()
        self.does_say('The connection broke: only a part of what was touched last is recorded. '
                      'Touch what is missing again.')
        self.assertEqual(self.stakes(), [500])

    def test_what_the_daemon_had_when_it_was_killed(self):
        place = self.place(SEAT)
        self.daemon.process.send_signal(signal.SIGSTOP)
        self.tap(place)
        time.sleep(0.2)
        self.daemon.kill()
        self.client = self.daemon.start()
        if self.machine or self.HAS_PERSONS:
            self.client.ok('login', name='Pia', pin=PINS['Pia'])
        self.does_say(NOT_RECORDED)
        self.wait_for_connection()
        self.assertEqual(self.stakes(), [])
        self.touch_once_more(NOT_RECORDED, 500)

    def test_a_finger_that_was_down_while_it_broke(self):
        place = self.place(SEAT)
        self.press(place)
        self.relay.cut()
        self.screen.wait_for(lambda: self.relay.pairs, 'no new connection')
        self.lift(place)
        self.does_say(NOT_SENT)
        self.wait_for_connection()
        self.assertEqual(self.stakes(), [])
        self.touch_once_more(NOT_SENT, 500)

    def test_a_touch_without_a_connection(self):
        place = self.place(SEAT)
        self.relay.cut(is_up=False)
        self.screen.wait_for(lambda: not self.screen.button('chip of 5'), 'keys without daemon')
        self.tap(place)
        self.does_say(NOT_SENT)
        self.relay.mend()
        self.wait_for_connection()
        self.event(ev='bet', box=3, on='punto', bettor='3', amount=2500)
        self.screen.wait_for_name(re.compile('seat 3, punto.*25.*'))
        self.touch_once_more(NOT_SENT, 500)

    def test_a_digit_without_a_connection(self):
        self.relay.cut(is_up=False)
        self.screen.wait_for(lambda: not self.screen.button('chip of 5'), 'keys without daemon')
        self.screen.press_key(ord('1'))
        self.does_say(NOT_SENT)

    def test_no_answer_for_long(self):
        place = self.place(SEAT)
        self.relay.stop('back')
        self.tap(place)
        self.does_say(NO_ANSWER)
        self.relay.stop()
        self.screen.wait_for(lambda: not self.is_said(NO_ANSWER), 'it has answered')
        self.assertEqual(self.stakes(), [500])


    def events(self):
        return [event['ev'] for event in self.client.export(self.TABLE)
                if event.get('ev') in ('bet', 'no_more_bets', 'undo', 'result', 'paid')]

    def press_both(self, key, event, *after):
        """The key and at once Undo, while the daemon's answer is on its way."""
        before = self.events()
        self.relay.stop('back')
        self.screen.press(key)
        self.screen.wait_for(lambda: self.events() == [*before, event], f'no {event}')
        self.screen.press('Undo')
        self.screen.wait_for(lambda: self.events() == [*before, event, 'undo'],
                             f'not undone: {self.events()}')
        self.relay.stop()
        self.there_is_again(*after)
        self.assertEqual([one['code'] for one in self.client.ok(
            'incidents', table=self.TABLE)['incidents'] if one['round']], [])

    def there_is_again(self, *keys):
        for key in keys:
            self.screen.wait_for(lambda: self.screen.button(key), f'no {key}')

    def test_undo_right_behind_the_close_of_bets(self):
        """It takes back the close, not the stake before: that would be a stake after it."""
        self.tap(self.place(SEAT))
        self.wait_for_stakes(500)
        self.press_both('No more bets', 'no_more_bets', 'chip of 5')
        self.assertEqual(self.stakes(), [500])


class BreakWithPersons(Break):
    HAS_PERSONS = True


del Display, Finger
if __name__ == '__main__':
    unittest.main(argv=sys.argv[:1])
