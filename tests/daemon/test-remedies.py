#!/usr/bin/env python3
"""What each remedy would do is told before it is applied, and then is what it does.

usage: test-remedies.py SABOTD SABOTCTL
"""
import sys
import unittest

from fixture import Daemon, audit

SABOTD, SABOTCTL = sys.argv[1:3]
TABLES = ("[table PB-01]\nrules = punto-banco-es\nset.burn = 0\n"
          "[table PB-02]\nrules = punto-banco-es\nset.burn = 0\nset.reveal = on_button\n"
          "[table PB-03]\nrules = house\nset.burn = 0\n"
          "[table BJ-01]\nrules = blackjack-es\nset.burn = 0\n"
          "[table BJ-02]\nrules = blackjack-es\nset.burn = 0\nset.actions = all\n"
          "[table PB-04]\nrules = odd\nset.burn = 0\n")
HOUSE = ("[profile]\ngame=punto_banco\n[rules]\ndecks=6\n[articles]\n"
         "card_in_excess.burn_card=Art. 7.2\n")
ODD = ("[profile]\ngame=punto_banco\n[rules]\ndecks=6\n"
       "remedies.card_missing=pay_difference false_alarm\n")


class Remedies(unittest.TestCase):
    def setUp(self):
        self.daemon = Daemon(SABOTD, TABLES)
        profiles = self.daemon.directory / "profiles"
        profiles.mkdir()
        text = self.daemon.config.read_text()
        self.daemon.config.write_text(
            text.replace("[daemon]\n", f"[daemon]\nprofiles = {profiles}\n"))
        (profiles / "house.conf").write_text(HOUSE)
        (profiles / "odd.conf").write_text(ODD)
        self.client = self.daemon.start()

    def tearDown(self):
        self.daemon.close()

    def begin(self, table="PB-01", *cards):
        self.client.event(table, ev="load", decks=6)
        self.client.event(table, ev="bet", box=3, on="punto", amount=1000)
        self.client.event(table, ev="bet", box=5, on="banca", amount=2000)
        self.client.event(table, ev="no_more_bets")
        for card in cards:
            self.client.event(table, ev="card", card=card)

    def remedies(self, incident=1, table="PB-01", **more):
        found = self.client.ok("remedies", table=table, incident=incident, **more)
        self.assertEqual((found["table"], found["incident"]), (table, incident))
        return {remedy["remedy"]: remedy for remedy in found["remedies"]}

    def effects(self, remedy):
        return [effect["effect"] for effect in remedy["effects"]]

    def dues(self, remedy, when):
        return {(s["box"], s["on"]): s.get(when) for s in remedy["stakes"]}

    def settled(self, table="PB-01"):
        rounds = self.client.ok("rounds", table=table)["rounds"]
        return {(s["box"], s["on"]): s["due"] for s in rounds[0]["stakes"]}

    def test_a_card_too_many(self):
        # Punto has 9, so the coup is decided; a further card lies in no hand.
        self.begin("PB-01", "9S", "KH", "7S", "KD", "2C")
        found = self.remedies()
        self.assertEqual(list(found)[0], "first_of_next_round")  # the profile's order
        self.assertEqual(self.effects(found["first_of_next_round"]), ["card_next"])
        self.assertEqual(self.effects(found["let_stand"]), ["nothing"])
        self.assertNotIn("stakes", found["let_stand"])
        third = found["use_as_banca_third"]  # 7 and 2: a tie
        self.assertEqual(self.effects(third), ["card_moved"])
        self.assertEqual(self.dues(third, "before"), {(3, "punto"): 1000, (5, "banca"): -2000})
        self.assertEqual(self.dues(third, "after"), {(3, "punto"): 0, (5, "banca"): 0})
        self.assertEqual((third["changed"], third["delta"]), (2, 1000))
        void = found["void_round"]
        self.assertEqual(self.effects(void)[0], "round_void")
        self.assertEqual(void["text"], "Round 1 is void: all stakes go back.")
        self.assertEqual(self.dues(void, "after"), {(3, "punto"): 0, (5, "banca"): 0})

    def test_what_is_told_is_what_happens(self):
        self.begin("PB-01", "9S", "KH", "7S", "KD", "2C")
        promised = self.dues(self.remedies()["use_as_banca_third"], "after")
        before = self.client.view("PB-01")
        self.remedies()
        self.assertEqual(self.client.view("PB-01"), before)  # asking changes nothing
        self.client.event("PB-01", ev="ruling", incident=1, remedy="use_as_banca_third")
        self.client.event("PB-01", ev="result")
        self.assertEqual(self.settled(), promised)

    def test_a_card_not_drawn(self):
        self.begin("PB-01", "2S", "KH", "7S", "KD")  # punto has 2 and must draw
        self.client.event("PB-01", ev="result")
        found = self.remedies()
        self.assertEqual(self.effects(found["let_stand"]), ["round_closed", "result"])
        self.assertEqual(self.dues(found["let_stand"], "before"),
                         {(3, "punto"): None, (5, "banca"): None})
        self.assertEqual(self.dues(found["let_stand"], "after"),
                         {(3, "punto"): -1000, (5, "banca"): 1900})
        self.assertEqual(self.effects(found["draw_now"]), ["round_goes_on"])
        self.assertNotIn("stakes", found["draw_now"])
        self.client.event("PB-01", ev="ruling", incident=1, remedy="let_stand")
        self.assertEqual(self.settled(), {(3, "punto"): -1000, (5, "banca"): 1900})

    def test_no_table_waits_with_nothing_open(self):
        """While the round waits its incident is open, and the prompt names it."""
        for table, remedy in [("PB-01", "false_alarm"), ("PB-02", "let_stand"),
                              ("PB-03", "void_round")]:
            self.begin(table, "2S", "KH", "7S", "KD")  # punto has 2 and must draw
            self.client.event(table, ev="result")
            self.assertEqual(self.client.view(table)["prompt"]["incident"], 1)
            self.client.event(table, ev="ruling", incident=1, remedy=remedy)
            self.assertEqual(self.client.view(table)["phase"], "betting", remedy)
            self.assertEqual(self.client.view(table)["incidents"]["open"], 0)
        # A house may offer what does not end the wait: then it goes on, and is still open.
        self.begin("PB-04", "2S", "KH", "7S", "KD")
        self.client.event("PB-04", ev="result")
        self.client.event("PB-04", ev="ruling", incident=1, remedy="pay_difference")
        self.assert_waits_for("PB-04", 1)
        self.client.event("PB-04", ev="ruling", incident=1, remedy="false_alarm")
        self.assertNotEqual(self.client.view("PB-04")["phase"], "ruling")

    def test_a_closed_table_takes_no_bets(self):
        """Nor does its prompt ask for any."""
        self.client.event("PB-01", ev="load", decks=6)
        self.client.event("PB-01", ev="table", state="closed")
        self.assertNotIn("prompt", self.client.view("PB-01"))
        reply = self.client.ask("event", table="PB-01",
                                event={"ev": "bet", "box": 1, "on": "punto", "amount": 1000})
        self.assertEqual(reply["error"]["class"], "not_allowed")
        self.assertIn("closed", reply["error"]["text"])
        self.client.event("PB-01", ev="table", state="open")
        self.client.event("PB-01", ev="bet", box=1, on="punto", amount=1000)
        self.assertEqual(self.client.view("PB-01")["prompt"]["kind"], "bets")

    def test_the_stakes_as_they_lie(self):
        """Beside the list, also of a round in play where nothing is due yet."""
        self.begin("PB-01", "9S", "KH", "7S")
        self.client.event("PB-01", ev="call")
        laid = self.client.ok("remedies", table="PB-01", incident=1)["stakes"]
        self.assertEqual([(s["box"], s["on"], s["stake"], s.get("before"), s["text"])
                          for s in laid],
                         [(3, "punto", 1000, None, "Box 3, punto"),
                          (5, "banca", 2000, None, "Box 5, banca")])
        for card in ("KD", "2C"):
            self.client.event("PB-01", ev="card", card=card)
        laid = self.client.ok("remedies", table="PB-01", incident=2)["stakes"]
        self.assertEqual([s["before"] for s in laid], [1000, -2000])
        # Of a hidden card's round none is due yet, whatever the cards are.
        self.begin("PB-02", "9S", "KH", "7S", "KD")
        self.client.event("PB-02", ev="call")
        laid = self.client.ok("remedies", table="PB-02", incident=1)["stakes"]
        self.assertEqual([s.get("before") for s in laid], [None, None])

    def test_the_missing_card_is_named(self):
        deck = [rank + suit for suit in "SHDC" for rank in "A23456789TJQK"]
        self.client.event("BJ-01", ev="load", decks=6)
        left = deck * 5 + [card for card in deck if card != "QH"]
        out = self.client.event("BJ-01", ev="unload", cards=left)["out"]
        incident = next(line for line in out if line.get("code") == "count_mismatch")
        self.assertEqual(incident["text"],
                         "The load should hold 312 cards; 311 were found. Missing: Q♥.")
        found = self.remedies(incident["id"], "BJ-01")
        self.assertEqual({word: one["possible"] for word, one in found.items()},
                         {"let_stand": True, "counted_again": True, "cards_replaced": True,
                          "end_load": False, "false_alarm": True})

    def assert_waits_for(self, table, incident):
        view = self.client.view(table)
        self.assertEqual((view["phase"], view["prompt"].get("incident")), ("ruling", incident))
        self.assertIn((table, incident),
                      [(i["table"], i["id"]) for i in self.client.ok("incidents")["incidents"]
                       if i["state"] == "open"])

    def test_a_card_that_nobody_asked_for(self):
        """Moved to a hand that is not there: nothing was ruled, and the round still waits."""
        self.client.event("BJ-02", ev="load", decks=6)
        self.client.event("BJ-02", ev="bet", box=1, amount=1000)
        self.client.event("BJ-02", ev="no_more_bets")
        for card in ("TS", "9H", "2S", "8D"):
            self.client.event("BJ-02", ev="card", card=card)
        self.assert_waits_for("BJ-02", 1)
        self.client.event("BJ-02", ev="ruling", incident=1, remedy="move_card", box=6)
        self.assert_waits_for("BJ-02", 1)
        self.daemon.stop()
        self.client = self.daemon.start()
        self.assert_waits_for("BJ-02", 1)
        self.client.event("BJ-02", ev="ruling", incident=1, remedy="false_alarm")
        self.assertNotEqual(self.client.view("BJ-02")["phase"], "ruling")

    def test_an_unread_card(self):
        self.begin("PB-01", "9S", "KH", "??", "KD")
        found = self.remedies()["read_as"]
        self.assertTrue(found["wants_card"] and found["possible"])
        self.assertEqual(self.effects(found), ["wants_card"])
        self.client.event("PB-01", ev="result")
        supposed = self.remedies(card="9D", remedy="read_as")
        self.assertEqual(list(supposed), ["read_as"])
        self.assertIn("result", self.effects(supposed["read_as"]))
        self.assertEqual(self.dues(supposed["read_as"], "after"),
                         {(3, "punto"): 0, (5, "banca"): 0})
        self.client.event("PB-01", ev="ruling", incident=1, remedy="read_as", card="9D")
        self.assertEqual(self.settled(), {(3, "punto"): 0, (5, "banca"): 0})

    def test_what_is_hidden_stays_so(self):
        told = []
        for punto in ["2S", "5S"]:  # hidden until the button; both must draw
            self.begin("PB-02", punto, "KH", "7S", "KD")
            self.client.event("PB-02", ev="call")
            number = self.client.view("PB-02")["incidents"]["worst"]["id"]
            found = self.remedies(number, "PB-02")
            self.assertEqual(self.effects(found["burn_card"]), ["hidden"])
            self.assertEqual(self.effects(found["void_round"])[0], "round_void")
            told.append(list(found.values()))
            self.client.event("PB-02", ev="ruling", incident=number, remedy="void_round")
            self.client.event("PB-02", ev="unload")
        strip = [str(one).replace("Round 2", "Round 1").replace("'round': 2", "'round': 1")
                 for one in told]
        self.assertEqual(strip[0], strip[1])

    def test_blackjack_has_no_third_card_of_banca(self):
        self.client.event("BJ-01", ev="load", decks=6)
        self.client.event("BJ-01", ev="bet", box=1, on="main", amount=1000)
        self.client.event("BJ-01", ev="no_more_bets")
        for card in ("TS", "9H", "KS", "8D", "7C", "2C"):  # the dealer has 9 + 8 = 17
            self.client.event("BJ-01", ev="card", card=card)
            if card == "KS":
                self.client.event("BJ-01", ev="action", box=1, do="stand")
        number, = [incident["id"] for incident in self.client.ok("incidents")["incidents"]
                   if incident["code"] == "card_in_excess"]  # the second one only went on
        offered = self.remedies(number, "BJ-01")
        self.assertIn("burn_card", offered)
        self.assertNotIn("use_as_banca_third", offered)
        self.assertNotIn("dummy_hand", offered)
        asked = self.remedies(number, "BJ-01", remedy="dummy_hand")["dummy_hand"]
        self.assertEqual(self.effects(asked), ["refused"])

    def test_a_remedy_that_cannot_be_applied(self):
        self.begin("PB-01", "9S")
        self.client.event("PB-01", ev="call")
        found = self.remedies()["move_card"]
        self.assertFalse(found["possible"])
        self.assertEqual(self.effects(found), ["refused"])
        self.assertEqual(found["effects"][0]["why"], "the deal is not complete")

    def test_a_remedy_that_comes_too_late(self):
        """Its ruling would be recorded and have no effect: it is offered as one that cannot be."""
        self.begin("PB-01", "9S", "KH", "7S", "KD", "2C")
        self.client.event("PB-01", ev="result")
        self.client.event("PB-01", ev="unload")
        self.client.event("PB-01", ev="load", decks=6)
        found = self.remedies()
        for remedy in ("dummy_hand", "first_of_next_round"):
            self.assertFalse(found[remedy]["possible"], remedy)
            self.assertEqual([(effect["effect"], effect["why"])
                              for effect in found[remedy]["effects"]],
                             [("refused", "the load is out already")], remedy)
        self.assertTrue(found["let_stand"]["possible"])

    def test_what_was_done_with_the_cards(self):
        self.begin("PB-01", "9S", "KH", "7S", "KD", "2C")
        self.client.event("PB-01", ev="result")
        self.client.event("PB-01", ev="unload", left=306)
        number, = [incident["id"] for incident in self.client.ok("incidents")["incidents"]
                   if incident["code"] == "count_mismatch"]
        found = self.remedies(number)
        for remedy in ("counted_again", "cards_replaced"):
            self.assertTrue(found[remedy]["possible"], remedy)
            self.assertEqual(self.effects(found[remedy]), ["nothing"])
        self.client.event("PB-01", ev="ruling", incident=number, remedy="cards_replaced",
                          note="307 by hand")
        ruled, = [incident for incident in self.client.ok("incidents")["incidents"]
                  if incident["id"] == number]
        self.assertEqual((ruled["state"], ruled["ruled"]["remedy"]), ("ruled", "cards_replaced"))

    def test_another_event_out_of_order_is_no_refusal(self):
        """A reading shows that an action was none: the ruling itself does what it says."""
        self.client.event("BJ-01", ev="load", decks=6)
        self.client.event("BJ-01", ev="bet", box=2, amount=1000)
        self.client.event("BJ-01", ev="no_more_bets")
        for card in ["TS", "9D", "??"]:
            self.client.event("BJ-01", ev="card", card=card)
        self.client.event("BJ-01", ev="action", box=2, do="double")
        supposed = self.remedies(table="BJ-01", remedy="read_as", card="AS")["read_as"]
        self.assertTrue(supposed["possible"])
        self.assertNotIn("refused", self.effects(supposed))

    def test_what_is_not_certain_is_not_told(self):
        """Of an open card's round no due is told before it is read, as of a card before."""
        self.begin("PB-01", "9S", "KH", "??", "KD")
        self.client.event("PB-01", ev="result")
        supposed = self.remedies(card="8D", remedy="read_as")["read_as"]
        self.assertEqual(self.dues(supposed, "before"), {(3, "punto"): None, (5, "banca"): None})
        self.assertEqual(self.dues(supposed, "after"), {(3, "punto"): 1000, (5, "banca"): -2000})
        result, = [effect for effect in supposed["effects"] if effect["effect"] == "result"]
        self.assertEqual((result.get("from"), result["to"]), (None, "punto"))

    def test_a_ruling_names_its_card(self):
        """By the number of its event; the log has the line, in a file of one load, too."""
        self.begin("PB-01", "9S", "KH", "7S", "KD")
        self.client.event("PB-01", ev="result")
        self.client.event("PB-01", ev="unload")
        self.begin("PB-01")
        cards = [self.client.event("PB-01", ev="card", card=card)["n"]
                 for card in ("9S", "KH", "7S", "KD")]
        out = self.client.event("PB-01", ev="result", winner="banca")["out"]
        wrong = next(line["id"] for line in out if line.get("code") == "wrong_result")
        ruling = {"ev": "ruling", "incident": wrong, "remedy": "read_as", "card": "2D"}
        for bad in (cards[3] + 50, cards[0] - 1000, "x"):
            reply = self.client.ask("event", table="PB-01", event={**ruling, "of": bad})
            self.assertEqual(reply["error"]["class"], "bad_request", bad)
        self.client.event("PB-01", **ruling, of=cards[2])
        self.daemon.stop()
        self.client = self.daemon.start()
        self.assertEqual(self.client.ok("rounds", table="PB-01")["rounds"][0]["banca"], 2)
        self.client.event("PB-01", ev="unload")  # or its log is veiled
        for load in ({}, {"load": 2}):
            log = self.client.export("PB-01", **load)
            of = next(event["of"] for event in log[1:] if "of" in event)
            self.assertEqual(log[of - 1]["card"], "7S")
            found = [line for line in audit(SABOTCTL, log) if line["out"] == "round"]
            self.assertEqual(found[-1]["banca_cards"], ["2D", "KD"])

    def test_a_card_of_an_older_round(self):
        self.begin("PB-01", "9S", "KH", "??", "KD")
        self.client.event("PB-01", ev="result")
        self.client.event("PB-01", ev="no_more_bets")
        for card in ("9S", "KH", "7S", "KD"):
            self.client.event("PB-01", ev="card", card=card)
        self.client.event("PB-01", ev="result")
        supposed = self.remedies(card="9D", remedy="read_as")["read_as"]
        self.assertEqual(self.effects(supposed), ["result", "card_read"])
        self.assertEqual(self.dues(supposed, "after"), {(3, "punto"): 0, (5, "banca"): 0})

    def test_two_persons_and_articles(self):
        self.begin("PB-03", "9S", "KH", "7S", "KD", "2C")
        found = self.remedies(table="PB-03")
        self.assertEqual(found["burn_card"]["article"], "Art. 7.2")
        self.assertNotIn("article", found["void_round"])
        self.assertNotIn("second", found["void_round"])
        for _ in range(7):
            self.client.event("PB-03", ev="card", card="2C")  # eight of six decks
        critical = [i for i in self.client.ok("incidents")["incidents"]
                    if i["code"] == "impossible_card"]
        found = self.remedies(critical[0]["id"], "PB-03")
        self.assertNotIn("second", found["let_stand"])  # nobody is known yet
        code = self.client.ok("person_code")["code"]
        self.client.ok("person_create", name="Ada", role="admin", pin="2907", code=code)
        self.assertTrue(self.remedies(critical[0]["id"], "PB-03")["let_stand"]["second"])

    def test_blackjack(self):
        self.client.event("BJ-01", ev="load", decks=6)
        self.client.event("BJ-01", ev="bet", box=2, amount=1000)
        self.client.event("BJ-01", ev="no_more_bets")
        for card in ["TS", "9D", "KH"]:
            self.client.event("BJ-01", ev="card", card=card)
        self.client.event("BJ-01", ev="action", box=2, do="stand")
        self.client.event("BJ-01", ev="result")  # the dealer must draw
        found = self.remedies(table="BJ-01")
        self.assertEqual(self.dues(found["void_round"], "after"), {(2, "main"): 0})
        self.assertEqual(found["void_round"]["stakes"][0]["hand"], 0)
        self.assertIn("round_closed", self.effects(found["let_stand"]))

    def test_what_it_refuses(self):
        for arguments in [{"table": "PB-01", "incident": 1}, {"table": "PB-01"},
                          {"table": "PB-09", "incident": 1}]:
            self.assertIn("error", self.client.ask("remedies", **arguments))
        self.client.event("PB-01", ev="call")
        for wrong in [{"remedy": "pray"}, {"card": "ZZ"}, {"box": 99}]:
            reply = self.client.ask("remedies", table="PB-01", incident=1, **wrong)
            self.assertEqual(reply["error"]["class"], "bad_request", wrong)


if __name__ == "__main__":
    del sys.argv[1:]
    unittest.main()
