#!/usr/bin/env python3
"""The dealer mends the last card, on the real daemon: whose it was, what it was, that it came too
early; who may, until when, and what is left of it in the log.

usage: test-mend.py SABOTD SABOTCTL
"""
import datetime
import json
import os
import subprocess
import sys
import time
import unittest

from fixture import Client, Daemon, Shoe, TlsClient, audit, wait_for

SABOTD, SABOTCTL = sys.argv[1:3]
TABLES = ("[table BJ-01]\nrules = blackjack-es\nset.burn = 0\n"
          "[table PB-01]\nrules = punto-banco-es\nset.burn = 0\n"
          "[table BJ-02]\nrules = blackjack-standard\nset.burn = 0\nset.hole = yes\n")
SHOE = ("[table PB-02]\nrules = punto-banco-es\nset.burn = 0\ndevice = shoe-1\n"
        "[device shoe-1]\ndriver = angeleye2\ntransport = pty:@DIR@/tty\n")
PINS = {"Ada": "48213", "Dan": "7391", "Dora": "8264", "Pia": "9917", "Eye": "6140"}
ROLES = {"Ada": "admin", "Dan": "dealer", "Dora": "dealer", "Pia": "pit", "Eye": "surveillance"}
DEAL = ["TS", "8D", "9D", "5H", "6H"]  # box 1 has 15, box 2 14, the dealer 9


class House(unittest.TestCase):
    HOUSE = ""
    TABLES = TABLES

    def setUp(self):
        self.daemon = Daemon(SABOTD, self.HOUSE + self.TABLES)
        self.addCleanup(self.daemon.close)
        self.client = self.start()

    def start(self):
        return self.daemon.start()

    def restart(self):
        self.daemon.kill()
        self.client = self.daemon.start()

    def connect(self):
        client = Client(self.daemon.socket)
        self.daemon.clients.append(client)
        return client

    def cards(self, *cards, table="BJ-01"):
        return [self.client.event(table, ev="card", card=card, src="manual") for card in cards]

    def deal(self, table="BJ-01", cards=DEAL, boxes=(1, 2)):
        for box in boxes:
            self.client.event(table, ev="bet", box=box, amount=1000)
        self.client.event(table, ev="no_more_bets")
        self.cards(*cards, table=table)

    def load(self, table="BJ-01"):
        self.client.event(table, ev="load", decks=6)

    def mend(self, table="BJ-01", client=None, **how):
        return (client or self.client).ok("mend", table=table, **how)

    def refusal(self, table="BJ-01", client=None, verb="mend", **how):
        reply = (client or self.client).ask(verb, table=table, **how)
        self.assertIn("error", reply)
        return reply["error"]["class"], reply["error"]["text"]

    def hands(self, table="BJ-01"):
        view = self.client.view(table)
        return {(box["box"], hand["hand"]): " ".join(hand["cards"])
                for box in view["boxes"] for hand in box["hands"]}

    def incidents(self, table="BJ-01"):
        return [(incident["code"], incident["state"])
                for incident in reversed(self.client.ok("incidents")["incidents"])
                if incident["table"] == table]

    def check_audit(self, table="BJ-01"):
        """The exported log comes offline to what the daemon has published, and is whole."""
        log = self.client.export(table)
        lines = audit(SABOTCTL, log)
        derived = [line for line in lines if line["out"] == "incident"]
        published = [incident for incident in reversed(self.client.ok("incidents")["incidents"])
                     if incident["table"] == table]
        self.assertEqual([(line["id"], line["code"], line["detail"]) for line in derived],
                         [(one["id"], one["code"], one["detail"]) for one in published])
        explained = {line["id"] for line in lines if line["out"] == "explained"}
        self.assertEqual(explained, {one["id"] for one in published
                                     if one["state"] == "explained"})
        self.assertEqual(len(log) - 1, self.client.view(table)["n"])
        return log, lines


class Mends(House):
    def test_forgotten_stand(self):
        self.load()
        self.deal()
        card, = self.cards("3C")
        self.assertEqual(self.hands(), {(1, 0): "TS 5H 3C", (2, 0): "8D 6H"})
        ways = self.client.ok("mends", table="BJ-01")
        self.assertEqual(ways["of"], card["n"])
        self.assertEqual(ways["places"], [
            {"box": 2, "before": 14, "after": 17}, {"before": 9, "after": 12}])
        self.assertTrue(ways["read"])
        self.assertNotIn("early", ways)
        done = self.mend(box=2, of=card["n"])
        self.assertEqual([line["code"] for line in done["out"] if line["out"] == "incident"],
                         ["card_mended"])
        state = next(line for line in done["out"] if line["out"] == "incident_state")
        self.assertEqual((state["state"], state["ruled"]["remedy"]), ("ruled", "move_card"))
        self.assertEqual(self.hands(), {(1, 0): "TS 5H", (2, 0): "8D 6H 3C"})
        prompt = self.client.view("BJ-01")["prompt"]
        self.assertEqual((prompt["kind"], prompt["box"]), ("play", 2))
        self.assertEqual(self.incidents(), [("card_mended", "ruled")])
        self.assertEqual(self.client.view("BJ-01")["incidents"], {"open": 0})
        self.client.event("BJ-01", ev="action", box=2, do="stand")
        self.cards("TD")
        self.client.event("BJ-01", ev="result")
        self.assertEqual(self.client.view("BJ-01")["phase"], "betting")
        log, lines = self.check_audit()
        mend = log[done["n"]]
        self.assertEqual((mend["mend"], mend["remedy"], mend["box"], mend["of"]),
                         (True, "move_card", 2, card["n"] + 1))
        self.assertEqual(lines[-1]["incidents"], {"card_mended": 1})

    def test_back_again(self):
        """One touch more takes it back."""
        self.load()
        self.deal()
        self.cards("3C")
        self.mend(dealer=True)
        self.assertEqual(self.client.view("BJ-01")["dealer"]["cards"], ["9D", "3C"])
        self.mend(box=1)
        self.assertEqual(self.hands(), {(1, 0): "TS 5H 3C", (2, 0): "8D 6H"})
        self.check_audit()

    def test_stand_too_early(self):
        """What the card raised is explained by the mend."""
        self.load("BJ-02")
        self.deal("BJ-02", ["TS", "9D", "2H", "TD"], boxes=(1,))
        self.client.event("BJ-02", ev="action", box=1, do="stand")
        self.cards("8C", table="BJ-02")
        self.assertEqual(self.incidents("BJ-02"), [("card_in_excess", "open")])
        self.mend("BJ-02", box=1)
        self.assertEqual(self.incidents("BJ-02"),
                         [("card_in_excess", "explained"), ("card_mended", "ruled")])
        self.assertEqual(self.hands("BJ-02"), {(1, 0): "TS 2H 8C"})
        self.check_audit("BJ-02")

    def test_hole(self):
        """Whether the dealer draws hangs on a card that lies face down."""
        self.load("BJ-02")
        self.deal("BJ-02", ["TS", "9D", "2H", "TD"], boxes=(1,))
        self.cards("5C", table="BJ-02")
        self.assertEqual(self.client.ok("mends", table="BJ-02").get("places", []), [])
        self.assertEqual(self.refusal("BJ-02", dealer=True),
                         ("not_allowed", "the dealer's card lies face down: a card is his once it "
                                         "is turned"))

    def test_reading(self):
        self.load("PB-01")
        self.client.event("PB-01", ev="bet", box=3, on="punto", amount=1000)
        self.client.event("PB-01", ev="no_more_bets")
        self.cards("2C", "3S", "4D", "2H", "7H", table="PB-01")
        self.assertEqual(self.client.view("PB-01")["prompt"]["kind"], "draw")
        ways = self.client.ok("mends", table="PB-01")
        self.assertEqual((ways["read"], ways.get("places", [])), (True, []))
        done = self.mend("PB-01", card="9?")
        self.assertEqual(self.client.view("PB-01")["punto"]["cards"], ["2C", "3S", "9?"])
        self.assertEqual(self.client.view("PB-01")["prompt"]["kind"], "result")
        text = next(line for line in done["out"] if line["out"] == "incident")["text"]
        self.assertEqual(text, "Mended at the table: the last card, 7♥, was 9?.")
        self.mend("PB-01", card="9H")
        self.assertEqual(self.refusal("PB-01", box=3),
                         ("not_allowed", "the last card cannot be mended so: not in this game"))
        self.client.event("PB-01", ev="result", winner="banca")
        self.check_audit("PB-01")

    def test_early(self):
        self.load()
        self.cards("TS")
        self.assertEqual(self.incidents(), [("card_before_no_more_bets", "open")])
        self.assertTrue(self.client.ok("mends", table="BJ-01")["early"])
        self.mend(early=True)
        self.assertEqual(self.incidents(),
                         [("card_before_no_more_bets", "explained"), ("card_mended", "ruled")])
        self.deal(cards=DEAL[1:])
        self.assertEqual(self.hands(), {(1, 0): "TS 5H", (2, 0): "8D 6H"})
        self.check_audit()

    def test_restart(self):
        """Between the card and its mend, and after it."""
        self.load()
        self.deal()
        self.cards("3C")
        self.restart()
        self.mend(box=2)
        hands = self.hands()
        self.restart()
        self.assertEqual(self.hands(), hands)
        self.assertEqual(self.incidents(), [("card_mended", "ruled")])
        self.check_audit()

    def test_refused(self):
        """Nothing of it is in the log."""
        self.load()
        n = self.client.view("BJ-01")["n"]
        self.assertEqual(self.refusal(box=1)[1], "the last card came too long ago: call the pit")
        self.deal()
        first, = self.cards("2C")
        self.cards("3C")
        cases = (({"box": 2, "of": first["n"]}, "it is not the last card"),
                 ({"box": 3}, "no such hand"),
                 ({"box": 1}, "nothing to act on"),
                 ({"card": "3C"}, "nothing to act on"),
                 ({"early": True}, "by the rules the card cannot have come there"))
        for how, why in cases:
            self.assertEqual(self.refusal(**how),
                             ("not_allowed", f"the last card cannot be mended so: {why}"))
        for how in ({}, {"box": 1, "card": "3C"}):
            self.assertEqual(self.refusal(**how), (
                "bad_request", "one of card, box, dealer and early is wanted"))
        self.assertEqual(self.refusal(card="1X")[0], "bad_request")
        self.assertEqual(self.refusal("house", box=1)[0], "bad_request")
        self.assertEqual(self.refusal("none", box=1)[0], "unknown_table")
        self.assertEqual(self.client.view("BJ-01")["n"], n + 10)
        self.assertEqual(self.incidents(), [])

    def test_event(self):
        """By the verb for any event the same is checked."""
        self.load()
        self.deal()
        self.cards("3C")
        mend = {"ev": "ruling", "mend": True, "remedy": "move_card"}
        reply = self.client.ask("event", table="BJ-01", event={**mend, "box": 3})
        self.assertEqual(reply["error"]["text"],
                         "the last card cannot be mended so: no such hand")
        reply = self.client.ask("event", table="BJ-01", event={**mend, "incident": 1})
        self.assertEqual(reply["error"]["text"],
                         "event.incident: and mend cannot both be given")
        self.client.event("BJ-01", **mend, box=2)
        self.assertEqual(self.hands()[2, 0], "8D 6H 3C")

    def test_money(self):
        """A bust that was collected and was none: what is due now is put right."""
        self.load()
        self.deal()
        self.cards("TC")
        self.client.event("BJ-01", ev="paid", box=1, hand=0, amount=-1000)
        done = self.mend(box=2)
        redress = [line for line in done["out"] if line["out"] == "redress"]
        self.client.event("BJ-01", ev="action", box=2, do="stand")
        self.cards("TD")
        done = self.client.event("BJ-01", ev="result")
        redress += [line for line in done["out"] if line["out"] == "redress"]
        self.check_audit()
        settled = {line["box"]: line["due"] for line in done["out"] if line["out"] == "settle"}
        self.assertEqual(settled, {1: -1000, 2: -1000})
        self.assertEqual(redress, [])


class Late(House):
    HOUSE = "[house]\nmend_s = 1\n"

    def test_window(self):
        self.load()
        self.deal()
        self.cards("3C")
        self.mend(box=2)
        time.sleep(1.1)
        for verb, how in (("mend", {"box": 1}), ("mends", {})):
            self.assertEqual(self.refusal(verb=verb, **how), (
                "not_allowed", "the last card came too long ago: call the pit"))


class Hour(House):
    HOUSE = "[house]\nmend_s = 3600\n"

    def test_until(self):
        self.load()
        self.deal()
        self.cards("3C")
        until = datetime.datetime.fromisoformat(self.client.ok("mends", table="BJ-01")["until"])
        left = until - datetime.datetime.now(datetime.timezone.utc)
        self.assertAlmostEqual(left.total_seconds(), 3600, delta=600)


class Never(House):
    HOUSE = "[house]\nmend_s = 0\n"

    def test_switched_off(self):
        self.load()
        self.deal()
        self.cards("3C")
        for verb, how in (("mend", {"box": 2}), ("mends", {})):
            self.assertEqual(self.refusal(verb=verb, **how), (
                "not_allowed", "this house lets nobody mend the last card: call the pit"))
        # The pit's way stays.
        self.client.event("BJ-01", ev="call")
        self.client.event("BJ-01", ev="ruling", incident=1, remedy="move_card", box=2)
        self.assertEqual(self.hands(), {(1, 0): "TS 5H", (2, 0): "8D 6H 3C"})


class Persons(House):
    def start(self):
        client = super().start()
        code = client.ok("person_code")["code"]
        client.ok("person_create", name="Ada", role="admin", pin=PINS["Ada"], code=code)
        admin = self.login("Ada")
        self.ids = {}
        for name in PINS:
            if name != "Ada":
                self.ids[name] = admin.person(name, ROLES[name], PINS[name])["person"]
        return self.login("Dan")

    def login(self, name, client=None):
        client = client or self.connect()
        client.ok("login", name=name, pin=PINS[name])
        return client

    def test_who(self):
        pit, dora = self.login("Pia"), self.login("Dora")
        self.load()
        self.deal()
        self.cards("3C")
        # Nobody's post yet: who has logged in.
        self.mend(box=2)
        pit.event("BJ-01", ev="staff", who=self.ids["Dan"], post="dealer")
        self.assertEqual(self.refusal(client=dora, box=1), (
            "not_allowed", "somebody else is on duty as this table's dealer: the last card is "
                           "mended by him, or by the pit"))
        self.mend(box=1)
        self.mend(client=pit, box=2)
        self.assertEqual(self.refusal(client=self.connect(), box=1)[0], "login_wanted")
        self.assertEqual(self.refusal(client=self.login("Eye"), box=1)[0], "not_allowed")
        log, _ = self.check_audit()
        self.assertEqual([line["by"] for line in log if line.get("mend")],
                         [self.ids["Dan"], self.ids["Dan"], self.ids["Pia"]])
        # A dealer rules on nothing else.
        reply = self.client.ask("event", table="BJ-01",
                                event={"ev": "ruling", "incident": 1, "remedy": "let_stand"})
        self.assertEqual(reply["error"]["class"], "not_allowed")

    def test_right(self):
        roles = {row["action"]: row["roles"] for row in self.client.ok("roles")["actions"]}
        self.assertEqual(roles["mend"], ["dealer", "pit", "shift"])


class Device(Persons):
    """A card that the shoe has read: the device is contradicted by the pit alone."""
    TABLES = TABLES + SHOE

    def start(self):
        self.shoe = Shoe(str(self.daemon.directory / "tty"))
        self.addCleanup(self.shoe.close)
        return super().start()

    def seen(self, n_cards):
        view = self.client.view("PB-02")
        return view.get("shoe", {}).get("seen") == n_cards

    def test_shoe_read_it(self):
        pit = self.login("Pia")
        self.load("PB-02")
        self.client.event("PB-02", ev="no_more_bets")
        dealt = (("2C", "punto"), ("3S", "punto"), ("4D", "banca"), ("2H", "banca"),
                 ("7H", "punto"))
        for n_cards, (card, place) in enumerate(dealt, 1):
            self.shoe.send_card(card, place)
            wait_for(lambda: self.seen(n_cards), "a card")
        ways = self.client.ok("mends", table="PB-02")
        self.assertNotIn("read", ways)
        self.assertEqual(ways["card"], "7H")
        self.assertEqual(self.refusal("PB-02", card="9H"), (
            "not_allowed", "the shoe read this card: that it was another only the pit may say"))
        self.assertEqual(self.incidents("house"), [])
        self.assertTrue(pit.ok("mends", table="PB-02")["read"])
        self.mend("PB-02", client=pit, card="9H")
        self.assertEqual(self.client.view("PB-02")["punto"]["cards"], ["2C", "3S", "9H"])
        finding, = [one for one in self.client.ok("incidents")["incidents"]
                    if one["table"] == "house"]
        self.assertEqual((finding["code"], finding["state"]), ("device_disagrees", "open"))
        self.assertEqual({key: finding["detail"][key] for key in ("what", "claimed", "rules")},
                         {"what": "card", "claimed": "7H", "rules": "9H"})
        self.check_audit("PB-02")


class OverTls(Persons):
    """A dealer's display at another machine, which sees its own table."""
    HOUSE = "listen = 127.0.0.1:0\n"

    def start(self):
        state = self.daemon.directory / "state"
        self.control("cert", "create", "--state", str(state))
        return super().start()

    def control(self, *arguments, machine="local"):
        environment = dict(os.environ, LC_ALL="C.UTF-8",
                           SABOT_IDENTITY=str(self.daemon.directory / machine))
        done = subprocess.run([SABOTCTL, *arguments], env=environment, capture_output=True,
                              text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def test_over_tls(self):
        made = json.loads(self.control("cert", "create", "--name", "bj-1", "--json",
                                       machine="bj-1"))
        admin = self.login("Ada")
        admin.ok("machine_allow", machine="bj-1", fingerprint=made["fingerprint"], role="dealer",
                 tables=["BJ-01"])
        display = TlsClient(self.daemon.port(), self.daemon.directory / "bj-1")
        self.daemon.clients.append(display)
        self.load()
        self.deal()
        self.cards("3C")
        self.assertEqual(self.refusal(client=display, box=2)[0], "login_wanted")
        self.login("Dan", display)
        self.assertEqual(self.refusal("PB-01", client=display, box=2)[0], "unknown_table")
        self.assertEqual(len(display.ok("mends", table="BJ-01")["places"]), 2)
        self.mend(client=display, box=2)
        self.assertEqual(self.hands(), {(1, 0): "TS 5H", (2, 0): "8D 6H 3C"})
        self.check_audit()


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
