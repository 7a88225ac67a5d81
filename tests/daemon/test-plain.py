#!/usr/bin/env python3
"""What others write reaches a terminal as text: no escape code, no line of its own, no turned
direction, wherever `sabotctl` prints it.

usage: test-plain.py SABOTD SABOTCTL
"""
import contextlib
import os
import pty
import subprocess
import sys
import unittest

from fixture import Daemon

SABOTD, SABOTCTL = sys.argv.pop(1), sys.argv.pop(1)
TABLES = """
[table PB-01]
rules = punto-banco-es
"""
EVIL = "red\x1b[31m\n12:00:00  PB-02  9\rnine\u202eabc\u2066\x9b2J\u2028end"
SHOWN = r"red\x1b[31m\n12:00:00  PB-02  9\rnine\u202eabc\u2066\x9b2J\u2028end"
FORBIDDEN = "\x1b\r\u202e\u2066\x9b\u2028"


class Plain(unittest.TestCase):
    def setUp(self):
        self.daemon = Daemon(SABOTD, TABLES)
        self.addCleanup(self.daemon.close)
        self.client = self.daemon.start()
        self.database = self.daemon.directory / "state/sabot.db"

    def run_it(self, *command):
        done = subprocess.run([SABOTCTL, *map(str, command)], capture_output=True, check=False,
                              timeout=60)
        return done.stdout.decode(), done.stderr.decode()

    def assert_plain(self, text, is_shown=True):
        for character in FORBIDDEN:
            self.assertNotIn(character, text)
        self.assertNotIn("\n12:00:00  PB-02", text)
        if is_shown:
            self.assertIn(SHOWN, text)

    def deal(self):
        self.client.event("PB-01", ev="load", decks=6)
        self.client.event("PB-01", ev="bet", box=1, on="punto", amount=1000)
        self.client.event("PB-01", ev="no_more_bets", boxes=[1])
        for card in ("3S", "7H", "9D", "2C", "4H"):
            self.client.event("PB-01", ev="card", card=card, src="manual")
        self.client.event("PB-01", ev="correction", round=1, amount=5, note=EVIL, by=EVIL)

    def test_watch(self):
        watch = subprocess.Popen([SABOTCTL, "watch", "--socket", self.daemon.socket],
                                 stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.addCleanup(watch.stdout.close)
        self.addCleanup(watch.stderr.close)
        watch.stderr.readline()  # it is connected
        self.deal()
        self.client.event("PB-01", ev="call")
        said = ""
        while "  call" not in said:
            said += watch.stdout.readline().decode()
        watch.terminate()
        watch.wait()
        self.assert_plain(said)

    def test_log_on_a_terminal(self):
        self.deal()
        self.client.event("PB-01", ev="unload", left=400)
        master, terminal = pty.openpty()
        self.addCleanup(os.close, master)
        command = [SABOTCTL, "log", "PB-01", "--socket", self.daemon.socket]
        subprocess.run(command, stdout=terminal, check=True, timeout=60)
        os.close(terminal)
        said = b""
        with contextlib.suppress(OSError):  # the end of a terminal
            while more := os.read(master, 4096):
                said += more
        # A program that reads it has it as it was written.
        told, _ = self.run_it("log", "PB-01", "--socket", self.daemon.socket)
        self.assertIn("\x9b", told)
        self.assertIn("ev", said.decode())
        self.assertIn(r"\u202e", said.decode())
        self.assert_plain(said.decode().replace("\r\n", "\n"), False)

    def test_story(self):
        self.deal()
        self.client.event("PB-01", ev="unload", left=400)
        self.daemon.stop()
        out, err = self.run_it("log", self.database, "--table", "PB-01", "--round", "1",
                               "--story")
        self.assert_plain(out)
        self.assert_plain(err, False)

    def test_reports(self):
        self.deal()
        self.daemon.stop()
        for name in ("exceptions", "user-activity", "coups", "surveillance"):
            out, err = self.run_it("report", name, self.database, "--fresh")
            self.assert_plain(out + err, False)

    def test_errors_that_repeat_what_was_typed(self):
        for command in ((EVIL,), ("log", EVIL), ("report", EVIL, self.database),
                        ("verify", EVIL), ("profile", "show", EVIL)):
            _, err = self.run_it(*command)
            self.assertTrue(err)
            for character in FORBIDDEN:
                self.assertNotIn(character, err)


if __name__ == "__main__":
    unittest.main()
