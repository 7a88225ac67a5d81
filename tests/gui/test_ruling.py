"""Incidents at the real console: acknowledged, given to somebody, commented on, shelved, ruled with
a remedy whose effect is told before; by two where it takes two; refused where it is not one's.

usage: test_ruling.py SABOTD SABOT_PIT, run by on-display.sh
"""
import re
import sys
import unittest

from house import House, wait_for
from screen import Atspi

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
        self.screen.wait_for_name('Box 5, banca: -20.00 → 0.00\nBox 3, punto: 10.00 → 0.00')
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


del House
if __name__ == '__main__':
    unittest.main(argv=sys.argv[:1])
