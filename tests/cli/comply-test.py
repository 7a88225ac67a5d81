#!/usr/bin/env python3
"""Clauses and tests: sabotctl comply. Usage: comply-test.py SABOTCTL ROOT BUILD

Every clause that is built in names tests and rules that there are and a heading that there is; what
is printed follows from the record; a file that is wrong is refused with its place.
"""
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

SABOTCTL, ROOT, BUILD = sys.argv[1], pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3])
NAMES = sorted(path.stem for path in (ROOT / "comply/clauses").glob("*.clauses"))
HEAD = "[comply]\ntitle=t\ntext=x\nread=2026-11-29\n\n"
HOUSE = "[1]\npage=p\nwords=w\nby=house\nhouse=h\n"
BOTH = "[1]\npage=p\nwords=w\nby=both\nfunction=f\ndocument=d\ntests=a b\nrules=PB-04\nhouse=h\n"
RECORD = ("sabot-tests/1 0.1.0 0123456789ab\ntest a passed\ntest b {b}\ntest c passed\n"
          "rule PB-04 code engine/x.c\nrule PB-04 test c\n")


def anchors(page):
    headings = re.findall(r"^#+ (.*)$", page.read_text(encoding="utf-8"), re.M)
    words = [re.sub(r"[^\w\- ]", "", heading.lower()) for heading in headings]
    return {heading.strip().replace(" ", "-") for heading in words}


class Comply(unittest.TestCase):
    def setUp(self):
        self.place = tempfile.TemporaryDirectory()
        self.addCleanup(self.place.cleanup)

    def write(self, name, text):
        path = pathlib.Path(self.place.name) / name
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return str(path)

    def run_it(self, *words, status=None, **more):
        done = subprocess.run([SABOTCTL, "comply", *words], capture_output=True, text=True,
                              check=False, **more)
        if status is not None:
            self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        return done

    def clauses(self, name, record):
        done = self.run_it("--for", name, "--record", record, "--json")
        return [json.loads(line) for line in done.stdout.splitlines()]

    def test_what_is_built_in(self):
        tests = {test["name"].replace(" ", "_") for test in
                 json.loads((BUILD / "meson-info/intro-tests.json").read_text())}
        rules = set(re.findall(r"^\| *([A-Z]{2}-\d\d) ", (ROOT / "docs/rules.md").read_text(),
                               re.M))
        record = self.write("record", "sabot-tests/1 0 0\n")
        self.assertIn("nj", NAMES)
        for name in NAMES:
            head, *clauses, summary = self.clauses(name, record)
            self.assertTrue(head["title"] and clauses and summary["out"] == "summary")
            for clause in clauses:
                what = f"{name} {clause['id']}"
                self.assertLessEqual(set(clause["tests"]), tests, what)
                self.assertLessEqual(set(clause["rules"]), rules, what)
                self.assertLessEqual(len(clause["words"]), 400, f"{what}: no quotations")
                for key in ("document", "page"):
                    if clause.get(key, "").startswith("docs/"):
                        page, _, heading = clause[key].partition("#")
                        self.assertTrue(not heading or heading in anchors(ROOT / page), what)
                        self.assertTrue((ROOT / page).exists(), what)

    def test_each_sentence_in_each_language(self):
        """every sentence, and its numbers and codes, in each language"""
        names = r"\w+_\w+|\d+"
        for path in sorted((ROOT / "comply/clauses").glob("*.clauses")):
            said = re.findall(r"^(words|function|house)=(.*)((?:\n\1\[.*)*)",
                              path.read_text(encoding="utf-8"), re.M)
            self.assertTrue(said, path.name)
            for key, words, more in said:
                for language in ("es", "it"):
                    other = re.search(rf"^{key}\[{language}\]=(.*)$", more, re.M)
                    what = f"{path.name} {language} {words}"
                    self.assertTrue(other, what)
                    self.assertNotEqual(other[1], words, what)
                    self.assertLessEqual(set(re.findall(names, words)),
                                         set(re.findall(names, other[1])), what)

    def test_in_another_language(self):
        for language, name, shown in (
                ("es", "it", ["Campione BJ 1: cartas  (el programa)", "Venezia PB: reparto  (el "]),
                ("it", "es", ["Punto y banca: terza carta  (il programma)", "  Ogni tavolo ha un"]),
                ("es", "nj", ["  Los vales de reposición están numerados en serie"])):
            done = self.run_it("--for", name, env=dict(os.environ, LANGUAGE=language))
            for words in shown:
                self.assertIn("\n" + words, done.stdout)

    def test_in_their_own_language(self):
        """Spain's in Spanish, Italy's in Italian, every clause; what programs read is the same."""
        for language in ("es", "it"):
            texts = {}
            for spoken in ("en", language):
                done = self.run_it("--for", language, env=dict(os.environ, LANGUAGE=spoken))
                texts[spoken] = done.stdout + "\n"
            self.assertEqual(*(text.count("\n") for text in texts.values()))
            for clause in self.clauses(language, self.write("r", "sabot-tests/1 0 0\n"))[1:-1]:
                for key in ("words", "function", "house"):
                    if key in clause:
                        self.assertIn(f" {clause[key]}\n", texts["en"])
                        self.assertNotIn(f" {clause[key]}\n", texts[language], clause["id"])
            json_of = [self.run_it("--for", language, "--json",
                                   env=dict(os.environ, LANGUAGE=spoken)).stdout
                       for spoken in ("en", language)]
            self.assertEqual(*json_of)
        path = self.write("x", HEAD + HOUSE + "words[es]=palabras\nname[es]=uno\n")
        done = self.run_it("--for", path, env=dict(os.environ, LANGUAGE="es_ES"))
        self.assertIn("uno  (la casa)\n  palabras\n", done.stdout)
        self.assertIn("house's duty: h", self.run_it("--for", path).stdout)

    def test_the_record_of_this_build(self):
        """made by the tool of the build's own tests; each rule that is checked has code and test"""
        record = str(pathlib.Path(self.place.name) / "made")
        subprocess.run([sys.executable, "-B", ROOT / "tools/make-test-record.py", BUILD, "0.1.0",
                        record], check=True)
        rules = re.findall(r"^\| *([A-Z]{2}-\d\d) .*\| *checked", (ROOT / "docs/rules.md")
                           .read_text(), re.M)
        printed = self.run_it("--rules", "--record", record).stdout
        parts = dict(re.findall(r"^(\S+)\n((?:  .*\n)*)", printed, re.M))
        for rule in rules:
            self.assertRegex(parts.get(rule, ""), r"(?m)^  \S+/\S+$", rule)
            self.assertRegex(parts[rule], r"(?m)^    \S+  \S", f"{rule}: no test names it")
        self.assertRegex(parts["PB-10"], r"engine-punto-banco")

    def test_status_follows_from_the_record(self):
        clauses = self.write("x.clauses", HEAD + BOTH)
        for word, status, shown in (("passed", 0, "passed"), ("skipped", 0, "skipped"),
                                    ("failed", 1, "FAILED"), ("not-run", 1, "not run")):
            record = self.write("record", RECORD.format(b=word))
            done = self.run_it("--for", clauses, "--record", record, status=status)
            self.assertRegex(done.stdout, f"(?m)^    b  {shown}$")
            self.assertRegex(done.stdout, "(?m)^    c  passed$")  # by the rule
            self.assertIn("house's duty: h", done.stdout)
            self.assertIn("\n  rule: § PB-04: The first card of a load is shown;", done.stdout)
        record = self.write("record", RECORD.format(b="passed").replace("test a passed\n", ""))
        self.assertRegex(self.run_it("--for", clauses, "--record", record, status=1).stdout,
                         "(?m)^    a  not run$")

    def test_what_is_refused(self):
        many = "".join(HOUSE.replace("[1]", f"[{n}]") for n in range(513))
        for text, why in (
                (HOUSE + HOUSE.replace("[1]", "[2]"), "first group"),
                (HEAD, "1 to 512"), (HEAD + many, "1 to 512"),
                (HEAD + HOUSE + "tests=a\n", "tests or rules"),
                (HEAD + BOTH.replace("tests=a b\nrules=PB-04\n", ""), "tests or rules"),
                (HEAD + BOTH.replace("house=h\n", ""), "house goes"),
                (HEAD + HOUSE.replace("house\n", "nobody\n", 1), "program, house or both"),
                (HEAD + HOUSE + "odd=1\n", "no key odd"), (HEAD + HOUSE + "house=h\n", "twice"),
                (HEAD + HOUSE.replace("words=w", "words=" + "w" * 801), "1 to 800"),
                (HEAD + BOTH.replace("a b", "a  b"), "no name"),
                (HEAD + BOTH.replace("a b", " ".join(["a"] * 25)), "at most 24"),
                (HEAD + HOUSE.replace("words=w", "words=w\\tw"), "control character"),
                (HEAD + HOUSE + "words[xx]=" + "w" * 801, "words[xx]: 1 to 800"),
                (HEAD + HOUSE + "by[es]=house", "no key by[es]"),
                (HEAD + HOUSE + "function[es]=f", "no key function[es]"),
                (HEAD + HOUSE + "words[spain]=w", "no key words[spain]"),
                (HEAD + HOUSE + "words[es]=w\nwords[es]=w\n", "twice"),
                (HEAD + HOUSE + "name=one", "no key name"),
                (HEAD.replace("read=", "name[es]=x\nread=") + HOUSE, "no key name[es]"),
                (HEAD.replace("read=2026-11-29\n", "") + HOUSE, "title, text and read"),
                ((HEAD + HOUSE).encode() + b"\xff", "UTF-8"),
                (HEAD + HOUSE + "#" * 300000, "262144")):
            done = self.run_it("--for", self.write("x.clauses", text), status=2)
            self.assertIn(why, done.stderr)
        for text in ("", "sabot-tests/2 0 0\n", "sabot-tests/1 0\n",
                     "sabot-tests/1 0 0\ntest a b\n",
                     "sabot-tests/1 0 0\ntest a passed", "sabot-tests/1 0 0\ntest a passed\n" * 2,
                     "sabot-tests/1 0 0\n" + "test a passed\n" * 2,
                     "sabot-tests/1 0 0\n" + "".join(f"test {n} passed\n" for n in range(16400)),
                     "sabot-tests/1 0 0\nrule a b c\n", "sabot-tests/1 0 0\ntest \x1b[2J passed\n"):
            done = self.run_it("--for", "nj", "--record", self.write("record", text), status=2)
            self.assertRegex(done.stderr, r"line \d+ is no line")
        self.run_it(status=2)
        self.run_it("--for", "nj", "--rules", status=2)
        self.run_it("--for", "no-such", status=2)

    def test_no_escape_codes(self):
        text = HEAD.replace("title=t", "title=\u202et") + HOUSE
        done = self.run_it("--for", self.write("x.clauses", text), status=0)
        self.assertNotIn("\u202e", done.stdout)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=1)
