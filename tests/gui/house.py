"""The real sabotd with persons and the real sabot-pit on a screen, for tests that go all the way.

SABOT_LOOK=DIR keeps a picture of each moment that a test names with `look()`. SABOT_TEST_TLS=PATH
of sabotctl: the console runs as on a machine of its own, over TLS, and nobody does anything who
has not logged in.
"""
import os
import pathlib
import subprocess
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / 'daemon'))
from fixture import Client, Daemon, wait_for  # noqa: E402,F401
from persons import PINS, Machine, populate  # noqa: E402
from screen import BUTTONS, DEADLINE_S, Screen, end, is_ready  # noqa: E402


class House(unittest.TestCase):
    """`PROGRAMS` (sabotd, sabot-pit) is set by the test's file; with SABOTCTL it is over TLS."""
    PROGRAMS = ()
    SABOTCTL = os.environ.get('SABOT_TEST_TLS')
    LANGUAGE = ''
    CONFIG = ''
    TABLES = ('[table PB-01]\nrules = punto-banco-es\nset.burn = 0\n'
              '[table BJ-01]\nrules = blackjack-es\nset.burn = 0\n')
    PERSONS = ('Dan', 'Pia', 'Sol', 'Eye')

    def setUp(self):
        tables = self.CONFIG + self.TABLES
        self.daemon = Daemon(self.PROGRAMS[0], tables)
        self.addCleanup(self.daemon.close)
        self.machine = self.SABOTCTL and Machine(self.SABOTCTL, self.daemon, tables,
                                                 '--role', 'pit', '--tables', 'all')
        self.client = self.daemon.start()
        self.populate()
        if self.machine:
            self.machine.allow()
        self.open_console()

    def populate(self):
        """Persons, and `self.pit`: a connection on which the pit boss acts beside the console."""
        populate(self.client, self.PERSONS)
        if not self.machine:
            self.client.ok('logout')
        self.admin = self.connect('Ada')
        self.pit = self.connect('Pia')

    def connect(self, name=None):
        client = Client(self.daemon.socket)
        self.daemon.clients.append(client)
        if name:
            client.ok('login', name=name, pin=PINS[name])
        return client

    def options(self):
        """More words for the console's command line."""
        return []

    def address(self):
        """Where the console finds the daemon."""
        return self.machine.address() if self.machine else self.daemon.socket

    def open_console(self):
        self.errors = open(self.daemon.directory / 'errors', 'w+')
        address = self.address()
        environment = self.machine.environment() if self.machine else os.environ
        self.console = subprocess.Popen([self.PROGRAMS[1], '--connect', address, *self.options()],
                                        stderr=self.errors,
                                        env=dict(environment, LANGUAGE=self.LANGUAGE))
        self.addCleanup(self.close_console)
        self.screen = Screen(self.console.pid, DEADLINE_S)

    def close_console(self):
        if self.console.returncode is None:  # else the test itself has waited for its end
            end(self.console)
        self.errors.seek(0)
        said = self.errors.read()
        self.errors.close()
        self.assertEqual(said, '', f'standard error must stay empty: {said}')

    def log_in(self, name):
        """By touch: the name, the digits, OK."""
        self.screen.press('Log in')
        self.screen.choose_row(f'{name}, ')
        self.enter_pin(PINS[name])

    def open_table(self, name):
        """By its tile, which is deaf while tiles have just moved: a touch is then made again. A
        table that waits opens with the ruling of what stops it: that is closed."""
        def opened():
            tile = next((node for node in self.screen.nodes()
                         if (node.get_name() or '').startswith(name + ', ') and
                         node.get_role() in BUTTONS and is_ready(node)), None)
            if tile:
                tile.get_action_iface().do_action(0)
            close = self.screen.button('Close')
            if close and any(n.startswith(f'{name}: ') for n in self.screen.names()):
                close.get_action_iface().do_action(0)
            return self.screen.button('← Floor')
        self.screen.wait_for(opened, f'the page of {name} did not open')

    def enter_pin(self, pin):
        for digit in pin:
            self.screen.press(digit)
        self.screen.press('OK')

    def look(self, name):
        """At each moment that is looked at everything must have a name."""
        self.assertEqual(self.screen.unnamed(), [])
        folder = os.environ.get('SABOT_LOOK')
        if folder:
            subprocess.run(['import', '-window', 'root', f'{folder}/{name}.png'], check=True)
