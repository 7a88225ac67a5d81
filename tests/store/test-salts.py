#!/usr/bin/env python3
"""What the salts of the events' hashes hide, and that a log from before them goes on.

A program is given what a witness of a load in play may have: all hashes, numbers and times, and
every push. It tries all cards. Of the salted log it finds none of the hidden ones; of the same log
as the program before would have hashed it, all of them.

usage: test-salts.py SABOTD SABOTCTL VERIFY_LOG
"""
import contextlib
import json
import pathlib
import random
import re
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import unittest

import second_verifier
from fixture import Daemon, unguarded, wait_for

SABOTD, SABOTCTL, VERIFIER = (sys.argv.pop(1) for _ in range(3))
verify_log = second_verifier.load(VERIFIER)

TABLES = "create_key = yes\n" + "".join(f"[table {name}]\nrules = punto-banco-es\n"
                                        for name in ("PB-01", "PB-02"))
SCHEMA = pathlib.Path(__file__).resolve().parents[2] / "schema"
CARDS = [rank + suit for rank in "A23456789TJQK" for suit in "CDHS"]
BURNED = ["KS", "9C", "2H", "7D", "5C", "JD", "AH", "3S", "8H", "6D"]  # the first one is shown


def run(*command):
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True, timeout=300)
    return done.returncode, done.stdout, done.stderr


def rows_of(database, log):
    """A log's events as verify-log.py reads them, with salts; and the hash before the first."""
    items = verify_log.read_database(str(database))
    origin = next(items)
    chain = verify_log.Chain(origin, [], None)
    first = verify_log.hashlib.sha256(chain.start + verify_log.pack(log)).digest()
    return first, [item for item in items if isinstance(item, dict) and item["table"] == log]


def unsalted(first, events):
    """The same events as the program before hashed them."""
    made, digest = [], first
    for event in events:
        event = {**event, "salt": None, "secret": None}
        digest = verify_log.event_hash(digest, event)
        made.append({**event, "hash": digest})
    return made


class Witness:
    """Who sees heads, times and pushes, and nothing else; `public` is by number of the event."""

    def __init__(self, first, public, pushed):
        self.first, self.public, self.pushed = first, public, pushed

    def guesses(self, n, salts):
        """Each card that hidden event `n` can have been, with the hash that it would have."""
        before = self.public[n - 1]["hash"] if n > 1 else self.first
        for card in CARDS:
            line = json.dumps({"ev": "card", "card": card, **self.pushed[n], "card": card},
                              separators=(",", ":"))
            for salt in salts(n):
                event = {**self.public[n], "line": line, "frame": None, "part": None,
                         "load": None, "salt": salt, "secret": None}
                yield card, verify_log.event_hash(before, event)

    def recover(self, salts=lambda n: (None, bytes(32))):
        """The hidden cards that it finds, by number."""
        return {n: card for n in self.hidden() for card, digest in self.guesses(n, salts)
                if digest == self.public[n]["hash"]}

    def hidden(self):
        return [n for n, event in self.pushed.items() if event.get("card") == "##"]


class Salts(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.daemon = Daemon(SABOTD, TABLES)
        unittest.addModuleCleanup(cls.daemon.close)
        cls.state = cls.daemon.directory / "state"
        cls.database = cls.state / "sabot.db"
        client = cls.daemon.start()
        client.ok("watch")
        client.event("PB-02", ev="load", decks=6)
        client.event("PB-02", ev="card", card="2S")
        client.event("PB-01", ev="load", decks=6)
        client.pipeline("PB-01", [{"ev": "card", "card": card} for card in BURNED])
        wait_for(lambda: client.ok("status") and cls.seen(client) > len(BURNED),
                 "the pushes")
        cls.pushes = [push for push in client.pushes if push.get("push") == "step"]
        cls.daemon.stop()
        cls.key = run(SABOTCTL, "key", "show", "--state", cls.state)[1].strip()

    @staticmethod
    def seen(client):
        return sum(push.get("push") == "step" and push["table"] == "PB-01"
                   for push in client.pushes)

    def witness(self, is_salted=True):
        first, events = rows_of(self.database, "PB-01")
        if not is_salted:
            events = unsalted(first, events)
        public = {event["n"]: {key: event[key] for key in ("seq", "n", "at_us", "ev", "hash")}
                  for event in events}
        pushed = {push["n"]: push["event"] for push in self.pushes if push["table"] == "PB-01"}
        return Witness(first, public, pushed), {e["n"]: e for e in events}

    def test_no_card_is_found(self):
        witness, events = self.witness()
        hidden = witness.hidden()
        truth = {n: json.loads(events[n]["line"])["card"] for n in hidden}
        self.assertGreaterEqual(len(hidden), 8)
        self.assertEqual(witness.recover(), {})
        # Both controls: the format before, and somebody who has the secret, find each of them.
        before, _ = self.witness(is_salted=False)
        self.assertEqual(before.recover(), truth)
        self.assertEqual(witness.recover(lambda n: (events[n]["salt"],)), truth)
        # Nor does another load's secret help.
        other = rows_of(self.database, "PB-02")[1][0]["salt"]
        self.assertEqual(witness.recover(lambda n: (other,)), {})

    def test_heads_and_tiles_give_no_card(self):
        """What a witness sees besides: each signed head, the roots of the logs' trees with all
        their leaves, the tree over the heads, and when it was asked."""
        witness, events = self.witness()
        with contextlib.closing(sqlite3.connect(self.database)) as db:
            notes = db.execute("SELECT note, at_us FROM checkpoint ORDER BY number").fetchall()
        heads = [(verify_log.NOTE.match(note), note) for note, _ in notes]
        named = {n: digest for match, _ in heads for log, n, digest in verify_log.heads_of(match)
                 if log == "PB-01"}
        roots = [(int(n), root) for match, _ in heads
                 for n, root in re.findall(r"tree PB-01 (\d+) (\S{64})\n", match["trees"])]
        leaves = [witness.public[n]["hash"] for n in sorted(witness.public)]
        # It has all of that, and it is of these events.
        self.assertTrue(named and roots)
        self.assertEqual({n: witness.public[n]["hash"] for n in named}, named)
        self.assertEqual(roots[-1], (1, verify_log.root_of(leaves[:max(named)]).hex()))
        self.assertEqual(len(verify_log.root_of([verify_log.hashlib.sha256(
            b"\0" + note.encode()).digest() for _, note in heads])), 32)
        hidden = witness.hidden()
        last = max(named)
        self.assertIn(last, hidden)

        def fitting(salts):
            """The cards with which the last head and the root would be the signed ones."""
            return [card for card, digest in witness.guesses(last, salts)
                    if digest == named[last] and roots[-1][1] == verify_log.root_of(
                        leaves[:last - 1] + [digest]).hex()]

        self.assertEqual(fitting(lambda n: (None, bytes(32), verify_log.pack(n))), [])
        # The control: who has the salt finds it.
        self.assertEqual(fitting(lambda n: (events[n]["salt"],)),
                         [json.loads(events[last]["line"])["card"]])

    def test_no_file_but_the_database_has_a_secret(self):
        with contextlib.closing(sqlite3.connect(self.database)) as db:
            secrets = [row[0] for row in db.execute("SELECT secret FROM secret")]
        self.assertEqual(len(secrets), 3)  # of two loads and the house
        for path in self.daemon.directory.rglob("*"):
            if path.is_file() and not path.name.startswith("sabot.db"):
                content = path.read_bytes()
                self.assertFalse([secret for secret in secrets if secret in content
                                  or secret.hex().encode() in content], path)
        said = run(SABOTCTL, "proof", "--state", self.state)[1]
        self.assertFalse([secret for secret in secrets if secret.hex() in said])
        self.assertNotIn(secrets[0].hex(), json.dumps(self.pushes))


class ManyLoads(unittest.TestCase):
    """A thousand hidden cards, of loads that are all in play."""

    LOADS, CARDS = 115, 11  # the last of a load's cards is shown, too

    def setUp(self):
        self.names = [f"T-{number:03}" for number in range(self.LOADS)]
        self.daemon = Daemon(SABOTD, "create_key = yes\n" + "".join(
            f"[table {name}]\nrules = punto-banco-es\n" for name in self.names))
        self.addCleanup(self.daemon.close)
        self.database = self.daemon.directory / "state" / "sabot.db"

    def deal(self):
        """The pushes of all tables, by number of the event."""
        client, chance = self.daemon.start(), random.Random(23)
        client.ok("watch")
        for name in self.names:
            events = [{"ev": "load", "decks": 8}, {"ev": "card", "card": "KS"}]
            events += [{"ev": "card", "card": chance.choice(CARDS)} for _ in range(self.CARDS - 2)]
            for reply in client.pipeline(name, events):
                self.assertIn("ok", reply)
        wait_for(lambda: client.ok("status") and sum(
            push.get("push") == "step" for push in client.pushes) >= self.LOADS * self.CARDS,
            "the pushes")
        pushed = {name: {} for name in self.names}
        for push in client.pushes:
            if push.get("push") == "step" and push["table"] in pushed:
                pushed[push["table"]][push["n"]] = push["event"]
        self.daemon.stop()
        return pushed

    def test_no_card_of_a_thousand_is_found(self):
        pushed = self.deal()
        items = verify_log.read_database(str(self.database))
        chain = verify_log.Chain(next(items), [], None)
        events = [item for item in items if isinstance(item, dict)]
        n_hidden = n_found = n_found_before = 0
        for name in self.names:
            first = verify_log.hashlib.sha256(chain.start + verify_log.pack(name)).digest()
            own = [event for event in events if event["table"] == name]
            truth = {event["n"]: json.loads(event["line"]).get("card") for event in own}
            for made in (own, unsalted(first, own)):
                public = {event["n"]: {key: event[key] for key in ("seq", "n", "at_us", "ev",
                                                                   "hash")} for event in made}
                witness = Witness(first, public, pushed[name])
                found = {n: card for n, card in witness.recover().items() if truth[n] == card}
                if made is own:
                    n_hidden += len(witness.hidden())
                    n_found += len(found)
                else:
                    n_found_before += len(found)
        print(f"{n_hidden} hidden cards of {self.LOADS} loads in play: {n_found} recovered; of the "
              f"format before {n_found_before}", file=sys.stderr)
        self.assertGreaterEqual(n_hidden, 1000)
        self.assertEqual((n_found, n_found_before), (0, n_hidden))


def made_of(db):
    """Tables, indexes and triggers."""
    return set(db.execute("SELECT type, name FROM sqlite_schema WHERE name NOT LIKE 'sqlite_%'"))


def columns_of(db):
    """Of each table."""
    return set(db.execute("SELECT t.name, c.name FROM sqlite_schema t, pragma_table_info(t.name) c"
                          " WHERE t.type = 'table'"))


class Upgrade(unittest.TestCase):
    """A database as the program before the salts left it."""

    def setUp(self):
        self.daemon = Daemon(SABOTD, TABLES)
        self.addCleanup(self.daemon.close)
        self.state = self.daemon.directory / "state"
        self.database = self.state / "sabot.db"
        shutil.copytree(Salts.state, self.state)
        for name in ("started.conf", "sabotd-progress.note"):
            (self.state / name).unlink(missing_ok=True)
        self.make_older()

    def make_older(self):
        with contextlib.closing(sqlite3.connect(self.database, isolation_level=None)) as db:
            logs = [name for name, in db.execute("SELECT name FROM log")]
            older = [event for log in logs for event in unsalted(*rows_of(self.database, log))]
            with unguarded(db):
                db.execute("DELETE FROM checkpoint")
                for event in older:
                    db.execute("UPDATE event SET hash = ? WHERE seq = ?",
                               (event["hash"], event["seq"]))
                db.execute("DELETE FROM secret")
            made, columns = self.made_before()
            for kind, name in made_of(db) - made:
                db.execute(f"DROP {kind} IF EXISTS {name}")  # a table takes its triggers along
            for table, column in columns_of(db) - columns:
                db.execute(f"ALTER TABLE {table} DROP COLUMN {column}")
            db.execute("PRAGMA user_version = 5")
        self.before = {event["seq"]: event["hash"] for event in older}

    def made_before(self):
        """What the steps up to the fifth make: later ones may have added more than `secret`."""
        with contextlib.closing(sqlite3.connect(":memory:")) as db:
            for step in sorted(SCHEMA.glob("000[1-5]-*.sql")):
                db.executescript(step.read_text(encoding="utf-8"))
            return made_of(db), columns_of(db)

    def both(self, path, *options):
        """The verdict, which both verifiers say."""
        mine = json.loads(run(SABOTCTL, "verify", "--json", path, *options)[1])
        other = json.loads(second_verifier.run(verify_log, path, *options)[1])
        self.assertEqual({key: mine.get(key) for key in other}, other)
        return mine["verdict"], mine["log"], mine["n"]

    def go_on(self):
        client = self.daemon.start()
        client.event("PB-02", ev="card", card="7H")
        client.event("PB-01", ev="unload")
        client.event("PB-01", ev="load", decks=6)
        client.event("PB-01", ev="card", card="4D")
        self.daemon.stop()

    def test_a_log_goes_on_with_salts(self):
        self.assertEqual(self.both(self.database)[0], "intact")
        self.go_on()
        self.assertEqual(self.both(self.database, "--key", Salts.key)[0], "intact")
        with contextlib.closing(sqlite3.connect(self.database)) as db:
            now = dict(db.execute("SELECT seq, hash FROM event"))
            begun = db.execute("SELECT g.name, s.from_n, (SELECT max(n) FROM event e WHERE"
                               " e.log_id = g.id AND e.seq <= ?) FROM secret s JOIN log g ON"
                               " g.id = s.log_id ORDER BY g.name, s.from_n",
                               (max(self.before),)).fetchall()
        self.assertEqual({seq: now[seq] for seq in self.before}, self.before)
        self.assertEqual([(log, n - last) for log, n, last in begun],
                         [("PB-01", 1), ("PB-01", 2), ("PB-02", 1), ("house", 1)])
        self.check_tampered()
        self.check_proof()

    def check_tampered(self):
        copy = self.daemon.directory / "copy.db"
        for statement, n in (("DELETE FROM secret WHERE from_n = (SELECT min(from_n) FROM secret"
                              " WHERE log_id = {log}) AND log_id = {log}", len(BURNED) + 2),
                             ("UPDATE event SET line = replace(line, '2H', '2D') WHERE n = 4"
                              " AND log_id = {log}", 4),
                             ("UPDATE secret SET from_n = 1 WHERE log_id = {log} AND from_n ="
                              " (SELECT min(from_n) FROM secret WHERE log_id = {log})", 1)):
            with contextlib.closing(sqlite3.connect(self.database)) as db, \
                    contextlib.closing(sqlite3.connect(copy)) as other:
                db.backup(other)
            with contextlib.closing(sqlite3.connect(copy, isolation_level=None)) as db:
                log, = db.execute("SELECT id FROM log WHERE name = 'PB-01'").fetchone()
                with unguarded(db):
                    self.assertEqual(db.execute(statement.format(log=log)).rowcount, 1)
            with self.subTest(statement):
                self.assertEqual(self.both(copy, "--key", Salts.key), ("changed", "PB-01", n))

    def check_proof(self):
        proof = self.daemon.directory / "proof"
        proof.write_text(run(SABOTCTL, "proof", "PB-01", "--state", self.state)[1])
        self.assertEqual(self.both(proof, "--key", Salts.key)[0], "intact")
        # A chain that is right, and whose last event went back to the format before.
        *lines, last = [line for line in proof.read_text().splitlines() if '"note"' not in line]
        event = json.loads(last)
        raw = {**event, "salt": None, "frame": None, "part": None, "load": None}
        before = bytes.fromhex(json.loads(lines[-1])["hash"])
        event["hash"] = verify_log.event_hash(before, raw).hex()
        del event["salt"]
        proof.write_text("\n".join([*lines, json.dumps(event)]) + "\n")
        self.assertEqual(self.both(proof), ("changed", "PB-01", event["n"]))


class Golden(unittest.TestCase):
    def test_documented_example(self):
        """The bytes of docs/storage.md, by the second verifier (test-chain.c: by the first)."""
        text = (pathlib.Path(VERIFIER).parent.parent / "docs/storage.md").read_text()
        event = {"seq": 1, "table": "PB-01", "n": 1, "at_us": 1795248000000000, "ev": "load",
                 "line": '{"ev":"load","decks":6,"at":"2026-11-21T08:00:00Z"}',
                 "frame": bytes.fromhex("053142033730"), "frame_at_us": 1795247999990000,
                 "part": {"part": 1, "from_n": 1, "from_load": 0, "from_round": 0,
                          "from_incident": 0, "rules": "punto-banco-es",
                          "overrides": "max=100000\n"},
                 "load": {"load": 1, "n": 1, "part": 1, "from_round": 0, "from_incident": 0}}
        chain = verify_log.Chain({"database": "00112233445566778899aabbccddeeff", "unchained": 0,
                                  "whole": True}, [], None)
        first = verify_log.hashlib.sha256(chain.start + verify_log.pack("PB-01")).digest()
        salted = {**event, **verify_log.salt(event, [[1, bytes(range(32))]])}
        for digest in (first, verify_log.event_hash(first, {**event, "salt": None}),
                       salted["salt"], salted["secret"], verify_log.event_hash(first, salted)):
            self.assertIn("    " + digest.hex() + "\n", text)


if __name__ == "__main__":
    unittest.main()
