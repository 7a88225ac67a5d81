#!/usr/bin/env python3
"""Databases as an intruder makes them, before each program that reads one: in every column of every
table what does not belong there, with the schema's rules taken out and with them put back; and in
each kind of event's line every member made something else. No program may end by a signal or with a
sanitizer's report; one that refuses says why; `verify` calls none of them proven.

usage: test-hostile-files.py SABOTD SABOTCTL

Of the databases one in so many is made, always the same ones, and shown to `verify` and to some of
the other programs, in turn. SABOT_HOSTILE=N in the environment makes one in N, SABOT_HOSTILE=all
each, and shows it to all programs, which takes hours.
"""
import contextlib
import itertools
import json
import os
import pathlib
import random
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import unittest

from fixture import Daemon, unguarded, wait_for
from house_case import TABLES, House
from ref_shoe import RefShoe

SABOTD, SABOTCTL = sys.argv[1:3]
HOSTILE = os.environ.get("SABOT_HOSTILE", "50")
IS_ALL = HOSTILE == "all"
ONE_IN = 1 if IS_ALL else int(HOSTILE)
DEADLINE_S = 60
BEFORE = "create_key = yes\n[archive]\n"
DAYS = ("2026-03-01", "2026-03-10", "2026-03-20")

# What is put into a column: as SQL.
DAMAGES = {
    "nothing": "NULL",
    "a short blob": "x'00ff'",
    "no byte": "x''",
    "a greatest number": "9223372036854775807",
    "a least number": "(-9223372036854775807 - 1)",
    "a fraction": "1e300",
    "a text": "'{\"ev\":'",
    "no text": "''",
    "no UTF-8": "CAST(x'7b22ff227d' AS TEXT)",
    "a long text": "hex(zeroblob(100000))",
}
# No hash and no log says anything of them; what is no such value at all is found all the same.
UNPROVEN = {("person", "failures"), ("person", "locked_until_us"), ("person", "must_change"),
            ("person", "created_us"), ("outage", "last_seq"), ("outage", "digest"),
            ("archive", "file")}  # its name; what is in it the signed note says
# What a member of a line becomes.
VALUES = [None, 9223372036854775807, -1, 1e300, "", "x" * 70000, [], {}, True, [[[[[]]]]]]


def sample(things):
    """One in so many, in their order; the same at each run."""
    things = list(things)
    picked = random.Random(1).sample(range(len(things)), -(-len(things) // ONE_IN))
    return [things[place] for place in sorted(picked)]


class KeptHouse(House):
    """One with a signing key and archives."""

    def setUp(self):
        self.daemon = Daemon(SABOTD, BEFORE + TABLES)
        self.addCleanup(self.daemon.close)
        self.shoe = RefShoe("SR8-0001", 1)
        self.shoe.plug(self.daemon.directory / "shoe-1")
        self.addCleanup(self.shoe.unplug)
        self.client = self.daemon.start()


class Victim:
    """A database with a row in every table, its archive, and a place to damage copies in."""

    def __init__(self):
        self.case = case = KeptHouse("setUp")
        case.setUp()
        self.daemon = case.daemon
        self.state = case.daemon.directory / "state"
        self.fill(case)
        case.daemon.stop()
        self.whole = pathlib.Path(tempfile.mkdtemp(prefix="sabot-whole-"))
        self.fill_by_hand()
        shutil.copytree(self.state, self.whole, dirs_exist_ok=True)
        self.key = run("key", "show", "--state", self.whole)[1].strip()

    def fill(self, case):
        admin = case.populate("Pia", "Dan")
        pia, dan = case.login("Pia"), case.login("Dan")
        for day in DAYS:
            self.deal(pia, day)
        wait_for(lambda: admin.ok("archive", before="2100-01-01T00:00:00Z").get("file"),
                 "an archive")
        self.deal(pia, "2026-03-30")
        dan.event("PB-02", ev="call")
        pia.event("PB-02", ev="limits", min=1000, max=2000)
        case.shoe.card("7H")
        wait_for(lambda: self.count("frame IS NOT NULL") > 0, "a frame")
        admin.ok("person_change", person="Dan", change="disable")

    def count(self, what):
        with contextlib.closing(sqlite3.connect(self.state / "sabot.db")) as db:
            return db.execute(f"SELECT count(*) FROM event WHERE {what}").fetchone()[0]

    def deal(self, client, day):
        say = lambda **event: client.event("PB-02", at=day + "T20:00:00Z", **event)
        say(ev="load", decks=6)
        say(ev="bet", box=1, on="punto", amount=1000)
        say(ev="no_more_bets", boxes=[1])
        for card in ("3S", "7H", "9D", "2C", "4H", "5H"):
            say(ev="card", card=card)
        say(ev="unload", left=3)

    def fill_by_hand(self):
        """An outage, which takes a broken disk to have."""
        with sqlite3.connect(self.state / "sabot.db", isolation_level=None) as db:
            db.execute("INSERT INTO outage VALUES (randomblob(32), 1)")
            db.execute("PRAGMA journal_mode = DELETE")
        db.close()

    def close(self):
        self.case.doCleanups()
        shutil.rmtree(self.whole)


def run(*command):
    done = subprocess.run([SABOTCTL, *map(str, command)], capture_output=True, timeout=DEADLINE_S,
                          check=False, env=dict(os.environ, LANGUAGE="C"))
    return (done.returncode, done.stdout.decode(errors="replace"),
            done.stderr.decode(errors="replace"))


def programs(state, key):
    """The command lines that read a database, after a name."""
    db = state / "sabot.db"
    out = itertools.count()
    new = lambda end: state / f"out-{next(out)}{end}"
    of_table = ("--table", "PB-02")
    return {
        "verify": ("verify", db, "--key", key),
        "find": ("log", db, "--json", "--limit", "50"),
        "find amount": ("log", db, "--amount", "10.00"),
        "story": ("log", db, *of_table, "--round", "4"),
        "incident": ("log", db, *of_table, "--incident", "1"),
        "report incidents": ("report", "incidents", db, "--fresh"),
        "report users": ("report", "user-activity", db, "--fresh", "--format", "csv"),
        "report table": ("report", "table-day", db, "--fresh", "--format", "json"),
        "replay": ("replay", db, *of_table, "--round", "4"),
        "replay all": ("replay", db, "--verify"),
        "what-if": ("what-if", db, *of_table, "--round", "4", "--read", "2=KD"),
        "case": ("case", "create", db, *of_table, "--round", "4", "--out", new(".case")),
        "proof": ("proof", "--state", state),
        "checkpoint": ("checkpoint", "--state", state),
        "backup": ("backup", new(".db"), "--state", state, "--key", key),
        "restore": ("restore", db, "--state", state / "other", "--key", key),
        "archives": ("archive", "list", "--state", state),
        "archive verify": ("archive", "verify", "--state", state, "--key", key),
        "archive create": ("archive", "create", "--state", state, "--before",
                           "2100-01-01T00:00:00Z"),
        "table export": ("table", "export", db, "PB-02", "--out", new(".table"), "--state", state),
        "table check": ("table", "check", db, db),
        "key create": ("key", "create", "--state", state, "--name", "other"),
        "review": ("review", "list", db),
    }


def without_rules(sql):
    """A table's text with nothing left that SQLite would hold a value against."""
    sql = re.sub(r"--[^\n]*", "", sql)
    while match := re.search(r",?\s*CHECK \(", sql):
        depth, end = 1, match.end()
        while depth:
            depth += {"(": 1, ")": -1}.get(sql[end], 0)
            end += 1
        sql = sql[:match.start()] + sql[end:]
    sql = re.sub(r"\b(INTEGER|TEXT|BLOB)\b(?! PRIMARY KEY)", "", sql)
    return sql.replace("NOT NULL", "").replace("STRICT, WITHOUT", "WITHOUT").replace(
        ") STRICT", ")")


def set_schema(path, table, sql):
    with sqlite3.connect(path, isolation_level=None) as db:
        db.execute("PRAGMA writable_schema = ON")
        db.execute("UPDATE sqlite_schema SET sql = ? WHERE name = ?", (sql, table))
    db.close()


def read_schema(path):
    """(table, its text, [(column, whether it is in the key)])"""
    with contextlib.closing(sqlite3.connect(path)) as db:
        for table, sql in db.execute("SELECT name, sql FROM sqlite_schema WHERE type = 'table'"
                                     ).fetchall():
            columns = db.execute(f"SELECT name, pk FROM pragma_table_info('{table}')").fetchall()
            yield table, sql, columns


def damage(path, table, column, value, turn):
    """One value of a row that changes with `turn`. False where there is none, or SQLite refuses."""
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("PRAGMA foreign_keys = OFF")
        keys = [name for name, pk in db.execute(
            f"SELECT name, pk FROM pragma_table_info('{table}')") if pk]
        rows = db.execute(f"SELECT {', '.join(keys)} FROM {table}").fetchall()
        if not rows:
            return False
        row = rows[turn % len(rows)]
        where = " AND ".join(f"{key} = ?" for key in keys)
        if db.execute(f"SELECT {column} IS {value} FROM {table} WHERE {where}", row).fetchone()[0]:
            return False
        with unguarded(db):
            try:
                db.execute(f"UPDATE {table} SET {column} = {value} WHERE {where}",
                           row)
            except sqlite3.Error:
                return False
    return True


class HostileFiles(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.victim = Victim()
        cls.turn = 0
        cls.state = cls.victim.state
        cls.database = cls.state / "sabot.db"

    @classmethod
    def tearDownClass(cls):
        cls.victim.close()

    def renew(self):
        shutil.rmtree(self.state)
        shutil.copytree(self.victim.whole, self.state)

    @contextlib.contextmanager
    def shown(self, what):
        """One of the many; what is wrong with it is said at once."""
        with self.subTest(what):
            try:
                yield
            except AssertionError as error:
                print(f"{what}: {str(error)[:2000]}", file=sys.stderr, flush=True)
                raise

    def judge(self, name, status, err, what):
        self.assertIn(status, (0, 1, 2), (what, name, err))
        self.assertNotRegex(err, "Sanitizer|runtime error|CRITICAL|assertion", (what, name))
        if status == 2:
            self.assertTrue(err.strip(), (what, name))

    def start_daemon(self, what):
        """It comes up, with the database or without, answers, and ends at a signal."""
        daemon = self.victim.daemon
        before = len(daemon.read_log())
        try:
            client = daemon.start()
            client.ok("status")
            daemon.wait_checked()
            daemon.clients.clear()
            client.close()
            status = daemon.stop()
        except (AssertionError, OSError, ValueError, subprocess.TimeoutExpired) as error:
            daemon.process.kill()
            daemon.process.wait()
            self.fail((what, "sabotd", error, daemon.read_log()[before:]))
        said = daemon.read_log()[before:]
        self.assertNotRegex(said, "Sanitizer|runtime error|GLib.*CRITICAL", what)
        self.assertIn(status, (0, 1), (what, said))

    def show(self, what, must_fail=True):
        """Show the damaged database to `verify` and to whose turn it is."""
        commands = programs(self.state, self.victim.key)
        status, out, err = run(*commands.pop("verify"))
        self.judge("verify", status, err, what)
        if must_fail:
            self.assertNotEqual(status, 0, (what, "verify", out))
        names = list(commands)
        type(self).turn += 1
        picked = names if IS_ALL else [names[self.turn * 3 % len(names)],
                                       names[(self.turn * 3 + 1) % len(names)]]
        for name in picked:
            status, _, err = run(*commands[name])
            self.judge(name, status, err, what)
        if IS_ALL or self.turn % 11 == 0:
            self.start_daemon(what)

    def test_whole(self):
        """What is shown undamaged is good, so that the rest says something."""
        self.renew()
        for name, command in programs(self.state, self.victim.key).items():
            status, out, err = run(*command)
            if name != "restore":  # that a key is there is said by `key create`
                self.assertIn(status, (0, 1, 2), (name, out, err))
            if name in ("verify", "find", "story", "replay", "proof", "backup", "case"):
                self.assertEqual(status, 0, (name, out, err))
        with contextlib.closing(sqlite3.connect(self.victim.whole / "sabot.db")) as db:
            for table, _, _ in read_schema(self.victim.whole / "sabot.db"):
                if table != "archive_file":
                    self.assertGreater(db.execute(f"SELECT count(*) FROM {table}").fetchone()[0],
                                       0, table)

    def test_each_column(self):
        schema = list(read_schema(self.victim.whole / "sabot.db"))
        damages = [(table, sql, column, words, value, is_hidden)
                   for table, sql, columns in schema for column, _ in columns
                   for words, value in DAMAGES.items() for is_hidden in (False, True)]
        self.assertGreater(len(damages), 600)
        for n, (table, sql, column, words, value, is_hidden) in enumerate(sample(damages)):
            what = f"{table}.{column}: {words}{', its rules put back' * is_hidden}"
            self.renew()
            set_schema(self.database, table, without_rules(sql))
            if not damage(self.database, table, column, value, n):
                continue
            if is_hidden:
                set_schema(self.database, table, sql)
            with self.shown(what):
                self.show(what, not is_hidden or (table, column) not in UNPROVEN)

    def lines(self):
        """One line of each kind, of a table and of the house: (seq, the event)."""
        kinds = {}
        with contextlib.closing(sqlite3.connect(self.victim.whole / "sabot.db")) as db:
            for seq, log, line in db.execute("SELECT seq, log_id, line FROM event"):
                event = json.loads(line)
                kinds[(log, event["ev"], event.get("code"), event.get("do"))] = (seq, event)
        return kinds.values()

    def test_each_member(self):
        changes = [(seq, event, member, value) for seq, event in self.lines()
                   for member, value in itertools.product(event, VALUES)]
        self.assertGreater(len(changes), 600)
        for seq, event, member, value in sample(changes):
            self.renew()
            line = json.dumps({**event, member: value})
            with contextlib.closing(sqlite3.connect(self.database, isolation_level=None)) as db:
                with unguarded(db):
                    db.execute("UPDATE event SET line = ? WHERE seq = ?", (line, seq))
            what = f"{event['ev']} ({seq}): {member} = {str(value)[:20]}"
            with self.shown(what):
                self.show(what, event[member] != value)

    def test_the_index_beside_it(self):
        """It is a cache: a damaged one is built again, or refused."""
        self.renew()
        run(*programs(self.state, self.victim.key)["find"])
        index = self.state / "sabot.db.index"
        kept = self.victim.whole / "kept.index"
        shutil.copy(index, kept)
        damages = [(table, sql, column, words, value, is_hidden)
                   for table, sql, columns in list(read_schema(kept)) for column, _ in columns
                   for words, value in DAMAGES.items() for is_hidden in (False, True)]
        for n, (table, sql, column, words, value, is_hidden) in enumerate(sample(damages)):
            what = f"index, {table}.{column}: {words}{', its rules put back' * is_hidden}"
            shutil.copy(kept, index)
            set_schema(index, table, without_rules(sql))
            if not damage(index, table, column, value, n):
                continue
            if is_hidden:
                set_schema(index, table, sql)
            commands = programs(self.state, self.victim.key)
            names = ("find", "story", "incident", "replay", "find amount")
            for name in names if IS_ALL else names[n % 5:][:1]:
                with self.shown(what):
                    status, _, err = run(*commands[name])
                    self.judge(name, status, err, what)


if __name__ == "__main__":
    del sys.argv[1:3]
    unittest.main()
