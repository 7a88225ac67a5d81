"""A table's page of the real console: the cloth, what may be done there and by whom, its forms.

usage: test_table_page.py SABOTD SABOT_PIT, run by on-display.sh
"""
import re
import sys
import unittest

from house import House, wait_for
from screen import Atspi, name_of, walk

House.PROGRAMS = tuple(sys.argv[1:3])

STRIP_PX = 40  # the load, between the cloth and what stands below it


class TablePage(House):
    def wait_for_event(self, table, **wanted):
        def found():
            return [line for line in self.client.export(table)[1:]
                    if all(line.get(key) == value for key, value in wanted.items())]
        return wait_for(found, f'{wanted} in the log')[-1]

    def test_the_cloth_and_who_may_do_what(self):
        for event in ({'ev': 'load', 'decks': 6}, {'ev': 'bet', 'box': 2, 'amount': 2500},
                      {'ev': 'bet', 'box': 2, 'amount': 1500, 'bettor': 'Rossi'},
                      {'ev': 'bet', 'box': 5, 'amount': 1000}, {'ev': 'no_more_bets'}):
            self.pit.event('BJ-01', **event)
        for card in ('8D', 'AS', '9C', '7H', '6D'):
            self.pit.event('BJ-01', ev='card', card=card, src='manual')
        self.open_table('BJ-01')
        self.screen.wait_for_name('box 2: main 25;main 15 (Rossi)')
        self.screen.wait_for_name('box 2 15: eight of diamonds, seven of hearts')
        self.screen.wait_for_name('box 5: main 10')
        self.screen.wait_for_name('Box 2 has 15: stand, hit?')
        # Nobody is logged in, then somebody who may only look: said at each button.
        self.assertEqual(self.screen.description('Pause'), 'Log in first.')
        self.log_in('Eye')
        reason = 'Not as surveillance. Who may: pit boss, shift manager.'
        self.screen.wait_for(lambda: self.screen.description('Pause') == reason,
                             'the role is not named')
        self.assertIsNone(self.screen.button('Pause'))
        self.screen.press('Eye, surveillance')
        self.screen.choose_row('Pia, ')
        self.enter_pin('9917')
        # Between rounds only: its reason is the round, not the person.
        reason = 'A round is being played: between rounds only.'
        self.screen.wait_for(lambda: self.screen.description('Limits') == reason,
                             'the round is not named')
        self.look('table-page')
        self.screen.press('Pause')
        self.screen.press('Record it')
        self.assertEqual(self.wait_for_event('BJ-01', ev='table')['by'], 'p3')
        self.screen.wait_for_name('paused')
        # A step at a time back: no panel is open, so Esc leaves the page.
        self.screen.wait_for(lambda: not self.screen.button('Record it'), 'the form stayed')
        self.screen.press_key(0xff1b)
        self.screen.wait_for(lambda: not self.screen.button('← Floor'), 'the page stayed')

    def test_rows_of_actions_begin_in_line(self):
        """Also with the first action of a group, which is farther from the one before it."""
        self.log_in('Pia')
        for event in ({'ev': 'load', 'decks': 6}, {'ev': 'bet', 'box': 3, 'on': 'punto',
                                                   'amount': 1000}, {'ev': 'no_more_bets'}):
            self.pit.event('PB-01', **event)
        for card in '4S 5D KH 2C'.split():
            self.pit.event('PB-01', ev='card', card=card, src='manual')
        self.pit.event('PB-01', ev='result')
        self.pit.ok('redress_order', table='PB-01', round=1, box=3, amount=500, note='too little')
        self.open_table('PB-01')
        self.screen.wait_for(lambda: self.screen.button('Withdraw'), 'nothing is to be put right')

        def left(name):
            return self.screen.button(name).get_extents(Atspi.CoordType.SCREEN).x
        self.assertGreater(self.screen.place('Money').y, self.screen.place('Withdraw').y)
        self.screen.wait_for(lambda: left('Money') == self.screen.place('Open').x,
                             'the last row begins elsewhere')

    def test_a_load_is_made(self):
        """It has as many decks as the rules want, and its form is whole on the screen."""
        self.log_in('Pia')
        self.open_table('BJ-01')
        self.screen.press('New load')
        self.screen.wait_for_text('Decks', '6')
        place = self.screen.place('The shoe is loaded')
        self.assertLessEqual(place.y + place.height, 800)
        self.screen.press('The shoe is loaded')
        self.assertEqual(self.wait_for_event('BJ-01', ev='load')['decks'], 6)

    def test_all_hands_are_whole_beside_a_ruling(self):
        """Seven boxes and two incidents on the smallest screen that the console is made for."""
        self.log_in('Pia')
        self.pit.event('BJ-01', ev='load', decks=6)
        for box in range(1, 8):
            self.pit.event('BJ-01', ev='bet', box=box, amount=1000)
        self.pit.event('BJ-01', ev='no_more_bets')
        for card in '9S 7H KD AS 8D 3S QC TD 5H 4S KH 6D 2C JS 9D'.split():
            self.pit.event('BJ-01', ev='card', card=card, src='manual')
        for _ in range(2):
            self.pit.event('BJ-01', ev='call')
        self.open_table('BJ-01')
        self.screen.choose_row(self.screen.wait_for_name(
            re.compile('medium, BJ-01, round 1, dispute.*')))
        self.screen.wait_for_name('Ruling')

        def is_whole():
            places = [self.screen.place(name)
                      for name in ['dealer 10'] + [f'box {box} ' for box in range(1, 8)]]
            return all(places) and all(place.y + place.height <= 800 for place in places)
        self.screen.wait_for(is_whole, "a hand is cut off")
        self.look('seven-boxes')

    def test_a_card_too_many_lies_beside_the_hands(self):
        """Punto has 9 with two cards: the fifth card is in no hand."""
        self.pit.event('PB-01', ev='load', decks=6)
        for cards in ('4S 5D KH 2C', '9S KH 7S KD 2C'):
            for box in range(3, 7):
                self.pit.event('PB-01', ev='bet', box=box, on='punto', amount=1000)
            self.pit.event('PB-01', ev='no_more_bets')
            for card in cards.split():
                self.pit.event('PB-01', ev='card', card=card, src='manual')
            if cards.startswith('4S'):
                self.pit.event('PB-01', ev='result')
        self.pit.ok('redress_order', table='PB-01', round=1, box=3, amount=500, note='misread')
        self.open_table('PB-01')
        self.screen.wait_for(lambda: self.screen.place('too many: two of clubs'), 'no card')
        hand, below = self.screen.place('punto 9'), self.screen.place('Last rounds')
        self.assertLessEqual(hand.y + hand.height, below.y - STRIP_PX, 'a hand is cut off')
        self.look('too-many')
        self.pit.event('PB-01', ev='ruling', incident=1, remedy='let_stand')
        self.screen.wait_for(lambda: not self.screen.place('too many'), 'what was ruled stays')

    def test_what_stops_the_table_comes_first(self):
        """A critical one goes on, a high one stops the game: its row is the first, and the key at
        the prompt leads to its ruling."""
        self.log_in('Pia')
        self.screen.wait_for(lambda: self.screen.button('Pia, pit boss'), 'not logged in')
        self.pit.event('PB-01', ev='load', decks=6)
        for cards in (['2C'] * 6, ['2C', 'KH', '7S', 'KD']):  # the seventh cannot be there
            self.pit.event('PB-01', ev='no_more_bets')
            for card in cards:
                self.pit.event('PB-01', ev='card', card=card, src='manual')
            self.pit.event('PB-01', ev='result')
        self.open_table('PB-01')
        rows = re.compile('(critical|high), PB-01, round 2, ([a-z_]+): .*')

        def order():
            box = self.screen.node_of('open incidents of this table', Atspi.Role.LIST_BOX)
            return [match.group(2) for match in map(rows.fullmatch, map(name_of, walk(box)))
                    if match]
        self.screen.wait_for(lambda: order() == ['card_missing', 'impossible_card'],
                             'the critical one is first')
        self.screen.wait_for_name('2 open incidents at this table')
        self.look('stopping')
        self.screen.press('Rule')
        self.screen.wait_for_name('PB-01: card not drawn')
        self.screen.wait_for_name(re.compile('STOPPED.*'))
        self.screen.choose_row('let it stand')
        self.screen.press('Apply the ruling')
        self.screen.wait_for(lambda: order() == ['impossible_card'], 'it was not ruled')
        self.screen.wait_for(lambda: not self.screen.button('Rule'), 'the key stayed')

    def test_a_closed_table_asks_for_nothing(self):
        self.pit.event('PB-01', ev='load', decks=6)
        self.open_table('PB-01')
        self.screen.wait_for_name('Place your bets')
        self.pit.event('PB-01', ev='table', state='closed')
        self.screen.wait_for_name('closed')
        self.screen.wait_for(lambda: 'Place your bets' not in self.screen.names(),
                             'a closed table asks for bets')
        refused = self.pit.ask('event', table='PB-01',
                               event={'ev': 'bet', 'box': 1, 'on': 'punto', 'amount': 1000})
        self.assertEqual(refused['error']['class'], 'not_allowed')
        self.pit.event('PB-01', ev='table', state='open')
        self.screen.wait_for_name('Place your bets')

    def test_a_dealer_whose_pin_is_locked(self):
        """Nobody asks him for it to put him on duty."""
        for _ in range(5):
            self.connect().ask('login', name='Dan', pin='0007')
        self.log_in('Pia')
        self.open_table('PB-01')
        self.screen.press('Dealer')
        self.screen.choose_row('Dan, dealer')
        self.screen.press('Record it')
        self.wait_for_event('PB-01', ev='staff', who='p2', post='dealer')

    def test_forms(self):
        self.pit.event('PB-01', ev='load', decks=6)
        self.log_in('Pia')
        self.open_table('PB-01')
        # What cannot be read is refused where one stands; then it is corrected.
        self.screen.press('Limits')
        self.screen.write('Minimum', 'ten')
        self.screen.press('Record it')
        self.screen.wait_for_name('Minimum: "ten" is no such number.')
        self.screen.write('Minimum', '10')
        self.screen.write('Maximum', '1000,50')
        self.screen.press('Record it')
        self.wait_for_event('PB-01', ev='limits', min=1000, max=100050)
        self.screen.wait_for_name('bets 10 – 1000.50')
        # What the rules object to is said there, too.
        self.screen.press('Limits')
        self.screen.write('Maximum', '1')
        self.screen.press('Record it')
        self.screen.wait_for_name('"limits" makes no sense now (the minimum is above the maximum) '
                                  'and was ignored.')
        self.screen.press('Close')
        self.screen.press('Dealer')
        self.look('dealer')
        self.screen.choose_row('Dan, ')
        self.screen.press('Record it')
        self.wait_for_event('PB-01', ev='staff', who='p2', post='dealer')
        for action, event in (('Cut card', {'ev': 'cut_card'}),
                              ('Close table', {'ev': 'table', 'state': 'closed'}),
                              ('Open', {'ev': 'table', 'state': 'open'})):
            self.screen.press(action)
            self.screen.press('Record it')
            self.wait_for_event('PB-01', **event)
        self.screen.press('Unload')
        self.screen.write('Cards left, counted', '312')
        self.screen.press('Record it')
        self.wait_for_event('PB-01', ev='unload', left=312)

    def is_to_be(self, said):
        """The floor's tile says it, also to a screen reader; then the page is looked at again."""
        self.screen.press('← Floor')
        self.screen.wait_for_description(said)
        self.look('tile-' + said.split()[1])
        self.open_table('PB-01')

    def put_right(self, amount):
        self.screen.press('Put right')
        self.screen.write('Box', '3')
        self.screen.write('Amount', amount)
        self.screen.write('Reason', 'misread chips')
        self.screen.press('Record it')
        self.screen.wait_for(lambda: not self.screen.button('Record it'), 'the form stayed')

    def test_put_right_and_undo(self):
        self.pit.event('PB-01', ev='load', decks=6)
        for amount in (1000, 9900):
            self.pit.event('PB-01', ev='bet', box=3, on='punto', amount=amount)
        self.log_in('Pia')
        self.screen.wait_for(lambda: self.screen.button('Pia, pit boss'), 'not logged in')
        self.open_table('PB-01')
        self.screen.press('Undo')
        self.screen.press('Record it')
        self.assertEqual(self.wait_for_event('PB-01', ev='undo')['by'], 'p3')
        self.screen.wait_for_name('box 3: punto 10')
        self.pit.event('PB-01', ev='no_more_bets')
        for card in ('9S', 'KH', '7H', 'KD'):
            self.pit.event('PB-01', ev='card', card=card, src='manual')
        self.pit.event('PB-01', ev='result', winner='punto')

        # Ordered, seen from the floor, withdrawn: calm again.
        self.put_right('25')
        self.screen.wait_for_name(
            re.compile(r'To be put right, no\. \d+: Round 1, box 3: pay 25.*'))
        self.is_to_be('▶ pay 25')
        self.screen.press('Withdraw')
        self.screen.write('Reason', 'he has left')
        self.screen.press('Record it')
        self.screen.wait_for(lambda: not self.client.view('PB-01').get('redress'), 'it stayed')
        self.screen.press('← Floor')
        self.screen.wait_for(lambda: not any('pay 25' in text for text in
                                             self.screen.descriptions()), 'the tile is not calm')
        self.open_table('PB-01')

        # The other way; and done, though the display was not told.
        self.put_right('-5')
        self.is_to_be('◀ collect 5')
        self.screen.press('Was put right')
        self.screen.press('Record it')
        done = self.wait_for_event('PB-01', ev='correction')
        self.assertEqual((done['amount'], done['round'], done['by']), (-500, 1, 'p3'))
        wait_for(lambda: [line['do'] for line in self.client.export('house')[1:]
                          if line['ev'] == 'redress'] == ['order', 'withdraw', 'order', 'done'],
                 'the house log tells each step')

    def test_a_load_by_hand(self):
        self.open_table('PB-01')
        # What it goes by may be read by everybody.
        self.screen.press('Rules')
        self.screen.wait_for_name('punto-banco-es')
        self.screen.wait_for_name(re.compile(r'6 decks, \d+ boxes.*', re.DOTALL))
        self.screen.wait_for_name(re.compile('punto, banca, tie.*'))
        self.look('rules')
        self.screen.press('Close')
        self.log_in('Pia')
        self.screen.press('New load')
        self.screen.wait_for_name('9 steps are not recorded yet.')
        self.screen.press('Seals seen intact')
        self.screen.wait_for_name('✓ Seals seen intact: Pia')
        self.screen.wait_for_name('8 steps are not recorded yet.')
        self.wait_for_event('PB-01', ev='prepared', step='seals', who='p3', by='p3')
        # It is known when the form is opened again.
        self.screen.press('Close')
        self.screen.press('New load')
        self.screen.wait_for_name('✓ Seals seen intact: Pia')
        self.look('load')
        self.screen.write('Decks', '6')
        self.screen.write('Cards behind the cut card', '14')
        self.screen.press('The shoe is loaded')
        self.wait_for_event('PB-01', ev='load', decks=6, behind=14)
        self.pit.event('PB-01', ev='no_more_bets')
        # One touch is one card; a wrong touch is taken back before it is recorded.
        self.screen.press('Key cards')
        self.screen.wait_for_name('unread card')
        self.look('cards')
        for name in ('ten of hearts', 'four of clubs', 'nine of spades'):
            self.screen.press(name)
        self.screen.press('Take back')
        self.screen.wait_for_name('Taken back: nine of spades')
        self.screen.press('unread card')
        self.screen.press('Close')
        # The load by positions tells how many, and which were not read.
        self.screen.wait_for_name('3 of 312 cards out, 0 burned, 1 unread')
        # What lay there is told once the load is out.
        self.pit.event('PB-01', ev='unload', left=309)
        cards = [line['card'] for line in self.client.export('PB-01')[1:] if line['ev'] == 'card']
        self.assertEqual(cards, ['TH', '4C', '??'])

    def test_a_load_run_out(self):
        self.pit.event('PB-01', ev='load', decks=6)
        self.log_in('Pia')
        self.open_table('PB-01')
        self.screen.press('Run out')
        self.screen.wait_for_name('0 of 312 cards run out')
        for name in ('ace of spades', 'ten of hearts', 'king of clubs'):
            self.screen.press(name)
        self.screen.wait_for_name('3 of 312 cards run out')
        self.look('run-out')
        self.screen.press('Take back')
        self.screen.wait_for_name('2 of 312 cards run out')
        self.screen.press('The shoe is empty')
        unload = self.wait_for_event('PB-01', ev='unload')
        self.assertEqual((unload['cards'], unload['by']), (['AS', 'TH'], 'p3'))
        # It proves what is missing.
        self.screen.wait_for_name(re.compile('critical, PB-01, count_mismatch: .*'))


del House
if __name__ == '__main__':
    unittest.main(argv=sys.argv[:1] + sys.argv[3:])
