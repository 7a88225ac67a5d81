"""The real console before a hub of two daemons: both are one floor, a table whose daemon is gone is
stale with the time, and current again when it is back; somebody who logs in acts at both.

usage: test_hub.py SABOTD SABOT_PIT SABOTCTL, run by on-display.sh
"""
import re
import sys
import unittest

from house import House
from fixture import Daemon, wait_for
from persons import PINS, populate

House.PROGRAMS = tuple(sys.argv[1:3])
House.SABOTCTL = sys.argv[3]


class Hub(House):
    def setUp(self):
        self.west = Daemon(self.PROGRAMS[0], '[table PB-07]\nrules = punto-banco-es\n')
        self.addCleanup(self.west.close)
        super().setUp()

    def open_console(self):
        """The hub is let in at one daemon as the machine that the test has, and by its socket at
        the other, where it must be no admin: the persons are made before."""
        populate(self.west.start(), ('Pia', 'Dan'))
        self.west.stop()
        shown = self.machine.run('show', '--json')
        fingerprint = re.search(r'[0-9a-f]{64}', shown)[0]
        self.west.write_config('listen = 127.0.0.1:0\n[table PB-07]\nrules = punto-banco-es\n'
                               f'[machine hub]\nfingerprint = {fingerprint}\nrole = pit\n')
        made = self.machine.run('create', '--state', self.west.directory / 'state', '--json')
        self.west.start()
        port = self.west.port()
        self.west.config.write_text(self.west.config.read_text().replace(':0\n', f':{port}\n'))
        addresses = {'east': self.machine.address(),
                     'west': f'tls:127.0.0.1:{port}#{re.search("[0-9a-f]{64}", made)[0]}'}
        self.hub = Daemon(self.PROGRAMS[0], ''.join(
            f'[upstream {name}]\nconnect = {address}\n'
            f'certificate = {self.machine.identity}/machine.crt\n'
            f'key = {self.machine.identity}/machine.key\n'
            for name, address in addresses.items()))
        self.addCleanup(self.hub.close)
        client = self.hub.start()
        wait_for(lambda: len(client.ok('tables')['tables']) == 3, 'the tables of both')
        super().open_console()

    def address(self):
        return self.hub.socket

    def test_a_daemon_goes_and_comes_back(self):
        for name in ('PB-01, punto banco, no shoe loaded', 'BJ-01, blackjack, no shoe loaded',
                     'PB-07, punto banco, no shoe loaded'):
            self.screen.wait_for_name(name)
        self.log_in('Pia')
        self.screen.wait_for(lambda: self.screen.button('Pia, pit boss'), 'not logged in')
        self.west.kill()
        self.screen.wait_for_name('PB-07, punto banco, no shoe loaded, stale')
        self.screen.wait_for(
            lambda: any(re.search(r'west has not been heard since \d\d:\d\d', text)
                        for text in self.screen.descriptions()), 'the time is not said')
        self.look('hub-stale')
        self.assertIn('PB-01, punto banco, no shoe loaded', self.screen.names())
        client = self.west.start()
        self.screen.wait_for_name('PB-07, punto banco, no shoe loaded')
        # What happens there is shown again; to act there, one logs in there again.
        client.ok('login', name='Pia', pin='9917')
        client.event('PB-07', ev='load', decks=6)
        self.screen.wait_for(lambda: any(name.startswith('PB-07, punto banco, ') and
                                         'no shoe loaded' not in name
                                         for name in self.screen.names()), 'the load')
        self.open_table('PB-01')
        self.screen.press('Pause')
        self.screen.press('Record it')
        self.screen.wait_for_name('paused')
        self.assertEqual(self.client.export('PB-01')[-1]['by'], 'p3')

    def play(self, client, table):
        """A round with another result than the cards'."""
        client.event(table, ev='load', decks=6)
        client.event(table, ev='bet', box=1, on='punto', amount=1000)
        client.event(table, ev='no_more_bets')
        for card in ('2S', '3H', '5D', '4C', 'KD', 'QD'):
            client.event(table, ev='card', card=card, src='manual')
        client.event(table, ev='result', winner='punto')

    def rows(self, table):
        return [name for name in self.screen.names() if f'  {table}' in name]

    def test_pages_of_all(self):
        """Log, alarms, reports and the shift at a hub: of both daemons, or of one; that one of
        them is away is said where its part is missing."""
        west = self.west.clients[-1]
        west.ok('login', name='Pia', pin=PINS['Pia'])
        self.play(west, 'PB-07')
        self.play(self.pit, 'PB-01')
        self.log_in('Pia')
        self.screen.wait_for(lambda: self.screen.button('Pia, pit boss'), 'not logged in')
        self.screen.press('Log')
        self.screen.wait_for(lambda: self.rows('PB-01') and self.rows('PB-07'),
                             'the log has not both')
        self.look('hub-log')
        self.screen.press('← Floor')

        self.screen.press('Statistics')
        self.screen.wait_for_name('Alarms of the last 24 hours')
        self.assertEqual(self.screen.items('of which house'), ['all daemons', 'east', 'west'])
        self.screen.press('Close')

        self.screen.press('Reports')
        self.screen.choose_row('Exceptions report')
        self.screen.wait_for(lambda: 'PB-01' in self.screen.paper() and
                             'PB-07' in self.screen.paper(), 'the report has not both')
        for name in ('east', 'west'):
            self.assertRegex(self.screen.paper(), rf'(?m)^{name}$')
        self.look('hub-report')
        self.screen.press('← Back')
        self.screen.press('Close')

        self.screen.press('Shift')
        self.screen.wait_for_name(re.compile('Shift 20.*'))
        self.assertEqual(self.screen.items('of which house'), ['east', 'west'])
        shift = west.ok('shift')['shift']
        self.screen.choose('of which house', 'west')
        self.screen.wait_for_name(re.compile(f'Shift {shift}, .*'))
        self.screen.wait_for_name('First: PB-07: there is no opener')
        self.assertNotIn('First: PB-01: there is no opener', self.screen.names())
        self.look('hub-shift')
        self.screen.press('Close')

        self.west.kill()
        self.screen.wait_for_name(re.compile('PB-07, .*, stale'))
        self.screen.press('Log')
        said = self.screen.wait_for_name(
            re.compile(r'west is away since \d\d:\d\d: it is not in it'))
        self.assertTrue(said)
        self.assertTrue(self.rows('PB-01'))
        self.assertFalse(self.rows('PB-07'))
        self.look('hub-log-away')
        self.screen.press('← Floor')
        self.screen.press('Statistics')
        self.screen.choose('of which house', 'all daemons')
        self.screen.wait_for_name(re.compile(r'west is away since .*'))


del House
if __name__ == '__main__':
    unittest.main(argv=sys.argv[:1])
