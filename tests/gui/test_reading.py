"""The dealer's display under doubt: a card that decides what comes next, a round that stays
unverified, limits judged when bets close, presses taken back, a due that changes after it was paid.

usage: test_reading.py SABOTD SABOT_DEALER, run by on-display.sh
SABOT_LOOK=DIR keeps pictures.
"""
import re
import sys
import unittest

from dealer import Display

Display.PROGRAMS = sys.argv[1:3]


class CardDecides(Display):
    """What comes next depends on a card that was not read: it is asked for, and nothing else."""

    def test_nothing_else_is_demanded(self):
        self.event(ev='load', decks=6)
        self.event(ev='bet', box=3, on='punto', amount=1000)
        self.event(ev='no_more_bets')
        self.cards('?? KC 4D 2H')  # punto has the card and a ten, banca 6
        self.does_say('Which card was it?')
        self.assertEqual(self.client.view(self.TABLE)['prompt']['kind'], 'read')
        self.assertNotIn('calls', self.client.view(self.TABLE)['prompt'])
        self.does_say('what comes next depends on it')
        self.does_say('punto banco · shoe 1, round 1, unverified · bets 5 – 500')
        self.does_say('punto ?: unread card, king of clubs')
        self.has_no_key('Turned up')
        self.look('card-decides')
        self.screen.press('seven, suit unread')
        self.screen.press('Round over: punto wins')
        self.does_say('punto banco · shoe 1, round 1 · bets 5 – 500')
        self.assertEqual(self.client.view(self.TABLE)['incidents']['open'], 0)

    def test_a_round_that_ends_so(self):
        """Its due is a range, and certain once somebody says what the card was."""
        self.event(ev='load', decks=6)
        self.event(ev='bet', box=3, on='punto', amount=1000)
        self.event(ev='no_more_bets')
        self.cards('?? KC 4D 2H')
        self.screen.press('Round over')
        self.does_say('punto banco · shoe 1, round 1, unverified · bets 5 – 500')
        self.screen.press('Unread card…')  # bets can be laid meanwhile
        self.does_say('not certain, seat 3, punto: -10 to 10')
        self.assertNotIn('winner', self.client.view(self.TABLE))
        self.look('unverified-round')
        self.screen.press('seven, suit unread')
        self.does_say('punto banco · shoe 1, round 1 · bets 5 – 500')
        self.assertEqual(self.client.view(self.TABLE)['payouts'][0]['due'], 1000)
        self.assertNotIn('redress', self.client.view(self.TABLE))

    def test_a_torn_round(self):
        """Cards were missed and nobody knows which: the dealer goes by what lies there."""
        self.event(ev='load', decks=6)
        self.event(ev='bet', box=3, on='punto', amount=1000)
        self.event(ev='no_more_bets')
        self.cards('9C')
        self.event(ev='device', state='lost', src='read')
        self.cards('KC 4D')
        self.does_say('Go by the cards on the table')
        self.look('torn')
        self.screen.press('Round over')
        self.does_say('Place your bets')
        payout = self.client.view(self.TABLE)['payouts'][0]
        self.assertEqual((payout['box'], payout['unverified'], payout.get('due')), (3, True, None))


class Limits(Display):
    """They are shown while chips are put down, and judged when bets close."""

    def test_no_alarm_before(self):
        self.event(ev='load', decks=6)
        self.event(ev='limits', min=1000, max=50000)
        self.screen.wait_for_name(re.compile('.* · bets 10 – 500'))
        self.look('limits')
        self.event(ev='bet', box=3, on='punto', amount=60000)
        self.event(ev='bet', box=4, on='punto', amount=500)
        self.does_say('seat 3, punto, 600, above the maximum')
        self.assertEqual(self.client.view(self.TABLE)['incidents']['open'], 0)
        self.event(ev='bet', box=3, on='punto', amount=50000)
        self.screen.press('No more bets')
        self.does_say('Card for the punto')
        found = self.client.ok('incidents', table=self.TABLE, open=True)['incidents']
        self.assertEqual([incident['code'] for incident in found], ['bet_below_minimum'])

    def test_presses_are_taken_back_one_by_one(self):
        self.event(ev='load', decks=6)
        for said in ('seat 3, punto, 10', 'seat 3, punto, 20'):
            self.lay('10', 'seat 3, punto')
            self.does_say(said)
        self.screen.press('Undo')
        self.does_say('seat 3, punto, 10')
        self.screen.press('Undo')
        self.screen.wait_for(lambda: not self.client.view(self.TABLE).get('boxes'), 'it stayed')
        self.has_no_key('Undo')
        self.assertEqual(self.client.view(self.TABLE)['incidents']['open'], 0)


class DueChanges(Display):
    """A card is read otherwise after it was paid for: what is to be put right is asked for."""
    OPTIONS = ('--payments',)

    def play(self, cards):
        self.event(ev='bet', box=3, on='punto', amount=1000)
        self.event(ev='no_more_bets')
        self.cards(cards)
        self.event(ev='result')

    def test_it_is_collected_by_a_key(self):
        self.event(ev='load', decks=6)
        self.play('?? KC 4D 2H')
        self.event(ev='ruling', incident=1, remedy='read_as', card='7C')
        self.event(ev='paid', box=3, on='punto', amount=1000)
        self.play('9S KH 7S KD')
        self.event(ev='ruling', incident=1, remedy='read_as', card='2C')
        self.does_say('Round 1, box 3: collect 20.00 → 1×20')
        self.look('due-changes')
        self.press_more('Round 1, box 3: 20 was collected')
        self.screen.wait_for(lambda: self.last_event()['ev'] == 'correction',
                             'nothing was recorded')
        self.assertEqual([self.last_event()[key] for key in ('round', 'amount')], [1, -2000])
        self.screen.wait_for(lambda: not {'differences', 'redress'} &
                             self.client.view(self.TABLE).keys(), 'it is asked for still')


del Display
if __name__ == '__main__':
    unittest.main(argv=sys.argv[:1])
