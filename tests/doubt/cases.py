"""A log as it was (the truth) beside the same log as it was recorded: cards unread, messages lost,
a shoe offline, and the rulings that end the doubt. Both have each event on the same line."""
import make_rounds

MODES = ("unread", "unread", "unread", "unread", "unread-never", "lost", "lost", "lost-two",
         "lost-late", "lost-false", "lost-never", "offline", "offline-lost", "offline-runout",
         "runout", "runout-many")
CARDS_ONLY_MODES = ("unread", "unread-never", "runout")
CAUSES = ("unread_card", "frames_lost", "device_offline", "dispute")
NEVER = ("unread-never", "lost-never", "runout-many")


class Row:
    """One line of both logs; None: a blank line there."""

    def __init__(self, true, seen):
        self.true, self.seen, self.cause, self.of = true, seen, None, None


class Case:
    def __init__(self, events, mode, rng):
        if events[0].get("set", {}).get("flow") == "cards_only":
            mode = rng.choice(CARDS_ONLY_MODES)
        self.mode, self.rest = mode, "cards" if "runout" in mode else None
        self.rows = [Row(event, event) for event in events]
        getattr(self, "make_" + mode.split("-")[0])(rng)

    # Where things are

    def cards(self, burn=False):
        """Rows of cards; without `burn` those of rounds."""
        return [row for row in self.rows if row.true and row.true.get("ev") == "card"
                and (burn or row.true["_round"])]

    def after(self, row):
        return self.rows[self.rows.index(row) + 1:]

    def until(self, row, *kinds):
        """The rows from this one to before the next true event of these kinds."""
        found = [row]
        for other in self.after(row):
            if other.true and other.true.get("ev") in kinds:
                break
            found.append(other)
        return found

    def add_after(self, row, event):
        """After the row, and what takes it back: nothing may come between."""
        while (after := self.after(row)) and after[0].true and after[0].true.get("ev") == "undo":
            row = after[0]
        new = Row(None, {**event, "_round": 0})
        self.rows.insert(self.rows.index(row) + 1, new)
        return new

    def rule_after(self, row, cause, remedy, card):
        event = {"ev": "ruling", "remedy": remedy, "card": card}
        ruling = self.add_after(row, {key: value for key, value in event.items() if value})
        ruling.cause = cause
        return ruling

    # What is doubted

    def make_unread(self, rng):
        count = rng.choice((1, 1, 1, 2, 2, 3, 4))
        rows = rng.sample(self.cards(burn=rng.random() < .1), count)
        if rng.random() < .5:   # in one round
            rows = rng.sample(same_round(self, rng.choice(rows)), 1) + rows
            rows = [row for row in rows if row.true["_round"] == rows[0].true["_round"]]
        for row in {id(row): row for row in rows}.values():
            card = row.true["card"]
            row.seen = {**row.true, "card": card[0] + "?" if rng.random() < .15 else "??"}
            if self.mode == "unread":
                self.read_later(rng, row, card)

    def read_later(self, rng, row, card):
        near = self.until(row, "bet", "no_more_bets", "unload")
        far = self.until(row, "unload")
        where = rng.choice((near[0], rng.choice(near), near[-1], rng.choice(far)))
        self.rule_after(where, row, "read_as", card)

    def make_runout(self, rng):
        for row in rng.sample(self.cards(), 1 if self.mode == "runout" else rng.choice((2, 2, 3))):
            row.seen = {**row.true, "card": "??"}

    def make_lost(self, rng):
        if self.mode in ("lost-two", "lost-false"):
            (self.make_two_lost if self.mode == "lost-two" else self.make_none_lost)(rng)
            return
        late = self.mode == "lost-late"
        cards = self.cards(burn=rng.random() < .1)
        row = rng.choice(last_cards(self) if late else cards[1:])
        before = self.rows[self.rows.index(row) - 1]
        card = row.true["card"]
        lost = {"ev": "device", "state": "lost", "detail": 1}
        if late:
            where = rng.choice(self.until(row, "card", "unload"))
            row.seen, row = None, self.add_after(where, lost)
        else:
            row.seen = {**lost, "_round": row.true["_round"]}
        if self.mode != "lost-never":
            limit = self.until(row, "no_more_bets", "unload")
            self.rule_after(rng.choice(limit), row, "insert_card", card).of = before

    def make_two_lost(self, rng):
        cards = self.cards()
        row = rng.choice([row for row in cards if self.after(row)[0] in cards])
        before, second = self.rows[self.rows.index(row) - 1], self.after(row)[0]
        row.seen = {"ev": "device", "state": "lost", "detail": 2}
        second.seen = None
        rows = self.until(row, "no_more_bets", "unload")
        places = sorted(rng.choice(range(1, len(rows))) for _ in range(2))
        for place, card in ((places[1], second), (places[0], row)):
            self.rule_after(rows[place], row, "insert_card", card.true["card"]).of = before

    def make_none_lost(self, rng):
        """No message was lost, whatever the device says."""
        row = self.add_after(rng.choice(self.cards()), {"ev": "device", "state": "lost",
                                                        "detail": rng.choice((1, 2, 0))})
        where = rng.choice(self.until(row, "no_more_bets", "unload"))
        self.rule_after(where, row, "false_alarm", None)

    def make_offline(self, rng):
        if self.mode == "offline-lost":
            self.make_offline_lost(rng)
            return
        if self.mode == "offline-runout":
            self.add_after(rng.choice(self.cards()), {"ev": "device", "state": "offline"})
            return
        first = rng.choice(self.cards())
        last = rng.choice(self.until(first, "no_more_bets", "unload"))
        self.add_after(last, {"ev": "device", "state": "online", "detail": 0})
        if last is first or rng.random() < .5:
            self.add_after(first, {"ev": "device", "state": "offline"})
        else:
            before = self.rows[self.rows.index(first) - 1]
            self.add_after(before, {"ev": "device", "state": "offline"})

    def make_offline_lost(self, rng):
        row = rng.choice(self.cards())
        before = self.rows[self.rows.index(row) - 1]
        row.seen = {"ev": "device", "state": "offline", "_round": row.true["_round"]}
        back = self.add_after(row, {"ev": "device", "state": "online", "detail": 1})
        where = rng.choice(self.until(back, "no_more_bets", "unload"))
        ruling = self.rule_after(where, row, "insert_card", row.true["card"])
        ruling.of = before

    def make_ruled(self, rng):
        """The pit is called once a round is paid, and rules in both logs alike."""
        number = rng.choice(self.cards()).true["_round"]
        last = [row for row in self.rows if row.true and row.true["_round"] == number][-1]
        call = self.add_after(last, {"ev": "call"})
        remedy = rng.choice(("void_round", "void_round", "let_stand"))
        ruling = self.rule_after(call, call, remedy, None)
        for row in (call, ruling):
            row.true = row.seen

    # Texts

    def truth(self, sabotctl):
        lines = []
        events = [row.true or {} for row in self.rows]
        for row, line in zip(self.rows, make_rounds.with_rest(events, self.rest)):
            if row.cause is not None and row.true:
                line = make_rounds.to_text(
                    {**row.true, "incident": self.find(sabotctl, lines, row)})
            lines.append(line if line != "{}" else "")
        return lines

    def line(self, row):
        return self.rows.index(row) + 1

    def line_of(self, row):
        """The line of a row, or of the one before it that was seen."""
        while row.seen is None:
            row = self.rows[self.rows.index(row) - 1]
        return self.line(row)

    def recorded(self, sabotctl):
        """The texts; incidents' numbers are looked up in what is derived before each ruling."""
        unload = {number: text for number, text in enumerate(self.truth(sabotctl))
                  if text.startswith('{"ev": "unload"')}
        lines = []
        for number, row in enumerate(self.rows):
            seen = row.seen
            if row.cause is not None:
                seen = {**seen, "incident": self.find(sabotctl, lines, row)}
                if row.of is not None:
                    seen["of"] = self.line_of(row.of)
                if seen["incident"] is None:   # nothing is in doubt there
                    seen = None
            lines.append(unload.get(number) or (make_rounds.to_text(seen) if seen else ""))
        return lines

    def find(self, sabotctl, lines, row):
        cause = self.line(row.cause)
        for line in make_rounds.audit(sabotctl, lines)[1]:
            if line["out"] == "incident" and line["line"] == cause and line["code"] in CAUSES:
                return line["id"]
        return None


def same_round(case, row):
    return [other for other in case.cards(burn=True)
            if other.true["_round"] == row.true["_round"]]


def last_cards(case):
    """The last card of each round."""
    return list({row.true["_round"]: row for row in case.cards()}.values())
