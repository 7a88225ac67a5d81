"""What stands on paper beside the figures: letterhead, licence, number with its bars, copy, who
sealed a shift; who signs, by name; a queue of the printing system.

usage: test_letter.py SABOTCTL LOG_TO_DB
"""
import contextlib
import json
import os
import pathlib
import re
import sqlite3
import subprocess
import sys
import unittest

from report_house import CONFIG, ReportHouse

ReportHouse.SABOTCTL, ReportHouse.LOG_TO_DB = sys.argv[1:3]
PAPER = "[paper]\nletterhead=Calle Mayor 1, 28013 Madrid\nlicence=CM-0417\n"
SHIFT = ["--shift", "2026-11-21/2"]
REPORTS = ["shoe", "coups", "exceptions", "device-faults", "table-shift", "master-games",
           "monthly-exceptions", "fill-credit", "slips", "inventory", "inventory-slips", "cash",
           "commission", "dealer-performance", "game-protection", "pace", "statistical", "cards",
           "user-activity", "surveillance"]
DIGITS = {  # Code 39: bars and gaps by turns, W wide
    "0": "nnnWWnWnn", "1": "WnnWnnnnW", "2": "nnWWnnnnW", "3": "WnWWnnnnn", "4": "nnnWWnnnW",
    "5": "WnnWWnnnn", "6": "nnWWWnnnn", "7": "nnnWnnWnW", "8": "WnnWnnWnn", "9": "nnWWnnWnn",
    "A": "WnnnnWnnW", "B": "nnWnnWnnW", "C": "WnWnnWnnn", "D": "nnnnWWnnW", "E": "WnnnWWnnn",
    "F": "nnWnWWnnn", "*": "nWnnWnWnn"}

HERE = pathlib.Path(__file__).parent
TRACES = HERE.parent / "engine" / "traces"
# Of the same letters in both languages, or not of a language: names of the house, its tables,
# shoes and cards; a key of the configuration; what somebody wrote; what a shoe reported itself.
NAMES = {"AE", "Angel Eye II", "BJ", "Calle Mayor", "Casino Señorío", "Firmware", "Hi", "JPY",
         "Madrid", "PB", "PIN", "PTZ", "SUM", "Sabot", "USD", "asked for twice", "blackjack",
         "blackjack BJ", "box was forgotten", "es", "green", "late", "lid", "paid",
         "people", "privacy", "shoe", "usb gone"}
ALIKE = {
    "es": {*NAMES, "Drop", "Match play", "Supervisor", "Total", "banca", "error", "on", "original",
           "punto", "rolling"},
    "it": {*NAMES, "Drop", "Match play", "Note", "in", "marker", "on", "punto", "punto banco",
           "punto banco PB", "rolling"}}


def words_of(text):
    """What stands between figures and marks: names, labels, parts of sentences; no cards."""
    text = re.sub(r"\b[A2-9TJQK][SHDC]\b", "0", text)
    return set(re.findall(r"[^\W\d_]{2,}(?:['’_ ][^\W\d_]{2,})*", text))


def runs(row):
    """Lengths of what is dark and what is not by turns, from the first that is dark."""
    found, before = [], None
    for pixel in row:
        dark = pixel < 128
        if before is None and not dark:
            continue
        if dark == before:
            found[-1] += 1
        else:
            found.append(1)
        before = dark
    return found


def decode(row):
    """The characters between the stars, or None."""
    elements = runs(row)
    if len(elements) < 29:
        return None
    wide = 2 * min(elements[:9])
    text = ""
    for start in range(0, len(elements) - 8, 10):
        code = "".join("W" if width > wide else "n" for width in elements[start:start + 9])
        found = [digit for digit, pattern in DIGITS.items() if pattern == code]
        if not found:
            return None
        text += found[0]
        if len(text) > 1 and found[0] == "*":
            return text[1:-1]
    return None


class Letter(ReportHouse):
    def setUp(self):
        self.config.write_text(CONFIG + PAPER, encoding="utf-8")

    def paper(self, *options, name="table-shift", language="en"):
        """The PDF's words, page by page; it lies in `paper.pdf`."""
        path = self.folder / "paper.pdf"
        path.write_bytes(self.make_report(name, "--format", "pdf", *options, language=language))
        text = subprocess.run(["pdftotext", "-layout", str(path), "-"], check=True,
                              capture_output=True).stdout.decode()
        return text.split("\f")[:-1]

    def logs_without_blackjack(self):
        """The worth of whose bets takes seconds to simulate."""
        return [log for log in self.logs if "BJ-01" not in log]

    def read_bars(self, number):
        subprocess.run(["pdftoppm", "-r", "300", "-f", "1", "-l", "1", "-gray",
                        str(self.folder / "paper.pdf"), str(self.folder / "bars")], check=True)
        [picture] = self.folder.glob("bars*.pgm")
        _, size, _, pixels = picture.read_bytes().split(b"\n", 3)
        width, height = map(int, size.split())
        rows = (pixels[line * width:line * width + width // 2] for line in range(height))
        self.assertIn(number, {decode(row) for row in rows})
        picture.unlink()

    def test_each_page(self):
        made = json.loads(self.make_report("table-shift", "--format", "json", *SHIFT))
        number = made["number"]
        self.assertRegex(number, "^[0-9A-F]{12}$")
        pages = self.paper("--copy", "2", *SHIFT)
        for place, page in enumerate(pages, 1):
            for words in ("Casino Señorío", "Calle Mayor 1, 28013 Madrid", "licence CM-0417",
                          f"{number}, copy 2", f"page {place} of {len(pages)}", made["seal"]):
                self.assertIn(words, page)
        self.read_bars(number)
        self.assertIn(number, self.paper(*SHIFT)[0])
        self.assertNotIn("copy", self.paper(*SHIFT)[0])
        other = json.loads(self.make_report("master-games", "--format", "json", *SHIFT))
        self.assertNotEqual(other["number"], number)

    def test_a_shift_has_the_readers_name(self):
        """One of those that the configuration's page has; a house's own stays as it is."""
        logs = self.logs_without_blackjack()
        for language, name in (("en", "night"), ("es", "noche"), ("it", "notte")):
            self.assertIn(f"2026-11-21/2 ({name})", self.make_report(
                "inventory", *SHIFT, language=language, files=logs).decode())
        self.config.write_text(self.config.read_text("utf-8").replace("night 20", "Turno B 20"),
                               encoding="utf-8")
        self.assertIn("2026-11-21/2 (Turno B)", self.make_report(
            "inventory", *SHIFT, language="es", files=logs).decode())

    def test_only_a_sealed_shift_says_so(self):
        sealed = self.make_report("master-games", *SHIFT).decode()
        self.assertIn("Sealed 2026-11-21 20:13:00 by p9 and p4", sealed)
        opened = self.make_report("master-games", "--shift", "2026-11-21/1").decode()
        self.assertIn("The shift is not sealed: these figures may change.", opened)
        self.assertNotIn("Sealed 2026", opened)

    def test_every_report_of_a_shift_says_whether_it_is_sealed(self):
        logs = self.logs_without_blackjack()
        for name in REPORTS:
            self.assertIn("Sealed 2026-11-21 20:13:00 by p9 and p4",
                          self.make_report(name, *SHIFT, files=logs).decode(), name)
        # A table's log does not say it.
        table = [log for log in logs if "PB-01" in log]
        self.assertNotIn("sealed", self.make_report("coups", *SHIFT, files=table).decode())

    def test_the_sum_of_the_checkpoint_is_in_one_piece(self):
        """Beside it is nothing for which it would have to be broken, also on a narrow page."""
        file = [str(self.make_database() / "sabot.db")]
        for name in ("slips", "inventory-slips"):
            path = self.folder / "sum.pdf"
            path.write_bytes(self.make_report(name, "--format", "pdf", *SHIFT, files=file))
            text = subprocess.run(["pdftotext", "-layout", str(path), "-"], check=True,
                                  capture_output=True).stdout.decode()
            for page in text.split("\f")[:-1]:
                self.assertRegex(page, r"\b[0-9a-f]{64}\b", name)
                self.assertIn("Sealed 2026-11-21 20:13:00 by", page, name)

    def test_an_inventory_slip_stays_what_was_counted(self):
        """Also after its count was amended: that has its own page, with who amended it."""
        logs = [pathlib.Path(log) for log in self.logs_without_blackjack()]
        house = next(log for log in logs if "house" in log.name)
        lines = house.read_text("utf-8").splitlines()
        number, closer = next((n, json.loads(line)) for n, line in enumerate(lines)
                              if '"closer"' in line and '"PB-01"' in line)
        amended = {**closer, "corrects": number, "note": "under the rail", "by": "p9",
                   "second": "p4", "at": "2026-11-21T20:30:00Z",
                   "chips": [{"chip": 700, "count": 3}]}
        amended.pop("amount", None)
        other = self.folder / "house-amended.log"
        other.write_text("\n".join([*lines, json.dumps(amended)]) + "\n", encoding="utf-8")
        before, after = ([str(log) for log in logs],
                         [str(other if log == house else log) for log in logs])
        sealed, now = (json.loads(self.make_report("inventory-slips", "--format", "json", *SHIFT,
                                                   "--table", "PB-01", files=files))["sections"]
                       for files in (before, after))
        for one, other in zip(sealed, now):
            self.assertEqual((one["title"], one["rows"]), (other["title"], other["rows"]))
        self.assertEqual(len(now), len(sealed) + 2)
        self.assertIn("closer, amended after the seal", now[-2]["title"])
        self.assertEqual([row["amount_minor"] for row in now[-2]["rows"]], [2100, 2100])
        [row] = now[-1]["rows"]
        self.assertEqual((now[-1]["title"], row["by"], row["second"], row["note"]),
                         ("Amended after the seal", "p9", "p4", "under the rail"))

    def test_a_corrected_part_of_a_slip_stays(self):
        """With who signed it, before its correction."""
        logs = [pathlib.Path(log) for log in self.logs_without_blackjack()]
        house = next(log for log in logs if "house" in log.name)
        lines = house.read_text("utf-8").splitlines()
        number, receipt = next((n, json.loads(line)) for n, line in enumerate(lines)
                               if '"receive"' in line and '"PB-01"' in line)
        amended = {**receipt, "corrects": number, "note": "one came less", "by": "p9",
                   "second": "p4", "at": "2026-11-21T20:30:00Z",
                   "chips": [{"chip": 700, "count": 3}]}
        amended.pop("amount", None)
        other = self.folder / "house-slip.log"
        other.write_text("\n".join([*lines, json.dumps(amended)]) + "\n", encoding="utf-8")
        files = [str(other if log == house else log) for log in logs]
        for name in ("slips", "fill-credit"):
            rows = [row for section in json.loads(self.make_report(
                        name, "--format", "json", *SHIFT, files=files))["sections"]
                    for row in section["rows"] if "received" in str(row.get("part"))]
            place = next(n for n, row in enumerate(rows)
                         if row["part"] == "slip received, corrected")
            before, after = rows[place - 1:place + 1]
            self.assertEqual((before["part"], after["amount_minor"]), ("slip received", 2100))
            self.assertIn(receipt["by"], before["by"])
            self.assertIn("p9", after["by"])

    def test_a_table_that_was_not_opened_has_no_row(self):
        unused = self.folder / "PB-09.log"
        unused.write_text('{"log":"sabot/1","table":"PB-09","rules":"punto-banco-es"}\n'
                          '{"ev":"limits","min":500,"max":50000,"at":"2026-11-21T20:00:00Z"}\n',
                          encoding="utf-8")
        for name in REPORTS:
            logs = [*self.logs_without_blackjack(), str(unused)]
            self.assertNotIn("PB-09", self.make_report(name, files=logs).decode(), name)

    def test_persons_have_their_names(self):
        """Where the house names them, in every column of persons; the key list has both."""
        folder = self.make_database(logs=self.logs_without_blackjack())
        with contextlib.closing(sqlite3.connect(folder / "sabot.db")) as db, db:
            for person in range(1, 10):
                db.execute("INSERT INTO person (id, role, pin_hash, must_change, failures,"
                           " locked_until_us, disabled_us, created_us)"
                           " VALUES (?, 'pit', '$argon2id$', 0, 0, 0, 0, 0)",
                           (person,))
                db.execute("INSERT INTO person_name (person_id, name) VALUES (?, ?)",
                           (person, f"Name {person}"))
        for name in REPORTS:
            said = self.make_report(name, files=[str(folder / "sabot.db")]).decode()
            named = said if name != "dealer-performance" else said.split("Errors by kind")[1]
            self.assertEqual(re.findall(r"\bp[1-9]\b", named), [], name)

    def test_a_title_stands_over_its_first_row(self):
        """On the same page, also where the row has to stay with the signatures below it."""
        title = "Figures amended after the seal"
        self.config.write_text(CONFIG, encoding="utf-8")
        for name in ("fill-credit", "table-shift", "inventory", "master-games", "cash"):
            (page,) = [page for page in self.paper(name=name) if title in page]
            self.assertRegex(page.split(title)[1], r"42\.00 +43\.00 +1\.00", name)

    def test_each_page_says_what_it_lists(self):
        """A list that began on an earlier page has its title again, in the reader's language."""
        for language, title, again in (("en", "Rounds", "Rounds (continued)"),
                                       ("es", "Jugadas", "Jugadas (continuación)"),
                                       ("it", "Mani", "Mani (continua)")):
            first, *others = self.paper(name="coups", language=language)
            self.assertRegex(first, rf"(?m)^ *{title}$")
            self.assertTrue(others)
            for page in others:
                self.assertRegex(page, rf"(?m)^ *{re.escape(again)}$")

    def test_printed_by_a_queue(self):
        """A program of the name `lp` gets the PDF, the queue and a title."""
        place = self.folder / "bin"
        place.mkdir()
        fake = place / "lp"
        fake.write_text(f'#!/bin/sh\necho "$@" >{place}/words\ncat >{place}/paper\n'
                        f'[ "$2" != -dgone ] || {{ echo "no such queue" >&2; exit 1; }}\n')
        fake.chmod(0o755)
        before = os.environ["PATH"]
        os.environ["PATH"] = f"{place}:{before}"
        self.addCleanup(os.environ.__setitem__, "PATH", before)
        printed = self.make_report("cash", "--print", "--queue", "cage-1")
        self.assertEqual(printed, b"")
        self.assertEqual((place / "words").read_text().split(), ["-tcash", "-dcage-1", "-"])
        self.assertEqual((place / "paper").read_bytes(),
                         self.make_report("cash", "--format", "pdf"))
        self.make_report("cash", "--print")
        self.assertEqual((place / "words").read_text().split(), ["-tcash", "-s", "-"])
        for options, why in ((["--print", "--queue", "gone"], b"no such queue"),
                             (["--queue", "cage-1"], b"--print"),
                             (["--print", "--out", "x.pdf"], b"no file"),
                             (["--print", "--format", "csv"], b"pdf")):
            self.assertIn(why, self.make_report("cash", *options, status=2))

    def test_slips_in_parts(self):
        """A page a part, which says whose it is, and the number as bars below the title."""
        sections = json.loads(self.report("slips", "--format", "json", "--numbers", "1-2"))
        bars = [one["barcode"] for one in sections["sections"] if "barcode" in one]
        self.assertEqual(bars, [f"20261121{number:06}{part:02}" for number in (1, 2)
                                for part in (1, 2, 3)])
        run = subprocess.run(["pdftotext", "-layout", "-", "-"], capture_output=True, check=True,
                             input=self.report("slips", "--format", "pdf", "--numbers", "2"))
        pages = [" ".join(page.split()) for page in run.stdout.decode().split("\f")[:-1]]
        self.assertEqual(len(pages), 3)
        for part, (page, words) in enumerate(zip(pages, (
                "original: to the accounting", "cage copy: stays", "table copy: with")), 1):
            self.assertIn(f"2026112100000{2}{part:02}", page)
            self.assertIn(words, page)
            self.assertIn(f"page {part} of 3", page)
        void = self.report("slips", "--numbers", "7").decode()
        self.assertEqual(void.count("VOID: fill slip 2026-11-21, no. 7, PB-01"), 3)
        self.assertNotIn("no. 8", self.report("slips").decode())  # a blank form that is out

    def test_cash_of_a_patron_in_a_day(self):
        """Below the threshold each time, and above it together."""
        config = (CONFIG + PAPER).replace("[house]\n", "[house]\ncash_threshold=500000\n")
        self.config.write_text(config, encoding="utf-8")
        house = pathlib.Path(self.folder, "day.ndjson")
        lines = [{"log": "sabot/1", "table": "house"}]
        for place, (patron, step, amount) in enumerate((
                ("K-1", "in", 300000), ("K-1", "in", 250000), ("K-2", "in", 500000),
                ("K-3", "in", 300000), ("K-3", "out", 300000), ("K-4", "in", 499999))):
            lines.append({"ev": "cash", "do": step, "table": "PB-01", "amount": amount,
                          "patron": patron, "by": "p4", "shift": f"2026-11-21/{1 + place % 2}",
                          "at": f"2026-11-21T20:0{place}:00Z"})
        # Foreign money counts by what it was worth.
        for place, foreign in enumerate((200000, 342594)):  # 1843.00 and 3157.00
            lines.append({"ev": "exchange", "do": "in", "currency": "USD", "patron": "K-5",
                          "foreign": foreign, "rate": "0.9215", "by": "p6",
                          "shift": "2026-11-21/2", "at": f"2026-11-21T20:1{place}:00Z"})
        house.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
        report = json.loads(self.make_report("cash", "--format", "json", *SHIFT,
                                             files=[str(house)]))
        [rows] = [part["rows"] for part in report["sections"] if part["id"] == "patrons"]
        self.assertEqual(
            [[row[key] for key in ("patron", "entries", "in_minor", "out_minor", "state")]
             for row in rows],
            [["K-1", 2, 550000, 0, "reached by several that are below it"],
             ["K-2", 1, 500000, 0, "reached at once"], ["K-3", 2, 300000, 300000, None],
             ["K-4", 1, 499999, 0, None],
             ["K-5", 2, 500000, 0, "reached by several that are below it"]])

    def test_a_table_without_a_closer(self):
        """Its win is in no total, and the report says so."""
        house = self.folder / "open.log"
        lines = [json.loads(line) for line in
                 (self.folder / "house.ndjson").read_text("utf-8").splitlines()]
        house.write_text("\n".join(json.dumps(line) for line in lines if (
            line.get("do"), line.get("table")) != ("closer", "PB-02")), encoding="utf-8")
        files = [*(log for log in self.logs if not log.endswith("house.ndjson")), str(house)]
        report = json.loads(self.report("table-shift", "--format", "json", files=files))
        [floats] = [part for part in report["sections"] if part["id"] == "floats"]
        wins = {row["shift" if row["role"] == "total" else "table"]: row["win_minor"]
                for row in floats["rows"]}
        self.assertIsNone(wins.pop("PB-02"))
        self.assertEqual(wins.pop("Total"), sum(wins.values()))
        self.assertIn("the total of wins is without it", " ".join(report["remarks"]))
        whole = json.loads(self.report("table-shift", "--format", "json"))
        self.assertNotIn("without it", " ".join(whole["remarks"]))

    def test_no_stored_word_is_read_by_people(self):
        """An incident and a difference have their names; programs get the words of the log."""
        stored = ("payout_wrong", "device_offline", "payout ", "unexplained")
        for name in ("exceptions", "table-shift", "dealer-performance", "monthly-exceptions"):
            said = self.report(name, language="es").decode()
            for word in stored:
                self.assertNotIn(word, said)
        report = json.loads(self.report("table-shift", "--format", "json", language="es"))
        [named] = [part for part in report["sections"] if part["id"] == "named"]
        self.assertEqual({row["difference"] for row in named["rows"]}, {"payout", "unexplained"})

    def compare(self, tell, names=frozenset()):
        english = words_of(tell("en")) - names
        self.assertGreater(len(english), 20)
        for language, alike in ALIKE.items():
            self.assertEqual(sorted(english & words_of(tell(language)) - alike), [], language)

    def test_no_english_in_any_report(self):
        """As test_report.py has found them to be."""
        self.compare(lambda language: (HERE / "expected" / f"{language}.txt").read_text("utf-8"))

    def test_no_english_in_any_incident(self):
        """One of each code at a table."""
        logs, names = [], set()
        for place, trace in enumerate(sorted(TRACES.glob("incident-*.ndjson"))):
            if "nearly" in trace.name:
                continue
            first, rest = trace.read_text("utf-8").split("\n", 1)
            log = self.folder / f"{place}.log"
            log.write_text(json.dumps({**json.loads(first), "table": str(place)}) + "\n" + rest,
                           encoding="utf-8")
            logs.append(str(log))
            names |= {json.loads(line).get("bettor") for line in rest.splitlines()}
        self.assertGreater(len(logs), 30)
        for name in ("exceptions", "surveillance", "device-faults"):
            self.compare(lambda language, name=name: self.make_report(
                name, language=language, files=logs).decode(), names)

    def test_no_english_on_paper(self):
        """What paper has beside the report: letterhead, seal, copy, whose part, who signs."""
        for name in ("slips", "table-shift"):
            self.compare(lambda language, name=name: " ".join(
                self.paper("--copy", "2", *SHIFT, name=name, language=language)))

    def test_who_made_whom(self):
        """The activity report says of a person who is made by whom; the first by the code."""
        house = self.folder / "persons.log"
        house.write_text("\n".join(json.dumps(line) for line in (
            {"log": "sabot/1", "table": "house"},
            {"ev": "person", "do": "created", "by": "code", "person": "p1",
             "at": "2026-11-21T20:01:00Z"},
            {"ev": "person", "do": "created", "by": "p1", "person": "p2",
             "at": "2026-11-21T20:02:00Z"})), encoding="utf-8")
        report = json.loads(self.report("user-activity", "--format", "json", files=[str(house)]))
        [rows] = [part["rows"] for part in report["sections"] if part["id"] == "events"]
        self.assertEqual([(row["person"], row["about"]) for row in rows],
                         [("one-time code", "p1"), ("p1", "p2")])


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
