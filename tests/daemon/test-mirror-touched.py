#!/usr/bin/env python3
"""Somebody writes into the mirror's files while it is in use: it is proven at once, not only the
next day, and what is damaged is copied again. Reading it, or giving it another name, causes no
finding. A damage that the database does not have is one in any case.

usage: test-mirror-touched.py SABOTD
"""
import contextlib
import os
import shutil
import sqlite3
import sys
import unittest

from fixture import Daemon, wait_for

SABOTD = sys.argv.pop(1)
TABLES = """
mirror = @DIR@/mirror
create_key = yes
[table PB-01]
rules = punto-banco-es
"""


class Touched(unittest.TestCase):
    def setUp(self):
        self.daemon = Daemon(SABOTD, TABLES)
        self.addCleanup(self.daemon.close)
        self.mirror = self.daemon.directory / "mirror" / "sabot.db"
        self.client = self.daemon.start()
        self.wait_current()

    def wait_current(self):
        wait_for(lambda: self.client.ok("status")["mirror"] == "current", "the mirror")

    def deal(self):
        self.client.event("PB-01", ev="load", decks=6)

    def findings(self):
        return [line["detail"]["why"] for line in self.client.export("house")
                if line.get("ev") == "finding"]

    def lines(self, path):
        with contextlib.closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as db:
            return db.execute("SELECT seq, line, hash FROM event ORDER BY seq").fetchall()

    def test_an_older_file_is_written_over_it(self):
        older = self.daemon.directory / "older.db"
        self.assertEqual(self.daemon.stop(), 0)  # all of it is in the file itself
        shutil.copyfile(self.mirror, older)
        self.client = self.daemon.start()
        for _ in range(200):
            self.deal()
        self.assertEqual(self.daemon.stop(), 0)
        self.client = self.daemon.start()
        self.wait_current()
        wait_for(lambda: "sabot-mirrored" not in self.daemon.threads(), "the check at the start")
        self.assertEqual(self.findings(), [])
        shutil.copyfile(older, self.mirror)
        self.deal()
        wait_for(self.findings, "the finding")
        self.assertEqual(self.findings(), ["damaged"])
        self.wait_current()
        self.assertTrue(self.mirror.with_name("sabot.db.damaged").exists())
        self.assertEqual(self.lines(self.mirror),
                         self.lines(self.daemon.directory / "state" / "sabot.db"))

    def test_the_files_beside_it(self):
        """Its write-ahead log is cut or written over, or the index of it: it is not current then,
        and copied again."""
        log, index = (self.mirror.with_name("sabot.db" + end) for end in ("-wal", "-shm"))
        earlier = index.read_bytes()
        wait_for(lambda: "sabot-mirrored" not in self.daemon.threads(), "the check at the start")

        def write(path, content):
            with open(path, "r+b") as file:
                file.write(content)

        for spoil in (lambda: os.truncate(log, 0),
                      lambda: os.truncate(log, log.stat().st_size // 2),
                      lambda: write(log, bytes(32)), lambda: write(index, earlier)):
            before = self.findings()
            for _ in range(5):
                self.deal()
            spoil()
            self.deal()
            wait_for(lambda: len(self.findings()) > len(before), "the finding")
            self.assertEqual(self.findings(), before + ["damaged"])
            self.wait_current()
            self.assertEqual(self.lines(self.mirror),
                             self.lines(self.daemon.directory / "state" / "sabot.db"))
            wait_for(lambda: "sabot-mirrored" not in self.daemon.threads(), "its proof")
            earlier = index.read_bytes()
        self.assertEqual(self.daemon.stop(), 0)

    def test_another_row_than_the_databases(self):
        """Both are damaged, and not alike: the mirror's damage is a finding, too, and neither is
        written over."""
        self.deal()
        self.deal()
        self.assertEqual(self.daemon.stop(), 0)
        row = b'"ev":"load","decks":'
        for path, find in ((self.mirror, bytes.find),
                           (self.daemon.directory / "state" / "sabot.db", bytes.rfind)):
            content = path.read_bytes()
            place = find(content, row) + len(row)
            path.write_bytes(content[:place] + b"7" + content[place + 1:])
        self.client = self.daemon.start()
        self.wait_current()
        wait_for(lambda: len(self.findings()) == 2, "the findings")
        self.assertEqual(sorted(self.findings()), ["changed", "damaged"])
        self.assertFalse(self.mirror.with_name("sabot.db.damaged").exists())
        self.assertIn(row + b"7", self.mirror.read_bytes())

    def test_who_does_not_write_is_no_finding(self):
        os.link(self.mirror, self.daemon.directory / "another-name")
        self.lines(self.mirror)
        os.utime(self.mirror)
        self.deal()
        wait_for(lambda: "it is proven" in self.daemon.read_log(), "the proof")
        wait_for(lambda: "sabot-mirrored" not in self.daemon.threads(), "its end")
        self.deal()
        self.assertEqual(self.findings(), [])
        self.wait_current()


if __name__ == "__main__":
    unittest.main()
