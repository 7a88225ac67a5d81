"""The real sabotd and the real sabot-dealer on a screen.

SABOT_LOOK=DIR keeps a picture of each moment that a test names with `look()`. SABOT_TEST_TLS=PATH
of sabotctl: the display runs as on a machine of its own, over TLS, and Dan has logged in there.
"""
import os
import pathlib
import subprocess
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / 'daemon'))
from fixture import Daemon  # noqa: E402
from persons import PINS, Machine, populate  # noqa: E402
from screen import BUTTONS, DEADLINE_S, Screen, end, is_showing, name_of  # noqa: E402

TABLES = ('[table PB-01]\nrules = punto-banco-es\nset.burn = 0\n'
          '[table BJ-01]\nrules = blackjack-es\nset.burn = 0\n'
          'set.chips = 500 1000 2500 10000\n')


class Display(unittest.TestCase):
    maxDiff = None
    """`PROGRAMS` (sabotd, sabot-dealer) is set by the test's file."""
    PROGRAMS = ()
    SABOTCTL = os.environ.get('SABOT_TEST_TLS')
    HAS_PERSONS = False
    TABLE = 'PB-01'
    TABLES = TABLES
    LANGUAGE = ''
    LOG_IN = 'Log in'
    OPTIONS = ()

    def setUp(self):
        self.daemon = Daemon(self.PROGRAMS[0], self.TABLES)
        self.addCleanup(self.daemon.close)
        self.machine = self.SABOTCTL and Machine(self.SABOTCTL, self.daemon, self.TABLES,
                                                 '--role', 'pit', '--tables', 'all')
        self.client = self.daemon.start()
        if self.machine or self.HAS_PERSONS:
            populate(self.client, ('Dan', 'Pia', 'Eye'))
        if self.machine:
            self.machine.allow()
        if self.machine or self.HAS_PERSONS:
            self.client.ok('login', name='Pia', pin=PINS['Pia'])
        self.prepare()
        self.open_display()
        if self.machine and not self.HAS_PERSONS:
            self.screen.press(self.LOG_IN)
            self.log_in('Dan')

    def prepare(self):
        """What a test does before the display opens."""

    def log_in(self, name):
        self.screen.choose_row(f'{name}, ')
        self.enter_pin(name)
        self.screen.wait_for(lambda: any(name_of(button).startswith(f'{name}, ')
                                         for button in self.screen.buttons()),
                             f'{name} is not logged in')

    def enter_pin(self, name):
        self.key_in(PINS[name])

    def key_in(self, digits):
        for digit in digits:
            self.screen.press(digit)
        self.screen.press('OK')

    def address(self):
        return self.machine.address() if self.machine else self.daemon.socket

    def open_display(self):
        self.errors = open(self.daemon.directory / 'errors', 'w+')
        environment = self.machine.environment() if self.machine else os.environ
        self.program = subprocess.Popen(
            [self.PROGRAMS[1], '--table', self.TABLE, '--connect', self.address(), *self.OPTIONS],
            stderr=self.errors, env=dict(environment, LANGUAGE=self.LANGUAGE))
        self.addCleanup(self.close_display)
        self.screen = Screen(self.program.pid, DEADLINE_S)

    def close_display(self):
        if self.errors.closed:
            return
        end(self.program)
        self.errors.seek(0)
        said = self.errors.read()
        self.errors.close()
        self.assertEqual(said[:3000], '', 'standard error must stay empty')

    def event(self, **event):
        self.client.event(self.TABLE, **event)

    def rule(self, **ruling):
        """Pia's ruling: over TLS she has logged in, and it is hers without a word."""
        self.event(ev='ruling', **({} if self.machine else {'by': 'Pia'}), **ruling)

    def cards(self, cards):
        for card in cards.split():
            self.event(ev='card', card=card)

    def does_say(self, text):
        self.screen.wait_for_name(text)

    def press_more(self, name):
        """A key that has no place of its own stands on the sheet that More opens; a step that
        came meanwhile may have closed that."""
        self.screen.wait_for(lambda: self.is_on_sheet(name), f'no key {name}')
        self.screen.press(name)

    def is_on_sheet(self, name):
        """Opens the sheet for it; what is not there leaves it as it was."""
        if self.screen.button(name):
            return True
        if any(name_of(node) == name and node.get_role() in BUTTONS and is_showing(node)
               for node in self.screen.nodes()):
            return False  # it has just come, and waits
        more = self.screen.button('More')
        if more:
            more.get_action_iface().do_action(0)
        return False

    def has_no_key(self, name):
        self.assertIsNone(self.screen.button(name), name)

    def lay(self, chip, square, said=None):
        """A touch of the chip, by its value, and one of the square, by how its name begins; it is
        `said` then."""
        self.screen.press(f'chip of {chip}')
        self.screen.press_beginning(square)
        if said:
            self.does_say(said)

    def last_event(self):
        return self.client.export(self.TABLE)[-1]

    def look(self, name):
        folder = os.environ.get('SABOT_LOOK')
        if folder:
            subprocess.run(['import', '-window', 'root', f'{folder}/{name}.png'], check=True)
