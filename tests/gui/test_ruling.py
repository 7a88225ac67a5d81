"""Incidents at the real console: acknowledged, given to somebody, commented on, shelved, ruled with
a remedy whose effect is told before; by two where it takes two; refused where it is not one's.

usage: test_ruling.py SABOTD SABOT_PIT, run by on-display.sh
"""
import os
import re
import sys
import tempfile
import unittest

from house import House, wait_for
from screen import Atspi, is_showing

House.PROGRAMS = tuple(sys.argv[1:3])


class Ruling(House):
    PERSONS = ('Dan', 'Pia', 'Sol')
    EXCESS = re.compile('high, PB-01, round 1, card_in_excess: .*')

    def deal_a_card_too_many(self):
        """Punto has 9: the coup is decided, and yet a card comes. 7 and 2 would be a tie."""
        for event in ({'ev': 'load', 'decks': 6},
                      {'ev': 'bet', 'box': 3, 'on': 'punto', 'amount': 1000},
                      {'ev': 'bet', 'box': 5, 'on': 'banca', 'amount': 2000},
                      {'ev': 'no_more_bets'}):
            self.pit.event('PB-01', **event)
        for card in ('9S', 'KH', '7S', 'KD', '2C'):
            self.pit.event('PB-01', ev='card', card=card, src='manual')

    def open_incident(self, pattern):
        name = self.screen.wait_for_name(pattern)
        self.screen.choose_row(name)
        self.screen.wait_for(lambda: 'Ruling' in self.screen.names(), 'the incident did not open')

    def wait_for_event(self, table, **wanted):
        def found():
            return [line for line in self.client.export(table)[1:]
                    if all(line.get(key) == value for key, value in wanted.items())]
        return wait_for(found, f'{wanted} in the log of {table}')[-1]

    def test_acknowledged_ruled_and_settled_anew(self):
        self.log_in('Pia')
        self.screen.wait_for(lambda: self.screen.button('Pia, pit boss'), 'not logged in')
        self.deal_a_card_too_many()
        self.open_incident(self.EXCESS)
        self.screen.wait_for_name('Nobody has acknowledged it.')
        self.screen.press('Acknowledge')
        self.screen.wait_for_name('Acknowledged by Pia.')
        self.wait_for_event('house', ev='acknowledge', incident=1, by='p3')
        self.screen.write('reason, or a comment', 'the dealer drew too fast')
        self.screen.press('Comment')
        self.screen.wait_for_name(re.compile(
            '.*Pia: "the dealer drew too fast"', re.DOTALL))
        self.screen.choose('who sees to it', 'Sol')
        self.screen.wait_for_name(re.compile('Acknowledged by Pia. Sol has it.'))
        # The effect is told before it is applied, on each stake.
        self.screen.choose_row('use')
        self.screen.wait_for_name('Box 5, banca: -20.00 → 0.00')
        self.screen.wait_for_name('Box 3, punto: 10.00 → 0.00')
        self.look('ruling')
        self.screen.press('Apply the ruling')
        ruling = self.wait_for_event('PB-01', ev='ruling', incident=1)
        self.assertEqual((ruling['remedy'], ruling['by']), ('use_as_banca_third', 'p3'))
        self.screen.wait_for_name(re.compile('ruled, high, PB-01, round 1, card_in_excess: .*'))
        self.screen.wait_for(lambda: 'Ruling' not in self.screen.names(), 'the panel stayed')
        self.pit.event('PB-01', ev='result')
        self.pit.event('PB-01', ev='no_more_bets')
        self.screen.press('Statistics')
        self.screen.wait_for_name('Alarms of the last 24 hours')
        self.screen.wait_for_name('100 %')
        self.screen.wait_for_name(re.compile(r'(yesterday )?\d\d:00'))
        self.look('statistics')
        self.screen.press('Close')
        self.open_table('PB-01')
        self.screen.wait_for_name('1: tie, 9 : 9; staked 30, house 0 · 1 incident')
        rounds = self.client.ok('rounds', table='PB-01')['rounds']
        self.assertEqual([s['due'] for s in rounds[0]['stakes']], [0, 0])

    def test_a_difference_is_told_before_it_is_paid(self):
        self.log_in('Pia')
        self.screen.wait_for(lambda: self.screen.button('Pia, pit boss'), 'not logged in')
        for event in ({'ev': 'load', 'decks': 6}, {'ev': 'bet', 'box': 3, 'on': 'punto',
                                                   'amount': 1000}, {'ev': 'no_more_bets'}):
            self.pit.event('PB-01', **event)
        for card in ('9S', 'KH', '7S', 'KD'):
            self.pit.event('PB-01', ev='card', card=card, src='manual')
        self.pit.event('PB-01', ev='result')
        self.pit.event('PB-01', ev='paid', box=3, on='punto', amount=1500)  # too much: no part
        self.open_incident(re.compile('high, PB-01, round 1, payout_wrong: .*'))
        self.screen.wait_for_name('HIGH · round 1')
        self.screen.wait_for_name('Box 3 gives 5.00 back.')
        self.screen.wait_for_text('amount', '-5.00')
        self.screen.wait_for_text('box', '3')
        self.look('difference')
        self.screen.write('amount', '2')
        self.screen.wait_for_name('Box 3 is paid 2.00.')
        self.screen.write('box', '')
        self.screen.write('amount', '')
        self.screen.wait_for_name('Box 3 gives 5.00 back.')
        self.screen.press('Apply the ruling')
        self.wait_for_event('house', ev='redress', round=1, box=3, amount=-500)
        ruling = self.wait_for_event('PB-01', ev='ruling', incident=1)
        self.assertNotIn('amount', ruling)  # nothing was typed

    def test_given_shelved_refused_and_a_restart(self):
        self.deal_a_card_too_many()
        self.open_incident(self.EXCESS)
        # Nobody, then a dealer, may not: said in words where one stands.
        self.screen.wait_for_name('Log in first.')
        self.assertIsNone(self.screen.button('Apply the ruling'))
        self.screen.press('Close')
        self.log_in('Dan')
        self.screen.wait_for(lambda: self.screen.button('Dan, dealer'), 'not logged in')
        self.open_incident(self.EXCESS)
        self.screen.wait_for_name('Not as dealer. Who may: pit boss, shift manager.')
        self.assertIsNone(self.screen.button('Apply the ruling'))
        self.assertIsNone(self.screen.button('Acknowledge'))
        self.screen.press('Dan, dealer')
        self.screen.choose_row('Sol, ')
        self.enter_pin('5528')
        self.screen.wait_for(lambda: self.screen.button('Sol, shift manager'), 'not logged in')
        self.open_incident(self.EXCESS)
        # A grave one is shelved with a reason only.
        self.screen.press('Shelve 30 min')
        self.screen.wait_for(lambda: [n for n in self.screen.names() if n.startswith('Refused: ')],
                             'shelved without a reason')
        self.screen.write('reason, or a comment', 'after this round')
        self.screen.press('Shelve 30 min')
        self.screen.wait_for_name(re.compile('Shelved by Sol, for another .*'))
        self.pit.ok('assign', table='PB-01', incident=1, to='Pia')
        self.screen.wait_for_name(re.compile('Shelved by Sol, for another .* Pia has it.'))
        self.screen.press('Close')
        # The daemon starts anew: it is known what was done.
        self.daemon.stop()
        self.screen.wait_for_name('connection: OFFLINE: trying again')
        self.client = self.daemon.start()
        self.screen.wait_for_name('connection: live')
        self.open_incident(self.EXCESS)
        self.screen.wait_for_name(re.compile('Shelved by Sol, for another .* Pia has it.'))

    def test_two_persons(self):
        self.log_in('Pia')
        self.screen.wait_for(lambda: self.screen.button('Pia, pit boss'), 'not logged in')
        self.pit.event('BJ-01', ev='load', decks=6)
        self.pit.event('BJ-01', ev='bet', box=1, amount=1000)
        self.pit.event('BJ-01', ev='no_more_bets')
        for _ in range(7):  # of six decks: the seventh cannot be there
            self.pit.event('BJ-01', ev='card', card='2H', src='manual')
        self.open_incident(re.compile('critical, BJ-01, round 1, impossible_card: .*'))
        self.screen.choose_row('let')
        self.screen.wait_for_name('A critical one takes a reason.')
        self.screen.write('reason, or a comment', 'a card of the other shoe')
        self.screen.press('Apply the ruling')
        self.screen.wait_for_name('This is signed by two. Who else?')
        self.screen.choose_row('Sol, ')
        self.screen.wait_for_name('PIN of Sol')
        self.look('two-persons')
        self.enter_pin('0009')
        self.screen.wait_for(lambda: [n for n in self.screen.names() if n.startswith('Refused: ')],
                             'a wrong PIN was taken')
        # Who was chosen before is chosen again by name: the PIN is never typed into the search.
        search = self.screen.node_of('find a person by name', Atspi.Role.TEXT)
        search.grab_focus()
        search.get_editable_text_iface().set_text_contents('sol')
        self.screen.press_return()
        pin = self.screen.node_of('PIN of Sol', Atspi.Role.PASSWORD_TEXT)
        self.screen.wait_for(lambda: pin.get_state_set().contains(Atspi.StateType.FOCUSED),
                             'the PIN would be typed into the search')
        self.enter_pin('5528')
        ruling = self.wait_for_event('BJ-01', ev='ruling')
        self.assertEqual((ruling['by'], ruling['second'], ruling['note']),
                         ('p3', 'p4', 'a card of the other shoe'))

    def test_the_round_stays_in_sight_when_the_table_goes_on(self):
        """What lay there and each stake, the remedies that come too late with their reason, the
        reason by one touch: three touches in all, and no word typed."""
        self.log_in('Pia')
        self.screen.wait_for(lambda: self.screen.button('Pia, pit boss'), 'not logged in')
        self.deal_a_card_too_many()
        for event in ({'ev': 'result'}, {'ev': 'bet', 'box': 1, 'on': 'tie', 'amount': 500},
                      {'ev': 'no_more_bets'}):
            self.pit.event('PB-01', **event)
        for card in ('2H', '3H', '4H', '5H'):
            self.pit.event('PB-01', ev='card', card=card, src='manual')
        self.open_incident(self.EXCESS)
        self.screen.wait_for_name('Round 1 as it lay')
        self.screen.wait_for_name(re.compile('punto 9: nine of spades, king of hearts'))
        self.screen.wait_for_name(re.compile('too many: two of clubs'))
        self.screen.wait_for_name('Box 3, punto: 10.00 → 10.00')
        self.screen.wait_for_name('Box 5, banca: -20.00 → -20.00')
        # Too late, and said why; the first one that still does something is chosen.
        late = 'It cannot be applied now: a card of the next round has come.'
        self.screen.wait_for_name(late)
        self.assertFalse(self.is_choosable('first card of the next round'))
        self.assertTrue(self.is_choosable('burn the card'))
        self.screen.wait_for_name('with "burn the card" →')
        self.look('late-ruling')
        self.screen.choose_row('let it stand')
        self.screen.press('dealer drew too early')
        self.screen.press('seen by me')  # at most one of them
        self.screen.press('Apply the ruling')
        ruling = self.wait_for_event('PB-01', ev='ruling', incident=1)
        self.assertEqual((ruling['remedy'], ruling['note']), ('let_stand', 'seen by me'))

    def is_choosable(self, name):
        row = self.screen.wait_for(
            lambda: next((node for node in self.screen.nodes()
                          if (node.get_name() or '').startswith(name)
                          and node.get_role() == Atspi.Role.LIST_ITEM), None), f'no row {name}')
        return row.get_state_set().contains(Atspi.StateType.SENSITIVE)

    def test_a_critical_one_is_thought_over(self):
        """None is chosen by itself, and the card that the run-out proved is named."""
        self.log_in('Pia')
        self.screen.wait_for(lambda: self.screen.button('Pia, pit boss'), 'not logged in')
        deck = [rank + suit for suit in 'SHDC' for rank in 'A23456789TJQK']
        self.pit.event('BJ-01', ev='load', decks=6)
        left = deck * 5 + [card for card in deck if card != 'QH']
        self.pit.event('BJ-01', ev='unload', cards=left)
        self.open_incident(re.compile('critical, BJ-01, count_mismatch: .*'))
        self.screen.wait_for_name(
            'The load should hold 312 cards; 311 were found. Missing: Q♥.')
        self.screen.wait_for_name('Choose a remedy.')
        self.assertIsNone(self.screen.button('Apply the ruling'))
        self.assertFalse(self.is_choosable('end the load'))
        # There is no round to show: what happened is beside it without a touch.
        self.screen.wait_for_name('Between rounds')
        self.screen.wait_for_name('nobody has asked yet')
        self.screen.wait_for(lambda: is_showing(self.screen.node('nobody has asked yet')),
                             'what happened is not shown')
        self.assertIsNone(self.screen.button('Events and camera'))
        self.screen.choose_row('let it stand')
        self.screen.wait_for_name('A critical one takes a reason.')
        self.screen.press('counted again: the same')
        self.screen.wait_for(lambda: self.screen.button('Apply the ruling'), 'no reason was taken')
        self.look('count')

    def test_what_happened_and_its_pictures(self):
        """In place of the first column where there is no room for three."""
        self.log_in('Pia')
        self.screen.wait_for(lambda: self.screen.button('Pia, pit boss'), 'not logged in')
        self.deal_a_card_too_many()
        self.open_incident(self.EXCESS)
        self.screen.press('Events and camera')
        self.screen.wait_for_name(re.compile('.* card 2C.*|.*two of clubs.*'))
        self.screen.wait_for_name('nobody has asked yet')
        self.screen.press('Ask for these pictures')
        asked = self.wait_for_event('house', ev='review', incident=1)
        self.assertEqual(asked['by'], 'p3')
        self.screen.wait_for_name(re.compile('No. .*: Pia'))
        seconds = [re.search(r':(\d\d)(\.|Z)', asked[end]).group(1) for end in ('from', 'to')]
        self.assertEqual((int(seconds[1]) - int(seconds[0])) % 60, 20)
        self.look('events')
        self.screen.press('Events and camera')
        self.screen.wait_for(lambda: self.screen.button('Find it in the log'), 'no way back')


class Wide(House):
    """With room for all three columns."""
    PERSONS = ('Pia', 'Sol')

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        place = os.path.join(folder.name, 'sabot')
        os.mkdir(place)
        with open(os.path.join(place, 'pit.conf'), 'w', encoding='utf-8') as file:
            file.write('[window]\nwidth=1920\nheight=1080\n')
        before = os.environ['XDG_CONFIG_HOME']
        os.environ['XDG_CONFIG_HOME'] = folder.name
        self.addCleanup(os.environ.__setitem__, 'XDG_CONFIG_HOME', before)
        super().setUp()

    def test_three_columns(self):
        """All is there at once, each right of the one before, and the tables are not."""
        self.log_in('Pia')
        self.screen.wait_for(lambda: self.screen.button('Pia, pit boss'), 'not logged in')
        Ruling.deal_a_card_too_many(self)
        Ruling.open_incident(self, Ruling.EXCESS)
        self.screen.wait_for_name('Box 5, banca: -20.00 → -20.00')

        def edges():
            places = [self.screen.place(name) for name in
                      ('too many: two of clubs', 'Ask for these pictures', 'Apply the ruling')]
            return all(places) and [(place.x, place.x + place.width) for place in places]
        lay, happened, may = self.screen.wait_for(edges, 'a column is missing')
        self.assertLess(lay[1], happened[0])
        self.assertLess(happened[1], may[0])
        self.assertIsNone(self.screen.button('Events and camera'))
        self.look('three-columns')
        self.screen.press('Close')
        self.screen.wait_for(lambda: self.screen.button('Statistics'), 'the floor is not back')


del House
if __name__ == '__main__':
    unittest.main(argv=sys.argv[:1] + sys.argv[3:])
