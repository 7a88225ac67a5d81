#!/usr/bin/env python3
"""Killed at whatever step: a backup, a case file, a report, a table's file, a certificate has its
name only when it is whole, and a signing key only when the note that it follows another is there,
too. The next run goes on from what is left. What has its name is on the disk, and its name, too.

usage: test-whole-files.py SABOTD SABOTCTL KILL_AT_LIBRARY
"""
import os
import re
import shutil
import signal
import subprocess
import sys
import unittest

from fixture import Daemon, wait_for

SABOTD, SABOTCTL, KILL_AT = sys.argv.pop(1), sys.argv.pop(1), sys.argv.pop(1)
TABLES = """
create_key = yes
[table PB-01]
rules = punto-banco-es
"""
STEPS_MIN, STEPS_MAX = 3, 60


def run(*command, **environment):
    done = subprocess.run([SABOTCTL, *map(str, command)], capture_output=True, text=True,
                          timeout=300, env=os.environ | environment)
    return done.returncode, done.stdout, done.stderr


class WholeFiles(unittest.TestCase):
    def setUp(self):
        self.daemon = Daemon(SABOTD, TABLES)
        self.addCleanup(self.daemon.close)
        self.state, self.spool = (self.daemon.directory / name for name in ("state", "spool"))
        client = self.daemon.start()
        client.event("PB-01", ev="load", decks=6)
        self.daemon.stop()
        self.key = run("key", "show", "--state", self.state)[1].strip()

    def deal(self):
        """A round, and what is looked up in it."""
        client = self.daemon.start()
        client.event("PB-01", ev="bet", box=1, on="punto", amount=1000)
        client.event("PB-01", ev="no_more_bets", boxes=[1])
        for card in ("3S", "7H", "9D", "2C", "4H", "5H"):
            client.event("PB-01", ev="card", card=card)
        client.event("PB-01", ev="unload", left=306)
        self.daemon.stop()
        out = self.daemon.directory / "kept"
        out.mkdir()
        return out

    def steps(self, *command, least=STEPS_MIN):
        """Run it, killed at its first step, its second, …, until one run comes through. The paths
        of what that one has synced are in `synced` then."""
        log = self.daemon.directory / "synced"
        for step in range(1, STEPS_MAX):
            log.write_text("")
            status, out, err = run(*command, LD_PRELOAD=KILL_AT, KILL_AT=str(step),
                                   KILL_LOG=str(log))
            if status == 0:
                self.assertGreater(step, least)
                self.synced = log.read_text().splitlines()
                return
            self.assertEqual(status, -signal.SIGKILL, err)
            yield step
        self.fail("it never ends")

    def test_backup(self):
        file = self.daemon.directory / "kept.db"
        command = ("backup", file, "--state", self.state, "--key", self.key)
        for _ in self.steps(*command):
            if file.exists():
                status, out, err = run("verify", file, "--key", self.key)
                self.assertEqual(status, 0, out + err)
                file.unlink()
        self.assertEqual([path.name for path in file.parent.glob("kept*")], ["kept.db"])
        self.assert_named(file)

    def assert_named(self, file):
        """The last that was synced is the directory that has the name."""
        self.assertEqual(self.synced[-1], str(file.parent))
        self.assertTrue(any(path.startswith(str(file)) for path in self.synced[:-1]), self.synced)

    def assert_whole(self, file, least, *command):
        """Where it has its name it is as the whole run makes it."""
        whole = None
        for step in self.steps(*command, least=least):
            if file.exists():
                found = file.read_bytes()
                self.assertIn(whole, (None, found), step)
                whole = found
                file.unlink()
        self.assertIn(whole, (None, file.read_bytes()))
        self.assert_named(file)

    def test_report(self):
        out = self.deal()
        self.assert_whole(out / "report.csv", 2, "report", "exceptions", self.state / "sabot.db",
                          "--fresh", "--format", "csv", "--out", out / "report.csv")

    def test_index(self):
        """One that was being made is no hindrance."""
        self.deal()
        command = ("log", self.state / "sabot.db", "--table", "PB-01")
        index = self.state / "sabot.db.index"
        whole = run(*command)
        self.assertIn("PB-01", whole[1])
        index.unlink()
        for step in self.steps(*command, least=5):
            self.assertEqual(run(*command), whole, step)
            index.unlink()

    def test_case(self):
        out = self.deal()
        file = out / "a.case"
        run("log", self.state / "sabot.db")
        for _ in self.steps("case", "create", self.state / "sabot.db", "--table", "PB-01",
                            "--round", "1", "--out", file):
            if file.exists():
                self.assertEqual(run("case", "show", file)[0], 0)
                file.unlink()
        self.assert_named(file)
        self.assertEqual(run("case", "show", file)[0], 0)
        for _ in self.steps("case", "extract", file, "--out", out / "pieces"):
            for piece in (out / "pieces").iterdir():
                piece.unlink()
        for piece in (out / "pieces").iterdir():
            self.assertTrue(piece.name.count(".") > 1 or piece.read_bytes(), piece)
        self.assertEqual(self.synced[-1], str(out / "pieces"))

    def test_certificate(self):
        out = self.daemon.directory / "kept"
        out.mkdir()
        for _ in self.steps("cert", "create", "--state", out, "--name", "pit", least=6):
            for file in out.glob("*.key"):
                self.assertIn("END", file.read_text())
            for file in out.iterdir():
                if not file.name.endswith(".part"):
                    file.unlink()
        self.assertEqual(sorted(file.suffix for file in out.iterdir()), [".crt", ".key"])

    def test_table(self):
        """Given away or not, the file is to be had; what is given away is on the disk before."""
        out = self.daemon.directory / "kept"
        out.mkdir()
        file = out / "PB-01.table"
        for step in self.steps("table", "export", self.state / "sabot.db", "--table", "PB-01",
                               "--out", file, "--spool", self.spool):
            if file.exists():
                self.assertEqual(run("verify", file, "--key", self.key)[0], 0, step)
                file.unlink()
        self.assert_named(file)
        self.assertEqual(run("verify", file, "--key", self.key)[0], 0)

    def test_table_by_the_daemon(self):
        log = self.daemon.directory / "synced"
        out = self.daemon.directory / "kept"
        out.mkdir()
        file = out / "PB-01.table"
        self.daemon.environment |= {"LD_PRELOAD": KILL_AT, "KILL_LOG": str(log)}
        client = self.daemon.start()
        client.ok("give", table="PB-01", file=str(file))
        self.synced = [path for path in log.read_text().splitlines() if str(out) in path]
        self.assert_named(file)
        # As it was made, to be proven; and once more, with its last name.
        self.assertEqual(self.synced.count(str(out)), 2)
        self.assertEqual(run("verify", file, "--key", self.key)[0], 0)

    def test_key(self):
        key, note = self.state / "signing.key", self.state / "signing.note"
        key.rename(self.state / "old.key")
        kept = self.daemon.directory / "kept"
        shutil.copytree(self.state, kept)
        kept_spool = self.daemon.directory / "kept-spool"
        shutil.copytree(self.spool, kept_spool)
        for step in self.steps("key", "create", "--state", self.state):
            if not key.exists():
                status, _, err = run("key", "create", "--state", self.state)
                self.assertEqual(status, 0, (step, err))
            self.assertIn(f"\nfrom {self.key}\n", note.read_text(), step)
            client = self.daemon.start()
            wait_for(lambda: any(line["ev"] == "key" and "note" in line
                                 for line in client.export("house")[1:]), "the other key")
            self.daemon.wait_checked()
            self.assertEqual(client.ok("incidents")["incidents"], [], step)
            self.daemon.stop()
            # What the kill left half written is gone, too, if its name shows that nobody gave it.
            self.assertEqual([path.name for path in self.state.iterdir()
                              if re.search(r"[.](?=.*[A-Z])(?=.*[0-9])[A-Z0-9]{6}$", path.name)],
                             [], step)
            # What was signed by a key that is gone is gone with it.
            for folder, copy in ((self.state, kept), (self.spool, kept_spool)):
                shutil.rmtree(folder)
                shutil.copytree(copy, folder)


if __name__ == "__main__":
    unittest.main()
