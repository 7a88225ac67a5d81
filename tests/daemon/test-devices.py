#!/usr/bin/env python3
"""The life of a shoe at a table: swapped, pulled out and back, silent and commanded. The real
daemon, and shoes on real ptys and TCP.

usage: test-devices.py SABOTD SABOTCTL
"""
import pathlib
import socket
import statistics
import sys
import time
import unittest

from fixture import Daemon, Shoe, audit, full_shoe, wait_for
from shoe_floor import Floor, device, table

SABOTD, SABOTCTL = sys.argv[1:3]
CONNECTING_S, HEARD_S = 10, 3  # so long the daemon gives a line to open, a shoe to say something
LOGS = pathlib.Path(__file__).parent.parent / "devices" / "logs"


class RunOut(Floor):
    """The rest of a load goes by the reader: no card of it is dealt, none is lost."""
    DEALT = "4C TS QD 6H 5D".split()
    BEGIN = {"ev": "device", "state": "unlocked", "code": "run_out", "src": "manual"}

    def setUp(self):
        super().setUp()
        self.client.event("PB-01", ev="load", decks=1)
        self.client.event("PB-01", ev="no_more_bets")
        for card, place in zip(self.DEALT, ("punto", "punto", "banca", "banca", "punto")):
            self.one.card(card, place)
        self.wait_cards("PB-01", self.DEALT)
        self.rest = [card for card in full_shoe(1) if card not in self.DEALT]

    def count(self):
        return self.client.view("PB-01").get("run_out")

    def unload(self):
        self.client.event("PB-01", ev="unload", run_out=True)
        return self.client.export("PB-01")[-1]

    def codes(self):
        return [line["code"] for line in audit(SABOTCTL, self.client.export("PB-01"))
                if line["out"] == "incident"]

    def test_which_card_is_missing(self):
        self.client.event("PB-01", ev="result")
        self.client.event("PB-01", **self.BEGIN)
        self.assertEqual(self.count(), 0)
        missing = self.rest.pop(7)
        for card in self.rest[:20]:
            self.one.card(card, "punto")
        wait_for(lambda: self.count() == 20, "twenty cards")
        self.daemon.kill()  # what went by meanwhile the shoe has kept
        for card in self.rest[20:30]:
            self.one.card(card, "punto")
        self.one.cut()
        self.client = self.daemon.start()
        wait_for(lambda: self.count() == 30, "those that the shoe has kept")
        # One falls beside the reader, and is keyed in.
        self.client.event("PB-01", ev="card", card=self.rest[30], src="manual")
        for card in self.rest[31:]:
            self.one.card(card, "punto")
        wait_for(lambda: self.count() == len(self.rest), "all cards")
        self.assertEqual(self.client.view("PB-01")["device"]["state"], "online")
        self.assertEqual(self.unload()["cards"], self.rest)
        # A load of one deck is none that the profile allows.
        self.assertEqual(self.codes(), ["wrong_decks", "count_mismatch"])
        mismatch, _ = self.client.ok("incidents", table="PB-01", open=True)["incidents"]
        self.assertEqual(mismatch["detail"]["missing"], [missing])
        self.assertIsNone(self.count())

    def test_a_whole_load_is_proven(self):
        self.client.event("PB-01", ev="result")
        self.client.event("PB-01", **self.BEGIN)
        for card in self.rest:
            self.one.card(card, "punto")
        wait_for(lambda: self.count() == len(self.rest), "all cards")
        self.assertEqual(self.unload()["cards"], self.rest)
        self.assertEqual(self.codes(), ["wrong_decks"])
        loads = [line for line in audit(SABOTCTL, self.client.export("PB-01"))
                 if line["out"] == "load"]
        self.assertEqual([(load["verdict"], load["proven"]) for load in loads],
                         [("complete", "cards")])

    def test_when_it_may_begin_and_what_it_forbids(self):
        def refused(**event):
            return self.client.ask("event", table="PB-01", event=event)["error"]["text"]
        self.assertIn("between two rounds", refused(**self.BEGIN))  # nobody has ended the round
        self.client.event("PB-01", ev="result")
        self.assertIn("is not run out", refused(ev="unload", run_out=True))
        self.client.event("PB-01", **self.BEGIN)
        self.assertIn("is being run out", refused(ev="bet", box=1, on="punto", amount=500))
        self.assertIn("is being run out", refused(ev="no_more_bets"))
        # It was a mistake: the game goes on.
        self.client.event("PB-01", **self.BEGIN, detail="stop")
        self.assertIsNone(self.count())
        self.client.event("PB-01", ev="no_more_bets")
        self.one.card(self.rest[0], "punto")
        self.wait_cards("PB-01", self.DEALT + self.rest[:1])


class Swap(Floor):
    def swap(self):
        self.unplug(self.one, "PB-01")
        self.unplug(self.two, "PB-02")
        self.plug(self.two, 1)
        self.plug(self.one, 2)
        self.wait_state("PB-01", "online")
        self.wait_state("PB-02", "online")

    def test_two_shoes_swapped(self):
        shoes = self.wait_house("shoe", 2)
        self.assertEqual({(e["table"], e["serial"], e["firmware"]) for e in shoes},
                         {("PB-01", "SR8-0001", "1.0"), ("PB-02", "SR8-0002", "1.0")})
        self.begin("PB-01")
        self.begin("PB-02")
        self.one.card("9S", "punto")
        self.two.card("2H", "punto")
        self.wait_cards("PB-01", ["9S"])
        self.wait_cards("PB-02", ["2H"])
        self.swap()
        self.wait_house("shoe", 4)
        wait_for(lambda: len(self.findings("shoe_swapped")) == 2, "both findings")
        found = {d["table"]: d for d in self.findings("shoe_swapped")}
        self.assertEqual(found["PB-01"], {"table": "PB-01", "device": "shoe-1",
                                          "expected": "SR8-0001", "found": "SR8-0002",
                                          "belongs": "PB-02"})
        self.assertEqual((found["PB-02"]["expected"], found["PB-02"]["found"]),
                         ("SR8-0002", "SR8-0001"))
        told = [i for i in self.client.ok("incidents")["incidents"]
                if i["code"] == "shoe_swapped"]
        self.assertEqual({i["severity"] for i in told}, {"high"})
        # What neither had told before it was pulled nobody knows, whichever was plugged in first.
        for name in ("PB-01", "PB-02"):
            wait_for(lambda: self.losses(name), f"the loss at {name}")
            self.assertEqual(self.losses(name), [None])
        # The cards are taken all the same, and those dealt elsewhere are not dealt again.
        self.two.card("3D", "punto")
        self.wait_cards("PB-01", ["9S", "3D"])
        self.one.card("4C", "punto")
        self.wait_cards("PB-02", ["2H", "4C"])
        # Once per occurrence, not on every connection, nor after a restart.
        self.unplug(self.two, "PB-01")
        self.plug(self.two, 1)
        self.wait_state("PB-01", "online")
        self.restart()
        self.wait_state("PB-01", "online")
        self.two.card("5C", "banca")
        self.wait_cards("PB-01", ["9S", "3D", "5C"])
        self.assertEqual(len(self.findings("shoe_swapped")), 2)
        self.assertEqual(len(self.house("shoe")), 4)
        derived = audit(SABOTCTL, self.client.export("house"))
        self.assertEqual([line["code"] for line in derived if line["out"] == "incident"],
                         ["shoe_swapped"] * 2)

    def test_swapped_while_the_daemon_was_down(self):
        self.begin("PB-01")
        self.one.card("9S", "punto")
        self.wait_cards("PB-01", ["9S"])
        self.wait_house("shoe", 2)
        self.daemon.stop()
        for shoe in self.shoes:
            shoe.unplug()
        self.two.card("2H")
        self.two.card("3H")
        self.plug(self.two, 1)
        self.client = self.daemon.start()
        wait_for(lambda: self.findings("shoe_swapped"), "the finding")
        self.two.card("KD", "punto")
        self.wait_cards("PB-01", ["9S", "KD"])

    def test_what_was_dealt_elsewhere_stays_there(self):
        """A shoe lent to another table, and back: its cards there are not dealt here again."""
        self.begin("PB-01")
        self.begin("PB-02")
        self.one.card("9S", "punto")
        self.wait_cards("PB-01", ["9S"])
        self.unplug(self.one, "PB-01")
        self.unplug(self.two, "PB-02")
        self.plug(self.one, 2)
        self.wait_house("shoe", 3)
        self.one.card("QD", "punto")
        self.wait_cards("PB-02", ["QD"])
        self.unplug(self.one, "PB-02")
        self.plug(self.one, 1)
        self.wait_house("shoe", 4)
        self.daemon.kill()
        self.client = self.daemon.start()
        self.wait_state("PB-01", "online")
        self.one.card("2S", "punto")
        self.wait_cards("PB-01", ["9S", "2S"])
        # It is back where it was: no finding about that.
        self.assertEqual([d["table"] for d in self.findings("shoe_swapped")], ["PB-02"])


class Expected(Floor):
    CONFIG = (device("shoe-1", "serial = SR8-0009\n") + device("shoe-2", "serial = SR8-0002\n") +
              table("PB-01", "shoe-1") + table("PB-02", "shoe-2"))

    def test_the_configuration_says_which(self):
        wait_for(lambda: self.findings("shoe_swapped"), "the finding")
        self.restart()
        self.wait_state("PB-01", "online")
        self.wait_state("PB-02", "online")
        self.unplug(self.one, "PB-01")
        nine = self.make("SR8-0009", 9)
        self.plug(nine, 1)
        self.wait_house("shoe", 3)
        nine.card("AS")
        self.wait_cards("PB-01", ["AS"])
        self.assertEqual(self.findings("shoe_swapped"),
                         [{"table": "PB-01", "device": "shoe-1", "expected": "SR8-0009",
                           "found": "SR8-0001"}])


class Commands(Floor):
    CONFIG = (device("shoe-1", "commands = yes\n") + device("shoe-2") +
              table("PB-01", "shoe-1") + table("PB-02", "shoe-2"))

    def ask(self, **arguments):
        return self.client.ask("command", **dict({"command": "lock", "by": "pit-1"}, **arguments))

    def test_off_by_default(self):
        error = self.ask(device="shoe-2")["error"]
        self.assertEqual(error["class"], "not_allowed")
        self.assertIn("allows no commands", error["text"])
        self.assertEqual(self.house("command"), [])
        self.assertEqual(self.two.commands, [])

    def test_logged_with_who_asked_then_sent(self):
        self.assertIn("ok", self.ask(device="shoe-1"))
        logged = self.house("command")
        self.assertEqual([(e["device"], e["do"], e["by"], e["table"]) for e in logged],
                         [("shoe-1", "lock", "pit-1", "PB-01")])
        wait_for(lambda: self.one.commands == [1], "the command at the shoe")
        self.wait_state("PB-01", "locked")
        done = [e for e in self.client.export("PB-01")[1:]
                if e["ev"] == "device" and e["state"] == "locked"]
        self.assertEqual(done[0]["by"], "pit-1")

    def test_only_the_answer_is_by_who_asked(self):
        def said():
            states = [(e["state"], e.get("by")) for e in self.client.export("PB-01")[1:]
                      if e["ev"] == "device" and e["state"] != "lost"]
            return states[before:]

        before = 0
        before = len(said())
        self.assertIn("ok", self.ask(device="shoe-1", command="unlock"))
        wait_for(lambda: ("unlocked", "pit-1") in said(), "the answer")
        self.one.latch(True)
        self.one.latch(False)
        self.one.overdraw()
        self.one.start_again(7)
        # The event of the first connection may be recorded only now.
        wait_for(lambda: len(said()) >= 5 and said()[-1][0] == "online",
                 "the shoe to have started again")
        self.assertEqual(said()[-5:], [("unlocked", "pit-1"), ("locked", None), ("unlocked", None),
                                       ("error", None), ("online", None)])

    def test_what_it_refuses(self):
        for arguments, error_class, words in (
                ({"device": "shoe-9"}, "bad_request", "device"),
                ({"device": "shoe-1", "command": "open"}, "bad_request", "command"),
                ({"device": "shoe-1", "by": ""}, "bad_request", "by"),
                ({}, "bad_request", "device")):
            error = self.ask(**arguments)["error"]
            self.assertEqual(error["class"], error_class, arguments)
            self.assertIn(words, error["text"])
        self.unplug(self.one, "PB-01")
        self.assertIn("not online", self.ask(device="shoe-1")["error"]["text"])
        self.assertEqual(self.house("command"), [])


class Interrupted(Floor):
    """A round that the shoe leaves in the middle."""

    def setUp(self):
        super().setUp()
        self.begin("PB-01")
        self.one.card("9S", "punto")
        self.wait_cards("PB-01", ["9S"])
        self.unplug(self.one, "PB-01")

    def back(self):
        self.plug(self.one, 1)
        self.wait_state("PB-01", "online")

    def said(self, code):
        return [e for e in self.client.export("PB-01")[1:]
                if e["ev"] == "device" and e.get("code") == code]

    def incidents(self):
        return [i["code"] for i in self.client.ok("incidents", table="PB-01")["incidents"]
                if i["state"] == "open"]


class Outage(Interrupted):
    def test_nothing_is_lost(self):
        self.one.card("KH", "punto")
        self.one.card("2S", "banca")
        self.back()
        self.wait_cards("PB-01", ["9S", "KH", "2S"])
        self.one.card("5D", "banca")
        self.wait_cards("PB-01", ["9S", "KH", "2S", "5D"])
        self.client.event("PB-01", ev="result", winner="punto")
        self.assertEqual(self.incidents(), [])
        self.assertEqual(self.findings("device_disagrees"), [])

    def test_keyed_in_and_confirmed(self):
        for card in ("KH", "2S"):
            self.one.card(card)
            self.key_in("PB-01", card)
        self.back()
        wait_for(lambda: len(self.said("keyed")) == 2, "both cards to be confirmed")
        self.one.card("5D", "banca")
        self.wait_cards("PB-01", ["9S", "KH", "2S", "5D"])
        self.client.event("PB-01", ev="result", winner="punto")
        self.assertEqual(self.incidents(), [])
        # A shoe that is heard again and again tells each card once, also to a new daemon.
        self.daemon.kill()
        self.client = self.daemon.start()
        self.wait_state("PB-01", "online")
        self.client.event("PB-01", ev="no_more_bets")
        self.one.card("AC")
        self.wait_cards("PB-01", ["9S", "KH", "2S", "5D", "AC"])
        self.assertEqual(len(self.said("keyed")), 2)

    def test_what_was_not_keyed_in_any_more_is_taken(self):
        self.one.card("KH")
        self.key_in("PB-01", "KH")
        self.one.card("2S")
        self.restart()  # what was keyed in is known to the next daemon
        self.back()
        self.wait_cards("PB-01", ["9S", "KH", "2S"])
        self.assertEqual(len(self.said("keyed")), 1)
        self.assertEqual(self.incidents(), [])

    def test_keyed_in_otherwise(self):
        self.one.card("KH")
        self.one.card("2S")
        self.one.card("3D")
        self.key_in("PB-01", "QH", "2S")
        self.back()
        wait_for(lambda: self.findings("device_disagrees"), "the finding")
        self.assertEqual({k: v for k, v in self.findings("device_disagrees")[0].items()
                          if k != "round"},
                         {"table": "PB-01", "device": "shoe-1", "what": "card",
                          "claimed": "another", "rules": "keyed"})
        # The keyed ones stand; where the third lay nobody can prove, so it is said to be missing.
        wait_for(lambda: "frames_lost" in self.incidents(), "the loss to be told")
        self.assertEqual(self.cards("PB-01"), ["9S", "QH", "2S"])
        lost = [e for e in self.client.export("PB-01")[1:] if e.get("state") == "lost"]
        self.assertEqual([e["detail"] for e in lost], [1])
        self.one.card("5D")
        self.wait_cards("PB-01", ["9S", "QH", "2S", "5D"])

    def test_the_results_of_the_outage_are_nobodys(self):
        self.one.card("KH")
        self.one.hand_end("banca")
        self.key_in("PB-01", "KH", "2S", "5D")
        self.back()
        wait_for(lambda: len(self.said("keyed")) == 1, "the card to be confirmed")
        self.one.hand_end("punto")
        self.one.card("4C")
        self.wait_cards("PB-01", ["9S", "KH", "2S", "5D", "4C"])
        self.assertEqual(self.findings("device_disagrees"), [])


class OutageWithItsButton(Outage):
    """The same where the shoe's own button ends a round: only one that it ended counts."""
    CONFIG = (device("shoe-1", "result_by = device\n") + device("shoe-2") +
              table("PB-01", "shoe-1") + table("PB-02", "shoe-2"))

    def results(self):
        return [e.get("winner") for e in self.client.export("PB-01")[1:] if e["ev"] == "result"]

    def test_a_round_is_ended_once(self):
        self.one.card("KH")
        self.one.hand_end("punto")
        self.key_in("PB-01", "KH", "2S", "5D")
        self.client.event("PB-01", ev="result")
        self.back()
        wait_for(lambda: self.one.acked == len(self.one.events), "the shoe to have told all")
        self.client.event("PB-01", ev="no_more_bets")
        self.assertEqual(self.results(), [None])
        for card in ("9H", "KD", "3S", "4D"):
            self.one.card(card)
        self.one.hand_end("punto")
        wait_for(lambda: len(self.results()) == 2, "the second round's result")
        self.assertEqual(self.results(), [None, "punto"])


class Return(Interrupted):
    """What is keyed in at the moment at which the line returns."""

    def test_one_outage_is_one_alarm(self):
        for _ in range(2):
            self.restart()
            self.wait_state("PB-01", "offline")
        self.assertEqual(self.incidents(), ["device_offline"])
        self.back()
        wait_for(lambda: self.incidents() == [], "the alarm to end")

    def test_keyed_in_before_the_shoe_is_heard(self):
        """After a start nobody knows of the shoe yet, and the log ended with it online."""
        self.back()
        self.one.fall_silent()
        self.daemon.stop()
        self.one.forget_unread()
        self.client = self.daemon.start()
        self.one.card("KH")
        self.key_in("PB-01", "KH")
        self.one.is_silent = False
        wait_for(lambda: len(self.said("keyed")) == 1, "the card to be confirmed")
        self.one.card("2S")
        self.wait_cards("PB-01", ["9S", "KH", "2S"])
        self.assertEqual(self.incidents(), [])

    def test_keyed_in_as_the_line_comes_back(self):
        """Taken before it is there, or refused after: the card counts once."""
        cards = ["9S"]
        for card, wait_s in (("KH", 0), ("2S", 0.1), ("4C", 0.3)):
            cards.append(card)
            self.one.card(card)
            self.plug(self.one, 1)
            time.sleep(wait_s)
            reply = self.client.ask("event", table="PB-01",
                                    event={"ev": "card", "card": card, "src": "manual"})
            if "error" in reply:
                self.assertEqual(reply["error"]["class"], "not_allowed")
            self.wait_state("PB-01", "online")
            wait_for(lambda: self.one.acked == len(self.one.events), "the shoe to have told all")
            self.wait_cards("PB-01", cards)
            self.unplug(self.one, "PB-01")


class KeyedAtAShoeThatReads(Floor):
    """A card that the shoe tells of is not keyed in besides; without a heartbeat it may be dead."""
    CONFIG = (Floor.CONFIG + "[device shoe-3]\ntransport = pty:@DIR@/shoe-3\n" +
              table("PB-03", "shoe-3"))

    def refused(self, name, card):
        error = self.client.ask("event", table=name,
                                event={"ev": "card", "card": card, "src": "manual"})["error"]
        self.assertEqual(error["class"], "not_allowed")
        self.assertIn("reads the cards itself", error["text"])

    def test_with_a_heartbeat(self):
        self.begin("PB-01")
        self.refused("PB-01", "4C")
        self.one.card("4C")
        self.wait_cards("PB-01", ["4C"])
        self.one.card("??")
        self.wait_cards("PB-01", ["4C", "??"])
        self.client.event("PB-01", ev="ruling", incident=1, remedy="read_as", card="9S")
        self.assertEqual(self.cards("PB-01"), ["4C", "??"])

    def test_without_one(self):
        shoe = Shoe(self.daemon.directory / "shoe-3")
        self.addCleanup(shoe.close)
        self.wait_state("PB-03", "online")
        self.begin("PB-03")
        self.key_in("PB-03", "4C", "KH")
        shoe.send_card("4C")
        wait_for(lambda: [e["code"] for e in self.client.export("PB-03")[1:]
                          if e["ev"] == "device" and "code" in e] == ["keyed"], "the confirmation")
        self.refused("PB-03", "4C")
        shoe.send_card("9S")
        self.wait_cards("PB-03", ["4C", "KH", "9S"])
        shoe.send_card("KH")
        self.wait_cards("PB-03", ["4C", "KH", "9S", "KH"])


class Silence(Floor):
    def test_three_beats_missed(self):
        self.one.is_silent = True
        self.wait_state("PB-01", "offline")
        self.assertIn("silent", self.client.view("PB-01")["device"]["detail"])
        self.one.card("9S")
        self.assertEqual(self.state("PB-02"), "online")
        self.one.is_silent = False
        self.wait_state("PB-01", "online")
        self.wait_cards("PB-01", ["9S"])


class Hanging(Floor):
    """Lines that lead nowhere: a port that is never accepted, one that is and says nothing."""
    CARDS = 40

    def setUp(self):
        self.sockets = []
        ports = [self.listen(), self.listen()]
        self.fill(ports[0])
        self.CONFIG = (Floor.CONFIG + "".join(
            f"[device hung-{i}]\ndriver = ref\ntransport = tcp:127.0.0.1:{port}\n" +
            table(f"PB-1{i}", f"hung-{i}") for i, port in enumerate(ports)))
        super().setUp()

    def tearDown(self):
        super().tearDown()
        for one in self.sockets:
            one.close()

    def listen(self):
        self.sockets.append(socket.create_server(("127.0.0.1", 0), backlog=0))
        return self.sockets[-1].getsockname()[1]

    def fill(self, port):
        """Until the queue is full and a further connection is never answered."""
        while True:
            one = socket.socket()
            one.setblocking(False)
            self.sockets.append(one)
            one.connect_ex(("127.0.0.1", port))
            time.sleep(0.02)
            if one.getsockopt(socket.SOL_TCP, socket.TCP_INFO, 1) != b"\x01":
                return

    def times(self, shoe, name):
        """How long each card takes from the shoe to the log's readers."""
        taken = []
        for i in range(self.CARDS):
            seen = self.client.view(name)["n"]
            start = time.monotonic()
            shoe.card("9S" if i % 2 else "KH")
            wait_for(lambda n=seen: self.client.view(name)["n"] > n, "the card")
            taken.append(time.monotonic() - start)
        return taken

    def test_no_other_table_is_delayed(self):
        self.assertIn(self.state("PB-10"), ("connecting", "offline"))
        hung = self.times(self.one, "PB-01")
        self.daemon.stop()
        for one in self.sockets:
            one.close()
        self.daemon.write_config(Floor.CONFIG)
        self.client = self.daemon.start()
        self.wait_state("PB-01", "online")
        free = self.times(self.one, "PB-01")
        # A line that is waited for costs as long as it may take to connect or to be heard.
        self.assertLess(statistics.median(hung), max(10 * statistics.median(free), HEARD_S))
        self.assertLess(max(hung), CONNECTING_S)


class Recording(unittest.TestCase):
    CONFIG = (f"[device played]\ndriver = ref\ntransport = replay:{LOGS}/ref/outage.shoelog?"
              "speed=50\n[table PB-01]\nrules = punto-banco-es\nset.burn = 0\n"
              "device = played\nsimulated = @SIM@\n")

    def test_it_is_no_real_shoe(self):
        daemon = Daemon(SABOTD, self.CONFIG.replace("@SIM@", "yes"))
        self.addCleanup(daemon.close)
        client = daemon.start()

        def cards():
            return [e for e in client.export("PB-01")[1:] if e["ev"] == "card"]
        wait_for(lambda: client.view("PB-01")["n"] > 0 and len(cards()) == 11, "all cards")
        self.assertEqual([e["card"] for e in cards()],
                         ["8S", "TH", "AD", "6C", "4S", "5H", "9C", "6S", "7S", "8S", "9S"])
        self.assertTrue(all(e["sim"] is True for e in cards()))

    def test_a_real_table_refuses_it(self):
        daemon = Daemon(SABOTD, self.CONFIG.replace("@SIM@", "no"))
        self.addCleanup(daemon.close)
        with self.assertRaises(AssertionError) as refused:
            daemon.start()
        self.assertIn("simulated=yes", str(refused.exception))


if __name__ == "__main__":
    del sys.argv[1:3]
    unittest.main()
