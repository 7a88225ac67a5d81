#!/usr/bin/env python3
"""An archive or a mirror knows more than the database: a backup that was restored by the book since
explains that, and one that was restored before does not. The clock may have been wrong by years
meanwhile: the order of the log decides.

usage: test-restored-since.py SABOTD SABOTCTL FAULTS
"""
import contextlib
import shutil
import sqlite3
import subprocess
import sys
import unittest

from fixture import Client, Daemon, wait_for

SABOTD, SABOTCTL, FAULTS = sys.argv.pop(1), sys.argv.pop(1), sys.argv.pop(1)
TABLES = """mirror = @DIR@/mirror
create_key = yes
[archive]
[table PB-01]
rules = punto-banco-es
"""
AHEAD_S = 800 * 24 * 3600
RESTORED = ("log_restored", "backup")


def must(*command):
    done = subprocess.run([SABOTCTL, *map(str, command)], capture_output=True, text=True,
                          timeout=300, check=False)
    assert done.returncode == 0, (command, done.stdout, done.stderr)
    return done.stdout


class Since(unittest.TestCase):
    by = {"by": "pit"}

    def setUp(self):
        self.daemon = Daemon(SABOTD, TABLES)
        self.addCleanup(self.daemon.close)
        self.directory = self.daemon.directory
        self.state, self.mirror = self.directory / "state", self.directory / "mirror"
        self.preloaded = self.daemon.environment.get("LD_PRELOAD", "")
        self.begin()
        self.key = must("key", "show", "--state", self.state).strip()
        self.deal()
        self.back_up()

    def begin(self):
        self.start()

    def sign_in(self, client):
        """Who deals and has archives made."""
        self.client = self.admin = client

    def start(self, has_mirror=True):
        """The check at the start and the mirror have found what they find."""
        for client in self.daemon.clients:
            client.close()
        self.daemon.clients.clear()
        self.sign_in(self.daemon.start())
        self.daemon.wait_checked()
        if has_mirror:
            wait_for(lambda: self.client.ok("status")["mirror"] == "current", "the mirror")
        wait_for(lambda: self.client.ok("metrics")["daemon"]["pending"] == 0, "the findings")

    def stop(self):
        self.assertEqual(self.daemon.stop(), 0)

    def set_clock(self, ahead_s):
        """From the next start on."""
        self.daemon.environment |= {"SABOT_CLOCK_S": str(ahead_s),
                                    "LD_PRELOAD": f"{FAULTS}:{self.preloaded}"}

    def start_at(self, ahead_s):
        self.stop()
        self.set_clock(ahead_s)
        self.start()

    def deal(self):
        for event in ({"ev": "load", "decks": 6}, {"ev": "card", "card": "2C"}):
            self.client.event("PB-01", **event)

    def wait_sealed(self):
        last = self.client.ok("status")["seq"]

        def is_sealed():
            done = subprocess.run([SABOTCTL, "checkpoint", "--state", self.state],
                                  capture_output=True, text=True, timeout=300, check=False)
            return any(int(line[4:]) >= last for line in done.stdout.splitlines()
                       if line.startswith("seq "))

        wait_for(is_sealed, "a checkpoint")

    def back_up(self):
        self.wait_sealed()
        self.backup = self.directory / "backup.db"
        must("backup", self.backup, "--state", self.state, "--key", self.key)

    def archive(self):
        self.deal()
        self.wait_sealed()
        self.assertTrue(self.admin.ok("archive", before="2199-01-01T00:00:00Z")["file"])

    def restore(self):
        """By the book; the daemon is not started yet."""
        self.stop()
        for path in self.state.glob("sabot.db*"):
            path.unlink()
        must("restore", self.backup, "--state", self.state, "--key", self.key)

    def found(self):
        return [(line["code"], line["detail"]["why"]) for line in self.client.export("house")
                if line.get("code") in ("log_restored", "log_replaced", "chain_broken")]

    def assert_not_accused(self):
        for _ in range(3):
            self.assertEqual(self.found(), [RESTORED])
            self.stop()
            self.start()

    def keep(self):
        """Both disks, the state's and the spool's, as they are."""
        self.stop()
        for name in ("state", "spool"):
            shutil.copytree(self.directory / name, self.directory / f"kept-{name}")
        self.start()

    def rewind(self):
        """To what was kept, with the archives of now."""
        self.stop()
        archives = self.directory / "archives"
        if (self.state / "archive").exists():
            (self.state / "archive").rename(archives)
        for name in ("state", "spool"):
            shutil.rmtree(self.directory / name)
            (self.directory / f"kept-{name}").rename(self.directory / name)
        if archives.exists():
            shutil.rmtree(self.state / "archive", ignore_errors=True)
            archives.rename(self.state / "archive")

    def test_an_archive_of_a_clock_that_was_ahead(self):
        self.start_at(AHEAD_S)
        self.archive()
        self.start_at(0)
        self.restore()
        self.start()
        self.assert_not_accused()

    def test_a_mirror_of_a_clock_that_was_ahead(self):
        """It is away while the backup is restored, and comes back."""
        away = self.directory / "away"
        self.start_at(AHEAD_S)
        self.deal()
        self.wait_sealed()
        self.set_clock(0)  # nothing is recorded before the restore
        self.restore()
        self.mirror.rename(away)
        self.start(has_mirror=False)
        self.assertEqual(self.found(), [RESTORED])
        self.stop()
        shutil.rmtree(self.mirror, ignore_errors=True)
        away.rename(self.mirror)
        self.start()
        self.assert_not_accused()

    def restore_ahead(self):
        self.start_at(AHEAD_S)
        self.restore()
        self.start()
        self.deal()
        self.start_at(0)
        self.keep()
        self.assertEqual(self.found(), [RESTORED])

    def test_an_archive_from_behind_the_restore(self):
        self.restore_ahead()
        self.archive()
        self.rewind()
        shutil.rmtree(self.mirror)
        must("restore", "--new-mirror", "--state", self.state)
        self.start()
        self.assertEqual(self.found(), [RESTORED, ("log_replaced", "archive")])

    def test_a_mirror_from_behind_the_restore(self):
        self.restore_ahead()
        self.deal()
        self.wait_sealed()
        self.rewind()
        self.start()
        wait_for(lambda: len(self.found()) > 1, "the finding")
        self.assertEqual(self.found(), [RESTORED, ("log_replaced", "mirror")])

    def rule_restore(self):
        restore, = (one for one in self.client.ok("incidents")["incidents"]
                    if one["code"] == "log_restored")
        self.client.event("house", ev="ruling", incident=restore["id"], remedy="let_stand",
                          **self.by)

    def house_log(self):
        """The numbers of its first and its last event in the mirror."""
        path = self.mirror / "sabot.db"
        with contextlib.closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as db:
            return db.execute("SELECT min(n), max(n) FROM event WHERE log_id = (SELECT id FROM log"
                              " WHERE name = 'house')").fetchone()

    def archive_house_log(self):
        """Until the mirror has no event of the house log that it has now."""
        last = self.house_log()[1]
        for _ in range(2):
            self.archive()
        wait_for(lambda: self.house_log()[0] > last, "rows to go from the mirror")

    def test_a_mirror_that_archived_the_restore(self):
        """That it lies before is seen by the archive's time: the database lacks its end."""
        self.restore()
        self.start()
        self.rule_restore()
        self.keep()
        self.archive_house_log()
        self.rewind()
        shutil.rmtree(self.state / "archive")
        self.start()
        wait_for(lambda: len(self.found()) > 1, "the finding")
        self.assertEqual(self.found(), [RESTORED, ("log_replaced", "mirror")])

    def test_a_mirror_that_archived_what_the_restore_undid(self):
        away = self.directory / "away"
        for _ in range(3):
            self.stop()
            self.start()
        self.archive_house_log()
        self.restore()
        self.mirror.rename(away)
        self.start(has_mirror=False)
        self.stop()
        shutil.rmtree(self.mirror, ignore_errors=True)
        away.rename(self.mirror)
        self.start()
        self.assert_not_accused()


class WithPersons(Since):
    by = {}

    def begin(self):
        client = self.daemon.start()
        code = client.ok("person_code")["code"]
        client.ok("person_create", name="Ada", role="admin", pin="48213", code=code)
        self.enter("Ada", "48213").person("Pia", "pit", "9917")
        self.stop()
        self.start()

    def enter(self, name, pin):
        client = Client(self.daemon.socket)
        self.daemon.clients.append(client)
        client.ok("login", name=name, pin=pin)
        return client

    def sign_in(self, client):
        self.client, self.admin = self.enter("Pia", "9917"), self.enter("Ada", "48213")


if __name__ == "__main__":
    unittest.main()
