#!/usr/bin/env python3
"""Whose clock counts: the real daemon dates each event itself, keeps what a client claims beside
it, and takes no documents of long ago.

usage: test-time.py SABOTD SABOTCTL
"""
import datetime
import sys
import unittest

from fixture import Client, Daemon, audit

SABOTD, SABOTCTL = sys.argv.pop(1), sys.argv.pop(1)
CONFIG = ("[house]\ntime_zone = UTC\nshifts = whole 06:00\n"
          "[table PB-01]\nrules = punto-banco-es\n")


def now():
    return datetime.datetime.now(datetime.timezone.utc)


def text(time):
    return time.strftime("%Y-%m-%dT%H:%M:%SZ")


def parse(word):
    return datetime.datetime.fromisoformat(word.replace("Z", "+00:00"))


class Clock(unittest.TestCase):
    MORE = ""

    def setUp(self):
        self.daemon = Daemon(SABOTD, self.MORE + CONFIG)
        self.addCleanup(self.daemon.close)
        self.client = self.daemon.start()

    def findings(self):
        return [i for i in self.client.ok("incidents")["incidents"] if i["code"] == "claimed_time"]


class Claims(Clock):
    def test_no_client_dates_an_event(self):
        begun = now() - datetime.timedelta(seconds=2)
        claims = ["2024-02-29T12:00:00Z", "2030-01-01T00:00:00Z", "1960-01-01T00:00:00Z",
                  "9999-12-31T23:59:59Z"]
        self.client.event("PB-01", ev="load", decks=6)
        for claim in claims:
            line = self.client.event("PB-01", ev="call", at=claim)
            self.assertIn("seq", line)
        lines = self.client.export("PB-01")[2:]
        for line in lines:
            self.assertTrue(begun <= parse(line["at"]) <= now(), line)
        self.assertEqual([line["claimed"] for line in lines], claims)
        # Nothing is lost, nobody is accused twice, and the dealer of nothing.
        found, = self.findings()
        self.assertEqual((found["severity"], found["about"], found["detail"]["claimed"]),
                         ("medium", "PB-01", claims[0]))
        codes = {line.get("code") for line in audit(SABOTCTL, self.client.export("PB-01"))}
        self.assertNotIn("clock_backwards", codes)

    def test_what_a_buffer_explains_is_no_finding(self):
        for back_s in (0, 30, 3000):
            claim = text(now() - datetime.timedelta(seconds=back_s))
            self.client.event("PB-01", ev="call", at=claim)
            self.assertEqual(self.client.export("PB-01")[-1]["claimed"], claim)
        self.client.event("PB-01", ev="call", claimed="never")
        self.assertNotIn("claimed", self.client.export("PB-01")[-1])
        self.assertEqual(self.findings(), [])


class Playing(Clock):
    """A house that plays old days in says so."""
    MORE = "client_time = date\n"

    def test_there_a_client_dates(self):
        self.client.event("PB-01", ev="load", decks=6, at="2024-02-29T12:00:00Z")
        line = self.client.export("PB-01")[1]
        self.assertEqual(line["at"], "2024-02-29T12:00:00Z")
        self.assertNotIn("claimed", line)


class Documents(Clock):
    def tips(self, **more):
        return self.client.ask("document", event={"ev": "tips", "table": "PB-01", "amount": 100,
                                                  "by": "a", **more})

    def test_300_back_dated_tips_block_no_seal(self):
        today = self.client.ok("shift")["shift"]
        for day in range(3, 303):
            happened = text(now() - datetime.timedelta(days=day))
            error = self.tips(happened=happened)["error"]
            self.assertEqual(error["class"], "bad_request")
            self.assertIn("event.happened: is before", error["text"])
        self.assertIn("event.shift: is before", self.tips(shift="2024-02-29/1")["error"]["text"])
        for happened in ("1960-01-01T00:00:00Z", "9999-12-31T23:59:59Z", "2126-01-01T00:00:00Z"):
            self.assertIn("event.happened", self.tips(happened=happened, shift=today)
                          ["error"]["text"])
        self.assertEqual(self.client.ok("shifts")["shifts"], [])
        self.assertIn("ok", self.tips())
        self.assertEqual([shift["shift"] for shift in self.client.ok("shifts")["shifts"]], [today])

    def test_a_number_has_no_gaming_day_of_long_ago_or_to_come(self):
        chips = [{"chip": 500, "count": 20}]
        today = self.client.ok("shift")["shift"][:10]
        begins = {"slip": {"do": "request", "kind": "fill", "chips": chips}, "paper": {"to": 4},
                  "marker": {"do": "issue", "amount": 1000, "patron": "P1", "second": "b"}}

        def enter(ev, day, number, **more):
            event = {"ev": ev, "table": "PB-01", "by": "a", "day": day, "number": number, **more}
            return self.client.ask("document", event=event).get("error", {}).get("text", "")

        for ev, members in begins.items():
            number = 2 if ev == "paper" else 1
            for day, wanted in (("2020-01-01", "event.day: is before"),
                                ("2126-01-01", "event.day: it has not begun")):
                self.assertIn(wanted, enter(ev, day, number, **members), ev)
            self.assertEqual(enter(ev, today, number, **members), "", ev)

    def tips_of_the_log(self):
        return [line for line in self.client.export("house") if line.get("ev") == "tips"]

    def test_a_time_that_a_client_gives_is_a_claim(self):
        begun = now() - datetime.timedelta(seconds=2)
        for claim in (text(begun), "2024-02-29T12:00:00Z"):
            self.assertIn("ok", self.tips(at=claim))
            line = self.tips_of_the_log()[-1]
            self.assertEqual(line["claimed"], claim)
            self.assertTrue(begun <= parse(line["at"]) <= now(), line)
        self.assertIn("ok", self.tips(at="noon", claimed="never"))
        self.assertNotIn("claimed", self.tips_of_the_log()[-1])
        self.assertEqual([found["detail"]["claimed"] for found in self.findings()],
                         ["2024-02-29T12:00:00Z"])

    def test_yesterday_is_still_entered(self):
        happened = text(now() - datetime.timedelta(days=1))
        self.assertIn("ok", self.tips(happened=happened))
        self.assertEqual(len(self.client.ok("shifts")["shifts"]), 1)


class Strict(Clock):
    MORE = ""

    def setUp(self):
        global CONFIG
        before, CONFIG = CONFIG, CONFIG.replace("[house]\n", "[house]\nbackdate_days = 0\n")
        try:
            super().setUp()
        finally:
            CONFIG = before

    def test_today_only(self):
        reply = self.client.ask("document", event={
            "ev": "tips", "table": "PB-01", "amount": 1, "by": "a",
            "happened": text(now() - datetime.timedelta(days=1))})
        self.assertIn("is before", reply["error"]["text"])


if __name__ == "__main__":
    unittest.main()
