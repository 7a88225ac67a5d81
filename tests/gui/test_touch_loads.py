"""Whole loads by touch at a dealer's pace: nine seats of punto banco, and blackjack with seven
boxes and two who bet behind. Each seat changes its bet in one round of four; each payment is
confirmed. Says how many touches a round took, and how many seconds, and of both the median and the
most that nine rounds of ten took.

usage: test_touch_loads.py SABOTD SABOT_DEALER, run by on-display.sh
"""
import random
import re
import sys
import time
import unittest

import test_touches
from screen import is_ready, name_of

AMOUNTS = (500, 1000, 2500, 3000, 5000, 7500, 10000, 15000, 20000)
RANKS, SUITS = 'A23456789TJQK', 'SHDC'
BEHIND = 60  # cards behind the cut card
CHANGES = 0.25  # of a seat, from one round to the next
STANDS_FROM = 17
STEPS = 3  # no more bets, all as shown, round over


def share(counts, part):
    """The least number that so large a part of the rounds did not exceed."""
    return sorted(counts)[min(len(counts) - 1, int(len(counts) * part))]


class WholeLoad(test_touches.WholeRounds):
    test_unchanged_bets_and_payments_as_shown = None

    def setUp(self):
        super().setUp()
        self.random = random.Random(11)
        self.shoe = [rank + suit for rank in RANKS for suit in SUITS] * self.DECKS
        self.random.shuffle(self.shoe)
        self.wanted = {key: self.random.choice(AMOUNTS) for key in self.seats()}

    def view(self):
        return self.client.view(self.TABLE)

    def give_card(self):
        self.cards(self.shoe.pop())
        if len(self.shoe) == BEHIND:
            self.event(ev='cut_card')

    def change(self):
        """What the players bet this time that they did not bet last time."""
        changed = {key: self.random.choice([a for a in AMOUNTS if a != amount])
                   for key, amount in self.wanted.items() if self.random.random() < CHANGES}
        self.wanted.update(changed)
        return changed

    def wait_for_squares(self):
        """Keys that have just come wait for a moment."""
        self.screen.wait_for(
            lambda: any(name_of(node).startswith('chip of ') and is_ready(node)
                        for node in self.screen.buttons()), 'no chips')
        self.screen.wait_for(
            lambda: any(name_of(node).startswith(f'{self.SEAT} 1, ') and is_ready(node)
                        for node in self.screen.buttons()), 'no squares')

    def bet(self, changed):
        """Returns how many touches the bets took, but for the one that closes them."""
        self.wait_for_squares()
        self.touches = 0
        self.lay(changed)
        touches = self.touches
        self.close()
        self.screen.wait_for(lambda: self.stakes() == self.wanted, 'other bets lie')
        return touches

    def settle(self):
        """All payments by one touch, if there are any; the end of the round by another."""
        self.screen.wait_for(lambda: any(name.startswith('Round over')
                                         for name in self.screen.names()), 'nothing is decided')
        # Key and tags come in one frame, but the names on a screen are read one after another.
        if self.is_owed():
            self.screen.wait_for(self.has_payments, 'no payment is shown')
            self.key('All as shown')
            self.screen.wait_for(lambda: not self.has_payments(), 'payments are open')
        self.key('Round over')
        self.screen.wait_for(lambda: self.view()['phase'] != 'decided', 'the round is not over')

    def is_owed(self):
        return any(payout.get('due', 0) != payout.get('paid', 0)
                   for payout in self.view().get('payouts', []))

    def has_payments(self):
        """Each has a tag until it is confirmed."""
        return any(name.startswith(('pay ', 'take ')) for name in self.screen.names())

    def play_round(self, changed):
        """Returns touches and seconds."""
        begin_s = time.monotonic()
        expected = self.bet(changed) + STEPS
        while self.view()['prompt']['kind'] != 'result':
            expected += self.decide_one(self.view()['prompt'])
        self.settle()
        self.assertLessEqual(self.touches, expected)
        return self.touches, time.monotonic() - begin_s

    def decide_one(self, prompt):
        """Returns how many touches it took."""
        if prompt['kind'] == 'play' and prompt['total'] >= STANDS_FROM:
            self.stand(prompt)
        elif prompt['kind'] == 'insurance':
            self.go_on('Insurance closed', prompt)
        else:
            self.give_card()
            return 0
        return 1

    def stand(self, prompt):
        self.screen.wait_for_name(re.compile(
            f'Box {prompt["box"]} has (soft )?{prompt["total"]}: .*'))
        self.go_on('Stand', prompt)

    def go_on(self, key, prompt):
        self.key(key)
        self.screen.wait_for(lambda: self.view()['prompt'] != prompt, f'{key} did nothing')

    def deal_load(self):
        self.load()
        first, rounds = dict(self.wanted), []
        while self.view()['prompt']['kind'] == 'burn':
            self.give_card()
        while self.view()['phase'] == 'betting':
            rounds.append(self.play_round(self.change() if rounds else first))
        touches, seconds = zip(*rounds[1:])
        print(f'{type(self).__name__}: {len(rounds)} rounds; the first: {rounds[0][0]} touches, '
              f'{rounds[0][1]:.1f} s; the others: {share(touches, 0.5)} touches, nine of ten at '
              f'most {share(touches, 0.9)}; {share(seconds, 0.5):.1f} s, nine of ten at most '
              f'{share(seconds, 0.9):.1f} s')
        self.assertGreater(len(rounds), 5)
        self.assertEqual(self.client.ok('incidents', table=self.TABLE)['incidents'], [])


class NineSeats(WholeLoad):
    """On punto or banca, and stay there."""

    def seats(self):
        return [(seat, ('punto', 'banca')[seat % 2], str(seat)) for seat in range(1, 10)]

    def square(self, box, bet, _bettor):
        return f'seat {box}, {bet}'

    def test_a_load(self):
        self.deal_load()


class SevenBoxes(WholeLoad):
    """And two who bet behind; each hand below seventeen is dealt a card."""
    TABLE = 'BJ-01'
    SEAT = 'box'
    DECKS = 6

    def seats(self):
        return [(box, 'main', str(box)) for box in range(1, 8)] + [(2, 'main', '2b'),
                                                                   (5, 'main', '5c')]

    def square(self, box, _bet, bettor):
        behind = bettor.lstrip('0123456789')
        return f'box {box}, behind {behind.upper()}' if behind else f'box {box}, main bet'

    def test_a_load(self):
        self.deal_load()


del WholeLoad
if __name__ == '__main__':
    unittest.main(argv=sys.argv[:1])
