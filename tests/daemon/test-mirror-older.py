#!/usr/bin/env python3
"""A mirror that lags behind at a start is copied again from a database that nobody has proven yet:
the older file is kept until the copy is proven and has its last events. If the database was
damaged meanwhile, the older file is the only good record.

usage: test-mirror-older.py SABOTD
"""
import contextlib
import sqlite3
import sys
import unittest

from fixture import Daemon, wait_for

SABOTD = sys.argv.pop(1)
WITHOUT = """create_key = yes
[table PB-01]
rules = punto-banco-es
"""
WITH = "mirror = @DIR@/mirror\n" + WITHOUT


class Older(unittest.TestCase):
    def setUp(self):
        self.daemon = Daemon(SABOTD, WITH)
        self.addCleanup(self.daemon.close)
        self.database = self.daemon.directory / "state" / "sabot.db"
        self.mirror = self.daemon.directory / "mirror" / "sabot.db"
        self.older = self.mirror.with_name("sabot.db.older")
        self.start()
        self.deal()

    def start(self):
        self.client = self.daemon.start()
        wait_for(lambda: self.client.ok("status")["mirror"] == "current", "the mirror")

    def deal(self):
        self.client.event("PB-01", ev="load", decks=6)

    def lines(self, path):
        with contextlib.closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as db:
            return db.execute("SELECT seq, line, hash FROM event ORDER BY seq").fetchall()

    def go_on_without(self):
        """The database gets events that the mirror lacks."""
        self.assertEqual(self.daemon.stop(), 0)
        before = self.lines(self.mirror)
        self.daemon.write_config(WITHOUT)
        self.client = self.daemon.start()
        self.deal()
        self.assertEqual(self.daemon.stop(), 0)
        self.daemon.write_config(WITH)
        return before

    def damage(self):
        content = self.database.read_bytes()
        place = content.rindex(b'"decks":6') + 8  # a page's rows are written from its end
        with open(self.database, "r+b") as file:
            file.seek(place)
            file.write(b"7")

    def test_somebody_reads_the_better_record(self):
        """The daemon was killed, so that the mirror's last events are in its log, and an older
        database was put in place: what is kept of the mirror has all of them though a backup
        program has it open, with what it reads in the middle of its reading, or without."""
        for is_reading in (False, True):
            self.deal()
            self.assertEqual(self.daemon.stop(), 0)
            older = self.database.read_bytes()
            self.start()
            for _ in range(20):
                self.deal()
            self.daemon.kill()
            whole = self.lines(self.mirror)
            for path in self.database.parent.glob("sabot.db*"):
                path.unlink()
            self.database.write_bytes(older)
            with contextlib.closing(sqlite3.connect(self.mirror, isolation_level=None)) as reader:
                if is_reading:
                    reader.execute("BEGIN")
                reader.execute("SELECT count(*) FROM event").fetchall()
                self.start()
            aside = max(path for path in self.mirror.parent.glob("sabot.db.*")
                        if path.suffix[1:].isdigit())
            self.assertEqual(self.lines(aside), whole)

    def test_the_database_was_damaged(self):
        good = self.go_on_without()
        self.damage()
        self.start()
        self.go_on_without()  # the copy of the damaged one, too, lags behind at a start
        self.start()
        wait_for(lambda: "the mirror is left as it is" in self.daemon.read_log(), "the check")
        self.assertEqual(list(self.mirror.parent.glob("sabot.db.*")), [self.older])
        self.assertEqual(self.lines(self.older), good)
        self.assertNotEqual(self.lines(self.mirror)[:len(good)], good)

    def test_the_database_goes_on_with_it(self):
        """Once that is proven, the older file is removed. That somebody reads the mirror, as it
        was some events ago, hinders nothing."""
        with contextlib.closing(sqlite3.connect(f"file:{self.mirror}?mode=ro", uri=True)) as reader:
            reader.execute("BEGIN")
            reader.execute("SELECT count(*) FROM event").fetchall()
            self.deal()
            self.go_on_without()
            self.start()
            self.assertIn(f"kept as {self.older}", self.daemon.read_log())
        wait_for(lambda: f"{self.older} is no longer needed" in self.daemon.read_log(), "the proof")
        self.assertEqual(list(self.mirror.parent.glob("sabot.db.*")), [])
        self.assertEqual(self.lines(self.mirror), self.lines(self.database))


if __name__ == "__main__":
    unittest.main()
