#!/usr/bin/env python3
"""sabotctl device: what is recorded from a line is, played again at any speed, what was on it; and
what a daemon is asked for. Usage: device-test.py SABOTCTL SABOTD TOP"""

import json
import os
import pathlib
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import unittest

SABOTCTL, SABOTD = (os.path.abspath(path) for path in sys.argv[1:3])
TOP = pathlib.Path(sys.argv[3])
sys.path.insert(0, str(TOP / "tests" / "daemon"))

from fixture import Daemon, Shoe, kill_player, wait_for  # noqa: E402
from ref_shoe import RefShoe  # noqa: E402

LOGS = TOP / "tests" / "devices" / "logs"
PATIENCE_S = 60


def device(*words, **options):
    return subprocess.run([SABOTCTL, "device", *words], text=True, timeout=PATIENCE_S,
                          capture_output=True, **options)


def events(text):
    """What a test or replay tells, without times and bytes, and without what is of the line: how
    long it was away, and how it ended."""
    said = [line[12:] for line in text.splitlines() if line[12] not in "<>"]
    said = [re.sub(r"back after [0-9.]+ s", "back", line) for line in said]
    return [line for line in said if not line.startswith("device offline")]


class Recordings(unittest.TestCase):
    def setUp(self):
        self.directory = pathlib.Path(tempfile.mkdtemp(prefix="sabot-device-"))
        self.line = self.directory / "line"

    def tearDown(self):
        subprocess.run(["rm", "-r", str(self.directory)], check=True)

    def shown(self, log, *options):
        done = device("replay", str(log), *options)
        self.assertEqual(done.returncode, 0, done.stderr)
        return events(done.stdout)

    def play_to(self, log, *reader):
        """Play a recording into a pty that another sabotctl reads; what that one prints."""
        player = subprocess.Popen([SABOTCTL, "device", "replay", str(log), "--pty",
                                   str(self.line), "--speed", "20"],
                                  stdout=subprocess.PIPE, text=True)
        player.stdout.readline()
        reading = subprocess.Popen([SABOTCTL, "device", reader[0], f"pty:{self.line}",
                                    *reader[1:]], stdout=subprocess.PIPE, text=True)
        self.assertEqual(player.wait(PATIENCE_S), 0)
        player.stdout.close()
        reading.send_signal(signal.SIGINT)
        output, _ = reading.communicate(timeout=PATIENCE_S)
        self.assertEqual(reading.returncode, 0)
        return output

    def test_the_speed_changes_nothing(self):
        for log in ("angeleye2/clean-start", "ref/outage"):
            path = LOGS / f"{log}.shoelog"
            self.assertGreater(len(self.shown(path, "--speed", "max")), 10)
            self.assertEqual(self.shown(path, "--speed", "40"),
                             self.shown(path, "--speed", "max"))

    def test_what_is_shown_is_what_was_expected(self):
        """The drivers' recordings have their expected events beside them."""
        expected = (LOGS / "angeleye2" / "clean-start.expected").read_text().split()
        cards = [line.split()[1] for line in
                 self.shown(LOGS / "angeleye2" / "clean-start.shoelog", "--speed", "max")
                 if line.startswith("card")]
        self.assertEqual(cards, [expected[i + 1] for i, word in enumerate(expected)
                                 if word == "card"])

    def test_record_and_replay(self):
        log = LOGS / "angeleye2" / "clean-start.shoelog"
        written = self.directory / "again.shoelog"
        written.write_text(self.play_to(log, "record", "--driver", "angeleye2"))
        self.assertEqual(self.shown(written, "--speed", "max"), self.shown(log, "--speed", "max"))

    def test_record_to_a_socket(self):
        """/dev/stdout cannot be opened when standard output is a socket: `record` need not."""
        log = LOGS / "ref" / "clean-start.shoelog"
        player = subprocess.Popen([SABOTCTL, "device", "replay", log, "--pty", self.line,
                                   "--speed", "20"], stdout=subprocess.PIPE, text=True)
        player.stdout.readline()
        ours, its = socket.socketpair()
        with ours, its:
            reading = subprocess.Popen([SABOTCTL, "device", "record", f"pty:{self.line}",
                                        "--driver", "ref"], stdout=its)
            its.close()
            self.assertEqual(player.wait(PATIENCE_S), 0)
            player.stdout.close()
            reading.send_signal(signal.SIGINT)
            self.assertEqual(reading.wait(PATIENCE_S), 0)
            written = self.directory / "socket.shoelog"
            with ours.makefile("rb") as sent:
                written.write_bytes(sent.read())
        self.assertTrue(written.read_text().startswith("#shoe-log 1\n"))
        self.assertEqual(self.shown(written, "--speed", "max"), self.shown(log, "--speed", "max"))

    def test_a_line_is_shown_live(self):
        log = LOGS / "ref" / "clean-start.shoelog"
        live = self.play_to(log, "test", "--driver", "ref")
        self.assertIn(" < ", live)
        self.assertEqual(events(live), self.shown(log, "--speed", "max"))

    def test_nobody_there(self):
        done = device("test", f"pty:{self.line}", "--driver", "ref", "--seconds", "1")
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertIn("No such file", done.stdout)

    def test_another_language_is_no_shoe(self):
        """A line that can be opened, and whose bytes are garbage to the driver."""
        player = subprocess.Popen([SABOTCTL, "device", "replay", "--pty", self.line,
                                   LOGS / "ref" / "clean-start.shoelog"],
                                  stdout=subprocess.PIPE, text=True)
        player.stdout.readline()
        done = device("test", f"pty:{self.line}", "--driver", "angeleye2", "--seconds", "2")
        kill_player(player, self.line)
        self.assertIn("device online", done.stdout)
        self.assertEqual(done.returncode, 1, done.stderr)

    def test_what_it_refuses(self):
        (self.directory / "x.shoelog").write_text("no recording\n")
        recording = str(LOGS / "ref" / "outage.shoelog")
        for words in (("dance",), ("test",), ("test", "pty:/x"), ("replay",), ("lock",),
                      ("test", "cow:/x", "--driver", "ref"), ("lock", "shoe-1"),
                      ("test", "pty:/x", "--driver", "cow"), ("replay", "nothing.shoelog"),
                      ("replay", str(self.directory / "x.shoelog")),
                      ("replay", recording, "--speed", "fast")):
            done = device(*words)
            self.assertEqual(done.returncode, 2, words)
            self.assertTrue(done.stderr.startswith("sabotctl device"), (words, done.stderr))

    def test_what_is_wrong_with_a_replay(self):
        for words, why in (((), "a recording is wanted"),
                           (("a", "b"), "one recording at a time"),
                           (("a", "--pty", "/x", "--tcp", "0"), "exclude each other"),
                           (("a", "--speed", "fast"), "from 0.1 to 10000, or max"),
                           (("a", "--loud"), "Unknown option --loud")):
            done = device("replay", *words)
            self.assertEqual(done.returncode, 2, words)
            self.assertEqual(done.stderr.split(": ")[0], "sabotctl device replay")
            self.assertIn(why, done.stderr)


PLUGGED = """P: /devices/pci0000:00/usb1/1-4
N: bus/usb/001/004
E: SUBSYSTEM=usb
E: DEVTYPE=usb_device
E: DEVNAME=/dev/bus/usb/001/004
A: idVendor=1209\\n
A: idProduct=0001\\n
A: serial=SHOE0001\\n

P: /devices/pci0000:00/usb1/1-5
N: bus/usb/001/005
E: SUBSYSTEM=usb
E: DEVTYPE=usb_device
A: idVendor=0403\\n
A: idProduct=6001\\n
A: serial=FT0815\\n

P: /devices/pci0000:00/usb1/1-5/1-5:1.0/ttyUSB0/tty/ttyUSB0
N: ttyUSB0
E: SUBSYSTEM=tty
E: DEVNAME=/dev/ttyUSB0

P: /devices/pci0000:00/usb1/1-6
N: bus/usb/001/006
E: SUBSYSTEM=usb
E: DEVTYPE=usb_device
A: idVendor=0c2e\\n
A: idProduct=0200\\n

P: /devices/pci0000:00/usb1/1-6/1-6:1.0/0003:0C2E:0200.0001
E: SUBSYSTEM=hid
H: report_descriptor=05010906A101C0

P: /devices/pci0000:00/usb1/1-6/1-6:1.0/0003:0C2E:0200.0001/hidraw/hidraw0
N: hidraw0
E: SUBSYSTEM=hidraw
E: DEVNAME=/dev/hidraw0
L: device=../../../0003:0C2E:0200.0001
"""


@unittest.skipUnless(shutil.which("umockdev-run"), "umockdev is missing")
class Plugged(unittest.TestCase):
    def test_what_is_connected(self):
        sanitizers = os.environ.get("ASAN_OPTIONS", "") + ":verify_asan_link_order=0"
        with tempfile.NamedTemporaryFile("w", suffix=".umockdev") as description:
            description.write(PLUGGED)
            description.flush()
            done = subprocess.run(["umockdev-run", "-d", description.name, "--", SABOTCTL,
                                   "device", "list"], text=True, capture_output=True,
                                  env=dict(os.environ, ASAN_OPTIONS=sanitizers),
                                  timeout=PATIENCE_S)
        rows = [line.split() for line in done.stdout.splitlines()]
        self.assertIn(["usb:1209:0001:SHOE0001", "1209:0001", "SHOE0001", "1-4", "ref"], rows)
        self.assertIn(["serial:/dev/ttyUSB0", "0403:6001", "FT0815", "1-5"], rows)
        self.assertIn(["hidraw:/dev/hidraw0", "0c2e:0200", "1-6", "keyboard"], rows)


class WithDaemon(unittest.TestCase):
    def setUp(self):
        self.daemon = Daemon(SABOTD, """
[device shoe-1]
driver = ref
transport = pty:@DIR@/shoe-1
commands = yes
[device shoe-2]
transport = pty:@DIR@/shoe-2
[table PB-01]
rules = punto-banco-es
device = shoe-1
[table PB-02]
rules = punto-banco-es
device = shoe-2
""")
        self.one = RefShoe("SR8-0001", 1)
        self.one.plug(self.daemon.directory / "shoe-1")
        self.two = Shoe(self.daemon.directory / "shoe-2")
        self.client = self.daemon.start()
        for table in ("PB-01", "PB-02"):
            wait_for(lambda name=table: self.client.view(name)["device"]["state"] == "online",
                     table)

    def tearDown(self):
        self.one.unplug()
        self.two.close()
        self.daemon.close()

    def ask(self, *words):
        return device(*words, "--socket", self.daemon.socket)

    def test_list(self):
        wait_for(lambda: "SR8-0001" in self.ask("list").stdout, "the shoe's serial number")
        done = self.ask("list")
        self.assertEqual(done.returncode, 0, done.stderr)
        for words in ("shoe-1", "PB-01", "ref", "angeleye2", "Connected to this machine"):
            self.assertIn(words, done.stdout)
        told = json.loads(self.ask("list", "--json").stdout)
        self.assertEqual([d["name"] for d in told], ["shoe-1", "shoe-2"])
        self.one.unplug()
        wait_for(lambda: self.ask("list").returncode == 1, "a shoe to be offline")

    def test_who_has_the_line(self):
        line = f"pty:{self.daemon.directory}/shoe-2"
        spoken = dict(os.environ, LANGUAGE="en", SABOT_SOCKET=self.daemon.socket)
        done = device("test", line, "--driver", "angeleye2", "--seconds", "1", env=spoken)
        self.assertEqual(done.returncode, 1)
        self.assertIn("the daemon has this line for shoe-2", done.stderr)
        spoken["SABOT_SOCKET"] = str(self.daemon.directory / "nobody")
        done = device("list", env=spoken)
        self.assertEqual((done.returncode, done.stderr[:17]), (0, "No daemon answers"))

    def test_commands(self):
        done = self.ask("lock", "shoe-1", "--by", "pit-1")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        wait_for(lambda: self.one.commands == [1], "the command at the shoe")
        done = self.ask("clear", "shoe-2", "--by", "pit-1")
        self.assertEqual(done.returncode, 2)
        self.assertIn("allows no commands", done.stderr)
        self.assertTrue(done.stderr.startswith("sabotctl device clear: "), done.stderr)
        logged = [e for e in self.client.export("house")[1:] if e["ev"] == "command"]
        self.assertEqual([(e["do"], e["by"]) for e in logged], [("lock", "pit-1")])


if __name__ == "__main__":
    del sys.argv[1:]
    unittest.main()
