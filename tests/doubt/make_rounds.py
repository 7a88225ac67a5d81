#!/usr/bin/env python3
"""Event logs of honest tables, played by the rules of docs/rules.md with no help of the engine.

Usage: make_rounds.py SABOTCTL SEED [FAULT]

A log is a list of events (dicts). Each has a private key "_round": the round it was dealt in, 0
outside. Stakes are paid what an audit of the same log without payments says is due; all else is
decided here. FAULT is one of FAULTS, planted in one round. The same seed gives the same log.
"""
import configparser
import json
import os
import random
import subprocess
import sys

import play_blackjack
import play_punto_banco

PROFILES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "profiles")
FAULTS = ("extra", "missing", "wrong-paid", "unpaid", "wrong-winner", "late-bet")
BOTH = {"decks": "6", "burn": "0", "min": "500", "max": "50000", "flow": "bets", "side_bets": "",
        "bets": ""}
PUNTO_BANCO = {"boxes": "14", "burn": "first_card", "cut_min": "7", "deal_order": "PPBB",
               "bets": "tie=8:1", "commission_when": "at_once"}
BLACKJACK = {"boxes": "7", "hole": "no", "dealer_up_cards": "1", "soft_17": "stand",
             "double": "any", "double_after_split": "yes", "split_on": "value",
             "max_splits": "unlimited", "max_ace_splits": "1", "split_aces_one_card": "yes",
             "split_deal": "in_turn", "split_order": "left", "blackjack_after_split": "no",
             "insurance": "up_to_half", "even_money": "no", "surrender": "none",
             "fewer_cards_win": "no", "dealer_stops_when_ahead": "no",
             "blackjack_paid_at_once": "no", "actions": "changes"}
PAID_KEYS = ("box", "hand", "bettor", "on")


def profile_names():
    return sorted(name[:-5] for name in os.listdir(PROFILES) if name.endswith(".conf"))


def read_rules(profile):
    """(rules as words, whether it is punto banco)"""
    parser = configparser.RawConfigParser(delimiters=("=",))
    parser.optionxform = str
    parser.read(os.path.join(PROFILES, profile + ".conf"), encoding="utf-8")
    punto_banco = parser["profile"]["game"] == "punto_banco"
    rules = {**BOTH, **(PUNTO_BANCO if punto_banco else BLACKJACK)}
    rules.update(parser["rules"] if parser.has_section("rules") else {})
    return rules, punto_banco


def pack(decks):
    return [rank + suit for rank in "A23456789TJQK" for suit in "SHDC"] * decks


def audit(sabotctl, lines):
    """Exit status, derived lines and complaints. `lines` are texts, "" for a blank one."""
    run = subprocess.run([sabotctl, "audit", "-"], input="\n".join(lines) + "\n", text=True,
                         capture_output=True, check=False, timeout=120)
    return run.returncode, [json.loads(line) for line in run.stdout.splitlines()], run.stderr


def to_text(event):
    return json.dumps({key: value for key, value in event.items() if key[0] != "_"})


class ShoeEmpty(Exception):
    """More cards were drawn than a round usually takes."""


class Log:
    """What is dealt so far, and what is needed to deal on."""

    def __init__(self, rng, profile):
        self.rng, self.events, self.round, self.rounds = rng, [], 0, 0
        self.fault, self.planted = None, False
        self.rules, self.punto_banco = read_rules(profile)
        self.sets = self.choose_sets()
        first = {"log": "sabot/1", "table": "D-01", "rules": profile}
        if self.sets:
            first["set"] = self.sets
        self.emit(first)
        self.announced = 1.0 if self.rules.get("actions") == "all" else rng.choice((0, .5, 1, 1))
        self.shoe = []

    def choose_sets(self):
        """House choices that make a table harder to judge; they are rules here, too."""
        rng, sets = self.rng, {}
        if rng.random() < .3:
            sets["decks"] = rng.choice((2, 2, 3))
            sets["cut_min"] = 0
        if self.punto_banco and rng.random() < .1:
            sets["flow"] = "cards_only"
        elif self.punto_banco and rng.random() < .15:
            sets["commission_when"] = "at_end"
        if not self.punto_banco and rng.random() < .25:
            sets["actions"] = "all"
        for key, value in sets.items():
            self.rules[key] = str(value)
        return sets

    def emit(self, event):
        event["_round"] = self.round
        self.events.append(event)
        return event

    def say(self, ev, **fields):
        return self.emit({"ev": ev, **fields})

    def slip(self, ev, **fields):
        """Something is said by mistake now and then, and taken back at once."""
        if self.rng.random() < .07:
            self.say(ev, **fields)
            self.say("undo")

    def close_bets(self, **boxes):
        """Bets may be closed too early, and opened again."""
        self.slip("no_more_bets", **boxes)
        self.say("no_more_bets", **boxes)

    def draw(self):
        if not self.shoe:
            raise ShoeEmpty
        card = self.shoe.pop()
        self.say("card", card=card)
        return card

    def load(self):
        decks = int(self.rules["decks"])
        self.shoe = pack(decks)
        self.rng.shuffle(self.shoe)
        self.say("load", decks=decks)
        if self.rules["burn"] == "first_card":
            first = self.draw()
            count = min(10, "A23456789TJQK".index(first[0]) + 1)
        else:
            count = int(self.rules["burn"])
        for _ in range(count):
            self.draw()

    def plant(self, fault):
        """Whether this fault is to be planted now; it then is."""
        if self.fault != fault:
            return False
        self.fault, self.planted = None, True
        return True


def place_bets(log, boxes, names):
    """One to three bettors on some boxes; `names(box)` draws what they stake on."""
    rng, staked = log.rng, {}
    for box in boxes:
        for bettor in [None, "anna", "9x"][:rng.choice((1, 1, 1, 2, 3))]:
            who = {} if bettor is None else {"bettor": bettor}
            for on in names(box):
                amount = rng.choice((500, 1000, 2500, rng.randint(500, 12000)))
                if rng.random() < .06:
                    log.say("bet", box=box, **who, on=on, amount=amount + 100)
                log.say("bet", box=box, **who, on=on, amount=amount)
                log.slip("bet", box=box, **who, on=on, amount=amount + 500)
                staked[(box, bettor, on)] = amount
    return staked


def due_by_round(sabotctl, events):
    """The settle lines of each round of the log without payments."""
    lines = [to_text(event) if event.get("ev") != "pay" else "" for event in events]
    status, derived, complaint = audit(sabotctl, lines)
    if status not in (0, 1):
        raise ValueError(complaint)
    due = {}
    for line in derived:
        if line["out"] == "settle":
            key = (line["box"], line.get("hand"), line["bettor"], line["on"])
            due.setdefault(line["round"], {})[key] = line
    return due


def payment(rng, line, amount, number):
    paid = {"ev": "paid", "_round": number}
    for key in PAID_KEYS:
        if key in line and not (key == "bettor" and line["bettor"] == str(line["box"])):
            paid[key] = line[key]
    if line["on"] == "main" and rng.random() < .3:
        del paid["on"]
    paid["amount"] = amount
    return paid


def pay_round(rng, stakes, collects, wrong, number):
    """The payments of a round; `wrong` alters or forgets one. Whether it did comes second."""
    payments, done = [], False
    lines = [line for line in stakes if line.get("due", 0) > 0 or collects and line.get("due")]
    rng.shuffle(lines)
    for line in lines:
        due = line["due"]
        if wrong and not done and due > 0:
            done = True
            if wrong == "wrong-paid":
                amount = rng.choice((due + 500, due - 100, -due))
                payments.append(payment(rng, line, amount, number))
        elif due > 100 and rng.random() < .1:
            payments += [payment(rng, line, part, number) for part in (100, due - 100)]
        else:
            payments.append(payment(rng, line, due, number))
    return payments, done


def pay(log, sabotctl, fault):
    """Replaces each "pay" by what is paid there. Returns whether a payment fault was planted."""
    due, rng, events, planted = due_by_round(sabotctl, log.events), log.rng, [], False
    reports, collects = rng.random() < .75 or fault in ("wrong-paid", "unpaid"), rng.random() < .4
    at = rng.randint(1, max(1, log.rounds)) if fault in ("wrong-paid", "unpaid") else 0
    for event in log.events:
        if event.get("ev") != "pay":
            events.append(event)
        elif reports:
            number = event["_round"]
            wrong = fault if at and number >= at and not planted else None
            stakes = list(due.get(number, {}).values())
            payments, done = pay_round(rng, stakes, collects, wrong, number)
            events += payments
            planted = planted or done
    log.events = events
    pay_commission(log, due)
    return planted


def pay_commission(log, due):
    owed = {}
    for line in (line for stakes in due.values() for line in stakes.values()):
        if log.sets.get("commission_when") == "at_end" and line.get("commission"):
            key = (line["box"], line["bettor"])
            owed[key] = owed.get(key, 0) + line["commission"]
    for (box, bettor), amount in owed.items():
        log.events.insert(-1, {"ev": "commission_paid", "box": box, "bettor": bettor,
                               "amount": amount, "_round": 0})


def play_load(log, rounds, fault, at):
    """A load of so many rounds; the fault is planted in round `at` or later."""
    game = play_punto_banco if log.punto_banco else play_blackjack
    log.load()
    for _ in range(rounds):
        if len(log.shoe) <= game.cards_needed(log):
            break
        log.rounds += 1
        log.round = log.rounds
        log.fault = fault if log.round >= at and not log.planted else None
        game.play_round(log, place_bets)
    log.round = 0
    log.say("unload", **log.rng.choice(({}, {"_rest": "left"}, {"_rest": "left"})))


def make_log(sabotctl, seed, fault=None, profile=None):
    """(events, whether the fault was planted)"""
    for attempt in range(100):
        try:
            return play_log(sabotctl, random.Random(f"{seed}/{attempt}"), fault, profile)
        except ShoeEmpty:
            pass
    raise ValueError("no load is long enough")


def play_log(sabotctl, rng, fault, profile):
    log = Log(rng, profile or rng.choice(profile_names()))
    rounds = rng.randint(2, 6)
    at = rng.randint(1, rounds)
    play_load(log, rounds, fault, at)
    if rng.random() < .15 and "commission_when" not in log.sets:
        play_load(log, 2, fault, at)
    paid_wrong = pay(log, sabotctl, fault)
    return log.events, paid_wrong if fault in ("wrong-paid", "unpaid") else log.planted


def with_rest(events, rest=None):
    """The texts of a log. What is left in the shoe is counted, or run out, at the `unload`."""
    decks, seen, lines = 0, [], []
    for event in events:
        if event.get("ev") == "load":
            decks, seen = event["decks"], []
        elif event.get("ev") == "card":
            seen.append(event["card"])
        elif event.get("ev") == "unload":
            event = {**event, **remainder(decks, seen, rest or event.get("_rest"))}
        lines.append(to_text(event))
    return lines


def remainder(decks, seen, kind):
    if kind == "left":
        return {"left": 52 * decks - len(seen)}
    if kind != "cards":
        return {}
    left = pack(decks)
    for card in seen:
        left.remove(card)
    random.Random(len(left)).shuffle(left)
    return {"cards": left}


def main():
    events, _ = make_log(sys.argv[1], int(sys.argv[2]), *sys.argv[3:4])
    print("\n".join(with_rest(events)))


if __name__ == "__main__":
    main()
