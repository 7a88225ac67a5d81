"""Tables that are dealt while the daemon comes and goes: shoes, dealers who do what a table's
prompt says and come back by themselves, and a screen. Dealers and screen write down every
acknowledgement and every push that they get; what was recorded is held against that."""

import contextlib
import json
import random
import socket
import sqlite3
import threading
import time

from fixture import DEADLINE_S, Client, Shoe, full_shoe
from ref_shoe import RefShoe

LOAD_CARDS = 250    # then it is shuffled
LEAST, MOST = 1000, 50000  # a stake, within the profile's limits
BY_DEVICE = ("card", "device")
REPEAT_S = 0.1
GONE = (OSError, ConnectionError)


class TcpAngel(Shoe):
    """An Angel Eye behind a serial device server."""

    def __init__(self):
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        self.line = None
        self.number, self.last = 0, b""
        self.thread = threading.Thread(target=self.accept, daemon=True)
        self.thread.start()

    def accept(self):
        while True:
            try:
                line = self.listener.accept()[0]
            except OSError:
                return
            self.hang_up()
            self.line = line

    def hang_up(self):
        if self.line:
            self.line.close()
        self.line = None

    def repeat(self):
        try:
            if self.line:
                self.line.sendall(self.last * 3)
        except OSError:
            pass  # nobody is there: the next one comes by itself

    def close(self):
        self.listener.shutdown(socket.SHUT_RDWR)
        self.thread.join()
        self.listener.close()
        self.hang_up()


def read_after(database, table, n):
    """The events of a table's log that come after number `n`, from the database itself."""
    with contextlib.closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as db:
        return [json.loads(line) for (line,) in db.execute(
            "SELECT line FROM event JOIN log ON log.id = log_id WHERE name = ? AND n > ?"
            " ORDER BY n", (table, n))]


class Worker(threading.Thread):
    """A client of its own that comes back when the daemon does."""

    def __init__(self, daemon):
        super().__init__(daemon=True)
        self.daemon_socket = daemon.socket
        self.is_stopped = False
        self.failure = None
        self.client = None

    def connect(self):
        deadline = time.monotonic() + DEADLINE_S
        while not self.is_stopped:
            try:
                self.client = Client(self.daemon_socket)
                return self.begin()
            except GONE:
                self.disconnect()
                assert time.monotonic() < deadline, "the daemon does not come back"
                time.sleep(0.005)

    def disconnect(self):
        if self.client:
            self.client.close()
        self.client = None

    def run(self):
        try:
            while not self.is_stopped:
                try:
                    if not self.client:
                        self.connect()
                    else:
                        self.work()
                except GONE:
                    self.disconnect()
        except Exception as failure:  # told by the main thread
            self.failure = failure
        self.disconnect()

    def stop(self):
        self.is_stopped = True


class Dealer(Worker):
    """Does at one table what its prompt says. What was not acknowledged when the daemon died is
    looked up in the log, and said again only if it is not there."""

    def __init__(self, daemon, table, shoe, seed):
        super().__init__(daemon)
        self.table, self.shoe = table, shoe
        self.random = random.Random(seed)
        self.amount = LEAST
        self.acknowledged = []  # (n, seq, event)
        self.said, self.unsure = [], []
        self.cards, self.dealt = [], []
        self.n_before_load = 0
        self.n_known = 0
        self.ruled = set()  # silences of the shoe
        self.repeat_at = 0.0

    def begin(self):
        """What became of that which was under way."""
        n_recorded = self.client.view(self.table)["n"]
        while self.n_known < n_recorded:
            self.settle(read_after(self.client.database, self.table, self.n_known))

    def look(self):
        """The table as it is now; None: it is not known yet."""
        return self.client.view(self.table)

    def settle(self, events):
        for event in events:
            self.n_known += 1
            if self.shoe and event["ev"] in BY_DEVICE:
                continue
            assert self.unsure and is_same(event, self.unsure[0]), (self.table, event, self.unsure)
            self.said.append(self.unsure.pop(0))

    def say(self, *events):
        assert not self.unsure
        self.unsure = list(events)
        self.say_unsure()

    def say_unsure(self):
        events = list(self.unsure)
        for event in events:
            self.client.next_id += 1
            self.client.send({"id": self.client.next_id, "do": "event", "table": self.table,
                              "event": event})
        for event in events:
            reply = self.client.read()
            assert "ok" in reply, reply
            self.n_known = reply["ok"]["n"]
            self.acknowledged.append((reply["ok"]["n"], reply["ok"]["seq"], event))
            self.said.append(self.unsure.pop(0))

    def deal(self, view, place):
        """The next card, to `place`."""
        assert self.cards, f"{self.table} asks for more cards than the load has: {view}"
        card = self.cards.pop()
        self.dealt.append(card)
        if self.shoe is None:
            self.say({"ev": "card", "card": card})
        elif isinstance(self.shoe, RefShoe):
            self.shoe.card(card, place)
        else:
            self.shoe.send_card(card, place)

    def bet(self):
        bets = []
        for box in (1, 3, 5):
            self.amount = self.amount + 100 if self.amount < MOST else LEAST
            bets.append({"ev": "bet", "box": box, "on": self.random.choice(("punto", "banca")),
                         "amount": self.amount})
        self.say(*bets, {"ev": "no_more_bets"})

    def shuffle(self):
        self.cards = full_shoe()
        self.random.shuffle(self.cards)
        self.n_before_load = len(self.dealt)
        self.say({"ev": "load", "decks": 6})

    def work(self):
        if self.unsure:
            return self.say_unsure()
        view = self.look()
        if not view:
            return None
        if view["prompt"]["kind"] != "load" and view["shoe"]["seen"] < self.count_dealt():
            self.repeat_last()
            return time.sleep(0.005)
        return self.go_on(view)

    def repeat_last(self):
        """As a shoe does, not as fast as it can: the line of one that floods is given up."""
        if isinstance(self.shoe, Shoe) and time.monotonic() > self.repeat_at:
            self.shoe.repeat()
            self.repeat_at = time.monotonic() + REPEAT_S

    def count_dealt(self):
        return len(self.dealt) - self.n_before_load

    def go_on(self, view):
        """What the prompt says."""
        kind = view["prompt"]["kind"]
        if kind == "load" or kind == "bets" and self.count_dealt() > LOAD_CARDS:
            self.shuffle()
        elif kind == "bets":
            self.bet()
        elif kind == "result":
            self.say({"ev": "result"})
        elif kind == "read":
            self.end_doubt()
        else:
            self.deal(view, view["prompt"].get("who", "burn"))

    def end_doubt(self):
        """Nothing else was dealt while nobody listened: only the pit knows that."""
        silences = [one["id"] for one in self.client.ok("incidents", table=self.table)["incidents"]
                    if one["code"] == "device_offline" and one["id"] not in self.ruled]
        if silences:
            self.ruled.add(silences[0])
            self.say({"ev": "ruling", "incident": silences[0], "remedy": "false_alarm"})

    def check(self, log):
        """`log` holds what was told, what was said once and in order, and each card once."""
        for n, _, event in self.acknowledged:
            assert len(log) >= n and is_same(log[n - 1], event), f"{self.table}: {n} is lost"
        spoken = [one for one in log if not self.shoe or one["ev"] not in BY_DEVICE]
        assert len(spoken) == len(self.said), (self.table, len(spoken), len(self.said))
        assert all(map(is_same, spoken, self.said)), f"{self.table}: another order"
        cards = [one["card"] for one in log if one["ev"] == "card"]
        assert cards == self.dealt, f"{self.table}: {len(cards)} of {len(self.dealt)} cards"
        assert not [one for one in log if one.get("state") == "lost"], self.table


def is_same(recorded, said):
    return said.items() <= recorded.items()


class Watcher(Worker):
    """A screen: whatever it is shown must stay true."""

    def __init__(self, daemon):
        super().__init__(daemon)
        self.shown = {}  # (table, n): (seq, ev)
        self.seq = None

    def begin(self):
        self.seq = self.client.ok("watch")["seq"]

    def work(self):
        push = self.client.read()
        if push.get("push") != "step":
            return
        assert push["seq"] == self.seq + 1, f"a hole before {push['seq']}"
        self.seq = push["seq"]
        one = (push["seq"], push["event"]["ev"])
        assert self.shown.setdefault((push["table"], push["n"]), one) == one, push
