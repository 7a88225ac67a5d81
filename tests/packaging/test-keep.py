#!/usr/bin/env python3
"""What a house does regularly: encrypted backups, whole and by differences, come back as they were;
checkpoints lie elsewhere; a screen's program is started again. And alerts name what is measured.

usage: test-keep.py SABOTD SABOTCTL SABOT-KEEP SABOT-KIOSK SOURCE_DIR

Exit status 77, skipped, without age and zstd.
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time
import unittest

from fixture import Daemon, wait_for

SABOTD, SABOTCTL, KEEP, KIOSK, SOURCE = sys.argv[1:6]
TABLES = "[table PB-01]\nrules = punto-banco-es\n"
CARDS = 60


class Keep(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.daemon = Daemon(SABOTD, TABLES)
        cls.addClassCleanup(cls.daemon.close)
        cls.state = cls.daemon.directory / "state"
        made = subprocess.run([SABOTCTL, "key", "create", "--state", cls.state], check=True,
                              capture_output=True, text=True)
        cls.key = made.stdout.strip()
        cls.client = cls.daemon.start()
        cls.client.event("PB-01", ev="load", decks=6)
        wait_for(lambda: subprocess.run([SABOTCTL, "checkpoint", "--state", cls.state],
                                        capture_output=True, check=False).returncode == 0,
                 "the first checkpoint")
        cls.folder = pathlib.Path(tempfile.mkdtemp(prefix="sabot-keep-"))
        cls.addClassCleanup(shutil.rmtree, cls.folder)
        (cls.folder / "house.pub").write_text(cls.key + "\n")
        made = subprocess.run(["age-keygen", "-o", cls.folder / "identity"], check=True,
                              capture_output=True, text=True)
        (cls.folder / "recipients").write_text(re.search(r"age1\w+", made.stderr)[0] + "\n")

    def setUp(self):
        self.to = pathlib.Path(tempfile.mkdtemp(dir=self.folder))
        self.conf = self.to / "keep.conf"
        self.write_conf(f"BACKUP_TO={self.to}\nCHECKPOINT_TO={self.to}\n")
        shutil.rmtree(self.state / "backup", ignore_errors=True)

    def write_conf(self, text):
        self.conf.write_text(f"# ours\n{text}RECIPIENTS={self.folder}/recipients\n"
                             f"KEY={self.folder}/house.pub\nSTATE={self.state}\nWHOLE_EVERY=2\n")

    def keep(self, *words, status=0):
        done = subprocess.run(["sh", KEEP, *map(str, words)], capture_output=True, text=True,
                              check=False, stdin=subprocess.DEVNULL, timeout=100,
                              env={**os.environ, "SABOT_KEEP_CONF": str(self.conf),
                                   "SABOT_KEEP_SABOTCTL": SABOTCTL})
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        return done.stdout + done.stderr

    def deal(self, n_cards=CARDS):
        for _ in range(n_cards):
            self.client.event("PB-01", ev="card", card="5H")

    def count(self, database):
        done = subprocess.run([SABOTCTL, "verify", database, "--key", self.key, "--json"],
                              capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        return int(re.search(r'"events": ?(\d+)', done.stdout)[1])

    def backup(self):
        before = set(self.to.glob("*.age"))
        self.keep("backup")
        (made,) = set(self.to.glob("*.age")) - before
        time.sleep(1.1)  # names are by the second
        return made

    def test_backups_come_back(self):
        made, counts = [], []
        for _ in range(4):
            made.append(self.backup())
            counts.append(None)
            self.deal()
        kinds = ["whole" if path.name.endswith("whole.age") else "after" for path in made]
        self.assertEqual(kinds, ["whole", "after", "after", "whole"])
        self.assertLess(made[1].stat().st_size, made[0].stat().st_size / 2)
        for number, path in enumerate(made):
            out = self.to / f"out-{number}.db"
            self.keep("restore", self.folder / "identity", path, out)
            counts[number] = self.count(out)
            self.assertEqual(out.stat().st_mode & 0o077, 0)
            self.assertNotIn(b"sabot", path.read_bytes()[200:])  # age's own head is in clear
        self.assertTrue(all(later - sooner >= CARDS for sooner, later in zip(counts, counts[1:])),
                        counts)
        self.assertEqual([path.name for path in self.to.glob("*.part")], [])
        self.assertEqual(sorted(path.name for path in (self.state / "backup").iterdir()),
                         ["base", "base.db", "lock"])
        self.what_does_not_come_back(made)

    def what_does_not_come_back(self, made):
        """With another identity, one byte changed, over a file that is there, without its whole."""
        other = self.to / "other"
        subprocess.run(["age-keygen", "-o", other], check=True, capture_output=True)
        out = self.to / "none.db"
        self.keep("restore", other, made[0], out, status=1)
        bytes_ = bytearray(made[0].read_bytes())
        bytes_[-100] ^= 1
        broken = self.to / "sabot-x.whole.age"
        broken.write_bytes(bytes_)
        self.keep("restore", self.folder / "identity", broken, out, status=1)
        self.keep("restore", self.folder / "identity", made[0], self.to / "out-0.db", status=1)
        made[0].rename(self.to / "away")
        self.assertNotEqual(subprocess.run(
            ["sh", KEEP, "restore", self.folder / "identity", made[1], out],
            capture_output=True, check=False).returncode, 0)
        self.assertFalse(out.exists())

    def test_proof_and_checkpoint(self):
        self.deal(2)
        self.assertIn("proven", self.keep("verify"))
        self.keep("checkpoint")
        (first,) = self.to.glob("checkpoint-*.note")
        self.keep("checkpoint")  # it is there
        self.deal(2)

        def another():
            self.keep("checkpoint")
            return len(list(self.to.glob("checkpoint-*.note"))) == 2
        wait_for(another, "another checkpoint")
        done = subprocess.run([SABOTCTL, "verify", self.state / "sabot.db", "--key", self.key,
                               "--checkpoint", first], capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def test_what_is_refused(self):
        for text, why in (("BACKUP_TO=here\n", "not understood"), ("ODD=/x\n", "not understood"),
                          ("", "names no BACKUP_TO"), ("BACKUP_TO=/nowhere/at/all\n", "not there"),
                          ("BACKUP_TO=$(touch x)\n", "not understood")):
            self.write_conf(text)
            self.assertIn(why, self.keep("backup", status=1))
        self.conf.unlink()
        self.assertIn("docs/keep.md", self.keep("verify", status=1))
        self.keep("odd", status=2)
        self.keep(status=2)


class Kiosk(unittest.TestCase):
    def setUp(self):
        place = tempfile.TemporaryDirectory()
        self.addCleanup(place.cleanup)
        self.folder = pathlib.Path(place.name)
        self.program = self.folder / "program"
        self.program.write_text(f'#!/bin/sh\necho "$@" >>{self.folder}/started\n')
        self.program.chmod(0o755)

    def begin(self, which):
        kiosk = subprocess.Popen(["sh", KIOSK, which], stderr=subprocess.DEVNULL,
                                 env={**os.environ, "SABOT_KIOSK_DIR": str(self.folder),
                                      "SABOT_KIOSK_PROGRAM": str(self.program),
                                      "SABOT_KIOSK_PAUSE": "0.2"})
        self.addCleanup(kiosk.wait)
        self.addCleanup(kiosk.terminate)
        return kiosk

    def test_started_again_with_its_options(self):
        (self.folder / "kiosk-board").write_text("# the wall\n--table=PB-01\n\n--look=dark $(id)\n")
        kiosk = self.begin("board")
        started = self.folder / "started"
        wait_for(lambda: started.exists() and len(started.read_text().splitlines()) >= 3,
                 "three starts")
        kiosk.terminate()
        self.assertEqual(kiosk.wait(20), 0)
        self.assertEqual(set(started.read_text().splitlines()),
                         {"--fullscreen --table=PB-01 --look=dark $(id)"})

    def test_what_is_refused(self):
        (self.folder / "kiosk-dealer").write_text("rm -rf /\n")
        for which in ("dealer", "odd"):
            kiosk = self.begin(which)
            self.assertEqual(kiosk.wait(20), 2)
            self.assertFalse((self.folder / "started").exists())


class Alerts(unittest.TestCase):
    def test_each_names_what_is_measured(self):
        rules = (pathlib.Path(SOURCE) / "packaging/prometheus/sabot.rules.yml").read_text()
        page = (pathlib.Path(SOURCE) / "docs/daemon.md").read_text()
        known = set(re.findall(r"`(sabot_\w+)`", page))
        named = re.findall(r"sabot_\w+", "\n".join(re.findall(r"expr: (.*)", rules)))
        self.assertGreater(len(named), 10)
        for name in named:
            self.assertIn(re.sub(r"_bucket$", "", name), known)
        self.assertEqual(len(re.findall(r"- alert: (\w+)", rules)),
                         len(set(re.findall(r"- alert: (\w+)", rules))))


if __name__ == "__main__":
    if not all(map(shutil.which, ("age", "age-keygen", "zstd"))):
        sys.exit(77)
    unittest.main(argv=sys.argv[:1])
