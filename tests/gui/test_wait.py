"""While the pit is waited for the dealer reads since when, what about, and who has seen it; keys of
the head and of the PIN are as large as a finger; a card that nobody saw can be left.

usage: test_wait.py SABOTD SABOT_DEALER, run by on-display.sh
SABOT_LOOK=DIR keeps pictures.
"""
import re
import sys
import unittest

from dealer import Display
from screen import BUTTONS, Atspi, name_of

Display.PROGRAMS = sys.argv[1:3]
FINGER_PX = 44
PIN_PX = 56


class Waiting(Display):
    TABLE = 'BJ-01'

    def test_it_is_said_who_has_seen_it(self):
        self.event(ev='load', decks=6)
        self.event(ev='bet', box=1, amount=1000)
        self.event(ev='no_more_bets')
        self.cards('5C 9D 6H')
        self.screen.press('Call the pit')
        self.screen.wait_for_name(re.compile(r'Pit called \d+:\d\d'))
        self.screen.wait_for_name(re.compile('nobody has seen it yet.*'))
        incident = self.client.ok('incidents', table=self.TABLE, open=True)['incidents'][0]
        self.client.ok('acknowledge', table=self.TABLE, incident=incident['id'],
                       **({} if self.machine else {'by': 'Pia'}))  # there she has logged in
        self.screen.wait_for_name(re.compile('Pia has seen it.*'))
        self.look('seen')
        self.event(ev='ruling', incident=incident['id'], remedy='let_stand')
        self.screen.wait_for(lambda: self.screen.button('Call the pit'), 'it stays frozen')

    def test_the_card_in_question_is_shown(self):
        self.event(ev='load', decks=6)
        self.event(ev='bet', box=1, amount=1000)
        self.event(ev='no_more_bets')
        self.cards('TC TS TH')
        self.screen.press('Stand')
        self.does_say('Card for the dealer')
        self.cards('8D 5H')
        self.screen.press('Call the pit')
        self.screen.wait_for_name(re.compile('.*is the card in question. Leave it where it is.'))
        self.look('in-question')


class Ruled(Display):
    TABLE = 'PB-01'

    def test_a_card_given_to_the_next_round_is_said_at_once(self):
        self.event(ev='load', decks=6)
        self.event(ev='bet', box=1, on='punto', amount=1000)
        self.event(ev='no_more_bets')
        self.cards('9S KH 7S KD 4D')
        incident = self.client.ok('incidents', table=self.TABLE, open=True)['incidents'][0]
        self.event(ev='ruling', incident=incident['id'], remedy='first_of_next_round')
        said = re.compile('.*Dealt first in the next round: four of diamonds.*')
        self.screen.wait_for_name(said)
        self.look('ruled-before-result')
        self.event(ev='result')
        self.screen.wait_for(lambda: self.screen.button('No more bets'), 'bets cannot be laid')
        self.screen.wait_for_name(re.compile('.*Dealt first in this round: four of diamonds.*'))
        self.look('ruled-next')
        self.assertEqual(self.client.view(self.TABLE)['kept'], ['4D'])
        self.event(ev='bet', box=1, on='punto', amount=1000)
        self.event(ev='no_more_bets')
        self.screen.wait_for(lambda: not any(said.match(name) for name in self.screen.names()),
                             'it is dealt, and still said')


class LeftCard(Display):
    TABLE = 'BJ-01'

    def test_nobody_saw_it(self):
        """The hands have their place again; it can still be named."""
        self.event(ev='load', decks=6)
        self.event(ev='bet', box=1, amount=1000)
        self.event(ev='no_more_bets')
        self.cards('5C ??')
        self.screen.press('Nobody saw it: later')
        self.screen.wait_for(lambda: not self.screen.button('seven, suit unread'), 'still asked')
        self.press_more('Unread card…')
        self.screen.press('seven, suit unread')
        self.screen.wait_for(lambda: 'ruling' in [event.get('ev') for event in
                                                  self.client.export(self.TABLE)], 'not named')


class Sizes(Display):
    HAS_PERSONS = True

    def extents(self, name):
        """Of a key, also of one that cannot be touched now."""
        node = self.screen.wait_for(
            lambda: next((node for node in self.screen.nodes() if name_of(node) == name
                          and node.get_role() in BUTTONS
                          and node.get_extents(Atspi.CoordType.SCREEN).width > 1), None),
            f'no {name}')
        return node.get_extents(Atspi.CoordType.SCREEN)

    def size(self, name):
        extents = self.extents(name)
        return extents.width, extents.height

    def test_who_logs_in_finds_large_keys(self):
        self.assertGreaterEqual(min(self.size(self.LOG_IN)), FINGER_PX)
        self.screen.press(self.LOG_IN)
        self.assertGreaterEqual(min(self.size('Close')), FINGER_PX)
        for key in '0123456789':
            self.assertGreaterEqual(min(self.size(key)), PIN_PX)
        before = self.digits()
        self.screen.choose_row('Dan, ')
        self.screen.wait_for_name('PIN of Dan')
        self.assertEqual(self.digits(), before, 'who is chosen moves the digits')
        self.key_in('1111')
        self.screen.wait_for_name(re.compile('The PIN is wrong, .*'))
        self.assertEqual(self.digits(), before, 'what is said moves the digits')

    def digits(self):
        """Where they are once they are laid out."""
        places = [None]

        def are_at_rest():
            places.append([(place.x, place.y, place.width, place.height)
                           for place in map(self.extents, '0123456789')])
            return places[-1] == places[-2]

        self.screen.wait_for(are_at_rest, 'the digits move')
        return places[-1]


del Display
if __name__ == '__main__':
    unittest.main(argv=sys.argv[:1])
