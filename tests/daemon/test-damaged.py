#!/usr/bin/env python3
"""Files that a kill left half written, and a database that is damaged: what a start does with them.

usage: test-damaged.py SABOTD SABOTCTL
"""
import json
import pathlib
import sqlite3
import subprocess
import sys
import unittest

from fixture import wait_for
from house_case import House

SABOTCTL = sys.argv[2]


class HalfWritten(House):
    def test_what_a_kill_left_is_removed(self):
        """Only what this daemon itself could have left: what somebody put there stays."""
        self.daemon.stop()
        state, spool = (self.daemon.directory / name for name in ("state", "spool"))
        left = [state / "sabotd-progress.note.AB3DE6", spool / "sabotd-progress.note.00000A",
                spool / "sabotd-persons.json.ZZZZZ1", state / "started.conf.Q1W2E3",
                pathlib.Path(self.daemon.socket).parent / "sabotd-unsaved.note.ABCD3F"]
        kept = [state / "sabot.db.backup", state / "signing.note.old", spool / "notes.txt.12345A",
                spool / "sabotd-progress.note.1234A67", state / "started.conf.backup",
                state / "started.conf.BACKUP", state / "signing.note.261130",
                state / "restored.note.monday", state / "signing.note.LINK01"]
        for path in left + kept[:-1]:
            path.write_text("half")
        kept[-1].symlink_to(kept[0])
        self.client = self.daemon.start()
        self.assertEqual([path for path in left if path.exists()], [])
        self.assertEqual([path for path in kept if not path.exists()], [])
        self.assertTrue(all(str(path) in self.daemon.read_log() for path in left))


class Damaged(House):
    """A finding is recorded with any bytes that a damaged file puts into its words."""

    def test_words_that_are_no_text(self):
        self.daemon.stop()
        db = sqlite3.connect(self.daemon.directory / "state" / "sabot.db", isolation_level=None)
        db.execute("CREATE TABLE spoiled (x)")
        db.execute("INSERT INTO spoiled VALUES (NULL)")
        db.execute("PRAGMA writable_schema = ON")
        db.execute("UPDATE sqlite_schema SET name = CAST(x'ff' AS TEXT), tbl_name = "
                   "CAST(x'ff' AS TEXT), sql = CAST('CREATE TABLE \"' || x'ff' || "
                   "'\" (x NOT NULL)' AS TEXT) WHERE name = 'spoiled'")
        db.close()
        self.client = self.daemon.start()
        finding = wait_for(lambda: self.house("finding"), "the finding")[0]
        self.assertEqual((finding["code"], finding["detail"]["why"]), ("chain_broken", "structure"))
        self.assertIn("NULL value in \ufffd.x", finding["detail"]["text"])
        self.daemon.stop()  # the next start sees it again, and it stands open
        self.client = self.daemon.start()
        self.daemon.wait_checked()
        self.assertEqual(len(self.house("finding")), 1)


class DamagedIndex(House):
    """A byte of an index is damage of the file, and no event, person or load that was changed."""

    INDEXES = ("sqlite_autoindex_load_1", "part_from_n", "sqlite_autoindex_person_name_1")

    def flip(self, name):
        """The last byte of the index's first entry."""
        with sqlite3.connect(self.database) as db:
            page, = db.execute("PRAGMA page_size").fetchone()
            root, = db.execute("SELECT rootpage FROM sqlite_schema WHERE name = ?",
                               (name,)).fetchone()
        db.close()
        data = bytearray(self.database.read_bytes())
        begin = (root - 1) * page
        entry = begin + int.from_bytes(data[begin + 8:begin + 10], "big")
        data[entry + data[entry]] ^= 1
        self.database.write_bytes(bytes(data))

    def test_is_named(self):
        self.database = self.daemon.directory / "state" / "sabot.db"
        self.populate("Pia")
        self.login("Pia").event("PB-02", ev="load", decks=6)
        self.daemon.stop()
        whole = {path: path.read_bytes() for path in self.daemon.directory.rglob("sabot*")
                 if path.is_file()}
        for name in self.INDEXES:
            with self.subTest(name):
                self.flip(name)
                done = subprocess.run([SABOTCTL, "verify", "--json", self.database], check=False,
                                      capture_output=True, text=True)
                verdict = json.loads(done.stdout)
                self.assertEqual((done.returncode, verdict["verdict"], verdict["proven"]),
                                 (1, "structure", False))
                self.assertIn(name, verdict["row"])
                self.client = self.daemon.start()
                self.daemon.wait_checked()
                wait_for(lambda: self.house("finding"), "the finding")
                self.assertEqual({(line["code"], line["detail"]["why"])
                                  for line in self.house("finding")},
                                 {("chain_broken", "structure")})
                self.daemon.stop()
                for path in self.daemon.directory.rglob("sabot.db*"):
                    path.unlink()
                for path, content in whole.items():
                    path.write_bytes(content)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
