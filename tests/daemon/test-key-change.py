#!/usr/bin/env python3
"""Another key by the book, and the database lost before the next start, or while it changes: the
persons of the house log in all the same, a stranger's do not, and what the notes beside the
database say is still believed.

usage: test-key-change.py SABOTD SABOTCTL KILL_AT_LIBRARY
"""
import os
import resource
import shutil
import signal
import subprocess
import sys
import unittest

from fixture import Daemon, wait_for
from house_case import PINS, TABLES, House

SABOTD, SABOTCTL, KILL_AT = sys.argv[1:4]
STEPS_MIN, STEPS_MAX = 5, 40
STARTS = 10  # steps of a start that are tried
SMALL = """
create_key = yes
[table PB-01]
rules = punto-banco-es
"""


def run(*command, **environment):
    done = subprocess.run([SABOTCTL, *map(str, command)], capture_output=True, text=True,
                          timeout=300, env=os.environ | environment)
    return done.returncode, done.stdout + done.stderr


class Persons(House):
    def setUp(self):
        super().setUp()
        self.state = self.daemon.directory / "state"
        self.key, self.database = self.state / "signing.key", self.state / "sabot.db"
        self.folders = self.daemon.directory / "spool", self.state
        self.copies = [folder / "sabotd-persons.json" for folder in self.folders]
        self.daemon.stop()
        self.make_key()
        self.client = self.daemon.start()
        self.populate("Dan")
        self.daemon.stop()

    def make_key(self):
        status, said = run("key", "create", "--state", self.state)
        self.assertEqual(status, 0, said)

    def start_without_database(self):
        good = self.database.read_bytes()
        self.database.write_bytes(b"not a database" * 100)
        self.client = self.daemon.start()
        return good

    def details(self):
        return [one.get("detail", {}).get("why")
                for one in self.client.ok("incidents")["incidents"]]

    def assert_known(self, what):
        """Those of the house may log in, and nobody is accused."""
        self.start_without_database()
        self.assertEqual(self.client.ok("status")["persons"], "required")
        self.login("Dan").event("PB-02", ev="load", decks=6)
        self.assertNotIn("persons", self.details(), what)
        self.daemon.stop()

    def test_at_each_moment(self):
        self.key.unlink()
        self.keep()
        for step in range(1, STEPS_MAX):
            status, said = run("key", "create", "--state", self.state, LD_PRELOAD=KILL_AT,
                               KILL_AT=str(step))
            self.assertIn(status, (0, -signal.SIGKILL), said)
            self.assert_known(step)
            self.put_back()
            if status == 0:
                break
        self.assertGreater(step, STEPS_MIN)

    def keep(self):
        for folder in self.folders:
            shutil.copytree(folder, self.daemon.directory / "kept" / folder.name)

    def put_back(self):
        for folder in self.folders:
            shutil.rmtree(folder)
            shutil.copytree(self.daemon.directory / "kept" / folder.name, folder)

    def test_twice_without_a_start(self):
        for _ in range(2):
            self.key.unlink()
            self.make_key()
        self.assert_known("twice")

    def test_behind_a_start_that_was_killed(self):
        """At each of its steps, with the new key; then there is another new one."""
        self.key.unlink()
        self.make_key()
        self.keep()
        preloaded = self.daemon.environment.get("LD_PRELOAD", "")
        for step in range(1, STARTS + 1):
            self.daemon.environment |= {"LD_PRELOAD": f"{preloaded}:{KILL_AT}",
                                        "KILL_AT": str(step)}
            self.daemon.launch()
            self.assertEqual(self.daemon.process.wait(60), -signal.SIGKILL, step)
            self.daemon.environment["LD_PRELOAD"] = preloaded
            self.key.unlink()
            self.make_key()
            self.assert_known(step)
            self.put_back()

    def test_made_at_a_start(self):
        self.key.unlink()
        text = self.daemon.config.read_text()
        self.daemon.config.write_text(text.replace("[daemon]\n", "[daemon]\ncreate_key = yes\n"))
        self.daemon.start()
        self.daemon.stop()
        self.assert_known("create_key")

    def test_the_key_was_away(self):
        """A start without it leaves the copies as they were signed."""
        self.key.rename(self.state / "away")
        self.daemon.start()
        self.daemon.stop()
        (self.state / "away").rename(self.key)
        self.assert_known("away")

    def test_a_strangers_copy(self):
        """Before another key is made, or when it is: its persons are nobody here."""
        other = Daemon(SABOTD, "create_key = yes\n" + TABLES.replace("@DIR@", "/nonexistent"))
        self.addCleanup(other.close)
        mine, self.client = self.daemon, other.start()
        self.daemon = other
        self.populate("Sol")
        other.stop()
        self.daemon = mine
        planted = (other.directory / "state" / "sabotd-persons.json").read_text()
        for is_before in (True, False):
            self.key.unlink()
            if not is_before:
                self.make_key()
            for copy in self.copies:
                copy.write_text(planted)
            if is_before:
                self.make_key()
            good = self.start_without_database()
            for name in ("Sol", "Dan"):
                self.refused(self.connect(), "login", "not_allowed", name=name, pin=PINS[name])
            self.assertIn("persons", self.details())
            self.daemon.stop()
            self.database.write_bytes(good)
            self.client = self.daemon.start()
            self.login("Dan")
            self.daemon.stop()


class Unsaved(unittest.TestCase):
    """What the last run could not save is known though another key was made since."""

    def test_the_spool_was_removed(self):
        daemon = Daemon(SABOTD, SMALL)
        self.addCleanup(daemon.close)
        state, spool = daemon.directory / "state", daemon.directory / "spool"
        client = daemon.start()
        client.event("PB-01", ev="load", decks=6)
        size = (state / "sabot.db-wal").stat().st_size
        hard = resource.prlimit(daemon.process.pid, resource.RLIMIT_FSIZE)[1]
        resource.prlimit(daemon.process.pid, resource.RLIMIT_FSIZE, (size, hard))
        client.event("PB-01", ev="card", card="AS")
        self.assertFalse(client.ok("status").get("saved", True))
        daemon.kill()
        (spool / "sabotd-spool.ndjson").unlink()
        (state / "signing.key").unlink()
        status, said = run("key", "create", "--state", state)
        self.assertEqual(status, 0, said)
        # Nor is the note in the state directory needed for that, which has the new signature.
        (state / "sabotd-unsaved.note").unlink()
        client = daemon.start()
        found = wait_for(lambda: [line["detail"]["why"] for line in client.export("house")
                                  if line.get("code") == "log_replaced"], "the finding")
        self.assertEqual(found, ["spool_gone"])


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[4:]])
