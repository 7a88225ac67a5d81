"""What tables won in a shift: from the lines of a database's file alone, by rules of its own."""
import json
import sqlite3


def value(chips):
    return sum(chip["chip"] * chip["count"] for chip in chips)


class Book:
    """A table's sums, from the lines of its log and of the house's, by this file's own rules."""

    def __init__(self, commission_later):
        self.later = commission_later
        self.stakes, self.cards = {}, []
        self.cards_win = self.paid = self.collected = self.commission = self.owed = 0
        self.chips_win = 0
        self.counts, self.slips, self.lost = {}, {}, {}

    def take(self, event):
        getattr(self, "take_" + event["ev"], lambda event: None)(event)

    def take_bet(self, event):
        self.stakes[event["box"], event["on"]] = event["amount"]

    def take_card(self, event):
        self.cards.append("A23456789TJQK".index(event["card"][0]) + 1)

    def take_paid(self, event):
        """Who lost and is paid keeps his stake, too."""
        self.paid += event["amount"]
        self.collected -= self.lost.pop((event["box"], event["on"]), 0)

    def take_commission_paid(self, event):
        self.commission += event["amount"]

    def take_result(self, event):
        values = [card if card < 10 else 0 for card in self.cards]
        rest, punto, banca = values[4:], values[:2], values[2:4]
        if sum(punto) % 10 <= 5 and sum(banca) % 10 < 8:
            punto.append(rest.pop(0))
        banca += rest
        punto, banca = sum(punto) % 10, sum(banca) % 10
        winner = "tie" if punto == banca else "punto" if punto > banca else "banca"
        self.lost = {}
        for (box, on), stake in self.stakes.items():
            if self.settle(on, stake, winner) < 0:
                self.lost[box, on] = stake
        self.stakes, self.cards = {}, []

    def settle(self, on, stake, winner):
        if on == "tie":
            due = 8 * stake if winner == "tie" else -stake
        elif winner == "tie":
            due = 0
        else:
            due = stake if on == winner else -stake
        if on == winner == "banca":
            commission = (stake * 5 + 50) // 100
            self.owed += commission if self.later else 0
            due -= 0 if self.later else commission
            self.cards_win += commission if self.later else 0
        self.cards_win -= due
        if due < 0:
            self.collected -= due
        return due

    def take_count(self, event):
        """The last of each kind holds."""
        worth = value(event["chips"]) * {"opener": -1, "closer": 1}[event["do"]]
        self.chips_win += worth - self.counts.get(event["do"], 0)
        self.counts[event["do"]] = worth

    def take_slip(self, event):
        """What was received counts; where a part says no chips, those of the part before."""
        if event["do"] == "request":
            self.slips[event["number"]] = event["kind"], value(event["chips"])
        kind, worth = self.slips[event["number"]]
        if "chips" in event:
            worth = value(event["chips"])
            self.slips[event["number"]] = kind, worth
        if event["do"] == "receive":
            self.chips_win += {"fill": -worth, "credit": worth}[kind]

    def take_drop(self, event):
        self.chips_win += sum(event["counts"].values())

    def paid_win(self):
        return self.collected - self.paid + self.commission


def read_books(path, shift):
    """Of each table, from the file alone."""
    books = {}
    with sqlite3.connect(f"file:{path}?mode=ro", uri=True) as database:
        rows = database.execute("SELECT log.name, event.line FROM event "
                                "JOIN log ON log.id = event.log_id ORDER BY event.seq").fetchall()
    database.close()
    for log, line in rows:
        event = json.loads(line)
        table = event.get("table") if log == "house" else log
        if not table or (log == "house" and event.get("shift") != shift):
            continue
        book = books.setdefault(table, Book(int(table[3:]) % 3 == 0))
        book.take(event)
    return books
