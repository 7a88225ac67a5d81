#!/usr/bin/env python3
"""The real daemon at real drivers of the kernel, inside the virtual machine of tests/vm/run.py: who
may open a shoe's device and by which name, and a load whose shoe is unplugged in mid-round.

usage: test_devices.py SABOTD SABOTCTL [TEST…]
"""
import grp
import json
import os
import pathlib
import shutil
import subprocess
import sys
import unittest

TOP = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(TOP / "tests" / "daemon"))

import fixture  # noqa: E402
from fixture import Daemon, wait_for  # noqa: E402
from plugs import PRODUCT, VENDOR, Acm, Ftdi, Hid, Machine, Vendor, VendorBulk  # noqa: E402
from shoes import AngelEye, ReportShoe, StreamShoe  # noqa: E402

SABOTD, SABOTCTL = sys.argv[1:3]
fixture.DEADLINE_S = 120  # an emulated processor
BY_SERIAL = pathlib.Path("/dev/sabot/by-serial")
BY_PATH = pathlib.Path("/dev/sabot/by-path")
USB_NODES = pathlib.Path("/dev/bus/usb")
USB_DEVICES = pathlib.Path("/sys/bus/usb/devices")
TABLE = "PB-01"
CONFIG = """create_key = yes
[device shoe]
driver = {driver}
transport = {line}
[table PB-01]
rules = punto-banco-es
device = shoe
"""
BURN = ["3H", "8C", "QD", "5S"]  # the first says three
# Cards with the hand they go to, and who wins.
ROUNDS = [
    (["9S punto", "KH punto", "2S banca", "5D banca"], "punto"),
    (["2C punto", "3C punto", "KS banca", "7D banca", "6H punto"], "banca"),
    (["TH punto", "8D punto", "9C banca", "JD banca"], "banca"),
    (["AC punto", "6S punto", "4D banca", "3D banca"], "tie"),
]
INTERRUPTED = 1  # which of them
BEFORE = 2  # so many of its cards leave the shoe before the cable does


class UserDaemon(Daemon):
    """sabotd as nobody, in the group `sabot`."""

    def __init__(self, config):
        program = pathlib.Path("/run/programs/sabotd-as-nobody")
        program.write_text("#!/bin/sh\nexec setpriv --reuid=nobody --regid=nogroup "
                           f'--groups=sabot {SABOTD} "$@"\n')
        program.chmod(0o755)
        super().__init__(str(program), config)
        shutil.chown(self.directory, "nobody", "nogroup")


def may_open(node, *groups):
    """Whether nobody, in these groups, can open a device for reading and writing."""
    done = subprocess.run(["sh", "-c", 'exec 3<>"$0"', str(node)], user="nobody",
                          group="nogroup", extra_groups=groups, stderr=subprocess.PIPE, text=True)
    assert done.returncode == 0 or "ermission denied" in done.stderr, done.stderr
    return done.returncode == 0


def usb_node(serial):
    """The device's own node, whatever interfaces it has."""
    for device in USB_DEVICES.glob("*/serial"):
        if device.read_text().strip() == serial:
            place = device.parent
            numbers = [int((place / name).read_text()) for name in ("busnum", "devnum")]
            return USB_NODES / "{:03}/{:03}".format(*numbers)
    return None


class Kind:
    """The tests of each kind of device; `port` and `other_port` are where it is plugged in."""
    DRIVER = "ref"
    PREFIX = None  # of its link, if it has one
    PORTS = (0, 1)

    def setUp(self):
        # A gadget leaves its name behind; each test has another shoe.
        Kind.number = getattr(Kind, "number", 0) + 1
        self.serial = f"SHOE{Kind.number:04}"
        self.cable, self.shoe = self.make()
        self.addCleanup(self.cable.close)
        self.addCleanup(self.shoe.unplug)
        self.plug(self.PORTS[0])

    def link(self):
        return BY_SERIAL / f"{self.PREFIX}-{self.serial}"

    def line(self):
        return f"{self.TRANSPORT}:{self.link()}"

    def node(self):
        """What the device is opened by, once udev is through with it; None before."""
        link = self.link()
        return link.resolve() if link.exists() else None

    def plug(self, port):
        self.shoe.plug(port)
        wait_for(self.node, "the device")
        subprocess.run(["udevadm", "settle", "--timeout=60"], check=True)

    def unplug(self):
        self.shoe.unplug()
        wait_for(lambda: not self.node(), "the device to be gone")

    def test_who_may_open_it(self):
        node = self.node()
        status = node.stat()
        group = grp.getgrgid(status.st_gid).gr_name
        self.assertEqual((status.st_uid, group, status.st_mode & 0o777), (0, "sabot", 0o660))
        self.assertFalse(may_open(node))
        self.assertTrue(may_open(node, "sabot"))

    def test_unplugged_in_mid_round(self):
        self.start()
        self.say("load", decks=6)
        self.deal(f"{card} burn" for card in BURN)
        for i, (cards, winner) in enumerate(ROUNDS):
            self.say("bet", box=1, on="punto", amount=1000)
            self.say("no_more_bets")
            if i == INTERRUPTED:
                self.deal(cards[:BEFORE])
                self.lose_and_find(cards)
            else:
                self.deal(cards)
            self.say("result", winner=winner)
        self.say("unload")
        self.check_log()

    def start(self):
        self.daemon = UserDaemon(CONFIG.format(driver=self.DRIVER, line=self.line()))
        self.addCleanup(self.daemon.close)
        self.client = self.daemon.start()
        self.wait_state("online")
        self.dealt = []

    def say(self, ev, **keys):
        self.client.event(TABLE, ev=ev, **keys)

    def wait_state(self, state):
        wait_for(lambda: self.client.view(TABLE)["device"]["state"] == state, f"it to be {state}")

    def read(self):
        return [e["card"] for e in self.client.export(TABLE)[1:] if e["ev"] == "card"]

    def draw(self, cards):
        for card in cards:
            self.dealt.append(card.split()[0])
            self.shoe.card(*card.split())

    def deal(self, cards):
        self.draw(cards)
        wait_for(lambda: self.read() == self.dealt, f"{self.dealt}")

    def lose_and_find(self, cards):
        """The shoe keeps what leaves it meanwhile, and tells it when it is back elsewhere."""
        self.unplug()
        self.wait_state("offline")
        self.draw(cards[BEFORE:])
        self.come_back()
        self.deal([])

    def come_back(self):
        self.plug(self.PORTS[1])
        self.wait_state("online")

    def sabotctl(self, *words, **options):
        return subprocess.run([SABOTCTL, *words], text=True, capture_output=True, **options)

    def check_log(self):
        log = self.sabotctl("log", TABLE, "--socket", self.daemon.socket)
        self.assertEqual(log.returncode, 0, log.stderr)
        audit = self.sabotctl("audit", "-", input=log.stdout)
        said = [json.loads(line) for line in audit.stdout.splitlines()]
        # The outage is told, once, and is all there is to tell.
        self.assertEqual([line["code"] for line in said if line["out"] == "incident"],
                         ["device_offline"], audit.stdout)
        self.assertEqual([line["winner"] for line in said if line["out"] == "round"],
                         [winner for _, winner in ROUNDS])
        loads = [line for line in said if line["out"] == "load"]
        self.assertEqual([(load["cards_seen"], load["burned"]) for load in loads],
                         [(len(self.dealt), len(BURN))])
        self.assertEqual(self.daemon.stop(), 0, self.daemon.read_log())
        state = str(self.daemon.directory / "state")
        key = self.sabotctl("key", "show", "--state", state).stdout.strip()
        proof = self.sabotctl("verify", state + "/sabot.db", "--key", key)
        self.assertEqual(proof.returncode, 0, proof.stdout + proof.stderr)


class FtdiAdapter(Kind, unittest.TestCase):
    """An Angel Eye behind QEMU's FT232 and the kernel's ftdi_sio."""
    DRIVER, TRANSPORT, PREFIX, PORTS = "angeleye2", "serial", "tty", (1, 3)

    @classmethod
    def setUpClass(cls):
        cls.machine = Machine()

    def make(self):
        cable = Ftdi(self.machine, self.serial)
        return cable, AngelEye(cable)

    def lose_and_find(self, cards):
        """It keeps nothing, so nothing is drawn until it is back."""
        self.unplug()
        self.wait_state("offline")
        self.come_back()
        self.deal(cards[BEFORE:])

    def test_its_names(self):
        def names():
            return [link.name for link in BY_PATH.iterdir() if link.resolve() == self.node()]
        first = names()
        self.unplug()
        self.plug(self.PORTS[1])
        second = names()
        self.assertEqual((len(first), len(second)), (1, 1))
        self.assertNotEqual(first, second)
        self.assertTrue(first[0].startswith("tty-pci-"), first)


class AcmLine(Kind, unittest.TestCase):
    TRANSPORT, PREFIX = "serial", "tty"

    def make(self):
        cable = Acm(self.serial)
        return cable, StreamShoe(cable, Kind.number)


class HidDevice(Kind, unittest.TestCase):
    """By the link to its hidraw node."""
    TRANSPORT, PREFIX = "hidraw", "hid"

    def make(self):
        cable = Hid(self.serial)
        return cable, ReportShoe(cable, Kind.number)


class HidByNumbers(HidDevice):
    def line(self):
        return f"hid:{VENDOR:04x}:{PRODUCT:04x}:{self.serial}"


class VendorInterrupt(Kind, unittest.TestCase):
    CABLE = Vendor

    def make(self):
        cable = self.CABLE(self.serial)
        return cable, ReportShoe(cable, Kind.number)

    def node(self):
        return usb_node(self.serial)

    def line(self):
        return f"usb:{VENDOR:04x}:{PRODUCT:04x}:{self.serial}"


class VendorBulkEndpoints(VendorInterrupt):
    CABLE = VendorBulk


if __name__ == "__main__":
    del sys.argv[1:3]
    program = unittest.main(verbosity=2, exit=False)
    failed = len(program.result.failures) + len(program.result.errors)
    print(f"\nguest: {program.result.testsRun - failed} passed, {failed} failed", flush=True)
