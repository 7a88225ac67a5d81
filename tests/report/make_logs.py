#!/usr/bin/env python3
"""Logs of an evening for the reports' tests, and what they must come to.

Usage: make_logs.py DIRECTORY [--rounds N] [--loads N] [--seed N]

Deals punto banco and blackjack by its own reading of the rules, settles every stake by its own
arithmetic, and plants mistakes. Writes TABLE.ndjson, house.ndjson and expected.json: the sums that
a report must have, by table. Nothing of the programs under test is used.
"""
import argparse
import collections
import datetime
import json
import pathlib
import random

RANKS, SUITS = "A23456789TJQK", "SHDC"
START_S = 1_795_287_600  # 2026-11-21 19:00 UTC


def moment(seconds):
    """RFC 3339 of so many seconds after the beginning."""
    at = datetime.datetime.fromtimestamp(START_S + seconds, datetime.timezone.utc)
    return at.strftime("%Y-%m-%dT%H:%M:%SZ")


def half_away(top, bottom):
    """top ÷ bottom rounded half away from zero, top ≥ 0."""
    return (2 * top + bottom) // (2 * bottom)


class Table:
    """One table's log and the sums of it."""

    def __init__(self, name, rules, seed, decks=6):
        self.random = random.Random(f"{seed} {name}")
        self.name, self.decks, self.now = name, decks, 0
        self.lines = [{"log": "sabot/1", "table": name, "rules": rules}]
        self.sums = collections.Counter()
        self.wrong = []
        self.round = self.load = 0
        self.cards = []

    def say(self, ev, **fields):
        self.now += self.random.choice((1, 1, 2, 3))
        self.lines.append({"ev": ev, **fields, "at": moment(self.now)})

    def draw(self):
        card = self.cards.pop()
        self.say("card", card=card)
        return card

    def shuffle(self):
        self.load += 1
        self.cards = [r + s for r in RANKS for s in SUITS] * self.decks
        self.random.shuffle(self.cards)
        self.say("load", decks=self.decks, by="p4")

    def stake(self, box, on, amount, bettor=None):
        fields = {"box": box, "on": on, "amount": amount}
        if bettor:
            fields["bettor"] = bettor
        self.say("bet", **fields)
        return fields

    def settle(self, stakes):
        """(stake, due, commission) list: pays each as due, but where a mistake is planted."""
        for fields, due, commission in stakes:
            paid = due
            if self.random.random() < 0.06 and due != 0:
                paid = due + self.random.choice((-500, 500, 1000))
                self.wrong.append({"round": self.round, "box": fields["box"], "due": due,
                                   "paid": paid})
            self.sums["stakes"] += 1
            self.sums["staked"] += fields["amount"]
            self.sums["won"] -= due
            self.sums["commission"] += commission
            self.sums["paid_wrong"] += paid - due
            hand = {"hand": 0} if fields["on"] == "main" else {}
            self.say("paid", **{**fields, "amount": paid}, **hand)


def points(cards):
    return sum(min(RANKS.index(c[0]) + 1, 10) % 10 for c in cards) % 10


def banca_draws(banca, third):
    """The third-card table, as every rule book has it."""
    if third is None:
        return banca <= 5
    value = min(RANKS.index(third[0]) + 1, 10) % 10
    return {3: value != 8, 4: 2 <= value <= 7, 5: 4 <= value <= 7,
            6: value in (6, 7), 7: False}.get(banca, banca <= 2)


def play_punto_banco(table, n_rounds):
    table.shuffle()
    first = table.draw()
    for _ in range(min(RANKS.index(first[0]) + 1, 10)):
        table.draw()
    for _ in range(n_rounds):
        table.round += 1
        stakes = []
        for box in table.random.sample(range(1, 8), 3):
            on = table.random.choice(("punto", "banca", "banca", "tie"))
            bettor = "=1+1" if box == 5 else None
            stakes.append(table.stake(box, on, 100 * table.random.randint(10, 300), bettor))
        table.say("no_more_bets")
        punto, banca = [], []
        for hand in (punto, punto, banca, banca):
            hand.append(table.draw())
        third = None
        if max(points(punto), points(banca)) < 8:
            if points(punto) <= 5:
                third = table.draw()
                punto.append(third)
            if banca_draws(points(banca), third):
                banca.append(table.draw())
        table.say("result")
        finish_coup(table, stakes, points(punto), points(banca))
    table.say("unload", left=len(table.cards))


def finish_coup(table, stakes, punto, banca):
    settled = []
    for fields in stakes:
        amount, on, commission = fields["amount"], fields["on"], 0
        if punto == banca:
            due = 8 * amount if on == "tie" else 0
        elif on == "banca" and banca > punto:
            commission = half_away(5 * amount, 100)
            due = amount - commission
        else:
            due = amount if on == "punto" and punto > banca else -amount
        settled.append((fields, due, commission))
    table.sums["rounds"] += 1
    table.settle(settled)


def total(cards):
    value = sum(min(RANKS.index(c[0]) + 1, 10) for c in cards)
    return value + 10 if value <= 11 and any(c[0] == "A" for c in cards) else value


def play_blackjack(table, n_rounds):
    """Two boxes hit below 12; the bank has no hole card and stands on 17."""
    table.shuffle()
    for _ in range(5):
        table.draw()
    for _ in range(n_rounds):
        table.round += 1
        stakes = [table.stake(box, "main", 100 * table.random.randint(10, 200))
                  for box in (2, 4)]
        table.say("no_more_bets")
        hands = {2: [], 4: []}
        for box in (2, 4):
            hands[box].append(table.draw())
        bank = [table.draw()]
        for box in (2, 4):
            hands[box].append(table.draw())
        if bank[0][0] == "A":
            table.say("insurance_closed")
        for box in (2, 4):
            while total(hands[box]) < 12:
                table.say("action", box=box, do="hit")
                hands[box].append(table.draw())
            if total(hands[box]) < 21:
                table.say("action", box=box, do="stand")
        if bank_must_draw(hands, bank):
            bank.append(table.draw())
            while total(bank) < 17 and any(is_in_play(hand) for hand in hands.values()):
                bank.append(table.draw())
        table.say("result")
        table.sums["rounds"] += 1
        table.settle([(fields, due_of(hands[fields["box"]], bank, fields["amount"]), 0)
                      for fields in stakes])
    table.say("unload", left=len(table.cards))


def is_blackjack(hand):
    return len(hand) == 2 and total(hand) == 21


def is_in_play(hand):
    return total(hand) <= 21 and not is_blackjack(hand)


def bank_must_draw(hands, bank):
    """With only blackjacks left the bank draws on an ace or a ten alone; a bust needs nothing."""
    if any(is_in_play(hand) for hand in hands.values()):
        return True
    left = [hand for hand in hands.values() if total(hand) <= 21]
    return bool(left) and min(RANKS.index(bank[0][0]) + 1, 10) in (1, 10)


def due_of(hand, bank, amount):
    mine, banks = total(hand), total(bank)
    if mine > 21:
        return -amount
    if is_blackjack(hand):
        return 0 if is_blackjack(bank) else half_away(3 * amount, 2)
    if is_blackjack(bank):
        return -amount
    if banks > 21 or mine > banks:
        return amount
    return 0 if mine == banks else -amount


def make_table(name, rules, seed, loads, rounds):
    table = Table(name, rules, seed)
    play = play_punto_banco if rules.startswith("punto") else play_blackjack
    table.say("table", state="open", by="p4")
    table.say("staff", who="p7", post="dealer")
    for load in range(loads):
        play(table, rounds)
        if load == 0:
            table.say("device", state="offline", code="usb", detail="gone")
            table.now += 95
            table.say("device", state="online")
            table.say("staff", who="p8", post="dealer")
            table.say("correction", round=1, amount=250, box=2, note='@SUM(A1) "late", paid',
                      by="p4")
            table.sums["corrected"] += 250
    table.say("table", state="closed", by="p4")
    return table


def house_log(tables):
    lines = [{"log": "sabot/1", "table": "house"}]
    for number, name in enumerate(sorted(tables), 1):
        lines.append({"ev": "shoe", "device": f"shoe-{number}", "state": "online",
                      "serial": f"AE2-00{number}", "firmware": "3.1", "table": name,
                      "at": moment(0)})
    for ev, fields in (("login", {"person": "p4"}),
                       ("login_refused", {"why": "pin", "person": "p7"}),
                       ("login", {"person": "p7"}), ("refused", {"person": "p7", "do": "ruling"}),
                       ("command", {"device": "shoe-1", "do": "lock", "by": "p4"}),
                       ("logout", {"person": "p7", "why": "said"})):
        lines.append({"ev": ev, **fields, "at": moment(30)})
    return lines


SHIFT = "2026-11-21/2"
OPENER = 2_000_000


def chips(amount):
    """The amount in plaques of 100.00 and single cents."""
    return [{"chip": 10000, "count": amount // 10000}, {"chip": 1, "count": amount % 10000}]


def document(ev, minute, **fields):
    return {"ev": ev, "shift": SHIFT, **fields, "at": moment(60 * minute)}


def slip(number, table, kind, amount, minute):
    """All three parts; p6 is the cashier."""
    parts = {"table": table, "number": number}
    return [document("slip", minute, do="request", **parts, kind=kind, chips=chips(amount),
                     by="p4"),
            document("slip", minute + 1, do="issue", **parts, by="p6"),
            document("slip", minute + 2, do="receive", **parts, by="p7", second="p4")]


def special(rolling, promotional):
    return [{"chip": 10000, "count": rolling, "kind": "rolling"},
            {"chip": 1000, "count": promotional, "kind": "promotional"}]


def table_money(table, sums):
    """Counts, a fill, a credit and a drop; the closer of PB-02 is 300.00 too high."""
    fill, credit, drop = 500_000, 200_000, 1_234_500
    result = sums["won"] - sums["paid_wrong"] - sums["corrected"]
    closer = OPENER + fill - credit - drop + result + (30_000 if table == "PB-02" else 0)
    number = {"BJ-01": 1, "PB-01": 3, "PB-02": 5}[table]
    signed = {"by": "p7", "second": "p4"}
    sums.update({"fills": fill, "credits": credit, "drop": drop, "closer": closer,
                 "win": closer + credit + drop - OPENER - fill})
    opened, closed = chips(OPENER), chips(closer)
    if table == "PB-02":  # of which 20.00 in promotional chips came by stakes that were lost
        opened = chips(OPENER - 35_000) + special(3, 5)
        closed = chips(closer - 37_000) + special(3, 7)
    return [document("count", 1, do="opener", table=table, chips=opened, **signed),
            *slip(number, table, "fill", fill, 2), *slip(number + 1, table, "credit", credit, 5),
            document("drop", 9, do="box", table=table, box=f"D-{number}",
                     counts={"cash": drop - 34_500, "markers": 34_500}, **signed),
            document("count", 10, do="closer", table=table, chips=closed, **signed)]


def cage_documents():
    """The main bank, foreign money, tips shared out; the bank is 1.00 and USD 0.50 short."""
    counted = {"by": "p6", "second": "p8"}
    return [document("bank", 0, do="opener", chips=chips(9_000_000) + special(3, 5),
                     cash=5_000_000, currencies=[{"currency": "USD", "amount": 5000}], **counted),
            document("exchange", 6, do="in", currency="USD", foreign=10_000, rate="0.9215",
                     amount=9215, patron="K-17", by="p6"),
            document("exchange", 7, do="out", currency="JPY", foreign=10_000, digits=0,
                     rate="0.006123", by="p6"),
            document("bank", 8, do="in", currencies=[{"currency": "JPY", "amount": 10_000}],
                     note="from the bank", **counted),
            document("bank", 12, do="closer", chips=chips(8_096_808) + special(3, 5),
                     cash=5_000_000, currencies=[{"currency": "USD", "amount": 14_950}], **counted),
            document("tronc", 12, amount=4201, points=[{"person": "p7", "points": 12},
                                                       {"person": "p4", "points": 8},
                                                       {"person": "p9", "points": 5}],
                     **counted)]


def house_documents(tables):
    lines = [document("cards", 0, do="receive", set="S-1", decks=6, by="p6"),
             document("cards", 0, do="issue", set="S-1", table="PB-01", by="p6")]
    for name in sorted(tables):
        lines += table_money(name, tables[name].sums)
    lines += [
        document("slip", 11, do="request", table="PB-01", number=7, kind="fill",
                 chips=chips(10000), by="p4"),
        document("slip", 12, do="void", table="PB-01", number=7, note="asked for twice", by="p6",
                 second="p4"),
        document("paper", 12, number=8, to=9, by="p4"),
        document("tips", 12, table="BJ-01", amount=4200, by="p7"),
        document("cash", 12, do="in", table="PB-01", amount=400_000, patron="K-17", by="p4"),
        document("marker", 12, do="issue", table="PB-01", number=1, amount=100_000,
                 patron="K-17", by="p4", second="p6"),
        *cage_documents(),
        document("seal", 13, by="p9", second="p4")]
    tips = next(n for n, line in enumerate(lines) if line["ev"] == "tips")
    return lines, tips


def write(path, lines):
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")


def make(directory, seed=7, loads=2, rounds=8):
    """Write the logs; returns the sums by table."""
    directory = pathlib.Path(directory)
    tables = {name: make_table(name, rules, seed, loads, rounds)
              for name, rules in (("BJ-01", "blackjack-es"), ("PB-01", "punto-banco-es"),
                                  ("PB-02", "punto-banco-es"))}
    for name, table in tables.items():
        write(directory / f"{name}.ndjson", table.lines)
    before = house_log(tables)
    documents, tips = house_documents(tables)
    documents.append(document("tips", 20, table="BJ-01", amount=4300, corrects=len(before) + tips,
                              note="a box was forgotten", by="p7", second="p4"))
    write(directory / "house.ndjson", before + documents)
    expected = {name: {"paid_wrong": 0, **table.sums, "wrong": table.wrong}
                for name, table in tables.items()}
    (directory / "expected.json").write_text(json.dumps(expected, indent=1), encoding="utf-8")
    return expected


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("directory")
    parser.add_argument("--rounds", type=int, default=8)
    parser.add_argument("--loads", type=int, default=2)
    parser.add_argument("--seed", type=int, default=7)
    options = parser.parse_args()
    make(options.directory, options.seed, options.loads, options.rounds)


if __name__ == "__main__":
    main()
