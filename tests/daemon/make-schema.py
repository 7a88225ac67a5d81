#!/usr/bin/env python3
"""Make the stored database of a schema that test-schemas.py tries.

usage: make-schema.py TREE FILE

TREE is a checkout of the program that has the schema, with daemon/sabotd built in its folder
`build`; for the present schema it is this one. FILE is tests/daemon/schemas/N.tar.xz. The daemon
of TREE is driven by the fixture.py of TREE, so that it speaks the requests of its time.
"""
import pathlib
import sqlite3
import sys
import tarfile
import time

TREE, FILE = pathlib.Path(sys.argv[1]).absolute(), pathlib.Path(sys.argv[2])
SABOTD = str(TREE / "build" / "daemon" / "sabotd")
sys.path.insert(0, str(TREE / "tests" / "daemon"))
sys.argv = [sys.argv[0], SABOTD]
import fixture  # noqa: E402

TABLES = "[table PB-01]\nrules = punto-banco-es\n[table BJ-01]\nrules = blackjack-es\n"
HAS_KEY = not (TREE / "schema").exists() or list((TREE / "schema").glob("0002*"))


def deal(client, table, cards, **bet):
    client.event(table, ev="bet", box=1, bettor="1", **bet)
    client.event(table, ev="no_more_bets", boxes=[1])
    for card in cards.split():
        client.event(table, ev="card", card=card)


def play(client):
    """Two rounds of which one has a wrong result, a ruling, a second game; the load is run out."""
    client.event("PB-01", ev="load", decks=6)
    client.event("PB-01", ev="card", card="AS")
    deal(client, "PB-01", "3S 7H 9D 2C 4H", on="punto", amount=1000)
    client.event("PB-01", ev="result", winner="banca")
    deal(client, "PB-01", "8S KH QD 7C", on="banca", amount=2000)
    client.event("PB-01", ev="result", winner="tie")
    client.event("PB-01", ev="ruling", incident=1, remedy="let_stand", by="pit")
    client.event("BJ-01", ev="load", decks=6)
    deal(client, "BJ-01", "TS 9H 7D TC", amount=500)
    client.event("PB-01", ev="unload")


def main():
    daemon = fixture.Daemon(SABOTD, ("create_key = yes\n" if HAS_KEY else "") + TABLES)
    try:
        play(daemon.start())
        time.sleep(1.5)  # for a checkpoint over all of it
        daemon.stop()
        state = daemon.directory / "state"
        db = sqlite3.connect(state / "sabot.db")
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        db.close()
        with tarfile.open(FILE, "w:xz", preset=9) as archive:
            for path in sorted(state.iterdir()):
                if path.is_file() and path.suffix not in (".lock", ".db-wal", ".db-shm"):
                    archive.add(path, path.name)
    finally:
        daemon.close()


if __name__ == "__main__":
    main()
