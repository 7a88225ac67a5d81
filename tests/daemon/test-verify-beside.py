#!/usr/bin/env python3
"""Somebody verifies a house's database while its daemon makes an archive: that
proves it, though the archives that were listed and what is read then are not of one moment.

usage: test-verify-beside.py SABOTD SABOTCTL
"""
import datetime
import subprocess
import sys
import threading
import unittest

from fixture import Daemon, wait_for

SABOTD, SABOTCTL = sys.argv.pop(1), sys.argv.pop(1)
TABLES = """create_key = yes
client_time = date
[archive]
[table PB-01]
rules = punto-banco-es
"""
ARCHIVES, LOADS = 12, 150


class VerifyBeside(unittest.TestCase):
    def test_while_archives_are_made(self):
        daemon = Daemon(SABOTD, TABLES)
        self.addCleanup(daemon.close)
        client = daemon.start()
        state = daemon.directory / "state"
        key = subprocess.run([SABOTCTL, "key", "show", "--state", state], check=True,
                             capture_output=True, text=True).stdout.strip()
        said, is_over = [], threading.Event()

        def verify():
            while not is_over.is_set():
                done = subprocess.run([SABOTCTL, "verify", state / "sabot.db", "--key", key],
                                      capture_output=True, text=True, timeout=120)
                said.append((done.returncode, done.stdout if done.returncode else ""))

        readers = [threading.Thread(target=verify) for _ in range(2)]
        self.day = datetime.date(2020, 1, 1)
        self.archive(client)
        for reader in readers:
            reader.start()
        try:
            for _ in range(ARCHIVES):
                self.archive(client)
        finally:
            is_over.set()
            for reader in readers:
                reader.join()
        self.assertEqual(set(said), {(0, "")})

    def archive(self, client):
        self.day += datetime.timedelta(days=8)
        at = f"{self.day}T20:00:00Z"
        events = [{"ev": "load", "decks": 6, "at": at}, {"ev": "unload", "at": at}]
        for reply in client.pipeline("PB-01", events * LOADS):
            self.assertIn("ok", reply)
        client.pushes.clear()
        wait_for(lambda: "file" in client.ok("archive", before="2100-01-01T00:00:00Z"),
                 "a checkpoint to archive up to")


if __name__ == "__main__":
    unittest.main()
