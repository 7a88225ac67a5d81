#!/usr/bin/env python3
"""Lines gone mad: noise as fast as the network is, and whole messages faster than any shoe. The
table beside them is served all the while, and neither log nor journal is filled. The real daemon;
the mad shoes are on TCP.

usage: test-mad-lines.py SABOTD SABOTCTL
"""
import os
import socket
import sys
import threading
import time
import unittest

from fixture import Daemon, frame, wait_for
from ref_shoe import RefShoe

SABOTD = sys.argv[1]
FRAMES_AT_ONCE, FRAMES_PER_S, PAUSE_S = 2048, 100, 30  # docs/devices.md
JOURNAL_BYTES_MAX = 60000
CARDS = 20


class Hose:
    """A port that pours the same bytes into whoever connects, as fast as they are taken."""

    def __init__(self, data):
        self.data = data
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        self.served = 0
        self.thread = threading.Thread(target=self.serve, daemon=True)
        self.thread.start()

    def serve(self):
        while True:
            try:
                client = self.listener.accept()[0]
            except OSError:
                return
            self.served += 1
            with client:
                try:
                    while True:
                        client.sendall(self.data)
                except OSError:
                    pass

    def close(self):
        self.listener.shutdown(socket.SHUT_RDWR)
        self.listener.close()
        self.thread.join()


def noise():
    """Bytes that no driver of a line protocol finds a frame in."""
    return bytes(byte | 0x80 for byte in os.urandom(1 << 20))


def cards():
    """Messages of the Angel Eye's, each another than the one before."""
    return b"".join(frame(str(i % 10), "D", bytes([0x80, 0x91 + i % 9])) for i in range(1000))


class MadLine(unittest.TestCase):
    def start(self, driver, data):
        self.hose = Hose(data)
        self.addCleanup(self.hose.close)
        self.daemon = Daemon(SABOTD, f"""
[device good]
driver = ref
transport = pty:@DIR@/good
[device mad]
driver = {driver}
transport = tcp:127.0.0.1:{self.hose.port}
[table PB-01]
rules = punto-banco-es
set.burn = 0
device = good
[table PB-02]
rules = punto-banco-es
device = mad
""")
        self.addCleanup(self.daemon.close)
        self.good = RefShoe("SR8-0001", 1)
        self.addCleanup(self.good.unplug)
        self.good.plug(self.daemon.directory / "good")
        self.client = self.daemon.start()
        wait_for(lambda: self.device("good")["state"] == "online", "the good shoe")

    def device(self, name):
        return next(d for d in self.client.ok("status")["devices"] if d["name"] == name)

    def said(self):
        """What the mad one's log says of its device; there is none before its first event."""
        if not self.client.view("PB-02").get("n"):
            return []
        return [e for e in self.client.export("PB-02")[1:] if e["ev"] == "device"]

    def journal_bytes(self):
        state = self.daemon.directory / "state"
        return sum(path.stat().st_size for path in state.glob("mad.shoelog*"))

    def check_the_good_shoe(self):
        for i in range(CARDS):
            seen = self.client.view("PB-01")["n"]
            self.good.card("9S" if i % 2 else "KH")
            wait_for(lambda n=seen: self.client.view("PB-01")["n"] > n, "the card")
        self.assertEqual(self.device("good")["state"], "online")

    def check_noise(self, driver):
        self.start(driver, noise())
        wait_for(lambda: self.hose.served >= 3, "the line to be tried again and again")
        self.check_the_good_shoe()
        self.assertEqual(self.device("mad")["state"], "offline")
        self.assertIn("without a whole frame", self.device("mad")["detail"])
        wait_for(lambda: [e["state"] for e in self.said()][-1:] == ["offline"], "it to be logged")
        self.assertEqual(len([e for e in self.said() if e["state"] == "offline"]), 1)
        self.assertLess(self.journal_bytes(), JOURNAL_BYTES_MAX)

    def test_noise_where_there_is_no_heartbeat(self):
        self.check_noise("angeleye2")

    def test_noise_where_there_is_one(self):
        self.check_noise("ref")

    def test_more_messages_than_any_shoe_deals(self):
        begin = time.monotonic()
        self.start("angeleye2", cards())
        wait_for(lambda: [e for e in self.said() if e["state"] == "offline"],
                 "the mad shoe to be given up")
        log = self.client.export("PB-02")[1:]
        most = FRAMES_AT_ONCE + FRAMES_PER_S * (time.monotonic() - begin + 1)
        self.assertEqual([(e["state"], e.get("code")) for e in log if e["ev"] == "device"],
                         [("online", None), ("error", "flood"), ("lost", None),
                          ("offline", None)])
        taken = [e for e in log if e["ev"] == "card"]
        self.assertGreaterEqual(len(taken), FRAMES_AT_ONCE)
        self.assertLess(len(taken), most)
        self.check_the_good_shoe()
        # It is tried again, but not at once.
        self.assertLessEqual(self.hose.served, 1 + (time.monotonic() - begin) // PAUSE_S)


if __name__ == "__main__":
    del sys.argv[1:]
    unittest.main()
