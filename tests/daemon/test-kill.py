#!/usr/bin/env python3
"""Kill the daemon again and again in mid-round: the round goes on, no event is lost, none doubled,
the shoe's retransmissions are recognised, and an audit of the log derives what the daemon did."""

import json
import random
import subprocess
import sys
import time
import unittest

from fixture import Daemon, Shoe, audit, full_shoe, wait_for

SABOTD, SABOTCTL = sys.argv.pop(1), sys.argv.pop(1)
TABLES = """
create_key = yes
[device shoe]
transport = pty:@DIR@/line
seq_first = 0
seq_last = 9
[table PB-01]
rules = punto-banco-es
device = shoe
simulated = yes
"""
KILLS = 8
ROUNDS = 14


def plain(line):
    """A derived line as the audit prints it."""
    return {key: value for key, value in line.items() if key not in ("at", "state")}


class Kill(unittest.TestCase):
    def setUp(self):
        self.random = random.Random(20261121)
        self.daemon = Daemon(SABOTD, TABLES)
        self.shoe = Shoe(self.daemon.directory / "line")
        self.cards = full_shoe()
        self.random.shuffle(self.cards)
        self.dealt = []
        self.derived = []
        self.connect()

    def tearDown(self):
        self.daemon.close()
        self.shoe.close()

    def connect(self):
        self.client = self.daemon.start()
        self.client.ok("watch")
        wait_for(self.is_online, "the shoe")

    def is_online(self):
        return self.client.view("PB-01").get("device", {}).get("state") == "online"

    def collect(self):
        for push in self.client.pushes:
            if push.get("push") == "step":
                lines = push.get("out", [])
                self.derived += [line for line in lines if line["out"] != "incident_state"]
        self.client.pushes.clear()

    def seen(self):
        return self.client.view("PB-01").get("shoe", {}).get("seen", 0)

    def deal(self, is_killed, target="punto"):
        """A card from the shoe, exactly once whatever happens to the daemon."""
        card = self.cards.pop()
        self.dealt.append(card)
        self.shoe.send_card(card, target)
        if is_killed:
            time.sleep(self.random.random() * 0.01)  # any moment will do: not a synchronisation
            self.daemon.kill()
            self.collect()
            self.connect()
            self.shoe.repeat()
        wait_for(lambda: self.seen() == len(self.dealt), f"card {len(self.dealt)}")
        if is_killed:
            self.end_doubt()

    def end_doubt(self):
        """Nothing else was dealt while nobody listened: only the pit knows that."""
        silence = self.client.ok("incidents")["incidents"][0]
        self.assertEqual(silence["code"], "device_offline")
        self.client.event("PB-01", ev="ruling", incident=silence["id"], remedy="false_alarm")

    def play(self, kill_rounds):
        """Do what the prompt says until the rounds are played."""
        client = self.client
        while (view := self.client.view("PB-01")).get("round", 0) <= ROUNDS:
            client, kind = self.client, view["prompt"]["kind"]
            if kind == "load":
                client.event("PB-01", ev="load", decks=6)
            elif kind == "bets":
                client.event("PB-01", ev="bet", box=3, on="punto", amount=1000)
                client.event("PB-01", ev="no_more_bets")
            elif kind == "result":
                client.event("PB-01", ev="result")
            else:
                is_killed = view.get("round") in kill_rounds and kind != "burn"
                if is_killed:
                    kill_rounds.remove(view["round"])
                self.deal(is_killed, view["prompt"].get("who", "burn"))

    def check_log(self, log):
        cards = [event["card"] for event in log if event.get("ev") == "card"]
        self.assertEqual(cards, self.dealt)
        bets = [event for event in log if event.get("ev") == "bet"]
        self.assertEqual(len(bets), ROUNDS + 1)
        self.assertTrue(all(event.get("sim") is True for event in log[1:]))

    def check_audit(self, lines):
        for line in self.derived:
            self.assertIn(plain(line), lines)
        told = self.client.ok("incidents")["incidents"]
        found = [line for line in lines if line["out"] == "incident"]
        self.assertEqual([one["id"] for one in reversed(told)], [one["id"] for one in found])
        winners = [line["winner"] for line in lines if line["out"] == "round"]
        self.assertEqual(self.client.view("PB-01")["results"], winners)
        self.assertEqual(len(winners), ROUNDS)

    def test_kill_in_mid_round(self):
        self.play(set(range(2, 2 + KILLS)))
        self.collect()
        log = self.client.export("PB-01")
        self.check_log(log)
        self.check_audit(audit(SABOTCTL, log))
        house = [one["ev"] for one in self.client.export("house")[1:]]
        self.assertEqual(set(house), {"started"})
        self.check_chain(len(log) - 1 + len(house) + 1)  # and `stopped`

    def check_chain(self, n_events):
        """No kill breaks the chain, and each start signs what the last run could not."""
        self.assertEqual(self.daemon.stop(), 0)
        state = self.daemon.directory / "state"
        key = subprocess.run([SABOTCTL, "key", "show", "--state", state], capture_output=True,
                             text=True).stdout.strip()
        done = subprocess.run([SABOTCTL, "verify", "--json", state / "sabot.db", "--key", key],
                              capture_output=True, text=True)
        verdict = json.loads(done.stdout)
        self.assertEqual(verdict["verdict"], "intact")
        self.assertEqual((verdict["events"], verdict["unprotected"]), (n_events, 0))

    def test_retransmission_is_a_repeat(self):
        self.client.event("PB-01", ev="load", decks=6)
        self.deal(False)
        n = self.client.view("PB-01")["n"]
        self.daemon.kill()
        self.connect()
        before = self.client.ok("status")["devices"][0]["repeats"]
        self.shoe.repeat()
        wait_for(
            lambda: self.client.ok("status")["devices"][0]["repeats"] == before + 3,
            "three repeats",
        )
        # Events are told in order: after this one's reply nothing that came before is under way.
        reply = self.client.event("PB-01", ev="limits", min=500, max=1000)
        log = self.client.export("PB-01")
        self.assertEqual(reply["n"] - n, 3, log)
        self.assertEqual([event.get("state", event["ev"]) for event in log[-3:]],
                         ["offline", "online", "limits"])
        self.assertEqual(self.seen(), 1)

    def test_gap_is_derived_as_it_is_logged(self):
        self.client.event("PB-01", ev="load", decks=6)
        self.deal(False)
        self.shoe.number += 3
        self.deal(False)
        log = self.client.export("PB-01")
        self.assertEqual([event["detail"] for event in log if event.get("state") == "lost"], [3])
        told = self.client.ok("incidents")["incidents"][0]
        found = [line for line in audit(SABOTCTL, log) if line["out"] == "incident"][-1]
        self.assertEqual((told["code"], told["detail"]), ("frames_lost", found["detail"]))

    def test_clean_stop_commits_all(self):
        self.client.event("PB-01", ev="load", decks=6)
        for _ in range(5):
            self.deal(False)
        self.assertEqual(self.daemon.stop(), 0)
        self.connect()
        self.assertEqual(self.seen(), 5)


if __name__ == "__main__":
    unittest.main()
