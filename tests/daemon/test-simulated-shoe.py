#!/usr/bin/env python3
"""sabot-shoe before the real daemon: with a person, by the table's rules, at a real table, and by
each profile.

usage: test-simulated-shoe.py SABOTD SABOTCTL SABOT-SHOE
"""
import pathlib
import subprocess
import sys
import unittest

from fixture import Daemon, wait_for

SABOTD, _, SHOE = sys.argv[1:4]
SHOE = pathlib.Path(SHOE).resolve()
PIN = "7391"
PROFILES = sorted(path.stem for path in
                  (pathlib.Path(__file__).parents[2] / "profiles").glob("*.conf"))
ROUNDS = {"blackjack": 60, "punto": 90}  # more than a load has


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


class Two(unittest.TestCase):
    """Two simulated shoes on a machine are two, and each is the same one when it comes back."""

    def deal(self, name):
        return subprocess.Popen(
            [SHOE, "--driver", "ref", "--rounds", "12", "--pace", "max", "--seed", "3",
             "--pty", f"shoe-{name}"], cwd=self.daemon.directory,
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)

    def test_no_shoe_is_swapped(self):
        names = ("PB-01", "PB-02")
        self.daemon = Daemon(SABOTD, "".join(
            f"[table {name}]\nrules = punto-banco-house\ndevice = shoe-{name}\nsimulated = yes\n"
            f"[device shoe-{name}]\ndriver = ref\ntransport = pty:@DIR@/shoe-{name}\n"
            for name in names))
        self.addCleanup(self.daemon.close)
        client = self.daemon.start()
        for name in names:
            client.event(name, ev="load", decks=8)
        for turn in (1, 2):
            for shoe in [self.deal(name) for name in names]:
                _, said = shoe.communicate(timeout=60)
                self.assertEqual(shoe.returncode, 0, said)
            for name in names:
                wait_for(lambda n=name, cards=12 * turn: cards == len(
                    [line for line in client.export(n)[1:] if line["ev"] == "card"]), name)
                # A shoe that was switched on again does not know what it sent before.
                lost = [line for line in client.export(name)[1:] if line.get("state") == "lost"]
                self.assertEqual(len(lost), turn - 1)
        house = client.export("house")[1:]
        self.assertEqual([line for line in house if line["ev"] == "finding"], [])
        serials = {(line["table"], line["serial"]) for line in house if line["ev"] == "shoe"}
        self.assertEqual((len(serials), len({serial for _, serial in serials})), (2, 2))


class EachProfile(unittest.TestCase):
    """Decks, the cut card's place and the run-out are those of the table's own rules: a shoe that
    makes no mistake raises no incident but that it is not there before and afterwards."""

    def setUp(self):
        self.daemon = Daemon(SABOTD, "".join(
            f"[table {name}]\nrules = {name}\ndevice = shoe-{name}\nsimulated = yes\n"
            f"[device shoe-{name}]\ndriver = angeleye2\nseq_first = 0\nseq_last = z\n"
            f"transport = pty:@DIR@/shoe-{name}\n"
            for name in PROFILES))
        self.addCleanup(self.daemon.close)
        self.client = self.daemon.start()

    def deal(self, profile):
        return subprocess.Popen(
            [SHOE, "--dealer", "--table", profile, "--seed", "11", "--pace", "max",
             "--rounds", str(ROUNDS[profile.split("-")[0]]), "--socket", self.daemon.socket,
             "--pty", str(self.daemon.directory / f"shoe-{profile}")],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)

    def test_a_shoe_without_faults_raises_nothing(self):
        self.assertGreater(len(PROFILES), 9)
        for profile, shoe in [(profile, self.deal(profile)) for profile in PROFILES]:
            with self.subTest(profile):
                _, said = shoe.communicate(timeout=300)
                self.assertEqual(shoe.returncode, 0, said)
                loads = [line for line in self.client.export(profile)[1:] if line["ev"] == "load"]
                self.assertGreaterEqual(len(loads), 2)
                found = self.client.ok("incidents", table=profile)["incidents"]
                self.assertEqual([incident["text"] for incident in found
                                  if incident["code"] != "device_offline"], [])


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
