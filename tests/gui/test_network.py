"""The real console over TLS, beside a daemon on this machine: who is live where, an action over the
network, and what is said of a daemon that is not the one it should be.

usage: test_network.py SABOTD SABOT_PIT SABOTCTL, run by on-display.sh
"""
import os
import sys
import tempfile
import unittest

from house import House
from transcript import Daemon as Transcript, blackjack

House.PROGRAMS = tuple(sys.argv[1:3])
House.SABOTCTL = sys.argv[3]


class Network(House):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.local = Transcript(os.path.join(folder.name, 'socket'), [blackjack('BJ-09')],
                                site='Sur')
        self.local.start()
        self.addCleanup(self.local.stop)
        super().setUp()

    def options(self):
        return ['--connect', self.local.path]

    def test_acting_over_the_network(self):
        self.screen.wait_for_name('connection: test: live')
        self.screen.wait_for_name('connection: Sur: live')
        self.screen.wait_for_name('BJ-09 at Sur, blackjack, players decide')
        self.screen.press('test: Log in')
        self.screen.choose_row('Pia, ')
        self.enter_pin('9917')
        self.screen.wait_for(lambda: self.screen.button('test: Pia, pit boss'), 'not logged in')
        self.open_table('PB-01 at test')
        self.screen.press('Pause')
        self.screen.press('Record it')
        self.screen.wait_for_name('paused')
        self.assertEqual(self.client.export('PB-01')[-1]['by'], 'p3')
        # It goes: its tables are no longer passed off as current, the other's are.
        self.daemon.stop()
        self.screen.wait_for_name('connection: test: OFFLINE: trying again')
        self.screen.press('← Floor')
        self.screen.wait_for_name('BJ-01 at test, blackjack, no shoe loaded, stale')
        self.assertIn('connection: Sur: live', self.screen.names())

    def test_another_daemon_than_expected(self):
        self.close_console()
        self._cleanups = [c for c in self._cleanups if c[0] != self.close_console]
        self.machine.fingerprint = '0' * 64
        self.open_console()
        self.screen.wait_for_description('another daemon than expected answers')
        self.screen.wait_for_name('connection: Sur: live')


del House
if __name__ == '__main__':
    unittest.main(argv=sys.argv[:1])
