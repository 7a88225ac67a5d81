"""Whole loads through the real daemon, from the preparation to the count, by the display alone.

usage: test_loads.py SABOTD SABOT_DEALER DECKS [all], run by on-display.sh

`all`: by each profile that Sabot knows, not the Spanish ones alone.

The shoe gives the cards; all else is touched, and touches are counted: in punto banco two a round
at most, in blackjack one for each decision, and the bets (all as before, no more bets).
"""
import pathlib
import random
import sys
import unittest

from dealer import Display

Display.PROGRAMS = sys.argv[1:3]
DECKS = int(sys.argv[3])
BEHIND = 52  # cards behind the cut card
RANKS, SUITS = 'A23456789TJQK', 'SHDC'


class WholeLoad(Display):
    RULES = ''

    def setUp(self):
        self.TABLES = (f'[table {self.TABLE}]\nrules = {self.RULES}\n'
                       f'set.decks = {DECKS}\nset.cut_min = {BEHIND}\n'
                       'set.chips = 500 1000 2500 10000\n')
        super().setUp()
        self.shoe = [rank + suit for rank in RANKS for suit in SUITS] * DECKS
        random.Random(7).shuffle(self.shoe)
        self.touches = self.rounds = self.decisions = 0

    def touch(self, beginning):
        """The key whose label begins so, once it is there."""
        self.screen.press_beginning(beginning)
        self.touches += 1

    def after(self, act, *args):
        """Touch, and wait until the table wants something else: an event alone may be another's.
        Returns what it wants."""
        prompt = self.view['prompt']
        act(*args)

        def next_view():
            self.view = self.client.view(self.TABLE)
            return self.view['prompt'] != prompt
        self.screen.wait_for(next_view, f'{args} changed nothing')
        return self.view['prompt']

    def give_card(self):
        """Returns what the table wants then."""
        self.cards(self.shoe.pop())
        if len(self.shoe) == BEHIND:
            self.event(ev='cut_card')
        self.view = self.client.view(self.TABLE)
        return self.view['prompt']

    def load_shoe(self):
        """Each step of the preparation, the number behind the cut card, the load."""
        for step in ('Decks taken from the store', 'Seals seen intact', 'Cut card placed'):
            self.screen.press(step)
            self.does_say(f'✓ {step}')
        for digit in str(BEHIND):
            self.screen.press(digit)
        self.look(f'{self.TABLE}-load')
        self.view = self.client.view(self.TABLE)
        return self.after(self.touch, 'New load: ')

    def deal_load(self):
        prompt = self.load_shoe()
        self.touches = 0
        while prompt['kind'] != 'unload':
            if prompt['kind'] in ('burn', 'deal', 'draw'):
                prompt = self.give_card()
            else:
                prompt = self.go_on(prompt)
        touches = self.touches
        self.count()
        return touches

    def count(self):
        """What is left is counted, and proves that no card is missing."""
        for digit in str(len(self.shoe)):
            self.screen.press(digit)
        self.look(f'{self.TABLE}-unload')
        self.after(self.touch, f'Load out: {len(self.shoe)} cards counted')
        self.assertGreater(self.rounds, 3)
        self.assertEqual(self.client.ok('incidents', table=self.TABLE)['incidents'], [])


class PuntoBanco(WholeLoad):
    RULES = 'punto-banco-es'

    def go_on(self, prompt):
        if prompt['kind'] == 'bets':
            self.rounds += 1
            return self.after(self.touch, 'No more bets')
        self.assertEqual(prompt['kind'], 'result')
        return self.after(self.touch, 'Round over')

    def test_two_touches_a_round(self):
        self.assertLessEqual(self.deal_load(), 2 * self.rounds)


class Blackjack(WholeLoad):
    TABLE = 'BJ-01'
    RULES = 'blackjack-es'
    STAKES = {2: '10', 5: '25'}

    def bet(self):
        """Two boxes, and from then on as before: a touch."""
        if self.rounds:
            self.touch('All as before')
        for box, chip in self.STAKES.items():
            if not self.rounds:
                self.lay(chip, f'box {box}, main bet')
            name = f'box {box}, main bet, {chip}'
            self.screen.wait_for(lambda said=name: self.screen.button(said), 'no stake')
        self.screen.wait_for(self.are_stakes_placed, 'the stakes did not come')

    def are_stakes_placed(self):
        self.view = self.client.view(self.TABLE)
        return (self.view['phase'] == 'betting' and self.view.get('round_open') and
                len(self.view['boxes']) == len(self.STAKES))

    def go_on(self, prompt):
        """A card is a hit; a player stands on 15. A stake for the next round ends the last one."""
        kind = prompt['kind']
        if kind == 'bets' or kind == 'result' and not prompt.get('last_round'):
            self.bet()
            self.rounds += 1
            return self.after(self.touch, 'No more bets')
        if kind == 'result':
            return self.after(self.screen.press_beginning, 'Round over')
        if kind == 'play' and prompt['total'] < 15:
            return self.give_card()
        self.decisions += 1
        return self.after(self.touch, 'Stand' if kind == 'play' else 'Insurance closed')

    def test_a_touch_a_decision_and_the_bets(self):
        bets = 2
        touches = self.deal_load()
        self.assertGreater(self.decisions, 3)
        self.assertLessEqual(touches, self.decisions + bets * self.rounds)


if sys.argv[4:] == ['all']:
    for path in (pathlib.Path(__file__).parents[2] / 'profiles').glob('*.conf'):
        kind = PuntoBanco if path.stem.startswith('punto') else Blackjack
        if 'used_cards' not in path.read_text():  # a pack dealt from the hand is no load
            globals()[path.stem] = type(path.stem, (kind,), {'RULES': path.stem})
del Display, WholeLoad
if __name__ == '__main__':
    unittest.main(argv=sys.argv[:1])
