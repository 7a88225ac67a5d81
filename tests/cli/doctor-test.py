#!/usr/bin/env python3
"""sabotctl doctor: an installation where nothing is wrong, then one fault after the other, each of
which it names and no other; and a bundle in which no secret of the house is.

usage: doctor-test.py SABOTD SABOTCTL
"""
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import unittest

from fixture import Daemon, wait_for

SABOTD, SABOTCTL = sys.argv[1:3]
TABLES = "create_key = yes\n[table PB-01]\nrules=punto-banco-es\n"


class Doctor(unittest.TestCase):
    def setUp(self):
        self.daemon = Daemon(SABOTD, TABLES)
        self.addCleanup(self.daemon.close)
        self.client = self.daemon.start()
        self.directory = pathlib.Path(self.daemon.directory)
        self.config = next(self.directory.glob("*.conf"))
        self.state = self.directory / "state"
        wait_for(lambda: (self.state / "signing.key").exists(), "the key")
        for place in ("state", "spool"):
            (self.directory / place).chmod(0o700)

    def examine(self, *options):
        done = subprocess.run([SABOTCTL, "doctor", "--config", self.config, "--socket",
                               self.daemon.socket, "--json", *options], capture_output=True,
                              text=True, timeout=120, env=dict(os.environ, LC_ALL="C.UTF-8"))
        lines = [json.loads(line) for line in done.stdout.splitlines()]
        wrong = [(line["area"], line["text"]) for line in lines if line["level"] == "wrong"]
        status = done.returncode
        if self.is_disk_full():  # the machine's own, which is no fault of what is tried here
            if self.config.exists():
                self.assertIn("disk", [area for area, _ in wrong])
            wrong = [found for found in wrong if found[0] != "disk"]
            status = status if wrong or status != 1 else 0
        return status, wrong, lines

    def is_disk_full(self):
        disk = os.statvfs(self.state)
        free_mib = disk.f_bavail * disk.f_frsize >> 20
        percent = disk.f_bavail * 100 // disk.f_blocks
        return free_mib < 512 or percent < 5 and free_mib < 10 * 1024

    def assert_wrong(self, area, words):
        status, wrong, _ = self.examine()
        self.assertEqual(status, 1)
        self.assertEqual([found for found, _ in wrong], [area], wrong)
        self.assertIn(words, wrong[0][1])

    def assert_well(self):
        status, wrong, lines = self.examine()
        self.assertEqual((status, wrong), (0, []))
        return {line["area"] for line in lines}

    def test_each_fault_is_named(self):
        self.assertEqual(self.assert_well(), {"configuration", "rights", "key", "disk", "clock",
                                              "mirror", "database", "persons", "archives",
                                              "software", "shoes", "daemon"})
        key = self.state / "signing.key"
        key.chmod(0o440)
        self.assert_wrong("key", f"others can read the key {key}")
        key.chmod(0o400)
        self.state.chmod(0o750)
        self.assert_wrong("rights", f"{self.state} can be read by others")
        self.state.chmod(0o700)
        text = self.config.read_text()
        self.config.write_text(text + "nonsense = 1\n")
        self.assert_wrong("configuration", "nonsense")
        self.config.write_text(text + "[device S]\ndriver=ref\n"
                               "transport=serial:/dev/there-is-none\n")
        found = {area: words for area, words in self.examine()[1]}
        self.assertIn("nothing is plugged in at /dev/there-is-none", found["shoes"])
        self.config.write_text(text)
        os.utime(self.state / "sabot.db", (2 ** 32, 2 ** 32))
        self.assert_wrong("clock", "behind the database's last change")
        os.utime(self.state / "sabot.db")
        left = self.state / "sabotd-progress.note.A1B2C3"
        left.touch()
        notes = [line["text"] for line in self.examine()[2] if line["area"] == "files"]
        self.assertRegex(notes[0], "left: 1;")
        left.unlink()
        self.daemon.stop()
        self.assert_wrong("daemon", "does not answer")
        key.rename(self.directory / "elsewhere")
        self.assertEqual({area for area, _ in self.examine()[1]}, {"key", "daemon"})
        shutil.move(self.directory / "elsewhere", key)
        self.config.unlink()
        self.assert_wrong("configuration", "sabotctl setup writes it")

    def create_admin(self, name, pin):
        at = ["--socket", self.daemon.socket]
        first = subprocess.run([SABOTCTL, "user", "first", *at], capture_output=True, text=True,
                               check=True)
        subprocess.run([SABOTCTL, "user", "create", name, "admin", "--code",
                        first.stdout.splitlines()[0], *at], input=pin + "\n", text=True,
                       capture_output=True, check=True)

    def test_no_secret_is_in_the_bundle(self):
        self.client.event("PB-01", ev="load", decks=6)
        self.client.event("PB-01", ev="card", card="7D")
        self.create_admin("Adalbert", "480217")
        # Four fields and the key; a "+" may be within the key.
        secrets = [(self.state / "signing.key").read_text().strip().split("+", 4)[4],
                   "Adalbert", "480217", "my password", '"7D"', "$argon2"]
        text, n_sites = re.subn("(?m)^site *=.*$", "# my password is secret\nsite = Adalbert",
                                self.config.read_text())
        self.assertEqual(n_sites, 1)
        self.config.write_text(text)
        bundle = self.directory / "bundle"
        status = self.examine("--bundle", bundle)[0]
        self.assertEqual(status, 0)
        self.assertEqual(bundle.stat().st_mode & 0o777, 0o600)
        text = bundle.read_text()
        for part in ("== doctor", "sha256 ", "sabot.db", "signing.key", "rules = punto-banco-es",
                     "site = (left out)", "== df -k"):
            self.assertIn(part, text)
        for secret in secrets:
            self.assertNotIn(secret, text)
        # Nothing is written over.
        self.assertEqual(self.examine("--bundle", bundle)[0], 2)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
