"""The real console over TLS, beside a daemon on this machine: who is live where, an action over the
network, and what is said of a daemon that is not the one it should be.

usage: test_network.py SABOTD SABOT_PIT SABOTCTL, run by on-display.sh
"""
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

from house import DEADLINE_S, House
from screen import Screen
from transcript import Daemon as Transcript, blackjack

House.PROGRAMS = tuple(sys.argv[1:3])
SABOTCTL = sys.argv[3]


class Network(House):
    CONFIG = 'listen = 127.0.0.1:0\n'

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.identity = pathlib.Path(folder.name, 'machine')
        self.local = Transcript(os.path.join(folder.name, 'socket'), [blackjack('BJ-09')],
                                site='Sur')
        self.local.start()
        self.addCleanup(self.local.stop)
        super().setUp()

    def control(self, *arguments):
        done = subprocess.run([SABOTCTL, *map(str, arguments)], capture_output=True, text=True,
                              timeout=DEADLINE_S, input='48213\n',
                              env=dict(os.environ, SABOT_IDENTITY=str(self.identity)))
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def populate(self):
        """The daemon's certificate, which it reads when it starts; this machine's, let in."""
        super().populate()
        state = self.daemon.directory / 'state'
        self.daemon.stop()
        made = self.control('cert', 'create', '--state', state, '--json')
        self.fingerprint = json.loads(made)['fingerprint']
        self.control('cert', 'create', '--name', 'pit-1')
        self.client = self.daemon.start()
        self.control('cert', 'allow', 'pit-1', self.identity / 'machine.crt', '--role', 'pit',
                     '--tables', 'all', '--as', 'Ada', '--socket', self.daemon.socket)

    def open_console(self, fingerprint=None):
        address = f'tls:127.0.0.1:{self.daemon.port()}#{fingerprint or self.fingerprint}'
        self.errors = open(self.daemon.directory / 'errors', 'w+')
        self.console = subprocess.Popen(
            [self.PROGRAMS[1], '--connect', address, '--connect', self.local.path],
            stderr=self.errors, env=dict(os.environ, SABOT_IDENTITY=str(self.identity)))
        self.addCleanup(self.close_console)
        self.screen = Screen(self.console.pid, DEADLINE_S)

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
        self.open_console('0' * 64)
        self.screen.wait_for_description('another daemon than expected answers')
        self.screen.wait_for_name('connection: Sur: live')


del House
if __name__ == '__main__':
    unittest.main(argv=sys.argv[:1])
