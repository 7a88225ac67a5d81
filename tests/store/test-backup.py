#!/usr/bin/env python3
"""Keys, backups and restores by the real programs: a backup taken while a daemon writes is whole
and proven; nothing is ever written over; nothing is put under a running daemon."""

import base64
import json
import os
import pathlib
import re
import shutil
import sqlite3
import stat
import subprocess
import sys
import tempfile
import threading
import unittest

from fixture import Daemon, wait_for

SABOTD, SABOTCTL = sys.argv.pop(1), sys.argv.pop(1)
TABLES = "[table PB-01]\nrules = punto-banco-es\n"


def run(*command, **environment):
    command = [SABOTCTL, *map(str, command)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300,
                          env=os.environ | environment)
    return done.returncode, done.stdout, done.stderr


class Backup(unittest.TestCase):
    def setUp(self):
        self.daemon = Daemon(SABOTD, TABLES)
        self.addCleanup(self.daemon.close)
        self.directory = pathlib.Path(tempfile.mkdtemp(prefix="sabot-backup-"))
        self.addCleanup(shutil.rmtree, self.directory)
        self.state = self.daemon.directory / "state"
        self.file = self.directory / "backup.db"

    def start(self):
        self.client = self.daemon.start()
        self.client.event("PB-01", ev="load", decks=6)

    def create_key(self):
        status, key, err = run("key", "create", "--state", self.state, "--name", "casino.norte")
        self.assertEqual(status, 0, err)
        return key.strip()

    def verify(self, file, *options):
        return run("verify", file, *options)

    def test_key(self):
        key = self.create_key()
        path = self.state / "signing.key"
        self.assertEqual(stat.S_IMODE(path.stat().st_mode), 0o400)
        self.assertEqual(run("key", "show", "--state", self.state)[1].strip(), key)
        secret = path.read_bytes()
        status, out, err = run("key", "create", "--state", self.state)
        self.assertEqual((status, out), (2, ""))
        self.assertIn("File exists", err)
        self.assertEqual(path.read_bytes(), secret)

    def test_key_from_the_system(self):
        """A systemd credential comes before the file, whatever the mode it is shown with."""
        own = self.create_key()
        credentials = self.directory / "credentials"
        status, key, _ = run("key", "create", "--state", credentials)
        self.assertEqual(status, 0)
        (credentials / "signing.key").rename(credentials / "sabot-signing-key").chmod(0o440)
        environment = os.environ | {"CREDENTIALS_DIRECTORY": str(credentials)}
        done = subprocess.run([SABOTCTL, "key", "show", "--state", self.state], env=environment,
                              capture_output=True, text=True)
        self.assertEqual(done.stdout, key)
        self.assertNotEqual(key.strip(), own)

    def test_unsigned_without_a_key(self):
        self.start()
        self.assertIs(self.client.ok("status")["signed"], False)
        self.assertIn("sabotctl key create", self.daemon.read_log())
        self.daemon.stop()
        self.assertEqual(run("checkpoint", "--state", self.state)[0], 1)
        status, out, _ = self.verify(self.state / "sabot.db")
        self.assertEqual(status, 1)
        self.assertIn("chained, not proven", out)
        key = self.create_key()
        self.assertEqual(self.verify(self.state / "sabot.db", "--key", key)[0], 1)
        self.start()  # from now on all is signed, what was there before, too
        self.assertNotIn("signed", self.client.ok("status"))
        self.daemon.stop()
        self.assertEqual(self.verify(self.state / "sabot.db", "--key", key)[0], 0)

    def test_key_that_others_can_read(self):
        self.create_key()
        (self.state / "signing.key").chmod(0o444)
        self.start()
        self.assertIs(self.client.ok("status")["signed"], False)
        self.assertIn("others can read this key", self.daemon.read_log())

    def test_while_writing(self):
        key = self.create_key()
        self.start()
        wait_for(lambda: run("checkpoint", "--state", self.state)[0] == 0, "a checkpoint")
        note = {"ev": "correction", "round": 1, "amount": 0}
        writer = threading.Thread(target=self.client.pipeline, args=("PB-01", [note] * 3000))
        writer.start()
        sizes = []
        for i in range(3):
            file = self.directory / f"backup-{i}.db"
            status, _, err = run("backup", file, "--state", self.state, "--key", key)
            self.assertEqual(status, 0, err)
            with sqlite3.connect(file) as db:
                sizes.append(db.execute("SELECT count(*), max(seq) FROM event").fetchone())
            db.close()
        writer.join()
        for count, last in sizes:
            self.assertEqual(count, last)
        self.assertEqual(sizes, sorted(sizes))
        self.daemon.stop()
        self.assertEqual(self.verify(self.state / "sabot.db", "--key", key)[0], 0)

    def test_never_over_a_file(self):
        self.start()
        self.file.write_text("precious")
        status, _, err = run("backup", self.file, "--state", self.state)
        self.assertEqual(status, 2)
        self.assertIn("File exists", err)
        self.assertEqual(self.file.read_text(), "precious")

    def test_restore(self):
        key = self.create_key()
        self.start()
        self.client.event("PB-01", ev="card", card="AS")
        log = self.client.export("PB-01")
        self.daemon.stop()
        self.assertEqual(run("backup", self.file, "--state", self.state, "--key", key)[0], 0)
        status, _, err = run("restore", self.file, "--state", self.state)
        self.assertEqual(status, 2)
        self.assertIn("move it away first", err)
        for path in self.state.glob("sabot.db*"):
            path.unlink()
        status, _, err = run("restore", self.file, "--state", self.state, "--key", key)
        self.assertEqual(status, 0, err)
        self.client = self.daemon.start()
        self.assertEqual(self.client.export("PB-01"), log)
        self.client.event("PB-01", ev="card", card="2D")
        self.daemon.stop()
        self.assertEqual(self.verify(self.state / "sabot.db", "--key", key)[0], 0)

    def test_what_is_left_of_a_removed_database(self):
        """Its write-ahead log may have what no backup has: it is named, and not written over."""
        key = self.create_key()
        self.start()
        self.daemon.stop()
        self.assertEqual(run("backup", self.file, "--state", self.state, "--key", key)[0], 0)
        self.start()
        self.daemon.kill()
        (self.state / "sabot.db").unlink()
        log = self.state / "sabot.db-wal"
        content = log.read_bytes()
        for verb in (("restore", self.file), ("restore", "--new-house")):
            status, _, err = run(*verb, "--state", self.state)
            self.assertEqual(status, 2)
            self.assertIn(f"{log} is left of a database that was removed: move it away first", err)
        self.assertEqual(log.read_bytes(), content)
        log.rename(self.directory / "kept-wal")
        status, _, err = run("restore", self.file, "--state", self.state, "--key", key)
        self.assertEqual(status, 0, err)
        self.assertEqual(self.verify(self.state / "sabot.db", "--key", key)[0], 0)

    def test_whose_files_are_meant(self):
        """Never silently the usual directory's, where another daemon is named."""
        self.create_key()
        self.start()
        self.daemon.stop()
        elsewhere = {"SABOT_SOCKET": str(self.daemon.socket)}
        config = ("--config", str(self.daemon.config))
        copy = str(self.daemon.directory / "copy.db")
        for verb in (["checkpoint"], ["proof"], ["backup", copy], ["archive", "list"],
                     ["archive", "verify"]):
            with self.subTest(verb):
                status, _, err = run(*verb, **elsewhere)
                self.assertEqual(status, 2)
                self.assertIn("--state DIR", err)
                status, _, err = run(*verb, *config, **elsewhere)
                self.assertEqual(status, 0, err)
        status, _, err = run("checkpoint", "--config", "/nowhere/sabotd.conf")
        self.assertEqual(status, 2)
        self.assertIn("/nowhere/sabotd.conf", err)

    def test_lost_key(self):
        """Another key signs what comes after it; both together prove all."""
        lost = self.create_key()
        self.start()
        self.daemon.stop()
        (self.state / "signing.key").unlink()
        new = self.create_key()
        for _ in range(2):
            self.start()
            self.daemon.stop()
        database = self.state / "sabot.db"
        self.assertEqual(self.verify(database, "--key", lost, "--key", new)[0], 0)
        self.assertEqual([json.loads(line)["to"] for line in self.house_events("key")], [new])
        status, out, _ = self.verify(database, "--json", "--key", lost)
        self.assertEqual(status, 1)
        self.assertIn('"signature"', out)
        self.assertEqual(self.verify(database, "--json", "--key", new)[0], 1)
        self.assert_names_the_other_key(database, lost, new)

    def assert_names_the_other_key(self, database, lost, new):
        """One key alone accuses nobody: whose signature was not checked, and what to give."""
        for one, other in ((lost, new), (new, lost)):
            signer = "+".join(other.split("+")[:2])
            status, out, _ = self.verify(database, "--json", "--key", one)
            self.assertEqual((status, json.loads(out)["signer"]), (1, signer))
            status, out, _ = self.verify(database, "--key", one)
            self.assertEqual(status, 1)
            self.assertRegex(out, f"^NOT PROVEN: checkpoint [0-9]+ is signed with another key: "
                                  f"{re.escape(signer)}\n")
            self.assertIn("--key", out)
            self.assertNotIn("BROKEN", out)
            copy = self.directory / f"{signer}.db"
            status, _, err = run("backup", copy, "--state", self.state, "--key", one)
            self.assertEqual(status, 2)
            self.assertRegex(err, f"checkpoint [0-9]+ is signed with another key: "
                                  f"{re.escape(signer)}")
            self.assertNotIn("not as it was recorded", err)
            self.assertEqual(self.verify(copy, "--key", lost, "--key", new)[0], 0)

    def test_signed_by_somebody_else_under_this_name(self):
        """A signature that does not hold, with the given key's own name and id, is a break."""
        key = self.create_key()
        self.start()
        self.daemon.stop()
        database = self.state / "sabot.db"
        with sqlite3.connect(database) as db:
            note, = db.execute("SELECT note FROM checkpoint WHERE number = 1").fetchone()
            head, line = note.rstrip("\n").rsplit(" ", 1)
            signature = bytearray(base64.b64decode(line))
            signature[-1] ^= 1
            trigger, = db.execute("SELECT sql FROM sqlite_schema WHERE name ="
                                  " 'checkpoint_no_update'").fetchone()
            db.execute("DROP TRIGGER checkpoint_no_update")
            db.execute("UPDATE checkpoint SET note = ? WHERE number = 1",
                       [f"{head} {base64.b64encode(signature).decode()}\n"])
            db.execute(trigger)
        db.close()
        status, out, _ = self.verify(database, "--key", key)
        self.assertEqual(status, 1)
        self.assertRegex(out, "^BROKEN: checkpoint 1: ")

    def house_events(self, ev):
        db = sqlite3.connect(self.state / "sabot.db")
        try:
            return [line for line, in db.execute("SELECT line FROM event WHERE ev = ?", [ev])]
        finally:
            db.close()

    def test_another_machine_in_mid_round(self):
        """Backup, key and configuration on a spare: the same round goes on, in the same chain."""
        key = self.create_key()
        self.start()
        self.client.event("PB-01", ev="no_more_bets", boxes=[1])
        for card in ("AS", "7H", "9D"):
            self.client.event("PB-01", ev="card", card=card)
        wait_for(lambda: run("checkpoint", "--state", self.state)[0] == 0, "a checkpoint")
        kept = self.directory / "kept"
        kept.write_text(run("checkpoint", "--state", self.state)[1])
        log, view = self.client.export("PB-01"), self.client.view("PB-01")
        self.daemon.kill()
        status, _, err = run("backup", self.file, "--state", self.state, "--key", key)
        self.assertEqual(status, 0, err)
        spare = Daemon(SABOTD, TABLES)
        self.addCleanup(spare.close)
        state = spare.directory / "state"
        state.mkdir(mode=0o700)
        shutil.copy(self.state / "signing.key", state)
        status, _, err = run("restore", self.file, "--state", state, "--key", key)
        self.assertEqual(status, 0, err)
        client = spare.start()
        # No note on the spare says whether anything came after the backup: nothing did.
        *same, gap = client.export("PB-01")
        self.assertEqual((same, gap["state"], gap["code"]), (log, "lost", "log"))
        doubt = client.ok("incidents", table="PB-01", open=True)["incidents"][0]
        client.event("PB-01", ev="ruling", incident=doubt["id"], remedy="false_alarm")
        for key_of_view in ("punto", "banca", "prompt", "round"):
            self.assertEqual(client.view("PB-01")[key_of_view], view[key_of_view])
        client.event("PB-01", ev="card", card="2C")
        self.assertEqual(client.view("PB-01")["round"], view["round"])
        spare.stop()
        status, out, err = self.verify(state / "sabot.db", "--key", key, "--checkpoint", kept)
        self.assertEqual(status, 0, out + err)

    def test_not_under_a_daemon(self):
        self.start()
        self.assertEqual(run("backup", self.file, "--state", self.state)[0], 0)
        status, _, err = run("restore", self.file, "--state", self.state)
        self.assertEqual(status, 2)
        self.assertIn("another sabotd uses this directory", err)

    def test_bad_backup_is_not_restored(self):
        self.start()
        self.daemon.stop()
        self.assertEqual(run("backup", self.file, "--state", self.state)[0], 0)
        with sqlite3.connect(self.file) as db:
            db.execute("DROP TRIGGER event_no_update")
            db.execute("UPDATE event SET at_us = at_us + 1 WHERE seq = 1")
        db.close()
        empty = self.directory / "state"
        status, _, err = run("restore", self.file, "--state", empty)
        self.assertEqual(status, 2)
        self.assertIn("not as it was recorded", err)
        self.assertFalse((empty / "sabot.db").exists())

    def test_other_state_directories(self):
        status, out, err = run("backup", self.file, "--state", self.directory / "nowhere")
        self.assertEqual((status, out), (2, ""))
        self.assertTrue(err)
        self.assertFalse(self.file.exists())


if __name__ == "__main__":
    unittest.main()
