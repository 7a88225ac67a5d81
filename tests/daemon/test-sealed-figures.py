#!/usr/bin/env python3
"""What two persons have sealed stays as it is: nothing that is entered later changes a figure of a
sealed shift, unless it is an amendment there.

usage: test-sealed-figures.py SABOTD
"""
import datetime
import unittest

from house_case import PINS, TABLES
from money_case import CALENDAR, CHIPS, Money, shift_ago

BY_TWO = ("Sol", "Sal")


class SealedFigures(Money):
    general = "create_key = yes\nclient_time = date\n"
    more = CALENDAR
    names = ("Dan", "Pia", "Pat", "Sol", "Sal", "Cai", "Con")

    def count(self, shift, step, n, **more):
        return self.done("Pia", "Pat", ev="count", do=step, shift=shift,
                         chips=[{"chip": 2500, "count": n}], **more)

    def part(self, step, shift, number, **more):
        """A part of a slip, by whoever may sign it."""
        kind = more.pop("kind", "credit")
        first = {("fill", "issue"): "Cai", ("credit", "issue"): "Dan", ("fill", "receive"): "Dan",
                 ("credit", "receive"): "Cai"}.get((kind, step), "Pia")
        second = {"receive": "Pat", "void": "Pat"}.get(step)
        if step == "request":
            more |= {"kind": kind, "chips": CHIPS}
        return (first, second), {"ev": "slip", "do": step, "shift": shift,
                                 **({"number": number} if number else {}), **more}

    def slip_part(self, *arguments, **more):
        signers, event = self.part(*arguments, **more)
        return self.done(*signers, **event)

    def slip_fails(self, text, *arguments, **more):
        signers, event = self.part(*arguments, **more)
        self.assertEqual(self.fails(text, *signers, **event), "bad_request")

    def whole_slip(self, shift, kind="credit"):
        number = self.slip_part("request", shift, None, kind=kind)["number"]
        return [number, *(self.slip_part(step, shift, number, kind=kind)["n"]
                          for step in ("issue", "receive"))]

    def ask_seal(self, shift):
        return self.client_of["Sol"].ask("sign_off", shift=shift,
                                         second={"name": "Sal", "pin": "9274"})

    def seal(self, shift):
        for item in self.client_of["Sol"].ok("shift_open", shift=shift)["open"]:
            self.assertFalse(item["blocks"], item)
            self.done("Sol", table=None, ev="remark", item=item["item"], note="seen", shift=shift)
        reply = self.ask_seal(shift)
        self.assertIn("ok", reply)
        return reply["ok"]["out"][0]["n"]

    def close(self, shift):
        self.count(shift, "closer", 40)
        return self.seal(shift)

    def figures(self, shift):
        return self.client_of["Sol"].ok("shift_tables", shift=shift)["tables"]

    def play(self, shift_ago_n):
        now = datetime.datetime.now(datetime.timezone.utc)
        at = (now - datetime.timedelta(hours=8 * shift_ago_n)).isoformat().replace("+00:00", "Z")
        for event in ({"ev": "load", "decks": 6}, {"ev": "card", "card": "AC"},
                      {"ev": "card", "card": "2C"}, {"ev": "no_more_bets"},
                      *({"ev": "card", "card": card} for card in ("9S", "KH", "KS", "8D")),
                      {"ev": "result"}):
            self.client_of["Pia"].event("PB-02", at=at, **event)

    def restart(self, calendar):
        """With other lines of the calendar."""
        self.daemon.kill()
        self.daemon.write_config(self.general + TABLES + self.more + calendar)
        self.client = self.daemon.start()
        self.client_of = {name: self.login(name) for name in self.client_of}

    def test_a_corrected_part_counts(self):
        """Also after a restart; its chips are those of the part where it names none."""
        shift = shift_ago(1)
        credit, issue, receipt = self.whole_slip(shift)
        before = self.figures(shift)
        self.slip_part("issue", shift, credit, corrects=issue, note="typed")
        self.slip_part("receive", shift, credit, corrects=receipt, note="typed")
        self.assertEqual(self.figures(shift), before)
        fill, issue, _ = self.whole_slip(shift, "fill")
        before = self.figures(shift)
        self.slip_part("issue", shift, fill, kind="fill", corrects=issue, note="typed")
        self.assertEqual(self.figures(shift), before)
        self.assertEqual([slip["kind"] for slip in self.client_of["Pia"].ok(
            "slips", day=shift[:10])["slips"]], ["credit", "fill"])
        self.restart("")
        self.assertEqual(self.figures(shift), before)

    def test_nothing_before_a_sealed_shift(self):
        """A closer there would be the opener of the sealed one."""
        earlier, shift = shift_ago(3), shift_ago(2)
        self.count(shift, "opener", 30)
        self.close(shift)
        before = self.figures(shift)
        text = f"{shift} is sealed, which is later than {earlier}"
        event = {"ev": "count", "do": "closer", "shift": earlier, "chips": CHIPS}
        self.assertEqual(self.fails(text, "Pia", "Pat", **event), "bad_request")
        self.fails(text, "Dan", ev="tips", amount=5, shift=earlier)
        self.assertEqual(self.figures(shift), before)
        self.done("Dan", ev="tips", amount=5, shift=shift_ago(1))

    def test_void_of_a_sealed_figure(self):
        shift, later = shift_ago(2), shift_ago(1)
        self.count(shift, "opener", 40)
        marker = self.done("Pia", "Pat", ev="marker", do="issue", amount=900, patron="K-1",
                           shift=shift)
        seal = self.close(shift)
        before = self.figures(shift)
        void = {"ev": "marker", "do": "void", "number": marker["number"], "note": "torn",
                "day": marker["day"]}
        for other in (later, shift_ago(0)):
            self.fails(f"the figure is of {shift}, which is sealed", *BY_TWO, **void, shift=other)
        self.assertEqual(self.figures(shift), before)
        self.done(*BY_TWO, **void, shift=shift, corrects=seal)
        self.assertEqual(self.client_of["Sol"].ok("shift", shift=shift)["exceptions"], 1)

    def test_a_slip_is_in_the_order_of_its_shifts(self):
        """Sealed, the earlier shift would have a figure of a slip that is still open."""
        earlier, shift = shift_ago(2), shift_ago(1)
        number = self.slip_part("request", shift, None)["number"]
        day = {"day": shift[:10]}
        self.slip_fails(f"what was before on this slip is of {shift}", "issue", earlier, number,
                        **day)
        self.slip_part("issue", shift, number)
        self.slip_fails("what was before", "void", earlier, number, note="torn", **day)
        self.slip_part("receive", shift, number)

    def test_a_correction_is_of_the_same_slip(self):
        shift = shift_ago(1)
        request = self.slip_part("request", shift, None)
        for kind, number, text in (("fill", request["number"], "a fill does not become a credit"),
                                   ("credit", request["number"] + 1, "has another number")):
            self.slip_fails(text, "request", shift, number, kind=kind, corrects=request["n"],
                            note="typed")
        tips = self.done("Dan", ev="tips", amount=5, shift=shift)["n"]
        self.fails("is none of the same kind, step and table", "Dan", ev="tips", amount=6,
                   shift=shift, table="PB-02", corrects=tips, note="typed")
        self.assertEqual([slip["state"] for slip in self.client_of["Pia"].ok(
            "slips", day=shift[:10])["slips"]], ["requested"])

    def test_a_shift_that_was_played_comes_first(self):
        """It is sealed before later ones though nobody wrote anything of it; also days later."""
        n_ago = next(n for n in (4, 5, 6) if shift_ago(n).endswith("/1"))
        first, skipped, later = shift_ago(n_ago + 1), shift_ago(n_ago), shift_ago(1)
        self.restart("backdate_days = 3000\n")
        for n in (n_ago + 1, n_ago, 1):
            self.play(n)
        self.fails("nothing is entered any more", "Dan", ev="tips", amount=5,
                   shift=shift_ago(9010))
        self.count(first, "opener", 40, table="PB-02")
        self.count(first, "closer", 40, table="PB-02")
        self.seal(first)
        self.restart("backdate_days = 0\n")
        self.fails("nothing is entered any more", "Dan", ev="tips", amount=5,
                   shift=shift_ago(n_ago - 1))
        self.count(later, "closer", 40, table="PB-02")
        error = self.ask_seal(later)["error"]
        self.assertEqual(error["class"], "not_allowed")
        self.assertIn(f"{skipped} comes first", error["text"])
        shifts = [row["shift"] for row in self.client_of["Sol"].ok("shifts")["shifts"]]
        self.assertEqual(shifts, [first, skipped, later])
        self.count(skipped, "closer", 35, table="PB-02")
        self.seal(skipped)
        self.seal(later)
        shifts = [row["shift"] for row in self.client_of["Sol"].ok("shifts")["shifts"]]
        self.assertEqual(shifts, [first, skipped, later])

    def begin(self, name, verb, second, **arguments):
        """Without the answer, which wait_for_answer() gives."""
        self.client_of[name].send({"id": 9000, "do": verb, **arguments,
                                   "second": {"name": second, "pin": PINS[second]}})

    def wait_for_answer(self, name):
        while True:
            message = self.client_of[name].read()
            if message.get("id") == 9000:
                return message

    def bank(self, shift, step, cash):
        return self.done("Cai", "Con", table=None, ev="bank", do=step, chips=[], cash=cash,
                         shift=shift, **({"note": "from the safe"} if step == "in" else {}))["n"]

    def test_sealed_while_a_pin_is_checked(self):
        """Who may witness a bank's document may not sign an amendment."""
        self.restart("backdate_days = 3000\n")
        for n_ago in range(6, 0, -1):
            shift = shift_ago(n_ago)
            if n_ago == 6:
                self.bank(shift, "opener", 1000)
            came = self.bank(shift, "in", 500)
            self.bank(shift, "closer", 1000 + 500 * (7 - n_ago))
            for item in self.client_of["Sol"].ok("shift_open", shift=shift)["open"]:
                self.assertFalse(item["blocks"], item)
                self.done("Sol", table=None, ev="remark", item=item["item"], note="seen",
                          shift=shift)
            self.begin("Sal", "sign_off", "Pia", shift=shift)
            self.begin("Sol", "document", "Con", event={
                "ev": "bank", "do": "in", "cash": 99, "note": "typed", "corrects": came,
                "shift": shift})
            self.assertIn("ok", self.wait_for_answer("Sal"))
            self.wait_for_answer("Sol")
        self.assertEqual([line for line in self.house("bank") if "amends" in line], [])

    def test_a_sealed_day_is_not_sealed_again(self):
        """As three shifts: the calendar had one a day when the day was sealed."""
        n_ago = next(n for n in (4, 5, 6) if shift_ago(n).endswith("/2"))
        whole = shift_ago(n_ago)[:-1] + "1"
        self.more, three = "", self.more
        one = three.split("shifts = ")[0]
        self.restart(one + "backdate_days = 3000\n")
        self.play(n_ago)
        for step in ("opener", "closer"):
            self.count(whole, step, 40, table="PB-02")
        self.seal(whole)
        self.restart(three + "backdate_days = 3000\n")
        shifts = [row["shift"] for row in self.client_of["Sol"].ok("shifts")["shifts"]]
        self.assertEqual(shifts, [whole])
        later = shift_ago(1)
        self.count(later, "closer", 40, table="PB-02")
        self.seal(later)


if __name__ == "__main__":
    unittest.main(argv=["test-sealed-figures.py"])
