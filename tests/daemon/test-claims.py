#!/usr/bin/env python3
"""What a shoe's own claims are worth: of places, results and cards too many.

usage: test-claims.py SABOTD SABOTCTL
"""
import datetime
import re
import sys
import unittest

from fixture import wait_for
from shoe_floor import Floor, device, table


class Claims(Floor):
    def setUp(self):
        super().setUp()
        self.begin("PB-01")

    def overdraw(self):
        before = len(self.errors())
        self.one.overdraw()
        wait_for(lambda: len(self.errors()) > before, "the shoe's error")

    def errors(self):
        return [e for e in self.client.export("PB-01")[1:] if e.get("state") == "error"]

    def next_round(self):
        self.client.event("PB-01", ev="result")
        self.assertEqual(self.findings("device_disagrees"), [])
        self.client.event("PB-01", ev="no_more_bets")

    def test_a_card_too_many_that_was_none(self):
        self.deal("9S", "KH", "2S", "5D")
        self.overdraw()
        self.next_round()
        wait_for(lambda: self.findings("device_disagrees"), "the finding")
        detail = self.findings("device_disagrees")[0]
        self.assertEqual((detail["what"], detail["claimed"], detail["rules"]),
                         ("fault", "overdraw", "none"))

    def test_told_once_a_load_also_after_a_restart(self):
        self.one.card("9S", "banca")
        self.wait_cards("PB-01", ["9S"])
        self.wait_house("finding", 1)
        self.restart()
        self.wait_state("PB-01", "online")
        self.one.card("KH", "punto")
        self.wait_cards("PB-01", ["9S", "KH"])
        self.deal("2S", "5D")
        self.client.event("PB-01", ev="result")
        self.begin("PB-01")
        self.one.card("9C", "banca")
        wait_for(lambda: len(self.findings("device_disagrees")) > 1, "the second load's")
        self.assertEqual([(d["what"], d["claimed"], d["round"])
                          for d in self.findings("device_disagrees")],
                         [("place", "banca", 1), ("place", "banca", 2)])

    def nothing_is_found(self):
        self.next_round()
        self.deal("7S")
        self.assertEqual(self.findings("device_disagrees"), [])

    def test_claimed_after_its_card(self):
        self.deal("9S", "KH", "2S", "5D", "6D")
        self.overdraw()
        self.nothing_is_found()

    def test_claimed_before_its_card(self):
        self.deal("9S", "KH", "2S", "5D")
        self.overdraw()
        self.deal("6D")
        self.nothing_is_found()

    def test_claimed_between_rounds(self):
        self.deal("9S", "KH", "2S", "5D")
        self.client.event("PB-01", ev="result")
        self.overdraw()
        self.deal("6D")
        self.client.event("PB-01", ev="no_more_bets")
        self.deal("7S")
        self.assertEqual(self.findings("device_disagrees"), [])

    def test_claimed_before_its_card_and_the_button_in_between(self):
        self.deal("9S", "KH", "2S", "5D")
        self.overdraw()
        self.client.event("PB-01", ev="result")
        self.client.event("PB-01", ev="bet", box=1, on="punto", amount=1000)
        self.deal("6D")
        self.client.event("PB-01", ev="no_more_bets")
        self.deal("7S")
        self.assertEqual(self.findings("device_disagrees"), [])

    def start_again(self):
        """Started anew; the shoe has said again what no event was recorded of."""
        self.one.acked = 0
        self.daemon.kill()
        self.client = self.daemon.start()
        wait_for(lambda: self.one.acked == len(self.one.events) or
                 self.state("PB-01") == "online", "the shoe")
        self.deal("7S")
        wait_for(lambda: self.one.acked == len(self.one.events), "all that the shoe has said")

    def test_the_result_of_the_round_before_after_a_restart(self):
        self.deal("9S", "KH", "2S", "5D")
        self.one.hand_end("punto")
        wait_for(lambda: self.one.acked == len(self.one.events), "the shoe's result")
        self.next_round()
        self.start_again()
        self.assertEqual(self.findings("device_disagrees"), [])

    def test_the_result_of_the_round_before_comes_late(self):
        self.deal("9S", "KH", "2S", "5D")
        self.next_round()
        self.one.hand_end("punto")
        self.deal("7S")
        self.assertEqual(self.findings("device_disagrees"), [])

    def test_a_wrong_result_after_a_restart(self):
        self.deal("9S", "KH", "2S", "5D")
        self.daemon.kill()
        self.one.hand_end("banca")
        self.client = self.daemon.start()
        wait_for(lambda: self.findings("device_disagrees"), "the finding")
        detail = self.findings("device_disagrees")[0]
        self.assertEqual((detail["what"], detail["claimed"], detail["rules"]),
                         ("result", "banca", "punto"))

    def test_a_card_too_many_is_claimed_after_a_restart(self):
        self.deal("9S", "KH", "2S", "5D", "6D")
        self.daemon.kill()
        self.one.overdraw()
        self.client = self.daemon.start()
        wait_for(self.errors, "the shoe's error")
        self.nothing_is_found()

    def test_nothing_on_doubt(self):
        self.deal("9S", "KH", "??", "5D")
        self.overdraw()
        self.client.event("PB-01", ev="no_more_bets")
        self.deal("7S")
        self.assertEqual(self.findings("device_disagrees"), [])


class HiddenClaims(Floor):
    """Of hands that lie face down: what a shoe claims wrongly of them is told when they do not."""
    CONFIG = (device("shoe-1") + device("shoe-2") + table("PB-01", "shoe-1") +
              "set.reveal = on_button\n" + table("PB-02", "shoe-2"))
    WRONG = [("place", "banca", "punto"), ("result", "tie", "punto")]

    def deal(self, *cards, place="punto"):
        """Punto draws, whom the shoe's word may not give the card."""
        self.begin("PB-01")
        for card in cards[:4]:
            self.one.card(card)
        for card in cards[4:]:
            self.one.card(card, place)
        self.one.hand_end("tie" if place == "banca" else "punto")
        self.wait_cards("PB-01", list(cards))
        # Findings are answered in their turn, as this is.
        self.client.event("PB-01", ev="staff", who="p1", post="dealer")
        self.assertEqual(self.findings("device_disagrees"), [])

    def found(self):
        return [(one["what"], one["claimed"], one["rules"])
                for one in self.findings("device_disagrees")]

    def test_told_at_the_button(self):
        self.deal("2S", "3D", "KH", "7D", "4C", place="banca")
        self.client.event("PB-01", ev="reveal", what="punto")
        self.assertEqual(self.found(), [])
        self.client.event("PB-01", ev="reveal", what="banca")
        wait_for(lambda: self.found() == self.WRONG, "both findings")

    def test_told_at_the_end_of_the_round(self):
        self.deal("2S", "3D", "KH", "7D", "4C", place="banca")
        self.client.event("PB-01", ev="result")
        wait_for(lambda: self.found() == self.WRONG, "both findings")

    def test_nothing_when_it_was_right(self):
        self.deal("2S", "3D", "KH", "7D", "4C")
        self.client.event("PB-01", ev="reveal")
        self.client.event("PB-01", ev="result")
        self.assertEqual(self.found(), [])

    def test_nothing_of_a_round_that_is_void(self):
        self.deal("2S", "3D", "KH", "7D", "4C", place="banca")
        self.client.event("PB-01", ev="call")
        self.client.event("PB-01", ev="ruling", incident=1, remedy="void_round")
        self.client.event("PB-01", ev="result")
        self.assertEqual(self.found(), [])


class Journals(Floor):
    """A round's story has what went over the shoe's line, but for cards still in the shoe."""
    ROUND = ["9S", "KH", "7S", "KD"]

    def play_load(self):
        self.begin("PB-01")
        self.deal(*self.ROUND)
        self.client.event("PB-01", ev="result")
        self.wait_journal(len(self.ROUND))

    def wait_journal(self, cards):
        """It is written beside everything else: the bytes of so many cards stand in it."""
        path = self.daemon.directory / "state" / "shoe-1.shoelog"

        def n_cards():
            received = re.findall(r"^\d+ <(.*)$", path.read_text(), re.M)
            return "".join(received).replace(" ", "").count("7f800d10")

        wait_for(lambda: n_cards() >= cards, "the journal")

    def story(self):
        return self.client.ok("story", table="PB-01", round=1)["lines"]

    def told(self, kind="bytes"):
        return [line["bytes"] for line in self.story() if line["kind"] == kind]

    def received(self):
        return "".join(line[2:].replace(" ", "") for line in self.told() if line[0] == "<")

    def test_are_told_once_the_load_is_out(self):
        self.play_load()
        self.assertEqual(self.told(), [])
        self.client.event("PB-01", ev="unload", left=308)
        frames = self.told("frame")
        self.assertEqual(len(frames), len(self.ROUND))
        for frame in frames:
            self.assertIn(frame, self.received())
        at = [line["at"] for line in self.story()]
        self.assertEqual(at, sorted(at))

    def test_nothing_of_the_next_load(self):
        self.play_load()
        self.client.event("PB-01", ev="load", decks=6)
        self.client.event("PB-01", ev="no_more_bets")
        self.deal("2H")
        self.wait_journal(len(self.ROUND) + 1)
        for frame in self.told("frame"):
            self.assertIn(frame, self.received())
        self.client.event("PB-01", ev="unload", left=1)
        burned = self.client.ok("story", table="PB-01", round=2)["lines"]
        last = [line["bytes"] for line in burned if line["kind"] == "frame"][-1]
        self.client.event("PB-01", ev="load", decks=6)
        self.assertNotIn(last, self.received())

    def test_nothing_when_its_times_are_not_the_log_s(self):
        """A clock that was set has put bytes of the next load into the round's time."""
        self.play_load()
        path = self.daemon.directory / "state" / "shoe-1.shoelog"
        n_before = len(path.read_text().splitlines())
        self.client.event("PB-01", ev="load", decks=6)
        self.deal("2H")
        self.wait_journal(len(self.ROUND) + 1)
        self.assertTrue(self.told())
        self.move(path, n_before, next(line["at"] for line in self.story()
                                       if line["kind"] == "frame"))
        self.assertEqual(self.told(), [])

    def test_nothing_behind_the_round_when_the_clock_went_back(self):
        """Cards of the next load stand behind the round's, with its time."""
        self.play_load()
        path = self.daemon.directory / "state" / "shoe-1.shoelog"
        n_before = len(path.read_text().splitlines())
        self.client.event("PB-01", ev="load", decks=6)
        self.deal("2H", "3C")
        self.wait_journal(len(self.ROUND) + 2)
        at = next(line["at"] for line in self.story() if line["kind"] == "frame")
        lines = path.read_text().splitlines(keepends=True)
        behind = [re.sub(r"^\d+", "0", line) for line in lines[n_before:]]
        path.write_text("".join(lines[:n_before] + [self.start_at(at)] + behind))
        veiled = ({line[2:].rstrip() for line in behind} -
                  {line.partition(" ")[2].rstrip() for line in lines[:n_before]})
        self.assertGreaterEqual(len(veiled), 2)
        for frame in self.told("frame"):
            self.assertIn(frame, self.received())
        self.assertEqual(veiled.intersection(self.told()), set())

    @staticmethod
    def start_at(at, ms_before=0):
        start = datetime.datetime.fromisoformat(at) - datetime.timedelta(milliseconds=ms_before)
        return f"#start {start:%Y-%m-%dT%H:%M:%S}.{start.microsecond // 1000:03}Z\n"

    @classmethod
    def move(cls, path, number, at):
        """What stands behind line `number` came ten seconds later; the last of it comes at `at`."""
        text = [re.sub(r"^\d+", lambda ms: str(int(ms[0]) + 10000), line) if i >= number else line
                for i, line in enumerate(path.read_text().splitlines(keepends=True))]
        last_ms = int(re.findall(r"^(\d+) <", "".join(text), re.M)[-1])
        path.write_text(re.sub("^#start .*\n", cls.start_at(at, last_ms), "".join(text),
                               flags=re.M))


class Twins(Floor):
    """Two shoes with one serial number are there at once: neither was put in the other's place."""

    def twins(self):
        return {name: [e["detail"] for e in self.client.export(name)[1:] if e.get("code") == "twin"]
                for name in ("PB-01", "PB-02")}

    def expect_twins(self, first, second):
        """Once, at both, and nobody is accused."""
        detail = f"two connected shoes have one serial number (SR8-0001: {first}, {second})"
        wait_for(lambda: self.twins() == {"PB-01": [detail], "PB-02": [detail]}, self.twins())
        self.assertEqual(self.findings("shoe_swapped"), [])

    def become_twins(self):
        self.two.unplug()
        twin = self.make("SR8-0001", 2)
        self.plug(twin, 2)
        return twin

    def test_one_comes_while_the_other_is_there(self):
        twin = self.become_twins()
        self.expect_twins("PB-01", "PB-02")
        for shoe, place in ((twin, 2), (self.one, 1)):
            self.unplug(shoe, f"PB-0{place}")
            self.plug(shoe, place)
            self.wait_state(f"PB-0{place}", "online")
        self.unplug(self.one, "PB-01")
        self.restart()
        self.wait_state("PB-02", "online")
        self.begin("PB-02")
        twin.card("9S", "punto")
        self.wait_cards("PB-02", ["9S"])
        self.expect_twins("PB-01", "PB-02")
        self.assertEqual(self.losses("PB-02"), [None])  # of the shoe that was there before

    def test_both_are_there_at_the_start(self):
        """Whichever answers first."""
        self.wait_house("shoe", 2)
        self.daemon.stop()
        self.become_twins()
        self.one.fall_silent()
        self.client = self.daemon.start()
        self.wait_state("PB-02", "online")
        self.one.is_silent = False
        self.expect_twins("PB-02", "PB-01")

    def test_one_is_gone(self):
        """Then it was put elsewhere."""
        self.wait_house("shoe", 2)
        self.daemon.stop()
        self.become_twins()
        self.one.unplug()
        self.client = self.daemon.start()
        wait_for(lambda: [d["table"] for d in self.findings("shoe_swapped")] == ["PB-02"],
                 "the finding")


if __name__ == "__main__":
    del sys.argv[1:3]
    unittest.main()
