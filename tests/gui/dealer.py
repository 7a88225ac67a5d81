"""The real sabotd and the real sabot-dealer on a screen.

SABOT_LOOK=DIR keeps a picture of each moment that a test names with `look()`.
"""
import os
import pathlib
import subprocess
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / 'daemon'))
from fixture import Daemon  # noqa: E402
from screen import DEADLINE_S, Screen  # noqa: E402

TABLES = ('[table PB-01]\nrules = punto-banco-es\nset.burn = 0\n'
          '[table BJ-01]\nrules = blackjack-es\nset.burn = 0\n'
          'set.chips = 500 1000 2500 10000\n')


class Display(unittest.TestCase):
    """`PROGRAMS` (sabotd, sabot-dealer) is set by the test's file."""
    PROGRAMS = ()
    TABLE = 'PB-01'
    TABLES = TABLES
    LANGUAGE = ''
    OPTIONS = ()

    def setUp(self):
        self.daemon = Daemon(self.PROGRAMS[0], self.TABLES)
        self.addCleanup(self.daemon.close)
        self.client = self.daemon.start()
        self.populate()
        self.open_display()

    def populate(self):
        """Persons, where a test wants some."""

    def open_display(self):
        self.errors = open(self.daemon.directory / 'errors', 'w+')
        self.program = subprocess.Popen(
            [self.PROGRAMS[1], '--table', self.TABLE, '--connect', self.daemon.socket,
             *self.OPTIONS], stderr=self.errors, env=dict(os.environ, LANGUAGE=self.LANGUAGE))
        self.addCleanup(self.close_display)
        self.screen = Screen(self.program.pid, DEADLINE_S)

    def close_display(self):
        self.program.terminate()
        self.program.wait(DEADLINE_S)
        self.errors.seek(0)
        said = self.errors.read()
        self.errors.close()
        self.assertEqual(said, '', 'standard error must stay empty')

    def event(self, **event):
        self.client.event(self.TABLE, **event)

    def cards(self, cards):
        for card in cards.split():
            self.event(ev='card', card=card)

    def does_say(self, text):
        self.screen.wait_for_name(text)

    def has_no_key(self, name):
        self.assertIsNone(self.screen.button(name), name)

    def last_event(self):
        return self.client.export(self.TABLE)[-1]

    def look(self, name):
        folder = os.environ.get('SABOT_LOOK')
        if folder:
            subprocess.run(['import', '-window', 'root', f'{folder}/{name}.png'], check=True)
