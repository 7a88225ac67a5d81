#!/usr/bin/env python3
"""Archives by the real programs: made while the tables go on, every day, and without a daemon; at
whatever step it is killed, every event is in the database or in a proven archive; and what follows
from the logs after a restart is what followed before.

usage: test-archive.py SABOTD SABOTCTL KILL_AT_LIBRARY
"""
import json
import multiprocessing
import os
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
import unittest

from fixture import Client, Daemon, audit, wait_for

SABOTD, SABOTCTL, KILL_AT = sys.argv.pop(1), sys.argv.pop(1), sys.argv.pop(1)
TABLES = """
client_time = date
create_key = yes
[archive]
%s
[table PB-01]
rules = punto-banco-es
[table PB-02]
rules = punto-banco-es
"""
DAYS = ("2026-03-01", "2026-03-10", "2026-03-20", "2026-03-30")
KILLS_MIN = 20
OF_TABLE = "WHERE log_id = (SELECT id FROM log WHERE name = 'PB-01')"


def run(*command, **environment):
    done = subprocess.run([SABOTCTL, *map(str, command)], capture_output=True, text=True,
                          timeout=300, env=os.environ | environment)
    return done.returncode, done.stdout, done.stderr


class Crowd:
    """Programs with so many requests under way that the daemon's loop is never idle."""

    N_PROGRAMS, UNDER_WAY = 8, 300
    LINE = b'{"id":1,"do":"status"}\n'

    def __init__(self, daemon):
        os.setpriority(os.PRIO_PROCESS, daemon.process.pid, 19)
        self.programs = [multiprocessing.Process(target=self.ask, args=(daemon.socket,))
                         for _ in range(self.N_PROGRAMS)]
        for program in self.programs:
            program.start()

    def ask(self, path):
        client = Client(path)
        client.socket.sendall(self.LINE * self.UNDER_WAY)
        while True:
            client.socket.sendall(self.LINE * client.socket.recv(1 << 16).count(b"\n"))

    def end(self):
        for program in self.programs:
            program.terminate()
            program.join()


class Archive(unittest.TestCase):
    after_days = ""

    def setUp(self):
        self.daemon = Daemon(SABOTD, TABLES % self.after_days)
        self.addCleanup(self.daemon.close)
        self.state = self.daemon.directory / "state"
        self.database = self.state / "sabot.db"

    def start(self):
        self.client = self.daemon.start()
        self.key = run("key", "show", "--state", self.state)[1].strip()

    def say(self, table, day, **event):
        self.client.event(table, at=day + "T20:00:00Z", **event)

    def deal(self, table, day, cards="3S7H9D2C4H"):
        """A load with some cards of a round, and out with it."""
        self.say(table, day, ev="load", decks=6)
        self.say(table, day, ev="no_more_bets", boxes=[1])
        for i in range(0, len(cards), 2):
            self.say(table, day, ev="card", card=cards[i:i + 2])
        self.say(table, day, ev="unload")

    def seal(self):
        last = self.client.ok("status")["seq"]
        wait_for(lambda: self.sealed_seq() >= last, "a checkpoint")

    def sealed_seq(self):
        status, note, _ = run("checkpoint", "--state", self.state)
        return int(re.search(r"\nseq (\d+)\n", note)[1]) if status == 0 else 0

    def archive(self):
        """Ask for everything that can go; the file's name, None when nothing can."""
        self.seal()
        return self.client.ok("archive", before="2100-01-01T00:00:00Z").get("file")

    def count(self, what, file=None):
        db = sqlite3.connect(file or self.database)
        try:
            return db.execute("SELECT " + what).fetchone()[0]
        finally:
            db.close()

    def wait_until_swept(self, n):
        wait_for(lambda: self.count("min(n) FROM event " + OF_TABLE) == n, "the rows to go")

    def assert_proven(self):
        status, out, err = run("archive", "verify", "--state", self.state, "--key", self.key)
        self.assertEqual(status, 0, out + err)

    def derived(self):
        """What clients see of the tables and their last part's log."""
        views = [{key: value for key, value in view.items() if key != "incidents"}
                 for view in self.client.ok("tables")["tables"]]
        return views, self.client.export("PB-01"), self.client.export("PB-02")


class Online(Archive):
    def test_tables_go_on(self):
        self.start()
        for day in DAYS[:3]:
            self.deal("PB-01", day)
        self.deal("PB-02", DAYS[0])
        parts = [self.client.export("PB-01", part=part) for part in (1, 2, 3)]
        n = self.client.view("PB-01")["n"]
        file = self.archive()
        self.assertEqual(file, "sabot-archive-000001.db")
        self.deal("PB-01", DAYS[3])
        self.wait_until_swept(n * 2 // 3 + 1)
        self.assertEqual(self.client.export("PB-01", part=3), parts[2])
        reply = self.client.ask("log", table="PB-01", part=1)
        self.assertIn("archive", reply["error"]["text"])
        reply = self.client.ask("log", table="PB-01", load=2)
        self.assertIn("archive", reply["error"]["text"])
        # what moved is in the archive, to be read with any tool
        archived = self.count("count(*) FROM event " + OF_TABLE, self.state / "archive" / file)
        self.assertEqual(archived, n)
        self.assert_proven()
        before = self.derived()
        self.daemon.stop()
        self.start()
        self.assertEqual(self.derived(), before)
        self.assert_proven()

    def test_a_crowd_does_not_hold_it_up(self):
        """What a thread has found reaches the main loop, however busy that is."""
        self.start()
        self.deal("PB-01", DAYS[0])
        self.seal()
        crowd = Crowd(self.daemon)
        self.addCleanup(crowd.end)
        time.sleep(1)
        self.assertTrue(self.client.ok("archive", before="2100-01-01T00:00:00Z").get("file"))
        self.assertTrue(all(program.is_alive() for program in crowd.programs))

    def test_what_is_derived_does_not_depend_on_it(self):
        """An incident has its number, whatever part of the log it stands in."""
        self.start()
        for day in DAYS[:3]:
            self.say("PB-01", day, ev="load", decks=6)
            self.say("PB-01", day, ev="unload", left=7)
        self.archive()
        self.daemon.stop()
        self.start()
        self.say("PB-01", DAYS[3], ev="load", decks=6)
        lines = self.client.export("PB-01", part=4)
        ids = [line["id"] for line in audit(SABOTCTL, self.client.export("PB-01", part=3))
               if line["out"] == "incident"]
        shown = [i["id"] for i in self.client.ok("incidents", table="PB-01")["incidents"]]
        self.assertEqual((shown, ids), ([3], [3]))
        self.assertEqual(lines[0]["from"]["load"], 3)

    def test_limits_outlive_a_part(self):
        self.start()
        self.deal("PB-01", DAYS[0])
        self.say("PB-01", DAYS[0], ev="limits", min=2000, max=90000)
        self.deal("PB-01", DAYS[1])
        for _ in range(2):
            view = self.client.view("PB-01")
            self.assertEqual((view["min"], view["max"]), (2000, 90000))
            self.daemon.stop()
            self.start()
        self.assertEqual(self.client.export("PB-01", part=2)[2]["ev"], "limits")

    def test_the_house_log_goes_on(self):
        """What is open keeps its place, and tables theirs; then findings are numbered on."""
        self.start()
        self.client.ok("place", table="PB-02", x=80, y=160, by="Pia")
        self.say("PB-01", DAYS[0], ev="load", decks=6)
        self.client.ok("person_code", recover=True)
        self.assertTrue(self.archive())
        self.client.ok("person_code", recover=True)
        self.assertTrue(self.archive())
        self.daemon.stop()
        self.start()
        self.assertIn("finding", [line["ev"] for line in self.client.export("house")[1:4]])
        for incident in (1, 2):
            self.client.event("house", ev="ruling", incident=incident, remedy="let_stand", by="p")
        self.assertTrue(self.archive())
        self.assertTrue(self.archive())
        wait_for(lambda: self.client.export("house")[1]["ev"] == "carried", "the rows to go")
        self.daemon.stop()
        self.start()
        self.assertEqual(self.client.view("PB-02")["place"], {"x": 80, "y": 160})
        self.client.ok("person_code", recover=True)
        found = [i["id"] for i in self.client.ok("incidents")["incidents"]
                 if i["table"] == "house"]
        self.assertEqual(found, [3])
        header = self.client.export("house")[0]
        self.assertEqual(header["from"]["incident"], 2)
        self.seal()
        self.assert_proven()

    def test_backup_proof_and_list(self):
        self.start()
        for day in DAYS:
            self.deal("PB-01", day)
        file = self.archive()
        self.deal("PB-02", DAYS[3])
        self.seal()
        archive = self.state / "archive" / file
        backup = self.daemon.directory / "backup.db"
        status, out, err = run("backup", backup, "--state", self.state, "--key", self.key)
        self.assertEqual(status, 0, out + err)
        for name in ([], ["PB-01"], ["house"]):
            status, out, err = run("proof", *name, "--state", self.state)
            self.assertEqual(status, 0, err)
            proof = self.daemon.directory / "proof"
            proof.write_text(out)
            status, out, err = run("verify", proof, "--key", self.key)
            self.assertEqual(status, 0, out + err)
        for files in ([archive], [backup], [archive, backup], [archive, self.database]):
            status, out, err = run("verify", *files, "--key", self.key)
            self.assertEqual(status, 0, out + err)
        status, _, err = run("verify", backup, archive, "--key", self.key)
        self.assertEqual(status, 2)
        self.assertIn("a database comes last", err)
        self.assertIn(file, run("archive", "list", "--state", self.state)[1])
        self.assertEqual(run("proof", "--state", self.state)[0], 0)

    def found(self):
        self.daemon.wait_checked()
        return [(line["code"], line["detail"]) for line in self.client.export("house")
                if line.get("code") in ("log_replaced", "chain_broken")]

    def test_lost_or_swapped(self):
        """Each archive that the database names is looked for at the start; said once."""
        self.start()
        files = []
        for day in DAYS[:2]:
            self.deal("PB-01", day)
            files.append(self.state / "archive" / self.archive())
        self.assertEqual(self.daemon.stop(), 0)
        kept = [file.read_bytes() for file in files]
        found = []
        files[0].rename(files[0].with_suffix(".db.1795251331021335"))  # as a restore leaves it
        self.start()
        self.assertEqual(self.found(), found)
        self.assertEqual(self.daemon.stop(), 0)
        files[0].with_suffix(".db.1795251331021335").unlink()
        found.append(("chain_broken", {"why": "missing", "archive": 1, "file": files[0].name}))
        for _ in range(2):
            self.start()
            self.assertEqual(self.found(), found)
            self.assertEqual(self.daemon.stop(), 0)
        files[0].write_bytes(kept[0])
        files[1].write_bytes(kept[0])
        self.start()
        found.append(("chain_broken", {"why": "changed", "archive": 2, "file": files[1].name}))
        self.assertEqual(self.found(), found)

    def test_an_archive_knows_more(self):
        """The database and all notes are put back; what was archived since stays."""
        self.start()
        self.deal("PB-01", DAYS[0])
        self.say("PB-02", DAYS[0], ev="load", decks=6)
        self.seal()
        self.assertEqual(self.daemon.stop(), 0)
        kept = self.database.read_bytes()
        self.start()
        self.deal("PB-01", DAYS[1])
        file = self.archive()
        self.assertEqual(self.daemon.stop(), 0)
        self.database.write_bytes(kept)
        for folder in (self.state, self.daemon.directory / "spool"):
            (folder / "sabotd-progress.note").unlink()
        self.start()
        self.assertEqual(self.found(), [("log_replaced", {"why": "no_note"}),
                                        ("log_replaced", {"why": "archive", "file": file})])
        # What the archive has of the round is not in the log: nobody is accused of it.
        self.assertIn("log", [line.get("code") for line in self.client.export("PB-02")
                              if line.get("state") == "lost"])
        # Nor does a new house begin beside it.
        self.assertEqual(self.daemon.stop(), 0)
        self.database.unlink()
        for folder in (self.state, self.daemon.directory / "spool"):
            (folder / "sabotd-progress.note").unlink()
        self.daemon.launch()
        self.assertEqual(self.daemon.process.wait(60), 1)
        self.assertIn(f"{file} says that there was a house", self.daemon.read_log())

    def test_kept_checkpoint(self):
        """A checkpoint kept elsewhere is looked for where it is: in the archive."""
        self.start()
        self.deal("PB-01", DAYS[0])
        self.seal()
        kept = self.daemon.directory / "kept"
        kept.write_text(run("checkpoint", "--state", self.state)[1])
        self.deal("PB-01", DAYS[1])
        archive = self.state / "archive" / self.archive()
        options = ("--key", self.key, "--checkpoint", kept)
        status, _, err = run("verify", "--alone", self.database, *options)
        self.assertEqual(status, 2)
        self.assertIn("archive 1", err)
        self.daemon.stop()
        status, out, _ = run("verify", "--json", archive, self.database, *options)
        self.assertEqual(status, 0)
        # Those beside the database are found, and a bad one is not passed over.
        self.assertEqual(run("verify", "--json", self.database, *options)[1], out)
        kept_bytes = archive.read_bytes()
        archive.chmod(0o600)
        archive.write_bytes(kept_bytes[:-1] + bytes([kept_bytes[-1] ^ 1]))
        self.assertNotEqual(run("verify", self.database, *options)[0], 0)
        archive.write_bytes(kept_bytes)
        with sqlite3.connect(self.database) as db:
            (last,) = db.execute("SELECT max(seq) FROM event").fetchone()
            # What was kept of the part is in both files, and counted once.
            (again,) = db.execute("SELECT count(*) FROM event WHERE seq <="
                                  " (SELECT max(seq) FROM archive)").fetchone()
        db.close()
        self.assertGreater(again, 0)
        self.assertEqual(json.loads(out)["events"], last)

    def test_another_key_behind_an_archive(self):
        self.start()
        for day in DAYS[:2]:
            self.deal("PB-01", day)
        archive, before = self.state / "archive" / self.archive(), self.key
        self.daemon.stop()
        (self.state / "signing.key").rename(self.state / "lost.key")
        run("key", "create", "--state", self.state)
        self.start()
        self.assertNotEqual(self.key, before)
        self.seal()
        self.daemon.wait_checked()
        self.assertEqual([line for line in self.client.export("house")
                          if line.get("ev") == "finding"], [])
        status, out, _ = run("verify", "--key", before, "--key", self.key, archive, self.database)
        self.assertEqual(status, 0, out)
        status, out, _ = run("verify", "--json", "--alone", "--key", self.key, self.database)
        self.assertEqual((status, json.loads(out)["verdict"], json.loads(out)["archive"]),
                         (1, "signature", 1))

    def test_refused(self):
        self.start()
        reply = self.client.ask("archive")
        self.assertIn("before", reply["error"]["text"])
        reply = self.client.ask("archive", before="yesterday")
        self.assertIn("before", reply["error"]["text"])
        self.assertEqual(self.client.ok("archive", before="2000-01-01T00:00:00Z"), {})
        status, _, err = run("archive", "create", "--config", self.daemon.config)
        self.assertEqual(status, 2)

    def test_killed_while_tables_go_on(self):
        """At any moment: the chain holds, and nothing is in neither place."""
        self.start()
        for day in DAYS:
            self.deal("PB-01", day)
        for delay in (0.0, 0.005, 0.02, 0.05):
            self.deal("PB-02", DAYS[3])
            self.seal()
            self.client.send({"id": 0, "do": "archive", "before": "2100-01-01T00:00:00Z"})
            try:  # any moment will do: not a synchronisation
                self.daemon.process.wait(delay)
            except subprocess.TimeoutExpired:
                pass
            self.daemon.kill()
            self.start()
            self.assert_proven()
        self.archive()
        self.seal()
        self.assert_proven()


class Daily(Archive):
    after_days = "after_days = 0"

    def test_at_the_start(self):
        self.start()
        self.deal("PB-01", DAYS[0])
        self.deal("PB-01", DAYS[1])
        self.seal()
        self.daemon.stop()
        self.start()
        made = wait_for(lambda: [event for event in self.client.export("house")
                                 if event.get("ev") == "archive"], "an archive")
        self.assertEqual(made[0]["by"], "daily")
        file = self.state / "archive" / made[0]["file"]
        digest = subprocess.run(["sha256sum", file], capture_output=True, text=True).stdout
        self.assertEqual(digest.split()[0], made[0]["digest"])


class Offline(Archive):
    def test_killed_at_each_step(self):
        """Every event is in the database, or in an archive that is complete and proven."""
        self.start()
        for day in DAYS:
            self.deal("PB-01", day)
        self.seal()
        self.daemon.stop()
        events = self.count("count(*) FROM event")
        first = self.daemon.directory / "first"
        shutil.copytree(self.state, first)
        step, status = 0, -signal.SIGKILL
        while status == -signal.SIGKILL:
            step += 1
            shutil.rmtree(self.state)
            shutil.copytree(first, self.state)
            status, out, err = self.create(LD_PRELOAD=KILL_AT, KILL_AT=str(step))
            if status == -signal.SIGKILL:
                self.assert_nothing_lost(events)
                again, out, err = self.create()
                self.assertEqual(again, 0, out + err)
            self.assert_nothing_lost(events)
        self.assertEqual(status, 0, out + err)
        self.assertGreater(step, KILLS_MIN)
        self.assertEqual(self.count("min(n) FROM event " + OF_TABLE), 25)
        self.start()
        self.assertEqual(self.client.view("PB-01")["n"], 32)

    def create(self, **environment):
        return run("archive", "create", "--config", self.daemon.config, "--before",
                   "2100-01-01T00:00:00Z", **environment)

    def assert_nothing_lost(self, events):
        self.assert_proven()
        files = [self.database, *(self.state / "archive").glob("*.db")]
        there = set()
        for file in files:
            db = sqlite3.connect(file)
            there |= {seq for (seq,) in db.execute("SELECT seq FROM event")}
            db.close()
        self.assertLessEqual(set(range(1, events + 1)), there)


if __name__ == "__main__":
    unittest.main()
