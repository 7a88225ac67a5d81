#!/usr/bin/env python3
"""A whole shift of 12 tables with planted differences: each is named with its amount and round, and
nothing else is; the totals are those of an independent sum over the database's file.

usage: test-make-shift.py SABOTD SABOTCTL MAKE_SHIFT
"""
import collections
import json
import os
import re
import sqlite3
import subprocess
import sys
import unittest

from fixture import Daemon, wait_for

SABOTD, SABOTCTL, MAKE_SHIFT = sys.argv[1:4]
ROUNDS = "8"


def run(*command):
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, (command, done.stdout, done.stderr)
    return done.stdout


class Book:
    """A table's sums, from the lines of its log and of the house's, by this file's own rules."""

    def __init__(self, commission_later):
        self.later = commission_later
        self.stakes, self.cards = {}, []
        self.cards_win = self.paid = self.collected = self.commission = self.owed = 0
        self.chips_win = 0

    def take(self, event):
        getattr(self, "take_" + event["ev"], lambda event: None)(event)

    def take_bet(self, event):
        self.stakes[event["box"], event["on"]] = event["amount"]

    def take_card(self, event):
        self.cards.append("A23456789TJQK".index(event["card"][0]) + 1)

    def take_paid(self, event):
        self.paid += event["amount"]

    def take_commission_paid(self, event):
        self.commission += event["amount"]

    def take_result(self, event):
        values = [card if card < 10 else 0 for card in self.cards]
        rest, punto, banca = values[4:], values[:2], values[2:4]
        if sum(punto) % 10 <= 5 and sum(banca) % 10 < 8:
            punto.append(rest.pop(0))
        banca += rest
        punto, banca = sum(punto) % 10, sum(banca) % 10
        winner = "tie" if punto == banca else "punto" if punto > banca else "banca"
        for (box, on), stake in self.stakes.items():
            self.settle(on, stake, winner)
        self.stakes, self.cards = {}, []

    def settle(self, on, stake, winner):
        if on == "tie":
            due = 8 * stake if winner == "tie" else -stake
        elif winner == "tie":
            due = 0
        else:
            due = stake if on == winner else -stake
        if on == winner == "banca":
            commission = (stake * 5 + 50) // 100
            self.owed += commission if self.later else 0
            due -= 0 if self.later else commission
            self.cards_win += commission if self.later else 0
        self.cards_win -= due
        if due < 0:
            self.collected -= due

    def take_count(self, event):
        worth = sum(chip["chip"] * chip["count"] for chip in event["chips"])
        self.chips_win += {"opener": -worth, "closer": worth}[event["do"]]

    def take_slip(self, event):
        if event["do"] == "request":
            worth = sum(chip["chip"] * chip["count"] for chip in event["chips"])
            self.chips_win += {"fill": -worth, "credit": worth}[event["kind"]]

    def take_drop(self, event):
        self.chips_win += sum(event["counts"].values())

    def paid_win(self):
        return self.collected - self.paid + self.commission


def read_books(path, shift):
    """Of each table, from the file alone."""
    books = {}
    with sqlite3.connect(f"file:{path}?mode=ro", uri=True) as database:
        rows = database.execute("SELECT log.name, event.line FROM event "
                                "JOIN log ON log.id = event.log_id ORDER BY event.seq").fetchall()
    database.close()
    for log, line in rows:
        event = json.loads(line)
        table = event.get("table") if log == "house" else log
        if not table or (log == "house" and event.get("shift") != shift):
            continue
        book = books.setdefault(table, Book(int(table[3:]) % 3 == 0))
        book.take(event)
    return books


class MakeShift(unittest.TestCase):
    def setUp(self):
        configuration = run(sys.executable, MAKE_SHIFT, "--configuration")
        self.daemon = Daemon(SABOTD, "create_key = yes\nrefresh_reports_s = 1\n" + configuration)
        self.client = self.daemon.start()

    def tearDown(self):
        self.daemon.close()

    def make(self, *options):
        made = json.loads(run(sys.executable, MAKE_SHIFT, "--socket", self.daemon.socket,
                              "--rounds", ROUNDS, *options))
        reckoned = json.loads(run(SABOTCTL, "shift", "reckon", "--socket", self.daemon.socket,
                                  "--shift", made["shift"], "--json"))
        return made, {table["table"]: table for table in reckoned}

    def check_sums(self, shift, tables):
        books = read_books(self.daemon.directory / "state" / "sabot.db", shift)
        self.assertEqual(sorted(books), sorted(tables))
        for name, table in tables.items():
            book = books[name]
            self.assertEqual((table["cards_win"], table["commission"]),
                             (book.cards_win, book.owed), name)
            self.assertEqual(table["paid_win"], book.paid_win(), name)
            self.assertEqual(table["chips_win"], book.chips_win, name)
        told = self.client.ok("shift", shift=shift)
        self.assertEqual(told["sum"]["win"], sum(book.chips_win for book in books.values()))
        self.assertEqual(told["rounds"], len(tables) * int(ROUNDS))

    def check_reports(self, made):
        """Asked of the daemon each is, to the byte, what is made of its database."""
        state = self.daemon.directory / "state"
        names = [line.split()[0] for line in run(SABOTCTL, "report", "list").splitlines()]
        wait_for((state / "report-sheets").exists, "sheets that nobody asked for")
        for place, name in enumerate(sorted(set(names) - {"forms"})):
            language, form = (("en", "json"), ("es", "pdf"), ("it", "text"))[place % 3]
            options = ["report", name, "--shift", made["shift"], "--format", form,
                       "--made", "2026-11-22T05:00:00Z"]
            asked, offline = (subprocess.run(
                [SABOTCTL, *options, *more], capture_output=True, timeout=120, check=True,
                env=dict(os.environ, LC_ALL="C.UTF-8", LANGUAGE=language)).stdout
                for more in (["--socket", self.daemon.socket],
                             ["--veiled", "--config", str(self.daemon.directory / "sabotd.conf"),
                              str(state / "sabot.db")]))
            self.assertGreater(len(asked), 300, name)
            self.assertEqual(asked, offline, (name, form))

    def rows_of(self, section, *options):
        report = json.loads(run(SABOTCTL, "report", "table-shift", "--socket", self.daemon.socket,
                                "--format", "json", *options))
        [rows] = [part["rows"] for part in report["sections"] if part["id"] == section]
        return [row for row in rows if row["role"] == "row"]

    def check_named(self, made, tables):
        """The report of the shift names the same differences as the reckoning, and no others."""
        keys = ["table", "difference", "round", "box", "number"]
        self.assertEqual(
            sorted([str(row[key]) for key in keys] + [row["amount_minor"]]
                   for row in self.rows_of("named", "--shift", made["shift"])),
            sorted([str({"table": name, **difference}.get(key)) for key in keys] +
                   [difference["amount"]]
                   for name, table in tables.items() for difference in table["differences"]))

    def check_tables(self, made, tables):
        for row in self.rows_of("tables", "--shift", made["shift"]):
            table = tables[row["table"]]
            self.assertEqual(
                (row["won_minor"], row["result_minor"], row["paid_wrong_minor"]),
                (table["cards_win"], table["paid_win"], table["payouts"]))

    def test_each_planted_difference_is_named(self):
        made, tables = self.make("--seed", "3")
        self.check_sums(made["shift"], tables)
        named = collections.defaultdict(list)
        for table in tables.values():
            for difference in table["differences"]:
                named[table["table"]].append(difference)
        planted = {plant["plant"]: plant for plant in made["planted"]}
        self.assertEqual(len(planted), 4)
        self.assertEqual(sorted(named), sorted(plant["table"] for plant in planted.values()))

        wrong = planted["wrong_payout"]
        (payout,) = named[wrong["table"]]
        self.assertEqual([payout[key] for key in ("difference", "round", "box", "amount")],
                         ["payout", wrong["round"], wrong["box"], wrong["amount"]])
        fill = planted["missing_fill_slip"]
        gap, unexplained = named[fill["table"]]
        self.assertEqual((gap["difference"], gap["number"]), ("gap", fill["number"]))
        self.assertEqual((unexplained["difference"], unexplained["amount"]),
                         ("unexplained", -fill["amount"]))
        (closer,) = named[planted["wrong_closer"]["table"]]
        self.assertEqual((closer["difference"], closer["amount"]),
                         ("closer", planted["wrong_closer"]["amount"]))
        unpaid = planted["unpaid_commission"]
        (commission,) = named[unpaid["table"]]
        self.assertEqual([commission[key] for key in ("difference", "box", "amount")],
                         ["commission", unpaid["box"], unpaid["amount"]])

        self.check_reports(made)
        self.check_named(made, tables)
        self.check_tables(made, tables)
        # And so it is told to people, and hinders the seal.
        text = run(SABOTCTL, "shift", "reckon", "--socket", self.daemon.socket, "--shift",
                   made["shift"])
        self.assertRegex(text, re.escape(f"{wrong['table']}, round {wrong['round']}, box "))
        opened = {item["item"] for item in
                  self.client.ok("shift_open", shift=made["shift"])["open"]}
        self.assertIn(f"slip_gap/{fill['table']}/{fill['number']}", opened)
        self.assertIn(f"incident_grave/{wrong['table']}/1", opened)

        # Ruled, it is to be put right; once that is done it is no difference any more.
        self.client.event(wrong["table"], ev="ruling", incident=1, remedy="pay_difference",
                          box=wrong["box"], amount=-wrong["amount"], by="a")
        reckoned = self.reckon(wrong["table"], made["shift"])
        self.assertEqual(reckoned["payouts"], wrong["amount"])
        (order,) = self.client.view(wrong["table"])["redress"]
        self.client.event(wrong["table"], ev="correction", redress=order["redress"],
                          round=order["round"], amount=order["amount"], by="d")
        reckoned = self.reckon(wrong["table"], made["shift"])
        self.assertEqual((reckoned["payouts"], reckoned["put_right"]), (0, -wrong["amount"]))
        self.check_named(made, {**tables, wrong["table"]: reckoned})
        [row] = self.rows_of("tables", "--table", wrong["table"])
        self.assertEqual((row["paid_wrong_minor"], row["corrected_minor"]),
                         (wrong["amount"], -wrong["amount"]))

    def reckon(self, table, shift):
        (reckoned,) = json.loads(run(SABOTCTL, "shift", "reckon", table, "--socket",
                                     self.daemon.socket, "--shift", shift, "--json"))
        return reckoned

    def test_a_clean_shift_balances_and_is_sealed(self):
        made, tables = self.make("--clean", "--seed", "4")
        self.check_sums(made["shift"], tables)
        for table in tables.values():
            self.assertEqual((table["differences"], table["unexplained"]), ([], 0))
            self.assertGreater(table["deviation"], 0)
        self.assertEqual(self.client.ok("shift_open", shift=made["shift"])["open"], [])
        self.client.ok("sign_off", shift=made["shift"], by="a", second="b")
        self.assertTrue(self.client.ok("shift", shift=made["shift"])["signed"])


class Blackjack(unittest.TestCase):
    """Two boxes, one of which doubles: expected is what the report of statistics says, too."""
    ROUND = [{"ev": "bet", "box": 1, "on": "main", "amount": 1000},
             {"ev": "bet", "box": 2, "on": "main", "amount": 3000}, {"ev": "no_more_bets"},
             *({"ev": "card", "card": card} for card in ("6S", "9S", "9H", "5D", "9D")),
             {"ev": "action", "box": 1, "hand": 0, "do": "double"},
             {"ev": "card", "card": "7C"}, {"ev": "action", "box": 2, "do": "stand"},
             {"ev": "card", "card": "TC"}, {"ev": "result"}]

    def setUp(self):
        self.daemon = Daemon(SABOTD, "create_key = yes\n[table BJ-01]\nrules = blackjack-es\n"
                             "set.burn = 0\n")
        self.client = self.daemon.start()

    def tearDown(self):
        self.daemon.close()

    def test_one_expectation(self):
        for event in [{"ev": "load", "decks": 6}, *self.ROUND, {"ev": "unload", "left": 305}]:
            self.client.event("BJ-01", **event)
        state, cache = self.daemon.directory / "state", self.daemon.directory / "cache"
        done = subprocess.run(
            [SABOTCTL, "shift", "reckon", "BJ-01", "--socket", self.daemon.socket, "--json"],
            env=dict(os.environ, XDG_CACHE_HOME=str(cache)), capture_output=True, text=True,
            timeout=120, check=True)
        [reckoned] = json.loads(done.stdout)
        report = json.loads(run(SABOTCTL, "report", "statistical", str(state / "sabot.db"),
                                "--format", "json", "--digest", str(cache / "sabot")))
        sections = {part["id"]: part["rows"] for part in report["sections"]}
        [table] = sections["tables"]
        self.assertGreater(sections["simulated"][0]["rounds"], 1_000_000)
        self.assertEqual((reckoned["staked"], reckoned["cards_win"]), (5000, 5000))
        self.assertEqual((reckoned["expected"], table["won_minor"]),
                         (table["expected_minor"], 5000))
        self.assertAlmostEqual(table["most_minor"] - table["expected_minor"],
                               1.959964 * reckoned["deviation"], delta=3)
        self.assertAlmostEqual(reckoned["z_hundredths"], table["z"] / 10, delta=1)


if __name__ == "__main__":
    del sys.argv[1:]
    unittest.main()
