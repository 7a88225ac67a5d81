"""Shoes of each kind that deal while a disk hangs (test-stalls.py): who hears nothing repeats
itself by timers of its own, who is answered notes how long that took."""

import contextlib
import os
import pty
import random
import socket
import termios
import threading
import time
import tty

from fixture import RANKS, SUITS, TARGETS, frame
from ref_shoe import RefShoe, TcpShoe

PATIENCE_S = 300  # several stalls may follow one another
WINNERS = {"punto": 0x10, "tie": 0x20, "banca": 0x40}


def wait_for(condition, what):
    deadline = time.monotonic() + PATIENCE_S
    while time.monotonic() < deadline:
        value = condition()
        if value:
            return value
        time.sleep(0.05)
    raise AssertionError(f"waited {PATIENCE_S} s for {what}")


def points(cards):
    return sum(min(RANKS.index(card[0]) + 1, 10) % 10 for card in cards) % 10


def banca_draws(banca, third):
    if third is None:
        return banca <= 5
    return {3: third != 8, 4: 2 <= third <= 7, 5: 4 <= third <= 7,
            6: 6 <= third <= 7}.get(banca, banca <= 2)


def play(draw):
    """One round: yields (place, its card's number there, card), last (None, 0, winner)."""
    hands = {"punto": [], "banca": []}

    def deal(place):
        hands[place].append(draw())
        return place, len(hands[place]), hands[place][-1]

    for place in ("punto", "punto", "banca", "banca"):
        yield deal(place)
    third = None
    if max(map(points, hands.values())) < 8:
        if points(hands["punto"]) <= 5:
            yield deal("punto")
            third = points(hands["punto"][2:])
        if banca_draws(points(hands["banca"]), third):
            yield deal("banca")
    punto, banca = points(hands["punto"]), points(hands["banca"])
    yield None, 0, "punto" if punto > banca else "banca" if banca > punto else "tie"


class Numbered(RefShoe):
    """It repeats nothing by itself; the host asks. Knows how long it waited for its answers."""
    DRIVER = "driver = ref\nresult_by = device\n"

    def __init__(self, serial, boot, where):
        super().__init__(serial, boot)
        self.where, self.sent, self.waits = where, {}, []

    def begin(self):
        self.plug(self.where)

    def transport(self):
        return f"pty:{self.where}"

    def happen(self, kind, payload=b""):
        self.sent[len(self.events) + 1] = time.monotonic()
        super().happen(kind, payload)

    def answer(self, kind, payload):
        before = self.acked
        super().answer(kind, payload)
        now = time.monotonic()
        for number in range(before + 1, self.acked + 1):
            self.waits.append(now - self.sent.get(number, now))

    def say(self, place, index, what):
        if place:
            self.card(what, place)
        else:
            self.hand_end(what)
        time.sleep(random.uniform(0.1, 0.6))

    def finish(self):
        """All is confirmed."""
        wait_for(lambda: self.acked >= len(self.events), "the last answer")

    def end(self):
        self.unplug()


class NumberedTcp(Numbered, TcpShoe):
    """Its cable to the device server is pulled now and then."""

    def __init__(self, serial, boot, _):
        TcpShoe.__init__(self, serial, boot)
        self.sent, self.waits = {}, []

    def begin(self):
        self.plug()

    def transport(self):
        return f"tcp:127.0.0.1:{self.port}"

    def answer(self, kind, payload):
        before = self.acked
        super().answer(kind, payload)
        if self.was_cut:  # what was out meanwhile came late by that
            del self.waits[len(self.waits) - (self.acked - before):]
        self.was_cut = self.was_cut and self.acked < len(self.events)

    was_cut = False

    def say(self, place, index, what):
        super().say(place, index, what)
        if random.random() < 0.1:
            self.pull()

    def pull(self):
        """Its end is closed by the thread that reads it."""
        client = self.client
        self.was_cut = True
        if client:
            with contextlib.suppress(OSError):
                client.shutdown(socket.SHUT_RDWR)

    def write_line(self, data):
        client = self.client
        if client:
            with contextlib.suppress(OSError):
                client.sendall(data)

    def end(self):
        self.unplug()
        self.close()


class Line:
    """A shoe that hears nothing: it says each message, and says it again when its timer is due."""
    waits = ()

    def __init__(self, serial, boot, where):
        self.where = where
        self.number = 0
        self.master = self.slave = None

    def transport(self):
        return f"pty:{self.where}"

    def begin(self):
        self.master, self.slave = pty.openpty()
        tty.setraw(self.slave, termios.TCSANOW)
        os.symlink(os.ttyname(self.slave), self.where)

    def write(self, data):
        os.write(self.master, data)

    def finish(self):
        pass

    def end(self):
        # Its name goes first: the line's number may soon be that of another test's.
        if self.master is not None:
            os.unlink(self.where)
        for end in (self.master, self.slave):
            if end is not None:
                os.close(end)
        self.master = self.slave = None


class AngelEye(Line):
    """Three copies of each, by a timer of its own: the later ones after seconds, too."""
    DRIVER = "driver = angeleye2\nresult_by = device\nseq_first = 0\nseq_last = 9\n"

    def say(self, place, index, what):
        self.number = (self.number + 1) % 10
        if place:
            face = SUITS[what[1]] << 4 | RANKS.index(what[0]) + 1
            data = frame(str(self.number), "D",
                         bytes([0x80 | TARGETS[place] << 4 | index, 0x80 | face]))
        else:
            data = frame(str(self.number), "G", bytes([0x80 | WINNERS[what]]))
        for _ in range(3):
            self.write(data)
            time.sleep(random.choice([0.01, 0.05, 0.05, 0.3, 0.3, 2.2]))


class AngelEyeTcp(AngelEye):
    """Behind a device server, which keeps its connection."""

    def __init__(self, *who):
        super().__init__(*who)
        self.listener = socket.create_server(("127.0.0.1", 0), backlog=1)
        self.listener.settimeout(PATIENCE_S)
        self.client = None

    def transport(self):
        return f"tcp:127.0.0.1:{self.listener.getsockname()[1]}"

    def begin(self):
        self.thread = threading.Thread(target=self.accept, daemon=True)
        self.thread.start()

    def accept(self):
        self.client = self.listener.accept()[0]

    def write(self, data):
        self.thread.join()
        self.client.sendall(data)

    def end(self):
        self.listener.close()
        if self.client:
            self.client.close()


class Codes(Line):
    """A code reader: one line a card, and nothing else."""
    DRIVER = "driver = keyboard\n"

    def say(self, place, index, what):
        if place:
            self.write(what.encode() + b"\r\n")
        time.sleep(random.uniform(0.1, 0.6))
