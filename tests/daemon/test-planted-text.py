#!/usr/bin/env python3
"""Escape codes, line ends and turned direction in every text of a database, a log and a case file,
and in the names of files: whatever prints them prints them as text.

usage: test-planted-text.py SABOTD SABOTCTL VERIFY-LOG.PY TRACES
"""
import contextlib
import json
import pathlib
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import unittest

from fixture import Daemon, unguarded, wait_for
from house_case import TABLES, House

SABOTD, SABOTCTL, VERIFY_LOG, TRACES = sys.argv[1:5]
del sys.argv[2:5]
DEADLINE_S = 120
EVIL = "\x1b[31m\nFORGED\r\u202e\u2066\x9b2J\u2028\x7f"
FORBIDDEN = "\x1b\r\u202e\u2066\x9b\u2028\x7f\0"
BEFORE = "create_key = yes\n[archive]\n"


class KeptHouse(House):
    """One with a signing key, archives and persons."""

    def setUp(self):
        self.daemon = Daemon(SABOTD, BEFORE + TABLES)
        self.addCleanup(self.daemon.close)
        self.client = self.daemon.start()

    def deal(self, client, day):
        say = lambda **event: client.event("PB-02", at=day + "T20:00:00Z", **event)
        say(ev="load", decks=6)
        say(ev="bet", box=1, on="punto", amount=1000)
        say(ev="no_more_bets", boxes=[1])
        for card in ("3S", "7H", "9D", "2C", "4H", "5H"):
            say(ev="card", card=card)
        say(ev="correction", round=1, amount=5, note="miscounted")
        say(ev="unload", left=3)


def verify(database):
    return {"verify": (SABOTCTL, "verify", database),
            "verify-log.py": (sys.executable, VERIFY_LOG, database)}


def of_database(state, database):
    """The command lines that print what a database holds, after a name."""
    of_table = ("--table", "PB-02", "--round", "2")
    commands = {
        "log": ("log", database),
        "story": ("log", database, *of_table),
        "incident": ("log", database, "--table", "PB-02", "--incident", "1"),
        "report exceptions": ("report", "exceptions", database, "--fresh"),
        "report users": ("report", "user-activity", database, "--fresh"),
        "report coups": ("report", "coups", database, "--fresh"),
        "replay": ("replay", database, *of_table),
        "replay all": ("replay", database, "--verify"),
        "what-if": ("what-if", database, *of_table, "--read", "2=KD"),
        "case": ("case", "create", database, *of_table, "--out", state / "out.case"),
        "checkpoint": ("checkpoint", "--state", state),
        "archives": ("archive", "list", "--state", state),
        "archive verify": ("archive", "verify", "--state", state),
        "table export": ("table", "export", database, "--table", "PB-02", "--out",
                         state / "out.table", "--spool", state),
        "table check": ("table", "check", database, database),
        "backup": ("backup", state / "out.db", "--state", state),
        "review": ("review", "list", database),
    }
    return {**verify(database),
            **{name: (SABOTCTL, *command) for name, command in commands.items()}}


def spoil(thing):
    """Each text of a JSON thing, with what is planted behind it; but for what a line is."""
    if isinstance(thing, dict):
        return {name: value if name in ("ev", "log") else spoil(value)
                for name, value in thing.items()}
    if isinstance(thing, list):
        return [spoil(one) for one in thing]
    return thing + EVIL if isinstance(thing, str) else thing


def lines_spoiled(line):
    """A line with all its texts spoiled, and with each of its members alone."""
    event = json.loads(line)
    yield json.dumps(spoil(event))
    for name, value in event.items():
        if isinstance(value, str):
            yield json.dumps({**event, name: value + EVIL})


class Planted(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        house = KeptHouse("setUp")
        cls.addClassCleanup(house.doCleanups)
        house.setUp()
        admin = house.populate("Pia")
        pia = house.login("Pia")
        house.deal(pia, "2026-03-01")
        wait_for(lambda: admin.ok("archive", before="2100-01-01T00:00:00Z").get("file"),
                 "an archive")
        house.deal(pia, "2026-03-30")
        house.daemon.stop()
        cls.whole = house.daemon.directory / "state"
        with contextlib.closing(sqlite3.connect(cls.whole / "sabot.db")) as db:
            db.execute("PRAGMA journal_mode = DELETE")

    def setUp(self):
        self.directory = pathlib.Path(tempfile.mkdtemp(prefix="sabot-planted-"))
        self.addCleanup(shutil.rmtree, self.directory)
        self.state = self.directory / "state"
        self.database = self.state / "sabot.db"
        self.n_shown = 0
        self.renew()

    def renew(self):
        shutil.rmtree(self.state, ignore_errors=True)
        shutil.copytree(self.whole, self.state)

    def show(self, commands, what):
        for name, command in commands.items():
            done = subprocess.run([*map(str, command)], capture_output=True, check=False,
                                  timeout=DEADLINE_S)
            said = done.stdout + done.stderr
            text = said.decode(errors="replace")
            with self.subTest(what, command=name):
                self.assertGreaterEqual(done.returncode, 0, text)
                self.assertEqual([c for c in FORBIDDEN if c in text], [], repr(text))
                self.assertNotIn("\nFORGED", text)
                self.assertFalse(text.startswith("FORGED"), text)
            self.n_shown += "FORGED" in text

    def change(self, sql, *values):
        """False where SQLite refuses it."""
        with contextlib.closing(sqlite3.connect(self.database, isolation_level=None)) as db:
            db.execute("PRAGMA ignore_check_constraints = ON")
            with unguarded(db):
                try:
                    db.execute(sql, values)
                except sqlite3.Error:
                    return False
        return True

    def test_each_column(self):
        with contextlib.closing(sqlite3.connect(self.database)) as db:
            columns = db.execute(
                "SELECT t.name, c.name FROM sqlite_schema t, pragma_table_info(t.name) c"
                " WHERE t.type = 'table' AND c.type = 'TEXT'").fetchall()
        self.assertGreater(len(columns), 9)
        for i, (table, column) in enumerate(columns):
            self.renew()
            if self.change(f"UPDATE {table} SET {column} = {column} || ?", EVIL):
                commands = of_database(self.state, self.database)
                # `verify` sees each; the others in turn.
                self.show({name: commands[name] for name in
                           ["verify", *[*commands][1 + i % 3::3]]}, f"{table}.{column}")
        self.assertGreater(self.n_shown, 2)

    def test_each_line(self):
        with contextlib.closing(sqlite3.connect(self.database)) as db:
            lines = db.execute("SELECT seq, line FROM event").fetchall()
        self.change("UPDATE event SET line = CASE seq " + " ".join(
            f"WHEN {seq} THEN '{json.dumps(spoil(json.loads(line)))}'"
            for seq, line in lines) + " END")
        self.show(of_database(self.state, self.database), "event.line")

    def test_names_in_the_schema(self):
        for planted in ('TABLE "x{0}" (y)', 'TRIGGER "x{0}" AFTER INSERT ON event BEGIN SELECT 1;'
                        " END", 'VIEW "x{0}" AS SELECT 1', 'INDEX "x{0}" ON event (at_us)'):
            self.renew()
            with contextlib.closing(sqlite3.connect(self.database)) as db:
                db.execute("CREATE " + planted.format(EVIL))
            commands = of_database(self.state, self.database)
            self.show({name: commands[name] for name in ("verify", "verify-log.py", "backup",
                                                         "archive verify")}, planted)
        self.assertGreater(self.n_shown, 3)

    def test_names_of_files(self):
        out = self.state / ("out" + EVIL)
        shutil.copy(self.database, self.state / ("in" + EVIL))
        commands = of_database(self.state, self.state / ("in" + EVIL))
        one = ("--table", "PB-02", "--round", "2")
        more = {
            "case --out": ("case", "create", self.database, *one, "--out", out),
            "table --out": ("table", "export", self.database, "--table", "PB-02", "--out", out,
                            "--spool", self.state),
            "backup to": ("backup", out, "--state", self.state),
            "restore": ("restore", self.state / ("in" + EVIL), "--state", out),
            "report --out": ("report", "exceptions", self.database, "--fresh", "--out", out),
            "none": ("verify", self.state / ("none" + EVIL)),
            "audit": ("audit", self.state / ("none" + EVIL)),
            "profile": ("profile", "check", self.state / ("none" + EVIL)),
            "key": ("key", "create", "--state", out, "--name", "name" + EVIL),
            "--key": ("verify", self.database, "--key", "name" + EVIL + "+1+1"),
        }
        commands["sabotd"] = SABOTD, "--check-config", "--config", self.state / ("none" + EVIL)
        self.show({**commands,
                   **{name: (SABOTCTL, *command) for name, command in more.items()}}, "files")
        self.assertGreater(self.n_shown, 6)

    def test_a_case_file(self):
        case = self.state / "a.case"
        subprocess.run([SABOTCTL, "case", "create", self.database, "--table", "PB-02", "--round",
                        "2", "--out", case], check=True, capture_output=True)
        lines = case.read_text().splitlines()
        for i in (0, 1, 2, len(lines) - 2, len(lines) - 1):
            for spoiled in lines_spoiled(lines[i]):
                case.write_text("\n".join([*lines[:i], spoiled, *lines[i + 1:]]) + "\n")
                self.show({"verify": (SABOTCTL, "verify", case)}, lines[i][:60])
        case.write_text("\n".join([json.dumps(spoil(json.loads(line))) for line in lines]))
        self.show({"case show": (SABOTCTL, "case", "show", case)}, "all of it")

    def test_a_log(self):
        for trace in sorted(pathlib.Path(TRACES).glob("*.ndjson"))[::180]:
            lines = trace.read_text().splitlines()
            for i in (0, len(lines) // 2, len(lines) - 1):
                for spoiled in lines_spoiled(lines[i]):
                    log = self.directory / "log.ndjson"
                    log.write_text("\n".join([*lines[:i], spoiled, *lines[i + 1:]]) + "\n")
                    self.show({"audit": (SABOTCTL, "audit", "--text", log)}, spoiled)


if __name__ == "__main__":
    del sys.argv[1:2]
    unittest.main()
