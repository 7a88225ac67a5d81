"""Other limits and chips for a table at the real console, in a house where two sign for it.

usage: test_rules.py SABOTD SABOT_PIT, run by on-display.sh
"""
import re
import sys
import unittest

from house import PINS, House, wait_for

House.PROGRAMS = tuple(sys.argv[1:3])


class Rules(House):
    CONFIG = '[house]\ntable_changes = two\n'

    def rules(self):
        return self.client.ok('rules', table='PB-01')

    def second(self, name):
        self.screen.choose_row(f'{name}, ')
        self.screen.wait_for_name(f'PIN of {name}')
        self.enter_pin(PINS[name])

    def test_other_rules(self):
        self.pit.ok('event', table='PB-01', event={'ev': 'load', 'decks': 6})
        self.log_in('Pia')
        self.screen.wait_for(lambda: self.screen.button('Pia, pit boss'), 'not logged in')
        self.open_table('PB-01')
        self.screen.press('Rules')
        self.screen.press('Change them')
        self.screen.wait_for_name('Not as pit boss. Who may: shift manager.')
        self.assertNotIn('Chips, as 1 5 25 100', self.screen.names())
        self.screen.press('Record it')
        self.screen.wait_for_name('Nothing was changed.')
        self.screen.write('Minimum', '10')
        self.screen.press('Record it')
        self.screen.wait_for_name("This takes a second person's name and PIN.")
        self.second('Sol')
        self.screen.wait_for_name('bets 10 – 500')
        self.assertEqual(self.rules()['min'], 1000)

        # The quick way asks for him as well; whoever goes back finds what he has typed.
        self.screen.press('Limits')
        self.screen.write('Maximum', '300')
        self.screen.press('Record it')
        self.screen.wait_for_name("This takes a second person's name and PIN.")
        self.screen.press('Back')
        self.screen.press('Record it')
        self.second('Sol')
        self.screen.wait_for_name('bets 10 – 300')
        self.assertEqual(self.rules()['max'], 30000)

        self.screen.press('Pia, pit boss')
        self.screen.choose_row('Sol, ')
        self.enter_pin(PINS['Sol'])
        self.screen.wait_for(lambda: self.screen.button('Sol, shift manager'), 'not logged in')
        self.screen.press('Rules')
        self.screen.press('Change them')
        self.screen.write('Chips, as 1 5 25 100', '5 25 100')
        self.look('rules-change')
        self.screen.press('Record it')
        self.second('Pia')
        self.screen.wait_for_name(re.compile('From the next load on: punto-banco-es, .*'))
        self.assertEqual(self.rules()['next']['set']['chips'], [500, 2500, 10000])
        self.look('rules-next')

        self.screen.press('Change them')
        self.screen.press('As the configuration says')
        self.second('Pia')
        wait_for(lambda: self.rules()['configured'], 'the configuration')
        self.assertNotIn('next', self.rules())


del House
if __name__ == '__main__':
    unittest.main(argv=sys.argv[:1])
