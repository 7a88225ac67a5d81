#!/usr/bin/env python3
"""The signing key in a TPM: of use on its own machine only, and a counter beside it that sees a
database put back together with everything beside it. Kills, restores by the book, another key and
a new counter accuse nobody. The TPM is swtpm's.

usage: test-tpm.py SABOTD SABOTCTL VERIFY_LOG
"""
import contextlib
import os
import re
import shutil
import sqlite3
import subprocess
import sys
import time
import unittest

from fixture import Daemon, wait_for
from tpm import NOBODY_FOUND, Tpm, is_here

SABOTD, SABOTCTL, VERIFY_LOG = sys.argv.pop(1), sys.argv.pop(1), sys.argv.pop(1)
TABLES = """client_time = date
[archive]
[table PB-01]
rules = punto-banco-es
"""
CRITICAL = ("log_replaced", "chain_broken", "store_down", "log_restored")


class InATpm(unittest.TestCase):
    def setUp(self):
        self.daemon = Daemon(SABOTD, TABLES)
        self.addCleanup(self.daemon.close)
        self.state, self.spool = (self.daemon.directory / name for name in ("state", "spool"))
        self.tpm = self.new_tpm("tpm")
        self.use(self.tpm)

    def new_tpm(self, name):
        tpm = Tpm(self.daemon.directory / name)
        self.addCleanup(tpm.close)
        return tpm

    def use(self, tpm):
        self.environment = {"SABOT_TPM": tpm.name, "TSS2_LOG": "all+none"}
        self.daemon.environment |= self.environment

    def run_it(self, *command):
        done = subprocess.run([SABOTCTL, *map(str, command)], capture_output=True, text=True,
                              timeout=120, env=os.environ | self.environment)
        return done.returncode, done.stdout + done.stderr

    def must(self, *command):
        status, out = self.run_it(*command)
        self.assertEqual(status, 0, (command, out))
        return out

    def create(self, *more):
        self.key = self.must("key", "create", "--state", self.state, "--tpm", *more).strip()

    def start(self):
        for client in self.daemon.clients:
            client.close()
        self.daemon.clients.clear()
        self.client = self.daemon.start()

    def deal(self, n=1):
        for _ in range(n):
            self.client.event("PB-01", ev="load", decks=6)

    def notes(self):
        with contextlib.closing(sqlite3.connect(f"file:{self.state}/sabot.db?mode=ro",
                                                uri=True)) as db:
            return [note for note, in db.execute("SELECT note FROM checkpoint ORDER BY number")]

    def wait_sealed(self):
        last = self.client.ok("status")["seq"]
        wait_for(lambda: any(int(re.search(r"\nseq (\d+)\n", note)[1]) >= last
                             for note in self.notes()), "a checkpoint")

    def counters(self):
        return [int(found[1]) for found in
                (re.search(r"\ncounter (\d+)\n", note) for note in self.notes()) if found]

    def run_once(self):
        """A run with something in it."""
        self.start()
        self.deal()
        self.wait_sealed()
        self.assertEqual(self.daemon.stop(), 0)

    def found(self):
        return [(line["code"], line.get("detail")) for line in self.client.export("house")
                if line.get("code") in CRITICAL]

    def started(self):
        return [line for line in self.client.export("house") if line.get("ev") == "started"][-1]

    def keep(self):
        """All that the daemon has on any disk."""
        kept = self.daemon.directory / f"kept-{time.monotonic_ns()}"
        for folder in (self.state, self.spool):
            shutil.copytree(folder, kept / folder.name)
        return kept

    def put_back(self, kept):
        for folder in (self.state, self.spool):
            shutil.rmtree(folder)
            shutil.copytree(kept / folder.name, folder)

    def test_it_signs(self):
        self.create()
        text = (self.state / "signing.key").read_text()
        self.assertTrue(text.startswith("TPM+KEY+sabot+"), text)
        self.assertEqual((self.state / "signing.key").stat().st_mode & 0o777, 0o400)
        self.assertEqual(self.must("key", "show", "--state", self.state).strip(), self.key)
        for _ in range(3):
            self.run_once()
        self.must("verify", self.state / "sabot.db", "--key", self.key)
        done = subprocess.run([sys.executable, VERIFY_LOG, self.state / "sabot.db", "--key",
                               self.key], capture_output=True, text=True, timeout=120)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        counters = self.counters()
        self.assertEqual(len(set(counters)), 3, counters)
        self.assertEqual(counters, sorted(counters))
        index = self.tpm.tool("tpm2_getcap", "handles-nv-index").split()[-1]
        count = self.tpm.tool("tpm2_nvread", "-C", "o", index).encode("latin1", "replace")
        self.assertTrue(count)
        self.start()
        self.assertNotIn("counter", self.started())
        self.assertEqual(self.found(), [])

    def test_put_back_with_everything_beside_it(self):
        self.create()
        self.run_once()
        kept = self.keep()
        last = self.counters()[-1]
        self.run_once()
        count = self.counters()[-1]
        self.put_back(kept)
        self.start()
        detail = {"why": "counter", "counter": count, "checkpoint_counter": last}
        self.assertEqual(self.found(), [("log_replaced", detail)])
        for _ in range(2):  # nor is it a new one for runs that end before a checkpoint
            self.daemon.kill()
            self.start()
            self.assertEqual(len(self.found()), 1)
        self.deal()
        self.wait_sealed()
        self.daemon.stop()
        # Once is enough.
        self.start()
        self.assertEqual(len(self.found()), 1)
        self.assertGreater(self.counters()[-1], count)

    def test_put_back_without_the_note(self):
        self.create()
        self.run_once()
        kept = self.keep()
        self.run_once()
        self.put_back(kept)
        shutil.rmtree(self.spool)
        self.start()
        self.assertEqual([detail["why"] for _, detail in self.found()], ["counter"])

    def test_before_its_first_checkpoint(self):
        """Put back to when another key signed."""
        self.must("key", "create", "--state", self.state)
        self.run_once()
        (self.state / "signing.key").unlink()
        self.create()
        kept = self.keep()
        self.run_once()
        self.assertTrue(self.counters())
        self.put_back(kept)
        self.start()
        self.assertEqual([detail["why"] for _, detail in self.found()], ["counter"])

    def test_nobody_is_accused(self):
        """Kills at any moment, stops, a backup restored by the book, an archive, another key."""
        self.create()
        for kill in range(6):
            self.start()
            self.deal(2)
            time.sleep(0.3 * kill)  # any moment will do: with a checkpoint or without
            self.daemon.kill()
        self.run_once()
        self.start()
        self.assertEqual(self.found(), [])
        backup = self.daemon.directory / "backup.db"
        self.must("backup", backup, "--state", self.state, "--key", self.key)
        self.daemon.stop()
        self.run_once()
        for path in self.state.glob("sabot.db*"):
            path.unlink()
        self.must("restore", backup, "--state", self.state, "--key", self.key)
        for _ in range(3):
            self.start()
            self.assertEqual([code for code, _ in self.found()], ["log_restored"])
            wait_for(lambda: not (self.state / "restored.note").exists(), "the restore's note")
            self.daemon.kill()  # before a checkpoint
        self.start()
        self.deal()
        self.wait_sealed()
        self.assertTrue(self.client.ok("archive", before="2100-01-01T00:00:00Z")["file"])
        self.daemon.kill()
        self.run_once()
        (self.state / "signing.key").unlink()
        self.create()
        self.run_once()
        self.start()
        self.daemon.wait_checked()
        self.assertEqual([code for code, _ in self.found()], ["log_restored"])

    def test_on_another_machine(self):
        self.create()
        self.run_once()
        other = self.new_tpm("other-tpm")
        self.use(other)
        status, said = self.run_it("key", "show", "--state", self.state)
        self.assertEqual(status, 2)
        self.assertIn("sealed by another one", said)
        self.start()
        self.assertIn("the log is not signed", self.daemon.read_log())
        self.assertEqual(self.found(), [])

    def test_without_a_tpm(self):
        self.create()
        self.environment["SABOT_TPM"] = "device:/dev/null-tpm"
        status, said = self.run_it("key", "show", "--state", self.state)
        self.assertEqual(status, 2)
        self.assertIn("the TPM: ", said)

    def test_the_tpm_is_away(self):
        """It cannot be reached at some starts: that is said, with what to do, and nothing else is;
        nor is anything when it is back."""
        self.create()
        self.run_once()
        self.tpm.close()
        for _ in range(2):
            self.start()
            said = self.daemon.read_log()[self.daemon.begun_at:]
            self.assertIn("the TPM cannot be reached (look whether it is there", said)
            self.assertNotIn("another key", said)
            self.deal()
            self.daemon.kill()
        self.use(self.new_tpm("tpm"))
        self.run_once()
        said = self.daemon.read_log()[self.daemon.begun_at:]
        self.assertNotIn("another key", said)
        self.assertIn("the log is signed again", said)
        self.start()
        self.daemon.wait_checked()
        self.assertEqual(self.found(), [])
        house = self.client.export("house")
        self.assertEqual([line["code"] for line in house if line.get("ev") == "finding"],
                         ["key_lost"])
        self.assertEqual([(line.get("from"), line.get("to")) for line in house
                          if line.get("ev") == "key"], [(self.key, None), (None, self.key)])

    def remove_counter(self):
        index = self.tpm.tool("tpm2_getcap", "handles-nv-index").split()[-1]
        self.tpm.tool("tpm2_nvundefine", "-C", "o", index)
        return index

    def test_the_counter_is_gone(self):
        """The owner's hierarchy can remove it, to put everything back unseen: reported once."""
        self.create()
        self.run_once()
        kept = self.keep()
        self.run_once()
        self.put_back(kept)
        self.remove_counter()
        for _ in range(2):
            self.run_once()
        self.must("verify", self.state / "sabot.db", "--key", self.key)
        self.start()
        self.assertEqual(self.started()["counter"], "gone")
        self.assertEqual(self.found(), [("log_replaced", {"why": "no_counter"})])
        # Another key has another counter, and that is removed, too.
        self.daemon.stop()
        (self.state / "signing.key").unlink()
        self.create()
        self.run_once()
        self.remove_counter()
        self.start()
        self.assertEqual(self.found(), [("log_replaced", {"why": "no_counter"})] * 2)

    def test_something_else_in_the_counters_place(self):
        """With another secret, or no counter at all."""
        for made in (("-a", "authread|authwrite|ownerread|no_da", "-p", "other"),
                     ("-a", "nt=counter|authread|authwrite|ownerread|no_da", "-p", "other")):
            with self.subTest(made=made):
                (self.state / "signing.key").unlink(missing_ok=True)
                self.create()
                self.run_once()
                index = self.remove_counter()
                self.tpm.tool("tpm2_nvdefine", "-C", "o", "-s", "8", *made, index)
                self.start()
                self.assertEqual(self.started()["counter"], "gone")
                self.assertEqual(self.found()[-1], ("log_replaced", {"why": "no_counter"}))
                self.daemon.stop()
                self.tpm.tool("tpm2_nvundefine", "-C", "o", index)

    def test_a_new_counter_begins_behind_the_old(self):
        self.create()
        for _ in range(3):
            self.run_once()
        last = self.counters()[-1]
        self.remove_counter()
        (self.state / "signing.key").unlink()
        self.create()
        self.run_once()
        self.assertGreater(self.counters()[-1], last)

    def test_pcrs(self):
        self.create("--pcrs", "7,16")
        self.run_once()
        self.tpm.tool("tpm2_pcrextend", "16:sha256=" + 64 * "1")
        status, said = self.run_it("key", "show", "--state", self.state)
        self.assertEqual(status, 2)
        self.assertIn("did not start as when the key was sealed", said)
        self.tpm.tool("tpm2_pcrreset", "16")
        self.assertEqual(self.must("key", "show", "--state", self.state).strip(), self.key)

    def test_options(self):
        for options, why in ((("--pcrs", "7"), "goes with --tpm"),
                             (("--tpm", "--pcrs", "24"), "from 0 to 23"),
                             (("--tpm", "--pcrs", "x"), "from 0 to 23")):
            status, said = self.run_it("key", "create", "--state", self.state, *options)
            self.assertEqual(status, 2, said)
            self.assertIn(why, said)
        self.assertFalse((self.state / "signing.key").exists())

    def test_a_damaged_file(self):
        self.create()
        path = self.state / "signing.key"
        text = path.read_text()
        for changed in (text[:-40], text.replace("+sabot+", "+other+"), "TPM+KEY+\n",
                        "TPM+KEY+sabot+00000000+AAAA\n", text.replace("KEY+s", "KEY+ ")):
            path.chmod(0o600)
            path.write_text(changed)
            path.chmod(0o400)
            status, said = self.run_it("key", "show", "--state", self.state)
            self.assertEqual(status, 2, said)


if __name__ == "__main__":
    if not is_here():
        print("swtpm or tpm2-tools is not installed")
        sys.exit(NOBODY_FOUND)
    unittest.main()
