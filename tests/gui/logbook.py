"""The console's log page in a real house, for tests that settle a dispute with it."""
import json
import os
import pathlib
import shutil
import subprocess
import tempfile

from house import House

ENTRIES = {
    'round': 'number of the round', 'amount': 'amount of a stake or payment',
    'since': 'from this time on', 'until': 'before this time',
}


class LogHouse(House):
    CONFIG = 'create_key = yes\n'

    @classmethod
    def use(cls, argv):
        """The programs: sabotd, sabot-pit, sabotctl."""
        House.PROGRAMS = tuple(argv[1:3])
        cls.SABOTCTL = os.path.abspath(argv[3])

    def open_console(self):
        os.environ['HOME'] = str(self.daemon.directory)
        super().open_console()

    def say(self, ev, **fields):
        return self.pit.event('PB-01', ev=ev, **fields)

    def find(self, **entries):
        for name, text in entries.items():
            self.screen.write(ENTRIES[name], text)
        self.screen.press('Find')

    def rows(self, beginning):
        return [name for name in self.screen.names() if beginning in name and '  PB-01' in name]

    def sabotctl(self, *args, **how):
        return subprocess.run([self.SABOTCTL, *args], check=True, capture_output=True, text=True,
                              timeout=60, **how).stdout

    def save_case(self, round_):
        """From the page to a file at home, and what is said of it where there is nothing but the
        file and the house's public key."""
        self.screen.press('Case file')
        path = pathlib.Path(self.daemon.directory, f'PB-01-{round_}.case')
        self.screen.wait_for_name(f'Saved: {path}')
        key = self.sabotctl('key', 'show', '--state', str(self.daemon.directory / 'state')).strip()
        with tempfile.TemporaryDirectory() as elsewhere:
            shutil.copy(path, elsewhere)
            self.assertEqual(os.listdir(elsewhere), [path.name])
            verdict = json.loads(self.sabotctl('verify', path.name, '--key', key, '--json',
                                               cwd=elsewhere))
        self.assertEqual(verdict['verdict'], 'intact')
        return verdict
