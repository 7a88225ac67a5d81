#!/usr/bin/env python3
"""Every report in every form and language; its totals against sums of our own.
(test_paper.py: on paper.)

Usage: test_report.py SABOTCTL LOG_TO_DB EXPECTED-DIRECTORY [unittest's arguments]

The logs are dealt and settled by make_logs.py, which shares nothing with the programs. Texts are
compared with EXPECTED; SABOT_BLESS=1 writes them anew, to be read.
"""
import collections
import configparser
import csv
import io
import json
import os
import pathlib
import resource
import shutil
import subprocess
import sys
import tempfile
import unittest

import make_logs
import simulated
from report_house import CONFIG, LANGUAGES, NAMES, ReportHouse


class Reports(ReportHouse):
    maxDiff = None

    def compare(self, name, got):
        path = EXPECTED / name
        if os.environ.get("SABOT_BLESS"):
            path.write_text(got, encoding="utf-8")
        self.assertEqual(got, path.read_text(encoding="utf-8"))

    def test_text(self):
        for language in LANGUAGES:
            got = "\n".join(self.report(name, language=language).decode() for name in NAMES)
            self.compare(f"{language}.txt", got)

    def test_csv_and_json(self):
        for form in ("csv", "json"):
            got = "\n".join(self.report(name, "--format", form).decode() for name in NAMES)
            self.compare(f"reports.{form}", got.replace("\r\n", "\n"))

    def test_programs_read_the_same_in_every_language(self):
        def numbers(name, language):
            text = self.report(name, "--format", "json", language=language)
            return [[(key, cell) for row in section["rows"] for key, cell in row.items()
                     if not isinstance(cell, str)]
                    for section in json.loads(text)["sections"]]
        for name in NAMES:
            for language in ("es", "it"):
                self.assertEqual(numbers(name, "en"), numbers(name, language))

    def test_totals(self):
        shift = {row["table"]: row for row in self.rows("table-shift", "tables")}
        games = {row["table"]: row for row in self.rows("master-games", "tables")}
        self.assertEqual(set(shift), set(self.sums))
        for table, sums in self.sums.items():
            row = shift[table]
            self.assertEqual(row["rounds"], sums["rounds"])
            self.assertEqual(row["staked_minor"], sums["staked"])
            self.assertEqual(row["won_minor"], sums["won"])
            self.assertEqual(row["paid_wrong_minor"], sums["paid_wrong"])
            self.assertEqual(row["corrected_minor"], sums["corrected"])
            self.assertEqual(row["result_minor"],
                             sums["won"] - sums["paid_wrong"] - sums["corrected"])
            self.assertEqual(games[table]["commission_minor"], sums.get("commission", 0))
            self.assertEqual(games[table]["staked_minor"], sums["staked"])

    def test_float(self):
        """The documents of table money, against the sums; one closer was counted wrongly."""
        floats = {row["table"]: row for row in self.rows("table-shift", "floats")}
        for table, sums in self.sums.items():
            row = floats[table]
            for column, name in (("fills_minor", "fills"), ("credits_minor", "credits"),
                                 ("drop_minor", "drop"), ("closer_minor", "closer"),
                                 ("win_minor", "win")):
                self.assertEqual(row[column], sums[name])
            self.assertEqual(row["cards_minor"],
                             sums["won"] - sums["paid_wrong"] - sums["corrected"])
        self.assertEqual({table: row["difference_minor"] for table, row in floats.items()},
                         {"BJ-01": 0, "PB-01": 0, "PB-02": 30_000})
        self.assertEqual({table: row["unexplained_minor"] for table, row in floats.items()},
                         {"BJ-01": 0, "PB-01": 0, "PB-02": 30_000})
        drop = {row["table"]: row for row in self.rows("statistical", "drop")}
        self.assertEqual({table: row["drop_minor"] for table, row in drop.items()},
                         {table: sums["drop"] for table, sums in self.sums.items()})

    def test_slips(self):
        slips = {row["number"]: row for row in self.rows("fill-credit", "slips")}
        self.assertEqual(sorted(slips), list(range(1, 10)))
        self.assertEqual([slips[n]["received_by"] for n in (1, 7)], ["p7, p4", "p6, p4"])
        self.assertEqual(slips[7]["note"], "asked for twice")
        self.assertEqual([row["number"] for row in self.rows("fill-credit", "gaps")], [8, 9])

    def test_what_was_entered_after_the_seal(self):
        late = self.rows("exceptions", "after_seal")
        self.assertEqual([(row["document"], row["amount_minor"], row["note"]) for row in late],
                         [("tips", 4300, "a box was forgotten")])
        self.assertEqual([row["amount_minor"] for row in self.rows("cash", "tips")], [4300])

    def test_shift_by_its_name(self):
        """A shift of the calendar is its hours, and its documents."""
        def of_shift(name, section, shift):
            files = [*self.logs, "--shift", shift]
            return self.rows(name, section, files=files)
        self.assertEqual(of_shift("coups", "rounds", "2026-11-21/night"),
                         self.rows("coups", "rounds"))
        self.assertEqual(of_shift("table-shift", "floats", "2026-11-21/2"),
                         self.rows("table-shift", "floats"))
        self.assertEqual(of_shift("coups", "rounds", "2026-11-21/day"), [])
        self.assertIn(b"no shift of the house's",
                      self.report("coups", "--shift", "2026-11-21/noon", status=2))

    def test_every_difference_is_named(self):
        got = sorted((row["table"], row["round"], row["box"], row["due_minor"], row["paid_minor"])
                     for row in self.rows("table-shift", "differences"))
        wrong = sorted((table, item["round"], item["box"], item["due"], item["paid"])
                       for table, sums in self.sums.items() for item in sums["wrong"])
        self.assertEqual(got, wrong)
        self.assertGreater(len(got), 3)

    def test_sums_of_other_reports_agree(self):
        coups = collections.Counter()
        for row in self.rows("coups", "rounds"):
            coups[row["table"]] += row["won_minor"]
        bets = sum(row["won_minor"] for row in self.rows("statistical", "bets"))
        commission = sum(row["commission_minor"] for row in self.rows("commission", "boxes"))
        self.assertEqual(dict(coups), {table: sums["won"] for table, sums in self.sums.items()})
        self.assertEqual(bets, sum(sums["won"] for sums in self.sums.values()))
        self.assertEqual(commission, sum(sums.get("commission", 0) for sums in self.sums.values()))

    def test_shifts_add_up(self):
        """Two stretches that meet hold every round once."""
        half = "2026-11-21T19:04:00Z"
        early, late = (self.rows("coups", "rounds", files=[*self.logs, option, half])
                       for option in ("--until", "--since"))
        whole = self.rows("coups", "rounds")
        self.assertTrue(early and late)
        self.assertEqual(sorted(json.dumps(row) for row in early + late),
                         sorted(json.dumps(row) for row in whole))

    def test_no_formulas(self):
        rows = list(csv.DictReader(io.StringIO(
            self.report("exceptions", "--format", "csv", "--section", "corrections").decode())))
        self.assertEqual({row["note"] for row in rows}, {'\'@SUM(A1) "late", paid'})
        bettors = {row["bettor"] for row in csv.DictReader(io.StringIO(
            self.report("table-shift", "--format", "csv", "--section", "differences",
                        files=[self.with_formula()]).decode()))}
        self.assertIn("'=1+1", bettors)

    def with_formula(self):
        """A log in which a bettor called =1+1 was paid wrongly."""
        path = self.folder / "formula.log"
        path.write_text("\n".join(json.dumps(line) for line in (
            {"log": "sabot/1", "table": "F", "rules": "punto-banco-es", "set": {"burn": 0}},
            {"ev": "load", "decks": 6},
            {"ev": "bet", "box": 1, "on": "punto", "amount": 1000, "bettor": "=1+1"},
            {"ev": "no_more_bets"}, {"ev": "card", "card": "9S"}, {"ev": "card", "card": "KS"},
            {"ev": "card", "card": "2S"}, {"ev": "card", "card": "KD"}, {"ev": "result"},
            {"ev": "paid", "box": 1, "on": "punto", "amount": 1, "bettor": "=1+1"})),
            encoding="utf-8")
        return str(path)

    def test_people_are_told_of_only_when_switched_on(self):
        self.assertIn(b"p7", self.report("dealer-performance"))
        self.config.write_text(CONFIG.replace("people=on", "people=off"), encoding="utf-8")
        try:
            self.assertNotIn(b"p7", self.make_report("dealer-performance"))
            self.assertIn(b"not switched on", self.make_report(
                "dealer-performance", "--format", "csv", status=2))
        finally:
            self.config.write_text(CONFIG, encoding="utf-8")

        exceptions = json.loads(self.report("exceptions", "--format", "json"))
        self.assertIn("dealers", [section["id"] for section in exceptions["sections"]])
        self.config.write_text(CONFIG.replace("people=on", "people=off"), encoding="utf-8")
        try:
            exceptions = json.loads(self.make_report("exceptions", "--format", "json"))
        finally:
            self.config.write_text(CONFIG, encoding="utf-8")
        self.assertNotIn("dealers", [section["id"] for section in exceptions["sections"]])
        self.assertIn("has not switched on", " ".join(exceptions["remarks"]))

    def test_exceptions_split_alike(self):
        """By table, shoe, dealer and hour: the same rounds and incidents, shared out."""
        incidents = self.rows("exceptions", "incidents")
        causes = collections.Counter(row["cause"] for row in incidents)
        kinds = collections.Counter(row["code"] for row in incidents)
        self.assertEqual({row["code"]: row["count"] for row in self.rows("exceptions", "kinds")},
                         dict(kinds))
        rounds = sum(sums["rounds"] for sums in self.sums.values())
        for section in ("tables", "shoes", "dealers", "hours"):
            rows = self.rows("exceptions", section)
            self.assertEqual(sum(row["rounds"] for row in rows), rounds)
            self.assertEqual([sum(row[column] for row in rows)
                              for column in ("human", "device", "procedure")],
                             [causes[word] for word in ("people", "device", "procedure")])
        self.assertEqual({row["shoe"]: row["rounds"] for row in self.rows("exceptions", "shoes")},
                         {f"AE2-00{number}": self.sums[table]["rounds"]
                          for number, table in enumerate(sorted(self.sums), 1)})

    def test_people(self):
        """Two dealers, a break, the shoe away for four minutes: minutes by hand."""
        rows = []

        def say(minute, ev, **fields):
            rows.append({"ev": ev, **fields, "at": make_logs.moment(60 * minute)})

        def coup(minute):
            say(minute, "no_more_bets")
            for card in ("9S", "KS", "2S", "KD"):
                say(minute, "card", card=card)
            say(minute, "result")
        say(0, "staff", who="p1", post="dealer")
        say(0, "load", decks=6)
        for minute in (1, 2, 3):
            coup(minute)
        say(4, "device", state="offline")
        say(8, "device", state="online")
        coup(9)
        say(10, "staff", who="p1", post="dealer", on=False)
        say(10, "staff", who="p2", post="dealer")
        coup(12)
        say(30, "staff", who="p1", post="dealer")
        coup(32)
        coup(35)
        say(36, "table", state="closed")
        path = self.folder / "people.log"
        path.write_text("\n".join(json.dumps(line) for line in [
            {"log": "sabot/1", "table": "P", "rules": "punto-banco-es", "set": {"burn": 0}},
            *rows]), encoding="utf-8")
        minute = 60_000_000
        got = {row["dealer"]: row for row in self.rows("dealer-performance", "dealers",
                                                       files=[str(path)])}
        columns = ("rounds", "dealing_us", "at_table_us", "breaks", "breaks_us")
        self.assertEqual([got["p1"][column] for column in columns],
                         [6, (1 + 1 + 2 + 3) * minute, 16 * minute, 1, 20 * minute])
        self.assertEqual([got["p2"][column] for column in columns],
                         [1, 3 * minute, 20 * minute, 0, None])
        self.assertEqual(got["p1"]["rounds_an_hour"], round(60_000 * 4 / 7))
        half = self.rows("dealer-performance", "stints", files=[
            str(path), "--since", make_logs.moment(60 * 5), "--until", make_logs.moment(60 * 34)])
        self.assertEqual([(row["dealer"], row["at_table_us"] // minute) for row in half],
                         [("p1", 5), ("p1", 4), ("p2", 20)])

    def test_a_double_is_no_larger_bet(self):
        """The bet that is held against the count is what lay there before the first card."""
        path = self.folder / "double.log"
        path.write_text("\n".join(json.dumps(line) for line in (
            {"log": "sabot/1", "table": "B", "rules": "blackjack-es", "set": {"burn": 0}},
            {"ev": "load", "decks": 6}, {"ev": "bet", "box": 1, "on": "main", "amount": 1000},
            {"ev": "no_more_bets"}, {"ev": "card", "card": "5S"}, {"ev": "card", "card": "9H"},
            {"ev": "card", "card": "6D"}, {"ev": "action", "box": 1, "do": "double"},
            {"ev": "card", "card": "TC"}, {"ev": "card", "card": "8C"}, {"ev": "result"},
            {"ev": "unload", "left": 307})), encoding="utf-8")
        [row] = self.rows("game-protection", "counts", files=[str(path)])
        self.assertEqual([row["bets"], row["low_minor"], row["high_minor"]], [1, 1000, None])
        [row] = self.rows("coups", "rounds", files=[str(path)])
        self.assertEqual(row["staked_minor"], 2000)

    def test_a_shoe_that_came_before_the_time_is_named(self):
        late = ["--since", make_logs.moment(100)]
        self.assertEqual({row["serial"] for row in
                          self.rows("shoe", "proofs", files=[*self.logs, *late])},
                         {"AE2-001", "AE2-002", "AE2-003"})

    def test_simulated_tables_are_no_part_of_it(self):
        """Nobody's real cards: left out and said so, unless they are asked for."""
        log = self.folder / "simulated.log"
        lines = [json.loads(line) for line in
                 pathlib.Path(self.folder / "PB-01.ndjson").read_text("utf-8").splitlines()]
        lines[0]["table"] = "SIM"
        log.write_text("\n".join(json.dumps(line if "log" in line else {**line, "sim": True})
                                 for line in lines), encoding="utf-8")
        files = [*self.logs, str(log)]

        def tables(*options):
            return {row["table"] for row in
                    self.rows("master-games", "tables", files=[*files, *options])}
        self.assertEqual(tables(), set(self.sums))
        self.assertEqual(tables("--simulated"), {*self.sums, "SIM"})
        self.assertEqual(tables("--table", "SIM"), {"SIM"})
        report = json.loads(self.report("master-games", "--format", "json", files=files))
        plain = json.loads(self.report("master-games", "--format", "json"))
        self.assertEqual(report["sections"], plain["sections"])  # totals, too
        self.assertIn("SIM is a simulated table", " ".join(report["remarks"]))

    def test_refusals(self):
        for options in (["--format", "doc"], ["--paper", "a3", "--format", "pdf"],
                        ["--zone", "Nowhere/At-all"], ["--since", "yesterday"],
                        ["--format", "csv", "--section", "none"]):
            self.assertTrue(self.report("shoe", *options, status=2))
        self.assertIn(b"no report", self.report("shoes", status=2))
        bad = self.folder / "bad.log"
        bad.write_text('{"log":"sabot/1","table":"X","rules":"punto-banco-es"}\n'
                       '{"ev":"nonsense"}\n', encoding="utf-8")
        self.assertIn(b"line 2", self.report("shoe", files=[str(bad)], status=2))

    def test_rules_of_the_house_are_found_by_its_configuration(self):
        profiles = pathlib.Path(tempfile.mkdtemp(dir=self.folder))
        shutil.copy(pathlib.Path(__file__).parents[2] / "profiles" / "punto-banco-es.conf",
                    profiles / "mine.conf")
        log = profiles / "mine.log"
        log.write_text((self.folder / "PB-01.ndjson").read_text("utf-8").replace(
            "punto-banco-es", "mine", 1), encoding="utf-8")
        self.assertIn(b"mine", self.report("coups", files=[str(log)], status=2))
        config = profiles / "house.conf"
        config.write_text(f"{CONFIG}[daemon]\nprofiles={profiles}\n",
                          encoding="utf-8")
        self.assertEqual(self.report("coups", "--config", str(config), files=[str(log)]),
                         self.report("coups", files=[str(self.folder / "PB-01.ndjson")]))

    # --- a database ---

    def test_database_tells_the_same(self):
        folder = self.make_database()
        self.keep_worths(folder / "report-sheets")
        for name in NAMES:
            report = json.loads(self.report(name, "--format", "json",
                                            files=[str(folder / "sabot.db")]))
            self.assertRegex(report.pop("checkpoint"), r"checkpoint 1 of .* SHA-256 [0-9a-f]{64}$")
            logs = json.loads(self.report(name, "--format", "json"))
            logs.pop("checkpoint")
            self.assertEqual(report, logs)

    def test_kept_sheets_change_nothing(self):
        """What was kept tells what is derived anew; damaged or of an older state it is not used."""
        folder = self.make_database("--weeks", "3")
        file = [str(folder / "sabot.db")]
        fresh = self.report("master-games", "--fresh", files=file)
        self.assertFalse((folder / "report-sheets").exists())
        first = self.report("master-games", files=file)
        sheets = sorted((folder / "report-sheets").iterdir())
        self.assertEqual(len(sheets), 9)
        self.assertEqual({path.stat().st_mode & 0o077 for path in sheets}, {0})
        stamps = [sheet.stat().st_mtime_ns for sheet in sheets]
        second = self.report("master-games", files=file)
        self.assertEqual(stamps, [sheet.stat().st_mtime_ns for sheet in sheets])
        self.assertEqual([fresh, fresh], [first, second])
        whole = sheets[0].read_bytes()
        sheets[0].write_bytes(whole[:len(whole) // 2])
        sheets[1].write_bytes(b"nonsense")
        self.assertEqual(self.report("master-games", files=file), fresh)
        self.assertEqual(sheets[0].read_bytes(), whole)

    def test_a_growing_part_is_gone_on_with(self):
        """As the log grows, kept sheets tell what is derived anew, and nothing is derived twice."""
        folder = pathlib.Path(tempfile.mkdtemp(dir=self.folder))
        file = [str(folder / "sabot.db")]

        def grow(*options):
            subprocess.run([self.LOG_TO_DB, str(folder), *self.logs, *options], check=True)
        for until in (60, 61, 200, 333, 0):
            grow("--until", str(until))
            for name in ("coups", "exceptions", "dealer-performance"):
                self.assertEqual(self.report(name, "--format", "json", files=file),
                                 self.report(name, "--format", "json", "--fresh", files=file))
        folder = pathlib.Path(tempfile.mkdtemp(dir=self.folder))
        file = [str(folder / "sabot.db")]
        grow("--until", "200")
        self.report("coups", files=file)
        for sheet in (folder / "report-sheets").glob("*.sheet"):
            sheet.write_bytes(sheet.read_bytes().replace(b"\0p7\0", b"\0p5\0"))
        grow()
        dealers = [row["dealer"] for row in self.rows("dealer-performance", "dealers", files=file)]
        self.assertIn("p5", dealers)

    def test_refresh_leaves_nothing_to_derive(self):
        """Of punto banco: the bets of blackjack are simulated for the other tests already."""
        folder = self.make_database("--weeks", "2",
                                    logs=[log for log in self.logs if "BJ-01" not in log])
        file = [str(folder / "sabot.db")]
        self.assertEqual(self.report("refresh", files=file), b"")
        kept = {path: path.stat().st_mtime_ns for path in (folder / "report-sheets").iterdir()}
        self.assertEqual(len(kept), 5)
        worths = configparser.ConfigParser()
        worths.read(folder / "report-sheets" / "worth-of-bets.ini")
        self.assertTrue([bet for bet in worths.sections() if " banca " in bet])
        self.report("statistical", files=file)
        for name in ("master-games", "exceptions"):
            self.assertEqual(self.report(name, files=file),
                             self.report(name, "--fresh", files=file))
        self.assertEqual(kept, {path: path.stat().st_mtime_ns
                                for path in (folder / "report-sheets").iterdir()})

    def test_what_is_kept_saves_the_derivation(self):
        """By the processor's time, which other programs hardly change: a year once it is
        refreshed against the same derived again, and a day against that. Both are near 0.43 of it,
        most of which is opening the database; a busy machine showed 0.63. Without what is kept
        they would be 1."""
        folder = self.make_database("--weeks", "52")
        self.keep_worths(folder / "report-sheets")
        file = [str(folder / "sabot.db")]

        def cost(*options):
            times = []
            for _ in range(5):
                before = resource.getrusage(resource.RUSAGE_CHILDREN)
                self.report("master-games", *options, files=file)
                after = resource.getrusage(resource.RUSAGE_CHILDREN)
                times.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
            return min(times)
        anew = cost("--fresh")
        a_day_anew = cost("--fresh", "--day", "2026-11-28")
        self.report("refresh", files=file)
        self.assertLess(cost(), anew * 0.75)
        self.assertLess(a_day_anew, anew * 0.75)

    def test_a_shift_reads_its_own_part_only(self):
        folder = self.make_database("--weeks", "4")
        self.report("coups", "--day", "2026-11-28", files=[str(folder / "sabot.db")])
        parts = {path.name.split("-")[2] for path in (folder / "report-sheets").iterdir()}
        self.assertLessEqual(parts, {"1.sheet", "2.sheet"})

    def test_bets_of_the_last_moment(self):
        """By the times of the log: put down, or raised, within three seconds of the closing."""
        lines = [{"log": "sabot/1", "table": "PB-09", "rules": "punto-banco-es",
                  "set": {"burn": 0}}, {"ev": "load", "decks": 6}]

        def at(second, **event):
            lines.append({**event, "at": make_logs.moment(60 * number + second)})
        for number in range(12):
            suit = "SHDC"[number % 4]
            at(0, ev="bet", box=1, on="punto", amount=1000)
            at(10, ev="bet", box=2, on="banca", amount=1000)
            at(11, ev="bet", box=3, on="punto", amount=1000)
            at(18, ev="bet", box=2, on="banca", amount=3000)
            at(18, ev="bet", box=4, on="tie", amount=500)
            at(20, ev="no_more_bets")
            for second, rank in enumerate(("9", "TJQK"[number // 4], "2", "5")):
                at(22 + second, ev="card", card=rank + suit)
            at(30, ev="result", winner="punto")
        log = self.folder / "PB-09.ndjson"
        make_logs.write(log, lines)
        rows = [row for row in self.rows("game-protection", "last_moment",
                                         files=[str(log), *self.logs[-1:]])
                if row["role"] == "row"]
        self.assertEqual([(row["table"], row["box"], row["bets"], row["won"]) for row in rows
                          if row["table"] == "PB-09"], [("PB-09", 2, 12, 0)])


if __name__ == "__main__":
    ReportHouse.SABOTCTL, ReportHouse.LOG_TO_DB = sys.argv[1:3]
    EXPECTED = pathlib.Path(sys.argv[3])
    ReportHouse.WORTHS, _ = simulated.simulate(sys.argv[1])
    unittest.main(argv=sys.argv[:1] + sys.argv[4:])
