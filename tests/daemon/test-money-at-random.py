#!/usr/bin/env python3
"""Documents of table money at random, right ones and wrong ones, through the real daemon: after each
that it takes, the figures are those that this file adds up by itself, and no sealed shift has
changed but by an amendment. A kill or a stop in between changes nothing.

usage: test-money-at-random.py SABOTD STEPS [SEED]
"""
import collections
import random
import sys
import unittest

from fixture import Daemon
from money_case import CALENDAR, shift_ago

SABOTD, STEPS = sys.argv[1], int(sys.argv[2])
SEED = int(sys.argv[3]) if len(sys.argv) > 3 else random.randrange(10 ** 9)
HOUSE = (f"create_key = yes\nclient_time = date\n{CALENDAR}backdate_days = 3000\n"
         "[table PB-01]\nrules = punto-banco-es\n[table PB-02]\nrules = punto-banco-es\n")
TABLES = "PB-01", "PB-02"
PERSONS = "abcdef"
COPIED = ("ev", "do", "shift", "table", "number", "day", "kind", "box", "counts", "amount", "patron",
          "chips", "cash", "note")

# What was taken: `part` is the kind, step, table and shift, which a correction has in common.
Entry = collections.namedtuple("Entry", "n part slip kind amount")


class Books:
    """The sums of what was taken, added up without the program's help."""

    def __init__(self):
        self.standing = {}  # number of the event → Entry, without those that were corrected
        self.void = set()

    def find(self, step, slip):
        return next((entry for entry in self.standing.values()
                     if entry.slip == slip and entry.part[:2] == ("slip", step)), None)

    def add(self, event, out):
        step, slip = event.get("do"), (event["ev"], out.get("day"), out.get("number"))
        part = (event["ev"], step, event.get("table"), out["shift"])
        corrected = self.standing.get(event.get("corrects"))
        corrected = corrected if corrected and corrected.part == part else None
        kind, amount = event.get("kind"), event.get("amount", 0)
        if "chips" in event:
            amount = sum(chip["chip"] * chip["count"] for chip in event["chips"])
        if event["ev"] == "drop":
            amount = event["counts"]["cash"]
        if event["ev"] == "slip" and step != "request":
            kind = self.find("request", slip).kind if self.find("request", slip) else None
            before = corrected or self.find({"issue": "request"}.get(step, "issue"), slip)
            amount = amount if "chips" in event else before and before.amount
        if step == "void":
            self.void.add(slip)
        if corrected:
            del self.standing[corrected.n]
        self.standing[out["n"]] = Entry(out["n"], part, slip, kind, amount)

    def sum(self, ev, step, table, shift, kind=None):
        return sum(entry.amount for entry in self.standing.values()
                   if entry.part == (ev, step, table, shift) and entry.slip not in self.void
                   and kind in (None, entry.kind))

    def figures(self, *place):
        return {"fills": self.sum("slip", "receive", *place, "fill"),
                "credits": self.sum("slip", "issue", *place, "credit"),
                "markers": self.sum("marker", "issue", *place),
                "redeemed": self.sum("marker", "redeem", *place),
                "drop": self.sum("drop", "box", *place), "tips": self.sum("tips", None, *place)}


class AtRandom(unittest.TestCase):
    def setUp(self):
        print("seed", SEED, flush=True)
        self.random = random.Random(SEED)
        self.daemon = Daemon(SABOTD, HOUSE)
        self.addCleanup(self.daemon.close)
        self.client = self.daemon.start()
        self.shifts = [shift_ago(n) for n in range(6, 0, -1)]
        self.taken, self.sealed, self.books = [], {}, Books()

    def chips(self):
        return [{"chip": self.random.choice([500, 2500, 5000]),
                 "count": self.random.randint(1, 30)}]

    def begun(self, ev, *steps):
        """A document that a later one can be about."""
        return self.random.choice([event for event, _ in self.taken
                                   if (event["ev"], event.get("do")) in
                                   [(ev, step) for step in steps]] or [None])

    def make_slip(self, table):
        slip = self.random.random() < 0.8 and self.begun("slip", "request", "issue")
        if not slip:
            return {"table": table, "do": "request", "kind": self.random.choice(["fill", "credit"]),
                    "chips": self.chips()}
        step = self.random.choice(["issue", "issue", "receive", "receive", "void"])
        event = {"do": step, "note": "x", **{key: slip[key] for key in ("table", "number", "day")}}
        if self.random.random() < 0.8:
            event["shift"] = slip["shift"]
        if step != "void" and self.random.random() < 0.3:
            event["chips"] = self.chips()
        return event

    def make_marker(self, table):
        marker = self.random.random() < 0.7 and self.begun("marker", "issue")
        if not marker:
            return {"table": table, "do": "issue", "amount": 900, "patron": "K"}
        step = self.random.choice(["redeem", "void"])
        return {"do": step, "note": "x", **({"amount": 300} if step == "redeem" else {}),
                **{key: marker[key] for key in ("table", "number", "day")}}

    def make_other(self, ev, table):
        if ev == "count":
            return {"table": table, "do": self.random.choice(["opener", "closer", "check"]),
                    "chips": self.chips(), "recount": self.random.random() < 0.2}
        if ev == "drop":
            return {"table": table, "do": "box", "box": f"D{self.random.randint(1, 9)}",
                    "counts": {"cash": self.random.randint(1, 5000)}}
        if ev == "bank":
            return {"do": self.random.choice(["opener", "closer", "in", "out"]),
                    "chips": self.chips(), "note": "x"}
        return {"table": table, "amount": self.random.randint(1, 99)}

    def make_event(self):
        ev = self.random.choice(["count", "slip", "slip", "slip", "marker", "drop", "bank", "tips"])
        table = self.random.choice(TABLES)
        made = {"slip": self.make_slip, "marker": self.make_marker}.get(ev)
        event = {"ev": ev, "shift": self.random.choice(self.shifts),
                 **(made(table) if made else self.make_other(ev, table))}
        if self.taken and self.random.random() < 0.25:
            event = self.correct()
        elif event["shift"] in self.sealed and self.random.random() < 0.6:
            event |= {"corrects": self.sealed[event["shift"]], "note": "late"}
        event["by"], event["second"] = self.random.sample(PERSONS, 2)
        return event

    def correct(self):
        taken, n = self.random.choice(self.taken)
        event = {key: taken[key] for key in COPIED if key in taken}
        if event.get("do") in ("issue", "receive") and event["ev"] == "slip":
            event.pop("chips", None)
        if "chips" in event and self.random.random() < 0.5:
            event["chips"] = self.chips()
        if "amount" in event:
            event["amount"] = self.random.randint(1, 900)
        return {**event, "corrects": n, "note": "typed"}

    def enter(self, event):
        reply = self.client.ask("document", event=event)
        if "ok" not in reply:
            return None
        out, = reply["ok"]["out"]
        named = {key: out[key] for key in ("number", "day", "shift") if key in out}
        self.taken.append(({**event, **named}, out["n"]))
        self.books.add(event, out)
        return out

    def seal_the_next(self):
        """With all that it wants, if it can be had."""
        shift = next((shift for shift in self.shifts if shift not in self.sealed), None)
        if not shift:
            return
        for item in self.client.ok("shift_open", shift=shift)["open"]:
            self.put_right(shift, item)
        for item in self.client.ok("shift_open", shift=shift)["open"]:
            self.client.ask("document", event={"ev": "remark", "item": item["item"], "note": "x",
                                               "shift": shift, "by": "a"})
        reply = self.client.ask("sign_off", shift=shift, by="x", second="y")
        if "ok" in reply:
            self.sealed[shift] = reply["ok"]["out"][0]["n"]

    def put_right(self, shift, item):
        signed = {"shift": shift, "by": "x", "second": "y", "note": "x"}
        what, _, step = item["what"].partition("_")
        if what in ("opener", "closer") and step in ("missing", "recount"):
            self.enter({"ev": "count", "do": what, "table": item["table"], "chips": self.chips(),
                        "recount": step == "recount", **signed})
        elif item["what"] == "bank_missing":
            self.enter({"ev": "bank", "do": "closer", "chips": self.chips(), **signed})
        elif item["what"] == "slip_open":
            day = (item["item"].split("/") + [""])[2]
            self.enter({"ev": "slip", "do": "void", "table": item["table"],
                        "number": item["number"], "day": day if "-" in day else shift[:10],
                        **signed})

    def figures(self):
        return {shift: {table["table"]: table
                        for table in self.client.ok("shift_tables", shift=shift)["tables"]} |
                {"bank": self.client.ok("bank", shift=shift)} for shift in self.shifts}

    def check_sums(self, figures):
        for shift in self.shifts:
            for table in TABLES:
                is_there = figures[shift].get(table, {})
                for key, amount in self.books.figures(table, shift).items():
                    self.assertEqual(is_there.get(key, 0), amount, (table, shift, key))

    def check_sealed(self, before, after, out):
        """The figures of a shift follow from those before it, too."""
        for shift in self.sealed:
            if not out or "amends" not in out or out["shift"] > shift:
                self.assertEqual(after[shift], before[shift], (shift, out))

    def restart(self, before):
        if self.random.random() < 0.5:
            self.daemon.kill()
        else:
            self.assertEqual(self.daemon.stop(), 0)
        self.client = self.daemon.start()
        self.assertEqual(self.figures(), before)

    def test_sums_and_seals(self):
        figures = self.figures()
        for step in range(1, STEPS + 1):
            if self.random.random() < 0.01:
                sealed = dict(self.sealed)
                self.seal_the_next()
                figures, before = self.figures(), figures
                for shift in sealed:
                    self.assertEqual(figures[shift], before[shift])
            out = self.enter(self.make_event())
            before, figures = figures, self.figures()
            self.check_sealed(before, figures, out)
            self.check_sums(figures)
            if step % (STEPS // 3) == 0:
                self.restart(figures)
        print(f"{STEPS} documents, {len(self.taken)} of them taken; {len(self.sealed)} shifts "
              "sealed", flush=True)
        self.assertGreater(len(self.taken), STEPS // 5)


if __name__ == "__main__":
    unittest.main(argv=["test-money-at-random.py"])
