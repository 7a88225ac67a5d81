#!/usr/bin/env python3
"""sabot-shoe as a dealer, in front of a daemon of our own that only speaks docs/wire.md: each
scene shows it a prompt and says what it must do. Usage: shoe-dealer-test.py SABOT-SHOE"""
import json
import os
import select
import socket
import subprocess
import sys
import tempfile
import time
import unittest

SHOE = sys.argv[1]
PATIENCE_S = 90
TARGETS = {0: "punto", 1: "banca", 2: "burn", 4: "first"}
UNREAD = {"ev": "card", "card": "??"}
WINNERS = {1: "punto", 2: "tie", 4: "banca"}


def view(**changes):
    base = {"table": "T", "game": "punto_banco", "rules": "punto-banco-es", "state": "open",
            "simulated": True, "saved": True, "min": 500, "max": 50000, "phase": "dealing",
            "load": 1, "round": 1, "at": "2026-11-21T20:00:00Z", "results": [],
            "punto": {"cards": [], "total": 0}, "banca": {"cards": [], "total": 0},
            "boxes": [], "shoe": {"decks": 6, "seen": 0, "left": 312, "unread": 0, "cut": False,
                                  "burned": 0},
            "device": {"name": "shoe", "state": "online", "detail": ""},
            "exposure": {"rounds": 0}, "incidents": {"open": 0}}
    base.update(changes)
    return base


def scene(view_now, *expected, out=()):
    """What is shown, what the dealer must do, and what his last event then yields."""
    return {"view": view_now, "expected": list(expected), "out": list(out)}


def prompt(kind, **more):
    return dict({"kind": kind, "text": kind}, **more)


def frames_in(data):
    """(whole frames as (seq, code, data bytes), the rest)."""
    frames = []
    while True:
        start = data.find(b"\x05")
        end = data.find(b"\x03", start + 1)
        if start < 0 or end < 0 or len(data) < end + 3:
            return frames, data
        frames.append((data[start + 1], chr(data[start + 2]), data[start + 3:end]))
        data = data[end + 3:]


def name_frame(code, data):
    """A frame as the scenes name it, or None for one of no interest."""
    if code == "D":
        return f"card {TARGETS[data[0] >> 4 & 7]} {data[0] & 15}"
    if code == "G":
        return f"button {WINNERS[data[0] >> 4 & 7]}"
    return {"C": "cut card"}.get(code)


def name_event(event):
    """An event as the scenes name it: its word and what in it is not left to chance."""
    kept = {"result": ["winner"], "paid": ["box", "on", "bettor", "amount"],
            "action": ["box", "do"], "insurance": ["box"], "ruling": ["incident", "remedy"],
            "load": ["decks"]}
    return " ".join([event["ev"]] + [str(event[key]) for key in kept.get(event["ev"], [])
                                     if key in event])


class Daemon:
    """Shows the scenes and takes down what is done in each."""

    def __init__(self, directory, scenes):
        self.scenes, self.place, self.done = scenes, 0, []
        self.n, self.lines, self.bytes, self.last_seq = 0, b"", b"", None
        self.log = []
        self.address = os.path.join(directory, "sabotd.sock")
        self.listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.listener.bind(self.address)
        self.listener.listen(1)
        self.client = self.line = None

    def say(self, message):
        self.client.sendall(json.dumps(message).encode() + b"\n")

    def view_now(self):
        shown = self.scenes[min(self.place, len(self.scenes) - 1)]["view"]
        return dict(shown, n=self.n)

    def greet(self):
        self.client, _ = self.listener.accept()
        self.say({"sabot": {"version": "0", "protocol": 1, "site": "t", "role": "admin",
                            "seq": 0, "beat_ms": 5000}})

    def take(self, what, event):
        """One thing was done; a scene's last one shows the next scene."""
        current = self.scenes[self.place]
        self.done.append(what)
        self.n += 1
        out = []
        if self.matches(what, current["expected"][0]):
            if not current["expected"][0].endswith("*"):
                current["expected"].pop(0)
        elif current["expected"][0].endswith("*") and len(current["expected"]) > 1 and \
                self.matches(what, current["expected"][1]):
            del current["expected"][:2]
        else:
            self.log.append(f"scene {self.place}: {what!r} where "
                            f"{current['expected'][0]!r} is due")
            return out
        if not current["expected"]:
            out = current["out"]
            self.place += 1
        if event == UNREAD:
            self.flag_unread(out)
        if event:
            self.push(event, out)
        return out

    @staticmethod
    def matches(what, pattern):
        return what.startswith(pattern.rstrip("*")) if pattern.endswith("*") else what == pattern

    def flag_unread(self, out):
        """The card that just came could not be read: before all else it must be keyed in."""
        out.append({"out": "incident", "id": 4, "line": 1, "load": 1, "round": 1,
                    "at": "2026-11-21T20:00:00Z", "state": "open", "code": "unread_card",
                    "severity": "medium", "rule": "", "detail": {"card": "??"}, "text": "x"})
        self.scenes[self.place]["expected"].insert(0, "ruling 4 read_as")

    def push(self, event, out):
        self.say({"push": "step", "seq": self.n, "table": "T", "n": self.n, "event": event,
                  "out": out, "view": self.view_now()})

    def on_request(self, request):
        if request["do"] == "watch":
            self.say({"id": request["id"], "ok": {"seq": 0, "resumed": False, "incidents": [],
                                                  "tables": [self.view_now()]}})
            self.say({"push": "beat", "seq": 0, "at": "2026-11-21T20:00:00Z"})
            return
        if request["do"] == "rules":
            self.say({"id": request["id"], "ok": {"rules": "punto-banco-es", "decks": 6,
                                                  "cut_min": 0}})
            return
        out = self.take(name_event(request["event"]), request["event"])
        self.say({"id": request["id"], "ok": {"seq": self.n, "n": self.n, "out": out}})

    def on_frame(self, seq, code, data):
        if seq == self.last_seq:
            return
        self.last_seq = seq
        what = name_frame(code, data)
        if what:
            card = UNREAD if data[1:] == b"\x80" else {"ev": "card", "card": "AS"}
            events = {"D": card, "C": {"ev": "cut_card"}}
            self.take(what, events.get(code))

    def serve_once(self):
        """A frame that the shoe wrote before it spoke is heard before what it said."""
        ready, _, _ = select.select([self.client, self.line], [], [], 0.1)
        said = self.client.recv(65536) if self.client in ready else b""
        if select.select([self.line], [], [], 0)[0]:
            frames, self.bytes = frames_in(self.bytes + os.read(self.line, 4096))
            for frame in frames:
                self.on_frame(*frame)
        *whole, self.lines = (self.lines + said).split(b"\n")
        for line in whole:
            self.on_request(json.loads(line))

    def serve(self):
        end = time.monotonic() + PATIENCE_S
        while self.place < len(self.scenes) and not self.log and time.monotonic() < end:
            self.serve_once()


def hand(cards, total):
    return {"cards": cards, "total": total}


LOAD = scene(view(phase="no_load", load=0, round=0, prompt=prompt("load")), "load 6")
BURN = scene(view(phase="burn", round=0, prompt=prompt("burn", left=1)), "card first 0")
BETS = scene(view(phase="betting", round=0, prompt=prompt("bets")), "bet*", "no_more_bets")
DEAL = [
    scene(view(phase="betting", prompt=prompt("deal", who="punto")), "card punto 1"),
    scene(view(punto=hand(["2H"], 2), prompt=prompt("deal", who="punto")), "card punto 2"),
    scene(view(punto=hand(["2H", "4S"], 6), prompt=prompt("deal", who="banca")),
          "card banca 1"),
    scene(view(punto=hand(["2H", "4S"], 6), banca=hand(["5C"], 5),
               prompt=prompt("deal", who="banca")), "card banca 2"),
]
OVER = {"punto": hand(["2H", "4S"], 6), "banca": hand(["5C", "2D"], 7), "phase": "decided"}
RESULT = view(prompt=prompt("result", winner="banca"), **OVER)
ROUND = {"out": "round", "load": 1, "round": 1, "line": 1, "winner": "banca"}
WON = {"out": "settle", "round": 1, "box": 3, "bettor": "3", "on": "banca", "stake": 1000,
       "due": 950}
LOST = {"out": "settle", "round": 1, "box": 5, "bettor": "5", "on": "punto", "stake": 1000,
        "due": -1000}
PAID = scene(view(phase="betting", prompt=prompt("bets")), "paid 3 banca 3 950", "bet*",
             "no_more_bets")
CLOSED = scene(RESULT, "button banca", "result banca", out=[ROUND, WON, LOST])
UNLOAD = scene(view(phase="after_cut", prompt=prompt("unload")), "unload")


def blackjack(cards, total, up, can):
    box = {"box": 2, "stakes": [{"bettor": "2", "on": "main", "amount": 500}],
           "hands": [{"hand": 0, "cards": cards, "total": total, "soft": False,
                      "doubled": False, "state": "turn"}]}
    return view(game="blackjack", phase="deciding", boxes=[box],
                dealer={"cards": [up], "total": 10, "soft": False},
                prompt=prompt("play", box=2, hand=0, total=total, can=can))


class Dealer(unittest.TestCase):
    def play(self, scenes, *options):
        """Run the shoe through copies of the scenes; what it printed."""
        with tempfile.TemporaryDirectory() as directory:
            scenes = json.loads(json.dumps(scenes))
            daemon = Daemon(directory, scenes)
            pty = os.path.join(directory, "shoe")
            shoe = subprocess.Popen(
                [SHOE, "--pty", pty, "--dealer", "--table", "T", "--socket", daemon.address,
                 "--pace", "max", "--seed", "1", *options],
                stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
            try:
                daemon.greet()
                daemon.line = os.open(pty, os.O_RDWR | os.O_NOCTTY)
                daemon.serve()
            finally:
                shoe.terminate()
                output, _ = shoe.communicate()
            os.close(daemon.line)
            daemon.client.close()
            daemon.listener.close()
            told = output + "\n" + "\n".join(daemon.done + daemon.log)
            self.assertEqual(daemon.log, [], told)
            self.assertEqual(daemon.place, len(scenes), told)
            self.assertEqual(shoe.returncode, 0, told)
            self.assertFalse(os.path.lexists(pty))
            return output

    def test_an_honest_round(self):
        output = self.play([LOAD, BURN, BETS, *DEAL, CLOSED, PAID, UNLOAD])
        self.assertIn("punto 6, banca 7: banca", output)
        self.assertNotIn("fault", output)

    def test_a_round_that_is_reported_again_is_not_paid_again(self):
        """After an outage the round before, which was in doubt, may be certain with this one."""
        again = [{**ROUND, "again": True}, {**WON, "box": 1, "bettor": "1", "again": True}]
        for out in ([*again, ROUND, WON, LOST], [ROUND, WON, LOST, *again]):
            closed = scene(RESULT, "button banca", "result banca", out=out)
            self.play([LOAD, BURN, BETS, *DEAL, closed, PAID, UNLOAD])

    def test_a_third_card_is_drawn_when_due(self):
        drawing = scene(view(punto=hand(["2H", "AS"], 3), banca=hand(["5C", "2D"], 7),
                             prompt=prompt("draw", who="punto", total=3)), "card punto 3")
        self.play([LOAD, BURN, BETS, *DEAL, drawing, CLOSED])

    def test_a_card_in_excess(self):
        excess = scene(RESULT, "card banca 3")
        for fault in ("wrong-third-card", "overdraw"):
            output = self.play([LOAD, BURN, BETS, *DEAL, excess, CLOSED],
                               "--fault", fault + "@1")
            self.assertIn("fault planted: card dealt to the banca that stands on 7", output)

    def test_a_wrong_result(self):
        wrong = scene(RESULT, "button punto", "result punto")
        output = self.play([LOAD, BURN, BETS, *DEAL, wrong], "--fault", "wrong-result")
        self.assertIn("fault planted: banca wins, but punto is called", output)

    def test_a_wrong_payment(self):
        paid = scene(view(phase="betting", prompt=prompt("bets")), "paid 3 banca 3 *", "bet*",
                     "no_more_bets")
        output = self.play([LOAD, BURN, BETS, *DEAL, CLOSED, paid], "--fault", "wrong-payment")
        self.assertIn("instead of 9.50", output)

    def test_an_early_card(self):
        early = scene(view(phase="betting", round=0, prompt=prompt("bets")), "bet*",
                      "card punto 1", "no_more_bets")
        output = self.play([LOAD, BURN, early, *DEAL[1:]], "--fault", "early-card")
        self.assertIn("fault planted: a card is drawn before", output)

    def test_an_unread_card_is_keyed_in(self):
        output = self.play([LOAD, BURN, BETS, *DEAL, CLOSED], "--fault", "unread")
        self.assertRegex(output, "the shoe cannot read a card .it is (..)(.|\n)*keys in \\1")

    def test_the_pit_is_awaited(self):
        waiting = scene(view(phase="ruling", prompt=prompt("ruling", incident=9)),
                        "ruling 9 let_stand")
        again = scene(view(phase="betting", prompt=prompt("bets")), "bet*", "no_more_bets")
        self.play([LOAD, BURN, BETS, *DEAL, waiting, again])

    def test_blackjack_players_decide(self):
        every = ["stand", "hit", "double", "split"]
        cases = [
            (["8D", "8H"], 16, "TC", every, "action 2 split"),
            (["6D", "5H"], 11, "9C", every[:3], "action 2 double"),
            (["TD", "7H"], 17, "9C", every[:3], "action 2 stand"),
            (["TD", "2H"], 12, "TC", every[:3], "card punto 0"),
            (["TD", "3H"], 13, "6C", every[:2], "action 2 stand"),
        ]
        for cards, total, up, can, expected in cases:
            with self.subTest(cards=cards, up=up):
                self.play([LOAD, scene(blackjack(cards, total, up, can), expected)])

    def test_insurance_is_closed(self):
        offered = dict(blackjack(["TD", "7H"], 17, "AC", []), prompt=prompt("insurance"))
        self.play([LOAD, scene(offered, "insurance 2*", "insurance_closed")])

    def test_cards_of_another_are_taken_out(self):
        strange = scene(view(phase="betting", prompt=prompt("bets")), "unload")
        self.play([strange, LOAD])


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
