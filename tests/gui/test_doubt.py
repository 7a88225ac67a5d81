"""What is not certain at the real console: shown as such on tile, page, rounds, roads, in the log's
story, replay and what-if; incidents that are explained leave the list by themselves.

usage: test_doubt.py SABOTD SABOT_PIT, run by on-display.sh
"""
import re
import sys
import unittest

from house import House
from screen import Atspi

House.PROGRAMS = tuple(sys.argv[1:3])


class Doubt(House):
    PERSONS = ('Pia',)

    def setUp(self):
        super().setUp()
        self.log_in('Pia')
        self.screen.wait_for(lambda: self.screen.button('Pia, pit boss'), 'not logged in')

    def say(self, **event):
        return self.pit.event('PB-01', **event)

    def play(self, cards, **stake):
        self.say(ev='bet', box=3, on='punto', amount=1000)
        self.say(ev='no_more_bets')
        for card in cards.split():
            self.say(ev='card', card=card)
        return self.say(ev='result')

    def incidents(self):
        found = self.client.ok('incidents', table='PB-01', open=True)['incidents']
        return [(incident['id'], incident['code']) for incident in found]

    def test_unverified_everywhere(self):
        self.say(ev='load', decks=6)
        self.play('9S KH 7S KD')
        self.play('?? KC 4D 2H')
        self.open_table('PB-01')
        self.screen.wait_for_name('shoe 1, round 2, unverified')
        self.screen.wait_for_name('unverified')
        self.screen.wait_for_name('punto ?: unread card, king of clubs')
        self.screen.wait_for_name('Box 3, punto: ? (-10.00 to 10.00) on 10.00')
        self.screen.wait_for_name('2: ?, ? : 6, unverified; staked 10, house -10 to 10 · '
                                  '1 incident')
        self.screen.wait_for_name('1: punto wins, 9 : 7; staked 10, house -10')
        self.look('doubt-page')
        # An incident takes the roads' place; once it was seen to, the plate has its mark.
        self.say(ev='ruling', incident=self.incidents()[0][0], remedy='let_stand')
        self.screen.wait_for_name('road: banca 0, punto 1, tie 0, unverified 1')
        self.look('doubt-roads')
        self.screen.press('← Floor')
        self.screen.wait_for_description('punto ?: unread card, king of clubs')
        self.look('doubt-tile')
        self.log_and_replay()

    def log_and_replay(self):
        self.screen.press('Log')
        self.screen.press('Find')
        self.screen.wait_for_name(re.compile(
            r'.*PB-01  round 2 \(load 1\): unverified, staked 10\.00, due \?'))
        self.screen.choose_row(self.screen.wait_for_name(re.compile('.*PB-01  round 2 .*')))
        self.screen.wait_for_name(re.compile(
            r'.* follows round 2: \? \(punto \?, banca 6\); unverified'))
        self.screen.wait_for_name(re.compile(
            r'.* follows box 3, 10\.00 on punto: due \? \(-10\.00 to 10\.00\)'))
        self.look('doubt-story')
        self.screen.press('Replay this round')
        for what in ('no more bets', r'card: unread card'):
            self.screen.press('Forward ▶')
            self.screen.wait_for_name(re.compile(f'Event .*: {what}.*'))
        self.screen.wait_for_name('punto ?: unread card')
        self.look('doubt-replay')

    def test_explained_ones_leave_by_themselves(self):
        """A loss that is told after the round's end takes back what was found in it."""
        self.say(ev='load', decks=6)
        self.play('4C KC 9D 5H')  # punto must draw: a card is missing, or was not seen
        self.screen.wait_for_name(re.compile('high, PB-01, round 1, card_missing: .*'))
        self.look('before-explained')
        self.say(ev='device', state='lost', detail=1, src='read')
        self.screen.wait_for_name(re.compile(
            'explained, high, PB-01, round 1, card_missing: .*'))
        self.assertNotIn('card_missing', [code for _, code in self.incidents()])
        self.screen.wait_for_name(re.compile('1 (stopped|to see to)'))
        self.look('explained')

    def test_only_what_has_an_effect_is_offered(self):
        """The round after has begun: a card too many can no longer be its first one."""
        self.say(ev='load', decks=6)
        self.say(ev='no_more_bets')
        for card in '9S KH 7S KD 2C'.split():
            self.say(ev='card', card=card)
        row = re.compile('high, PB-01, round 1, card_in_excess: .*')
        self.screen.choose_row(self.screen.wait_for_name(row))
        self.screen.wait_for_name('first card of the next round')
        self.look('remedies-now')
        self.say(ev='result')
        self.say(ev='no_more_bets')
        for card in '4C KC'.split():
            self.say(ev='card', card=card)
        # It says why, cannot be chosen, and no other one is chosen in its place.
        self.screen.wait_for_name('It cannot be applied now: a card of the next round has come.')
        row = next(node for node in self.screen.nodes()
                   if node.get_name() == 'first card of the next round' and
                   node.get_role() == Atspi.Role.LIST_ITEM)
        self.assertFalse(row.get_state_set().contains(Atspi.StateType.SENSITIVE))
        self.screen.wait_for_name('Choose a remedy.')
        self.screen.wait_for_name('let it stand')
        self.look('remedies-later')


del House
if __name__ == '__main__':
    unittest.main(argv=sys.argv[:1] + sys.argv[3:])
