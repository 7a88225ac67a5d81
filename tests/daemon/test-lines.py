#!/usr/bin/env python3
"""One dealt load over every kind of line: the log is the same but for its times; and a cable that
is pulled and put back in mid-round costs nothing. The real daemon; ptys and TCP of this machine,
USB ports that umockdev makes up (skipped without it).
Usage: test-lines.py SABOTD SABOTCTL SAMPLES.tar.xz [FAKE-PORT]"""

import json
import os
import shutil
import sys
import tarfile
import unittest

from fixture import Daemon, audit, frame, wait_for
from ref_shoe import RefShoe, TcpShoe, UsbShoe

SABOTD, SABOTCTL, SAMPLES = sys.argv[1:4]
WRAPPER = "umockdev-wrapper"
FAKE_PORT = [WRAPPER, sys.argv[4]] if len(sys.argv) > 4 else None
SERIAL, BOOT = "SR8-0001", 0x7F7F0001
USB_NAME = f"1209:5e0e:{SERIAL}"
USB_LINES = {"usb-bulk": f"usb:{USB_NAME}", "usb-interrupt": f"usb:{USB_NAME}",
             "hidraw": f"hid:{USB_NAME}", "hid-libusb": f"hid:{USB_NAME}"}
TABLE = """
[table PB-01]
rules = punto-banco-es
set.flow = cards_only
simulated = yes
"""
DEVICE = """device = shoe-1
[device shoe-1]
driver = ref
result_by = device
transport = @TRANSPORT@
"""
UNREAD = (57, 140, 233)  # which of the load's cards the shoe cannot read


def sample_load():
    """What leaves the shoe in a whole load: (event, card or winner)."""
    with tarfile.open(SAMPLES) as archive:
        log = archive.extractfile("punto-banco-es.honest.ndjson").read().splitlines()
    events = [json.loads(line) for line in log]
    said = {"card": "card", "cut_card": None, "result": "winner"}
    load = [(e["ev"], e.get(said[e["ev"]], "")) for e in events if e.get("ev") in said]
    cards = [i for i, (ev, _) in enumerate(load) if ev == "card"]
    for number in UNREAD:
        load[cards[number]] = ("card", "??")
    return load


LOAD = sample_load()
DEALT = [card for ev, card in LOAD if ev == "card"]


def comparable(log):
    """Without times, and without when the shoe was heard: on a busy machine it may miss beats."""
    for line in log:
        line.pop("at", None)
    return [line for line in log if line.get("state") not in ("online", "offline")]


class Lines(unittest.TestCase):
    def start(self, transport):
        """A daemon that knows of a load already when its shoe is there for the first time."""
        self.daemon = Daemon(SABOTD, TABLE)
        self.addCleanup(self.daemon.close)
        client = self.daemon.start()
        client.event("PB-01", ev="load", decks=6, behind=8)
        self.daemon.stop()
        self.daemon.write_config(TABLE + DEVICE.replace("@TRANSPORT@", transport))

    def run_daemon(self):
        self.client = self.daemon.start()

    def wait_state(self, state):
        wait_for(lambda: self.client.view("PB-01")["device"]["state"] == state, state)

    def wait_all(self):
        wait_for(lambda: len(self.told()) >= len(LOAD), "all that the shoe says")

    def told(self):
        log = self.client.export("PB-01")
        return [e for e in log[1:] if e["ev"] in ("card", "cut_card", "result")]

    def plug_pty(self):
        self.start("pty:@DIR@/line")
        self.where = (self.daemon.directory / "line",)
        return RefShoe(SERIAL, BOOT)

    def plug_tcp(self):
        shoe = TcpShoe(SERIAL, BOOT)
        self.addCleanup(shoe.close)
        self.start(f"tcp:127.0.0.1:{shoe.port}")
        return shoe

    def plug_usb(self, kind):
        if not FAKE_PORT:
            self.skipTest("umockdev is missing")
        shoe = UsbShoe(SERIAL, BOOT, FAKE_PORT, kind)
        self.addCleanup(shoe.close)
        self.start(USB_LINES[kind])
        self.daemon.command = [WRAPPER, SABOTD]
        self.daemon.environment["UMOCKDEV_DIR"] = shoe.root
        return shoe

    def plug(self, kind):
        """A shoe on that kind of line, and the daemon that hears it."""
        self.where = ()
        if kind in USB_LINES:
            shoe = self.plug_usb(kind)
        else:
            shoe = {"pty": self.plug_pty, "tcp": self.plug_tcp}[kind]()
        self.addCleanup(shoe.unplug)
        shoe.plug(*self.where)
        self.run_daemon()
        self.wait_state("online")
        # A heartbeat makes it online; on a slow port its greeting comes some cards later.
        wait_for(self.is_greeted, "the shoe's greeting")
        return shoe

    def is_greeted(self):
        return any(event.get("code") == "shoe" for event in self.client.export("PB-01"))

    def deal(self, shoe, events):
        for ev, what in events:
            {"card": shoe.card, "result": shoe.hand_end}.get(ev, lambda _: shoe.cut())(what)

    def deal_all(self, kind):
        shoe = self.plug(kind)
        self.deal(shoe, LOAD)
        self.wait_all()
        return comparable(self.client.export("PB-01"))

    def replay(self, recording):
        self.start(f"replay:{recording}?speed=max")
        self.run_daemon()
        self.wait_all()
        self.wait_state("offline")  # the recording ends
        return comparable(self.client.export("PB-01"))

    def keep_recording(self):
        kept = str(self.daemon.directory) + ".shoelog"
        shutil.copy(self.daemon.directory / "state" / "shoe-1.shoelog", kept)
        self.addCleanup(os.unlink, kept)
        return kept

    def test_the_log_is_the_same(self):
        expected = self.deal_all("pty")
        self.assertEqual([e["card"] for e in expected[1:] if e["ev"] == "card"], DEALT)
        self.check_audit(expected)
        recordings = {"pty": self.keep_recording()}
        for kind in ["tcp", *USB_LINES]:
            with self.subTest(line=kind):
                self.assertEqual(self.deal_all(kind), expected)
                recordings[kind] = self.keep_recording()
        for kind, recording in recordings.items():
            with self.subTest(recording=kind):
                self.assertEqual(self.replay(recording), expected)

    def check_audit(self, log):
        """It is a whole load to the auditor too, with what was not read."""
        derived = audit(SABOTCTL, log)
        found = {line["code"] for line in derived if line["out"] == "incident"}
        self.assertIn("unread_card", found)
        self.assertGreater(len([line for line in derived if line["out"] == "round"]), 50)

    def pull_in_mid_round(self, kind):
        """A card of a round, the cable, two that the shoe keeps, the cable, and the rest."""
        shoe = self.plug(kind)
        rounds = [i for i, (ev, _) in enumerate(LOAD) if ev == "result"]
        out, back, end = rounds[3] + 2, rounds[3] + 4, rounds[4] + 1
        self.deal(shoe, LOAD[:out])
        wait_for(lambda: len(self.told()) == out, "the first card of the round")
        shoe.unplug()
        self.wait_state("offline")
        self.deal(shoe, LOAD[out:back])
        shoe.plug(*self.where)
        self.wait_state("online")
        self.deal(shoe, LOAD[back:end])
        wait_for(lambda: len(self.told()) >= end, "the end of the round")
        self.assertEqual([(e["ev"], e.get("card", e.get("winner", ""))) for e in self.told()],
                         LOAD[:end])
        return audit(SABOTCTL, self.client.export("PB-01"))

    def check_pulled(self, kind):
        derived = self.pull_in_mid_round(kind)
        last = [line for line in derived if line["out"] == "round"][-1]
        del last["line"]  # beats that a busy machine missed have lines, too
        # The shoe says that nothing is missing before the end of the round or, on a busy machine,
        # after it: then the round is judged again.
        last.pop("again", None)
        codes = {line["code"] for line in derived if line["out"] == "incident"}
        self.assertEqual(codes, {"device_offline"})
        return last

    def test_a_cable_pulled_in_mid_round(self):
        expected = self.check_pulled("pty")
        for kind in ["tcp", *USB_LINES]:
            with self.subTest(line=kind):
                self.assertEqual(self.check_pulled(kind), expected)


NAMELESS = """[device shoe-1]
driver = angeleye2
transport = usb:1209:5e0e
[table PB-01]
rules = punto-banco-es
set.burn = 0
device = shoe-1
"""


@unittest.skipUnless(FAKE_PORT, "umockdev is missing")
class WhoseUsbDevice(unittest.TestCase):
    """A shoe that does not say who it is: the serial number of its USB device tells."""

    def setUp(self):
        self.port = UsbShoe("", BOOT, FAKE_PORT, "usb-bulk")
        self.addCleanup(self.port.close)
        self.daemon = Daemon(SABOTD, NAMELESS)
        self.addCleanup(self.daemon.close)
        self.daemon.command = [WRAPPER, SABOTD]
        self.daemon.environment["UMOCKDEV_DIR"] = self.port.root
        self.client = self.daemon.start()

    def plug(self, serial):
        self.port.say("plug", serial)
        self.wait_state("online")

    def unplug(self):
        self.port.say("unplug")
        self.wait_state("offline")

    def wait_state(self, state):
        wait_for(lambda: self.client.view("PB-01")["device"]["state"] == state, state)

    def house(self, ev):
        return [e for e in self.client.export("house")[1:] if e["ev"] == ev]

    def wait_serials(self, *serials):
        wait_for(lambda: [e["serial"] for e in self.house("shoe")] == list(serials),
                 f"{serials}")

    def findings(self):
        return [e["detail"] for e in self.house("finding") if e["code"] == "shoe_swapped"]

    def cards(self):
        return [e["card"] for e in self.client.export("PB-01")[1:] if e["ev"] == "card"]

    def deal(self, seq, rank):
        self.port.say("send", frame(seq, "D", bytes([0x81, 0xB0 | rank])).hex())
        wait_for(lambda: self.cards()[-1:] == [f"{rank}S"], "the card")

    def test_another_device_is_another_shoe(self):
        self.plug("FT-0001")
        self.wait_serials("FT-0001")
        self.client.event("PB-01", ev="load", decks=6)
        self.client.event("PB-01", ev="no_more_bets")
        self.deal("1", 8)
        self.unplug()
        self.plug("FT-0001")
        self.deal("2", 9)
        self.assertEqual(self.findings(), [])
        self.unplug()
        self.plug("FT-0002")
        self.wait_serials("FT-0001", "FT-0002")
        wait_for(self.findings, "the finding")
        self.assertEqual(self.findings(), [{"table": "PB-01", "device": "shoe-1",
                                            "expected": "FT-0001", "found": "FT-0002"}])
        self.deal("3", 7)
        self.daemon.stop()
        self.client = self.daemon.start()
        self.wait_state("online")
        self.deal("4", 6)
        self.assertEqual(len(self.findings()), 1)
        self.assertEqual(self.cards(), ["8S", "9S", "7S", "6S"])


if __name__ == "__main__":
    del sys.argv[1:5]
    unittest.main()
