#!/usr/bin/env python3
"""udev's own rule engine, with all of the system's rules and ours, on devices that are made up.

Usage: test_rules.py RULES

Runs `udevadm test` under umockdev-run, in a mount namespace of its own in which RULES is installed
and a group `sabot` exists. Exits with 77 where one of these cannot be had.
"""
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

GID = "64123"
NEEDED = ["udevadm", "umockdev-run", "unshare", "mount"]

# Placeholders: {driver} {serial} {interface} {tty}.
TTY = """\
P: /devices/pci0000:00/0000:00:14.0/usb1/1-2/1-2:1.{interface}/{tty}/tty/{tty}
E: DEVNAME=/dev/{tty}
E: SUBSYSTEM=tty
E: MAJOR=188
E: MINOR=0

P: /devices/pci0000:00/0000:00:14.0/usb1/1-2/1-2:1.{interface}/{tty}
E: SUBSYSTEM=usb-serial
L: driver=../../../../../../../bus/usb-serial/drivers/{driver}

P: /devices/pci0000:00/0000:00:14.0/usb1/1-2/1-2:1.{interface}
E: SUBSYSTEM=usb
E: DEVTYPE=usb_interface
A: bInterfaceNumber=0{interface}\\n
A: bInterfaceClass=ff\\n
A: bInterfaceSubClass=ff\\n
L: driver=../../../../../../bus/usb/drivers/{driver}
"""
HIDRAW = """\
P: /devices/pci0000:00/0000:00:14.0/usb1/1-2/1-2:1.0/0003:1209:0001.0001/hidraw/hidraw0
E: DEVNAME=/dev/hidraw0
E: SUBSYSTEM=hidraw
E: MAJOR=240
E: MINOR=0

P: /devices/pci0000:00/0000:00:14.0/usb1/1-2/1-2:1.0/0003:1209:0001.0001
E: SUBSYSTEM=hid

P: /devices/pci0000:00/0000:00:14.0/usb1/1-2/1-2:1.0
E: SUBSYSTEM=usb
E: DEVTYPE=usb_interface
A: bInterfaceNumber=00\\n
A: bInterfaceClass=03\\n
A: bInterfaceSubClass=00\\n
"""
INPUT = HIDRAW.replace("/hidraw/hidraw0", "/input/input7").replace(
    "E: DEVNAME=/dev/hidraw0\nE: SUBSYSTEM=hidraw\nE: MAJOR=240\nE: MINOR=0\n",
    "E: SUBSYSTEM=input\nA: inhibited=0\\n\n")
USB = """
P: /devices/pci0000:00/0000:00:14.0/usb1/1-2
E: SUBSYSTEM=usb
E: DEVTYPE=usb_device
E: DEVNAME=/dev/bus/usb/001/002
E: MAJOR=189
E: MINOR=1
A: idVendor={vendor}\\n
A: idProduct={product}\\n
A: manufacturer=Example\\n
A: product=Shoe\\n
{serial}
P: /devices/pci0000:00/0000:00:14.0/usb1
E: SUBSYSTEM=usb
E: DEVTYPE=usb_device
A: idVendor=1d6b\\n
A: idProduct=0002\\n

P: /devices/pci0000:00/0000:00:14.0
E: SUBSYSTEM=pci
E: DRIVER=xhci_hcd
"""


def usb(vendor, product, serial="SHOE0001"):
    attribute = f"A: serial={serial}\\n\n" if serial else ""
    return USB.format(vendor=vendor, product=product, serial=attribute)


def adapter(driver="ftdi_sio", serial="SHOE0001", interface=0):
    tty = "ttyACM0" if driver == "cdc_acm" else "ttyUSB0"
    return (TTY.format(driver=driver, interface=interface, tty=tty)
            + usb("0403", "6001", serial))


class Outcome:
    """What udev would do with the first device of a description."""

    def __init__(self, description):
        path = "/sys" + re.match(r"P: (.*)", description).group(1)
        with tempfile.NamedTemporaryFile("w", suffix=".umockdev") as file:
            file.write(description)
            file.flush()
            run = subprocess.run(
                ["umockdev-run", "-d", file.name, "--", "udevadm", "test", "--action=add", path],
                stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=60)
        self.text = run.stdout
        self.complaints = re.findall(r".*60-sabot\.rules:\d+ (?:Invalid|Unknown|Failed).*",
                                     self.text)
        self.group = self.last(r"rules:\d+ GROUP (\d+)")
        self.mode = self.last(r"rules:\d+ MODE (\d+)")
        self.links = sorted(re.findall(r"rules:\d+ LINK '(sabot/[^']*)'", self.text))
        self.is_hidden_from_modem_manager = "\nID_MM_DEVICE_IGNORE=1\n" in self.text

    def last(self, pattern):
        found = re.findall(pattern, self.text)
        return found[-1] if found else None


class Rules(unittest.TestCase):
    def is_ours(self, outcome):
        self.assertEqual(outcome.complaints, [], outcome.text)
        self.assertEqual((outcome.group, outcome.mode), (GID, "0660"), outcome.text)
        self.assertTrue(outcome.is_hidden_from_modem_manager, outcome.text)

    def is_not_ours(self, outcome):
        self.assertEqual(outcome.links, [], outcome.text)
        self.assertNotEqual(outcome.group, GID, outcome.text)
        self.assertFalse(outcome.is_hidden_from_modem_manager, outcome.text)

    def test_adapters(self):
        for driver in ("ftdi_sio", "cdc_acm", "cp210x", "pl2303", "ch341"):
            with self.subTest(driver):
                outcome = Outcome(adapter(driver))
                self.is_ours(outcome)
                self.assertEqual(outcome.links,
                                 ["sabot/by-path/tty-pci-0000:00:14.0-usb-0:2:1.0",
                                  "sabot/by-serial/tty-SHOE0001"])

    def test_second_interface(self):
        outcome = Outcome(adapter(interface=1))
        self.is_ours(outcome)
        self.assertIn("sabot/by-serial/tty-SHOE0001-if01", outcome.links)

    def test_without_serial_number(self):
        outcome = Outcome(adapter(serial=None))
        self.is_ours(outcome)
        self.assertEqual(outcome.links, ["sabot/by-path/tty-pci-0000:00:14.0-usb-0:2:1.0"])

    def test_serial_number_with_a_slash(self):
        outcome = Outcome(adapter(serial="../../sda 1"))
        self.is_ours(outcome)
        for link in outcome.links:
            self.assertRegex(link, r"^sabot/by-(serial|path)/[^/ ]*$")

    def test_other_terminal(self):
        self.is_not_ours(Outcome(adapter("option")))

    def test_hid_shoe(self):
        outcome = Outcome(HIDRAW + usb("1209", "0001"))
        self.is_ours(outcome)
        self.assertIn("sabot/by-serial/hid-SHOE0001", outcome.links)

    def test_other_hid_device(self):
        for vendor, product in (("046d", "c31c"), ("1209", "0002"), ("046d", "0001")):
            self.is_not_ours(Outcome(HIDRAW + usb(vendor, product)))

    def test_keys_of_a_hid_shoe(self):
        outcome = Outcome(INPUT + usb("1209", "0001"))
        self.assertRegex(outcome.text, r"60-sabot\.rules:\d+ ATTR '[^']*/inhibited' writing '1'")

    def test_keys_of_a_keyboard(self):
        self.assertNotIn("/inhibited' writing", Outcome(INPUT + usb("046d", "c31c")).text)

    def test_usb_shoe(self):
        outcome = Outcome(usb("1209", "0001").lstrip())
        self.is_ours(outcome)
        self.assertEqual(outcome.links, [])

    def test_other_usb_device(self):
        self.is_not_ours(Outcome(usb("1209", "0002").lstrip()))


def enter_namespace(rules):
    """Start again where the rules are installed; does not return."""
    for name in NEEDED:
        if not shutil.which(name):
            print(f"skipped: {name} is not installed")
            sys.exit(77)
    if subprocess.run(["unshare", "-rm", "true"], stderr=subprocess.DEVNULL).returncode:
        print("skipped: a mount namespace is not allowed here")
        sys.exit(77)
    os.execvp("unshare", ["unshare", "-rm", sys.executable, __file__, rules, "--inside"])


def install(rules):
    subprocess.run(["mount", "-t", "tmpfs", "none", "/run"], check=True)
    os.makedirs("/run/udev/rules.d")
    shutil.copy(rules, "/run/udev/rules.d/60-sabot.rules")
    with open("/etc/group", encoding="utf-8") as groups:
        text = groups.read()
    with open("/run/group", "w", encoding="utf-8") as groups:
        groups.write(text + f"sabot:x:{GID}:\n")
    subprocess.run(["mount", "--bind", "/run/group", "/etc/group"], check=True)


if __name__ == "__main__":
    if sys.argv[2:] != ["--inside"]:
        enter_namespace(os.path.abspath(sys.argv[1]))
    install(sys.argv[1])
    unittest.main(argv=sys.argv[:1])
