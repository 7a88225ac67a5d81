"""A shoe that speaks the reference protocol (docs/ref-protocol.md) on a pty, and others on TCP and
on USB ports that umockdev makes up: it numbers its events, keeps them while its cable is out, and
sends them again when asked. Written from the document alone, so that it is also a second opinion on
it."""

import os
import pty
import select
import socket
import struct
import subprocess
import termios
import threading
import tty

from fixture import DEADLINE_S

HELLO, STATE, CARD, CARD_UNREAD, CUT_CARD, HAND_END, ERROR, LOCK = (
    0x01, 0x02, 0x10, 0x11, 0x12, 0x13, 0x14, 0x16)
ASK_HELLO, ACK, GET, COMMAND = 0x80, 0x81, 0x82, 0x83
PLACES = {"": 0, "punto": 1, "banca": 2, "burn": 3, "first": 4}
WINNERS = {"": 0, "punto": 1, "banca": 2, "tie": 3}
RANKS, SUITS = "A23456789TJQK", "SHDC"
OVERDRAW = 2
BEAT_S = 0.25
REPORT_BYTES = 64


def crc(data):
    value = 0xFFFF
    for byte in data:
        value ^= byte << 8
        for _ in range(8):
            value = (value << 1 ^ 0x8005 if value & 0x8000 else value << 1) & 0xFFFF
    return value


def encode(kind, payload, again=False):
    body = bytes([0xC0 if again else 0x80, len(payload), kind]) + payload
    body += struct.pack("<H", crc(body))
    return b"\x7f" + body.replace(b"\x7f", b"\x7f\x7f")


def split(data):
    """(frames as (type, payload), what is left). The host's frames are not spoilt."""
    frames = []
    while True:
        plain, i = b"", 1
        while i < len(data) and (len(plain) < 2 or len(plain) < 5 + plain[1]):
            plain += data[i:i + 1]
            i += 2 if data[i] == 0x7F else 1
        if len(plain) < 2 or len(plain) < 5 + plain[1] or i > len(data):
            return frames, data
        assert crc(plain[:-2]) == struct.unpack("<H", plain[-2:])[0], data
        frames.append((plain[2], plain[3:-2]))
        data = data[i:]


class RefShoe:
    def __init__(self, serial, boot, firmware="1.0"):
        self.serial, self.boot, self.firmware = serial, boot, firmware
        self.events = []  # (type, payload behind the numbers)
        self.commands = []
        self.acked = 0
        self.is_silent = False
        self.lock = threading.Lock()
        self.thread = None

    def plug(self, *where):
        self.open_line(*where)
        self.is_plugged = True
        self.thread = threading.Thread(target=self.serve, daemon=True)
        self.thread.start()

    def unplug(self):
        """The cable is out; the shoe goes on reading cards."""
        if not self.thread:
            return
        self.is_plugged = False
        self.thread.join()
        self.thread = None
        self.close_line()

    def open_line(self, path):
        self.master, self.slave = pty.openpty()
        tty.setraw(self.slave, termios.TCSANOW)
        os.symlink(os.ttyname(self.slave), path)
        self.path = path

    def close_line(self):
        os.unlink(self.path)
        os.close(self.master)
        os.close(self.slave)

    def write_line(self, data):
        os.write(self.master, data)

    def read_line(self):
        """What has come of the stream; None when nothing did for a beat."""
        ready = select.select([self.master], [], [], BEAT_S)[0]
        return os.read(self.master, 4096) if ready else None

    def send(self, data):
        if self.thread and not self.is_silent:
            self.write_line(data)

    def fall_silent(self):
        """Nothing goes out any more; is_silent = False ends it."""
        with self.lock:
            self.is_silent = True

    def forget_unread(self):
        """What nobody has read of the line is gone; only while no daemon has it open."""
        termios.tcflush(self.slave, termios.TCIFLUSH)

    def hello(self):
        last = len(self.events)
        payload = struct.pack("<BBIIIII", 1, 0, self.boot, min(1, last), last, 0, 0)
        for text, size in (("SR-8", 12), (self.serial, 16), (self.firmware, 8)):
            payload += text.encode().ljust(size, b"\0")
        return encode(HELLO, payload)

    def event(self, number, again=False):
        kind, payload = self.events[number - 1]
        return encode(kind, struct.pack("<II", self.boot, number) + payload, again)

    def happen(self, kind, payload=b""):
        with self.lock:
            self.events.append((kind, payload))
            self.send(self.event(len(self.events)))

    def card(self, card, place=""):
        if card == "??":
            self.happen(CARD_UNREAD, bytes([PLACES[place], 0xFF, 0xFF]))
        else:
            self.happen(CARD, bytes([PLACES[place], 0xFF, RANKS.index(card[0]) + 1,
                                     SUITS.index(card[1]) + 1, 0xFF]))

    def latch(self, is_locked):
        """By hand, at the shoe."""
        self.happen(LOCK, bytes([is_locked]))

    def start_again(self, boot):
        with self.lock:
            self.boot, self.events = boot, []
            self.send(self.hello())

    def cut(self):
        self.happen(CUT_CARD)

    def overdraw(self):
        self.happen(ERROR, bytes([OVERDRAW, 0]))

    def hand_end(self, winner=""):
        self.happen(HAND_END, bytes([WINNERS[winner]]))

    def answer(self, kind, payload):
        if kind == ASK_HELLO:
            self.send(self.hello())
        elif kind == ACK:
            self.acked = struct.unpack("<II", payload)[1]
        elif kind == GET:
            boot, number = struct.unpack("<II", payload)
            if boot != self.boot:
                self.send(self.hello())
            else:
                for i in range(number, len(self.events) + 1):
                    self.send(self.event(i, again=True))
        elif kind == COMMAND:
            self.commands.append(payload[0])
            if payload[0] in (1, 2):
                self.events.append((LOCK, bytes([payload[0] == 1])))
                self.send(self.event(len(self.events)))

    def serve(self):
        waiting = b""
        while self.is_plugged:
            heard = self.read_line()
            with self.lock:
                frames, waiting = split(waiting + (heard or b""))
                for kind, payload in frames:
                    self.answer(kind, payload)
                if heard is None:
                    self.send(encode(STATE, struct.pack("<IIB", self.boot, len(self.events), 0)))


class TcpShoe(RefShoe):
    """Behind a serial device server: a port for one client."""

    def __init__(self, *who):
        super().__init__(*who)
        self.listener = socket.create_server(("127.0.0.1", 0), backlog=1)
        self.listener.settimeout(BEAT_S)
        self.port = self.listener.getsockname()[1]
        self.client = None

    def close(self):
        self.listener.close()

    def open_line(self):
        self.client = None

    def close_line(self):
        if self.client:
            self.client.close()

    def hang_up(self):
        if self.client:
            self.client.close()
        self.client = None

    def write_line(self, data):
        try:
            if self.client:
                self.client.sendall(data)
        except OSError:
            self.hang_up()

    def read_line(self):
        try:
            if not self.client:
                self.client = self.listener.accept()[0]
                self.client.settimeout(BEAT_S)
            heard = self.client.recv(4096)
        except TimeoutError:
            return None
        except OSError:
            heard = b""
        if not heard:  # whoever was there is gone, and may come again
            self.hang_up()
        return heard or None


def to_report(frame):
    """A frame of the stream, as a report carries it: nothing doubled, zeros behind."""
    return (b"\x7f" + frame[1:].replace(b"\x7f\x7f", b"\x7f")).ljust(REPORT_BYTES, b"\0")


def from_report(report):
    return b"\x7f" + report[1:6 + report[2]].replace(b"\x7f", b"\x7f\x7f")


class UsbShoe(RefShoe):
    """On a port of fake-port (tests/devices), which says in `root` where its machine is."""

    def __init__(self, serial, boot, fake_port, kind):
        super().__init__(serial, boot)
        self.fake = subprocess.Popen([*fake_port, kind, serial], stdin=subprocess.PIPE,
                                     stdout=subprocess.PIPE, text=True, bufsize=1)
        self.root = self.fake.stdout.readline().split()[-1]
        self.reports, self.arrived = [], threading.Condition()
        self.is_unplugged = threading.Event()
        self.listener = threading.Thread(target=self.listen, daemon=True)
        self.listener.start()

    def close(self):
        self.fake.stdin.close()
        self.fake.wait()
        self.listener.join()
        self.fake.stdout.close()

    def listen(self):
        for line in self.fake.stdout:
            if line == "unplugged\n":
                self.is_unplugged.set()
                continue
            with self.arrived:
                self.reports.append(bytes.fromhex(line))
                self.arrived.notify()

    def say(self, *words):
        self.fake.stdin.write(" ".join(words) + "\n")

    def open_line(self):
        self.say("plug")

    def close_line(self):
        """Returns when it is done: a daemon that ends before takes no report any more, and the
        port waits until each is taken."""
        self.is_unplugged.clear()
        self.say("unplug")
        assert self.is_unplugged.wait(DEADLINE_S), "the port does not answer"

    def write_line(self, data):
        self.say("send", to_report(data).hex())

    def read_line(self):
        with self.arrived:
            if not self.arrived.wait_for(lambda: self.reports, BEAT_S):
                return None
            heard, self.reports = self.reports, []
        return b"".join(from_report(report) for report in heard)
