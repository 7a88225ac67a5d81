"""A name that does not exist is answered with the names that do."""

import os
import subprocess
import sys
import tempfile
import unittest

SABOTCTL, SABOTD, SOURCE = sys.argv[1:4]
PROFILES = sorted(name.removesuffix('.conf') for name in os.listdir(f'{SOURCE}/profiles')
                  if name.endswith('.conf'))


class UnknownNames(unittest.TestCase):
    def fails(self, *command):
        """What it prints on its way out."""
        done = subprocess.run(command, capture_output=True, text=True, timeout=60,
                              env={**os.environ, 'LANGUAGE': 'en'}, check=False)
        self.assertNotEqual(done.returncode, 0, command)
        return done.stderr

    def lists(self, names, *command):
        text = self.fails(*command)
        self.assertIn('there are: ', text)
        listed = text.split('there are: ')[1].strip().split(', ')
        for name in names:
            self.assertIn(name, listed, command)

    def test_profiles(self):
        self.assertIn('punto-banco-es', PROFILES)
        self.lists(PROFILES, SABOTCTL, 'odds', 'nope')
        with tempfile.TemporaryDirectory() as directory:
            path = f'{directory}/sabotd.conf'
            with open(path, 'w', encoding='utf-8') as file:
                file.write('[daemon]\nsite=x\n[table A-01]\nrules=nope\n')
            self.lists(PROFILES, SABOTD, '--check-config', '--config', path)

    def test_reports(self):
        self.lists(['shoe', 'fill-credit', 'forms'], SABOTCTL, 'report', 'nope', 'x.jsonl')

    def test_verbs(self):
        self.lists(['audit', 'verify', 'report'], SABOTCTL, 'nope')
        self.lists(['list', 'test', 'clear'], SABOTCTL, 'device', 'nope')


if __name__ == '__main__':
    unittest.main(argv=sys.argv[:1])
