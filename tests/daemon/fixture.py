"""What the daemon's tests share: the real sabotd in a directory of its own, clients on its real
socket, and a shoe on a pty that speaks the Angel Eye line protocol."""

import contextlib
import ctypes
import json
import os
import pathlib
import pty
import shutil
import signal
import re
import socket
import ssl
import sqlite3
import subprocess
import tempfile
import termios
import threading
import time
import tty

DEADLINE_S = 60  # only what fails waits so long; a busy machine is slow
ONE_TIME_PIN = "902745"  # with which an administrator makes somebody, good for one log-in
SUITS = {"D": 1, "C": 2, "S": 3, "H": 4}
RANKS = "A23456789TJQK"
TARGETS = {"punto": 0, "banca": 1, "burn": 2}


def wait_for(condition, what):
    """Poll until `condition` yields something true, and return that; ever less often, as asking
    keeps the daemon from what is waited for."""
    deadline = time.monotonic() + DEADLINE_S
    pause = 0.002
    while time.monotonic() < deadline:
        value = condition()
        if value:
            return value
        time.sleep(pause)
        pause = min(1.4 * pause, 0.1)
    raise AssertionError(f"waited {DEADLINE_S} s for {what}")


def frame(seq, code, data=b""):
    """One frame as the shoe sends it."""
    body = bytes([ord(seq), ord(code)]) + data + b"\x03"
    check = 0
    for byte in body:
        check ^= byte
    return b"\x05" + body + b"%02X" % check


class Shoe:
    """The shoe's end of a line that the daemon opens through a symbolic link."""

    def __init__(self, path):
        self.master, self.slave = pty.openpty()
        tty.setraw(self.slave, termios.TCSANOW)
        os.symlink(os.ttyname(self.slave), path)
        self.path = path
        self.number = 0
        self.last = b""

    def close(self):
        # Its name goes first: the line's number may soon be that of another test's.
        if os.path.lexists(self.path):
            os.unlink(self.path)
        os.close(self.master)
        os.close(self.slave)

    def send_card(self, card, target="punto"):
        """Report a drawn card, three times as the real one does, and where it thinks it goes."""
        self.number = (self.number + 1) % 10
        face = SUITS[card[1]] << 4 | RANKS.index(card[0]) + 1
        data = bytes([0x80 | TARGETS[target] << 4, 0x80 | face])
        self.last = frame(str(self.number), "D", data)
        self.repeat()

    def repeat(self):
        os.write(self.master, self.last * 3)


def kill_player(process, link):
    """End a program that plays a shoe on a pty of its own. Its name goes first: killed, the program
    would leave it, and its number may soon be that of another test's pty, which this test's daemon
    would open."""
    pathlib.Path(link).unlink(missing_ok=True)
    process.kill()
    process.communicate()


def end_with_the_test():
    """An interrupted test leaves no daemon behind: it would open other tests' lines."""
    PR_SET_PDEATHSIG = 1
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


class Client:
    """A connection to the daemon; reads with a deadline."""

    def __init__(self, path):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.settimeout(DEADLINE_S)
        self.file = self.socket.makefile("rb")
        self.next_id = 0
        self.pushes = []
        self.path = path
        self.database = pathlib.Path(path).parent.parent / "state" / "sabot.db"
        try:
            self.socket.connect(path)
            self.greeting = self.read()
        except OSError:
            self.close()
            raise

    def close(self):
        self.file.close()
        self.socket.close()

    def read_to_the_end(self):
        """What comes until the daemon ends the connection."""
        lines = []
        try:
            while True:
                lines.append(self.read())
        except OSError:
            return lines

    def read(self):
        line = self.file.readline()
        if not line.endswith(b"\n"):
            raise ConnectionError("the daemon closed the connection")
        return json.loads(line)

    def send(self, message):
        self.socket.sendall(json.dumps(message).encode() + b"\n")

    def ask(self, verb, **arguments):
        """The reply to a request; pushes that come before it are kept."""
        self.next_id += 1
        self.send({"id": self.next_id, "do": verb, **arguments})
        while True:
            message = self.read()
            if message.get("id") == self.next_id:
                return message
            self.pushes.append(message)

    def ok(self, verb, **arguments):
        reply = self.ask(verb, **arguments)
        assert "ok" in reply, reply
        return reply["ok"]

    def person(self, name, role, pin):
        """Somebody new, made by who is logged in here, has come and chosen this PIN."""
        made = self.ok("person_create", name=name, role=role, pin=ONE_TIME_PIN)
        with contextlib.closing(Client(self.path)) as own:
            own.ok("login", name=name, pin=ONE_TIME_PIN, new=pin)
            own.ok("logout")
        return made

    def event(self, table, **event):
        return self.ok("event", table=table, event=event)

    def pipeline(self, table, events):
        """Say events without waiting between them; then wait for all replies."""
        first = self.next_id + 1
        self.next_id += len(events)
        lines = [
            json.dumps({"id": first + i, "do": "event", "table": table, "event": event})
            for i, event in enumerate(events)
        ]
        sender = threading.Thread(
            target=self.socket.sendall, args=("".join(line + "\n" for line in lines).encode(),)
        )
        sender.start()
        replies = []
        while len(replies) < len(events):
            message = self.read()
            if "id" in message:
                replies.append(message)
            else:
                self.pushes.append(message)
        sender.join()
        return replies

    def view(self, table):
        start = 0
        while start is not None:
            page = self.ok("tables", **{"from": start} if start else {})
            for view in page["tables"]:
                if view["table"] == table:
                    return view
            start = page.get("next")
        raise AssertionError(f"no table {table}")

    def export(self, table, **arguments):
        """A table's log as an event log file's lines: as the daemon gives it, or as its user can
        always read it where it is veiled. Empty before the table's first event is recorded."""
        lines, from_n = [], 1
        while from_n:
            reply = self.ask("log", table=table, from_n=from_n, **arguments)
            if reply.get("error", {}).get("class") == "not_allowed":  # since some page, perhaps
                return read_log(self.database, table, **arguments)
            if reply.get("error", {}).get("text") == "table: it has no log yet":
                return []
            assert "ok" in reply, reply
            page = reply["ok"]
            lines = lines or [page["header"]]
            lines += page["events"]
            from_n = page.get("next_n")
        return lines


class TlsClient(Client):
    """One over the network, with the certificate and key of a directory, from `address`."""

    def __init__(self, port, identity, version=ssl.TLSVersion.TLSv1_3, address="127.0.0.1"):
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        context.check_hostname = False
        context.verify_mode = ssl.CERT_NONE
        context.minimum_version = context.maximum_version = version
        if identity:
            context.load_cert_chain(identity / "machine.crt", identity / "machine.key")
        plain = socket.create_connection(("127.0.0.1", port), DEADLINE_S, (address, 0))
        try:
            self.socket = context.wrap_socket(plain)
        except OSError:
            plain.close()
            raise
        self.file = self.socket.makefile("rb")
        self.next_id = 0
        self.pushes = []
        try:
            self.greeting = self.read()
        except OSError:
            self.close()
            raise


@contextlib.contextmanager
def unguarded(db):
    """Within, rows can be changed as an intruder does it: the triggers are away, and back after."""
    triggers = db.execute("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'").fetchall()
    for name, _ in triggers:
        db.execute(f"DROP TRIGGER {name}")
    yield db
    for _, sql in triggers:
        db.execute(sql)


def read_log(database, table, part=None, load=None):
    """What `log` would give, from the database itself."""
    with contextlib.closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as db:
        (log,) = db.execute("SELECT id FROM log WHERE name = ?", (table,)).fetchone()
        if load:
            part, *begin = db.execute(
                "SELECT part, n, load - 1, from_round, from_incident FROM load"
                " WHERE log_id = ? AND load = ?", (log, load)).fetchone()
        rules, overrides, *rest = db.execute(
            "SELECT rules, overrides, from_n, from_load, from_round, from_incident FROM part"
            " WHERE log_id = ? AND part <= ? ORDER BY part DESC", (log, part or 9999)).fetchone()
        from_n, *numbers = begin if load else rest
        header = {"log": "sabot/1", "table": table, "rules": rules}
        pairs = [line.partition("=") for line in overrides.splitlines()]
        if pairs:
            header["set"] = {key: int(value) if value.isdigit() else value
                             for key, _, value in pairs}
        if any(numbers):
            header["from"] = dict(zip(("load", "round", "incident"), numbers))
        events = db.execute("SELECT line FROM event WHERE log_id = ? AND n >= ? ORDER BY n",
                            (log, from_n))
        return [header] + [json.loads(line) for (line,) in events]


class Daemon:
    """The real program; `tables` is the rest of its configuration file."""

    # Hash PINs at full cost: for tests about log-ins, their cost and their order.
    HAS_REAL_PINS = False

    def __init__(self, program, tables):
        self.command = [program]
        self.environment = dict(os.environ)
        quick_pins = pathlib.Path(program).absolute().parents[1] / "tests/daemon/libquick-pins.so"
        if not self.HAS_REAL_PINS and quick_pins.exists():
            preloaded = os.environ.get("LD_PRELOAD")
            asan_options = os.environ.get("ASAN_OPTIONS", "")
            self.environment.update(
                LD_PRELOAD=f"{preloaded}:{quick_pins}" if preloaded else str(quick_pins),
                ASAN_OPTIONS=f"{asan_options}:verify_asan_link_order=0")
        self.passed_fds = []
        self.directory = pathlib.Path(tempfile.mkdtemp(prefix="sabotd-"))
        self.socket = str(self.directory / "run" / "sabotd.sock")
        self.config = self.directory / "sabotd.conf"
        self.write_config(tables)
        self.log = open(self.directory / "log", "ab")
        self.process = None
        self.clients = []

    def write_config(self, tables):
        self.config.write_text(
            f"[daemon]\nsite = test\nsocket = {self.socket}\n"
            f"state_dir = {self.directory}/state\nspool_dir = {self.directory}/spool\n"
            + tables.replace("@DIR@", str(self.directory))
        )

    def start(self):
        self.launch()
        client = wait_for(self.try_connect, "the daemon's socket")
        # That it has started is in the house log before anybody asks for that.
        wait_for(lambda: client.ok("metrics")["daemon"]["pending"] == 0, "the start's event")
        return client

    def launch(self):
        self.begun_at = len(self.read_log())
        self.process = subprocess.Popen(
            [*self.command, "--config", str(self.config)],
            env=self.environment,
            stdin=subprocess.DEVNULL,
            stderr=self.log,
            preexec_fn=end_with_the_test,
            pass_fds=self.passed_fds,
        )

    def try_connect(self):
        assert self.process.poll() is None, self.read_log()
        try:
            client = Client(self.socket)
        except OSError:
            return None
        self.clients.append(client)
        return client

    def port(self):
        """Where machines over the network come in."""
        pattern = re.compile(r"come in at port (\d+)")
        wait_for(lambda: pattern.search(self.read_log(), self.begun_at), "a port")
        return int(pattern.search(self.read_log(), self.begun_at)[1])

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(DEADLINE_S)

    def wait_checked(self):
        """The check of the database at the start is over, and what it found is in the log."""
        wait_for(lambda: "checking" not in self.clients[-1].ok("status"),
                 "the check of the database")

    def threads(self):
        """The names of its threads."""
        names = set()
        for task in pathlib.Path(f"/proc/{self.process.pid}/task").iterdir():
            with contextlib.suppress(OSError):  # one that has just ended
                names.add((task / "comm").read_text().strip())
        return names

    def kill(self):
        self.process.kill()
        self.process.wait()

    def read_log(self):
        return (self.directory / "log").read_text()

    def close(self):
        """Stop it and look whether a sanitizer, if there is one, had something to say."""
        if self.process and self.process.poll() is None:
            self.stop()
        for client in self.clients:
            client.close()
        self.log.close()
        log = self.read_log()
        shutil.rmtree(self.directory)
        assert "Sanitizer" not in log and "runtime error" not in log, log


def audit(program, lines):
    """What `sabotctl audit` derives from these lines."""
    text = "".join(json.dumps(line) + "\n" for line in lines)
    done = subprocess.run([program, "audit", "-"], input=text, capture_output=True, text=True)
    assert done.returncode in (0, 1), done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def full_shoe(decks=6):
    return [rank + suit for rank in RANKS for suit in SUITS] * decks
