#!/usr/bin/env python3
"""Table money through the real daemon: documents by people and programs, and closing a shift.

usage: test-shift.py SABOTD SABOTCTL
"""
import datetime
import json
import subprocess
import sys
import unittest

from fixture import Daemon
from money_case import CALENDAR, shift_ago

SABOTD, SABOTCTL = sys.argv[1:3]
TABLES = (f"create_key = yes\nclient_time = date\n{CALENDAR}"
          "backdate_days = 3000\ncash_threshold = 200000\n"
          "[table PB-01]\nrules = punto-banco-es\nset.burn = 0\n"
          "[table PB-02]\nrules = punto-banco-es\n")
PINS = {"Ada": "271828", "Pia": "314159", "Sam": "161803", "Dee": "141421", "Rex": "662607"}
TWO = {"by": "a", "second": "b"}


def chips(*pairs):
    return [{"chip": chip, "count": count} for chip, count in pairs]


class ShiftCase(unittest.TestCase):
    def setUp(self):
        self.daemon = Daemon(SABOTD, TABLES)
        self.client = self.daemon.start()
        self.shift = shift_ago(1)  # it is over, whatever the time

    def tearDown(self):
        self.daemon.close()

    def write(self, **event):
        event.setdefault("shift", self.shift)
        return self.client.ok("document", event=event)["out"][0]

    def refused(self, **event):
        event.setdefault("shift", self.shift)
        return self.client.ask("document", event=event)["error"]

    def count(self, step, amount, table="PB-01", **more):
        return self.write(ev="count", do=step, table=table, chips=chips((500, amount // 500)),
                          **{**TWO, **more})

    def drop(self, table="PB-01", **counts):
        return self.write(ev="drop", do="box", table=table, box="D-1", counts=counts, **TWO)

    def opened(self):
        return [item["item"] for item in self.client.ok("shift_open", shift=self.shift)["open"]]

    def tables(self, **arguments):
        page = self.client.ok("shift_tables", **{"shift": self.shift, **arguments})
        return {table["table"]: table for table in page["tables"]}

    def sign_off(self, **more):
        return self.client.ask("sign_off", **{"shift": self.shift, **TWO, **more})

    def close_one_table(self):
        self.count("opener", 100000)
        self.drop(cash=50000)
        self.count("closer", 120000)


class Documents(ShiftCase):
    def test_chips_that_the_table_has_not(self):
        """A denomination that the table's rules do not name is a slip of the pen."""
        error = self.refused(ev="count", do="opener", table="PB-01", chips=chips((700, 3)), **TWO)
        self.assertEqual(error["class"], "bad_request")
        self.assertIn("PB-01 has no chip of 7.00", error["text"])
        error = self.refused(ev="slip", do="request", table="PB-01", kind="fill", by="pit",
                             chips=chips((500, 1), (300, 2)))
        self.assertIn("no chip of 3.00", error["text"])
        self.count("opener", 50000)

    def test_a_table_from_opener_to_win(self):
        self.count("opener", 100000)
        request = self.write(ev="slip", do="request", kind="fill", table="PB-01", by="a",
                             chips=chips((5000, 4)))
        self.assertEqual((request["number"], request["day"]), (1, self.shift[:10]))
        self.write(ev="slip", do="issue", table="PB-01", number=1, by="c")
        self.write(ev="slip", do="receive", table="PB-01", number=1, **TWO)
        self.drop(cash=60000, redemptions=5000)
        self.count("closer", 90000)
        table = self.tables()["PB-01"]
        self.assertEqual(table["win"], 90000 + 60000 - 100000 - 20000)
        self.assertEqual(table["hold_bp"], 5000)
        slips = self.client.ok("slips", day=self.shift[:10])["slips"]
        self.assertEqual([(slip["number"], slip["state"]) for slip in slips], [(1, "received")])

    def test_a_crash_forgets_nothing(self):
        self.close_one_table()
        before = self.tables(), self.client.ok("documents", shift=self.shift)
        self.daemon.kill()
        self.client = self.daemon.start()
        self.assertEqual((self.tables(), self.client.ok("documents", shift=self.shift)), before)
        # The log is an ordinary one: an audit reads it.
        lines = "".join(json.dumps(line) + "\n" for line in self.client.export("house"))
        done = subprocess.run([SABOTCTL, "audit", "-"], input=lines, text=True,
                              capture_output=True)
        self.assertEqual(done.returncode, 0, done.stderr)

    def test_entered_later(self):
        happened = "2026-01-02T07:30:00Z"  # of the first shift, whatever BEGIN is
        written = self.write(ev="tips", table="PB-01", amount=700, by="a", shift="2026-01-02/1",
                             happened=happened)
        self.assertEqual(written["happened"], happened)
        self.assertNotEqual(written["at"], happened)
        event = {"ev": "tips", "table": "PB-01", "amount": 700, "by": "a", "happened": happened}
        self.assertEqual(self.client.ok("document", event=event)["out"][0]["shift"],
                         "2026-01-02/1")

    def test_a_closer_is_the_one_befores(self):
        self.count("opener", 100000)
        event = {"ev": "count", "do": "closer", "table": "PB-01", "chips": chips((500, 7)), **TWO}
        self.assertEqual(self.client.ok("document", event=event)["out"][0]["shift"], self.shift)
        self.assertEqual(self.client.ok("document", event=event)["out"][0]["shift"], shift_ago(0))

    def test_what_it_refuses(self):
        for why, event in [
            ("event.ev", {"ev": "finding"}),
            ("there is no table", {"ev": "tips", "table": "PB-09", "amount": 1, "by": "a"}),
            ("event.by", {"ev": "tips", "table": "PB-01", "amount": 1}),
            ("event.second", {"ev": "count", "do": "closer", "table": "PB-01", "chips": [],
                              "by": "a"}),
            ("event.happened", {"ev": "tips", "table": "PB-01", "amount": 1, "by": "a",
                                "happened": "2126-01-01T00:00:00Z"}),
            ("shift", {"ev": "tips", "table": "PB-01", "amount": 1, "by": "a",
                       "shift": "2126-01-01/1"}),
            ("shift", {"ev": "tips", "table": "PB-01", "amount": 1, "by": "a",
                       "shift": "2026-01-01/4"}),
            ("event.patron", {"ev": "cash", "do": "in", "table": "PB-01", "amount": 200000,
                              "by": "a"}),
            ("a shift is sealed", {"ev": "seal", **TWO}),
        ]:
            error = self.refused(**event)
            self.assertTrue(error["text"].startswith(why), (event, error))
        self.assertEqual([event["ev"] for event in self.client.export("house")[1:]], ["started"])

    def test_without_a_database_it_is_paper(self):
        self.count("opener", 100000)
        self.daemon.kill()
        database = self.daemon.directory / "state" / "sabot.db"
        (self.daemon.directory / "state" / "sabot.db-wal").unlink(missing_ok=True)
        database.write_bytes(b"nonsense" * 1000)
        self.client = self.daemon.start()
        self.assertIn("write it on paper",
                      self.refused(ev="tips", table="PB-01", amount=1, by="a")["text"])

    def test_blank_forms(self):
        paper = self.write(ev="paper", forms=3, by="a")
        self.assertEqual((paper["number"], paper["to"]), (1, 3))
        self.write(ev="slip", do="request", kind="credit", table="PB-01", number=2, by="a",
                   chips=chips((500, 1)))
        self.assertIn("slip_gap/1", self.opened())
        self.assertIn("slip_gap/3", self.opened())
        self.assertIn("slip_open/PB-01/2", self.opened())

    def test_who_watches_sees_it(self):
        self.client.ok("watch")
        self.write(ev="tips", table="PB-01", amount=700, by="a")
        while not any(push["push"] == "step" for push in self.client.pushes):
            self.client.pushes.append(self.client.read())
        step = next(push for push in self.client.pushes if push["push"] == "step")
        self.assertEqual((step["out"][0]["out"], step["out"][0]["amount"]), ("document", 700))


class SignOff(ShiftCase):
    def test_what_hinders_it(self):
        self.count("opener", 100000)
        reply = self.sign_off()
        self.assertEqual(reply["error"]["class"], "not_allowed")
        self.assertIn("closer_missing/PB-01", reply["error"]["text"])
        self.assertEqual(self.opened(), ["closer_missing/PB-01", "drop_missing/PB-01"])
        self.count("closer", 100000)
        self.write(ev="remark", item="drop_missing/PB-01", note="counted tomorrow", by="a")
        self.assertIn("ok", self.sign_off())

    def test_played_tables_and_incidents(self):
        now = datetime.datetime.now(datetime.timezone.utc)
        at = (now - datetime.timedelta(hours=8)).isoformat().replace("+00:00", "Z")
        for event in [{"ev": "load", "decks": 6}, {"ev": "no_more_bets", "boxes": [1]},
                      *[{"ev": "card", "card": card} for card in ("9S", "KH", "2S", "5D")],
                      {"ev": "result", "winner": "banca"}, {"ev": "result"},
                      {"ev": "unload", "left": 300}]:
            self.client.event("PB-01", at=at, **event)
        opened = self.opened()
        self.assertEqual(opened[0][:20], "incident_grave/PB-01")
        for item in ["opener_missing/PB-01", "closer_missing/PB-01", "drop_missing/PB-01"]:
            self.assertIn(item, opened)
        # Where no documents are, it was played at all the same.
        shift = self.client.ok("shift", shift=self.shift)
        self.assertEqual((shift["rounds"], shift["tables"]), (1, 1))
        table = self.tables()["PB-01"]
        self.assertEqual((table["rounds"], "opener" in table), (1, False))
        done = subprocess.run([SABOTCTL, "shift", "reckon", "--socket", self.daemon.socket,
                               "--shift", self.shift, "--json"], capture_output=True, text=True)
        told, = json.loads(done.stdout)
        self.assertEqual(told["table"], "PB-01")

    def test_sealed_and_signed(self):
        self.close_one_table()
        self.assertIn("ok", self.sign_off())
        shift = self.client.ok("shift", shift=self.shift)
        self.assertTrue(shift["signed"])
        self.assertEqual(shift["sealed"]["totals"]["win"], 70000)
        self.assertIn("sealed already", self.sign_off()["error"]["text"])
        tips = {"ev": "tips", "table": "PB-01", "amount": 1}
        self.assertIn("signed by two", self.refused(**tips, by="a")["text"])
        self.assertIn("is sealed", self.refused(**tips, **TWO)["text"])
        # What turns out later is an entry of its own, and an exception.
        closer = [document for document in
                  self.client.ok("documents", shift=self.shift)["documents"]
                  if document.get("do") == "closer"][0]
        self.count("closer", 119500, corrects=closer["n"], note="one chip was another table's")
        shift = self.client.ok("shift", shift=self.shift)
        self.assertEqual((shift["exceptions"], shift["sum"]["win"]), (1, 69500))
        self.assertEqual(shift["sealed"]["totals"]["win"], 70000)

    def test_not_before_its_end(self):
        self.shift = shift_ago(0)
        self.close_one_table()
        item = self.client.ok("shift_open", shift=self.shift)["open"][0]
        self.assertEqual((item["item"], item["blocks"]), ("running", True))
        self.assertIn(item["number"], range(1, 8 * 60 + 1))
        # Nor does a remark help.
        self.write(ev="remark", item="running", note="the doors are shut", by="a")
        self.assertIn("the first is running", self.sign_off()["error"]["text"])
        # The money of what is left of it has its place.
        self.write(ev="tips", table="PB-01", amount=700, by="a")

    def test_earlier_shifts_first(self):
        self.close_one_table()
        self.shift = shift_ago(0)
        self.count("closer", 120000)
        self.drop(cash=1)
        self.assertIn(f"{shift_ago(1)} comes first", self.sign_off()["error"]["text"])


class Persons(ShiftCase):
    def setUp(self):
        super().setUp()
        code = self.client.ok("person_code")["code"]
        self.client.ok("person_create", name="Ada", role="admin", pin=PINS["Ada"], code=code)
        for name, role in [("Pia", "pit"), ("Sam", "shift"), ("Dee", "dealer")]:
            self.log_in("Ada")
            self.client.ok("person_create", name=name, role=role, pin=PINS[name])
            self.log_in(name, new=True)

    def log_in(self, name, new=False):
        if new and "new_pin_wanted" in str(self.client.ask("login", name=name, pin=PINS[name])):
            PINS[name] = PINS[name][::-1]
            self.client.ok("login", name=name, pin=PINS[name][::-1], new=PINS[name])
        return self.client.ok("login", name=name, pin=PINS[name])["person"]

    def test_two_persons(self):
        second = {"name": "Pia", "pin": PINS["Pia"]}
        closer = {"ev": "count", "do": "closer", "table": "PB-01", "chips": chips((500, 1)),
                  "shift": self.shift}
        self.client.ok("logout")
        self.assertEqual(self.client.ask("document", event=closer)["error"]["class"],
                         "login_wanted")
        dealer = self.log_in("Dee")
        self.assertEqual(self.client.ask("document", event=closer)["error"]["class"],
                         "second_wanted")
        self.assertEqual(self.client.ask("document", event={**closer, "second": "p9"})
                         ["error"]["class"], "bad_request")
        wrong = {"name": "Pia", "pin": "000111"}
        self.assertIn("second: ", self.client.ask("document", event=closer, second=wrong)
                      ["error"]["text"])
        himself = {"name": "Dee", "pin": PINS["Dee"]}
        self.assertIn("same person", self.client.ask("document", event=closer, second=himself)
                      ["error"]["text"])
        written = self.client.ok("document", event=closer, second=second)["out"][0]
        self.assertEqual(written["by"], dealer)
        self.assertNotEqual(written["second"], dealer)

        # Closing is the shift's, and another's.
        drop = {"ev": "drop", "do": "box", "table": "PB-01", "box": "1", "counts": {"cash": 1},
                "shift": self.shift}
        self.client.ok("document", event=drop, second=second)
        self.client.ok("document", event={**closer, "do": "opener"}, second=second)
        self.assertEqual(self.client.ask("sign_off", shift=self.shift, second=second)
                         ["error"]["class"], "not_allowed")
        sam = self.log_in("Sam")
        self.assertEqual(self.client.ask("sign_off", shift=self.shift)["error"]["class"],
                         "second_wanted")
        seal = self.client.ok("sign_off", shift=self.shift, second=second)["out"][0]
        self.assertEqual((seal["by"], seal["second"]), (sam, written["second"]))

    def test_after_the_seal(self):
        """What two have signed for others amend: with a second, as the same kind of document."""
        second = {"name": "Pia", "pin": PINS["Pia"]}
        self.log_in("Ada")
        self.client.ok("person_create", name="Rex", role="audit", pin=PINS["Rex"])
        count = {"ev": "count", "table": "PB-01", "shift": self.shift}
        self.log_in("Dee")
        [opener] = self.client.ok("document", event={**count, "do": "opener",
                                  "chips": chips((500, 200))}, second=second)["out"]
        [closer] = self.client.ok("document", event={**count, "do": "closer",
                                  "chips": chips((500, 160))}, second=second)["out"]
        self.client.ok("document", second=second, event={
            "ev": "drop", "do": "box", "table": "PB-01", "box": "1", "counts": {"cash": 30000},
            "shift": self.shift})
        self.log_in("Sam")
        [seal] = self.client.ok("sign_off", shift=self.shift, second=second)["out"]
        amended = {**count, "do": "closer", "chips": chips((500, 200)),
                   "corrects": closer["n"], "note": "found under the rail"}
        for name in ("Dee", "Pia"):
            self.log_in(name)
            error = self.client.ask("document", event=amended, second={
                "name": "Sam", "pin": PINS["Sam"]})["error"]
            self.assertEqual(error["class"], "not_allowed", name)
        self.log_in("Rex", new=True)
        tips = {"ev": "tips", "table": "PB-01", "amount": 700, "shift": self.shift,
                "corrects": seal["n"], "note": "was not entered", "amends": 3}
        self.assertEqual(self.client.ask("document", event=tips)["error"]["class"],
                         "second_wanted")
        self.client.ok("document", event=tips, second=second)
        self.log_in("Sam")
        for wrong, why in ((opener["n"], "none of the same kind"),
                           (seal["n"], "was counted")):
            error = self.client.ask("document", event={**amended, "corrects": wrong},
                                    second=second)["error"]
            self.assertIn(why, error["text"])
        [document] = self.client.ok("document", event=amended, second=second)["out"]
        self.assertEqual((document["amends"], document["corrects"]), (seal["n"], closer["n"]))
        shift = self.client.ok("shift", shift=self.shift)
        self.assertEqual((shift["sealed"]["totals"]["win"], shift["sum"]["win"],
                          shift["exceptions"]), (10000, 30000, 2))

    def test_at_a_terminal(self):
        done = subprocess.run(
            [SABOTCTL, "count", "--socket", self.daemon.socket, "PB-02", "closer", "500x3",
             "2500x1", "--shift", self.shift, "--as", "Dee", "--second", "Pia"],
            input=f"{PINS['Dee']}\n{PINS['Pia']}\n", capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("count closer  40.00", done.stdout)


class Terminal(ShiftCase):
    def run_verb(self, *words, status=0):
        done = subprocess.run([SABOTCTL, words[0], "--socket", self.daemon.socket, *words[1:]],
                              capture_output=True, text=True)
        self.assertEqual(done.returncode, status, (words, done.stdout, done.stderr))
        return done.stdout + done.stderr

    def test_a_shift_by_verbs(self):
        two = ["--by", "a", "--second", "b", "--shift", self.shift]
        self.run_verb("count", "PB-01", "opener", "500x100", *two)
        self.run_verb("slip", "request", "PB-01", "fill", "500x10", *two)
        self.run_verb("slip", "issue", "PB-01", "1", "--by", "c", "--shift", self.shift)
        self.run_verb("slip", "receive", "PB-01", "1", *two)
        self.run_verb("slip", "paper", "2", *two)
        self.run_verb("slip", "void", "PB-01", "2", "--note", "torn", *two)
        # The other form was written on while nothing worked.
        happened = (datetime.datetime.now(datetime.timezone.utc) -
                    datetime.timedelta(hours=9)).strftime("%Y-%m-%dT%H:%M:%SZ")
        late = self.run_verb("slip", "request", "PB-01", "credit", "500x2", "--number", "3",
                             "--happened", happened, "--json", *two)
        self.assertEqual((json.loads(late)["number"], json.loads(late)["happened"]), (3, happened))
        self.run_verb("slip", "void", "PB-01", "3", "--note", "not used", *two)
        self.run_verb("marker", "issue", "PB-01", "5000", "K-17", *two)
        self.run_verb("marker", "redeem", "PB-01", "1", "5000", *two)
        self.run_verb("drop", "PB-01", "D-7", "cash=30000", "markers=5000", *two)
        self.run_verb("tips", "PB-01", "700", *two)
        self.run_verb("cash", "PB-01", "in", "300000", "K-17", *two)
        self.run_verb("cards", "receive", "A-1", "6", *two)
        self.run_verb("cards", "issue", "A-1", "PB-01", *two)
        self.assertIn("closer", self.run_verb("shift", "open", "--shift", self.shift, status=1))
        self.run_verb("shift", "seal", *two, status=2)
        self.run_verb("count", "PB-01", "closer", "500x90", *two)
        self.run_verb("shift", "open", "--shift", self.shift)
        tables = self.run_verb("shift", "tables", "--shift", self.shift)
        self.assertRegex(tables, r"PB-01 +500.00 +50.00 +0.00 +350.00 +450.00 +250.00 +71.43 %")
        slips = self.run_verb("shift", "slips", "--day", self.shift[:10])
        self.assertRegex(slips, r"2 .*void .*torn")
        self.assertIn("is sealed", self.run_verb("shift", "seal", *two))
        self.assertIn("sealed and signed", self.run_verb("shift", "show", "--shift", self.shift))
        self.assertIn(self.shift, self.run_verb("shift", "list"))
        documents = [json.loads(line) for line in
                     self.run_verb("shift", "documents", "--shift", self.shift).splitlines()]
        self.assertEqual(documents[-1]["ev"], "seal")
        [tips] = [document["n"] for document in documents if document["ev"] == "tips"]
        self.run_verb("tips", "PB-01", "900", *two, "--corrects", str(tips), "--note", "a box")
        self.check_reports(happened)

    def check_reports(self, happened):
        """What was entered late has both times; after the seal, what it was before."""
        def rows(name, section):
            return [row for row in self.report(name)[0][section] if row["role"] == "row"]
        [late] = [row for row in rows("fill-credit", "parts")
                  if row["number"] == 3 and row["amount_minor"] == 1000]
        at_us = int(datetime.datetime.fromisoformat(happened.replace("Z", "+00:00")).timestamp())
        self.assertEqual(late["happened"], at_us * 1000000)
        self.assertGreater(late["entered"], late["happened"] + 8 * 3600 * 1000000)
        [sealed] = rows("exceptions", "after_seal")
        self.assertEqual((sealed["before_minor"], sealed["amount_minor"], sealed["note"]),
                         (700, 900, "a box"))
        self.assertEqual([row["amount_minor"] for row in rows("cash", "entries")], [5000, 5000])
        # Each report of table money says who sealed it, and what was signed for.
        for name in ("cash", "inventory", "fill-credit", "table-shift", "master-games"):
            [seal] = rows(name, "seals")
            self.assertEqual((seal["by"], seal["second"], seal["amendments"]), ("a", "b", 1))
            [figure] = rows(name, "amended")
            self.assertEqual((figure["table"], figure["sealed_minor"], figure["amended_minor"]),
                             ("PB-01", 700, 900))
            self.assertEqual(rows(name, "after_seal")[0]["note"], "a box")

    def test_a_load_in_the_shoe_is_veiled(self):
        now = datetime.datetime.now(datetime.timezone.utc)
        at = (now - datetime.timedelta(hours=8)).isoformat().replace("+00:00", "Z")
        for _ in range(2):
            for event in [{"ev": "load", "decks": 6},
                          {"ev": "bet", "box": 1, "on": "punto", "amount": 500},
                          {"ev": "no_more_bets"},
                          *[{"ev": "card", "card": card} for card in ("9S", "KH", "2S", "5D")],
                          {"ev": "result"}]:
                self.client.event("PB-01", at=at, **event)
        two = ["--by", "a", "--second", "b", "--shift", self.shift]
        self.run_verb("count", "PB-01", "opener", "500x100", *two)
        self.run_verb("drop", "PB-01", "D-7", "cash=0", *two)
        self.run_verb("count", "PB-01", "closer", "500x98", *two)
        words = ["reckon", "PB-01", "--shift", self.shift]
        told = json.loads(self.run_verb("shift", *words, "--json"))[0]
        self.assertEqual((told["veiled"], told["rounds"], told["cards_win"]), (2, 1, -500))
        # Five hundred of it are in the load that is veiled.
        self.assertEqual((told["chips_win"], told.get("unexplained"), told["differences"]),
                         (-1000, None, []))
        printed = self.run_verb("shift", *words)
        self.assertRegex(printed, r"-10\.00 +not yet known\b")
        self.assertIn("load 2 is still in the shoe", printed)
        # It is none of the shift before.
        told = json.loads(self.run_verb("shift", "reckon", "PB-01", "--shift", shift_ago(2),
                                        "--json"))[0]
        self.assertNotIn("veiled", told)
        self.client.event("PB-01", ev="unload", left=200)
        told = json.loads(self.run_verb("shift", *words, "--json"))[0]
        self.assertEqual((told.get("veiled"), told["rounds"], told["unexplained"]), (None, 2, 0))

    def test_tables_where_nothing_is_dealt(self):
        """They have money all the same: it is reckoned, told and summed as far as it is counted."""
        two = ["--by", "a", "--second", "b", "--shift", self.shift]
        for table in ("PB-01", "PB-02"):
            self.run_verb("count", table, "opener", "500x100", *two)
        told = json.loads(self.run_verb("shift", "reckon", "--shift", self.shift, "--json"))
        self.assertEqual([(table["table"], table["rounds"]) for table in told],
                         [("PB-01", 0), ("PB-02", 0)])
        self.assertIn("there is no table PB-09", self.run_verb(
            "shift", "reckon", "PB-09", "--shift", self.shift, status=2))
        self.run_verb("drop", "PB-01", "D-7", "cash=30000", *two)

        sections, remarks = self.report("inventory", "--table", "PB-01")
        self.assertEqual([(row["table"], row["opener"]) for row in sections["chips"][:-1]],
                         [("PB-01", 100)])
        self.assertEqual([row["box"] for row in sections["boxes"][:1]], ["D-7"])
        self.assertEqual((sections["chips"][-1]["role"], sections["chips"][-1]["closer_minor"]),
                         ("total", None))
        self.assertIn("closer is missing: PB-01.", remarks)
        floats = self.report("table-shift", "--table", "PB-01")[0]["floats"]
        self.assertEqual([(row["table"], row["drop_minor"]) for row in floats],
                         [("PB-01", 30000)])

        self.run_verb("count", "PB-02", "closer", "500x98", *two)
        sections, remarks = self.report("inventory")
        self.assertEqual(sections["chips"][-1]["closer_minor"], 49000)
        self.assertIn("closer is missing: PB-01.", remarks)
        self.run_verb("count", "PB-01", "closer", "500x100", *two)
        sections, remarks = self.report("inventory")
        self.assertEqual(sections["chips"][-1]["closer_minor"], 99000)
        self.assertNotIn("missing", remarks)

    def report(self, name, *options):
        """Its sections' rows by their names, and its remarks."""
        report = json.loads(self.run_verb("report", name, "--shift", self.shift, "--format",
                                          "json", *options))
        return ({section["id"]: section["rows"] for section in report["sections"]},
                " ".join(report["remarks"]))

    def test_what_it_complains_of(self):
        for words in [["count", "PB-01"], ["slip", "issue", "PB-01", "x"], ["drop", "PB-01", "1",
                      "cash"], ["marker", "issue", "PB-01"], ["cards", "issue", "A-1"],
                      ["tips", "PB-01", "x"], ["cash", "PB-01"], ["shift", "nothing"],
                      ["shift"], ["shift", "seal"], ["count", "PB-01", "closer", "500"]]:
            self.assertTrue(self.run_verb(*words, status=2), words)


class SimulatedTable(ShiftCase):
    """A simulated table beside real ones counts in no shift, and blocks no seal."""
    SIMULATED = "[table SIM-1]\nrules = punto-banco-es\nset.burn = 0\nsimulated = yes\n"

    def setUp(self):
        self.daemon = Daemon(SABOTD, TABLES + self.SIMULATED)
        self.client = self.daemon.start()
        self.shift = shift_ago(0)

    def play(self, table):
        for event in ({"ev": "load", "decks": 6}, {"ev": "no_more_bets"},
                      *({"ev": "card", "card": card} for card in ("9S", "KH", "7S", "KD")),
                      {"ev": "result"}, {"ev": "call"}):
            self.client.event(table, **event)

    def state(self):
        shift = self.client.ok("shift", shift=self.shift)
        tables = self.client.ok("shift_tables", shift=self.shift)["tables"]
        return shift["rounds"], shift["tables"], [table["table"] for table in tables]

    def tables_open(self):
        return {item.get("table") for item in
                self.client.ok("shift_open", shift=self.shift)["open"]}

    def test_beside_real_tables(self):
        self.play("SIM-1")
        self.assertEqual(self.state(), (0, 0, []))
        self.assertNotIn("SIM-1", self.tables_open())
        error = self.refused(ev="count", do="opener", table="SIM-1", chips=chips((500, 4)), **TWO)
        self.assertIn("is a simulated table", error["text"])
        self.play("PB-01")
        self.assertEqual(self.state(), (1, 1, ["PB-01"]))
        self.assertIn("PB-01", self.tables_open())
        self.assertNotIn("SIM-1", self.tables_open())

    def test_where_all_are_simulated_all_count(self):
        self.assertEqual(self.daemon.stop(), 0)
        house = TABLES[:TABLES.index("[table")]
        self.daemon.write_config(house + self.SIMULATED)
        self.client = self.daemon.start()
        self.play("SIM-1")
        self.assertEqual(self.state(), (1, 1, ["SIM-1"]))
        self.assertIn("SIM-1", self.tables_open())
        self.write(ev="count", do="opener", table="SIM-1", chips=chips((500, 4)), **TWO)


if __name__ == "__main__":
    del sys.argv[1:]
    unittest.main()
