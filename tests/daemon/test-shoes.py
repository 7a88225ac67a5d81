#!/usr/bin/env python3
"""The real daemon and the simulated shoe in each language it speaks: the same seed yields the same
cards in the log, whatever the driver; and a shoe that keeps its events loses none and doubles none
when the daemon is killed while it deals.
Usage: test-shoes.py SABOTD SABOTCTL SABOT-SHOE"""

import random
import signal
import subprocess
import sys
import time
import unittest

from fixture import DEADLINE_S, Daemon, audit, end_with_the_test, kill_player, wait_for

SABOTD, SABOTCTL, SHOE = sys.argv.pop(1), sys.argv.pop(1), sys.argv.pop(1)
TABLES = """
[device shoe]
driver = @DRIVER@
transport = pty:@DIR@/line
[table PB-01]
rules = punto-banco-es
device = shoe
simulated = @SIMULATED@
"""
DRIVERS = {"angeleye2": "angeleye2", "beetek": "beetek", "ref": "sim"}
ROUNDS = 3
CARDS = 250
KILLS = 6


class Shoes(unittest.TestCase):
    def start(self, driver, *options):
        tables = TABLES.replace("@DRIVER@", DRIVERS[driver])
        simulated = "yes" if DRIVERS[driver] == "sim" else "no"
        self.daemon = Daemon(SABOTD, tables.replace("@SIMULATED@", simulated))
        self.addCleanup(self.daemon.close)
        self.client = self.daemon.start()
        self.shoe = subprocess.Popen(
            [SHOE, "--pty", str(self.daemon.directory / "line"), "--driver", driver,
             "--seed", "7", "--socket", self.daemon.socket, *options],
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
            preexec_fn=end_with_the_test)
        self.addCleanup(self.end_shoe)
        # Before its first event a table has no log to export.
        wait_for(lambda: self.client.view("PB-01").get("n"), "the shoe's first word")

    def end_shoe(self):
        kill_player(self.shoe, self.daemon.directory / "line")

    def wait_for_shoe(self):
        output, _ = self.shoe.communicate(timeout=2 * DEADLINE_S)
        self.assertEqual(self.shoe.returncode, 0, output)
        return output

    def cards(self):
        log = self.client.export("PB-01")
        return [event["card"] for event in log if event.get("ev") == "card"]

    def deal_rounds(self, driver):
        self.start(driver, "--pace", "max", "--dealer", "--table", "PB-01",
                   *(() if DRIVERS[driver] == "sim" else ("--real",)),
                   "--rounds", str(ROUNDS))
        output = self.wait_for_shoe()
        log = self.client.export("PB-01")
        found = [line["code"] for line in audit(SABOTCTL, log) if line["out"] == "incident"]
        # The daemon was there before the shoe was plugged in.
        self.assertEqual(set(found) - {"device_offline"}, set(), output)
        marked = [event for event in log[1:] if event.get("sim")]
        self.assertEqual(marked, log[1:] if driver == "ref" else [])
        return self.cards()

    def test_each_driver_reads_the_same_cards(self):
        dealt = {driver: self.deal_rounds(driver) for driver in DRIVERS}
        self.assertGreater(len(dealt["ref"]), 4 * ROUNDS)
        for driver, cards in dealt.items():
            self.assertEqual(cards, dealt["angeleye2"], driver)

    def kill_while_it_deals(self, chance):
        """Let some cards go by, then kill the daemon at any moment."""
        seen = len(self.cards())
        wait_for(lambda: len(self.cards()) > min(seen + 8, CARDS - 1), "more cards")
        time.sleep(chance.random() * 0.05)  # any moment will do: not a synchronisation
        self.daemon.kill()
        self.client = self.daemon.start()

    def test_a_shoe_stays_until_it_is_heard(self):
        self.start("ref", "--pace", "25ms", "--rounds", "20")
        wait_for(self.cards, "a first card")
        self.daemon.process.send_signal(signal.SIGSTOP)
        dealt = []
        while len(dealt) < 20:
            line = self.shoe.stdout.readline()
            dealt += [line.split()[-1]] if "card " in line else []
        time.sleep(0.1)  # as long as a shoe that does not wait would need to go
        self.assertIsNone(self.shoe.poll())
        self.daemon.process.send_signal(signal.SIGCONT)
        self.wait_for_shoe()
        wait_for(lambda: len(self.cards()) >= 20, "all cards")
        self.assertEqual(self.cards(), dealt)

    def test_nothing_is_lost_when_the_daemon_is_killed(self):
        chance = random.Random(20261121)
        self.start("ref", "--pace", "25ms", "--rounds", str(CARDS))
        for _ in range(KILLS):
            self.kill_while_it_deals(chance)
        output = self.wait_for_shoe()
        dealt = [line.split()[-1] for line in output.splitlines() if "card " in line]
        self.assertEqual(len(dealt), CARDS)
        wait_for(lambda: len(self.cards()) >= CARDS, "all cards")
        self.assertEqual(self.cards(), dealt)
        log = self.client.export("PB-01")
        self.assertEqual([event for event in log if event.get("state") == "lost"], [])


if __name__ == "__main__":
    unittest.main()
