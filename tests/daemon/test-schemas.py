#!/usr/bin/env python3
"""A real database of each schema, made by the program of its time, through all migrations: it is
proven, reported and searched as it is, then today's daemon goes on with it, and nothing that it
held has changed.

usage: test-schemas.py SABOTD SABOTCTL SCHEMA [all]

Without `all` only the oldest one is tried, which goes through every migration.
"""
import json
import pathlib
import re
import sqlite3
import subprocess
import sys
import tarfile
import unittest

from fixture import Daemon, wait_for

SABOTD, SABOTCTL, SCHEMA = (sys.argv.pop(1) for _ in range(3))
TRIES_ALL = sys.argv[1:] == ["all"] and bool(sys.argv.pop(1))
STORED = pathlib.Path(__file__).parent / "schemas"
TABLES = ("create_key = yes\n[table PB-01]\nrules = punto-banco-es\n"
          "[table BJ-01]\nrules = blackjack-es\n")
CHAINED = 2  # from this schema on events are chained and signed


def newest():
    """The last migration's number."""
    return max(int(path.name[:4]) for path in pathlib.Path(SCHEMA).glob("0*.sql"))


def run(*command):
    done = subprocess.run([SABOTCTL, *map(str, command)], capture_output=True, text=True,
                          timeout=300)
    return done.returncode, done.stdout, done.stderr


def query(database, sql):
    db = sqlite3.connect(f"file:{database}?mode=ro", uri=True)
    try:
        return db.execute(sql).fetchall()
    finally:
        db.close()


def contents(database, columns):
    """The rows of these tables, of these columns."""
    return {table: set(query(database, f"SELECT {', '.join(names)} FROM {table}"))
            for table, names in columns.items()}


def list_columns(database):
    return {table: [row[1] for row in query(database, f"PRAGMA table_info({table})")]
            for table in ("log", "part", "event", "load")}


class Schemas(unittest.TestCase):
    def test_each_is_stored(self):
        stored = {int(path.name.split(".")[0]) for path in STORED.glob("*.tar.xz")}
        self.assertLessEqual(set(range(1, newest())), stored,
                             "make the missing one with make-schema.py before the migration")

    def check(self, version):
        daemon = Daemon(SABOTD, TABLES)
        self.addCleanup(daemon.close)
        state = daemon.directory / "state"
        state.mkdir(mode=0o700)
        with tarfile.open(STORED / f"{version}.tar.xz") as archive:
            archive.extractall(state)
        database = state / "sabot.db"
        self.assertEqual(query(database, "PRAGMA user_version"), [(version,)])
        columns = list_columns(database)
        before = contents(database, columns)
        as_it_was = self.report(database)
        self.check_proof(database, state, version)
        self.assertEqual(query(database, "PRAGMA user_version"), [(version,)])

        client = daemon.start()
        self.go_on(client)
        self.check_search(client)
        daemon.stop()
        self.assertEqual(query(database, "PRAGMA user_version"), [(newest(),)])
        after = contents(database, columns)
        for table, rows in before.items():
            self.assertLessEqual(rows, after[table], table)
        self.assertEqual(self.report(database), as_it_was)
        self.check_proof(database, state, newest())

    def check_proof(self, database, state, version):
        key = run("key", "show", "--state", state)[1].strip()
        status, said, why = run("verify", database, *(("--key", key) if key else ()))
        self.assertEqual(status, 0 if version >= CHAINED else 1, said + why)

    def report(self, database):
        """The incidents that the reports find in its day."""
        status, said, why = run("report", "exceptions", database, "--format", "json")
        self.assertEqual(status, 0, why)
        sections = {one["id"]: one for one in json.loads(said)["sections"]}
        return sections["incidents"]["rows"]

    def go_on(self, client):
        """The table is as it was left; it takes the next load."""
        codes = [one["code"] for one in client.ok("incidents", table="PB-01")["incidents"]]
        self.assertIn("wrong_result", codes)
        client.event("PB-01", ev="load", decks=6)
        self.assertEqual(client.view("PB-01")["load"], 2)
        rounds = client.ok("rounds", table="PB-01", limit=10)["rounds"]
        self.assertEqual([one["round"] for one in rounds], [2, 1])

    def check_search(self, client):
        def find():
            found = client.ask("find", table="PB-01")
            return found.get("ok", {}).get("found") if "ok" in found else None
        self.assertTrue(wait_for(find, "the index"))

    def test_oldest(self):
        self.check(1)

    @unittest.skipUnless(TRIES_ALL, "the oldest goes through every migration")
    def test_all(self):
        for version in range(2, newest() + 1):
            with self.subTest(version):
                self.check(version)


if __name__ == "__main__":
    unittest.main()
