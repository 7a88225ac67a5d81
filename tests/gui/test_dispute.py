"""One planted dispute, from the alarm to the file that settles it, all of it at the console: a
seventh nine of spades comes out of six decks, in a round on which 500.00 hang.

usage: test_dispute.py SABOTD SABOT_PIT SABOTCTL, run by on-display.sh
"""
import re
import sys
import unittest

from house import PINS, wait_for
from logbook import LogHouse

LogHouse.use(sys.argv)
REASON = 'seven nines of spades: a card of another pack'
INCIDENT = 'critical, PB-01, round 4, impossible_card: '


class Dispute(LogHouse):
    PERSONS = ('Pia', 'Sol', 'Eye')

    def play(self, *cards):
        self.say('no_more_bets')
        for card in cards:
            self.say('card', card=card)
        self.say('result')

    def plant(self):
        """Three rounds take the six nines of spades that there are; the fourth has one more."""
        self.say('load', decks=6)
        for suit in 'HDC':
            self.play('9S', '9S', f'2{suit}', f'3{suit}')
        self.say('bet', box=4, on='punto', amount=50000)
        self.play('9S', 'KH', '7S', 'KD')
        self.say('unload', left=296)

    def events(self, table, **wanted):
        def found():
            return [line for line in self.client.export(table)[1:]
                    if all(line.get(key) == value for key, value in wanted.items())]
        return wait_for(found, f'{wanted} in the log of {table}')

    def test_from_the_alarm_to_the_case_file(self):
        self.log_in('Pia')
        self.screen.wait_for(lambda: self.screen.button('Pia, pit boss'), 'not logged in')
        self.plant()
        self.acknowledge()
        self.find_it()
        self.replay()
        self.what_if()
        self.pictures()
        self.rule()
        self.correct()
        self.case_file()

    def open_incident(self):
        self.screen.choose_row(self.screen.wait_for_name(re.compile(f'(ruled, )?{INCIDENT}.*')))
        self.screen.wait_for_name(re.compile('PB-01: .*'))

    def acknowledge(self):
        self.open_incident()
        self.screen.wait_for_name('Nobody has acknowledged it.')
        self.screen.wait_for_name(re.compile('§ PB-02: The load has six decks, .* behind it.'))
        self.screen.press('Acknowledge')
        self.screen.wait_for_name('Acknowledged by Pia.')
        self.incident = self.events('house', ev='acknowledge')[0]['incident']

    def find_it(self):
        """From the incident; and by what the player knows: his stake."""
        self.screen.press('Find it in the log')
        self.screen.wait_for_name(re.compile('.*PB-01  round 4 .*'))
        self.screen.wait_for(lambda: not self.rows('round 3 '), 'the other rounds stayed')
        self.screen.write('number of the incident', '')
        self.find(amount='500')
        self.screen.wait_for_name(re.compile('.*PB-01  round 4 .*'))
        self.screen.choose_row_with('round 4 ')
        self.screen.wait_for_name(re.compile(r'.* stake: box 4, 500\.00 on punto \(Pia\)'))
        self.screen.wait_for_name(re.compile(f'.* follows INCIDENT {self.incident}[:,] .*'))
        self.look('dispute-story')

    def replay(self):
        self.screen.press('Replay this round')
        self.screen.wait_for_name('PB-01, load 1, round 4')
        self.screen.wait_for_name(re.compile('Derived again today as it was recorded: load 1; .*'))
        self.screen.press('Next incident')
        self.screen.wait_for_name(re.compile('Event .*: card: nine of spades .*'))
        self.look('dispute-replay')

    def what_if(self):
        """What the profile has for this, and no more, is offered; nothing is written."""
        self.screen.press('What if …')
        self.screen.wait_for_name('What if: round 4')
        self.assertEqual(self.screen.items('the other ruling'), [])
        incident = next(name for name in self.screen.items('incident to rule on otherwise')
                        if name.startswith(f'INCIDENT {self.incident}'))
        self.screen.choose('incident to rule on otherwise', incident)
        offered = self.pit.ok('remedies', table='PB-01', incident=self.incident)['remedies']
        names = self.screen.wait_for(lambda: self.screen.items('the other ruling'),
                                     'no remedy is offered')
        close = self.screen.place('Close')
        self.assertLessEqual(close.x + close.width, self.screen.size_of_window()[0])
        self.assertEqual(len(names), len(offered))
        before = self.client.export('PB-01')
        self.screen.choose('the other ruling',
                           next(name for name in names if name.startswith('void the round')))
        self.screen.press('See what would come of it')
        self.screen.wait_for_name(re.compile(r'1 of 4 rounds differ; .*'
                                             r'box 4 on punto: due 0\.00 instead of 500\.00.*',
                                             re.DOTALL))
        self.look('dispute-what-if')
        self.assertEqual(self.client.export('PB-01'), before)
        self.screen.press('← Log')

    def pictures(self):
        """Asked for here; surveillance answers on a machine of its own; here it is told."""
        self.screen.press('Pictures')
        self.screen.wait_for_name('No pictures were requested.')
        self.screen.write('what the pictures are for', 'which card it was')
        self.screen.press('Ask for pictures')
        self.screen.wait_for_name(re.compile('No. .*, requested\nPB-01, round 4\n.*'
                                             'which card it was', re.DOTALL))
        self.assertIsNone(self.screen.button('Delivered'), 'this is surveillance\'s')
        request = self.events('house', ev='review')[0]
        self.assertEqual((request['do'], request['round'], request['by']), ('request', 4, 'p2'))
        review, = self.client.ok('reviews')['reviews']
        self.connect('Eye').ok('review_answer', review=review['review'], answer='deliver',
                               note='clip 17')
        self.screen.wait_for_name(re.compile('No. .*, delivered\nPB-01, round 4\n.*clip 17',
                                             re.DOTALL))
        self.look('dispute-pictures')
        self.screen.press('Close')
        self.screen.press('← Floor')

    def rule(self):
        """With a reason, and by two: the stake goes back."""
        self.open_incident()
        self.screen.choose_row('void')
        self.screen.wait_for_name('Box 4, punto: 500.00 → 0.00')
        self.screen.write('reason, or a comment', REASON)
        self.screen.press('Apply the ruling')
        self.screen.choose_row('Sol, ')
        self.screen.wait_for_name('PIN of Sol')
        self.enter_pin(PINS['Sol'])
        ruling = self.events('PB-01', ev='ruling')[0]
        self.assertEqual((ruling['remedy'], ruling['by'], ruling['second'], ruling['note']),
                         ('void_round', 'p2', 'p3', REASON))
        self.screen.wait_for_name(re.compile(f'ruled, {INCIDENT}.*'))

    def correct(self):
        """What had been paid out is asked for, collected, and stands in the log with its reason."""
        self.open_table('PB-01')
        self.screen.wait_for_name(re.compile(r'(.*\n)*To be put right, no\. \d+: '
                                             r'Round 4, box 4: collect 500\.00.*'))
        self.look('dispute-redress')
        self.screen.press('Was put right')
        self.screen.press('Record it')
        correction = self.events('PB-01', ev='correction')[0]
        self.assertEqual([correction[key] for key in ('round', 'box', 'amount', 'incident', 'by',
                                                      'decided', 'decided_second', 'note')],
                         [4, 4, -50000, self.incident, 'p2', 'p2', 'p3', REASON])
        self.screen.wait_for(lambda: not self.screen.button('Record it'), 'the form stayed')
        self.screen.press('← Floor')

    def case_file(self):
        """The ruling and the correction are in it, too."""
        self.open_incident()
        self.screen.press('Find it in the log')
        self.screen.wait_for_name(re.compile('.*PB-01  round 4 .*'))
        self.screen.wait_for(lambda: not self.rows('round 3 '), 'the other rounds stayed')
        self.screen.choose_row_with('round 4 ')
        self.screen.wait_for_name(re.compile(f'.*{REASON}.*'))
        self.look('dispute-settled')
        verdict = self.save_case(4)
        self.assertEqual((verdict['case']['table'], verdict['case']['round']), ('PB-01', 4))
        story = self.screen.names()
        for part in ('void the round', 'correction'):
            self.assertTrue([name for name in story if part in name], f'{part} is not told')


del LogHouse
if __name__ == '__main__':
    unittest.main(argv=sys.argv[:1])
