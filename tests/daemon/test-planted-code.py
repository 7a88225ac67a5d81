#!/usr/bin/env python3
"""Somebody plants code in the database, before a start or while the daemon works.

usage: test-planted-code.py SABOTD
"""
import contextlib
import sqlite3
import unittest

from fixture import wait_for
from house_case import House


class Planted(House):
    """Code in the database is named as what it is, and not run: not as a disk that fails."""

    def setUp(self):
        super().setUp()
        self.client.event("PB-02", ev="load", decks=6)
        self.database = self.daemon.directory / "state" / "sabot.db"

    def change(self, statement):
        with contextlib.closing(sqlite3.connect(self.database)) as db:
            db.execute(statement)

    def plant(self):
        self.change("CREATE TRIGGER planted AFTER INSERT ON event BEGIN INSERT INTO outage "
                    "VALUES (randomblob(32)); END")

    def n_run(self):
        with contextlib.closing(sqlite3.connect(self.database)) as db:
            return db.execute("SELECT count(*) FROM outage").fetchone()[0]

    def wait_told(self):
        def find():
            return [(one["severity"], one["detail"])
                    for one in self.client.ok("incidents")["incidents"]
                    if one["code"] == "chain_broken"]
        (severity, detail), = wait_for(find, "the finding")
        self.assertEqual(severity, "critical")
        self.assertEqual((detail["why"], detail["object"]), ("schema", "trigger planted"))
        self.assertIn("trigger planted: is not of this program", detail["text"])

    def test_while_the_daemon_works(self):
        self.plant()
        self.client.event("PB-02", ev="card", card="AS")
        self.wait_told()
        self.assertFalse(self.client.ok("status").get("saved", True))
        self.assertEqual(self.n_run(), 0)
        self.change("DROP TRIGGER planted")
        wait_for(lambda: self.client.ok("status").get("saved", True), "that it is saved")
        self.assertEqual([line["ev"] for line in self.client.export("PB-02")[1:]],
                         ["load", "card"])
        # Also while nobody deals; and what SQLite notes for its plans is nothing of the kind.
        self.change("ANALYZE")
        self.client.event("PB-02", ev="card", card="2D")
        self.assertTrue(self.client.ok("status").get("saved", True))
        self.plant()
        wait_for(lambda: not self.client.ok("status").get("saved", True), "that it is seen")
        self.assertEqual(self.n_run(), 0)

    def test_what_guards_the_rows_is_taken_away(self):
        """The daemon goes on: nothing is run, but anybody could change rows now."""
        def found():
            return [one["detail"]["object"] for one in self.client.ok("incidents")["incidents"]
                    if one["code"] == "chain_broken"]
        self.change("CREATE INDEX planted ON event (at_us)")
        wait_for(lambda: found() == ["index planted"], "the index")
        self.change("DROP TRIGGER event_no_delete")
        wait_for(lambda: "trigger event_no_delete" in found(), "the trigger")
        self.client.event("PB-02", ev="card", card="AS")
        self.assertTrue(self.client.ok("status").get("saved", True))

    def test_at_a_start(self):
        self.daemon.stop()
        self.plant()
        self.client = self.daemon.start()
        self.wait_told()
        self.client.event("PB-02", ev="load", decks=6)
        self.assertEqual(self.n_run(), 0)

    def test_once_while_it_is_open(self):
        """A start without the database cannot know what the log has: once there, and once here."""
        self.plant()
        self.wait_told()
        for _ in range(2):
            self.daemon.stop()
            self.client = self.daemon.start()
            self.wait_told()
        self.change("DROP TRIGGER planted")
        self.daemon.stop()
        self.client = self.daemon.start()
        self.daemon.wait_checked()
        self.assertEqual(len([line for line in self.client.export("house")
                              if line.get("code") == "chain_broken"]), 2)


if __name__ == "__main__":
    unittest.main(argv=["test-planted-code.py"])
