#!/usr/bin/env python3
"""sabot-shoe before the real daemon: with a person, by the table's rules, and at a real table.

usage: test-simulated-shoe.py SABOTD SABOTCTL SABOT-SHOE
"""
import subprocess
import sys
import unittest

from fixture import Daemon, wait_for

SABOTD, _, SHOE = sys.argv[1:4]
PIN = "7391"


def tables(simulated):
    return f"""persons = required
[table PB-08]
rules = punto-banco-house
device = shoe
simulated = {simulated}
[device shoe]
driver = {"angeleye2" if simulated == "no" else "sim"}
transport = pty:@DIR@/shoe
"""


class SimulatedShoe(unittest.TestCase):
    def start(self, simulated="yes", speaks="ref"):
        self.daemon = Daemon(SABOTD, tables(simulated))
        self.addCleanup(self.daemon.close)
        self.speaks = speaks
        self.client = self.daemon.start()
        code = self.client.ok("person_code")["code"]
        self.client.ok("person_create", name="Ada", role="admin", pin="48213", code=code)
        self.client.ok("login", name="Ada", pin="48213")
        self.client.person("Dan", "dealer", PIN)

    def deal(self, *options, pin=PIN):
        command = [SHOE, "--dealer", "--table", "PB-08", "--driver", self.speaks, "--seed", "7",
                   "--pace", "max", "--pty", str(self.daemon.directory / "shoe"),
                   "--socket", self.daemon.socket, *options]
        return subprocess.run(command, input=pin + "\n", check=False, capture_output=True,
                              text=True, timeout=120)

    def events(self, *kinds):
        return [line for line in self.client.export("PB-08")[1:] if line["ev"] in kinds]

    def test_by_a_person_and_the_rules_of_the_table(self):
        self.start()
        done = self.deal("--as", "Dan", "--rounds", "2")
        self.assertEqual(done.returncode, 0, done.stderr)
        load, = self.events("load")
        self.assertEqual((load["decks"], load["by"]), (8, "p2"))
        self.assertGreaterEqual(load["behind"], 14)
        self.assertEqual({line["by"] for line in self.events("bet", "no_more_bets", "result")},
                         {"p2"})
        self.assertEqual(len(self.events("result")), 2)

    def test_the_command_line_goes_before_the_rules(self):
        self.start()
        self.assertEqual(self.deal("--as", "Dan", "--rounds", "1", "--decks", "6").returncode, 0)
        self.assertEqual([load["decks"] for load in self.events("load")], [6])

    def test_a_wrong_pin_is_tried_once(self):
        self.start()
        done = self.deal("--as", "Dan", "--rounds", "1", pin="1111")
        self.assertEqual(done.returncode, 2)
        self.assertIn("Dan cannot log in", done.stderr)
        self.assertEqual(self.events("load"), [])
        refused = [line for line in self.client.export("house")[1:]
                   if line["ev"] == "login_refused"]
        self.assertEqual(len(refused), 1)

    def test_at_a_real_table(self):
        self.start(simulated="no", speaks="angeleye2")
        refused = self.client.ask("event", table="PB-08",
                                  event={"ev": "call", "sim": True})["error"]
        self.assertIn("simulated = yes", refused["text"])
        for who in ((), ("--as", "Dan")):
            dealt = self.deal("--rounds", "1", *who)
            self.assertEqual(dealt.returncode, 2, dealt.stdout)
            self.assertEqual(dealt.stderr.count("simulated = yes"), 1, dealt.stderr)
        self.assertEqual(self.events("load", "card", "bet"), [])
        dealt = self.deal("--rounds", "1", "--as", "Dan", "--real")
        self.assertEqual(dealt.returncode, 0, dealt.stderr)
        self.assertEqual(len(self.events("result")), 1)
        self.daemon.stop()
        config = self.daemon.config.read_text().replace("angeleye2", "sim")
        self.daemon.config.write_text(config)
        check = subprocess.run([SABOTD, "--check-config", "--config", self.daemon.config],
                               check=False, capture_output=True, text=True, timeout=60)
        self.assertEqual(check.returncode, 2)
        self.assertIn("simulated=yes", check.stderr)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
