"""A house with the real daemon and the real forwarder, in a directory of its own."""
import contextlib
import pathlib
import signal
import sqlite3
import subprocess

from fixture import Daemon, end_with_the_test, wait_for

TABLES = """
client_time = date
create_key = yes
persons = off
[archive]
[table PB-01]
rules = punto-banco-es
[table PB-02]
rules = punto-banco-es
"""
DAYS = ("2026-03-01", "2026-03-10", "2026-03-20", "2026-03-30")
CHECKPOINTS = "@checkpoints"
CARDS = ("9D", "2C", "9H", "KS")


class Edge:
    """`core` is the address that the forwarder has."""

    # The programs, which the test sets.
    sabotd = sabotctl = sabot_forward = None
    site = "Test"

    def make_edge(self, core, tables=TABLES):
        self.core = core
        self.daemon = Daemon(self.sabotd, tables)
        self.state = self.daemon.directory / "state"
        self.forwarder = None

    def ctl(self, *command):
        """Exit status, output and errors of sabotctl."""
        done = subprocess.run([self.sabotctl, *map(str, command)], capture_output=True, text=True,
                              timeout=240)
        return done.returncode, done.stdout, done.stderr

    def start_house(self):
        self.client = self.daemon.start()
        self.key = self.ctl("key", "show", "--state", self.state)[1].strip()

    def deal(self, table="PB-01", day=DAYS[0], rounds=40, client=None):
        """A load with some rounds, and out with it; how many events that was."""
        at = {"at": day + "T20:00:00Z"} if day else {}
        events = [{"ev": "load", "decks": 8, **at}]
        for _ in range(rounds):
            events.append({"ev": "no_more_bets", "boxes": [1], **at})
            events += [{"ev": "card", "card": card, **at} for card in CARDS]
        events.append({"ev": "unload", **at})
        for reply in (client or self.client).pipeline(table, events):
            assert "ok" in reply, reply
        return len(events)

    def write_config(self, database=None, core=None, rows_days=400):
        config = self.daemon.directory / "forward.conf"
        config.write_text(
            f"[forward]\ncore = {core or self.core}\nsite = {self.site}\n"
            f"database = {database or self.state / 'sabot.db'}\n"
            f"status = {self.daemon.directory}/forward.json\nsocket = {self.daemon.socket}\n"
            f"wait_s = 1\nrows_days = {rows_days}\n")
        return config

    def forward(self, *options, **config):
        """Until all that is there was sent."""
        done = subprocess.run([self.sabot_forward, "--once", "--config",
                               self.write_config(**config), *options],
                              capture_output=True, text=True, timeout=60)
        assert done.returncode == 0, done.stderr
        return done.stderr

    def start_forwarding(self, *options, **config):
        with open(self.daemon.directory / "forward.log", "ab") as log:
            self.forwarder = subprocess.Popen(
                [self.sabot_forward, "--config", self.write_config(**config), *options],
                stdout=log, stderr=log, preexec_fn=end_with_the_test)

    def stop_forwarding(self, how=signal.SIGTERM):
        if self.forwarder:
            self.forwarder.send_signal(how)
            self.forwarder.wait()
            self.forwarder = None

    def house(self, database=None):
        """What the house has: log → number of events; the checkpoints, too."""
        with contextlib.closing(sqlite3.connect(database or self.state / "sabot.db")) as db:
            heads = dict(db.execute("SELECT name, max(n) FROM event JOIN log ON log.id = log_id "
                                    "GROUP BY name"))
            heads[CHECKPOINTS] = db.execute("SELECT max(number) FROM checkpoint").fetchone()[0]
            return heads

    def seal(self):
        """Until all is under a checkpoint."""
        def is_sealed():
            with contextlib.closing(sqlite3.connect(self.state / "sabot.db")) as db:
                return db.execute("SELECT (SELECT max(seq) FROM checkpoint) = "
                                  "(SELECT max(seq) FROM event)").fetchone()[0]
        wait_for(is_sealed, "a checkpoint")

    def status(self):
        return self.ctl("forward", "status", "--config", self.daemon.directory / "forward.conf")

    def resident_bytes(self):
        """Of the forwarder that runs, its memory now and at its largest."""
        status = pathlib.Path(f"/proc/{self.forwarder.pid}/status").read_text("utf-8")
        lines = dict(line.split(":", 1) for line in status.splitlines())
        return tuple(int(lines[name].split()[0]) * 1024 for name in ("VmRSS", "VmHWM"))
