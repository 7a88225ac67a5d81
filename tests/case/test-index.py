#!/usr/bin/env python3
"""The index finds exactly what an audit of the whole log tells, whichever way it came about.

Usage: test-index.py SABOTCTL MAKE-YEAR
"""
import os
import pty
import resource
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import unittest

from year import Year

SABOTCTL, MAKE_YEAR = sys.argv[1:3]
DERIVED = ("load", "round", "incident", "card", "amount", "person", "said", "note", "login",
           "repeat", "done")


def setUpModule():
    global YEAR, PLACE, TOLD
    PLACE = tempfile.TemporaryDirectory(prefix="sabot-index-")
    YEAR = Year(SABOTCTL, MAKE_YEAR, PLACE.name, "--weeks", "2", "--seed", "5")
    TOLD = [(table, told) for table, events in YEAR.parts() for told in YEAR.audit(table, events)]


def tearDownModule():
    PLACE.cleanup()


def rows(path):
    """All that an index holds, as sets."""
    with sqlite3.connect(f"file:{path}?mode=ro", uri=True) as db:
        return {name: set(db.execute(f"SELECT * FROM {name}")) for name in DERIVED}


def read(path):
    with open(path, "rb") as file:
        return file.read()


def hands(told):
    """(where, card) of a round's cards that lie in a hand."""
    for owner in ("punto", "banca", "dealer"):
        yield from ((owner, card) for card in told.get(f"{owner}_cards", []))
    for hand in told.get("hands", []):
        yield from ((str(hand["box"]), card) for card in hand["cards"])


class Found(unittest.TestCase):
    """What is found is what the audit says."""

    def rounds(self, fits):
        """The last telling of each round, as found and as audited, that `fits`."""
        last = {(table, told["round"]): told for table, told in TOLD
                if told["out"] == "round" and not told.get("dummy")}
        return {key for key, told in last.items() if fits(key, told)}

    def assert_found(self, fits, *args):
        hits = YEAR.find(*args)
        self.assertEqual(len(hits), len({hit["seq"] for hit in hits}), "told twice")
        found = {(hit["table"], hit["round"]) for hit in hits if "round" in hit}
        expected = self.rounds(fits)
        self.assertTrue(expected, "nothing to find: the test would prove nothing")
        self.assertEqual(found, expected)

    def test_all_rounds_with_their_money(self):
        money = {}
        for table, told in TOLD:
            if told["out"] == "round":
                money[table, told["round"]] = [0, 0, told]
            elif told["out"] == "settle":
                money[table, told["round"]][0] += told["stake"]
                money[table, told["round"]][1] += told["due"]
        hits = YEAR.find()
        self.assertEqual({(hit["table"], hit["round"]): (hit["staked"], hit["due"])
                          for hit in hits},
                         {key: (stake, due) for key, (stake, due, _) in money.items()})
        for hit in hits:
            told = money[hit["table"], hit["round"]][2]
            self.assertEqual(hit["outcome"], told.get("winner") or str(told.get("dealer")))
            self.assertEqual(hit["end_n"], told["event"]["n"])
        self.assertEqual([hit["seq"] for hit in hits],
                         sorted((hit["seq"] for hit in hits), reverse=True))

    def test_a_card_at_its_place(self):
        for card, where in (("7H", "3"), ("TS", "punto"), ("AC", "banca"), ("QD", "dealer")):
            self.assert_found(lambda _, told, c=card, w=where: (w, c) in set(hands(told)),
                              "--card", card, "--at", where)
        self.assert_found(lambda _, told: "7H" in {card for _, card in hands(told)}, "--card",
                          "7H")
        self.assert_found(lambda key, told: key[0] == "PB-02" and ("banca", "9D") in
                          set(hands(told)), "--table", "PB-02", "--card", "9D", "--at", "banca")

    def test_an_amount_that_was_staked(self):
        stakes = {}
        for table, told in TOLD:
            if told["out"] == "settle":
                stakes.setdefault(told["stake"], set()).add((table, told["round"]))
        amount = max(stakes, key=lambda amount: len(stakes[amount]))
        found = {(hit["table"], hit["round"])
                 for hit in YEAR.find("--amount", f"{amount / 100:.2f}") if "round" in hit}
        self.assertLessEqual(stakes[amount], found)

    def test_incidents(self):
        incidents = [(table, told) for table, told in TOLD if told["out"] == "incident"]
        places = {code: {hit["seq"] for hit in YEAR.find("--code", code)}
                  for code in {told["code"] for _, told in incidents}}
        self.assertGreater(len(places), 5)
        for table, told in incidents[::3]:
            hit, = YEAR.find("--table", table, "--incident", str(told["id"]))
            if told["round"]:
                self.assertEqual(hit["round"], told["round"])
            self.assertIn(hit["seq"], places[told["code"]])
        nothing = YEAR.run("log", YEAR.path, "--table", "PB-01", "--incident", "999999",
                           status=1)
        self.assertEqual(nothing, "nothing fits\n")
        self.assertIn("there is no such file",
                      YEAR.run("cue", YEAR.path + "x", "--table", "PB-01", "--round", "1",
                               status=2))

    def test_a_time_at_a_table(self):
        hits = [hit for hit in YEAR.find() if hit["table"] == "PB-03" and
                "2026-01-07" <= hit["at"] < "2026-01-09"]
        self.assertTrue(hits)
        self.assertEqual(YEAR.find("--table", "PB-03", "--since", "2026-01-07", "--until",
                                   "2026-01-09"), hits)

    def test_a_person_on_duty(self):
        hits = YEAR.find("--person", "p17")
        rounds = {(hit["table"], hit["round"]) for hit in hits if "round" in hit}
        said = {(event["table"], event["n"]) for event in YEAR.events()
                if '"by":"p17"' in event["line"] and event["ev"] == "no_more_bets"}
        covered = {(hit["table"], n) for hit in hits for n in range(hit["n"], hit["end_n"] + 1)}
        self.assertTrue(rounds)
        self.assertLessEqual(said, covered)

    def test_what_is_not_there(self):
        YEAR.find("--table", "PB-03", "--round", "99999", found=False)
        YEAR.find("--person", "p99", found=False)
        self.assertIn("PB-99", YEAR.run("log", YEAR.path, "--table", "PB-99", status=2))
        self.assertIn("--table", YEAR.run("log", YEAR.path, "--round", "3", status=2))


class Cost(unittest.TestCase):
    """What a question costs does not grow with the log. Bytes read are counted, not time: they are
    the same on every machine, however busy it is."""
    QUESTIONS = (
        ("log", "--table", "PB-01", "--round", "20"),
        ("log", "--table", "PB-01", "--incident", "1"),
        ("log", "--table", "PB-02", "--since", "2026-01-06", "--until", "2026-01-07",
         "--limit", "20"),
        ("log", "--card", "7H", "--at", "3", "--limit", "5"),
        ("log", "--person", "p17", "--limit", "20"),
        ("log", "--table", "PB-01", "--round", "20", "--story"),
        ("replay", "--table", "PB-01", "--round", "20"),
        ("replay", "--table", "PB-01", "--incident", "1"),
        ("what-if", "--table", "PB-01", "--round", "20"),
        ("case create", "--table", "PB-01", "--round", "20"),
    )
    RUNS = 5

    @staticmethod
    def read_so_far():
        """Bytes that this process has read, and its children once they were waited for."""
        with open("/proc/self/io", encoding="ascii") as file:
            counts = dict(line.split(": ") for line in file.read().splitlines())
        return int(counts["rchar"])

    def bytes_read(self, *args):
        before = self.read_so_far()
        subprocess.run([SABOTCTL, *args], check=True, stdout=subprocess.DEVNULL,
                       stderr=subprocess.DEVNULL)
        return self.read_so_far() - before

    def costs(self, weeks):
        """What each question reads beyond the program's start."""
        with tempfile.TemporaryDirectory(prefix="sabot-index-") as place:
            year = Year(SABOTCTL, MAKE_YEAR, place, "--weeks", str(weeks), "--seed", "5")
            year.find("--limit", "1")
            start = self.bytes_read("replay", "--help")
            return [self.bytes_read(*self.build(year, place, *question)) - start
                    for question in self.QUESTIONS]

    @staticmethod
    def build(year, place, verb, *args):
        """The command of a question; a case goes into a file of its own."""
        out = ("--out", os.path.join(place, "one.case")) if verb == "case create" else ()
        return [*verb.split(), year.path, *args, *out]

    def seconds(self, *args):
        """What a run takes of a processor, at its best: others do not blur it."""
        taken = []
        for _ in range(self.RUNS):
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            subprocess.run([SABOTCTL, *args], check=True, stdout=subprocess.DEVNULL)
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            taken.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
        return min(taken)

    def test_a_round_is_found_and_shown_for_a_few_starts_of_the_program(self):
        dispute = YEAR.disputes[-1]
        YEAR.find("--limit", "1")
        taken = self.seconds("replay", YEAR.path, "--table", dispute["table"], "--incident",
                             str(dispute["incident"]))
        # The verb's help starts the same program.
        self.assertLess(taken, 8 * self.seconds("replay", "--help"))

    def test_four_weeks_cost_as_much_as_one(self):
        for question, one, four in zip(self.QUESTIONS, self.costs(1), self.costs(4)):
            with self.subTest(question=question):
                self.assertGreater(one, 10000)
                self.assertLess(four, 1.5 * one)


class Made(unittest.TestCase):
    """The index is always the one that the log comes to."""

    def setUp(self):
        self.place = tempfile.TemporaryDirectory(prefix="sabot-index-")
        self.path = os.path.join(self.place.name, "sabot.db")
        self.index = self.path + ".index"
        YEAR.find()
        self.expected = rows(YEAR.path + ".index")

    def tearDown(self):
        self.place.cleanup()

    def cut(self, seq):
        """The database as it was when event `seq` was its last one."""
        shutil.copy(YEAR.path, self.path)
        with sqlite3.connect(self.path) as db:
            for name, in db.execute("SELECT name FROM sqlite_schema WHERE type = 'trigger'"):
                db.execute(f"DROP TRIGGER {name}")
            db.execute("DELETE FROM load WHERE seq > ?", (seq,))
            db.execute("DELETE FROM part WHERE EXISTS (SELECT 1 FROM event e WHERE "
                       "e.log_id = part.log_id AND e.n = part.from_n AND e.seq > ?)", (seq,))
            db.execute("DELETE FROM event WHERE seq > ?", (seq,))

    def look(self):
        YEAR.run("log", self.path, "--json", "--limit", "1")
        return rows(self.index)

    def test_a_terminal_is_told_how_far_it_is(self):
        shutil.copy(YEAR.path, self.path)
        ours, its = pty.openpty()
        self.addCleanup(os.close, ours)
        asked = [SABOTCTL, "log", self.path, "--table", "PB-01", "--round", "20"]
        run = subprocess.run(asked, stdout=subprocess.DEVNULL, stderr=its, check=True, timeout=300)
        self.assertEqual(run.returncode, 0)
        self.assertRegex(os.read(ours, 4096).decode(), r"^\rthe index is made: \d+ %.*\r\x1b\[K$")
        subprocess.run(asked, stdout=subprocess.DEVNULL, stderr=its, check=True, timeout=300)
        os.write(its, b"nothing")
        os.close(its)
        self.assertEqual(os.read(ours, 4096), b"nothing")

    def test_goes_on_where_it_ended(self):
        for seq in (7, 4000, 4001, 15003, 15500):
            self.cut(seq)
            YEAR.run("log", self.path, "--json", "--limit", "1", status=0 if seq > 7 else 1)
        shutil.copy(YEAR.path, self.path)
        self.assertEqual(self.look(), self.expected)

    def test_is_made_anew_for_another_program(self):
        shutil.copy(YEAR.path, self.path)
        self.look()
        with sqlite3.connect(self.index) as db:
            db.execute("UPDATE about SET program = 'another'")
            db.execute("DELETE FROM round")
        self.assertEqual(self.look(), self.expected)

    def test_is_made_anew_for_another_database(self):
        shutil.copy(YEAR.path, self.path)
        self.look()
        with sqlite3.connect(self.index) as db:
            db.execute("UPDATE about SET database = zeroblob(16)")
            db.execute("DELETE FROM round")
        self.assertEqual(self.look(), self.expected)

    def test_no_other_file_is_overwritten(self):
        shutil.copy(YEAR.path, self.path)
        for content in (b"somebody's letters\n" * 100, read(YEAR.path)):
            with open(self.index, "wb") as file:
                file.write(content)
            self.assertIn("no index", YEAR.run("log", self.path, status=2))
            self.assertEqual(read(self.index), content)

    def test_an_empty_file_is_one_that_was_being_made(self):
        shutil.copy(YEAR.path, self.path)
        with open(self.index, "wb"):
            pass
        self.assertEqual(self.look(), self.expected)

    def test_is_the_same_when_several_make_it(self):
        shutil.copy(YEAR.path, self.path)
        asked = [subprocess.Popen([SABOTCTL, "log", self.path, "--limit", "1"],
                                  stdout=subprocess.DEVNULL,
                                  stderr=subprocess.DEVNULL) for _ in range(3)]
        self.assertEqual([one.wait(100) for one in asked], [0, 0, 0])
        self.assertEqual(rows(self.index), self.expected)
        self.assertEqual(sorted(os.listdir(self.place.name)), ["sabot.db", "sabot.db.index"])

    def test_may_stand_elsewhere(self):
        elsewhere = os.path.join(self.place.name, "elsewhere")
        shutil.copy(YEAR.path, self.path)
        YEAR.run("log", self.path, "--index", elsewhere, "--limit", "1")
        self.assertFalse(os.path.exists(self.index))
        self.assertEqual(rows(elsewhere), self.expected)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
