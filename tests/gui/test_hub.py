"""The real console before a hub of two daemons: both are one floor, a table whose daemon is gone is
stale with the time, and current again when it is back; somebody who logs in acts at both.

usage: test_hub.py SABOTD SABOT_PIT SABOTCTL, run by on-display.sh
"""
import re
import sys
import unittest

from house import House
from fixture import Daemon, wait_for
from persons import populate

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


del House
if __name__ == '__main__':
    unittest.main(argv=sys.argv[:1])
