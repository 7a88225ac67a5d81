#!/usr/bin/env python3
"""The database is removed, replaced, rewound or cut short: seen at once, or at the next start.
What people do by the book, and what machines suffer, is no finding."""

import json
import os
import pathlib
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
import unittest

from fixture import Daemon, wait_for

SABOTD, SABOTCTL = sys.argv.pop(1), sys.argv.pop(1)
STOPS = int(sys.argv.pop(1)) if len(sys.argv) > 1 and sys.argv[1].isdigit() else 12
TABLES = """
create_key = yes
[table PB-01]
rules = punto-banco-es
[table PB-02]
rules = punto-banco-es
"""
FOUND = ("log_replaced", "log_restored", "chain_broken")


def run(*command):
    done = subprocess.run([SABOTCTL, *map(str, command)], capture_output=True, text=True,
                          timeout=300)
    return done.returncode, done.stdout + done.stderr


class Rewind(unittest.TestCase):
    tables = TABLES

    def setUp(self):
        self.daemon = Daemon(SABOTD, self.tables)
        self.addCleanup(self.daemon.close)
        self.state = self.daemon.directory / "state"
        self.database = self.state / "sabot.db"
        self.spool = self.daemon.directory / "spool"
        self.note = self.spool / "sabotd-progress.note"
        self.beside_the_key = self.state / self.note.name
        self.client = self.daemon.start()
        self.loads = 0
        self.play()

    def play(self, table="PB-01"):
        self.client.event(table, ev="load", decks=6)
        for card in ("AS", "2D"):
            self.client.event(table, ev="card", card=card)
        self.loads += 1

    def noted(self):
        """How far the note says that the logs were."""
        words = [line.split() for line in self.note.read_text().splitlines()]
        return {line[1]: int(line[2]) for line in words if line and line[0] == "log"}

    def wait_noted(self, n, table="PB-01"):
        wait_for(lambda: self.note.exists() and self.noted().get(table) == n, "the note")

    def start(self):
        self.client = self.daemon.start()
        self.daemon.wait_checked()

    def restart(self):
        self.assertEqual(self.daemon.stop(), 0)
        self.start()

    def findings(self):
        return [(line["code"], line["detail"]) for line in self.client.export("house")
                if line.get("code") in FOUND]

    def wait_finding(self, n=1):
        wait_for(lambda: len(self.findings()) >= n, "the finding")
        return self.findings()[-1]

    def cards(self, table="PB-01"):
        return [line["card"] for line in self.client.export(table) if line.get("ev") == "card"]

    def copy_database(self, name="copy"):
        copy = self.daemon.directory / name
        copy.mkdir()
        for path in self.state.glob("sabot.db*"):
            shutil.copy(path, copy)
        return copy

    def put_database(self, copy):
        self.remove_database()
        for path in copy.iterdir():
            shutil.copy(path, self.state)

    def remove_database(self):
        for path in self.state.glob("sabot.db*"):
            path.unlink()

    def launch_and_fail(self):
        self.daemon.launch()
        status = self.daemon.process.wait(60)
        return status, self.daemon.read_log()[self.daemon.begun_at:]

    # --- what nobody may do unseen ---

    def test_an_older_database_is_seen(self):
        self.assertEqual(self.daemon.stop(), 0)
        old = self.copy_database()
        self.start()
        self.play("PB-02")
        self.play()
        self.assertEqual(self.daemon.stop(), 0)
        noted = self.noted()
        self.assertEqual(noted["PB-01"], 6)
        self.put_database(old)
        index = self.database.with_suffix(".db.index")
        index.write_bytes(b"of events whose numbers come again")
        self.start()
        self.assertFalse(index.exists())
        code, detail = self.wait_finding()
        self.assertEqual((code, detail["why"]), ("log_replaced", "behind"))
        self.assertIn("PB-01 4-6", detail["logs"])
        self.assertIn("PB-02 1-3", detail["logs"])
        self.assertIn("house ", detail["logs"])
        self.assertGreater(detail["to"], detail["from"])
        incident = self.client.ok("incidents")["incidents"][0]
        self.assertEqual((incident["code"], incident["severity"]), ("log_replaced", "critical"))
        # It is said once, and the logs go on from there.
        self.play()
        self.restart()
        self.assertEqual(len(self.findings()), 1)

    def begin_branch(self, old):
        """The older database continues without a note; the note of the longer branch."""
        note = self.note.read_text()
        self.put_database(old)
        self.note.unlink()
        self.beside_the_key.unlink()
        self.start()
        return note

    def test_a_fork_is_seen(self):
        """Another daemon's log on a copy of the database, with the same key."""
        self.assertEqual(self.daemon.stop(), 0)
        old = self.copy_database()
        self.start()
        self.play()
        self.assertEqual(self.daemon.stop(), 0)
        note = self.begin_branch(old)
        self.assertEqual(self.wait_finding()[1], {"why": "no_note"})
        for _ in range(3):
            self.play()
        self.assertEqual(self.daemon.stop(), 0)
        self.note.write_text(note)
        self.start()
        code, detail = self.wait_finding(2)
        self.assertEqual((code, detail["why"]), ("log_replaced", "fork"))

    def test_the_shorter_branch_is_not_taken_for_an_older_state(self):
        """The note has only the last event of each log: that this file had another future is not
        to be known from it, and the finding says so."""
        self.assertEqual(self.daemon.stop(), 0)
        old = self.copy_database()
        for _ in range(5):
            self.start()
            self.play()
            self.assertEqual(self.daemon.stop(), 0)
        note = self.begin_branch(old)
        self.play()
        self.assertEqual(self.daemon.stop(), 0)
        self.note.write_text(note)
        self.start()
        code, detail = self.wait_finding(2)
        self.assertEqual((code, detail["why"]), ("log_replaced", "behind"))
        said = subprocess.run([SABOTCTL, "incidents", "--socket", self.daemon.socket],
                              capture_output=True, text=True, check=False).stdout
        self.assertIn("or it is an older one, or another branch of the log that is shorter", said)

    def test_an_older_database_without_the_spools_note(self):
        """The copy beside the key says what is missing; and without it, that it is not there."""
        self.assertEqual(self.daemon.stop(), 0)
        old = self.copy_database()
        self.start()
        self.play()
        self.assertEqual(self.daemon.stop(), 0)
        note = self.beside_the_key.read_text()
        self.assertEqual(note, self.note.read_text())
        self.put_database(old)
        self.note.unlink()
        self.start()
        code, detail = self.wait_finding()
        self.assertEqual((code, detail["why"]), ("log_replaced", "behind"))
        self.assertIn("PB-01 4-6", detail["logs"])
        self.assertEqual(self.daemon.stop(), 0)
        # An older note of the spool's own beside it hides nothing either.
        self.put_database(old)
        for noted in (self.note, self.beside_the_key):
            noted.unlink()
        self.start()
        self.assertEqual(self.wait_finding()[1], {"why": "no_note"})
        self.wait_noted(3)
        early = self.note.read_text()
        self.assertEqual(self.daemon.stop(), 0)
        self.put_database(old)
        self.note.write_text(early)
        self.beside_the_key.write_text(note)
        self.start()
        self.assertEqual(self.wait_finding()[1]["why"], "behind")

    def test_another_database_is_seen(self):
        self.assertEqual(self.daemon.stop(), 0)
        other = Daemon(SABOTD, TABLES)
        self.addCleanup(other.close)
        other.start()
        self.assertEqual(other.stop(), 0)
        self.remove_database()
        shutil.copy(other.directory / "state" / "sabot.db", self.database)
        self.client = self.daemon.start()
        self.assertIn("other", [one["why"] for _, one in wait_for(self.findings, "the finding")])

    def test_no_database_where_there_was_one(self):
        self.assertEqual(self.daemon.stop(), 0)
        kept = self.copy_database()
        for is_empty in (False, True):
            self.remove_database()
            if is_empty:
                self.database.touch()
            status, said = self.launch_and_fail()
            self.assertEqual(status, 1, said)
            self.assertIn("sabotctl restore", said)
            self.assertEqual(self.database.exists(), is_empty)
        # The note beside the key does, too, when the spool is gone.
        aside = self.daemon.directory / "spool-aside"
        self.spool.rename(aside)
        status, said = self.launch_and_fail()
        self.assertEqual(status, 1, said)
        self.assertIn(str(self.beside_the_key), said)
        aside.rename(self.spool)
        self.put_database(kept)
        self.start()
        self.assertEqual(self.findings(), [])
        self.assertEqual(self.cards(), ["AS", "2D"])

    def test_removed_while_running(self):
        self.wait_noted(3)
        kept = self.copy_database()
        self.spoil(self.remove_database)
        self.assertIn("removed, replaced or written to", self.daemon.read_log())
        self.assertEqual(self.launch_and_fail()[0], 1)
        # What was copied just before, and what the spool has, is all there was.
        self.put_database(kept)
        self.start()
        self.assertEqual(self.cards(), ["AS", "2D", "3S"])
        self.assertEqual(self.findings(), [("log_replaced", {"why": "removed"})])

    def test_replaced_while_running(self):
        """No event is acknowledged as saved in a file that is gone."""
        self.restart()
        self.play("PB-02")
        self.wait_noted(3, "PB-02")
        copy = self.copy_database()
        fresh = self.database.with_suffix(".new")
        shutil.copy(copy / "sabot.db", fresh)
        fresh.rename(self.database)
        self.client.event("PB-01", ev="card", card="3S")
        self.assertFalse(self.client.ok("status").get("saved", True))
        self.assertIn('3S', (self.spool / "sabotd-spool.ndjson").read_text())
        self.assertEqual(self.daemon.stop(), 1)
        # The other one lacks what was in the write-ahead log; the spool goes on behind that.
        for path in self.state.glob("sabot.db-*"):
            path.unlink()
        self.start()
        self.assertEqual({detail["why"] for _, detail in self.findings()}, {"removed", "behind"})
        self.assertEqual(self.cards()[-1], "3S")

    def test_the_write_ahead_log_removed_while_running(self):
        (self.state / "sabot.db-wal").unlink()
        self.client.event("PB-01", ev="card", card="3S")
        self.assertFalse(self.client.ok("status").get("saved", True))
        self.assertEqual(self.daemon.stop(), 1)
        self.start()
        self.assertEqual(self.cards(), ["AS", "2D", "3S"])

    def spoil(self, change):
        """Seen at once, also while nothing happens; what comes then is in the spool."""
        change()
        wait_for(lambda: not self.client.ok("status").get("saved", True), "that it is said")
        self.assertIs(self.client.view("PB-01")["saved"], False)
        noted = self.note.read_text()
        self.client.event("PB-01", ev="card", card="3S")
        self.assertEqual(self.note.read_text(), noted)
        self.assertIn('3S', (self.spool / "sabotd-spool.ndjson").read_text())
        codes = [one["code"] for one in self.client.ok("incidents")["incidents"]]
        self.assertIn("log_replaced", codes)
        self.assertEqual(self.daemon.stop(), 1)

    def test_the_write_ahead_log_cut_while_running(self):
        """Its name still leads to the same file. What was in it is named at the next start."""
        self.restart()
        self.play("PB-02")
        self.wait_noted(3, "PB-02")
        self.client.event("PB-02", ev="card", card="4S")
        time.sleep(0.8)  # then the next write is a checkpoint's
        self.spoil(lambda: os.truncate(self.state / "sabot.db-wal", 0))
        self.start()
        self.assertEqual({detail["why"] for _, detail in self.findings()}, {"removed", "behind"})
        self.assertEqual(self.cards()[-1], "3S")

    def test_a_reader_beside_it_changes_nothing(self):
        self.wait_noted(3)
        for card in ("3S", "4S"):
            reader = sqlite3.connect(self.database)
            self.assertGreater(reader.execute("SELECT count(*) FROM event").fetchone()[0], 3)
            reader.close()
            self.client.event("PB-01", ev="card", card=card)
            os.utime(self.database)
        self.assertIs(self.client.ok("status").get("saved", True), True)
        self.assertEqual(self.findings(), [])
        self.assertEqual(self.daemon.stop(), 0)

    def test_overwritten_while_running(self):
        self.wait_noted(3)
        copy = self.copy_database()
        self.restart()
        self.play("PB-02")
        self.spoil(lambda: shutil.copyfile(copy / "sabot.db", self.database))

    def test_back_in_its_place(self):
        """The same file again: what the spool has is taken in, and all is saved."""
        away = self.daemon.directory / "away"
        away.mkdir()
        for path in self.state.glob("sabot.db*"):
            path.rename(away / path.name)
        self.client.event("PB-01", ev="card", card="3S")
        self.assertFalse(self.client.ok("status").get("saved", True))
        for path in away.iterdir():
            path.rename(self.state / path.name)
        wait_for(lambda: self.client.ok("status").get("saved", True), "that it is saved")
        self.assertEqual(self.cards(), ["AS", "2D", "3S"])
        self.restart()
        self.assertEqual(self.cards(), ["AS", "2D", "3S"])
        self.assertEqual(self.findings(), [("log_replaced", {"why": "removed"})])

    def test_a_flipped_bit_in_the_write_ahead_log(self):
        for _ in range(4):
            self.play()
        self.wait_noted(15)
        self.daemon.kill()
        wal = self.state / "sabot.db-wal"
        content = bytearray(wal.read_bytes())
        content[len(content) // 2] ^= 1
        wal.write_bytes(content)
        self.start()
        code, detail = self.wait_finding()
        self.assertEqual((code, detail["why"]), ("log_replaced", "behind"))
        self.assertIn("PB-01", detail["logs"])
        self.play()
        (kept,) = self.state.glob("sabot.db-wal.*")
        self.assertEqual(kept.read_bytes(), content)

    def test_the_note_edited(self):
        self.assertEqual(self.daemon.stop(), 0)
        note = self.note.read_text()
        for changed in (note.replace("log PB-01 3", "log PB-01 2"), note.split("\n\n")[0] + "\n"):
            self.assertNotEqual(changed, note)
            self.note.write_text(changed)
            self.start()
            self.assertEqual(self.wait_finding()[1]["why"], "signature")
            self.assertEqual(self.daemon.stop(), 0)
        for garbage in (b"nonsense", b"\0" * 100, b"log " * 400000):
            n = len(self.spooled_findings())
            self.note.write_bytes(garbage)
            self.start()
            self.assertEqual(self.wait_finding(n + 1)[1]["why"], "note")
            self.assertEqual(self.daemon.stop(), 0)

    def spooled_findings(self):
        with sqlite3.connect(self.database) as db:
            lines = [json.loads(line) for (line,) in
                     db.execute("SELECT line FROM event WHERE ev = 'finding'")]
        db.close()
        return [line for line in lines if line["code"] in FOUND]

    # --- by the book ---

    def back_up(self, name="backup.db"):
        file = self.daemon.directory / name
        self.assertEqual(run("backup", file, "--state", self.state, "--key", self.key())[0], 0)
        return file

    def key(self):
        return run("key", "show", "--state", self.state)[1].strip()

    def test_restored_by_the_book(self):
        wait_for(lambda: run("checkpoint", "--state", self.state)[0] == 0, "a checkpoint")
        backup = self.back_up()
        self.play()
        self.assertEqual(self.daemon.stop(), 0)
        self.remove_database()
        done = run("restore", backup, "--state", self.state, "--key", self.key())
        self.assertEqual(done[0], 0, done)
        self.start()
        code, detail = self.wait_finding()
        self.assertEqual((code, detail["why"], detail["file"]),
                         ("log_restored", "backup", "backup.db"))
        self.assertIn("PB-01 4-6", detail["logs"])
        self.assertEqual(len(self.findings()), 1)
        self.wait_noted(4)
        wait_for(lambda: not (self.state / "restored.note").exists(), "the note of the restore")
        self.play()
        self.daemon.kill()
        self.start()
        self.assertEqual(len(self.findings()), 1)

    def test_restored_over_a_branch(self):
        """What a restore undoes is listed, too, where the backup has other events in its place."""
        wait_for(lambda: run("checkpoint", "--state", self.state)[0] == 0, "a checkpoint")
        early = self.back_up()
        self.play()
        self.play()
        late = self.back_up("late.db")
        for backup in early, late:
            self.assertEqual(self.daemon.stop(), 0)
            self.remove_database()
            done = run("restore", backup, "--state", self.state, "--key", self.key())
            self.assertEqual(done[0], 0, done)
            self.start()
            code, detail = self.wait_finding()
            self.assertEqual(code, "log_restored")
            self.play()
        self.assertRegex(detail["logs"], "PB-01 [?]-[0-9]+")

    def test_what_the_spool_has_of_a_database_that_is_lost(self):
        """Removed, dealt on, restored from an older backup: the spool is taken in behind it."""
        wait_for(lambda: run("checkpoint", "--state", self.state)[0] == 0, "a checkpoint")
        backup = self.back_up()
        self.play("PB-02")
        self.remove_database()
        self.client.event("PB-01", ev="card", card="3S")
        self.assertEqual(self.daemon.stop(), 1)
        done = run("restore", backup, "--state", self.state, "--key", self.key())
        self.assertEqual(done[0], 0, done)
        self.start()
        self.assertTrue(self.client.ok("status").get("saved", True))
        self.assertEqual(self.cards(), ["AS", "2D", "3S"])
        self.assertFalse((self.spool / "sabotd-spool.ndjson").exists())
        self.assertEqual([code for code, _ in self.findings()], ["log_replaced", "log_restored"])
        self.restart()
        self.assertEqual(self.cards(), ["AS", "2D", "3S"])
        self.assertEqual(len(self.findings()), 2)

    def test_a_spool_of_a_table_that_is_gone_is_kept(self):
        wait_for(lambda: run("checkpoint", "--state", self.state)[0] == 0, "a checkpoint")
        backup = self.back_up()
        self.play("PB-02")
        self.remove_database()
        self.client.event("PB-02", ev="card", card="3S")
        self.assertEqual(self.daemon.stop(), 1)
        done = run("restore", backup, "--state", self.state, "--key", self.key())
        self.assertEqual(done[0], 0, done)
        self.daemon.write_config(TABLES.replace("[table PB-02]\nrules = punto-banco-es\n", ""))
        self.start()
        self.assertTrue(self.client.ok("status").get("saved", True))
        (aside,) = self.spool.glob("sabotd-spool.ndjson.*")
        self.assertIn("3S", aside.read_text())

    def test_begun_anew_by_the_book(self):
        self.assertEqual(self.daemon.stop(), 0)
        self.assertEqual(run("restore", "--new-house", "--state", self.state)[0], 2)
        self.remove_database()
        self.assertEqual(self.launch_and_fail()[0], 1)
        self.assertEqual(run("restore", "--new-house", "--state", self.state)[0], 0)
        self.start()
        code, detail = self.wait_finding()
        self.assertEqual((code, detail["why"]), ("log_restored", "new"))
        wait_for(lambda: not (self.state / "restored.note").exists(), "the note")
        self.restart()
        self.assertEqual(len(self.findings()), 1)

    def test_another_key(self):
        self.assertEqual(self.daemon.stop(), 0)
        done = []
        for how in ("create", "create", "remove", "create"):
            done.append(how)
            (self.state / "signing.key").unlink(missing_ok=True)
            self.daemon.write_config(TABLES.replace("create_key = yes", "create_key = no"))
            if how == "create":
                self.assertEqual(run("key", "create", "--state", self.state)[0], 0)
            self.start()
            self.play()
            self.daemon.kill()
            self.start()
            self.assertEqual(self.findings(), [], how)
            # That nobody signs any more is said, once.
            lost = [line["detail"]["key"] for line in self.client.export("house")
                    if line.get("code") == "key_lost"]
            self.assertEqual(len(lost), 1 if "remove" in done else 0)
            self.assertEqual(self.daemon.stop(), 0)

    def test_another_spool(self):
        self.assertEqual(self.daemon.stop(), 0)
        shutil.rmtree(self.spool)
        self.start()
        self.play()
        self.restart()
        text = self.daemon.config.read_text()
        self.daemon.stop()
        self.daemon.config.write_text(text.replace("/spool", "/another"))
        self.start()
        self.play()
        self.daemon.stop()
        self.daemon.config.write_text(text)
        self.start()
        self.assertEqual(self.findings(), [("log_replaced", {"why": "no_note"})] * 2)
        self.assertEqual([line.get("progress") for line in self.client.export("house")
                          if line.get("ev") == "started"], [None, "none", None, "none", None])

    def test_another_spool_by_the_book(self):
        self.assertEqual(self.daemon.stop(), 0)
        shutil.rmtree(self.spool)
        self.assertEqual(run("restore", "--new-spool", "--state", self.state)[0], 0)
        self.start()
        self.assertEqual([(code, detail["why"]) for code, detail in self.findings()],
                         [("log_restored", "spool")])
        wait_for(lambda: not (self.state / "restored.note").exists(), "the note of the restore")
        self.restart()
        self.assertEqual(len(self.findings()), 1)
        # It excuses nothing else.
        self.assertEqual(self.daemon.stop(), 0)
        old = self.copy_database()
        self.start()
        self.play()
        self.assertEqual(self.daemon.stop(), 0)
        self.put_database(old)
        shutil.rmtree(self.spool)
        self.assertEqual(run("restore", "--new-spool", "--state", self.state)[0], 0)
        self.start()
        self.assertEqual(self.wait_finding(2)[1]["why"], "behind")

    # --- what machines suffer ---

    def test_kills_and_stops_are_no_finding(self):
        chance = random.Random(20261126)
        for i in range(STOPS):
            for _ in range(chance.randrange(4)):
                self.play(chance.choice(["PB-01", "PB-02"]))
            time.sleep(chance.random() * chance.choice((0.02, 1.5)))  # any moment will do
            if chance.random() < 0.7:
                self.daemon.kill()
            else:
                self.assertEqual(self.daemon.stop(), 0)
            for client in self.daemon.clients:
                client.close()
            self.daemon.clients.clear()
            self.client = self.daemon.start()
            self.assertEqual(self.findings(), [], f"stop {i}")
        self.daemon.wait_checked()
        self.assertEqual(self.findings(), [])

    def test_killed_after_a_restore(self):
        """Each start reports it again until the finding is saved and the note replaced."""
        wait_for(lambda: run("checkpoint", "--state", self.state)[0] == 0, "a checkpoint")
        backup = self.back_up()
        chance = random.Random(4)
        for _ in range(4):
            self.play()
            self.assertEqual(self.daemon.stop(), 0)
            self.remove_database()
            done = run("restore", backup, "--state", self.state, "--key", self.key())
            self.assertEqual(done[0], 0, done)
            for _ in range(2):
                self.daemon.launch()
                time.sleep(chance.random())  # any moment will do
                self.daemon.kill()
            self.client = self.daemon.start()
            self.wait_finding()
            self.assertEqual({code for code, _ in self.findings()}, {"log_restored"})


class Unsigned(Rewind):
    """Without a key the note is not signed; it is of use all the same."""

    tables = TABLES.replace("create_key = yes", "")
    test_a_fork_is_seen = test_another_database_is_seen = None
    test_the_shorter_branch_is_not_taken_for_an_older_state = None
    test_the_note_edited = test_restored_by_the_book = test_begun_anew_by_the_book = None
    test_restored_over_a_branch = None
    test_an_older_database_without_the_spools_note = test_another_spool_by_the_book = None
    test_another_key = test_another_spool = test_killed_after_a_restore = None
    test_what_the_spool_has_of_a_database_that_is_lost = None
    test_a_spool_of_a_table_that_is_gone_is_kept = None
    test_kills_and_stops_are_no_finding = test_back_in_its_place = None
    test_the_write_ahead_log_removed_while_running = test_replaced_while_running = None
    test_removed_while_running = test_a_flipped_bit_in_the_write_ahead_log = None


if __name__ == "__main__":
    unittest.main()
