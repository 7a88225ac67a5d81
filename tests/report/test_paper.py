#!/usr/bin/env python3
"""Every report on paper: nothing is cut off, broken or printed one over the other.

Usage: test_paper.py SABOTCTL LOG_TO_DB [unittest's arguments]
"""
import collections
import contextlib
import html
import itertools
import json
import pathlib
import re
import sqlite3
import subprocess
import sys
import unittest

import simulated
from report_house import LANGUAGES, NAMES, ReportHouse

MARGIN = 40  # points; words stand within


class Paper(ReportHouse):
    maxDiff = None

    def words_on(self, pdf):
        """(page's width and height, [(left, top, right, bottom, word)]) a page."""
        path = self.folder / "paper.pdf"
        path.write_bytes(pdf)
        text = subprocess.run(["pdftotext", "-bbox", str(path), "-"], check=True,
                              capture_output=True).stdout.decode()
        pages = []
        for page in text.split("<page ")[1:]:
            size = re.match(r'width="([\d.]+)" height="([\d.]+)"', page)
            words = re.findall(r'<word xMin="([\d.-]+)" yMin="([\d.-]+)" xMax="([\d.-]+)" '
                               r'yMax="([\d.-]+)">(.*?)</word>', page)
            pages.append(([float(x) for x in size.groups()],
                          [(*(float(x) for x in word[:4]), word[4]) for word in words]))
        return pages

    def check_page(self, name, size, words):
        """Nothing outside the margins, no two words one over the other."""
        for left, top, right, bottom, word in words:
            self.assertTrue(left >= MARGIN and right <= size[0] - MARGIN + 1 and top >= MARGIN - 4
                            and bottom <= size[1] - MARGIN + 4, f"{name}: {word} is cut off")
        words = sorted(words, key=lambda word: word[1])
        for place, one in enumerate(words):
            for other in words[place + 1:]:
                if other[1] >= one[3]:
                    break
                wide = min(one[2], other[2]) - max(one[0], other[0])
                high = min(one[3], other[3]) - max(one[1], other[1])
                self.assertFalse(wide > 0.5 and high > 0.4 * (one[3] - one[1]),
                                 f"{name}: {one[4]} over {other[4]}")

    def test_paper(self):
        """In the languages of long words."""
        for language in LANGUAGES[1:]:
            for name in NAMES:
                paper = ("a4", (595, 842)) if language != "it" else ("letter", (612, 792))
                pdf = self.report(name, "--format", "pdf", "--paper", paper[0],
                                  language=language)
                pages = self.words_on(pdf)
                for number, (size, words) in enumerate(pages, 1):
                    self.assertEqual(sorted(round(x) for x in size), sorted(paper[1]))
                    self.check_page(f"{name} {language}", size, words)
                    foot = [word[4] for word in words][-4:]
                    self.assertIn(str(number), foot)
                    self.assertIn(str(len(pages)), foot)
                    self.assertIn("Señorío", [word[4] for word in words[:4]])
                self.check_words(name, language, [word for _, words in pages for word in words])

    def check_words(self, name, language, printed):
        """What stands on the screen stands on paper, too, maybe in several lines."""
        text = self.report(name, language=language).decode()
        on_paper = collections.Counter(c for word in printed for c in html.unescape(word[4]))
        on_screen = collections.Counter(c for c in text if not c.isspace() and c not in "=-_:")
        lacking = {c: n for c, n in on_screen.items() if on_paper[c] < n}
        self.assertEqual(lacking, {}, f"{name} {language}")

    def test_long_names_and_sums_on_paper(self):
        """A table with a long name and sums of milliards: nothing is cut off, no number broken."""
        log = self.folder / "long.log"
        lines = [json.loads(line) for line in
                 (self.folder / "PB-01.ndjson").read_text("utf-8").splitlines()]
        lines[0]["table"] = "Punto y Banca Privé, Salón Alto 12"
        for line in lines:
            if "amount" in line:
                line["amount"] *= 1_000_000
            for key in ("by", "who"):
                if key in line:
                    line[key] = "p123456"
        log.write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
        for paper, name, language in (
                ("a4", "coups", "es"), ("letter", "table-shift", "it"), ("a4", "statistical", "en"),
                ("letter", "statistical", "it"), ("a4", "exceptions", "es"),
                ("letter", "game-protection", "it"), ("a4", "dealer-performance", "es")):
            pdf = self.report(name, "--format", "pdf", "--paper", paper, language=language,
                              files=[str(log)])
            printed = []
            for size, words in self.words_on(pdf):
                self.check_page(f"{name} {language}", size, words)
                printed += [word[4] for word in words]
            if name == "statistical":
                [row] = self.rows(name, "tables", files=[str(log)])
                self.assertGreater(row["staked_minor"], 10 ** 11)
                whole = f"{row['staked_minor'] // 100:,}"
                marks = {"en": whole, "it": whole.replace(",", ".")}
                self.assertTrue(any(word.startswith(marks[language]) for word in printed))

    def test_no_sum_is_broken_on_paper(self):
        """In the widest tables, with sums for which the words just become small enough."""
        logs = []
        for path in map(pathlib.Path, self.logs):
            if path.stem.startswith("BJ"):
                continue  # the worth of whose bets takes seconds to simulate
            logs.append(str(path.with_suffix(".larger")))
        for factor, name, paper in itertools.product((3, 10, 100),
                                                     ("table-shift", "master-games"),
                                                     ("letter", "a4")):
            for log in logs:
                text = pathlib.Path(log).with_suffix(".ndjson").read_text("utf-8")
                pathlib.Path(log).write_text(
                    re.sub(r'"(amount|count)": ?(\d+)',
                           lambda found, factor=factor:
                           f'"{found[1]}": {int(found[2]) * factor}', text), "utf-8")
            pdf = self.report(name, "--format", "pdf", "--paper", paper, language="es", files=logs)
            number = re.compile(r"-?[\d.]+,\d\d")
            printed = {found for _, words in self.words_on(pdf) for word in words
                       for found in number.findall(word[4])}
            sums = set(number.findall(self.report(name, language="es", files=logs).decode()))
            self.assertGreater(len(sums), 20)
            self.assertEqual(sums - printed, set(), f"{name} {paper} {factor}")

    def name_persons(self, folder, names):
        with contextlib.closing(sqlite3.connect(folder / "sabot.db")) as db, db:
            for person, name in enumerate(names, 1):
                db.execute("INSERT INTO person (id, role, pin_hash, must_change, failures,"
                           " locked_until_us, disabled_us, created_us)"
                           " VALUES (?, 'pit', '$argon2id$', 0, 0, 0, 0, 0)", (person,))
                db.execute("INSERT INTO person_name (person_id, name) VALUES (?, ?)",
                           (person, name))

    def test_a_register_of_long_names(self):
        """Who requested, issued, received and watched: two or three lines a slip."""
        folder = self.make_database()
        names = [f"{first} {last}" for first in ("María del Carmen", "Alessandro", "Juan Antonio")
                 for last in ("Fernández-Etxeberria", "Montefeltro", "Villanueva")]
        self.name_persons(folder, names)
        for paper, language, most in (("a4", "es", 2), ("letter", "en", 3), ("letter", "it", 3)):
            pdf = self.report("fill-credit", "--format", "pdf", "--paper", paper,
                              language=language, files=[str(folder / "sabot.db")])
            size, words = self.words_on(pdf)[0]
            self.check_page(f"fill-credit {language}", size, words)
            days = sorted({word[1] for word in words if word[4] == "2026-11-21"})[:6]
            line = next(word[3] - word[1] for word in words if word[4] == "2026-11-21")
            heights = [(below - above) / line for above, below in zip(days, days[1:])]
            self.assertLess(max(heights), most + 0.9, f"{paper} {language}: lines a slip")
            whole = {word[4].strip(",") for word in words}
            self.assertTrue({"Alessandro", "Villanueva", "Antonio"} <= whole)

    def test_long_names_in_the_foot(self):
        """Who sealed the shift is not printed over the report's number, also on a narrow page."""
        folder = self.make_database()
        for length in (6, 30, 60):
            with contextlib.closing(sqlite3.connect(folder / "sabot.db")) as db, db:
                for person in (4, 9):
                    db.execute("INSERT OR IGNORE INTO person (id, role, pin_hash, must_change,"
                               " failures, locked_until_us, disabled_us, created_us)"
                               " VALUES (?, 'pit', '$argon2id$', 0, 0, 0, 0, 0)", (person,))
                    name = (f"Person {person} of the House of Montefeltro " * 2)[:length].strip()
                    db.execute("INSERT OR REPLACE INTO person_name (person_id, name)"
                               " VALUES (?, ?)", (person, name))
            for name, language in (("commission", "es"), ("cards", "it"), ("fill-credit", "es")):
                pdf = self.report(name, "--format", "pdf", "--shift", "2026-11-21/2",
                                  language=language, files=[str(folder / "sabot.db")])
                for size, words in self.words_on(pdf):
                    self.check_page(f"{name} {language} {length}", size, words)
                    self.assertIn("Person", [word[4] for word in words], name)

    def test_forms(self):
        """A page a slip, its number on it, then a count, rounds and incidents; no log is needed."""
        run = subprocess.run([self.SABOTCTL, "report", "forms", "--numbers", "41-43", "--chips",
                              "700 12300", "--format", "pdf", "--house", "Señorío"],
                             capture_output=True, check=True)
        pages = [[word[4] for word in words] for _, words in self.words_on(run.stdout)]
        self.assertEqual(len(pages), 6)
        for number, page in zip((41, 42, 43), pages):
            self.assertIn(str(number), page)
            self.assertTrue({"123.00", "7.00"} <= set(page))
        for wrong in (["--numbers", "9-3"], ["--numbers", "0-3"], ["--numbers", "x"],
                      ["--chips", "5.00"], ["--numbers", "1-1000"]):
            self.report("forms", *wrong, status=2)
        of_shift = self.report("forms", "--numbers", "41", "--shift", "2026-11-21/2", "--format",
                               "pdf")
        for _, words in self.words_on(of_shift):
            seal = [word[4] for word in words if "sealed" in word[4].lower()]
            self.assertEqual(seal, [])  # it has no figures

    def test_long_tables_repeat_their_header(self):
        pages = self.words_on(self.report("coups", "--format", "pdf"))
        self.assertGreater(len(pages), 1)
        with_header = [words for _, words in pages if "Winner" in [word[4] for word in words]]
        self.assertGreaterEqual(len(with_header), len(pages) - 1)

    def test_pages_can_be_drawn(self):
        """A page as a picture: there is ink on it, and none at its edges."""
        path = self.folder / "drawn.pdf"
        path.write_bytes(self.report("exceptions", "--format", "pdf"))
        subprocess.run(["pdftoppm", "-r", "40", "-gray", str(path), str(self.folder / "drawn")],
                       check=True)
        pictures = sorted(self.folder.glob("drawn-*.pgm"))
        self.assertTrue(pictures)
        for picture in pictures:
            head, data = re.match(rb"P5\s(\d+)\s(\d+)\s255\s", picture.read_bytes()), None
            width, height = int(head[1]), int(head[2])
            data = picture.read_bytes()[head.end():]
            edge = 15
            rows = [data[y * width:(y + 1) * width] for y in range(height)]
            self.assertTrue(any(min(row) < 128 for row in rows))
            for row in rows[:edge] + rows[-edge:]:
                self.assertEqual(min(row), 255)
            for row in rows:
                self.assertEqual(min(row[:edge] + row[-edge:]), 255)


if __name__ == "__main__":
    ReportHouse.SABOTCTL, ReportHouse.LOG_TO_DB = sys.argv[1:3]
    ReportHouse.WORTHS, _ = simulated.simulate(sys.argv[1])
    unittest.main(argv=sys.argv[:1] + sys.argv[3:])
