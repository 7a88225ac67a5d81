#!/usr/bin/env python3
"""Both verifiers on a log of the real daemon: intact as it is; and whatever single row is changed,
removed, inserted or moved, both find it and name the same row.

The tampering is done as an intruder with the file would: the triggers are away meanwhile."""

import contextlib
import json
import os
import pathlib
import re
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import unittest

import second_verifier
from fixture import Daemon, Shoe, unguarded, wait_for

SABOTD, SABOTCTL, VERIFIER = sys.argv.pop(1), sys.argv.pop(1), sys.argv.pop(1)
VERIFY_LOG = second_verifier.load(VERIFIER)
TABLES = """
create_key = yes
[device shoe]
transport = pty:@DIR@/line
[table PB-01]
rules = punto-banco-es
device = shoe
[table PB-02]
rules = punto-banco-es
max = 50000
"""
CHANGES = {  # a column of event → what makes it another value
    "at_us": "at_us + 1",
    "ev": "ev || 'x'",
    "line": "replace(line, '\"ev\"', '\"ve\"')",
    "hash": "randomblob(32)",
    "frame": "x'00'",
    "frame_at_us": "frame_at_us + 1",
}


def run(*command):
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    return done.returncode, done.stdout, done.stderr



class Floor:
    """A daemon that has recorded something, stopped; `state` is its directory."""

    def __init__(self):
        self.daemon = Daemon(SABOTD, TABLES)
        self.state = str(self.daemon.directory / "state")
        self.database = self.state + "/sabot.db"

    def start(self):
        self.client = self.daemon.start()

    def load(self, table):
        self.client.event(table, ev="load", decks=6)
        self.card(table, "AS")

    def card(self, table, card):
        self.client.event(table, ev="card", card=card, src="manual")

    def seal(self):
        """Wait until all that was said is under a checkpoint of its own."""
        last = self.client.ok("status")["seq"]
        wait_for(lambda: self.sealed_seq() >= last, "a checkpoint")

    def sealed_seq(self):
        status, note, _ = run(SABOTCTL, "checkpoint", "--state", self.state)
        return int(re.search(r"\nseq (\d+)\n", note)[1]) if status == 0 else 0

    def record(self):
        shoe = Shoe(self.daemon.directory / "line")
        self.start()
        self.load("PB-01")
        wait_for(lambda: self.client.view("PB-01")["device"]["state"] == "online", "the shoe")
        shoe.send_card("7H")
        wait_for(lambda: self.client.view("PB-01")["shoe"]["seen"] == 2, "the card")
        shoe.close()  # what it would read itself is not keyed in
        wait_for(lambda: self.client.view("PB-01")["device"]["state"] == "offline", "its end")
        self.seal()
        self.load("PB-02")
        self.card("PB-01", "2C")
        self.seal()
        self.kept = run(SABOTCTL, "checkpoint", "--state", self.state)[1]
        self.card("PB-02", "KD")
        self.card("PB-01", "9S")
        self.daemon.stop()


class Tamper(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.floor = Floor()
        cls.floor.record()
        cls.key = run(SABOTCTL, "key", "show", "--state", cls.floor.state)[1].strip()
        cls.directory = pathlib.Path(tempfile.mkdtemp(prefix="sabot-tamper-"))
        cls.copy = str(cls.directory / "copy.db")
        cls.kept = str(cls.directory / "kept")
        pathlib.Path(cls.kept).write_text(cls.floor.kept)
        with sqlite3.connect(cls.floor.database) as db:
            cls.events = db.execute("SELECT e.seq, g.name, e.n, e.frame FROM event e JOIN log g"
                                    " ON g.id = e.log_id ORDER BY e.seq").fetchall()
            (cls.log_id,) = db.execute("SELECT id FROM log WHERE name = 'PB-01'").fetchone()
            cls.checkpoints = db.execute("SELECT number FROM checkpoint").fetchall()
        db.close()

    @classmethod
    def tearDownClass(cls):
        cls.floor.daemon.close()
        shutil.rmtree(cls.directory)

    def tamper(self, *statements):
        shutil.copy(self.floor.database, self.copy)
        db = sqlite3.connect(self.copy, isolation_level=None)
        with unguarded(db):
            for statement in statements:
                self.assertGreater(db.execute(statement).rowcount, 0, statement)
        db.close()

    def verdict(self, file, *options):
        """What both say; they must say the same."""
        options = ("--key", self.key) + options
        status, out, err = run(SABOTCTL, "verify", "--json", file, *options)
        mine = json.loads(out) if out else {}
        other_status, out, other_err = second_verifier.run(VERIFY_LOG, file, *options)
        other = json.loads(out) if out else {}
        self.assertEqual(status, other_status, err + other_err)
        self.assertEqual({key: mine.get(key) for key in other}, other)
        self.assertEqual(status, {"intact": 0}.get(mine.get("verdict"), 1), err)
        return mine

    def assert_bad(self, fault, log, n, *options):
        verdict = self.verdict(self.copy, *options)
        self.assertEqual((verdict["verdict"], verdict["log"], verdict["n"]), (fault, log, n))

    def assert_bad_checkpoint(self, number, fault="checkpoint"):
        verdict = self.verdict(self.copy)
        self.assertEqual((verdict["verdict"], verdict["checkpoint"]), (fault, number))

    def test_intact(self):
        verdict = self.verdict(self.floor.database)
        self.assertEqual(verdict["events"], len(self.events))
        self.assertEqual(verdict["checkpoints"], 3)
        self.assertEqual(verdict["unprotected"], 0)
        self.verdict(self.floor.database, "--checkpoint", self.kept)
        self.assertEqual(len([1 for event in self.events if event[3]]), 1)

    def test_changed(self):
        for seq, log, n, frame in self.events:
            columns = list(CHANGES) if frame else [list(CHANGES)[seq % 4]]
            for column in columns:
                value = CHANGES[column]
                with self.subTest(seq=seq, column=column):
                    self.tamper(f"UPDATE event SET {column} = {value} WHERE seq = {seq}")
                    self.assert_bad("changed", log, n)

    def change_unseen(self, index, change, back):
        """The copy after `change`, and after `back`, of which `index` does not learn."""
        schema = "sqlite_schema (rowid, type, name, tbl_name, rootpage, sql)"
        unique = "UPDATE sqlite_schema SET sql = replace(sql, 'UNIQUE (log_id, n),', '')"
        self.tamper(change)
        for statements in (
                [f"{unique} WHERE name = 'event'",
                 f"DELETE FROM sqlite_schema WHERE name = '{index}'"], [back], None):
            with contextlib.closing(sqlite3.connect(self.copy, isolation_level=None)) as db:
                db.execute("PRAGMA writable_schema = ON")
                if statements is None:
                    db.execute("DELETE FROM sqlite_schema")
                    db.executemany(f"INSERT INTO {schema} VALUES (?, ?, ?, ?, ?, ?)", kept)
                elif "sqlite_schema" in statements[0]:
                    kept = db.execute("SELECT rowid, * FROM sqlite_schema").fetchall()
                    for statement in statements:
                        db.execute(statement)
                else:
                    with unguarded(db):
                        db.execute(statements[0])

    def test_an_index_that_lists_something_else(self):
        """Every row is as it was recorded; only an index is not."""
        seq, frame = next((seq, frame) for seq, _, _, frame in self.events if frame)
        (at_us,) = sqlite3.connect(self.floor.database).execute(
            f"SELECT frame_at_us FROM event WHERE seq = {seq}").fetchone()
        rows = (("event_frame", "frame = NULL, frame_at_us = NULL",
                 f"frame = x'{frame.hex()}', frame_at_us = {at_us}"),
                ("sqlite_autoindex_event_1", "n = n + 1000", "n = n - 1000"))
        for index, change, back in rows:
            with self.subTest(index=index):
                self.change_unseen(index, f"UPDATE event SET {change} WHERE seq = {seq}",
                                   f"UPDATE event SET {back} WHERE seq = {seq}")
                status, said, _ = run(SABOTCTL, "verify", self.copy, "--key", self.key)
                self.assertEqual(status, 1)
                self.assertIn("the file is damaged", said)
                self.assertIn(f"index {index}", said)

    def test_constraints(self):
        """What the schema demands of an event, and its writer did not heed: no hash covers all."""
        seq = next(seq for seq, _, _, frame in self.events if not frame)
        for change, sentence in (("frame_at_us = 1", "a frame without its time"),
                                 ("line = '[]'", "its line is no JSON object")):
            with self.subTest(change=change):
                shutil.copy(self.floor.database, self.copy)
                with contextlib.closing(sqlite3.connect(self.copy, isolation_level=None)) as db:
                    db.execute("PRAGMA ignore_check_constraints = ON")
                    with unguarded(db):
                        db.execute(f"UPDATE event SET {change} WHERE seq = {seq}")
                status, out, _ = run(SABOTCTL, "verify", self.copy, "--key", self.key)
                self.assertEqual(status, 1)
                self.assertIn(f"event {seq}: {sentence}", out)

    def test_on_one_core(self):
        """Then no event waits in a batch."""
        seq, log, n, _ = self.events[len(self.events) // 2]
        cores = os.sched_getaffinity(0)
        os.sched_setaffinity(0, {min(cores)})
        try:
            self.test_intact()
            self.tamper(f"UPDATE event SET line = replace(line, 'ev', 've') WHERE seq = {seq}")
            self.assert_bad("changed", log, n)
            self.tamper(f"DELETE FROM event WHERE seq = {seq}")
            self.assert_bad("missing", log, n)
        finally:
            os.sched_setaffinity(0, cores)

    def test_zero_byte(self):
        self.tamper("UPDATE event SET line = line || char(0) || 'x' WHERE seq = 2")
        self.assert_bad("changed", "PB-01", 1)

    def test_removed(self):
        for seq, log, n, _ in self.events:
            with self.subTest(seq=seq):
                self.tamper(f"DELETE FROM event WHERE seq = {seq}")
                self.assert_bad("missing", log, n)

    def test_removed_and_closed_up(self):
        for seq, log, n, _ in self.events[:-1]:
            with self.subTest(seq=seq):
                self.tamper(
                    f"DELETE FROM event WHERE seq = {seq}",
                    f"UPDATE event SET seq = seq + 1000, n = n - (n > {n} AND log_id ="
                    f" (SELECT id FROM log WHERE name = '{log}')) + 1000 WHERE seq > {seq}",
                    f"UPDATE event SET seq = seq - 1001, n = n - 1000 WHERE seq > {seq}",
                )
                verdict = self.verdict(self.copy)
                self.assertIn(verdict["verdict"], ("changed", "missing"))
                after = [event for event in self.events if event[0] > seq]
                self.assertEqual(verdict["log"], after[0][1])

    def test_inserted(self):
        for seq, log, n, _ in self.events:
            with self.subTest(seq=seq):
                self.tamper(
                    f"UPDATE event SET seq = seq + 1000, n = n + 1000 WHERE seq >= {seq}",
                    "INSERT INTO event (seq, log_id, n, at_us, ev, line, hash) SELECT"
                    f" {seq}, log_id, {n}, at_us, ev, line, hash FROM event"
                    f" WHERE seq = {seq} + 1000",
                    "UPDATE event SET seq = seq - 999, n = n - 1000 + (log_id = (SELECT id FROM"
                    f" log WHERE name = '{log}')) WHERE seq > 1000",
                )
                verdict = self.verdict(self.copy)
                self.assertEqual(verdict["verdict"], "changed")
                self.assertGreaterEqual(verdict["seq"], seq)
                self.assertLessEqual(verdict["seq"], seq + 1)

    def swap(self, one, other, columns):
        values = ", ".join(f"{column} = (SELECT o.{column} FROM event o WHERE o.seq ="
                           f" {one} + {other} - event.seq)" for column in columns)
        self.tamper(f"UPDATE event SET {values} WHERE seq IN ({one}, {other})")

    def test_swapped(self):
        for (seq, log, n, _), (other, *_) in zip(self.events, self.events[1:]):
            with self.subTest(seq=seq):
                self.swap(seq, other, ("at_us", "ev", "line", "hash", "frame", "frame_at_us"))
                self.assert_bad("changed", log, n)

    def test_order_over_the_logs(self):
        one = next(i for i, event in enumerate(self.events) if event[1] != self.events[i + 1][1])
        seq, log, n, _ = self.events[one]
        self.tamper(f"UPDATE event SET seq = -1 WHERE seq = {seq}",
                    f"UPDATE event SET seq = {seq} WHERE seq = {seq + 1}",
                    f"UPDATE event SET seq = {seq + 1} WHERE seq = -1")
        verdict = self.verdict(self.copy)
        self.assertIn(verdict["verdict"], ("changed", "missing", "rewritten"))
        self.assertIn(verdict["log"], (log, self.events[one + 1][1]))

    def test_parts_loads_logs(self):
        for statement, expected in (
                ("UPDATE part SET rules = 'blackjack-es' WHERE log_id = {log}", "changed"),
                ("UPDATE part SET overrides = overrides || 'x=1' WHERE log_id = {log}", "changed"),
                ("UPDATE part SET from_round = 5 WHERE log_id = {log}", "changed"),
                ("DELETE FROM part WHERE log_id = {log}", "changed"),
                ("INSERT INTO part VALUES ({log}, 9, 99, 'x', '', 0, 0, 0)", "unexpected"),
                ("UPDATE load SET from_incident = 5 WHERE log_id = {log}", "changed"),
                ("UPDATE load SET seq = 999 WHERE log_id = {log}", "changed"),
                ("INSERT INTO load VALUES ({log}, 9, 999, 9, 1, 0, 0)", "unexpected"),
                ("UPDATE secret SET secret = randomblob(32) WHERE log_id = {log}", "changed"),
                ("UPDATE secret SET from_n = from_n + 1 WHERE log_id = {log} AND from_n = "
                 "(SELECT max(from_n) FROM secret WHERE log_id = {log})", "changed"),
                ("DELETE FROM secret WHERE log_id = {log}", "changed"),
                ("INSERT INTO secret VALUES ({log}, 3, randomblob(32))", "changed"),
                ("INSERT INTO secret VALUES ({log}, 99, randomblob(32))", "unexpected"),
                ("INSERT INTO secret VALUES (99, 1, randomblob(32))", "unexpected"),
                ("UPDATE log SET name = 'PB-03' WHERE id = {log}", "changed"),
                ("UPDATE log SET created_us = 5 WHERE id = {log}", "changed"),
                ("INSERT INTO log VALUES (99, 'PB-99', 0)", "unexpected"),
                ("UPDATE origin SET database = randomblob(16)", "changed"),
                ("UPDATE origin SET unchained_seq = 4", "changed"),
        ):
            with self.subTest(statement):
                self.tamper(statement.format(log=self.log_id))
                self.assertEqual(self.verdict(self.copy)["verdict"], expected)

    def test_what_belongs_to_nothing_is_named(self):
        for statement, named in (
                ("INSERT INTO part VALUES ({log}, 9, 99, 'x', '', 0, 0, 0)", "row part 9 ("),
                ("INSERT INTO load VALUES ({log}, 9, 999, 9, 1, 0, 0)", "row load 9 ("),
                ("INSERT INTO secret VALUES ({log}, 99, randomblob(32))", "row secret 99 ("),
                ("INSERT INTO log VALUES (99, 'PB-99', 0)", "log PB-99: ")):
            with self.subTest(statement):
                self.tamper(statement.format(log=self.log_id))
                self.assertIn("BROKEN: " + named, run(SABOTCTL, "verify", self.copy)[1])

    def test_nothing_proves_nothing(self):
        status, out, err = run(SABOTCTL, "proof", "NOPE", "--state", self.floor.state)
        self.assertEqual((status, out), (2, ""))
        self.assertIn("NOPE", err)
        proof = self.directory / "nothing.json"
        whole = run(SABOTCTL, "proof", "--state", self.floor.state)[1]
        proof.write_text(whole.splitlines()[0] + "\n")
        self.assertEqual(self.verdict(str(proof))["verdict"], "unsigned")
        status, out, _ = run(SABOTCTL, "verify", proof)
        self.assertEqual(status, 1)
        self.assertIn("nothing is proven", out)

    def test_checkpoints(self):
        for (number,) in self.checkpoints[:-1]:
            with self.subTest(number=number):
                self.tamper(f"DELETE FROM checkpoint WHERE number = {number}")
                self.assert_bad_checkpoint(number)
        for (number,) in self.checkpoints:
            for change in ("at_us = at_us + 1", "seq = seq - 1",
                           "note = replace(note, 'seq', 'qes')", "note = note || char(0)",
                           "note = note || 'x'",
                           "note = replace(note, 'at_us 1', 'at_us 2')"):
                with self.subTest(number=number, change=change):
                    self.tamper(f"UPDATE checkpoint SET {change} WHERE number = {number}")
                    self.assert_bad_checkpoint(number)
            with self.subTest(number=number, change="signature"):
                with sqlite3.connect(self.floor.database) as db:
                    note = db.execute("SELECT note FROM checkpoint WHERE number = ?",
                                      (number,)).fetchone()[0]
                db.close()
                place = len(note) - 10
                forged = note[:place] + ("A" if note[place] != "A" else "B") + note[place + 1:]
                self.tamper(f"UPDATE checkpoint SET note = '{forged}' WHERE number = {number}")
                self.assert_bad_checkpoint(number, "signature")

    def test_cut_tail(self):
        """Without a checkpoint kept elsewhere a clean cut cannot be seen; with one it is."""
        self.tamper("DELETE FROM checkpoint WHERE number > 1",
                    "DELETE FROM event WHERE seq > (SELECT seq FROM checkpoint)",
                    "DELETE FROM log WHERE id NOT IN (SELECT log_id FROM event)",
                    "DELETE FROM part WHERE log_id NOT IN (SELECT id FROM log)",
                    "DELETE FROM load WHERE seq NOT IN (SELECT seq FROM event)",
                    "DELETE FROM secret WHERE (log_id, from_n) NOT IN"
                    " (SELECT log_id, n FROM event)")
        self.assertEqual(self.verdict(self.copy)["verdict"], "intact")
        verdict = self.verdict(self.copy, "--checkpoint", self.kept)
        self.assertEqual((verdict["verdict"], verdict["log"]), ("cut", "PB-01"))

    def test_unprotected_tail(self):
        self.tamper("DELETE FROM checkpoint WHERE number = 3")
        verdict = self.verdict(self.copy)
        self.assertEqual((verdict["verdict"], verdict["unprotected"]), ("intact", 3))
        self.assertGreater(verdict["unprotected_s"], 0)
        self.tamper("DELETE FROM checkpoint WHERE number = 3",
                    f"DELETE FROM event WHERE seq = {self.events[-2][0]}")
        verdict = self.verdict(self.copy)  # whose it was cannot be told
        self.assertEqual((verdict["verdict"], verdict["log"], verdict["seq"]),
                         ("missing", None, self.events[-2][0]))
        self.tamper("DELETE FROM checkpoint")
        self.assertEqual(self.verdict(self.copy)["verdict"], "unsigned")

    def test_rewritten(self):
        """Another past, with all its hashes right, under the checkpoints of the true one."""
        fork = str(self.directory / "fork")
        shutil.copytree(self.floor.state, fork)
        self.tamper("DELETE FROM checkpoint WHERE number = 3",
                    "DELETE FROM event WHERE seq > (SELECT max(seq) FROM checkpoint)")
        shutil.copy(self.copy, fork + "/sabot.db")
        pathlib.Path(fork + "/started.conf").unlink()  # or its other places were in the log, too
        floor = Floor()
        self.addCleanup(floor.daemon.close)
        shutil.copytree(fork, floor.state)
        floor.start()
        # Its start has a finding more: the note of how far it was is that of the true one.
        floor.card("PB-01", "9D")  # it was a spade
        floor.daemon.stop()
        with sqlite3.connect(self.floor.database) as db:
            note = db.execute("SELECT * FROM checkpoint WHERE number = 3").fetchone()
        db.close()
        with sqlite3.connect(floor.database) as db, unguarded(db):
            db.execute("DELETE FROM checkpoint WHERE number > 3")
            db.execute("UPDATE checkpoint SET at_us = ?, seq = ?, note = ? WHERE number = 3",
                       (note[1], note[2], note[3]))
        db.close()
        verdict = self.verdict(floor.database)
        self.assertEqual((verdict["verdict"], verdict["log"]), ("rewritten", "PB-01"))

    def test_proofs(self):
        """What leaves the house is as good: a log's proof, and one of all."""
        for arguments in ([], ["PB-02"]):
            with self.subTest(arguments):
                text = run(SABOTCTL, "proof", "--state", self.floor.state, *arguments)[1]
                proof = self.directory / "proof"
                proof.write_text(text)
                events = len([line for line in text.splitlines() if '"seq":' in line])
                self.assertEqual(self.verdict(str(proof))["verdict"], "intact")
                self.assertEqual(self.verdict(str(proof), "--checkpoint", self.kept)["events"],
                                 events)
                self.assertGreater(events, 2)
                lines = text.splitlines(keepends=True)
                for i in range(1, len(lines)):
                    self.check_proof_without(proof, lines, i)

    def test_proofs_salts(self):
        """A salt, or what an event says of the secret that begins with it, is not another one."""
        text = run(SABOTCTL, "proof", "PB-02", "--state", self.floor.state)[1]
        lines = text.splitlines(keepends=True)
        proof = self.directory / "proof"
        secrets = 0
        for i, line in enumerate(lines[:4]):
            event = json.loads(line)
            for member in {"salt", "secret"} & set(event):
                secrets += member == "secret"
                for value in (event[member][:-1] + "e3"[event[member][-1] == "e"], None):
                    changed = {k: v for k, v in {**event, member: value}.items() if v}
                    if "secret" in changed and "salt" not in changed:
                        del changed["secret"]  # else it is no proof's line
                    proof.write_text("".join(lines[:i]) + json.dumps(changed) + "\n"
                                     + "".join(lines[i + 1:]))
                    verdict = self.verdict(str(proof))
                    self.assertEqual((verdict["verdict"], verdict["log"], verdict["n"]),
                                     ("changed", event["table"], event["n"]), (member, value))
        self.assertEqual(secrets, 1)  # of the load

    def check_proof_without(self, proof, lines, i):
        """A line less is found, but for a checkpoint of a single log and a tail under none."""
        proof.write_text("".join(lines[:i] + lines[i + 1:]))
        item, is_whole = json.loads(lines[i]), json.loads(lines[0])["whole"]
        verdict = self.verdict(str(proof))
        if "seq" in item:
            self.assertEqual((verdict["verdict"], verdict["log"], verdict["n"]),
                             ("missing", item["table"], item["n"]))
        elif is_whole and i < len(lines) - 1:
            self.assertEqual(verdict["verdict"], "checkpoint")

    def test_other_files(self):
        for content in ("", "nonsense\n", "{}\n", '{"sabot_proof":2}\n'):
            path = self.directory / "other"
            path.write_text(content)
            for command in ([SABOTCTL, "verify"], [sys.executable, VERIFIER]):
                status, out, err = run(*command, str(path), "--key", self.key)
                self.assertEqual((status, out), (2, ""), (content, command))
                self.assertTrue(err)


if __name__ == "__main__":
    unittest.main()
