"""The dealer's display against the real daemon: cards come as from a shoe, all else is pressed.

usage: test_display.py SABOTD SABOT_DEALER, run by on-display.sh
SABOT_LOOK=DIR keeps pictures.
"""
import re
import sys
import unittest

import gi

from dealer import Display
from screen import Atspi, name_of

gi.require_version('Gdk', '3.0')
from gi.repository import Gdk  # noqa: E402

Display.PROGRAMS = sys.argv[1:3]
TURN = bytes.fromhex('0b5c94')  # of the light look: what comes next


class PuntoBanco(Display):
    def test_a_coup_in_two_touches(self):
        self.event(ev='load', decks=6)
        self.event(ev='bet', box=3, on='punto', amount=1000)
        self.event(ev='bet', box=5, on='banca', amount=2000)
        self.screen.press('No more bets')
        self.screen.wait_for_name('Card for the punto')
        self.has_no_key('No more bets')
        self.cards('4C TS QD 6H')
        self.does_say('Card for the punto')
        self.does_say('punto 4: four of clubs, ten of spades')
        self.look('punto-banco-dealing')
        self.cards('5D')
        self.screen.wait_for_name('pay 10.00, seat 3, punto')
        self.screen.wait_for_name('take 20.00, seat 5, banca')
        self.look('punto-banco-paid')
        self.screen.press('Round over: punto wins')
        self.does_say('Place your bets')
        self.assertEqual(self.last_event()['ev'], 'result')

    def test_undo_until_the_next_card(self):
        self.event(ev='load', decks=6)
        self.screen.press('No more bets')
        self.screen.press('Undo')
        self.screen.wait_for(lambda: self.last_event()['ev'] == 'undo', 'nothing was undone')
        self.screen.press('No more bets')
        self.screen.wait_for(lambda: self.screen.button('Undo'), 'no undo')
        self.cards('4C')
        self.screen.wait_for(lambda: not self.screen.button('Undo'), 'a card is no press')

    def test_the_daemon_goes_and_comes_back(self):
        self.event(ev='load', decks=6)
        self.does_say('Place your bets')
        key = self.screen.wait_for(lambda: self.screen.place('No more bets'), 'no key')
        self.screen.wait_for(lambda: self.colour_of(key) == TURN, 'what comes next is not blue')
        self.daemon.stop()
        self.does_say('NO CONNECTION: deal on, nothing here is current')
        self.screen.wait_for(lambda: self.colour_of(key) != TURN, 'what cannot be done is blue')
        self.screen.wait_for(lambda: not self.screen.button('seat 3, punto'),
                             'what nobody hears is a key')
        self.daemon.start()
        self.screen.press('No more bets')
        if self.machine:  # log-ins ended with the daemon that knew of them
            self.does_say('who logs in')
            self.log_in('Dan')
            self.screen.press('No more bets')
        self.does_say('Card for the punto')


    @staticmethod
    def colour_of(place):
        """Of a key there, beside its text."""
        root = Gdk.get_default_root_window()
        inside = Gdk.pixbuf_get_from_window(root, place.x + 8, place.y + 8, 1, 1)
        return inside.get_pixels()[:3]


class NoSuchTable(Display):
    TABLE = 'PB-99'

    def test_it_says_which_there_are_and_where_it_looked(self):
        self.does_say('There is no table PB-99 here')
        self.does_say('Tables here: BJ-01, PB-01')
        self.look('no-such-table')
        self.daemon.stop()
        self.does_say('The daemon does not answer')
        self.does_say(re.compile(f'{re.escape(self.address())}: .+'))


class Blackjack(Display):
    TABLE = 'BJ-01'

    def test_keys_are_the_choices_that_there_are(self):
        self.event(ev='load', decks=6)
        self.event(ev='bet', box=1, amount=1000)
        self.event(ev='bet', box=2, amount=1000)
        self.screen.press('No more bets')
        self.does_say('Card for box 1')
        self.cards('5C 8S 9D 6H 8D')
        self.does_say('Box 1 has 11: stand, hit, double?')
        self.screen.press('Double')
        self.screen.wait_for(lambda: not self.screen.button('Double'), 'no double')
        self.cards('KD')
        for key in ('Stand', 'Split'):
            self.screen.wait_for(lambda name=key: self.screen.button(name), key)
        self.look('blackjack-keys')
        self.screen.press('Stand')
        self.does_say('Card for the dealer')
        self.assertEqual(self.client.view('BJ-01')['incidents']['open'], 0)
        self.has_no_key('Stand')
        self.cards('TD')
        self.screen.press('Round over')
        self.does_say('Place your bets')

    def test_a_round_without_a_shoe(self):
        """Stakes by chips, cards by the pad, and the next round as before."""
        self.screen.press('New load in the shoe: 6 decks')
        self.lay('10', 'box 3, main bet', 'box 3, main bet, 10')
        self.lay('25', 'box 3, main bet', 'box 3, main bet, 35')
        self.look('blackjack-stakes')
        self.screen.press('Take away')
        self.screen.press('box 3, main bet, 35')
        self.lay('10', 'box 3, main bet', 'box 3, main bet, 10')
        self.screen.press('No more bets')
        self.does_say('Card for box 3')
        self.look('blackjack-card-pad')
        for card, then in (('ten of hearts', 'Card for the dealer'),
                           ('nine of spades', 'Card for box 3'),
                           ('eight of clubs', 'Box 3 has 18: stand, hit?')):
            self.screen.press(card)
            self.does_say(then)
        self.assertEqual(self.last_event()['src'], 'manual')
        self.screen.press('Stand')
        self.does_say('Card for the dealer')
        self.screen.press('nine of hearts')
        self.screen.press('Round over')
        self.does_say('box 3, main bet, 10 as before')
        self.screen.press('No more bets')
        self.does_say('Card for box 3')
        self.assertEqual(self.client.view('BJ-01')['incidents']['open'], 0)


class NoStakes(Display):
    TABLE = 'BJ-01'
    OPTIONS = ('--no-stakes', '--left-handed')

    def test_boxes_alone(self):
        self.event(ev='load', decks=6)
        for box, said in ((2, 'box 2, in'), (5, 'box 5, in'), (2, 'box 2'), (6, 'box 6, in')):
            self.screen.press_beginning(f'box {box}')
            self.does_say(said)
        self.screen.press('No more bets')
        self.does_say('Card for box 5')
        self.assertEqual(self.last_event()['boxes'], [5, 6])
        self.cards('AC 9S 9D KH 8C')
        self.screen.press('Stand')
        self.cards('9H')
        self.does_say('Box 5: 3:2, 150 per 100')
        self.does_say('Box 6: loses')
        self.look('no-stakes-blackjack')
        self.event(ev='result')
        self.screen.wait_for_name('box 5, in as before')
        self.screen.press('No more bets')
        self.screen.wait_for(lambda: self.last_event()['ev'] == 'no_more_bets', 'bets are open')
        self.assertEqual(self.last_event()['boxes'], [5, 6])


class WithoutTouch(Display):
    """By a keypad alone: 1 is what goes on, 2 the key beside it, and so forth."""

    def type(self, digit):
        self.screen.press_key(ord(digit))

    def test_a_coup_by_digits(self):
        self.event(ev='load', decks=6)
        self.event(ev='bet', box=3, on='punto', amount=1000)
        self.screen.wait_for(lambda: self.screen.button('No more bets'), 'no key')
        self.type('1')
        self.does_say('Card for the punto')
        self.cards('4C TS QD 6H 5D')
        self.screen.wait_for(lambda: self.screen.button('Round over: punto wins'), 'no key')
        self.type('2')  # beside it
        self.screen.wait_for(lambda: self.last_event()['ev'] == 'bet', 'nothing is as before')
        self.screen.wait_for(lambda: self.client.view(self.TABLE)['round'] == 2, 'the same round')


class WithoutNumLock(WithoutTouch):
    """The keypad's keys are then End and Down."""
    def type(self, digit):
        self.screen.press_key({'1': 0xff9c, '2': 0xff99}[digit])


class PaidWithoutTouch(Display):
    """What has no digit is reached by Tab; Return presses it, and nothing before."""
    OPTIONS = ('--payments',)

    def focused(self):
        return [name_of(node) for node in self.screen.nodes()
                if node.get_state_set().contains(Atspi.StateType.FOCUSED)]

    def go_to(self, name):
        for _ in range(60):
            before = self.focused()
            if name in before:
                return
            self.screen.press_key(0xff09)
            self.screen.wait_for(lambda: self.focused() != before, f'Tab at {before}')
        self.fail(f'Tab does not come to {name}')

    def test_a_stake_and_a_payment_by_tab_and_return(self):
        self.event(ev='load', decks=6)
        self.screen.wait_for(lambda: self.screen.button('No more bets'), 'no key')
        n = self.client.view(self.TABLE)['n']
        self.screen.press_return()  # nobody has chosen a key
        self.go_to('seat 1, punto')
        self.assertEqual(self.client.view(self.TABLE)['n'], n)
        self.screen.press_return()
        self.screen.wait_for(lambda: self.last_event()['ev'] == 'bet', 'nothing was staked')
        self.event(ev='no_more_bets')
        self.cards('4C TS QD 6H 5D')
        self.screen.wait_for(lambda: self.screen.button('Paid 5.00'), 'no key')
        self.go_to('Paid 5.00')
        self.look('keyboard-paid')
        self.screen.press_return()
        self.screen.wait_for(lambda: self.last_event()['ev'] == 'paid', 'nothing was paid')


class Handed(Display):
    def place_of(self, key):
        found = self.screen.wait_for(lambda: self.screen.button(key), f'no {key}')
        return found.get_component_iface().get_extents(Atspi.CoordType.SCREEN).x

    def test_what_comes_next_is_at_the_right(self):
        self.event(ev='load', decks=6)
        self.assertGreater(self.place_of('No more bets'), self.place_of('Call the pit'))


class LeftHanded(Handed):
    OPTIONS = ('--left-handed',)

    def test_what_comes_next_is_at_the_right(self):
        self.event(ev='load', decks=6)
        self.assertLess(self.place_of('No more bets'), self.place_of('Call the pit'))


class NoStakesInPuntoBanco(Display):
    OPTIONS = ('--no-stakes',)

    def test_ratios_of_what_has_won(self):
        self.event(ev='load', decks=6)
        self.screen.press('No more bets')
        self.does_say('Card for the punto')
        self.cards('4C TS 9D KH')
        self.does_say('banca: 1:1 less commission, 95 per 100')
        self.assertNotIn('punto: loses', self.screen.names())
        self.look('no-stakes-punto-banco')


class HouseOrder(Display):
    """ES-16: the total announced, then one pass from left to right, whatever became of each."""
    TABLE = 'BJ-01'

    def test_mixed_outcomes(self):
        self.event(ev='load', decks=6)
        for box in (6, 2, 4, 1, 3):
            self.event(ev='bet', box=box, amount=1000)
        self.event(ev='bet', box=2, amount=2500, bettor='ann')
        self.event(ev='no_more_bets')
        self.cards('TC AC 9C 8S TD 9H KH QD 9S 7C 8D')
        for box in (1, 3, 4, 6):
            self.event(ev='action', box=box, do='stand')
        self.cards('9D')
        self.does_say('“Dealer: 18” · the dealer has 18 (§ ES-06)')
        lines = ['pay 10.00, box 1', 'pay 15.00, box 2', 'pay 37.50, box 2, ann', 'push, box 3',
                 'take 10.00, box 4', 'push, box 6']
        self.does_say(lines[-1])
        self.assertEqual([name for name in self.screen.names() if name in lines], lines)
        self.look('house-order')


class Payments(Display):
    OPTIONS = ('--payments',)

    def test_each_is_confirmed(self):
        self.event(ev='load', decks=6)
        self.event(ev='bet', box=3, on='punto', amount=1000)
        self.screen.press('No more bets')
        self.does_say('Card for the punto')
        self.cards('4C TS QD 6H 5D')
        self.screen.press('Round over: punto wins')
        self.look('punto-banco-payments')
        self.screen.press('Paid 10.00')
        self.screen.wait_for(lambda: self.last_event()['ev'] == 'paid', 'nothing was paid')
        self.assertEqual(self.last_event()['amount'], 1000)
        self.screen.wait_for(lambda: not self.screen.button('Paid 10.00'),
                             'it could be paid twice')
        self.assertEqual(self.client.view('PB-01')['incidents']['open'], 0)


class WrongPayment(Display):
    TABLE = 'BJ-01'
    OPTIONS = ('--payments',)

    def test_a_difference_is_told_before_and_after(self):
        self.event(ev='load', decks=6)
        self.event(ev='bet', box=1, amount=1000)
        self.event(ev='no_more_bets')
        self.cards('TC 9D TH')
        self.event(ev='action', box=1, do='stand')
        self.cards('9S')
        self.screen.press('Other amount')
        self.screen.press('chip of 5')
        self.screen.press('chip of 10')
        self.look('payment-differs')
        self.screen.wait_for_description('5.00 too much')
        self.screen.press('Record 15.00')
        self.screen.wait_for(lambda: self.last_event()['ev'] == 'paid', 'nothing was paid')
        self.assertEqual(self.last_event()['amount'], 1500)
        self.screen.wait_for(lambda: self.client.view(self.TABLE)['incidents']['open'] == 1,
                             'the difference was not found')
        self.screen.wait_for(lambda: not self.screen.button('Nothing'), 'the pad stays')


class Redress(Display):
    """What a ruling leaves to be paid is asked for between rounds, and recorded once it is done."""
    OPTIONS = ('--payments',)

    def play(self):
        self.event(ev='bet', box=3, on='punto', amount=2500)
        self.event(ev='no_more_bets')
        self.cards('4C TS QD 6H 5D')
        self.event(ev='result')

    def does_have(self, key):
        self.screen.wait_for(lambda: self.is_on_sheet(key), f'no key {key}')

    def test_a_ruling_is_collected_by_a_key(self):
        self.event(ev='load', decks=6)
        self.play()
        self.event(ev='paid', box=3, on='punto', amount=3500)
        self.screen.wait_for(lambda: self.screen.button('Taken: 10.00'),
                             'no key Taken')
        self.rule(incident=1, remedy='pay_difference')
        self.does_say('Round 1, box 3: collect 10.00 → 1×10')
        # The next bets are laid meanwhile.
        self.does_say(re.compile('seat 3, punto.*'))
        self.look('redress')
        self.does_have('Round 1, box 3: 10 was collected')
        self.has_no_key('Taken: 10.00')  # the same money
        # Of a round that is dealt it does not stand in the way.
        self.event(ev='no_more_bets')
        self.does_say('Card for the punto')
        self.has_no_key('Round 1, box 3: 10 was collected')
        self.assertNotIn('Round 1, box 3: collect 10.00 → 1×10', self.screen.names())
        self.cards('4C TS QD 6H 5D')
        self.event(ev='result')
        self.press_more('Round 1, box 3: 10 was collected')
        self.screen.wait_for(lambda: self.last_event()['ev'] == 'correction', 'nothing was said')
        correction = self.last_event()
        said = [correction[key] for key in ('round', 'box', 'amount', 'incident', 'decided')]
        self.assertEqual(said, [1, 3, -1000, 1, 'p3' if self.machine else 'Pia'])
        self.screen.wait_for(lambda: 'Round 1, box 3: collect 10.00 → 1×10'
                             not in self.screen.names(), 'it is asked for still')

    def test_it_is_collected_and_may_be_withdrawn(self):
        self.event(ev='load', decks=6)
        self.play()
        for amount in (-500, -1000):
            self.client.ok('redress_order', table=self.TABLE, round=1, box=3, amount=amount,
                           note='paid twice')
        self.does_say('Round 1, box 3: collect 5.00 → 1×5 (+1)')
        self.does_have('Round 1, box 3: 5 was collected')
        self.press_more('Round 1, box 3: 5 was collected')
        self.screen.wait_for(lambda: self.last_event()['ev'] == 'correction', 'nothing was said')
        self.assertEqual(self.last_event()['amount'], -500)
        self.does_say('Round 1, box 3: collect 10.00 → 1×10')
        self.does_have('Round 1, box 3: 10 was collected')
        number = self.client.view(self.TABLE)['redress'][0]['redress']
        self.client.ok('redress_withdraw', table=self.TABLE, redress=number, reason='he has left')
        self.screen.wait_for(lambda: not self.screen.button('Round 1, box 3: 10 was collected'),
                             'it is asked for still')


class RunOut(Display):
    """After the last round the rest goes by the reader, or is keyed in where there is none."""
    TABLES = '[table PB-01]\nrules = punto-banco-es\nset.burn = 0\nset.decks = 1\n'

    def test_a_load_that_is_run_out(self):
        self.event(ev='load', decks=1)
        self.event(ev='no_more_bets')
        self.event(ev='cut_card')
        self.cards('4C TS QD 6H 5D')
        self.event(ev='result')
        self.screen.press('Run out the rest')
        self.does_say('Run out the rest: 0 of 47')
        self.screen.press('Do not run out')
        self.screen.press('Run out the rest')
        self.screen.press('ten of hearts')
        self.does_say('Run out the rest: 1 of 47')
        self.has_no_key('Do not run out')
        for rank in 'A23456789TJQK':
            for suit in 'SHDC':
                if rank + suit not in ('4C', 'TS', 'QD', '6H', '5D', 'TH'):
                    self.cards(rank + suit)
        self.does_say('Run out the rest: 47 of 47')
        self.look('run-out')
        self.screen.press('Load out: 47 cards were run out')
        self.does_say('Load the shoe')
        self.assertEqual(self.last_event()['cards'][0], 'TH')
        found = self.client.ok('incidents', table=self.TABLE, open=True)['incidents']
        self.assertEqual([incident['code'] for incident in found], [])


class Unread(Display):
    def test_a_card_is_told_by_a_touch(self):
        self.event(ev='load', decks=6)
        self.screen.press('No more bets')
        self.does_say('Card for the punto')
        self.cards('4C ??')
        self.does_say('punto 4+?: four of clubs, unread card')  # not a certain total
        self.screen.wait_for(lambda: self.screen.button('ten, suit unread'), 'no rank alone')
        self.does_say("Which card was it? The punto's card 2")
        self.look('punto-banco-unread')
        self.screen.press('ten, suit unread')
        self.screen.wait_for(lambda: self.last_event()['ev'] == 'ruling', 'it was not told')
        self.assertEqual(self.last_event()['card'], 'T?')
        self.screen.wait_for(lambda: not self.screen.button('ten, suit unread'), 'it stays')


    def test_a_mistyped_reading_is_taken_back(self):
        """Until the next card; which card it was is asked again, and the last answer counts."""
        self.event(ev='load', decks=6)
        self.event(ev='no_more_bets')
        self.cards('4C ??')
        self.screen.press('ten, suit unread')
        self.does_say('punto 4: four of clubs, ten, suit unread')
        self.screen.press('It was not 10?')
        self.does_say("Which card was it? The punto's card 2")
        self.look('reading-again')
        self.screen.press('It was 10?')  # after all
        self.screen.wait_for(lambda: not self.screen.button('nine, suit unread'), 'it stays')
        self.screen.press('It was not 10?')
        self.screen.press('nine, suit unread')
        self.does_say('punto 3: four of clubs, nine, suit unread')
        self.assertEqual([line['card'] for line in self.client.export(self.TABLE)[1:]
                          if line['ev'] == 'ruling'], ['T?', '9?'])
        self.assertEqual(self.client.view(self.TABLE)['incidents']['open'], 0)
        self.screen.wait_for(lambda: self.screen.button('It was not 9?'), 'no third answer')
        self.cards('KD')
        self.screen.wait_for(lambda: not self.screen.button('It was not 9?'), 'too late')


class UnreadOfTwo(Display):
    TABLE = 'BJ-01'

    def test_the_keys_say_which_of_two_they_mean(self):
        self.event(ev='load', decks=6)
        self.event(ev='no_more_bets', boxes=[1, 3])
        self.cards('5C ?? 9D ?? ??')
        self.does_say('Which card was it? Box 3, card 1')
        self.look('blackjack-unread')
        for said, then in (('ten', 'Box 1, card 2'), ('six', 'Box 3, card 2')):
            self.screen.press(f'{said}, suit unread')
            self.does_say(f'Which card was it? {then}')
        self.screen.press('nine, suit unread')
        self.screen.wait_for(lambda: not self.screen.button('nine, suit unread'), 'it stays')
        self.does_say('Box 1 has 11: stand, hit, double?')


class SplitByHand(Display):
    TABLE = 'BJ-01'

    def height_of(self, name):
        return self.screen.node(name).get_component_iface().get_extents(
            Atspi.CoordType.SCREEN).height

    def test_cards_stay_large(self):
        """With the keys for cards there is little room: letters give way before cards do."""
        self.event(ev='load', decks=6)
        for box in (2, 5):
            self.event(ev='bet', box=box, amount=2500)
        self.event(ev='no_more_bets')
        self.cards('8H TH 6S 8C 5C')
        self.screen.press('Split')
        self.does_say('Card for box 2, right hand')
        self.cards('3S')
        self.does_say('Box 2, right hand, has 11: stand, hit, double?')
        hand = 'box 2, right hand 11, in turn: eight of clubs, three of spades'
        self.screen.wait_for(lambda: self.height_of(hand) > 50, 'the cards are small')
        self.look('blackjack-split')


class BurnedUnseen(Display):
    TABLE = 'BJ-01'
    TABLES = '[table BJ-01]\nrules = blackjack-es\nset.burn = 2\n'

    def test_nobody_is_asked_what_it_was(self):
        self.screen.press('New load in the shoe: 6 decks')
        self.does_say('Burn 2 cards')
        self.screen.press('Burned unseen')
        self.does_say('Burn 1 card')
        self.screen.press('Burned unseen')
        self.does_say('Place your bets')
        self.does_say('box 1, main bet')
        self.has_no_key('ace, suit unread')


class BurnIsCounted(Display):
    TABLES = '[table PB-01]\nrules = punto-banco-es\n'

    def test_the_first_card_is(self):
        self.event(ev='load', decks=6)
        self.cards('??')
        self.does_say('Which card was it? The one that is in no hand')
        self.screen.press('two, suit unread')
        self.does_say('Burn 2 cards')


class Dispute(Display):
    TABLE = 'BJ-01'

    def test_all_stands_until_the_pit_has_ruled(self):
        self.event(ev='load', decks=6)
        self.event(ev='bet', box=1, amount=1000)
        self.event(ev='no_more_bets')
        self.cards('5C 9D 6H')
        self.screen.wait_for(lambda: self.screen.button('Stand'), 'no choice')
        self.screen.wait_for(lambda: self.screen.button('ace of spades'), 'no keys for cards')
        self.screen.press('Call the pit')
        self.screen.wait_for_name(re.compile('Wait for the pit boss: 0:0[1-9]'))
        self.has_no_key('Stand')
        self.has_no_key('ace of spades')
        self.look('dispute')
        incident = self.client.ok('incidents', table=self.TABLE, open=True)['incidents'][0]
        self.assertEqual((incident['code'], incident['detail']['box']), ('dispute', 1))
        self.event(ev='ruling', incident=incident['id'], remedy='let_stand')
        self.screen.wait_for(lambda: self.screen.button('Stand'), 'it stays frozen')
        self.screen.wait_for(lambda: self.screen.button('ace of spades'), 'no keys for cards')


class Board(Display):
    OPTIONS = ('--board', '--windowed')

    def test_what_has_won_is_told_to_the_players(self):
        self.event(ev='load', decks=6)
        for _ in range(2):
            self.event(ev='no_more_bets')
            self.cards('4C TS QD 6H 5D')
            self.event(ev='result')
        self.does_say('Banker 0 · Player 2 · Tie 0 · Banker pair 0 · Player pair 0 · Natural 0')
        self.does_say('road: banca 0, punto 2, tie 0')
        self.event(ev='no_more_bets')
        self.does_say('No more bets')
        self.cards('2C 9S QD 8H')
        self.does_say('BANKER WINS 8 : 1')
        self.look('board')


class Persons(Display):
    HAS_PERSONS = True

    def prepare(self):
        self.event(ev='load', decks=6)
        dan = next(person['person'] for person in self.client.ok('persons')['persons']
                   if person['name'] == 'Dan')
        self.event(ev='staff', who=dan, post='dealer')

    def test_who_may_not_is_told_so(self):
        self.does_say('punto banco · shoe 1 · bets 5 – 500 · dealer: Dan')
        self.screen.press('No more bets')
        self.does_say('who logs in')
        self.does_say('Place your bets')
        self.look('display-login')
        self.log_in('Eye')
        self.screen.wait_for(lambda: self.screen.button('Eye, surveillance'), 'not logged in')
        self.screen.press('No more bets')
        self.does_say('Not as surveillance. Who may: dealer, pit boss, shift manager.')
        self.screen.type_badge('dan', 'PIN of Dan')
        self.enter_pin('Dan')
        self.screen.wait_for(lambda: self.screen.button('Dan, dealer') and
                             not self.screen.place('Not as surveillance'), 'the refusal stays')
        self.screen.press('No more bets')
        self.does_say('Card for the punto')
        self.assertEqual(self.client.view('PB-01')['incidents']['open'], 0)


class Spanish(Display):
    LANGUAGE = 'es'
    LOG_IN = 'Entrar'

    def test_it_speaks_spanish(self):
        self.event(ev='load', decks=6)
        self.screen.press('No va más')
        self.does_say('Carta para el jugador')


del Display
if __name__ == '__main__':
    unittest.main(argv=sys.argv[:1] + sys.argv[3:])
