"""A user's home in a temporary directory: the programs on the path, the documents of the source
tree beside him, and the places of an installed machine (/var/lib/sabot …) below the home."""
import datetime
import os
import pathlib
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time

DEADLINE_S = 120
PROGRAMS = {"sabotd": "daemon", "sabotctl": "cli", "sabot-shoe": "cli", "sabot-pit": "gui",
            "sabot-dealer": "gui", "sabot-board": "gui"}
DIRECTORIES = ("bin", "sabot", "run/sabot", "etc/sabot", "var/lib/sabot", "var/spool/sabot",
               "mnt/backup", "srv/backup", "tmp", "pit-1")
PINS = {"Ada": "482139", "Pia": "991704", "Sam": "730519", "Sol": "552816", "Dee": "614023",
        "Cai": "308271", "Eye": "275930", "Dan": "739104", "Cleo": "518630"}
ROLES = {"Pia": "pit", "Sam": "shift", "Sol": "shift", "Dee": "dealer", "Cai": "cage",
         "Cleo": "cage", "Eye": "surveillance", "Dan": "dealer"}


def wait_for(condition, what):
    limit = time.monotonic() + DEADLINE_S
    while time.monotonic() < limit:
        found = condition()
        if found:
            return found
        time.sleep(0.02)
    raise AssertionError(f"waited {DEADLINE_S} s for {what}")


def closed_shift():
    """A gaming day whose second shift (14:00 to 22:00) is over, whatever the clock says."""
    return (datetime.datetime.now() - datetime.timedelta(hours=30)).strftime("%Y-%m-%d")


class House:
    def __init__(self, build, source):
        self.build, self.source = pathlib.Path(build).resolve(), pathlib.Path(source).resolve()
        self.root = pathlib.Path(tempfile.mkdtemp(prefix="sabot-hour-"))
        for directory in DIRECTORIES:
            (self.root / directory).mkdir(parents=True)
        for program, folder in PROGRAMS.items():
            (self.root / "bin" / program).symlink_to(self.build / folder / program)
        self.cwd = self.root / "sabot"
        (self.cwd / "build").symlink_to(self.build)
        for name in ("docs", "tools", "sabot", "tests", "profiles"):
            (self.cwd / name).symlink_to(self.source / name)
        self.environment = self.make_environment()
        self.processes = []
        self.daemon = None
        self.key = ""
        self.state = self.root / "var/lib/sabot"
        self.database = self.state / "sabot.db"
        self.notes = {}  # what one task leaves for the next

    def make_environment(self):
        kept = {name: os.environ[name] for name in
                ("PATH", "DISPLAY", "DBUS_SESSION_BUS_ADDRESS", "GDK_BACKEND", "GSETTINGS_BACKEND",
                 "LD_LIBRARY_PATH", "ASAN_OPTIONS", "UBSAN_OPTIONS") if name in os.environ}
        kept["PATH"] = f"{self.root}/bin:{kept['PATH']}"
        return {**kept, "HOME": str(self.root), "XDG_RUNTIME_DIR": str(self.root / "run"),
                "LC_ALL": "C.UTF-8", "LANGUAGE": "C", "TZ": "UTC", "PYTHONDONTWRITEBYTECODE": "1"}

    def here(self, command, **words):
        """The command on this machine: places of the system below the home, and words of the
        page's example (KEY, PB-03, 211 …) as they are here."""
        command = re.sub(rf"(?<![\w/.])(?!{self.root})/(var|run|etc|mnt|srv|tmp)/",
                         rf"{self.root}/\1/", command)
        for word, mine in sorted(words.items(), key=lambda pair: -len(pair[0])):
            command = re.sub(rf"(?<![\w-]){re.escape(word)}(?![\w-])", lambda _: str(mine), command)
        return command

    def run(self, command, status=0, says="", stdin="", words=None, more=""):
        """Run a command of a page; returns what it printed. `more` is put behind it."""
        command = self.here(command, **(words or {})) + (f" {more}" if more else "")
        done = subprocess.run(["bash", "-c", f"set -o pipefail; {command}"], cwd=self.cwd,
                              env=self.environment, input=stdin, capture_output=True, text=True,
                              timeout=DEADLINE_S, check=False)
        printed = done.stdout + done.stderr
        assert done.returncode == status, \
            f"{command}\n  status {done.returncode} instead of {status}: {printed[-1500:]}"
        assert re.search(says, printed, re.S), f"{command}\n  did not say {says}: {printed[-1500:]}"
        return printed

    def pins(self, *names):
        return "".join(PINS[name] + "\n" for name in names)

    # --- Programs that go on ---------------------------------------------------------------------

    def begin(self, command, words=None, **more):
        """Start a program that goes on; it ends with the house."""
        log = open(self.root / "tmp" / f"log-{len(self.processes)}", "wb+")
        process = subprocess.Popen(["bash", "-c", "exec " + self.here(command, **(words or {}))],
                                   cwd=self.cwd, env=self.environment, stdin=subprocess.DEVNULL,
                                   stdout=log, stderr=subprocess.STDOUT, start_new_session=True,
                                   **more)
        process.log = log
        self.processes.append(process)
        return process

    def printed(self, process):
        process.log.flush()
        process.log.seek(0)
        return process.log.read().decode(errors="replace")

    def end(self, process, with_signal=signal.SIGTERM):
        """Ends it politely; returns its status."""
        if process.poll() is None:
            process.send_signal(with_signal)
        status = process.wait(DEADLINE_S)
        self.processes.remove(process)
        process.log.close()
        return status

    def wait_until_it_says(self, process, wanted):
        def said():
            text = self.printed(process)
            assert re.search(wanted, text, re.S) or process.poll() is None, text
            return re.search(wanted, text, re.S)
        try:
            return wait_for(said, wanted)
        except AssertionError as error:
            raise AssertionError(f"{error}; it printed: {self.printed(process)[-1500:]}") from None

    # --- The daemon ------------------------------------------------------------------------------

    def configure(self, tables, daemon=""):
        """Write /etc/sabot/sabotd.conf."""
        text = ("[daemon]\nsite=Casino Norte\nstate_dir=/var/lib/sabot\n"
                "spool_dir=/var/spool/sabot\nsocket=/run/sabot/sabotd.sock\n" + daemon + tables)
        (self.root / "etc/sabot/sabotd.conf").write_text(
            re.sub(r"([=:])/(var|run|tmp)/", rf"\1{self.root}/\2/", text))

    def start(self, command="sabotd --config /etc/sabot/sabotd.conf"):
        self.daemon = self.begin(command)
        self.wait_until_answered()

    def wait_until_answered(self):
        path = str(self.root / "run/sabot/sabotd.sock")

        def answered():
            assert self.daemon.poll() is None, self.printed(self.daemon)
            with socket.socket(socket.AF_UNIX) as line:
                try:
                    line.connect(path)
                    return line.recv(1)
                except OSError:
                    return False
        wait_for(answered, "the daemon's socket")

    def stop(self):
        status = self.end(self.daemon)
        self.daemon = None
        assert status == 0, f"the daemon ended with status {status}"

    def connect(self, name=None):
        """A client on the socket, as tests of the daemon use it; with a name, logged in."""
        sys.path.insert(0, str(self.source / "tests/daemon"))
        from fixture import Client
        client = Client(str(self.root / "run/sabot/sabotd.sock"))
        if name:
            client.ok("login", name=name, pin=PINS[name])
        return client

    def make_persons(self, *names):
        """The first administrator, and others."""
        code = self.run("sabotctl user first").split("\n")[0]
        self.run(f"sabotctl user create Ada admin --code {code}", stdin=self.pins("Ada"))
        for name in names:
            self.make_person(name)

    def make_person(self, name):
        """By Ada, with a PIN for one log-in; then he chooses his own."""
        self.run(f"sabotctl user create {name} {ROLES[name]} --as Ada",
                 stdin=self.pins("Ada") + "902745\n")
        self.run(f"sabotctl user pin {name}", stdin="902745\n" + self.pins(name))

    def make_card(self, name, command, words):
        """For somebody new, who gets a PIN of his own with it."""
        pin = self.pins("Pia").strip()
        self.run(f"sabotctl user create {name} pit --as Ada", stdin=self.pins("Ada") + "902745\n")
        self.run(command, words=words, more="--new-pin",
                 stdin=self.pins("Ada") + f"902745\n{pin}\n0004567890\n")

    def close(self):
        for process in reversed(self.processes[:]):
            try:
                self.end(process)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        shutil.rmtree(self.root)
