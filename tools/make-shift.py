#!/usr/bin/env python3
"""Deals a shift of punto banco at many tables of a running sabotd, with all its documents and some
planted differences, and says on standard output, as JSON, what was planted.

usage: make-shift.py --socket PATH [--tables 12] [--rounds 40] [--seed 1] [--shift DAY/N] [--clean]
       make-shift.py --configuration [--tables 12]

The daemon's tables are those that --configuration prints, and it has `client_time = date`. The
shift is the last one that is over, unless --shift says another, and must be empty. Nobody may have
to log in.
"""
import argparse
import datetime
import json
import random
import socket
import sys
import threading

CHIPS = [100000, 50000, 10000, 2500, 500, 100, 25, 5, 1]
RANKS, SUITS = "A23456789TJQK", "SHDC"
# A table each; the last of them at a table that collects its commission at the end.
PLANTS = ["wrong_payout", "missing_fill_slip", "wrong_closer", "underpaid", "unpaid", "paid_loser",
          "wrong_opener", "short_fill", "missing_chips", "short_box", "missing_marker",
          "unpaid_commission"]
PAYOUTS = {"wrong_payout", "underpaid", "unpaid", "paid_loser"}
OPENER = 5000000


class Daemon:
    """One connection."""

    def __init__(self, path):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.settimeout(60)
        self.socket.connect(path)
        self.file = self.socket.makefile("rb")
        json.loads(self.file.readline())
        self.n_asked = 0

    def ask(self, verb, **arguments):
        self.n_asked += 1
        line = json.dumps({"id": self.n_asked, "do": verb, **arguments}) + "\n"
        self.socket.sendall(line.encode())
        reply = json.loads(self.file.readline())
        if "ok" not in reply:
            raise SystemExit(f"make-shift: {verb} {arguments}: {reply}")
        return reply["ok"]

    def write(self, **document):
        return self.ask("document", event=document)["out"][0]


def chips(amount):
    """The amount in chips, largest first."""
    counts = []
    for chip in CHIPS:
        counts.append({"chip": chip, "count": amount // chip})
        amount %= chip
    return [count for count in counts if count["count"]]


def value(card):
    rank = RANKS.index(card[0]) + 1
    return rank if rank < 10 else 0


def points(cards):
    return sum(map(value, cards)) % 10


def banca_draws(banca, third):
    """By banca's points and punto's third card, None if punto stood."""
    if third is None:
        return banca <= 5
    return {3: third != 8, 4: 2 <= third <= 7, 5: 4 <= third <= 7,
            6: 6 <= third <= 7}.get(banca, banca <= 2)


class Table:
    """A table over the shift: what is said of it, and the chips that are really there."""

    def __init__(self, path, number, options, plant):
        self.daemon = Daemon(path)
        self.name = table_name(number)
        self.random = random.Random(f"{options.seed}/{number}")
        self.plant, self.options = plant, options
        self.planted = None
        self.chips = self.counted = OPENER
        self.drop = {"cash": 0}
        self.owed = {}
        self.at = options.begin + datetime.timedelta(minutes=5, seconds=number)
        self.step = (options.end - options.begin - datetime.timedelta(minutes=20)) / (
            options.rounds + 2)

    def now(self):
        return self.at.isoformat(timespec="seconds").replace("+00:00", "Z")

    def say(self, **event):
        return self.daemon.ask("event", table=self.name, event={"at": self.now(), **event})["out"]

    def write(self, **document):
        return self.daemon.write(table=self.name, shift=self.options.shift, happened=self.now(),
                                 **document)

    def count(self, step, amount, **more):
        self.write(ev="count", do=step, chips=chips(amount), by="dealer-1", second="pit-1", **more)

    def load(self):
        """A shuffled load, and its burn card."""
        self.cards = [rank + suit for rank in RANKS for suit in SUITS] * 6
        self.random.shuffle(self.cards)
        self.say(ev="load", decks=6)

    def deal(self):
        card = self.cards.pop()
        self.say(ev="card", card=card)
        return card

    def bets(self):
        """Stakes of a round; whoever has no chips buys some."""
        stakes = []
        for box in sorted(self.random.sample(range(1, 15), 3)):
            on = self.random.choice(["punto", "punto", "banca", "banca", "tie"])
            stakes.append((box, on, 500 * self.random.randint(1, 40)))
        for box, on, amount in stakes:
            if self.random.random() < 0.3:
                self.drop["cash"] += 4 * amount
                self.chips -= 4 * amount
            self.say(ev="bet", box=box, on=on, amount=amount)

    def coup(self):
        self.say(ev="no_more_bets")
        punto, banca = [self.deal(), self.deal()], [self.deal(), self.deal()]
        third = None
        if points(punto) < 8 and points(banca) < 8:
            if points(punto) <= 5:
                punto.append(self.deal())
                third = value(punto[2])
            if banca_draws(points(banca), third):
                banca.append(self.deal())
        return self.say(ev="result")

    def remember(self, amount, *named, **more):
        """What was planted, and all differences that must be named because of it."""
        self.planted = {"plant": self.plant, "table": self.name, "amount": amount, **more,
                        "named": [{**more, **difference} for difference in named]}

    def pay_wrongly(self, line):
        """What is paid or taken instead of what is due; the due where this stake will not do."""
        due = line["due"]
        paid = {"wrong_payout": due + 2500, "underpaid": due - 100, "unpaid": 0,
                "paid_loser": -due}[self.plant]
        if (due > 0) == (self.plant == "paid_loser") or due == 0 or line["on"] == "banca":
            return due
        kind = "unpaid" if self.plant == "unpaid" else "payout"
        self.remember(paid - due, {"difference": kind, "amount": paid - due},
                      round=line["round"], box=line["box"])
        return paid

    def settle(self, lines, is_wrong):
        """Take from who lost, pay who won; wrongly once, if that is to be."""
        for line in lines:
            if line["out"] != "settle":
                continue
            paid = line["due"]
            if is_wrong and not self.planted:
                paid = self.pay_wrongly(line)
            if paid > 0:
                self.say(ev="paid", box=line["box"], on=line["on"], amount=paid)
                self.owed[line["box"]] = (self.owed.get(line["box"], 0) +
                                          line.get("commission", 0))
            self.chips -= paid

    def round(self, number):
        self.at += self.step
        if len(self.cards) < 30:
            self.say(ev="unload", cards=self.cards[::-1])
            self.load()
        self.bets()
        self.settle(self.coup(), self.plant in PAYOUTS and number >= self.options.rounds // 2)

    def slip(self, kind, amount):
        request = self.write(ev="slip", do="request", kind=kind, chips=chips(amount), by="pit-1")
        number = request["number"]
        self.write(ev="slip", do="issue", number=number, by="cage-1")
        short = 20000 if self.plant == "short_fill" else 0
        self.write(ev="slip", do="receive", number=number, by="dealer-1", second="pit-1",
                   **({"chips": chips(amount - short)} if short else {}))
        self.chips += amount - short if kind == "fill" else -amount
        if short:
            self.remember(short, {"difference": "slip", "amount": short}, number=number)

    def fill_without_slip(self):
        """On paper: the form was filled in, and lost."""
        form = self.write(ev="paper", forms=1, by="pit-1")
        self.chips += 250000
        self.remember(250000, {"difference": "gap"},
                      {"difference": "unexplained", "amount": -250000}, number=form["number"])

    def marker(self):
        """Chips against a marker, whose issue copy goes into the box, unless it is lost."""
        issued = self.write(ev="marker", do="issue", amount=100000, patron="K-17", by="pit-1",
                            second="pit-2")
        self.chips -= 100000
        if self.plant == "missing_marker":
            self.remember(100000, {"difference": "marker", "amount": 100000},
                          number=issued["number"])
        else:
            self.drop["markers"] = self.drop.get("markers", 0) + 100000

    def collect(self):
        """Commission that is owed, at the end; one seat leaves without."""
        owing = sorted((box, owed) for box, owed in self.owed.items() if owed and self.is_owing())
        if self.plant == "unpaid_commission" and owing:
            box, amount = owing.pop()
            self.remember(amount, {"difference": "commission", "amount": amount}, box=box)
        for box, amount in owing:
            self.say(ev="commission_paid", box=box, amount=amount)
            self.chips += amount

    def is_owing(self):
        return is_owing(self.name)

    def lose(self):
        """Chips that are gone, or cash out of the box before it is counted."""
        if self.plant == "missing_chips":
            self.chips -= 30000
            self.remember(30000, {"difference": "unexplained", "amount": 30000})
        if self.plant == "short_box":
            self.drop["cash"] -= 10000
            self.remember(10000, {"difference": "unexplained", "amount": 10000})

    def open(self):
        """The opener; once it is not the closer before, and counted again."""
        if self.plant == "wrong_opener":
            self.daemon.write(ev="count", do="closer", table=self.name, shift=self.options.before,
                              chips=chips(OPENER + 15000), by="dealer-2", second="pit-2")
            self.count("opener", OPENER)
            self.count("opener", OPENER, recount=True)
            self.remember(15000, {"difference": "opener", "amount": 15000})
        else:
            self.count("opener", OPENER)

    def close(self):
        closer = self.chips
        if self.plant == "wrong_closer":
            closer -= 20000
            self.remember(20000, {"difference": "closer", "amount": 20000})
        self.count("closer", closer)
        self.daemon.write(ev="count", do="opener", table=self.name, shift=self.options.next,
                          chips=chips(self.chips), by="dealer-2", second="pit-2")
        self.write(ev="drop", do="box", box=f"D-{self.name}", counts=self.drop, by="pit-1",
                   second="pit-2")
        self.write(ev="tips", amount=100 * self.random.randint(1, 500), by="dealer-1")

    def play(self):
        self.open()
        self.load()
        fill = self.random.randint(1, self.options.rounds)
        for number in range(1, self.options.rounds + 1):
            self.round(number)
            if number == fill:
                self.slip(self.random.choice(["fill", "credit"])
                          if self.plant != "short_fill" else "fill", 500000)
        if self.plant == "missing_fill_slip":
            self.fill_without_slip()
        if self.plant == "missing_marker" or int(self.name[3:]) % 4 == 1:
            self.marker()
        self.say(ev="unload", cards=self.cards[::-1])
        self.collect()
        self.lose()
        self.say(ev="table", state="closed")
        self.close()


def table_name(number):
    return f"PB-{number:02}"


def is_owing(name):
    """Every third table collects its commission at the end."""
    return int(name[3:]) % 3 == 0


def configuration(n_tables):
    blocks = ["[house]\ngaming_day = 06:00\ntime_zone = UTC\n"
              "shifts = day 06:00, swing 14:00, night 22:00\n"]
    for number in range(1, n_tables + 1):
        name = table_name(number)
        later = "set.commission_when = at_end\n" if is_owing(name) else ""
        blocks.append(f"[table {name}]\nrules = punto-banco-es\nset.burn = 0\n"
                      f"set.cut_min = 0\n"
                      f"set.chips = {' '.join(map(str, sorted(CHIPS)))}\n{later}")
    return "".join(blocks)


def find_shift(options):
    """The shift, its bounds, and the one behind it."""
    daemon = Daemon(options.socket)
    now = daemon.ask("shift")
    begin = datetime.datetime.fromisoformat(now["from"].replace("Z", "+00:00"))
    eight = datetime.timedelta(hours=8)
    before = begin - eight
    day = (before - datetime.timedelta(hours=6)).date()
    options.shift = options.shift or f"{day}/{1 + (before.hour - 6) % 24 // 8}"
    shift = daemon.ask("shift", shift=options.shift)
    if shift["documents"]:
        raise SystemExit(f"make-shift: {options.shift} is not empty")
    options.begin, options.end = (
        datetime.datetime.fromisoformat(shift[end].replace("Z", "+00:00")) for end in
        ("from", "to"))
    day = (options.end - datetime.timedelta(hours=6)).date()
    options.next = f"{day}/{1 + (options.end.hour - 6) % 24 // 8}"
    before = options.begin - eight
    day = (before - datetime.timedelta(hours=6)).date()
    options.before = f"{day}/{1 + (before.hour - 6) % 24 // 8}"


def plan(options):
    """Which table has which difference. That of the commission collects it at the end."""
    if options.clean:
        return {}
    chance = random.Random(options.seed)
    owing = [n for n in range(1, options.tables + 1) if is_owing(table_name(n))]
    last = chance.choice(owing)
    others = [n for n in range(1, options.tables + 1) if n != last]
    chance.shuffle(others)
    return {**dict(zip(others, PLANTS[:-1])), last: PLANTS[-1]}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--socket")
    parser.add_argument("--tables", type=int, default=12)
    parser.add_argument("--rounds", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--shift")
    parser.add_argument("--clean", action="store_true")
    parser.add_argument("--configuration", action="store_true")
    options = parser.parse_args()
    if options.configuration:
        print(configuration(options.tables), end="")
        return
    find_shift(options)
    plants = plan(options)
    tables = [Table(options.socket, number, options, plants.get(number))
              for number in range(1, options.tables + 1)]
    # One after another the documents get the same numbers each time; together it is quicker.
    threads = [threading.Thread(target=table.play) for table in tables]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    print(json.dumps({"shift": options.shift, "next": options.next,
                      "planted": [table.planted for table in tables if table.planted],
                      "chips": {table.name: table.chips for table in tables}}))
    sys.exit(0 if all(table.planted for table in tables if table.plant) else 1)


if __name__ == "__main__":
    main()
