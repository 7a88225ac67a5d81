"""Each key of the dealer's display once: pressed there, and read back from the table's log.

usage: test_keys.py SABOTD SABOT_DEALER, run by on-display.sh
SABOT_LOOK=DIR keeps pictures.
"""
import sys
import unittest

from dealer import Display
from fixture import wait_for
from held import Held
from ref_shoe import RefShoe
from screen import BUTTONS, name_of

Display.PROGRAMS = sys.argv[1:3]
DEVICE = '[device shoe-1]\ndriver = ref\ntransport = pty:@DIR@/shoe-1\n'


class Keys(Display):
    OPTIONS = ('--payments',)

    def prepare(self):
        self.shoe = RefShoe('SR8-0001', 1)
        self.addCleanup(self.shoe.unplug)
        self.plug()

    def plug(self):
        self.shoe.plug(self.daemon.directory / 'shoe-1')
        wait_for(lambda: self.client.view(self.TABLE)['device']['state'] == 'online',
                 'the shoe to be heard')

    def deal(self, cards, then):
        """By the shoe; `then` is what the display says next."""
        for card in cards.split():
            self.shoe.card(card)
        self.does_say(then)

    def press(self, key, **wanted):
        """The key, and what it puts into the log."""
        before = len(self.client.export(self.TABLE))

        def said():
            return [event for event in self.client.export(self.TABLE)[before:]
                    if wanted.items() <= event.items()]
        self.screen.press(key)
        self.screen.wait_for(said, f'{key} did not say {wanted}')

    def press_on_sheet(self, key, **wanted):
        self.screen.press('More')
        self.press(key, **wanted)

    def there_is(self, key):
        self.screen.wait_for(lambda: self.screen.button(key), f'no key {key}')

    def settle(self):
        """Each payment by the key that goes on: what was paid, or taken."""
        while True:
            key = next((name_of(node) for node in self.screen.nodes()
                        if name_of(node).startswith(('Paid ', 'Taken: '))
                        and node.get_role() in BUTTONS), None)  # held for a moment, perhaps
            if not key:
                break
            self.press(key, ev='paid')
        return [(event['box'], event['on'], event['amount'])
                for event in self.client.export(self.TABLE) if event.get('ev') == 'paid']


class Blackjack(Keys):
    TABLE = 'BJ-01'
    TABLES = DEVICE + ('[table BJ-01]\nrules = blackjack-house\ndevice = shoe-1\n'
                       'set.reveal = on_button\n'
                       'set.chips = 500 1000 2500\n')

    def begin(self):
        self.press('Counted', ev='prepared', step='count')
        self.press('New load in the shoe: 6 decks', ev='load', decks=6)
        self.does_say('Burn 1 card')
        self.deal('2C', 'Place your bets')

    def bet(self):
        self.screen.press('chip of 10')
        for box in (1, 2):
            self.press(f'box {box}, main bet', ev='bet', box=box, amount=1000)
        self.press('No more bets', ev='no_more_bets')

    def test_two_rounds(self):
        self.begin()
        self.bet()
        self.deal('8S AC AH 8D KC 6C', 'Insurance?')
        self.look('keys-insurance')
        self.press('Even money, box 2', ev='even_money', box=2)
        self.press('Insure box 1: 5', ev='insurance', box=1, amount=500)
        self.press('Insurance closed', ev='insurance_closed')
        self.press('Split', ev='action', do='split', box=1, hand=0)
        self.deal('3D', 'Box 1, left hand, has 11: stand, hit, double?')
        self.press('Double', ev='action', do='double', box=1, hand=0)
        self.deal('TD 9H', 'Box 1, right hand, has 17: stand, hit, double?')
        self.press('Stand', ev='action', do='stand', box=1, hand=1)
        self.press('Turned up', ev='reveal')
        self.deal('TS', 'Box 1, left hand: pay 20.00')
        self.look('keys-settle')
        self.assertEqual(self.settle(), [(1, 'main', 2000), (1, 'insurance', -500),
                                         (2, 'main', 1000)])
        self.press('Round over', ev='result')
        self.second_round()

    def rule(self, code, remedy):
        incident = next(one for one in self.client.ok('incidents', table=self.TABLE)['incidents']
                        if one['code'] == code)
        self.event(ev='ruling', incident=incident['id'], remedy=remedy)

    def second_round(self):
        self.there_is('box 2, main bet, 10 as before')
        self.screen.press('Take away')
        self.screen.press('box 2, main bet, 10 as before')
        self.there_is('box 2, main bet')
        self.screen.press('Undo')
        self.there_is('box 2, main bet, 10 as before')
        self.press('No more bets', ev='no_more_bets')
        self.press('Undo', ev='undo')
        self.press('No more bets', ev='no_more_bets')
        self.deal('?? ??', 'Which card was it? Box 1, card 1')
        self.screen.press('hearts')
        self.look('keys-unread')
        self.press('nine of hearts', ev='ruling', remedy='read_as', card='9H')
        self.does_say('Which card was it? Box 2, card 1')
        self.press('nine, suit unread', ev='ruling', remedy='read_as', card='9?')
        self.deal('6D', 'Card for box 1')
        self.shoe.unplug()
        self.press('seven of clubs', ev='card', card='7C', src='manual')
        self.plug()
        self.screen.wait_for(lambda: not self.screen.button('ace of spades'), 'the pad stays')
        self.rule('device_offline', 'false_alarm')  # the round is torn until no card is missing
        self.deal('9D ??', 'Box 1 has 16: stand, hit, double, surrender?')
        self.has_no_key('ten, suit unread')  # it lies face down
        self.press('Surrender', ev='action', do='surrender', box=1)
        self.press('Call the pit', ev='call', box=2)
        self.has_no_key('Stand')
        self.rule('dispute', 'let_stand')
        self.press('Stand', ev='action', do='stand', box=2)
        self.press('Turned up', ev='reveal')
        self.does_say("Which card was it? The dealer's card 2")
        self.press('ten, suit unread', ev='ruling', remedy='read_as', card='T?')
        self.deal('5S', 'Take 2 stakes: 15.00')
        self.press('All as shown', ev='paid', box=2, amount=-1000)
        self.press('Round over', ev='result')


class PuntoBanco(Keys):
    TABLES = DEVICE + ('[table PB-01]\nrules = punto-banco-house\ndevice = shoe-1\nset.burn = 0\n'
                       'set.reveal = on_button\nset.commission_when = at_end\n'
                       'set.chips = 500 1000 2500\n')

    def test_two_rounds(self):
        self.event(ev='load', decks=8)
        self.press_on_sheet('Shoe to box 1', ev='holder', box=1)
        self.screen.press('chip of 10')
        self.press('seat 3, banca', ev='bet', box=3, on='banca', amount=1000)
        self.press('No more bets', ev='no_more_bets')
        self.deal('2C 9S QD KH', "Turn up the punto's cards")
        self.look('keys-reveal')
        self.press('Turned up', ev='reveal')
        self.settle()
        self.press('Round over: banca wins', ev='result')
        self.press_on_sheet('Box 3 pays commission: 0.50', ev='commission_paid', box=3, amount=50)
        self.press('No more bets', ev='no_more_bets')
        self.deal('9C 2S QC 3H', "Turn up the punto's cards")
        self.press('Turned up', ev='reveal')
        self.press('Round over: punto wins', ev='result')
        self.press_on_sheet('Shoe to box 3', ev='holder', box=3)
        self.press_on_sheet('Shoe to box 4', ev='holder', box=4)  # 3 does not want it


class ColourUp(Display):
    TABLE = 'BJ-01'
    relay = None

    def address(self):
        """Over TLS nothing stands between."""
        if self.machine:
            return super().address()
        path = str(self.daemon.directory / 'held')
        self.relay = Held(path, self.daemon.socket, 'rules')
        self.addCleanup(self.relay.close)
        return path

    def test_small_chips_into_large_ones(self):
        self.event(ev='load', decks=6)
        n = self.client.view(self.TABLE)['n']
        if self.relay:
            self.screen.wait_for(lambda: 'rules' in self.relay.held, 'no rules are asked for')
            self.screen.wait_for_name('Place your bets')
            self.assertIsNone(self.screen.button('Colour-up'), 'its chips are not known yet')
            self.relay.release()
        self.screen.press('Colour-up')
        for chip, text in (('25', 'In: 1×25 = 25 → out: 1×25'),
                           ('25', 'In: 2×25 = 50 → out: 2×25'),
                           ('10', 'In: 2×25 1×10 = 60 → out: 2×25 1×10'),
                           ('25', 'In: 3×25 1×10 = 85 → out: 3×25 1×10'),
                           ('10', 'In: 3×25 2×10 = 95 → out: 3×25 2×10'),
                           ('5', 'In: 3×25 2×10 1×5 = 100 → out: 1×100')):
            self.screen.press(chip)
            self.does_say(text)
        self.look('colour-up')
        self.screen.press('Nothing')
        self.does_say('Colour-up: touch the chips that come in')
        self.screen.press('Back')
        self.screen.wait_for(lambda: self.screen.button('box 1, main bet'),
                             'the stakes do not come back')
        self.assertEqual(self.client.view(self.TABLE)['n'], n, 'it is recorded')


del Display, Keys
if __name__ == '__main__':
    unittest.main(argv=sys.argv[:1])
