#!/usr/bin/env python3
"""What is put right after a round is over: ordered by a ruling or by the pit, prompted at the
dealer's display, recorded when it was done, or withdrawn.

usage: test-redress.py SABOTD SABOTCTL
"""
import contextlib
import json
import os
import sqlite3
import subprocess
import sys
import unittest

from house_case import PINS, House
from fixture import Daemon, audit, unguarded, wait_for

SABOTD, SABOTCTL = sys.argv[1:3]
TABLES = ("[table PB-01]\nrules = punto-banco-es\nset.burn = 0\nset.chips = 500 1000 2500\n"
          "[table BJ-01]\nrules = blackjack-es\nset.burn = 0\n")
PUNTO = ["9S", "KH", "7S", "KD"]


class Redress(unittest.TestCase):
    def setUp(self):
        self.daemon = Daemon(SABOTD, TABLES)
        self.addCleanup(self.daemon.close)
        self.client = self.daemon.start()

    def say(self, table="PB-01", **event):
        return self.client.event(table, **event)

    def play(self, *stakes, cards=PUNTO, **claimed):
        """A round that punto wins; a stake is box, bet, amount and perhaps a bettor."""
        if not self.view().get("load"):
            self.say(ev="load", decks=6)
        for box, on, amount, *bettor in stakes:
            self.say(ev="bet", box=box, on=on, amount=amount,
                     **({"bettor": bettor[0]} if bettor else {}))
        self.say(ev="no_more_bets")
        for card in cards:
            self.say(ev="card", card=card)
        self.say(ev="result", **claimed)

    def view(self):
        return self.client.view("PB-01")

    def redress(self):
        """What the table's screens tell, once all that was said is told."""
        wait_for(lambda: self.client.ok("metrics")["daemon"]["pending"] == 0, "the log")
        return self.view().get("redress", [])

    def told(self):
        return [(one["round"], one.get("box"), one.get("bettor"), one["amount"], one["text"])
                for one in self.redress()]

    def order(self, **fields):
        return self.client.ok("redress_order", table="PB-01", **fields)

    def error(self, verb, **fields):
        return self.client.ask(verb, table="PB-01", **fields)["error"]

    def done(self, redress, **more):
        return self.say(ev="correction", redress=redress["redress"], round=redress["round"],
                        amount=redress["amount"], **more)

    def restart(self):
        self.daemon.kill()
        self.client = self.daemon.start()

    def house(self):
        return [{key: value for key, value in line.items() if key != "at"}
                for line in self.client.export("house") if line.get("ev") == "redress"]


class Once(Redress):
    """Nothing is to be paid twice, nor because of what anybody wrote into another event."""

    def pay_too_little(self):
        """It may be a first part, until another stake is paid."""
        self.play((3, "punto", 2500), (4, "punto", 500))
        self.say(ev="paid", box=3, on="punto", amount=1500)
        self.say(ev="paid", box=4, on="punto", amount=500)

    def test_ruled_twice(self):
        self.pay_too_little()
        for _ in range(2):
            self.say(ev="ruling", incident=1, remedy="pay_difference", by="pit-1")
        self.assertEqual([one["amount"] for one in self.redress()], [1000])

    def test_the_mark_is_the_daemons(self):
        self.pay_too_little()
        self.say(ev="call", prompted=True, remedy="pay_difference", incident=1, amount=770000,
                 box=3)
        self.assertEqual(self.redress(), [])

    def test_who_decided_is_the_orders(self):
        self.pay_too_little()
        self.say(ev="ruling", incident=1, remedy="pay_difference", by="pit-1")
        self.done(self.redress()[0], by="dealer-1", decided="boss", decided_second="other")
        correction, = [one for one in self.client.export("PB-01") if one.get("ev") == "correction"]
        self.assertEqual((correction["decided"], correction.get("decided_second")),
                         ("pit-1", None))

    def test_a_long_note_takes_no_table_from_the_screens(self):
        self.play(*((box, "punto", 500) for box in range(1, 8)))
        self.say(ev="call")
        self.say(ev="ruling", incident=1, remedy="void_round", by="pit-1", note="n" * 12000)
        self.assertEqual(len(self.redress()), 7)
        self.assertEqual({len(one["note"]) for one in self.redress()}, {200})

    def test_paid_while_there_was_no_database(self):
        self.play((3, "punto", 2500))
        self.assertEqual(self.daemon.stop(), 0)
        path = self.daemon.directory / "state" / "sabot.db"
        good = path.read_bytes()
        path.write_bytes(b"no database" * 1000)
        self.client = self.daemon.start()
        self.pay_too_little()
        self.say(ev="ruling", incident=1, remedy="pay_difference", by="pit-1")
        wait_for(self.redress, "the order")
        self.done(self.redress()[0], by="dealer-1")
        self.assertEqual(self.redress(), [])
        self.assertEqual(self.daemon.stop(), 0)
        path.write_bytes(good)
        self.client = self.daemon.start()
        self.assertEqual(self.redress(), [])
        self.assertEqual([line["do"] for line in self.house()], ["order", "done"])


class Ruled(Redress):
    def test_a_void_round_is_given_back(self):
        self.play((3, "punto", 2500), (3, "tie", 500), (5, "banca", 1000, "ann"))
        self.say(ev="call")
        self.say(ev="ruling", incident=1, remedy="void_round", note="misdealt", by="pit-1")
        expected = [(1, 3, None, -2000, "Round 1, box 3: collect 20.00 → 2×10"),
                    (1, 5, "ann", 1000, "Round 1, box 5, ann: pay 10.00 → 1×10")]
        self.assertEqual(self.told(), expected)
        first, second = self.redress()
        self.assertEqual((first["incident"], first["by"], first["note"]), (1, "pit-1", "misdealt"))
        self.say(ev="ruling", incident=1, remedy="void_round", by="pit-1")  # once more: no more
        self.assertEqual(self.told(), expected)
        self.restart()
        self.assertEqual(self.told(), expected)
        self.done(first, by="dealer-1")
        self.assertEqual(self.told(), expected[1:])
        self.restart()
        self.assertEqual(self.told(), expected[1:])
        correction = self.client.export("PB-01")[-1]
        self.assertEqual({key: correction[key] for key in correction if key != "at"},
                         {"ev": "correction", "redress": first["redress"], "round": 1, "box": 3,
                          "bettor": "3", "amount": -2000, "incident": 1, "note": "misdealt",
                          "decided": "pit-1", "by": "dealer-1"})
        round_told = self.client.ok("rounds", table="PB-01")["rounds"][0]
        self.assertEqual([(c["amount"], c["incident"], c["decided"], c["by"])
                          for c in round_told["corrections"]],
                         [(-2000, 1, "pit-1", "dealer-1")])
        self.assertEqual([(line["do"], line["table"]) for line in self.house()],
                         [("order", "PB-01"), ("order", "PB-01"), ("done", "PB-01")])

    def test_a_card_that_is_told_too_late(self):
        """What was not certain was not to be paid: when it is, the settlement has it."""
        self.play((3, "punto", 2500), (4, "tie", 500), cards=["9S", "??", "7S", "KD"])
        self.assertEqual([payout for payout in self.view().get("payouts", [])
                          if "due" in payout], [])
        self.say(ev="ruling", incident=1, remedy="read_as", card="8S", by="dealer-1")
        self.assertEqual(self.told(), [])
        self.assertEqual([(payout["box"], payout["due"]) for payout in self.view()["payouts"]],
                         [(3, 0), (4, 4000)])

    def test_a_card_that_was_read_wrongly(self):
        """Banca's king is a two: it has 9, and so has punto."""
        self.play((3, "punto", 2500), (4, "tie", 500), winner="banca")
        self.say(ev="ruling", incident=1, remedy="read_as", card="2D", by="pit-1")
        self.assertEqual([line[1:4] for line in self.told()],
                         [(3, None, -2500), (4, None, 4500)])

    def test_a_card_of_an_older_round(self):
        """At a table that records its payments, too; ann's bet is not the seat's own."""
        self.say(ev="load", decks=1)  # of which 7S is there once only
        self.play((3, "punto", 2500), (3, "tie", 1000, "ann"), (4, "tie", 500),
                  cards=["9S", "KH", "7S", "7S"])
        self.say(ev="paid", box=3, on="punto", amount=2500)
        self.play((5, "punto", 500), cards=["8S", "AH", "6S", "KC"])
        self.say(ev="paid", box=5, on="punto", amount=500)
        self.say(ev="ruling", incident=2, remedy="read_as", card="2D", by="pit-1", note="film")
        expected = [(1, 3, None, -2500), (1, 3, "ann", 9000), (1, 4, None, 4500)]
        self.assertEqual([line[:4] for line in self.told()], expected)
        order = self.house()[0]
        self.assertEqual((order["incident"], order["remedy"], order["by"], order["note"]),
                         (2, "read_as", "pit-1", "film"))
        self.restart()
        self.assertEqual([line[:4] for line in self.told()], expected)
        self.done(self.redress()[0], by="dealer-1")
        self.assertEqual([line[:4] for line in self.told()], expected[1:])
        self.restart()
        for _ in expected[1:]:
            self.done(self.redress()[0], by="dealer-1")
        self.assertEqual(self.told(), [])
        self.assertEqual([line["do"] for line in self.house()], ["order"] * 3 + ["done"] * 3)
        self.assertEqual(self.open_at_the_end(), None)

    def open_at_the_end(self):
        """The sum of what is to be put right, as an audit of the log has it."""
        header, *events = self.client.export("PB-01")
        del header["set"]["chips"]  # a veiled load's header is the test's own
        return audit(SABOTCTL, [header, *events])[-1].get("redress")

    def report(self, section):
        """Its rows, of the table shift report."""
        made = subprocess.run([SABOTCTL, "report", "table-shift", "--socket", self.daemon.socket,
                               "--format", "json"], capture_output=True, text=True, check=True)
        return {one["id"]: one for one in json.loads(made.stdout)["sections"]}[section]["rows"]

    def test_a_correction_is_no_payment(self):
        """A report has it beside what was paid, once."""
        self.play((3, "punto", 2500), (4, "punto", 500))
        self.say(ev="paid", box=3, on="punto", amount=1500)
        self.say(ev="paid", box=4, on="punto", amount=500)
        self.say(ev="ruling", incident=1, remedy="pay_difference", by="pit-1")
        self.done(self.redress()[0], by="dealer-1")
        self.say(ev="call")
        self.say(ev="ruling", incident=2, remedy="void_round", by="pit-1")
        for _ in range(2):
            self.done(self.redress()[0], by="dealer-1")
        self.say(ev="unload")
        row, = self.report("tables")
        self.assertEqual((row["paid_wrong_minor"], row["corrected_minor"], row["result_minor"]),
                         (2000, 1000 - 2500 - 500, 0))
        self.assertEqual([one["paid_minor"] for one in self.report("differences")
                          if one["role"] == "row"], [1500, 500])

    def test_what_is_not_certain_is_in_no_sum(self):
        """Not even what was paid for it is called too much; the stakes are counted."""
        self.play((3, "punto", 2500), (4, "tie", 500), cards=["9S", "??", "7S", "KD"])
        self.say(ev="paid", box=3, on="punto", amount=2500)
        self.say(ev="unload")
        row, = self.report("tables")
        self.assertEqual((row["uncertain"], row["staked_minor"], row["won_minor"],
                          row["paid_wrong_minor"]), (2, 0, 0, 0))
        self.assertEqual(self.report("differences"), [])

    def test_another_round_is_paid_by_name(self):
        self.play((3, "punto", 2500))
        self.play((4, "punto", 500))
        self.say(ev="paid", box=4, on="punto", amount=500)
        self.say(ev="paid", box=3, on="punto", amount=2000, round=1)
        rounds = self.client.ok("rounds", table="PB-01")["rounds"]
        self.assertEqual([[(paid["box"], paid["amount"]) for paid in one.get("paid", [])]
                          for one in rounds], [[(4, 500)], [(3, 2000)]])
        self.assertEqual([(one["code"], one["round"])
                          for one in self.client.ok("incidents", table="PB-01")["incidents"]],
                         [("payout_wrong", 1)])
        self.say(ev="ruling", incident=1, remedy="pay_difference", by="pit-1")
        self.assertEqual([line[:4] for line in self.told()], [(1, 3, None, 500)])

    def test_a_part_is_of_the_round_it_was_paid_in(self):
        """Found when the next round's bets are closed; the incident is the old round's."""
        self.play((3, "punto", 2500))
        self.say(ev="paid", box=3, on="punto", amount=2000)
        self.play((4, "punto", 500))
        self.assertEqual([(one["code"], one["round"])
                          for one in self.client.ok("incidents", table="PB-01")["incidents"]],
                         [("payout_wrong", 1)])

    def test_what_was_paid_in_full_leaves_the_list(self):
        """The dealer puts it right himself: nobody need look at it any more."""
        self.play((3, "punto", 2500), (4, "punto", 500))
        self.say(ev="paid", box=3, on="punto", amount=1500)
        self.say(ev="paid", box=4, on="punto", amount=500)
        listed = self.client.ok("incidents", table="PB-01", open=True)["incidents"]
        self.assertEqual([one["code"] for one in listed], ["payout_wrong"])
        self.say(ev="paid", box=3, on="punto", amount=1000)
        for _ in range(2):
            self.assertEqual(self.client.ok("incidents", table="PB-01", open=True)["incidents"], [])
            told, = self.client.ok("incidents", table="PB-01")["incidents"]
            self.assertEqual(told["state"], "explained")
            self.assertEqual(self.view()["incidents"].get("open", 0), 0)
            count, = self.client.ok("statistics", table="PB-01")["codes"]
            self.assertEqual((count["raised"], count["explained"], count.get("open"),
                              count.get("right"), count.get("precision")),
                             (1, 1, None, None, 0))
            self.restart()

    def test_the_difference_of_a_wrong_payment(self):
        self.play((3, "punto", 2500))
        self.say(ev="paid", box=3, on="punto", amount=1500)
        self.play((4, "punto", 500))  # a round later nothing of it is lost
        self.say(ev="ruling", incident=1, remedy="pay_difference", by="pit-1")
        self.assertEqual(self.told(), [(1, 3, None, 1000, "Round 1, box 3: pay 10.00 → 1×10")])
        self.assertEqual(self.ruled(), [(4, False)])  # another round's
        self.done(self.redress()[0], by="dealer-1")
        self.assertEqual(self.told(), [])
        self.assertIn("prompted", json.dumps(self.client.export("PB-01")))

    def ruled(self):
        """Whether each payout that is shown is put right by itself."""
        return [(payout["box"], payout.get("ruled", False)) for payout in self.view()["payouts"]]

    def test_what_is_put_right_is_not_asked_for_as_a_payout_too(self):
        self.play((3, "punto", 2500), (4, "punto", 500))
        self.say(ev="paid", box=3, on="punto", amount=1500)
        self.say(ev="paid", box=4, on="punto", amount=500)
        self.assertEqual(self.ruled(), [(3, False), (4, False)])
        self.say(ev="ruling", incident=1, remedy="pay_difference", by="pit-1")
        self.assertEqual(self.ruled(), [(3, True), (4, False)])
        self.done(self.redress()[0], by="dealer-1")
        self.assertEqual(self.ruled(), [(3, True), (4, False)])
        self.restart()
        self.assertEqual(self.ruled(), [(3, True), (4, False)])
        self.say(ev="call")
        self.say(ev="ruling", incident=2, remedy="void_round", by="pit-1")
        self.assertEqual(self.ruled(), [(3, True), (4, True)])

    def money(self, **supposed):
        """What `pay_difference` is told to do before it is ruled."""
        told, = self.client.ok("remedies", table="PB-01", incident=1, remedy="pay_difference",
                               **supposed)["remedies"]
        return [(effect["effect"], effect.get("round"), effect.get("box"), effect.get("amount"),
                 effect["text"]) for effect in told["effects"]]

    def test_a_wrong_payment_is_of_the_round_that_was_paid(self):
        self.play((3, "punto", 2500), (5, "punto", 500))
        self.say(ev="bet", box=4, on="punto", amount=500)
        self.say(ev="paid", box=3, on="punto", amount=1500)
        self.say(ev="paid", box=5, on="punto", amount=500)
        incident, = self.client.ok("incidents", table="PB-01")["incidents"]
        self.assertEqual((incident["code"], incident["round"]), ("payout_wrong", 1))
        self.assertEqual(self.money(), [("money", 1, 3, 1000, "Box 3 is paid 10.00.")])
        self.assertEqual(self.money(box=4, amount=-500),
                         [("money", 1, 4, -500, "Box 4 gives 5.00 back.")])
        self.say(ev="paid", box=3, on="punto", amount=1000)  # put right by the dealer himself
        self.assertEqual([line[0] for line in self.money()], ["nothing"])
        self.assertEqual(self.told(), [])  # asking orders nothing

    def test_what_was_paid_meanwhile_is_not_ordered(self):
        """What is lacking when it is ruled, not what was lacking when it was found."""
        self.play((3, "punto", 2500), (4, "punto", 500))
        self.say(ev="paid", box=3, on="punto", amount=1500)
        self.say(ev="paid", box=4, on="punto", amount=700)
        self.say(ev="paid", box=3, on="punto", amount=400)
        for _ in range(2):
            self.say(ev="ruling", incident=1, remedy="pay_difference", by="pit-1")
        self.say(ev="paid", box=4, on="punto", amount=-200)  # taken back by the dealer himself
        self.say(ev="ruling", incident=2, remedy="pay_difference", by="pit-1")
        self.assertEqual([line[1:4] for line in self.told()], [(3, None, 600)])
        self.restart()
        self.assertEqual([line[1:4] for line in self.told()], [(3, None, 600)])

    def test_a_win_that_nobody_paid_is_ordered_once(self):
        self.play((3, "punto", 2500), (4, "punto", 500))
        self.say(ev="paid", box=4, on="punto", amount=500)
        self.play((4, "punto", 500))
        missing = self.client.ok("incidents", table="PB-01")["incidents"][0]
        self.assertEqual((missing["code"], missing["round"]), ("payout_missing", 1))
        for amount in ({}, {"amount": 2000}, {}):  # the pit names less, and thinks better of it
            self.say(ev="ruling", incident=1, remedy="pay_difference", by="pit-1", **amount)
        self.assertEqual([line[:4] for line in self.told()],
                         [(1, 3, None, 2500), (1, 3, None, -500), (1, 3, None, 500)])

    def test_a_void_round_leaves_no_difference(self):
        self.play((3, "punto", 2500))
        self.say(ev="paid", box=3, on="punto", amount=2600)
        self.say(ev="call")
        self.say(ev="ruling", incident=2, remedy="void_round")
        self.say(ev="ruling", incident=1, remedy="pay_difference", by="pit-1")
        self.assertEqual([line[3] for line in self.told()], [-2600])

    def test_what_was_named_counts_when_the_round_is_void(self):
        self.play((3, "punto", 2500))
        self.say(ev="paid", box=3, on="punto", amount=2600)
        self.say(ev="ruling", incident=1, remedy="pay_difference", box=3, amount=-100)
        self.say(ev="call")
        self.say(ev="ruling", incident=2, remedy="void_round")
        self.assertEqual([amount for _, _, _, amount, _ in self.told()], [-100, -2500])

    def test_what_nobody_has_paid_yet_is_the_settlement_s(self):
        self.play((3, "punto", 2500), (4, "punto", 500))
        self.say(ev="paid", box=4, on="punto", amount=500)
        self.say(ev="call")
        self.say(ev="ruling", incident=1, remedy="void_round")
        self.assertEqual([line[1:4] for line in self.told()], [(4, None, -500)])

    def test_a_round_in_play_is_ruled_without(self):
        self.say(ev="load", decks=6)
        self.say(ev="bet", box=3, on="punto", amount=2500)
        self.say(ev="no_more_bets")
        self.say(ev="card", card="9S")
        self.say(ev="call")
        self.say(ev="ruling", incident=1, remedy="void_round")
        self.say(ev="result")
        self.assertEqual(self.told(), [])

    def test_killed_between_the_ruling_and_its_orders(self):
        """Whatever of the orders did not reach the disk is written at the start, once."""
        self.play((3, "punto", 2500), (5, "banca", 1000))
        self.say(ev="call")
        ruled = self.say(ev="ruling", incident=1, remedy="void_round", by="pit-1")["seq"]
        expected = self.told()
        self.assertEqual(len(expected), 2)
        for survivors in (0, 1):
            self.daemon.kill()
            self.cut(ruled + survivors)
            self.client = self.daemon.start()
            self.assertEqual(self.told(), expected, survivors)
            self.assertEqual(len(self.house()), 2)
        self.restart()
        self.assertEqual(self.told(), expected)
        done = self.done(self.redress()[0], by="dealer-1")["seq"]
        self.daemon.kill()
        self.cut(done)
        self.client = self.daemon.start()
        self.assertEqual(self.told(), expected[1:])
        self.assertEqual([line["do"] for line in self.house()], ["order", "order", "done"])

    def cut(self, seq):
        """The log as if the power had failed after the event `seq`."""
        path = self.daemon.directory / "state/sabot.db"
        with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as db, unguarded(db):
            db.execute("DELETE FROM event WHERE seq > ?", (seq,))


class Ordered(Redress):
    def setUp(self):
        super().setUp()
        self.play((3, "punto", 2500))

    def test_the_pit_orders_and_withdraws(self):
        number = self.order(round=1, box=3, amount=-500, note="was paid twice", by="pit-1")["n"]
        self.assertEqual(self.told(), [(1, 3, None, -500, "Round 1, box 3: collect 5.00 → 1×5")])
        self.assertEqual(self.redress()[0]["redress"], number)
        # It stands in no round's way.
        self.play((4, "punto", 500))
        self.assertEqual((self.view()["round"], len(self.redress())), (2, 1))
        self.assertEqual(self.error("redress_withdraw", redress=number, reason="")["class"],
                         "bad_request")
        self.client.ok("redress_withdraw", table="PB-01", redress=number, reason="he has left",
                       by="pit-1")
        self.assertEqual(self.told(), [])
        self.assertEqual(self.house()[-1], {"ev": "redress", "do": "withdraw", "table": "PB-01",
                                            "redress": number, "reason": "he has left",
                                            "by": "pit-1"})
        self.restart()
        self.assertEqual(self.told(), [])
        self.assertEqual(self.error("redress_withdraw", redress=number, reason="x")["class"],
                         "not_allowed")

    def test_it_is_done_once_and_as_ordered(self):
        self.order(round=1, box=3, amount=500, note="short", by="pit-1")
        redress = self.redress()[0]
        for wrong in ({"amount": 600}, {"round": 2}, {"box": 4}, {"bettor": "eve"},
                      {"redress": 999}, {"redress": "x"}):
            event = {"ev": "correction", "redress": redress["redress"], "round": 1,
                     "amount": 500, **wrong}
            self.assertIn("error", self.client.ask("event", table="PB-01", event=event), wrong)
        replies = self.client.pipeline("PB-01", [
            {"ev": "correction", "redress": redress["redress"], "round": 1, "amount": 500}] * 3)
        self.assertEqual(sorted("ok" in reply for reply in replies), [False, False, True])
        self.assertEqual(self.told(), [])

    def test_nonsense_is_refused(self):
        good = {"round": 1, "box": 3, "amount": 500, "note": "short"}
        for wrong in ({"round": 0}, {"round": 2}, {"amount": 0}, {"amount": 10 ** 13},
                      {"box": 99}, {"box": -1}, {"note": ""}, {"note": "x" * 201},
                      {"box": 0, "bettor": "ann"}):
            self.assertEqual(self.error("redress_order", **{**good, **wrong})["class"],
                             "bad_request", wrong)
        self.say(ev="bet", box=3, on="punto", amount=500)
        self.assertIn("none that is over",
                      self.error("redress_order", **{**good, "round": 2})["text"])
        self.assertEqual(self.told(), [])

    def test_it_blocks_the_seal(self):
        self.order(round=1, box=3, amount=-500, note="was paid twice")
        number = self.redress()[0]["redress"]
        items = self.client.ok("shift_open")["open"]
        self.assertIn({"item": f"redress_open/PB-01/{number}", "what": "redress_open",
                       "blocks": True, "table": "PB-01", "number": number, "amount": -500}, items)
        said = subprocess.run([SABOTCTL, "shift", "open"], capture_output=True, text=True,
                              env=dict(os.environ, SABOT_SOCKET=self.daemon.socket, LANGUAGE=""))
        self.assertIn("PB-01: still to be collected from a player: 5.00", said.stdout,
                      said.stderr)
        self.done(self.redress()[0])
        self.assertNotIn("redress_open", json.dumps(self.client.ok("shift_open")))

    def test_more_than_a_view_tells(self):
        for i in range(30):
            self.order(round=1, box=3, amount=500 + i, note="one of many")
        self.assertEqual(len(self.redress()), 24)
        for _ in range(30):
            self.done(self.redress()[0])
        self.assertEqual(self.redress(), [])

    def test_watchers_are_told_at_once(self):
        self.client.ok("watch")
        self.order(round=1, box=3, amount=500, note="short")

        def pushed(n):
            self.client.ok("ping")
            views = [message["view"] for message in self.client.pushes if message.get("view")]
            return bool(views) and len(views[-1].get("redress", [])) == n

        wait_for(lambda: pushed(1), "the order")
        self.done(self.client.view("PB-01")["redress"][0])
        wait_for(lambda: pushed(0), "its end")


class Persons(House):
    def test_who_may(self):
        self.populate("Dan", "Pia", "Sol", "Eye")
        dan, pia, eye = (self.login(name) for name in ("Dan", "Pia", "Eye"))
        pia.event("PB-02", ev="load", decks=6)
        pia.event("PB-02", ev="card", card="9S")
        for _ in range(9):
            pia.event("PB-02", ev="card", card="TS")
        for event in ({"ev": "bet", "box": 3, "on": "punto", "amount": 2500},
                      {"ev": "no_more_bets"}, *({"ev": "card", "card": card} for card in PUNTO),
                      {"ev": "result"}):
            pia.event("PB-02", **event)
        wish = {"table": "PB-02", "round": 1, "box": 3, "amount": 500, "note": "short"}
        self.refused(dan, "redress_order", "not_allowed", **wish)
        self.refused(self.client, "redress_order", "login_wanted", **wish)
        number = pia.ok("redress_order", second={"name": "Sol", "pin": PINS["Sol"]}, **wish)["n"]
        order = self.house("redress")[0]
        self.assertEqual(len({order["by"], order["second"]}), 2)
        done = {"ev": "correction", "redress": number, "round": 1, "amount": 500}
        self.refused(eye, "event", "not_allowed", table="PB-02", event=done)
        self.refused(dan, "redress_withdraw", "not_allowed", table="PB-02", redress=number,
                     reason="x")
        # What was not ordered is the pit's alone to write.
        self.refused(dan, "event", "not_allowed", table="PB-02",
                     event={"ev": "correction", "round": 1, "amount": 500})
        dan.event("PB-02", **done)
        correction = dan.export("PB-02")[-1]
        self.assertEqual((correction["decided"], correction["decided_second"]),
                         (order["by"], order["second"]))
        self.assertNotEqual(correction["by"], order["by"])


if __name__ == "__main__":
    del sys.argv[1:]
    unittest.main()
