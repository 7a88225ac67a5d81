#!/usr/bin/env python3
"""A dispute as one file: proven on another machine without the database, and all there.

Usage: test-case-file.py SABOTCTL MAKE-YEAR VERIFY-CASE
"""
import base64
import contextlib
import csv
import datetime
import filecmp
import hashlib
import json
import os
import random
import re
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import unittest

from year import Year

SABOTCTL, MAKE_YEAR, VERIFY_CASE = (os.path.abspath(path) for path in sys.argv[1:4])
CONFIG = """[daemon]
site = Casino Norte
[house]
time_zone = Europe/Madrid
[table {}]
camera = CAM-7
"""


def setUpModule():
    global YEAR, PLACE, DISPUTE, CASE, ELSEWHERE
    PLACE = tempfile.TemporaryDirectory(prefix="sabot-case-")
    YEAR = Year(SABOTCTL, MAKE_YEAR, PLACE.name, "--weeks", "2", "--seed", "7")
    DISPUTE = next(one for one in YEAR.disputes if one["table"].startswith("BJ"))
    config = os.path.join(PLACE.name, "sabotd.conf")
    with open(config, "w", encoding="utf-8") as file:
        file.write(CONFIG.format(DISPUTE["table"]))
    made = os.path.join(PLACE.name, "made.case")
    YEAR.run("case", "create", YEAR.path, "--table", DISPUTE["table"], "--incident",
             str(DISPUTE["incident"]), "--state", PLACE.name, "--config", config, "--key",
             YEAR.key, "--out", made, "--before", "30", "--by", "p2")
    # The other machine: nothing but the file.
    ELSEWHERE = tempfile.TemporaryDirectory(prefix="sabot-case-")
    CASE = shutil.copy(made, ELSEWHERE.name)


def tearDownModule():
    PLACE.cleanup()
    ELSEWHERE.cleanup()


def run(*args, status=0):
    done = subprocess.run([SABOTCTL, *args], capture_output=True, text=True, check=False,
                          timeout=300, cwd=ELSEWHERE.name)
    assert done.returncode == status, (args, done.returncode, done.stderr)
    return done.stdout + done.stderr


def prove(path, *args, status=0):
    """What the second verifier says: Python alone."""
    done = subprocess.run([sys.executable, VERIFY_CASE, path, *args], capture_output=True,
                          text=True, check=False, timeout=300, cwd=ELSEWHERE.name)
    assert done.returncode == status, (path, args, done.returncode, done.stderr, done.stdout)
    return json.loads(done.stdout) if status != 2 else done.stderr


def seconds(at):
    return datetime.datetime.fromisoformat(at.replace("Z", "+00:00")).timestamp()


def lines():
    with open(CASE, encoding="utf-8") as file:
        return [json.loads(line) for line in file]


class Case(unittest.TestCase):
    def test_is_proven_without_the_database(self):
        verdict = json.loads(run("verify", CASE, "--key", YEAR.key, "--json"))
        self.assertEqual((verdict["verdict"], verdict["unprotected"]), ("intact", 0))
        self.assertEqual(verdict["case"], {
            "table": DISPUTE["table"], "load": DISPUTE["load"], "round": DISPUTE["round"],
            "incident": DISPUTE["incident"], "sealed_by": "made-up", "sealed": True})
        said = run("verify", CASE, "--key", YEAR.key)
        self.assertIn("sealed by made-up, with story.txt report.txt cue.csv report.pdf", said)

    def test_is_proven_by_python_alone(self):
        told = prove(CASE, "--key", YEAR.key, "--out", "by-python")
        self.assertEqual((told["verdict"], told["sealed_by"], told["case"]["incident"]),
                         ("intact", "made-up", DISPUTE["incident"]))
        run("case", "extract", CASE, "--key", YEAR.key, "--out", "by-sabot")
        names = sorted(told["pieces"])
        self.assertEqual(names, ["cue.csv", "report.pdf", "report.txt", "story.txt"])
        places = [os.path.join(ELSEWHERE.name, place) for place in ("by-python", "by-sabot")]
        self.assertEqual(filecmp.cmpfiles(*places, names, shallow=False), (names, [], []))
        stranger = base64.b64encode(b"\x01" + bytes(32)).decode()
        self.assertEqual(prove(CASE, "--key", f"made-up+00000000+{stranger}", status=1)["verdict"],
                         "unsealed")
        self.assertIn("verify-case.py", prove(YEAR.path, status=2))

    def forge(self):
        """Another story, and a seal that fits it, which nobody has signed."""
        *told, seal = lines()
        for piece in told:
            if piece.get("piece") == "story.txt":
                piece["base64"] = base64.b64encode(b"All was well.\n").decode()
        content = [json.dumps(line, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
                   for line in told]
        head = [line for line in seal["seal"].partition("\n\n")[0].split("\n")
                if line.split()[0] not in ("line", "bytes", "file")]
        sealed = [f"line {number} {hashlib.sha256(line[:-1]).hexdigest()}"
                  for number, (line, one) in enumerate(zip(content, told), 1)
                  if "seq" not in one and "note" not in one]
        whole = b"".join(content)
        note = "\n".join(head + sealed + [f"bytes {len(whole)}",
                                          f"file {hashlib.sha256(whole).hexdigest()}", ""])
        path = os.path.join(ELSEWHERE.name, "forged.case")
        with open(path, "wb") as file:
            file.write(whole + json.dumps({"seal": note}, separators=(",", ":")).encode() + b"\n")
        return path

    def test_a_seal_that_nobody_signed(self):
        """Whoever gives the house's key wants its seal; without a key nobody has sealed it."""
        path = self.forge()
        self.assertEqual(prove(path, "--key", YEAR.key, "--out", "forged", status=1)["verdict"],
                         "unsealed")
        self.assertEqual(run("verify", path, "--key", YEAR.key, status=1),
                         "NOT PROVEN: no key that was given has sealed the case file\n")
        self.assertIn("not sealed: nothing proves story.txt", run("verify", path, status=1))
        for asked in (("show",), ("extract", "--out", "forged")):
            said = run("case", *asked, path, "--key", YEAR.key, status=2)
            self.assertIn("not as it was sealed", said)
            self.assertNotIn("All was well", said)
        self.assertFalse(os.path.exists(os.path.join(ELSEWHERE.name, "forged")))
        self.assertIn("no key has sealed it", run("case", "show", path))
        self.assertEqual([prove(one)["sealed_by"] for one in (CASE, path)], [None, None])

    def test_python_finds_any_other_byte(self):
        """As store-case-file does for the first verifier, byte by byte; here some will do."""
        pick = random.Random(5)
        with open(CASE, "rb") as file:
            good = file.read()
        path = os.path.join(ELSEWHERE.name, "spoiled.case")
        for _ in range(8):
            at = pick.randrange(len(good) - 1)
            with open(path, "wb") as file:
                file.write(good[:at] + bytes([good[at] ^ 1]) + good[at + 1:])
            done = subprocess.run([sys.executable, VERIFY_CASE, path, "--key", YEAR.key],
                                  capture_output=True, check=False, timeout=300)
            self.assertIn(done.returncode, (1, 2), (at, done.stdout))

    def test_has_the_load_and_what_was_decided(self):
        events = {(line["table"], line["n"]): line for line in lines() if "seq" in line}
        told = {(event["table"], event["n"]): event for event in YEAR.events()}
        for place, event in events.items():
            self.assertEqual(event, told[place])
        mine = [event for place, event in told.items() if place[0] == DISPUTE["table"]]
        begin = next(event["n"] for event in mine
                     if event.get("load", {}).get("load") == DISPUTE["load"])
        end = next((event["n"] for event in mine
                    if event.get("load", {}).get("load") == DISPUTE["load"] + 1), mine[-1]["n"])
        for n in range(begin, end):
            self.assertIn((DISPUTE["table"], n), events)
        self.assertTrue([1 for event in events.values() if "part" in event])
        ruling = next(json.loads(event["line"]) for event in events.values()
                      if event["ev"] == "ruling" and json.loads(event["line"])["incident"] ==
                      DISPUTE["incident"])
        self.assertIn(DISPUTE["at"][:10], ruling["at"])
        self.assertTrue([1 for event in events.values() if event["table"] == "house" and
                         DISPUTE["table"] in event["line"]])

    def test_nobody_else_is_in_it(self):
        """Others' log-ins, other tables' slips and every digest of a PIN stay out; of those who
        acted in the load the log-ins are there."""
        events = [line for line in lines() if "seq" in line]
        of_house = [json.loads(line["line"]) for line in events if line["table"] == "house"]
        acted = {json.loads(line["line"]).get(key) for line in events
                 if line["table"] == DISPUTE["table"] for key in ("by", "second")} - {None}
        self.assertTrue(acted)
        for event in of_house:
            self.assertIn(event.get("person"), acted | {None}, event)
            self.assertIn(event.get("table"), (DISPUTE["table"], None), event)
            self.assertFalse({"pin", "name_hash", "persons"} & set(event), event)
        left_out = [event for event in map(json.loads, (line["line"] for line in YEAR.events()
                                                        if line["table"] == "house"))
                    if event.get("person") not in acted | {None} and
                    0 < seconds(event["at"]) - seconds(DISPUTE["at"]) < 600]
        self.assertTrue(left_out, "there was nobody else to leave out")
        self.assertTrue([event for event in of_house if event["ev"] == "logout"])

    def test_what_is_for_people(self):
        place = os.path.join(ELSEWHERE.name, "out")
        run("case", "extract", CASE, "--key", YEAR.key, "--out", place)
        with open(os.path.join(place, "cue.csv"), encoding="utf-8", newline="") as file:
            cue, = csv.DictReader(file)
        self.assertEqual((cue["camera"], cue["table"]), ("CAM-7", DISPUTE["table"]))
        self.assertLess(cue["from"], DISPUTE["at"])
        self.assertGreater(cue["to"], DISPUTE["at"])
        with open(os.path.join(place, "report.pdf"), "rb") as file:
            pdf = file.read()
        self.assertTrue(pdf.startswith(b"%PDF-") and pdf.rstrip().endswith(b"%%EOF"))
        with open(os.path.join(place, "report.txt"), encoding="utf-8") as file:
            report = file.read()
        for words in ("Casino Norte", "The layout at the disputed moment", "Box 1", "let it stand",
                      "The pit is called to a dispute."):
            self.assertIn(words, report)
        self.assertRegex(report, r"\nOutcome +dealer: \d+\n")
        self.assertRegex(report, r"\nLogged in +\S")
        self.assertRegex(report, r"\nAll times are of +Europe/Madrid\n")
        self.assertNotIn("UTC", report)
        self.assertNotRegex(report, r" on ?(\(|: due|\n)")  # each stake names its bet
        with open(os.path.join(place, "story.txt"), encoding="utf-8") as file:
            story = file.read()
        self.assertEqual(run("case", "show", CASE, "--key", YEAR.key), story)
        whole = YEAR.run("log", YEAR.path, "--table", DISPUTE["table"], "--round",
                        str(DISPUTE["round"]), "--story")
        self.assertLessEqual(set(story.splitlines()[2:]), set(whole.splitlines()))

    def make_named(self, folder, more):
        """A case of a house with a person's name; its report, the pages of its paper."""
        config, path, place = (os.path.join(folder, name) for name in ("sabotd.conf", "of.case",
                                                                       "pieces"))
        with open(config, "w", encoding="utf-8") as file:
            file.write("[daemon]\nsite = Casino Norte\n" + more)
        run("case", "create", os.path.join(folder, "sabot.db"), "--table", DISPUTE["table"],
            "--incident", str(DISPUTE["incident"]), "--config", config, "--out", path, "--by", "p2")
        run("case", "extract", path, "--out", place)
        with open(os.path.join(place, "report.txt"), encoding="utf-8") as file:
            report = file.read()
        pages = subprocess.run(["pdftotext", "-layout", os.path.join(place, "report.pdf"), "-"],
                               check=True, capture_output=True, text=True).stdout.split("\f")[:-1]
        shutil.rmtree(place)
        return path, report, pages

    def test_each_page_of_the_layout_has_its_title(self):
        """Also where the boxes do not fit on the first page; only cards take a card's room."""
        n_of_two_pages = 0
        config = os.path.join(ELSEWHERE.name, "layout.conf")
        with open(config, "w", encoding="utf-8") as file:
            file.write("[paper]\nletterhead = Gran Vía 1\nlicence = CM-0417\n")
        for number, dispute in enumerate(YEAR.disputes):
            path, place = (os.path.join(ELSEWHERE.name, f"layout-{number}{end}")
                           for end in (".case", ""))
            run("case", "create", YEAR.path, "--table", dispute["table"], "--incident",
                str(dispute["incident"]), "--out", path, "--config", config, "--by", "p2")
            run("case", "extract", path, "--out", place)
            pages = subprocess.run(["pdftotext", "-layout", os.path.join(place, "report.pdf"),
                                    "-"], check=True, capture_output=True,
                                   text=True).stdout.split("\f")[:-1]
            laid = [page for page in pages if re.search(r"^ *Box \d+ ", page, re.M)]
            for page in laid:
                self.assertIn("The layout at the disputed moment", page, dispute)
            n_of_two_pages += len(laid) > 1
            if n_of_two_pages > 1:
                break
        self.assertGreater(n_of_two_pages, 0)

    def test_who_the_persons_are(self):
        """By number in the file, by name where the house prints names; else in a list apart."""
        folder = tempfile.mkdtemp(dir=ELSEWHERE.name)
        database = shutil.copy(YEAR.path, folder)
        with contextlib.closing(sqlite3.connect(database)) as db, db:
            db.execute("INSERT INTO person (id, role, pin_hash, must_change, failures,"
                       " locked_until_us, disabled_us, created_us)"
                       " VALUES (2, 'pit', '$argon2id$', 0, 0, 0, 0, 0)")
            db.execute("INSERT INTO person_name (person_id, name) VALUES (2, 'Pia Ros')")
            db.execute("INSERT INTO person (id, role, pin_hash, must_change, failures,"
                       " locked_until_us, disabled_us, created_us)"
                       " VALUES (999, 'pit', '$argon2id$', 0, 0, 0, 0, 0)")
            db.execute("INSERT INTO person_name (person_id, name) VALUES (999, 'Nobody')")
        path, report, pages = self.make_named(folder, "[paper]\nletterhead = Gran Vía 1\n"
                                                      "licence = CM-0417\n")
        self.assertRegex(report, r"\nCase file made by +p2\n")
        with open(path, "rb") as file:
            content = file.read()
        self.assertNotIn("Pia Ros", report + content.decode())
        number = re.search(r"\b[0-9A-F]{12}\b", pages[0])[0]
        for page in pages:
            for words in ("Gran Vía 1", "licence CM-0417", number):
                self.assertIn(words, page)
        said = run("case", "persons", path, database)
        self.assertIn(f"SHA-256 of the case file: {hashlib.sha256(content).hexdigest()}\n", said)
        self.assertIn("\np2  pit boss  Pia Ros\n", said)
        self.assertNotIn("Nobody", said)
        os.unlink(path)
        path, report, _ = self.make_named(folder, "[privacy]\npeople = on\n")
        self.assertRegex(report, r"\nCase file made by +Pia Ros \(p2\)\n")
        self.assertIn("a case file and a database are wanted",
                      run("case", "persons", path, status=2))

    def test_a_card_in_excess_lies_in_the_layout(self):
        found = YEAR.find("--code", "card_in_excess")[0]
        story = json.loads(YEAR.run("log", YEAR.path, "--table", found["table"], "--round",
                                    str(found["round"]), "--story", "--json"))
        told = next(line["line"] for line in story["lines"] if line["kind"] == "derived" and
                    line["line"].get("code") == "card_in_excess")
        path, place = (os.path.join(PLACE.name, name) for name in ("excess.case", "excess"))
        YEAR.run("case", "create", YEAR.path, "--table", found["table"], "--incident",
                 str(told["id"]), "--out", path)
        run("case", "extract", path, "--out", place)
        with open(os.path.join(place, "report.txt"), encoding="utf-8") as file:
            report = file.read()
        self.assertRegex(report, rf"\nIn no hand +{told['detail']['card']}\b")

    def test_where_no_camera_is_known(self):
        done = subprocess.run([SABOTCTL, "cue", YEAR.path, "--table", DISPUTE["table"],
                               "--round", str(DISPUTE["round"])], capture_output=True, text=True)
        self.assertIn("which camera looks at", done.stderr)

    def test_the_cue_sheet_alone(self):
        asked = ("cue", YEAR.path, "--table", DISPUTE["table"], "--config",
                 os.path.join(PLACE.name, "sabotd.conf"), "--incident", str(DISPUTE["incident"]))
        said = YEAR.run(*asked, "--before", "30", "--format", "csv")
        with open(CASE, encoding="utf-8") as file:
            pieces = {line["piece"]: base64.b64decode(line["base64"]).decode() for line in
                      map(json.loads, file) if line.get("piece", "").endswith(("txt", "csv"))}
        self.assertEqual(said.splitlines(), pieces["cue.csv"].splitlines())
        cue, = csv.DictReader(said.splitlines())
        moment = datetime.datetime.fromisoformat(DISPUTE["at"])
        self.assertEqual([datetime.datetime.fromisoformat(cue[end]) - moment
                          for end in ("from", "to")],
                         [datetime.timedelta(seconds=seconds) for seconds in (-30, 60)])
        text = YEAR.run(*asked)
        for words in ("CAM-7", "Casino Norte", "The pit is called to a dispute."):
            self.assertIn(words, text)
        self.assertIn("--format xml", YEAR.run(*asked, "--format", "xml", status=2))

    def test_with_the_bytes_of_the_shoe(self):
        path, out = (os.path.join(PLACE.name, name) for name in ("shoe.shoelog", "bytes.case"))
        begin = json.loads(YEAR.run("log", YEAR.path, "--table", DISPUTE["table"], "--incident",
                                    str(DISPUTE["incident"]), "--story", "--json"))["at"]
        with open(path, "w", encoding="utf-8") as file:
            file.write(f"#shoe-log 1\n#driver angeleye2\n#start {begin[:19]}.000Z\n"
                       "1500 < 05 31 44\n")
        asked = ("case", "create", YEAR.path, "--table", DISPUTE["table"], "--incident",
                 str(DISPUTE["incident"]), "--out", out)
        YEAR.run(*asked, "--journal", path)
        self.assertIn("< 05 31 44\n", run("case", "show", out))
        self.assertIn("none.shoelog", YEAR.run(*asked, "--journal", "none.shoelog", status=2))

    def test_what_was_changed_is_named(self):
        with open(CASE, encoding="utf-8") as file:
            text = file.readlines()
        mine = 1 + next(i for i, line in enumerate(text)
                        if f'"table":"{DISPUTE["table"]}"' in line and '"ev":"bet"' in line)
        for number, was, becomes, said in (
                (1, '"by":"p2"', '"by":"p3"', "line 1:"),
                (mine, '"at_us":1', '"at_us":2', f"log {DISPUTE['table']}, event"),
                (len(text) - 1, '"base64":"J', '"base64":"K', f"line {len(text) - 1}:"),
                (len(text), "round", "sound", f"line {len(text)}:")):
            bad = list(text)
            self.assertIn(was, bad[number - 1])
            bad[number - 1] = bad[number - 1].replace(was, becomes, 1)
            path = os.path.join(ELSEWHERE.name, "bad.case")
            with open(path, "w", encoding="utf-8") as file:
                file.writelines(bad)
            told = run("verify", path, "--key", YEAR.key, status=1)
            self.assertIn("BROKEN: " + said, told)
            self.assertIn(prove(path, "--key", YEAR.key, status=1)["verdict"],
                          json.loads(run("verify", path, "--key", YEAR.key, "--json", status=1))
                          ["verdict"])
            self.assertIn("not as it was sealed", run("case", "show", path, status=2))

    def test_nothing_is_written_over(self):
        before = os.stat(CASE).st_mtime_ns
        said = YEAR.run("case", "create", YEAR.path, "--table", DISPUTE["table"], "--round",
                        str(DISPUTE["round"]), "--out", CASE, status=2)
        self.assertIn(CASE, said)
        self.assertEqual(os.stat(CASE).st_mtime_ns, before)

    def test_what_is_not_there(self):
        for args, why in (((), "--table NAME"), (("--table", "PB-99", "--round", "1"), "PB-99"),
                          (("--table", "PB-01", "--round", "99999"), "no round 99999")):
            said = YEAR.run("case", "create", YEAR.path, "--out",
                            os.path.join(ELSEWHERE.name, "none"), *args, status=2)
            self.assertIn(why, said)
        self.assertFalse(os.path.exists(os.path.join(ELSEWHERE.name, "none")))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
