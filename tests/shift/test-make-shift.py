#!/usr/bin/env python3
"""A whole shift of 12 tables with planted differences: each is named with its amount and round, and
nothing else is; the totals are those of an independent sum over the database's file.

usage: test-make-shift.py SABOTD SABOTCTL MAKE_SHIFT
"""
import collections
import json
import os
import re
import shutil
import subprocess
import sys
import unittest

import simulated
from books import read_books
from fixture import Daemon, wait_for

SABOTD, SABOTCTL, MAKE_SHIFT = sys.argv[1:4]
ROUNDS = "8"


def run(*command):
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, (command, done.stdout, done.stderr)
    return done.stdout


class MakeShift(unittest.TestCase):
    def setUp(self):
        configuration = run(sys.executable, MAKE_SHIFT, "--configuration")
        self.daemon = Daemon(SABOTD, "create_key = yes\nclient_time = date\n"
                             "refresh_reports_s = 1\n" + configuration)
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
            env = dict(os.environ, LC_ALL="C.UTF-8", LANGUAGE=language)

            def ask(*more):
                return subprocess.run([SABOTCTL, *options, *more], capture_output=True,
                                      timeout=300, check=True, env=env).stdout

            def is_the_same():
                """A checkpoint, which stands at the foot, may come between the two."""
                asked = ask("--socket", self.daemon.socket)
                self.assertGreater(len(asked), 300, name)
                return asked == ask("--veiled", "--config",
                                    str(self.daemon.directory / "sabotd.conf"),
                                    str(state / "sabot.db"))
            wait_for(is_the_same, f"the same {name} as {form}")

    def rows_of(self, section, *options, name="table-shift"):
        report = json.loads(run(SABOTCTL, "report", name, "--socket", self.daemon.socket,
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

    def check_one_meaning(self, made, tables):
        """What one report calls a difference, explained or unexplained is that in all of them."""
        for name in ("table-shift", "master-games"):
            for row in self.rows_of("floats", "--shift", made["shift"], name=name):
                table = tables[row["table"]]
                self.assertEqual(
                    (row["difference_minor"], row["unexplained_minor"], row["cards_minor"]),
                    (table["chips_win"] - table["paid_win"], table["unexplained"],
                     table["paid_win"]), row["table"])
                self.assertEqual(row["explained_minor"] + row["unexplained_minor"],
                                 row["difference_minor"])
        for name in ("table-shift", "monthly-exceptions"):
            for row in self.rows_of("named", "--shift", made["shift"], name=name):
                if row["difference"] == "unexplained":
                    self.assertEqual(-row["amount_minor"], tables[row["table"]]["unexplained"])
        explained = {row["table"]: row["explained_minor"]
                     for row in self.rows_of("floats", "--shift", made["shift"])}
        planted = {plant["plant"]: plant["table"] for plant in made["planted"]}
        self.assertNotEqual(explained[planted["wrong_closer"]], 0)
        self.assertNotEqual(explained[planted["missing_marker"]], 0)

    def check_tables(self, made, tables):
        for row in self.rows_of("tables", "--shift", made["shift"]):
            table = tables[row["table"]]
            self.assertEqual(
                (row["won_minor"], row["result_minor"], row["paid_wrong_minor"]),
                (table["cards_win"], table["paid_win"], table["payouts"]))

    def check_inventory(self, made):
        """The chips by value come to what the float says, and the boxes to its drop."""
        floats = {row["table"]: row for row in self.rows_of("floats", "--shift", made["shift"])}
        counts = ["opener", "filled", "credited", "closer"]
        sums = {table: collections.Counter() for table in floats}
        for row in self.rows_of("chips", "--shift", made["shift"], name="inventory"):
            sums[row["table"]].update({count: row["chip_minor"] * row[count] for count in counts})
            self.assertEqual(row["closer_minor"], row["chip_minor"] * row["closer"])
        for row in self.rows_of("boxes", "--shift", made["shift"], name="inventory"):
            sums[row["table"]]["drop"] += row["drop_minor"]
        for table, row in floats.items():
            self.assertEqual([sums[table][count] for count in [*counts, "drop"]],
                             [row[f"{key}_minor"] for key in
                              ("opener", "fills", "credits", "closer", "drop")], table)
        signed = self.rows_of("counts", "--shift", made["shift"], name="inventory")
        self.assertEqual(len(signed), 2 * len(floats))
        self.assertTrue(all(row["by"] and row["second"] for row in signed))

    def check_planted(self, made, tables):
        """Twelve, each at a table of its own, each named with its kind, round, box or number and
        amount, and nothing else named anywhere."""
        self.assertEqual(len({plant["plant"] for plant in made["planted"]}), 12)
        planted = {plant["table"]: plant for plant in made["planted"]}
        self.assertEqual(sorted(planted), sorted(tables))
        for name, table in tables.items():
            named = planted[name]["named"]
            self.assertEqual(
                [{key: difference.get(key) for key in expected} for expected, difference in
                 zip(named, table["differences"])], named, planted[name]["plant"])
            self.assertEqual(len(table["differences"]), len(named), planted[name]["plant"])

    def test_each_planted_difference_is_named(self):
        made, tables = self.make("--seed", "3")
        self.check_sums(made["shift"], tables)
        self.check_planted(made, tables)
        planted = {plant["plant"]: plant for plant in made["planted"]}
        wrong, fill = planted["wrong_payout"], planted["missing_fill_slip"]
        self.check_reports(made)
        self.check_named(made, tables)
        self.check_tables(made, tables)
        self.check_one_meaning(made, tables)
        self.check_inventory(made)
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
    BURN = [{"ev": "card", "card": card} for card in ("2C", "7D", "JS", "4H", "QD")]
    ROUND = [{"ev": "bet", "box": 1, "on": "main", "amount": 1000},
             {"ev": "bet", "box": 2, "on": "main", "amount": 3000}, {"ev": "no_more_bets"},
             *({"ev": "card", "card": card} for card in ("6S", "9S", "9H", "5D", "9D")),
             {"ev": "action", "box": 1, "hand": 0, "do": "double"},
             {"ev": "card", "card": "7C"}, {"ev": "action", "box": 2, "do": "stand"},
             {"ev": "card", "card": "TC"}, {"ev": "result"}]

    def setUp(self):
        self.daemon = Daemon(SABOTD, "create_key = yes\n[table BJ-01]\nrules = blackjack-es\n")
        self.client = self.daemon.start()

    def tearDown(self):
        self.daemon.close()

    def test_one_expectation(self):
        for event in [{"ev": "load", "decks": 6}, *self.BURN, *self.ROUND,
                      {"ev": "unload", "left": 300}]:
            self.client.event("BJ-01", **event)
        state, cache = self.daemon.directory / "state", self.daemon.directory / "cache"
        (cache / "sabot").mkdir(parents=True)
        shutil.copy(simulated.simulate(SABOTCTL)[0], cache / "sabot")
        done = subprocess.run(
            [SABOTCTL, "shift", "reckon", "BJ-01", "--socket", self.daemon.socket, "--json"],
            env=dict(os.environ, XDG_CACHE_HOME=str(cache)), capture_output=True, text=True,
            timeout=300, check=True)
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
