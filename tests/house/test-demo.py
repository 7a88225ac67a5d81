#!/usr/bin/env python3
"""The demonstration runs, shows all three tables, and whatever ends it leaves no process and no
file. Usage: test-demo.py SABOT BUILD-DIRECTORY"""
import os
import signal
import subprocess
import sys
import tempfile
import time
import unittest

SABOT, BUILD = sys.argv[1:3]
PATIENCE_S = 120
CODES = ("card_in_excess", "card_missing", "wrong_result", "payout_wrong",
         "card_before_no_more_bets", "unread_card", "frames_lost", "device_offline")
TABLES = ("PB-01", "PB-02", "BJ-01")


def processes_of(directory):
    """The command lines that name something in the directory."""
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{pid}/cmdline", "rb") as file:
                line = file.read().replace(b"\0", b" ").decode(errors="replace")
        except OSError:
            continue  # it has just ended
        if directory in line:
            yield f"{pid} {line}"


class Demo(unittest.TestCase):
    def setUp(self):
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        self.parent = os.path.join(holder.name, "parent")
        os.mkdir(self.parent)
        self.output = os.path.join(holder.name, "output")

    def start(self, *options):
        """A demonstration without a screen whose files lie in a directory of ours."""
        surroundings = {key: value for key, value in os.environ.items()
                        if key not in ("DISPLAY", "WAYLAND_DISPLAY", "XDG_RUNTIME_DIR")}
        surroundings["TMPDIR"] = self.parent
        with open(self.output, "wb") as output:
            return subprocess.Popen(
                [SABOT, "demo", "--built", BUILD, "--pace", "max", "--seed", "3", *options],
                stdout=output, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL,
                env=surroundings, start_new_session=True,
                # A shell can trap no signal that it was started to ignore, as nohup does.
                preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_DFL))

    def said(self):
        with open(self.output, encoding="utf-8", errors="replace") as output:
            return output.read()

    def tail(self):
        return "\n".join(self.said().splitlines()[-20:])

    def wait_until_dealing(self, demo):
        end = time.monotonic() + PATIENCE_S
        while time.monotonic() < end and demo.poll() is None:
            # The three first lines name each table once; the watch does it again and again.
            lines = self.said().splitlines()[3:]
            if all(any(table in line for line in lines) for table in TABLES):
                return
            time.sleep(0.05)
        self.fail("not all tables are being dealt:\n" + self.tail())

    def wait_until_flagged(self, demo):
        end = time.monotonic() + PATIENCE_S
        while time.monotonic() < end and demo.poll() is None:
            if any(code in self.said() for code in CODES):
                return
            time.sleep(0.05)
        self.fail("no error is flagged:\n" + self.tail())

    def assert_nothing_is_left(self):
        self.assertEqual(os.listdir(self.parent), [], self.tail())
        self.assertEqual(list(processes_of(self.parent)), [], self.tail())

    def test_signals_end_it_wholly(self):
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            with self.subTest(signal=number):
                demo = self.start("--faults", "30")
                try:
                    self.wait_until_dealing(demo)
                    self.wait_until_flagged(demo)
                    # As a terminal does it: to the whole foreground.
                    os.killpg(demo.pid, number)
                    self.assertEqual(demo.wait(PATIENCE_S), 128 + number)
                finally:
                    demo.kill()
                    demo.wait()
                self.assert_nothing_is_left()

    def test_its_time_ends_it(self):
        demo = self.start("--seconds", "3")
        self.assertEqual(demo.wait(PATIENCE_S), 0, self.tail())
        self.assertIn("There is no display here", self.said()[:1000])
        self.assert_nothing_is_left()


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
