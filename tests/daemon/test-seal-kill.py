#!/usr/bin/env python3
"""A shift is sealed, and the daemon killed at each call that gives something to the disk; then at
moments by chance. Afterwards it is open or sealed, never between, and never less than was said.

usage: test-seal-kill.py SABOTD SABOTCTL KILL_AT_LIBRARY CHANCES
"""
import json
import random
import shutil
import subprocess
import sys
import threading
import time
import unittest

from fixture import Daemon, wait_for

SABOTD, SABOTCTL, KILL_AT, CHANCES = sys.argv[1:5]
TURNS = 5
SHIFT = "2026-01-02/1"
TWO = {"by": "a", "second": "b", "shift": SHIFT}
TABLES = ("create_key = yes\n[house]\nbackdate_days = 3000\ntime_zone = UTC\n"
          "[table PB-01]\nrules = punto-banco-es\n")


class SealKill(unittest.TestCase):
    def setUp(self):
        self.daemon = Daemon(SABOTD, TABLES)
        client = self.daemon.start()
        for event in [{"ev": "count", "do": "opener", "chips": []},
                      {"ev": "drop", "do": "box", "box": "1", "counts": {"cash": 700}},
                      {"ev": "count", "do": "closer", "chips": [{"chip": 500, "count": 3}]}]:
            client.ok("document", event={"table": "PB-01", **TWO, **event})
        self.daemon.stop()
        shutil.copytree(self.daemon.directory / "state", self.daemon.directory / "prepared")

    def tearDown(self):
        self.daemon.close()

    def reset(self):
        shutil.rmtree(self.daemon.directory / "state")
        shutil.copytree(self.daemon.directory / "prepared", self.daemon.directory / "state")

    def try_to_seal(self):
        """Whether the daemon said that the shift is sealed, before it was gone."""
        try:
            client = wait_for(self.try_connect, "the daemon or its end")
            return client != "gone" and "ok" in client.ask("sign_off", **TWO)
        except OSError:
            return False

    def try_connect(self):
        return "gone" if self.daemon.process.poll() is not None else self.daemon.try_connect()

    def check(self, was_told):
        """What is there after the kill, before and after the next start."""
        done = subprocess.run([SABOTCTL, "verify", self.daemon.directory / "state" / "sabot.db",
                               "--json"], capture_output=True, text=True)
        self.assertEqual(json.loads(done.stdout)["verdict"], "intact", done.stdout + done.stderr)
        client = self.daemon.start()
        shift = client.ok("shift", shift=SHIFT)
        if was_told:
            self.assertIn("sealed", shift)
            self.assertTrue(shift["signed"])
        if "sealed" in shift:
            self.assertEqual(shift["sealed"]["totals"]["win"], 2200)
            wait_for(lambda: client.ok("shift", shift=SHIFT)["signed"], "a checkpoint over it")
            self.assertIn("sealed already", client.ask("sign_off", **TWO)["error"]["text"])
        else:
            client.ok("sign_off", **TWO)
        self.assertEqual(client.ok("shift", shift=SHIFT)["documents"], 4)
        self.daemon.stop()
        return "sealed" in shift

    def test_at_each_step(self):
        """Kills before, between and after: else the steps were not counted. Whether one falls
        between the record and the answer is a matter of which thread is faster: some turns."""
        seen, wanted = set(), {(False, False), (False, True), (True, True)}
        for _ in range(TURNS):
            self.kill_at_each_step(seen)
            if seen >= wanted:
                break
        self.assertEqual(seen, wanted)

    def kill_at_each_step(self, seen):
        step, is_killed = 0, True
        while is_killed:
            step += 1
            self.reset()
            self.daemon.environment |= {"LD_PRELOAD": KILL_AT, "KILL_AT": str(step)}
            self.daemon.launch()
            was_told = self.try_to_seal()
            is_killed = self.daemon.process.poll() is not None
            if not is_killed:
                is_killed = self.daemon.stop() != 0
            del self.daemon.environment["LD_PRELOAD"], self.daemon.environment["KILL_AT"]
            seen.add((was_told, self.check(was_told)))

    def test_at_any_moment(self):
        chance = random.Random(7)
        for _ in range(int(CHANCES)):
            self.reset()
            self.daemon.launch()
            client = wait_for(self.daemon.try_connect, "the daemon")
            told = []
            killer = threading.Thread(target=self.kill_after, args=(chance.uniform(0, 0.02),))
            killer.start()
            try:
                told.append("ok" in client.ask("sign_off", **TWO))
            except OSError:
                pass
            killer.join()
            self.check(told == [True])

    def kill_after(self, seconds):
        time.sleep(seconds)
        self.daemon.kill()


if __name__ == "__main__":
    del sys.argv[1:]
    unittest.main()
