#!/usr/bin/env python3
"""The verbs of sabotctl, each in a row: the real daemon is asked without and with persons required,
over the socket and over TLS, by nobody, with a wrong PIN, by a wrong role and by a right one.

usage: test-verbs.py SABOTD SABOTCTL
"""
import base64
import json
import os
import re
import signal
import subprocess
import sys
import threading
import unittest

from fixture import DEADLINE_S, wait_for
from house_case import PINS, ROLES
from verbs_house import VerbsHouse, shift_ago

VerbsHouse.PROGRAMS = SABOTD, SABOTCTL = sys.argv.pop(1), sys.argv.pop(1)
SHIFT = shift_ago(1)  # it is over, whatever the time
FOUND, FAILED = 1, 2  # exit status
OF_SHIFT = f"--shift {SHIFT}"
# What needs no right: the machine's own suffices.
READS = {
    "status": [""], "tables": [""], "incidents": [""], "metrics": [""],
    "review": ["list", "list --json"], "device": ["list"], "log": ["house", "PB-01"],
    "shift": ["list", "open", "reckon", *(f"{what} {OF_SHIFT}" for what in
              ("show", "tables", "slips", "documents", "open", "reckon"))],
    "bank": ["", OF_SHIFT],
    "user": ["list", "roles"], "cert": ["list"],
}
# What the pit may and a dealer may not. From the database it is the same to the byte, but for the
# head of a story, which names its source.
LOOKS = [
    ("log", 0, "--table PB-01"), ("log", 0, "--table PB-01 --round 2 --json"),
    ("log", 0, "--amount 500.00"), ("log", 1, "--table PB-01 --until 2020-01-01"),
    ("log", 0, "--table PB-01 --round 2 --story"),
    ("replay", 0, "--table PB-01 --round 2"), ("replay", 0, "--table PB-01 --load 1 --json"),
    ("what-if", 0, "--table PB-01 --round 2"),
    ("what-if", 1, "--table PB-01 --round 2 --ruling {incident}:void_round"),
    ("what-if", 1, "--table PB-01 --round 2 --set min=2000 --json"),
]
REPORTS = ["shoe", "coups", "exceptions", "device-faults", "table-shift", "master-games", "slips",
           "fill-credit", "inventory", "inventory-slips", "cash", "commission",
           "game-protection", "pace", "statistical", "cards", "surveillance", "monthly-exceptions"]
REPORTS_OF_PEOPLE = ["dealer-performance", "user-activity"]


class Row:
    """A verb that acts: who may, who may not, and who signs with him."""

    def __init__(self, words, may, may_not, second=None, **more):
        self.words, self.may, self.may_not, self.second = words.split(), may, may_not, second
        self.typed = more.get("typed", "")  # after the PINs
        self.is_personal = more.get("is_personal", False)  # also where persons are not required
        # Where persons are not required, the daemon's own user may it on the socket.
        self.is_owns = more.get("is_owns", False)
        self.more = more.get("more", [])  # words with blanks

    def verb(self):
        return self.words[0]


def money(words, second="Pia", may="Dan", may_not="Eye"):
    return Row(f"{words} {OF_SHIFT}", may, may_not, second)


# In the order of a shift.
MONEY = [
    money("count PB-01 opener 500x100"),
    Row(f"shift remark drop_missing/PB-01 {OF_SHIFT}", "Dan", "Eye", more=["counted later"]),
    money("slip request PB-01 fill 500x10", None, "Pia", "Dan"),
    money("slip issue PB-01 1", None, "Cai", "Dan"),
    money("slip receive PB-01 1", "Sol"),
    money("slip request PB-01 credit 500x2", None, "Pia", "Dan"),
    money("slip void PB-01 2 --note torn"),
    money("slip paper 1", None),
    money("slip request PB-01 credit 500x2 --number 3", None, "Pia", "Dan"),
    money("slip void PB-01 3 --note unused"),
    money("marker issue PB-01 5000 K-17"),
    money("marker redeem PB-01 1 5000", None, "Cai", "Dan"),
    money("marker issue PB-01 4000 K-18"),
    money("marker void PB-01 2 --note torn"),
    money("drop PB-01 D-7 cash=30000 markers=5000", "Cai", "Con", "Dan"),
    money("drop PB-01 estimate 20000", None),
    money("tips PB-01 700", None),
    money("cash PB-01 in 300000 K-17", None),
    money("cash PB-01 out 300000 K-17", None),
    money("cards receive A-1 6", None),
    money("cards issue A-1 PB-01", None),
    money("cards return A-1", None),
    money("cards cancel A-1"),
    money("cards destroy A-1"),
    money("bank opener 500x100 cash=7000", "Con", "Cai", "Dan"),
    money("bank in cash=500 --note vault", "Con", "Cai", "Dan"),
    money("bank check 500x90", None, "Cai", "Dan"),
    money("exchange in USD 10000 0.9215 K-17", None, "Cai", "Dan"),
    money("exchange in JPY:0 10000 0.006123", None, "Cai", "Dan"),
    money("tronc 700 p3=12 p4=8", "Con", "Cai", "Dan"),
    money("bank closer 500x70 promotional:500x2 cash=6162 USD=10000 JPY=10000", "Con", "Cai",
          "Dan"),
    money("count PB-01 check 500x90", None),
    money("count PB-01 closer 500x90"),
    Row(f"shift seal {OF_SHIFT}", "Sol", "Dan", "Pia"),
]
SPAN = "--from 2026-05-03T20:00:00Z --to 2026-05-03T20:02:00Z"
ACTS = [
    Row("device lock shoe-1", "Pia", "Dan"),
    Row("device unlock shoe-1", "Pia", "Dan"),
    Row("device clear shoe-1", "Pia", "Dan"),
    Row(f"review request --table PB-01 --round 7 {SPAN}", "Pia", "Eye"),
    Row("review request --table PB-01 --incident {incident}", "Pia", "Eye"),
    Row("review deliver {first} --note clip-17", "Eye", "Pia"),
    Row("review refuse {second} --note dark", "Eye", "Pia"),
    Row("unveil PB-02 --reason dispute", "Pia", "Dan", "Sol", is_personal=True),
    Row("unveil PB-03 --reason dispute --frames", "Pia", "Dan", "Sol", is_personal=True),
    Row("log PB-02 --reason dispute", "Pia", "Dan", "Sol", is_personal=True),
    Row("user create Eva pit", "Ada", "Pia", typed="8264\n", is_personal=True),
    Row("user role Eva shift", "Ada", "Pia", is_personal=True),
    Row("user disable Eva", "Ada", "Pia", is_personal=True),
    Row("user enable Eva", "Ada", "Pia", is_personal=True),
    Row("user reset Eva", "Ada", "Pia", typed="6482\n", is_personal=True),
    Row("user erase Eva", "Ada", "Pia", is_personal=True),
    Row("cert allow eye-1 --fingerprint {digits} --role surveillance --tables PB-01", "Ada",
        "Pia", is_personal=True, is_owns=True),
    Row("cert revoke eye-1", "Ada", "Pia", is_personal=True, is_owns=True),
]
# A log-in is an event, and is signed: the newest checkpoint that a report names is another one.
CHECKPOINT = re.compile(r"checkpoint \d+ of \S+, SHA-256 [0-9a-f…]+")
SIGNERS = {"Dan": "a", "Sol": "c", "Cai": "d", "Pia": "e", "Con": "f"}  # where nobody logs in
OWN = {"archive", "table"}  # the daemon's own user alone, no matter who is logged in
ALONE = {"verify", "proof", "checkpoint", "key", "backup", "restore", "simulate", "audit",
         "profile", "odds", "setup", "cue", "doctor", "self-check", "comply",
         "floor", "forward", "lab"}  # need no daemon


class Rows(unittest.TestCase):
    def test_each_verb_has_one(self):
        verbs = set(re.findall(r"^  ([a-z-]+) ", VerbsHouse.call("help").stdout, re.M))
        self.assertIn("status", verbs)
        tested = set(READS) | {look[0] for look in LOOKS} | {row.verb() for row in MONEY + ACTS}
        self.assertEqual(verbs - tested - OWN - ALONE - {"case", "report", "watch"}, set())

    def test_each_report_has_one(self):
        names = re.findall(r"^([a-z-]+) ", VerbsHouse.call("report", "list").stdout, re.M)
        # Blank forms are no daemon's.
        self.assertEqual(set(names), {"forms", *REPORTS, *REPORTS_OF_PEOPLE})


class Required(VerbsHouse):
    """One daemon for all: what is read, looked up and done, in any order of the tests."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.guessed = set()  # verbs at which a wrong PIN was tried

    def words(self, text):
        """With what the house has given a number."""
        reviews = [review["review"] for review in self.client.ok("reviews")["reviews"]] or [0]
        return [word.format(incident=self.incident, digits="ab" * 32, first=reviews[-1],
                            second=reviews[0])
                for word in (text.split() if isinstance(text, str) else text)]

    def check_refused(self, done, why):
        self.assertEqual(done.returncode, FAILED, done.stdout)
        self.assertRegex(done.stderr, why)
        self.assertEqual(done.stdout, "")

    def test_reading(self):
        for verb, rows in READS.items():
            for row in rows:
                with self.subTest(verb=verb, row=row):
                    done = self.sabotctl(verb, *row.split())
                    self.assertIn(done.returncode, (0, FOUND), done.stderr)
                    self.assertEqual(done.stderr, "")

    def attempt(self, row, name, second=None, pin=None, second_pin=None):
        """Do it as this person, with these PINs or their own."""
        options = ["--as", name] if name else []
        typed = [pin or PINS[name]] if name else []
        if second:
            options += ["--second", second]
            typed += [second_pin or PINS[second]]
        return self.sabotctl(*self.words(row.words), *row.more, *options,
                             pins="".join(line + "\n" for line in typed) + row.typed)

    def refuse_all(self, row):
        """Nobody, a wrong PIN, a wrong role; a wrong second one. Nothing comes of it."""
        before = self.recorded()
        self.check_refused(self.attempt(row, None), "log in|two persons|--as")
        if row.verb() not in self.guessed:  # too many in an hour are a finding
            self.refuse_pins(row)
        self.guessed.add(row.verb())
        self.check_refused(self.attempt(row, row.may_not, row.second), ROLES[row.may_not])
        if row.second:
            self.check_refused(self.attempt(row, row.may), "second|two persons")
            self.check_refused(self.attempt(row, row.may, "Eye"), "second: ")
        self.assertEqual(self.recorded(), before)

    def refuse_pins(self, row):
        self.check_refused(self.attempt(row, row.may, row.second, pin="000123"), "PIN is wrong")
        if row.second:
            self.check_refused(self.attempt(row, row.may, row.second, second_pin="000123"),
                               "second: .*PIN is wrong")

    def act(self, row):
        before = self.recorded()
        is_own = self.DOOR == "socket" and row.is_owns
        if self.PERSONS == "required" or (row.is_personal and not is_own):
            self.refuse_all(row)
            done = self.attempt(row, row.may, row.second)
        else:
            by = ["--by", SIGNERS.get(row.may, "a")] + (["--second", "b"] if row.second else [])
            done = self.sabotctl(*self.words(row.words), *row.more,
                                 *(by if row in MONEY or row.verb() == "device" else []))
        self.assertEqual((done.returncode, done.stderr), (0, ""), row.words)
        self.assertNotEqual(self.recorded(), before)

    def test_money_of_a_shift(self):
        for row in MONEY:
            with self.subTest(row=row.words):
                self.act(row)
        self.assertTrue(self.client.ok("shift", shift=SHIFT)["signed"])
        documents = self.client.ok("documents", shift=SHIFT)["documents"]
        self.assertEqual(len(documents), len(MONEY))
        signers = ({"p2", "p3", "p4", "p7", "p8"} if self.PERSONS == "required"
                   else set(SIGNERS.values()))
        self.assertEqual({document["by"] for document in documents}, signers)

    def test_acting(self):
        wait_for(lambda: self.client.view("PB-03")["device"]["state"] == "online", "the shoe")
        self.say("load", "PB-03", decks=6)
        for row in ACTS:
            with self.subTest(row=row.words):
                self.act(row)
            words = self.words(row.words)
            if words[:2] in (["device", "lock"], ["device", "unlock"]):  # the shoe says it is so
                state = words[1] + "ed"
                wait_for(lambda state=state: self.client.view("PB-03")["device"]["state"] == state,
                         f"the shoe to be {state}")
        wait_for(lambda: len(self.shoe.commands) == 3, "three commands at the shoe")
        self.assertEqual([review["state"] for review in self.client.ok("reviews")["reviews"]],
                         ["refused", "delivered"])

    def look(self, *words, name="Pia"):
        """What is looked up, by a person where there must be one."""
        if self.PERSONS == "off":
            return self.sabotctl(*words)
        return self.sabotctl(*words, "--as", name, pins=PINS[name] + "\n")

    def refuse_look(self, *words, may="Pia", may_not="Dan"):
        before = self.recorded()
        if self.PERSONS == "required":
            self.check_refused(self.sabotctl(*words), "log in")
            self.check_refused(self.look(*words, name=may_not), ROLES[may_not])
            self.check_refused(self.sabotctl(*words, "--as", may, pins="000123\n"),
                               "PIN is wrong")
        self.assertEqual(self.recorded(), before)

    def test_looking_up(self):
        database = str(self.state / "sabot.db")
        for verb, status, text in LOOKS:
            words = self.words(text)
            with self.subTest(verb=verb, words=words):
                self.refuse_look(verb, *words)
                asked = self.look(verb, *words)
                self.assertEqual((asked.returncode, asked.stderr), (status, ""))
                read = self.call(verb, database, *words)
                self.assertEqual(*(self.lasting(done.stdout, words) for done in (asked, read)))

    @staticmethod
    def lasting(text, words):
        """Without the head of a story, and who logged in and out meanwhile."""
        lines = text.splitlines()[2:] if "--story" in words else text.splitlines()
        return [line for line in lines if " house " not in line]

    def test_finding(self):
        """What there is to see is in it: the card too many, its ruling, the dispute."""
        story = self.look("log", "--table", "PB-01", "--round", "2", "--story").stdout
        for words in ("five of clubs", "INCIDENT 1", "ruling on incident 1: burn the card",
                      "box 4, 500.00 on punto: due -500.00"):
            self.assertIn(words, story)
        change = self.look("what-if", "--table", "PB-01", "--round", "2", "--ruling",
                           f"{self.incident}:void_round").stdout
        self.assertIn("    box 4, punto: 0.00 instead of -500.00", change)

    def test_reports(self):
        made = ["--made", "2026-11-22T05:00:00Z", "--format", "json"]
        offline = [str(self.state / "sabot.db"), "--veiled", "--config", str(self.daemon.config)]
        for kind in REPORTS + REPORTS_OF_PEOPLE:
            with self.subTest(kind=kind):
                is_of_people = kind in REPORTS_OF_PEOPLE
                self.refuse_look("report", kind, *made, may="Sol",
                                 may_not="Pia" if is_of_people else "Dan")
                asked = self.look("report", kind, *made, name="Sol")
                self.assertEqual((asked.returncode, asked.stderr), (0, ""))
                self.assertEqual(json.loads(asked.stdout)["report"], kind)
                if kind != "user-activity":
                    read = self.call("report", kind, *offline, *made)
                    self.assertEqual(*(CHECKPOINT.sub("", done.stdout) for done in (asked, read)))

    def test_reports_are_of_the_rounds(self):
        report = json.loads(self.look("report", "coups", "--format", "json").stdout)
        rounds = [row["round"] for row in report["sections"][0]["rows"] if row["role"] == "row"]
        self.assertEqual(rounds, [1, 2, 3])
        exceptions = self.look("report", "exceptions", "--format", "json").stdout
        self.assertIn("card_in_excess", exceptions)
        self.assertIn("PB-02: load 1 is still in the shoe", exceptions)

    def handed_out(self):
        return [line for line in self.client.export("house")[1:] if line["ev"] == "case"]

    def test_case(self):
        out = self.daemon.directory / "PB-01.case"
        words = ["case", "create", "--table", "PB-01", "--incident", str(self.incident),
                 "--key", self.key(), "--out", out]
        self.refuse_look(*words)
        self.assertFalse(out.exists())
        done = self.look(*words)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        lines = [json.loads(line) for line in out.read_text().splitlines()]
        cards = [json.loads(line["line"])["card"] for line in lines if line.get("ev") == "card"]
        self.assertEqual(cards[4:9], ["2S", "KH", "9D", "TD", "5C"])
        story = next(base64.b64decode(line["base64"]).decode() for line in lines
                     if line.get("piece") == "report.txt")
        self.assertIn("face up", story)
        taken, = self.handed_out()
        self.assertEqual(taken.get("by"), "p3" if self.PERSONS == "required" else None)

    def test_watching(self):
        environment = dict(os.environ, SABOT_SOCKET=str(self.address),
                           SABOT_IDENTITY=str(self.identity))
        watch = subprocess.Popen([SABOTCTL, "watch", "--json"], env=environment, text=True,
                                 stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        self.addCleanup(watch.stdout.close)
        limit = threading.Timer(DEADLINE_S, watch.kill)
        limit.start()
        self.addCleanup(limit.cancel)
        self.assertTrue(watch.stdout.readline())  # it is there
        self.say("limits", "PB-01", min=500, max=123400)
        self.assertTrue(any("123400" in line for line in watch.stdout))
        watch.send_signal(signal.SIGINT)
        self.assertEqual(watch.wait(DEADLINE_S), 0)

    def pins_changed(self):
        return sum(line["ev"] == "person" and line["do"] == "pin"
                   for line in self.client.export("house")[1:])

    def test_a_pin_of_ones_own(self):
        """Whether or not persons are required: who changes a PIN knows the old one."""
        before = self.recorded()
        n_before = self.pins_changed()
        changed = "59307"
        for typed, why in (("", "PIN"), (f"000123\n{changed}\n", "PIN is wrong"),
                           (f"{PINS['Aud']}\n12\n", "digits")):
            with self.subTest(typed=typed):
                self.check_refused(self.sabotctl("user", "pin", "Aud", pins=typed), why)
        self.assertEqual(self.recorded(), before)
        for old, new in ((PINS["Aud"], changed), (changed, PINS["Aud"])):
            done = self.sabotctl("user", "pin", "Aud", pins=f"{old}\n{new}\n")
            self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertEqual(self.pins_changed() - n_before, 2)

    def own(self, *words):
        """By the daemon's own user, who is that on the socket only."""
        done = self.sabotctl(*words)
        if self.DOOR == "tls":
            self.check_refused(done, "own user")
        else:
            self.assertEqual((done.returncode, done.stderr), (0, ""))
        return done

    def test_codes_for_an_admin(self):
        """There is one, so that a first is not made; a code in need is, and the pit sees it."""
        before = self.recorded()
        self.check_refused(self.sabotctl("user", "first"),
                           "own user" if self.DOOR == "tls" else "there is an admin")
        self.assertEqual(self.recorded(), before)
        done = self.own("user", "recover")
        if self.DOOR == "tls":
            self.assertEqual(self.recorded(), before)
            return
        code = done.stdout.splitlines()[0]
        self.assertNotEqual(self.recorded(), before)
        done = self.sabotctl("user", "create", "Adam", "admin", "--code", code, pins="48214\n")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        done = self.sabotctl("user", "create", "Eve", "admin", "--code", code, pins="48215\n")
        self.assertEqual(done.returncode, FAILED, "a code is good once")

    def test_what_is_the_daemons_own_users(self):
        before = self.recorded()
        self.own("archive", "create", "--before", "2100-01-01T00:00:00Z")
        file = self.daemon.directory / "PB-04.table"
        self.own("table", "export", "--table", "PB-04", "--out", file)
        self.assertEqual(file.exists(), self.DOOR == "socket")
        if self.DOOR == "tls":
            self.assertEqual(self.recorded(), before)
            file.write_text("not asked for")
        self.own("table", "import", file, "--key", self.key())
        if self.DOOR == "tls":
            self.assertEqual(self.recorded(), before)
        else:
            self.say("limits", "PB-04", min=500, max=2000)


class RequiredOverTls(Required):
    DOOR = "tls"


class Off(Required):
    PERSONS = "off"


class OffOverTls(Off):
    DOOR = "tls"


if __name__ == "__main__":
    unittest.main()
