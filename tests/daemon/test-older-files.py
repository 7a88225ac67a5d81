#!/usr/bin/env python3
"""Archives and backups of a program before: the later one proves and reads them, and leaves each
byte of them as it is; what is wrong with them it finds as the earlier one does.

usage: test-older-files.py SABOTD SABOTCTL SABOTD_NEXT SABOTCTL_HOUSE_NEXT
"""
import hashlib
import os
import pathlib
import shutil
import sqlite3
import subprocess
import sys
import unittest

from fixture import Daemon, wait_for

SABOTD, SABOTCTL, SABOTD_NEXT, SABOTCTL_HOUSE_NEXT = (sys.argv.pop(1) for _ in range(4))
TABLES = "create_key = yes\nclient_time = date\n[archive]\n[table PB-01]\nrules = punto-banco-es\n"
DAYS = ("2026-03-01", "2026-03-20", "2026-04-20")


def run(program, *command):
    done = subprocess.run([program, *map(str, command)], capture_output=True, text=True,
                          timeout=300)
    return done.returncode, done.stdout + done.stderr


def digest(path):
    return hashlib.sha256(pathlib.Path(path).read_bytes()).hexdigest()


def version(path):
    db = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
    try:
        return db.execute("PRAGMA user_version").fetchone()[0]
    finally:
        db.close()


class OlderFiles(unittest.TestCase):
    def setUp(self):
        self.daemon = Daemon(SABOTD, TABLES)
        self.addCleanup(self.daemon.close)
        self.state = self.daemon.directory / "state"
        self.database = self.state / "sabot.db"
        self.next = self.install_next()
        self.client = self.daemon.start()
        self.key = run(SABOTCTL, "key", "show", "--state", self.state)[1].strip()
        for day in DAYS:
            self.deal(day)
        self.archive = self.make_archive()
        self.backup = self.daemon.directory / "backup.db"
        self.assertEqual(run(SABOTCTL, "backup", self.backup, "--state", self.state)[0], 0)
        self.daemon.stop()

    def install_next(self):
        """The later version's sabotctl: it finds the program of its verbs beside itself."""
        place = self.daemon.directory / "next"
        place.mkdir()
        shutil.copy(SABOTCTL, place / "sabotctl")
        (place / "sabotctl-house").symlink_to(os.path.abspath(SABOTCTL_HOUSE_NEXT))
        return place / "sabotctl"

    def deal(self, day):
        for event in ({"ev": "load", "decks": 6}, {"ev": "no_more_bets", "boxes": [1]},
                      *({"ev": "card", "card": card} for card in ("3S", "7H", "9D", "2C", "4H")),
                      {"ev": "unload"}):
            self.client.event("PB-01", at=day + "T20:00:00Z", **event)

    def make_archive(self):
        """Once everything is under a checkpoint."""
        def ask():
            return self.client.ok("archive", before="2100-01-01T00:00:00Z").get("file")
        return self.state / "archive" / wait_for(ask, "an archive")

    def exchange(self):
        self.daemon.command = [SABOTD_NEXT]
        self.client = self.daemon.start()

    def test_proven_and_left_alone(self):
        before = {path: digest(path) for path in (self.archive, self.backup)}
        self.exchange()
        self.assertEqual(version(self.database), version(self.archive) + 1)
        for program in (SABOTCTL, self.next):
            for path in before:
                status, said = run(program, "verify", path, "--key", self.key)
                self.assertEqual(status, 0, said)
        status, said = run(self.next, "archive", "verify", "--state", self.state, "--key",
                           self.key)
        self.assertEqual(status, 0, said)
        status, said = run(self.next, "verify", self.archive, self.database, "--key", self.key)
        self.assertEqual(status, 0, said)
        self.assertEqual(before, {path: digest(path) for path in before})
        self.assertEqual([path.name for path in self.archive.parent.iterdir()], [self.archive.name])

    def test_the_next_archive_goes_on_behind_it(self):
        self.exchange()
        self.deal("2026-05-20")
        self.deal("2026-06-20")
        later = self.make_archive()
        self.assertEqual((version(later), later.name), (version(self.archive) + 1,
                                                        "sabot-archive-000002.db"))
        status, said = run(self.next, "verify", self.archive, later, "--key", self.key)
        self.assertEqual(status, 0, said)

    def test_what_is_told_of_it_is_the_same(self):
        shutil.copy(self.backup, self.daemon.directory / "sabot.db")
        told = [run(program, "proof", "PB-01", "--state", self.daemon.directory)
                for program in (SABOTCTL, self.next)]
        self.assertEqual(told[0], told[1])
        self.assertEqual(told[0][0], 0, told[0][1])

    def test_restored_and_brought_up_to_date(self):
        house = self.daemon.directory / "elsewhere"
        house.mkdir()
        status, said = run(self.next, "restore", self.backup, "--state", house, "--key",
                           self.key)
        self.assertEqual(status, 0, said)
        shutil.copy(house / "sabot.db", self.database)
        n = self.state_of_table()
        self.exchange()
        self.assertEqual(self.client.view("PB-01")["n"], n)

    def state_of_table(self):
        db = sqlite3.connect(self.backup)
        try:
            return db.execute("SELECT max(n) FROM event WHERE log_id ="
                              " (SELECT id FROM log WHERE name = 'PB-01')").fetchone()[0]
        finally:
            db.close()

    def test_tampering_is_found_all_the_same(self):
        db = sqlite3.connect(self.backup)
        for trigger, in db.execute("SELECT name FROM sqlite_schema WHERE type = 'trigger'"
                                   " AND tbl_name = 'event'").fetchall():
            db.execute(f"DROP TRIGGER {trigger}")
        db.execute("UPDATE event SET line = replace(line, '7H', '8H')")
        db.commit()
        db.close()
        said = [run(program, "verify", self.backup, "--key", self.key)
                for program in (SABOTCTL, self.next)]
        self.assertEqual(said[0], said[1])
        self.assertEqual(said[0][0], 1, said)


if __name__ == "__main__":
    unittest.main()
