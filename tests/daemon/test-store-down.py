#!/usr/bin/env python3
"""A disk that is full: every screen is told, dealing goes on, and what was spooled is imported.

The disk is full for the daemon alone: its files may not grow beyond a limit set from outside."""

import resource
import sys
import unittest

from fixture import Daemon, Shoe, audit, wait_for

SABOTD, SABOTCTL = sys.argv.pop(1), sys.argv.pop(1)
TABLES = """
[device shoe]
transport = pty:@DIR@/line
repeat_ms = 60000
[table PB-03]
rules = punto-banco-es
device = shoe
[table PB-01]
rules = punto-banco-es
[table PB-02]
rules = punto-banco-es
"""
COUP = ["2S", "KD", "7H", "2C"]  # punto 2, banca 9: a natural


class StoreDown(unittest.TestCase):
    def setUp(self):
        self.daemon = Daemon(SABOTD, TABLES)
        self.client = self.daemon.start()
        self.watcher = self.daemon.try_connect()
        self.watcher.ok("watch")
        self.events = 0
        for event in ({"ev": "load", "decks": 6}, {"ev": "card", "card": "AS"},
                      {"ev": "card", "card": "2D"}):
            self.say(**event)

    def tearDown(self):
        self.daemon.close()

    def say(self, table="PB-01", **event):
        if table == "PB-01":
            self.events += 1
        return self.client.event(table, **event)

    def play_round(self):
        self.say(ev="bet", box=1, on="punto", amount=1000)
        self.say(ev="no_more_bets")
        for card in COUP:
            self.say(ev="card", card=card)
        self.say(ev="result")

    def limit_files(self, size):
        hard = resource.prlimit(self.daemon.process.pid, resource.RLIMIT_FSIZE)[1]
        resource.prlimit(self.daemon.process.pid, resource.RLIMIT_FSIZE, (size, hard))

    def fill_disk(self):
        """The database's log cannot grow; smaller files can."""
        size = (self.daemon.directory / "state" / "sabot.db-wal").stat().st_size
        self.limit_files(size)

    def is_saved(self):
        return self.client.ok("status").get("saved", True)

    def check_all_there(self):
        log = self.client.export("PB-01")
        self.assertEqual(len(log) - 1, self.events)
        cards = [event["card"] for event in log if event.get("ev") == "card"]
        self.assertEqual(cards[2:], COUP * ((len(cards) - 2) // 4))
        rounds = [line for line in audit(SABOTCTL, log) if line["out"] == "round"]
        self.assertEqual([one["winner"] for one in rounds], ["banca"] * len(rounds))
        self.assertEqual(self.client.view("PB-01")["results"], ["banca"] * len(rounds))

    def test_full_disk(self):
        self.play_round()
        self.fill_disk()
        self.play_round()
        self.assertFalse(self.is_saved())
        self.assertIs(self.client.view("PB-01")["saved"], False)
        self.assertIs(self.client.view("PB-02")["saved"], False)
        self.say("PB-02", ev="load", decks=6)
        self.assertTrue((self.daemon.directory / "spool" / "sabotd-spool.ndjson").exists())
        self.assertIn("the store is down", self.daemon.read_log())
        self.limit_files(resource.RLIM_INFINITY)
        wait_for(self.is_saved, "the import")
        self.assertNotIn("saved", self.client.view("PB-02"))
        self.assertFalse((self.daemon.directory / "spool" / "sabotd-spool.ndjson").exists())
        self.play_round()
        self.check_all_there()

    def test_spool_fails_too(self):
        in_the_way = self.daemon.directory / "spool" / "sabotd-spool.ndjson"
        in_the_way.mkdir()
        self.fill_disk()
        self.play_round()
        self.assertFalse(self.is_saved())
        wait_for(lambda: "in memory only" in self.daemon.read_log(), "the warning")
        in_the_way.rmdir()
        self.limit_files(resource.RLIM_INFINITY)
        wait_for(self.is_saved, "the import")
        self.check_all_there()

    def test_killed_while_down(self):
        self.play_round()
        self.fill_disk()
        self.play_round()
        self.assertFalse(self.is_saved())
        self.daemon.kill()
        self.client = self.daemon.start()
        self.assertTrue(self.is_saved())
        self.assertIn("events were imported", self.daemon.read_log())
        self.play_round()
        self.check_all_there()

    def test_log_does_not_seem_to_end(self):
        self.fill_disk()
        self.play_round()
        page = self.client.ok("log", table="PB-01")
        self.assertEqual(page["next_n"], 4)
        error = self.client.ask("log", table="PB-01", from_n=4)["error"]
        self.assertIn("the store is down", error["text"])

    def test_long_spool_comes_in_pieces(self):
        self.play_round()
        self.fill_disk()
        note = {"ev": "correction", "round": 1, "amount": 0}
        self.client.pipeline("PB-01", [note] * 5000)
        self.events += 5000
        self.assertFalse(self.is_saved())
        self.limit_files(resource.RLIM_INFINITY)
        wait_for(self.is_saved, "the import")
        self.check_all_there()

    def test_killed_while_down_and_still_down(self):
        """The last frame is in the spool only: what the shoe sends again is a repeat."""
        shoe = Shoe(self.daemon.directory / "line")
        self.addCleanup(shoe.close)
        wait_for(lambda: self.shoe_state() == "online", "the shoe")
        self.say("PB-03", ev="load", decks=6)
        self.fill_disk()
        shoe.send_card("AS")
        wait_for(lambda: self.client.view("PB-03")["shoe"]["seen"] == 1, "the card")
        self.assertFalse(self.is_saved())
        self.daemon.kill()
        size = (self.daemon.directory / "state" / "sabot.db-wal").stat().st_size
        before = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))  # the new daemon's, too
        try:
            self.client = self.daemon.start()
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, before)
        self.assertFalse(self.is_saved())
        wait_for(lambda: self.shoe_state() == "online", "the shoe again")
        shoe.repeat()
        wait_for(lambda: self.client.ok("status")["devices"][0]["repeats"] == 3, "three repeats")
        self.assertEqual(self.client.view("PB-03")["shoe"]["seen"], 1)

    def shoe_state(self):
        return self.client.view("PB-03").get("device", {}).get("state")

    def test_watchers_are_told(self):
        self.fill_disk()
        self.play_round()
        seen = []
        while not any(push.get("view", {}).get("saved") is False for push in seen):
            seen.append(self.watcher.read())
        steps = [push["seq"] for push in seen if push["push"] == "step"]
        self.assertEqual(steps, sorted(steps))


if __name__ == "__main__":
    unittest.main()
