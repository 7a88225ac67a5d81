"""A dispute settled at the real console: the round is found in the log, its story told, replayed,
tried with another ruling, saved as a case file that proves itself elsewhere, and ruled on.

usage: test_log.py SABOTD SABOT_PIT SABOTCTL, run by on-display.sh
"""
import re
import sys
import unittest

from house import PINS
from logbook import LogHouse
from screen import Atspi, walk

LogHouse.use(sys.argv)
PUNTO, BANCA = ['9S', 'KH', '7S', 'KD'], ['2S', 'KH', '9D', 'TD']


class Log(LogHouse):
    PERSONS = ('Dan', 'Pia', 'Eye')

    def populate(self):
        """Two loads: in the first, which is out, a card too many was burned; he whose stake lay
        there says that the round was not to be played on. The second is in the shoe."""
        super().populate()
        self.say('load', decks=6)
        self.play(PUNTO, box=3, on='punto', amount=1000)
        self.play(BANCA, '5C', box=4, on='punto', amount=50000)
        self.play(PUNTO, box=6, on='punto', amount=1000)
        self.say('paid', box=6, on='punto', amount=1500)
        self.say('unload', left=299)
        self.say('load', decks=6)
        self.play(PUNTO, box=5, on='punto', amount=2000)

    def play(self, cards, excess=None, **stake):
        if stake:
            self.say('bet', **stake)
        self.say('no_more_bets')
        for card in cards:
            self.say('card', card=card)
        if excess:
            out = self.say('card', card=excess)['out']
            self.incident = [line['id'] for line in out if line['out'] == 'incident'][0]
            self.say('ruling', incident=self.incident, remedy='burn_card', note='face up')
        self.say('result')

    def test_a_dispute(self):
        self.log_in('Dan')
        self.screen.wait_for(lambda: self.screen.button('Dan, dealer'), 'not logged in')
        self.screen.press('Log')
        self.screen.wait_for_name(re.compile('.*may not do this.*'))
        self.screen.press('Dan, dealer')
        self.screen.choose_row('Pia, ')
        self.screen.wait_for_name('PIN of Pia')
        self.enter_pin(PINS['Pia'])
        self.screen.wait_for(lambda: self.screen.button('Pia, pit boss'), 'not logged in')
        self.what_is_typed()
        self.story()
        self.replay()
        self.what_if()
        self.screen.press('← Log')
        self.load_in_the_shoe()
        self.say('unload', left=308)
        self.late_ruling()
        self.case_file()
        self.pictures_answered()

    def late_ruling(self):
        """A payment that was too large, in a load that is out: from the incident to its round, and
        then the ruling."""
        self.screen.choose_row(self.screen.wait_for_name(
            re.compile('high, PB-01, round 3, payout_wrong: .*')))
        self.screen.press('Find it in the log')
        self.screen.wait_for_name(re.compile('.*PB-01  round 3 .*'))
        self.screen.wait_for(lambda: not self.rows('round 4 '), 'the other rounds stayed')
        self.screen.choose_row_with('round 3 ')
        self.screen.wait_for_name(re.compile(r'.* paid: box 6, 15\.00 \(Pia\)'))
        # The log is in the page's place: the incident is opened again from the list beside it.
        self.screen.choose_row(self.screen.wait_for_name(
            re.compile('high, PB-01, round 3, payout_wrong: .*')))
        self.screen.choose_row('pay')
        self.screen.press('Apply the ruling')
        self.screen.wait_for_name(re.compile('ruled, high, PB-01, round 3, payout_wrong: .*'))
        self.look('log-ruled')

    def what_is_typed(self):
        self.find(since='yesterday')
        self.screen.wait_for_name('A time is like 2026-11-21 or 2026-11-21 20:15.')
        self.find(since='2020-01-01', until='2020-01-02 10:00')
        self.screen.wait_for_name('Nothing fits.')
        self.find(since='', until='', round='2')
        self.screen.wait_for_name("These numbers are a table's: choose it.")
        self.find(round='')
        self.screen.wait_for_name(re.compile('.*PB-01  round 4 .*'))

    def story(self):
        self.find(amount='500')
        self.screen.wait_for(lambda: not self.rows('round 4'), 'the other rounds stayed')
        self.screen.choose_row_with('round 2 ')
        self.screen.wait_for_name(re.compile(r'.* stake: box 4, 500\.00 on punto \(Pia\)'))
        self.screen.wait_for_name(re.compile(f'.* follows INCIDENT {self.incident}[:,] .*'))
        self.screen.wait_for_name(re.compile(r'.* house log-in \(Pia\)'))
        self.look('log-story')

    def replay(self):
        self.screen.press('Replay this round')
        self.screen.wait_for_name('PB-01, load 1, round 2')
        self.screen.wait_for_name(re.compile(r'Event \d+, .*: stake: box 4, 500\.00 on punto .*'))
        self.screen.wait_for_name(re.compile('Derived again today as it was recorded: load 1; .*'))
        self.screen.press('Next incident')
        self.screen.wait_for_name(re.compile('Event .*: card: five of clubs .*'))
        self.screen.wait_for_name(re.compile(f'INCIDENT {self.incident}[:,] .*'))
        self.look('log-replay')
        self.screen.press('◀ Back')
        self.screen.wait_for_name(re.compile('Event .*: card: ten of diamonds .*'))
        self.screen.press('Forward ▶')
        self.screen.wait_for_name(re.compile('Event .*: card: five of clubs .*'))
        self.screen.press('First')
        self.screen.wait_for_name(re.compile('Event .*: stake: box 4, .*'))
        self.screen.press('Play')
        self.screen.wait_for_name(re.compile('Event .*: result: .*'))
        self.screen.wait_for(lambda: self.screen.button('Play'), 'it goes on playing')
        self.screen.node_of('Whole load', Atspi.Role.CHECK_BOX).get_action_iface().do_action(0)
        self.screen.press('First')
        self.screen.wait_for_name(re.compile('Event 1, .*: a load of 6 decks is in the shoe .*'))
        self.screen.press('Forward ▶')
        self.screen.wait_for_name(re.compile('Event 2, .*: stake: box 3, .*'))
        self.screen.press('Play back')
        self.screen.wait_for_name(re.compile('Event 1, .*: a load of 6 decks is in the shoe .*'))
        self.screen.press('Play back')
        self.screen.wait_for_name(re.compile('Event .*: the load is out; .*'))
        self.screen.press('Stop')
        self.look('log-replay-load')

    def what_if(self):
        self.screen.press('What if …')
        self.screen.wait_for_name('What if: round 2')
        before = self.pit.ok('log', table='PB-01', load=1)['events']
        self.screen.choose('incident to rule on otherwise', self.incident_name())
        self.screen.choose('the other ruling', 'void the round')
        self.screen.press('See what would come of it')
        self.screen.wait_for_name(re.compile('1 of 3 rounds differ; due 20.00 instead of -480.00.*'
                                             'box 4 on punto: due 0.00 instead of -500.00.*',
                                             re.DOTALL))
        self.look('log-what-if')
        self.assertEqual(self.pit.ok('log', table='PB-01', load=1)['events'], before)

    def case_file(self):
        self.assertEqual(self.save_case(3)['case']['round'], 3)

    def pictures_answered(self):
        """Who is of surveillance answers what was asked for; a refusal says why."""
        self.pit.ok('review_request', table='PB-01', round=3, **{
            'from': '2026-05-03T20:00:00Z', 'to': '2026-05-03T20:02:00Z'})
        self.screen.press('Pia, pit boss')
        self.screen.choose_row('Eye, ')
        self.screen.wait_for_name('PIN of Eye')
        self.enter_pin(PINS['Eye'])
        self.screen.wait_for(lambda: self.screen.button('Eye, surveillance'), 'not logged in')
        self.screen.press('Pictures')
        self.screen.choose_row(self.screen.wait_for_name(re.compile('No. .*, requested\n.*',
                                                                    re.DOTALL)))
        self.screen.wait_for(lambda: self.screen.button('Delivered'), 'nothing to answer')
        self.assertIsNone(self.screen.button('Refused'), 'refused without a reason')
        self.assertIsNone(self.screen.button('Ask for pictures'), 'this is the pit\'s')
        self.screen.write('where they are, or why there are none', 'the camera was off')
        self.look('log-pictures')
        self.screen.press('Refused')
        self.screen.wait_for_name(re.compile('No. .*, refused\n.*the camera was off', re.DOTALL))

    def incident_name(self):
        combo = self.screen.node_of('incident to rule on otherwise', Atspi.Role.COMBO_BOX)
        return next(node.get_name() for node in walk(combo)
                    if node.get_role() == Atspi.Role.MENU_ITEM
                    and f'INCIDENT {self.incident}' in node.get_name())

    def load_in_the_shoe(self):
        """Its rounds are told as they were shown; it is not played with something changed."""
        self.screen.choose('table to look at', 'PB-01')
        self.find(amount='', round='4')
        self.screen.wait_for(lambda: not self.rows('round 2 '), 'the other rounds stayed')
        self.screen.choose_row_with('round 4 ')
        self.screen.wait_for_name(re.compile('.* stake: box 5, 20.00 on punto .*'))
        self.screen.press('Replay this round')
        self.screen.wait_for_name(re.compile('.*this load is still in the shoe.*'))
        self.screen.press('← Log')
        self.screen.press('← Floor')
        self.screen.wait_for_name(re.compile('PB-01, .*'))


del LogHouse
if __name__ == '__main__':
    unittest.main(argv=sys.argv[:1])
