#!/usr/bin/env python3
"""Writes the corpus of fuzz-database, as a schema's new version wants it: a small house's
database and an archive of it, as the real programs make them, with a row in each table; each of
them without the schema's triggers, and without any rule of the schema, so that a row may be
anything; the same of a log of three events, with which a fuzzer is fast; and an index. Their pages
are small, as each that is changed is read again.

usage: make-databases.py SABOTD SABOTCTL SABOT_WITNESS LOG_TO_DB FOLDER
       (PYTHONPATH=tests/daemon:tests/witness)
"""
import contextlib
import pathlib
import shutil
import sqlite3
import subprocess
import sys

from fixture import Daemon, wait_for
from ref_shoe import RefShoe
from witness import Witness

PAGE_BYTES = 1024
BEFORE = "create_key = yes\n[archive]\n"
LOG = """{"log":"sabot/1","table":"P","rules":"punto-banco-es"}
{"ev":"load","decks":6,"at":"2026-03-01T20:00:00Z"}
{"ev":"card","card":"2S","at":"2026-03-01T20:00:01Z"}
{"ev":"unload","left":3,"at":"2026-03-01T20:00:02Z"}
"""
PERSON = "$argon2id$v=19$m=8,t=1,p=1$c2FsdHNhbHQ$aGFzaA"
TABLES = """[table P]
rules = punto-banco-es
device = shoe-1
[device shoe-1]
driver = ref
transport = pty:@DIR@/shoe-1
"""


def run(*command):
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True, check=False)
    if done.returncode not in (0, 1):
        raise SystemExit(f"{command}: {done.stderr}")
    return done.stdout.strip()


def count(path, what):
    with contextlib.closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as db:
        return db.execute(f"SELECT count(*) FROM event WHERE {what}").fetchone()[0]


def deal(client, shoe, *cards):
    client.event("P", ev="load", decks=6)
    client.event("P", ev="no_more_bets")
    for card in cards:
        shoe.card(card)
    wait_for(lambda: count(client.database, "ev = 'card'") == len(cards), "the cards")
    client.event("P", ev="unload", left=3)


def fill(daemon, program, state):
    """A house with persons, a load in an archive and one in play, of which a witness has signed."""
    shoe = RefShoe("SR8-0001", 1)
    shoe.plug(daemon.directory / "shoe-1")
    client = daemon.start()
    code = client.ok("person_code")["code"]
    client.ok("person_create", name="Ada", role="admin", pin="48213", code=code)
    client.ok("login", name="Ada", pin="48213")
    client.person("Pia", "pit", "9917")
    pia = daemon.try_connect()
    pia.ok("login", name="Pia", pin="9917")
    deal(pia, shoe, "3S", "7H", "9D", "2C", "4H", "5H")
    wait_for(lambda: client.ok("archive", before="2100-01-01T00:00:00Z").get("file"), "an archive")
    daemon.stop()
    key = run(program[1], "key", "show", "--state", state)
    origin = run(program[1], "checkpoint", "--origin", "--state", state)
    witness = Witness(program[2], daemon.directory / "witness")
    witness.write_config([("house", origin, key)])
    witness.start()
    daemon.write_config(BEFORE + TABLES + f"[witness w1]\nwithin_s = 4\nkey = {witness.key}\n"
                        f"url = http://127.0.0.1:{witness.port}\n")
    client = daemon.start()
    client.ok("login", name="Pia", pin="9917")
    client.event("P", ev="load", decks=6)
    shoe.card("7H")
    database = state / "sabot.db"
    wait_for(lambda: count(database, "ev = 'card'"), "the card")
    wait_for(lambda: count(database, "ev = 'witnessed'"), "a witness's word")
    daemon.stop()
    witness.stop()
    shoe.unplug()


def fill_by_hand(path):
    """An outage, which takes a broken disk to have."""
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("INSERT INTO outage VALUES (randomblob(32), 1)")


def fill_small(program, directory):
    """A table's log, and a person without an event."""
    (directory / "log").write_text(LOG)
    run(program, directory, directory / "log")
    fill_by_hand(directory / "sabot.db")
    with contextlib.closing(sqlite3.connect(directory / "sabot.db", isolation_level=None)) as db:
        db.execute("INSERT INTO person (id, role, pin_hash, must_change, failures, locked_until_us,"
                   " disabled_us, created_us) VALUES (1, 'pit', ?, 0, 0, 0, 0, 1)", (PERSON,))
        db.execute("INSERT INTO person_name VALUES (1, 'Pia')")


def shrink(path, to):
    shutil.copy(path, to)
    with contextlib.closing(sqlite3.connect(to, isolation_level=None)) as db:
        db.execute("PRAGMA journal_mode = DELETE")
        db.execute("PRAGMA auto_vacuum = NONE")
        db.execute(f"PRAGMA page_size = {PAGE_BYTES}")
        db.execute("VACUUM")


def list_objects(db, kind):
    rows = db.execute("SELECT name FROM sqlite_schema WHERE type = ?", (kind,)).fetchall()
    return [name for (name,) in rows]


def loosen(path, to, keeps_tables):
    """The same rows without triggers, or in tables of which only the names are as they were."""
    shutil.copy(path, to)
    with contextlib.closing(sqlite3.connect(to, isolation_level=None)) as db:
        db.execute("PRAGMA legacy_alter_table = ON")
        for name in list_objects(db, "trigger"):
            db.execute(f"DROP TRIGGER {name}")
        for table in [] if keeps_tables else list_objects(db, "table"):
            columns = db.execute("SELECT name, type, pk FROM pragma_table_info(?)",
                                 (table,)).fetchall()
            one = sum(pk > 0 for _, _, pk in columns) == 1
            said = ", ".join(f"{name} INTEGER PRIMARY KEY" if one and pk and kind == "INTEGER"
                             else name for name, kind, pk in columns)
            db.execute(f"CREATE TABLE loose ({said})")
            db.execute(f"INSERT INTO loose SELECT * FROM {table}")
            db.execute(f"DROP TABLE {table}")
            db.execute(f"ALTER TABLE loose RENAME TO {table}")
        db.execute("VACUUM")


def main():
    *program, folder = sys.argv[1:]
    folder = pathlib.Path(folder)
    daemon = Daemon(program[0], BEFORE + TABLES)
    state, small = daemon.directory / "state", daemon.directory / "small"
    small.mkdir()
    try:
        fill(daemon, program, state)
        run(program[1], "log", state / "sabot.db", "--table", "P", "--card", "7H")
        fill_by_hand(state / "sabot.db")
        fill_small(program[3], small)
        shrink(state / "sabot.db", folder / "whole")
        shrink(next((state / "archive").glob("*.db")), folder / "archive")
        shrink(state / "sabot.db.index", folder / "index")
        shrink(small / "sabot.db", folder / "small")
    finally:
        daemon.close()
    for name in ("whole", "archive"):
        loosen(folder / name, folder / f"no-triggers-{name}", True)
    for name in ("whole", "archive", "small"):
        loosen(folder / name, folder / f"no-rules-{name}", False)


main()
