#!/usr/bin/env python3
"""The places outside the state directory: a mirror whose disk is not mounted at a start is not made
again unnoticed; two houses do not use one mirror, nor one spool; a database that is elsewhere, by a
link. And what SQLite keeps beside a database, in which nothing may be lost.

usage: test-places.py SABOTD FAULTS
"""
import contextlib
import os
import shutil
import signal
import sqlite3
import sys
import tempfile
import unittest

from fixture import Daemon, wait_for

SABOTD = sys.argv.pop(1)
FAULTS = sys.argv.pop(1)
CONFIG = """create_key = yes
{mirror}[table PB-01]
rules = punto-banco-es
"""


class Places(unittest.TestCase):
    def setUp(self):
        self.daemon = Daemon(SABOTD, CONFIG.format(mirror="mirror = @DIR@/mirror\n"))
        self.addCleanup(self.daemon.close)
        self.state = self.daemon.directory / "state"
        self.mirror = self.daemon.directory / "mirror"
        self.away = self.daemon.directory / "away"
        self.start()
        wait_for(self.is_current, "the mirror")

    def start(self):
        self.client = self.daemon.start()

    def is_current(self):
        return self.client.ok("status")["mirror"] == "current"

    def whys(self, client):
        return [line["detail"]["why"] for line in client.export("house")
                if line.get("code") == "store_down"]

    def wait_refused(self, why):
        wait_for(lambda: self.whys(self.client) == [why], "the finding")
        self.assertFalse(self.is_current())

    def test_its_disk_is_not_mounted(self):
        """Nothing is made in its place; it goes on when it is there again."""
        self.assertEqual(self.daemon.stop(), 0)
        self.mirror.rename(self.away)
        self.start()
        self.wait_refused("gone")
        self.assertFalse(self.mirror.exists())
        self.away.rename(self.mirror)
        wait_for(self.is_current, "the mirror")
        self.assertEqual(self.whys(self.client), ["gone"])

    def start_without(self):
        """What is said once for it is in the house log then."""
        self.start()
        wait_for(lambda: "lags behind" in self.daemon.read_log()[self.daemon.begun_at:],
                 "the mirror's fault")
        wait_for(lambda: self.client.ok("metrics")["daemon"]["pending"] == 0, "what it led to")

    def test_it_stays_away_at_many_starts(self):
        """One finding while that lasts, however a start ends, and another one only for another
        time, whether or not somebody has ruled on the first."""
        for count, is_ruled in ((1, True), (2, False), (3, False)):
            self.assertEqual(self.daemon.stop(), 0)
            self.mirror.rename(self.away)
            for end in (self.daemon.kill, self.daemon.stop, self.daemon.kill):
                self.start_without()
                self.assertEqual(self.whys(self.client), ["gone"] * count)
                if is_ruled:
                    one = [line for line in self.client.ok("incidents")["incidents"]
                           if line["code"] == "store_down"][0]
                    self.client.event("house", ev="ruling", incident=one["id"],
                                      remedy="let_stand")
                    is_ruled = False
                end()
            self.away.rename(self.mirror)
            self.start()
            wait_for(self.is_current, "the mirror")

    def test_the_note_that_it_was_away_hides_nothing(self):
        """Where the log does not have the finding, as in a database of before it."""
        self.assertEqual(self.daemon.stop(), 0)
        before = self.daemon.directory / "before"
        shutil.copytree(self.state, before)
        self.mirror.rename(self.away)
        self.start_without()
        self.assertEqual(self.daemon.stop(), 0)
        for path in before.glob("sabot.db*"):
            shutil.copy(path, self.state)
        self.start_without()
        self.assertEqual(self.whys(self.client), ["gone"])

    def fall_behind(self):
        """The mirror has events that the database lacks, the last ones in its write-ahead log. How
        many events it has."""
        database = self.state / "sabot.db"
        self.assertEqual(self.daemon.stop(), 0)
        before = database.read_bytes()
        self.start()
        wait_for(self.is_current, "the mirror")
        for _ in range(5):
            self.client.event("PB-01", ev="load", decks=6)
            self.client.event("PB-01", ev="unload")
        seq = self.client.ok("status")["seq"]
        self.daemon.kill()
        for path in self.state.glob("sabot.db*"):
            path.unlink()
        database.write_bytes(before)
        return seq

    def aside(self):
        return [path for path in self.mirror.glob("sabot.db.*") if path.suffix[1:].isdigit()]

    def check_aside(self, seq):
        """One file, and it has all events that the mirror had."""
        self.assertEqual(len(self.aside()), 1, self.aside())
        uri = f"file:{self.aside()[0]}?mode=ro"
        with contextlib.closing(sqlite3.connect(uri, uri=True)) as kept:
            self.assertGreaterEqual(kept.execute("SELECT max(seq) FROM event").fetchone()[0], seq)

    def test_a_copy_that_was_interrupted(self):
        """A mirror that is ahead keeps its name until the copy takes it: it is not gone."""
        rules = self.daemon.directory / "faults"
        seq = self.fall_behind()
        rules.write_text("sync 60000~60000 /mirror/sabot.db.next\n")
        self.daemon.environment |= {"LD_PRELOAD": FAULTS, "SABOT_FAULTS": str(rules)}
        self.start()
        wait_for(self.aside, "the mirror to be set aside")
        self.assertFalse(self.is_current())
        self.daemon.kill()
        rules.write_text("")
        self.start()
        wait_for(self.is_current, "the mirror")
        self.assertEqual(self.whys(self.client), [])
        self.check_aside(seq)

    def test_its_files_are_removed(self):
        """While the daemon is stopped, and its lock is left: nothing is made in their place."""
        self.assertEqual(self.daemon.stop(), 0)
        for path in self.mirror.glob("sabot.db*"):
            path.unlink()
        self.assertTrue((self.mirror / "sabotd-mirror.lock").exists())
        self.start()
        self.wait_refused("gone")
        self.assertEqual(list(self.mirror.glob("sabot.db*")), [])

    def test_on_the_databases_disk(self):
        """It was on another disk, and what is in its directory now is not: an earlier start may
        have made it there."""
        other = tempfile.TemporaryDirectory(dir="/dev/shm")
        self.addCleanup(other.cleanup)
        if os.stat(other.name).st_dev == os.stat(self.state).st_dev:
            self.skipTest("/dev/shm is the database's disk")
        self.assertEqual(self.daemon.stop(), 0)
        self.mirror.rename(self.away)
        shutil.copytree(self.away, other.name, dirs_exist_ok=True)
        self.mirror.symlink_to(other.name)
        self.start()
        wait_for(self.is_current, "the mirror")
        self.assertEqual(self.daemon.stop(), 0)
        before = (self.away / "sabot.db").read_bytes()
        self.mirror.unlink()
        self.mirror.symlink_to(self.away)
        self.start()
        self.wait_refused("own_disk")
        self.assertEqual((self.away / "sabot.db").read_bytes(), before)

    def test_the_shared_memory_is_cut(self):
        """Of the database or the mirror, by somebody else, which ends the daemon. Nothing that was
        acknowledged is lost, and the next start finds nothing wrong."""
        for folder in (self.state, self.mirror):
            self.client.event("PB-01", ev="load", decks=6)
            os.truncate(folder / "sabot.db-shm", 0)
            with contextlib.suppress(OSError, EOFError, ValueError, AssertionError):
                for _ in range(20):
                    self.client.event("PB-01", ev="load", decks=6)
            status = self.daemon.process.wait(60)
            self.assertEqual(status, -signal.SIGBUS)
            self.start()
            self.assertGreater(len(self.client.export("PB-01")), 1)
            self.assertEqual([line for line in self.client.export("house")
                              if line.get("ev") == "finding"], [])
            wait_for(self.is_current, "the mirror")

    def loads(self):
        return sum(line.get("ev") == "load" for line in self.client.export("PB-01"))

    def codes(self):
        return [(line["code"], line["detail"]["why"]) for line in self.client.export("house")
                if line.get("code") in ("log_replaced", "chain_broken")]

    def deal(self, n):
        for _ in range(n):
            self.client.event("PB-01", ev="load", decks=6)

    def test_the_shared_memory_is_an_older_one(self):
        """SQLite would fold by it, when the daemon stops, and remove the log with the rest. Nothing
        is folded: the next start has everything, from the log itself."""
        shared = self.state / "sabot.db-shm"
        dealt = 0
        for is_dealt_on, end, status in ((False, self.daemon.stop, 1), (True, self.daemon.stop, 1),
                                         (True, self.daemon.kill, None)):
            self.deal(10)
            older = shared.read_bytes()
            self.deal(20)
            with open(shared, "r+b") as file:
                file.write(older)
            dealt += 30
            if is_dealt_on:
                self.deal(6)
                dealt += 6
                self.assertFalse(self.client.ok("status").get("saved", True))
                wait_for(lambda: "log_replaced" in [
                    one["code"] for one in self.client.ok("incidents")["incidents"]],
                    "the finding")
            self.assertEqual(end(), status)
            self.start()
            self.assertEqual(self.loads(), dealt)
        self.assertEqual(set(self.codes()), {("log_replaced", "removed")})

    def put_elsewhere(self):
        """The database is on another disk, to which a link leads. Its write-ahead log is there."""
        self.assertEqual(self.daemon.stop(), 0)
        self.away.mkdir()
        (self.state / "sabot.db").rename(self.away / "sabot.db")
        (self.state / "sabot.db").symlink_to(self.away / "sabot.db")
        self.start()
        self.deal(3)
        return self.away / "sabot.db-wal"

    def test_the_database_is_a_link(self):
        log = self.put_elsewhere()
        log.unlink()
        wait_for(lambda: not self.client.ok("status").get("saved", True), "that it is said")
        self.deal(1)
        self.assertEqual(self.daemon.stop(), 1)
        self.start()
        self.assertEqual(self.loads(), 4)
        self.assertEqual(self.codes(), [("log_replaced", "removed")])

    def test_the_link_leads_elsewhere(self):
        self.put_elsewhere()
        other = self.daemon.directory / "other.db"
        shutil.copy(self.away / "sabot.db", other)
        (self.state / "sabot.db").unlink()
        (self.state / "sabot.db").symlink_to(other)
        wait_for(lambda: not self.client.ok("status").get("saved", True), "that it is said")
        self.assertEqual(self.daemon.stop(), 1)

    def test_the_log_beside_a_link_is_damaged(self):
        """What SQLite drops of it is kept, as of any other."""
        log = self.put_elsewhere()
        self.daemon.kill()
        content = bytearray(log.read_bytes())
        content[len(content) // 2] ^= 1
        log.write_bytes(content)
        self.start()
        wait_for(lambda: list(self.state.glob("sabot.db-wal.[0-9]*")), "the log that is kept")
        (kept,) = self.state.glob("sabot.db-wal.[0-9]*")
        self.assertEqual(kept.read_bytes(), content)

    def add_house(self):
        other = Daemon(SABOTD, CONFIG.format(mirror=""))
        self.addCleanup(other.close)
        other.start()
        self.assertEqual(other.stop(), 0)
        return other

    def test_another_house_with_its_mirror(self):
        """It says so, and does not touch it."""
        other = self.add_house()
        other.write_config(CONFIG.format(mirror=f"mirror = {self.mirror}\n"))
        client = other.start()
        wait_for(lambda: self.whys(client) == ["busy"], "the finding")
        self.assertEqual(other.stop(), 0)
        self.assertTrue(self.is_current())
        self.assertEqual(self.whys(self.client), [])

    def test_another_house_with_its_spool(self):
        """It does not start, and nothing of the first is written over."""
        other = self.add_house()
        spool = self.daemon.directory / "spool"
        other.config.write_text(other.config.read_text().replace(
            f"spool_dir = {other.directory}/spool", f"spool_dir = {spool}"))
        wait_for((spool / "sabotd-progress.note").exists, "the first house's note")
        before = sorted(path.name for path in spool.iterdir())
        other.launch()
        self.assertEqual(other.process.wait(60), 1)
        self.assertIn(f"{spool}: another house's sabotd uses this spool_dir", other.read_log())
        self.assertEqual(sorted(path.name for path in spool.iterdir()), before)


if __name__ == "__main__":
    unittest.main()
