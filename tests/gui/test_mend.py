"""Last card…: slips of the hand are mended on the real display, and what became of that is read
from the log. With a number of rounds a robot makes them while it deals by the display alone.

usage: test_mend.py SABOTD SABOT_DEALER [SABOTCTL ROUNDS PERCENT [SEED]], run by on-display.sh
SABOT_LOOK=DIR keeps pictures. The robot prints its figures as a line of JSON, and ends with 3 if
the display does not answer any more (touch_slips.py).
"""
import json
import os
import re
import sys
import unittest

from dealer import Display
from screen import name_of
from slips import TABLE, Robot, total_of

Display.PROGRAMS = sys.argv[1:3]
MUTE = 3  # the robot of slips ends with it then
SUITS = {'S': 'spades', 'H': 'hearts', 'D': 'diamonds', 'C': 'clubs'}
WORDS = {'A': 'ace', 'T': 'ten', 'J': 'jack', 'Q': 'queen', 'K': 'king', '2': 'two', '3': 'three',
         '4': 'four', '5': 'five', '6': 'six', '7': 'seven', '8': 'eight', '9': 'nine'}


class Mend(Display):
    TABLE = 'BJ-01'
    CARDS = 'TS 8D 9D 5H 6H'
    HOUSE = ''

    def setUp(self):
        self.TABLES = self.HOUSE + self.TABLES
        super().setUp()

    def deal(self, more, boxes=(1, 2)):
        self.event(ev='load', decks=6)
        for box in boxes:
            self.event(ev='bet', box=box, amount=1000)
        self.event(ev='no_more_bets')
        self.cards(f'{self.CARDS} {more}')

    def cards(self, cards):
        for card in cards.split():
            self.event(ev='card', card=card, src='manual')

    def wait_mended(self, **wanted):
        """The last event is that mend."""
        wanted.update(ev='ruling', mend=True)
        self.screen.wait_for(lambda: wanted.items() <= self.last_event().items(),
                             f'not mended: {wanted}')

    def hands(self):
        return {box['box']: ' '.join(hand['cards'])
                for box in self.client.view(self.TABLE)['boxes'] for hand in box['hands']}

    def wait_hands(self, wanted):
        self.screen.wait_for(lambda: self.hands() == wanted, f'not {wanted}')

    def open(self):
        self.screen.press('Last card…')
        self.screen.wait_for(lambda: self.screen.button('Back'), 'nothing can be chosen')

    def test_forgotten_stand(self):
        """Two touches, and one takes it back."""
        self.deal('3C')
        self.does_say('Box 1 has 18: stand, hit?')
        self.open()
        self.look('mend')
        self.screen.wait_for(lambda: self.screen.button('Dealer: 9 → 12'), 'no other box')
        self.screen.wait_for_name(re.compile('box 1 18, in turn: .*, its last card in question'))
        self.screen.wait_for_name(re.compile(r'Possible until \d\d:\d\d:\d\d, .*'))
        self.does_say('blackjack · shoe 1, round 1 · bets 5 – 500')
        self.screen.press('Box 2: 14 → 17')
        self.wait_mended(remedy='move_card', box=2)
        self.wait_hands({1: 'TS 5H', 2: '8D 6H 3C'})
        self.look('mended')
        self.screen.press('Undo')
        self.wait_mended(remedy='move_card', box=1)
        self.wait_hands({1: 'TS 5H 3C', 2: '8D 6H'})

    def test_on_the_cloth(self):
        """The hand itself is touched to which the card belongs."""
        self.deal('3C')
        self.open()
        self.screen.press('The last card belongs to box 2, hand 1: 14 → 17')
        self.wait_mended(remedy='move_card', box=2)
        self.wait_hands({1: 'TS 5H', 2: '8D 6H 3C'})
        self.screen.press('Undo')
        self.wait_mended(remedy='move_card', box=1)

    def test_another_card(self):
        self.deal('3C')
        self.open()
        self.screen.press('It was another card…')
        self.does_say('Which card was the last one?')
        self.look('mend-card')
        self.screen.press('nine, suit unread')
        self.wait_mended(remedy='read_as', card='9?')
        self.screen.press('Undo')
        self.wait_mended(remedy='read_as', card='3C')

    def test_back_and_next_card(self):
        """After Back nothing is recorded, and the keys are as they were. With the next card it is
        over."""
        self.deal('2C')
        n = self.client.view(self.TABLE)['n']
        self.open()
        self.has_no_key('Stand')
        self.screen.press('Back')
        self.screen.wait_for(lambda: self.screen.button('Stand'), 'no Stand')
        self.assertEqual(self.client.view(self.TABLE)['n'], n)
        self.open()
        self.cards('2D')
        self.screen.wait_for(lambda: self.screen.button('Last card…'), 'still open')
        self.has_no_key('Back')

    def test_early(self):
        self.event(ev='load', decks=6)
        self.cards('TS')
        self.open()
        self.screen.press('It came early: first of the round')
        self.wait_mended(remedy='first_of_next_round')


class Never(Mend):
    HOUSE = '[house]\nmend_s = 0\n'
    LANGUAGE = 'es'

    def test_forgotten_stand(self):
        """The house does not let it: the display says so in its language, and the pit is called.
        With the game that goes on it is said no longer."""
        self.deal('3C')
        self.screen.press('Última carta…')
        refusal = self.screen.wait_for_name(re.compile(
            'Rechazado: esta casa no deja corregir la última carta en la mesa: .*'))
        self.has_no_key('Volver')
        self.event(ev='action', box=1, do='stand')
        self.screen.wait_for(lambda: refusal not in self.screen.names(), 'it is still refused')

    test_on_the_cloth = test_another_card = test_back_and_next_card = test_early = None


class Brief(Mend):
    """The house gives little time."""
    HOUSE = '[house]\nmend_s = 2\n'
    OVER = 'The time to mend the last card at the table is over: call the pit.'

    def test_forgotten_stand(self):
        """Without any news the choice closes at its time, and the display says why."""
        self.deal('2C')
        self.open_in_time()
        n = self.client.view(self.TABLE)['n']
        self.does_say(self.OVER)
        self.has_no_key('Back')
        self.screen.wait_for(lambda: self.screen.button('Stand'), 'no Stand')
        self.assertEqual(self.client.view(self.TABLE)['n'], n)

    def open_in_time(self):
        """A slow machine gets there too late, and tries again with the next card."""
        for card in ('2D', '2H', '2S', 'AC', 'AD'):
            self.screen.press('Last card…')
            self.screen.wait_for(
                lambda: self.screen.button('Back') or any(name.startswith('Refused: ')
                                                          for name in self.screen.names()),
                'no answer')
            if self.screen.button('Back'):
                return
            self.cards(card)
        self.fail('each time too late')

    test_on_the_cloth = test_another_card = test_back_and_next_card = test_early = None


class Spanish(Mend):
    LANGUAGE = 'es'

    def test_forgotten_stand(self):
        self.deal('3C')
        self.screen.press('Última carta…')
        self.screen.press('Casilla 2: 14 → 17')
        self.wait_mended(remedy='move_card', box=2)

    test_on_the_cloth = test_another_card = test_back_and_next_card = test_early = None


class Hand(Robot):
    """The robot of slips with a finger: what it says of cards, decisions and mends it touches."""

    def __init__(self, test, sabotctl, seed):
        self.test = test
        self.touches = 0
        super().__init__((test.PROGRAMS[0], sabotctl), True, seed)

    def start(self, program, tables):
        return self.test.daemon, self.test.client

    def touch(self, name):
        self.test.screen.press(name)
        self.touches += 1

    def said(self, n):
        self.test.screen.wait_for(lambda: self.view()['n'] > n, 'nothing was recorded')

    def wait_for_step(self, view):
        """The display shows as many cards as the daemon has: faster than that, a touch would be
        for the step before, or for a key that has just changed and does not answer."""
        shown = re.compile(f"{view['shoe']['seen']} of .* cards out, .*")
        self.test.screen.wait_for_name(shown)

    def key_card(self, card):
        view = self.view()
        n = view['n']
        if view['phase'] == 'betting':  # the display has no keys for cards then: a shoe let it out
            super().key_card(card)
            return
        self.wait_for_step(view)
        self.touch(f'{WORDS[card[0]]} of {SUITS[card[1]]}')
        self.said(n)

    def stand(self, box):
        """Once the display asks for it: faster than that, the touch would be for the box before."""
        self.test.screen.wait_for_name(re.compile(rf'Box {box}\b.* has .*'))
        n = self.view()['n']
        self.touch('Stand')
        self.said(n)

    def mend(self, **how):
        view = self.view()
        n, card = view['n'], self.drawn[-1]
        self.wait_for_step(view)
        self.touch('Last card…')
        if 'early' in how:
            self.touch('It came early: first of the round')
        elif 'card' in how:
            self.touch('It was another card…')
            self.touch(SUITS[card[1]])
            self.touch(f'{WORDS[card[0]]} of {SUITS[card[1]]}')
        else:
            place = (how['box'], 0) if 'box' in how else 'dealer'
            before = self.hands[place]
            label = f"Box {how['box']}" if 'box' in how else 'Dealer'
            self.touch(f'{label}: {total_of(before)} → {total_of(before + [card])}')
        self.said(n)
        assert not self.open_incidents(), self.open_incidents()
        self.mended += 1
        return True


class Slips(Display):
    """Rounds by the finger, each slip mended there: none is called to the pit."""
    TABLE = TABLE
    TABLES = f'[table {TABLE}]\nrules = blackjack-es\nset.burn = 0\n'

    def test_slips(self):
        n_rounds, percent = int(sys.argv[4]), int(sys.argv[5])
        hand = Hand(self, sys.argv[3], int(sys.argv[6]) if len(sys.argv) > 6 else 5)
        try:
            hand.run(n_rounds, percent)
        except AssertionError as error:
            self.end_if_mute(error)
            raise
        print(json.dumps({'rounds': len(hand.rounds), 'cards': len(hand.drawn),
                          'slips': sum(hand.made.values()), 'mended': hand.mended,
                          'touches': hand.touches, 'calls': sum(hand.calls.values())}), flush=True)
        self.assertEqual(hand.check(), [])
        self.assertEqual(dict(hand.calls), {})
        self.assertGreater(hand.mended, 0)
        self.assertEqual(hand.mended, sum(hand.made.values()))

    def end_if_mute(self, error):
        """The program lives and the daemon answers, but the accessibility bus names nothing."""
        if self.screen.is_alive() and self.client.view(TABLE) and not self.screen.names():
            print(f'the display does not answer: {error}', file=sys.stderr, flush=True)
            self.doCleanups()
            os._exit(MUTE)


if __name__ == '__main__':
    names = ['Slips'] if len(sys.argv) > 3 else ['Mend', 'Never', 'Brief', 'Spanish']
    unittest.main(argv=sys.argv[:1] + names)
