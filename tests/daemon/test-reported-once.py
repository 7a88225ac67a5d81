#!/usr/bin/env python3
"""A run that is killed when a finding of its start is saved, before or after the note that shows it
is replaced: the next starts do not report it again, in whatever words; another loss they do.

usage: test-reported-once.py SABOTD SABOTCTL
"""
import shutil
import subprocess
import sys
import unittest

from fixture import Daemon, wait_for

SABOTD, SABOTCTL = sys.argv.pop(1), sys.argv.pop(1)
TABLES = """
create_key = yes
[table PB-01]
rules = punto-banco-es
"""
FOUND = ("log_replaced", "log_restored", "chain_broken")


class ReportedOnce(unittest.TestCase):
    def setUp(self):
        self.daemon = Daemon(SABOTD, TABLES)
        self.addCleanup(self.daemon.close)
        self.state, spool = (self.daemon.directory / name for name in ("state", "spool"))
        self.restored = self.state / "restored.note"
        self.notes = [folder / "sabotd-progress.note" for folder in (self.state, spool)]
        self.start()
        self.play()

    def start(self):
        self.client = self.daemon.start()
        self.daemon.wait_checked()

    def play(self, loads=1):
        for _ in range(loads):
            self.client.event("PB-01", ev="load", decks=6)

    def stop(self):
        self.assertEqual(self.daemon.stop(), 0)

    def must(self, *command):
        done = subprocess.run([SABOTCTL, *map(str, command)], capture_output=True, text=True,
                              timeout=300)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        return done.stdout.strip()

    def findings(self):
        return [(line["code"], line["detail"]["why"]) for line in self.client.export("house")
                if line.get("code") in FOUND]

    def keep(self, name):
        copy = self.daemon.directory / name
        copy.mkdir()
        for path in self.state.glob("sabot.db*"):
            shutil.copy(path, copy)
        return copy

    def remove_database(self):
        for path in self.state.glob("sabot.db*"):
            path.unlink()

    def put(self, copy):
        self.remove_database()
        for path in copy.iterdir():
            shutil.copy(path, self.state)

    def assert_once(self, *found):
        """The run is killed when its notes are the old ones, in part, or replaced."""
        kept = {path: path.read_bytes() for path in (*self.notes, self.restored) if path.exists()}
        self.start()
        self.assertEqual(self.findings(), [found])
        for left in ((*self.notes, self.restored), (*self.notes, self.restored),
                     (self.notes[0], self.restored), (self.restored,), ()):
            self.daemon.kill()
            for path in left:
                if path in kept:
                    path.write_bytes(kept[path])
            self.start()
            self.assertEqual(self.findings(), [found])
            self.play()
        wait_for(lambda: not self.restored.exists(), "the note of the restore")

    def test_a_restore(self):
        self.stop()
        key = self.must("key", "show", "--state", self.state)
        backup = self.daemon.directory / "backup.db"
        self.must("backup", backup, "--state", self.state, "--key", key)
        self.start()
        self.play()
        self.stop()
        self.remove_database()
        self.must("restore", backup, "--state", self.state, "--key", key)
        self.assert_once("log_restored", "backup")

    def test_a_rewind(self):
        self.stop()
        old = self.keep("old")
        self.start()
        self.play(20)
        self.stop()
        self.put(old)
        self.assert_once("log_replaced", "behind")
        self.stop()
        old = self.keep("later")
        self.start()
        self.play(20)
        self.stop()
        self.put(old)
        self.start()
        self.assertEqual(self.findings(), [("log_replaced", "behind")] * 2)


if __name__ == "__main__":
    unittest.main()
