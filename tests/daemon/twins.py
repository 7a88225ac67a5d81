"""Two daemons that are told the same story with other hidden cards, and who listens to them: every
byte that one of them sends must be what the other sends, until the cards are turned up."""

import collections
import datetime
import itertools
import json
import pathlib
import re
import shutil
import subprocess
import tempfile
import time

from fixture import Client, Daemon, TlsClient
from house_case import PINS, ROLES

NOBODY = "nobody"
# Who works at a machine over the network.
REMOTE = ("Dan", "Sol", "Eye")
# The last look into the log by a thread.
TURNS = ("status", "metrics"), ("log",), ("find", "story", "replay", "what_if", "case")
# What differs between any two daemons: their clocks, memory and random numbers.
VOLATILE = {
    "started",
    "uptime_s",
    "uptime_us",
    "resident_bytes",
    "commits",
    "pending",
    "until",
    "config",
    "hash",  # of an event whose time it covers; that of a veiled one is null on both sides
    "pin",  # the digest of a new PIN's hash, which is salted
    "name_hash",  # so is that of a name
    "checkpoint",
}
TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z")


class Listener(Client):
    """A client that keeps pushes as the bytes they came in."""

    def read(self):
        line = self.file.readline()
        if line.startswith(b'{"push":'):
            return {"push": line.decode()}
        if not line:
            raise ConnectionError("the daemon closed the connection")
        return json.loads(line)

    def read_replies(self, count):
        """By their numbers: some wait to be recorded."""
        replies = {}
        while len(replies) < count:
            message = self.read()
            if "id" in message:
                replies[message.pop("id")] = message
            else:
                self.pushes.append(message)
        return replies

    def start_ask(self, verb, **arguments):
        self.next_id += 1
        self.send({"id": self.next_id, "do": verb, **arguments})

    def finish_ask(self):
        """The reply, without its number."""
        while (message := self.read()).get("id") != self.next_id:
            self.pushes.append(message)
        del message["id"]
        return message


class RemoteListener(Listener, TlsClient):
    """The same, by TLS."""


class Identities:
    """Certificates, the same ones for both sides: the daemon's, and that of a machine of each of
    these roles."""

    def __init__(self, control, roles):
        self.directory = pathlib.Path(tempfile.mkdtemp(prefix="sabot-twins-"))
        self.daemon = self.directory / "daemon"
        self.roles = roles
        self.create(control, "pit", "--state", self.daemon)
        self.config = ""
        for role in roles:
            made = self.create(control, role, "--name", role, "--json")
            self.config += (f"[machine {role}]\nrole = {role}\n"
                            f"fingerprint = {json.loads(made)['fingerprint']}\n")

    def machine(self, role):
        return self.directory / role

    def create(self, control, role, *options):
        return subprocess.run([control, "cert", "create", *map(str, options)], text=True,
                              env={"SABOT_IDENTITY": str(self.machine(role)),
                                   "LC_ALL": "C.UTF-8"},
                              check=True, timeout=300, stdout=subprocess.PIPE).stdout

    def close(self):
        shutil.rmtree(self.directory)


class Side:
    """One daemon, with a client for each role and one on which nobody has logged in; where there
    are machines of more roles, also of each person at each of them ("Pia at audit")."""

    def __init__(self, program, config, identities):
        # However long it takes, nobody is sent away for asking nothing: it would be counted.
        self.daemon = Daemon(program, "idle_s = 86400\nidle_logout_s = 86400\nclient_time = date\n"
                             "listen = 127.0.0.1:0\n" + config + identities.config)
        self.daemon.environment["SABOT_DEBUG"] = "1"
        self.identities = identities
        shutil.copytree(identities.daemon, self.daemon.directory / "state")
        self.clients = {}

    def start(self):
        self.daemon.start()
        self.clients = {NOBODY: self.connect()}
        code = self.clients[NOBODY].ok("person_code")["code"]
        self.clients[NOBODY].ok(
            "person_create", name="Ada", role="admin", pin=PINS["Ada"], code=code
        )
        self.log_in("Ada")
        for name, role in ROLES.items():
            if name != "Ada":
                self.clients["Ada"].person(name, role, PINS[name])
                self.log_in(name)
        if len(self.identities.roles) > 1:
            self.log_in_everywhere()
        for client in self.clients.values():
            client.ok("watch")

    def log_in(self, name):
        self.clients[name] = self.connect("pit" if name in REMOTE else None)
        self.clients[name].ok("login", name=name, pin=PINS[name])

    def log_in_everywhere(self):
        for machine in self.identities.roles:
            self.clients[f"{NOBODY} at {machine}"] = self.connect(machine)
            for name in ROLES:
                client = self.clients[f"{name} at {machine}"] = self.connect(machine)
                client.ok("login", name=name, pin=PINS[name])

    def connect(self, machine=None):
        client = (RemoteListener(self.daemon.port(), self.identities.machine(machine)) if machine
                  else Listener(self.daemon.socket))
        self.daemon.clients.append(client)
        return client

    def start_pushes(self):
        for client in self.clients.values():
            client.start_ask("ping")

    def take_pushes(self):
        """What each client was sent by itself since it was last asked."""
        taken, known = {}, {}
        for name, client in self.clients.items():
            client.finish_ask()
            lines = [push["push"] for push in client.pushes]
            # Every client gets the same ones.
            known = {line: known.get(line) or self.comparable(line) for line in lines}
            taken[name] = [known[line] for line in lines if '"beat"' not in line[:20]]
            client.pushes = []
        return taken

    def comparable(self, value):
        """Without what differs between any two daemons."""
        if isinstance(value, dict):
            # Of a shift that runs: its minutes left.
            volatile = VOLATILE | ({"number"} if value.get("what") == "running" else set())
            return {
                key: self.comparable(item) for key, item in value.items() if key not in volatile
            }
        if isinstance(value, list):
            return [self.comparable(item) for item in value]
        if isinstance(value, str):
            return TIME.sub("TIME", value.replace(str(self.daemon.directory), "DIR"))
        return value


def difference(one, two, path=""):
    """Where two values differ first, in words; None when they do not."""
    if type(one) is not type(two):
        return f"{path}: {one!r} and {two!r}"
    if one == two:
        return None
    if isinstance(one, dict):
        for key in sorted(set(one) | set(two)):
            if key not in one or key not in two:
                return f"{path}.{key}: {one.get(key)!r} and {two.get(key)!r}"
            found = difference(one[key], two[key], f"{path}.{key}")
            if found:
                return found
        return None
    if isinstance(one, list):
        for index, (a, b) in enumerate(zip(one, two)):
            found = difference(a, b, f"{path}[{index}]")
            if found:
                return found
        if len(one) != len(two):
            return f"{path}: {len(one)} and {len(two)} entries: {one!r} and {two!r}"
        return None
    return None if one == two else f"{path}: {one!r} and {two!r}"


class Refusals:
    """What is refused to each person. The daemon records ten alike lines a minute and then one line
    with the number of the others, when its own minute is over, which differs between two daemons.
    So nobody asks while that could happen."""
    LINES = 10
    MINUTE_S = 62
    WORDS = re.compile(r"(p\d+) is \w+, and may not do this \((.*?)\)")

    def __init__(self):
        self.times = collections.defaultdict(list)  # of each kind of line, its last ones
        self.most = collections.defaultdict(collections.Counter)  # of a person, at one time

    def note(self, person, requests, replies):
        counts = collections.Counter()
        for (_, arguments), reply in zip(requests, replies):
            found = self.WORDS.match(reply.get("error", {}).get("text", ""))
            if found:
                counts[(*found.groups(), arguments.get("table"))] += 1
        for kind, count in counts.items():
            self.times[kind] += [time.monotonic()] * count
        self.most[person] |= counts

    def may_ask(self, person):
        since = time.monotonic() - self.MINUTE_S
        for kind, count in self.most[person].items():
            self.times[kind] = [at for at in self.times[kind] if at > since]
            if self.times[kind] and len(self.times[kind]) + count > self.LINES:
                return False
        return True


class Twins:
    """Both sides. What is the same on both is said once; a pair is said one to each."""

    def __init__(self, program, control, config, machines=("pit",)):
        self.identities = Identities(control, machines)
        self.sides = [Side(program, config, self.identities) for _ in range(2)]
        self.clock = 0
        self.is_hiding = True
        self.is_turned_up = lambda table: False  # by what was just said
        self.refusals = Refusals()

    def start(self):
        for side in self.sides:
            side.start()
        self.take()

    def close(self):
        for side in self.sides:
            side.daemon.close()
        self.identities.close()

    def take(self):
        for side in self.sides:
            side.start_pushes()
        self.compare("pushes", [side.take_pushes() for side in self.sides])

    def compare(self, what, values):
        """While cards are hidden both have been told the same."""
        if not self.is_hiding:
            return
        if values[0] == values[1]:
            return
        one, two = (
            value if what == "pushes" else side.comparable(value)
            for side, value in zip(self.sides, values)
        )
        found = difference(one, two)
        assert found is None, f"{what} tells hidden cards apart: {found}"
        # Beside meaning, length and order.
        assert json.dumps(one) == json.dumps(two), what

    def ask(self, name, verb, arguments):
        """One request of one client on each side; replies are compared."""
        for side in self.sides:
            side.clients[name].start_ask(verb, **arguments)
        replies = [side.clients[name].finish_ask() for side in self.sides]
        self.compare(f"{name}: {verb} {arguments}", replies)
        return replies

    def ask_all(self, name, requests):
        """Requests without waiting between them, and their replies, of one side. Those that show
        how many events there are come before those that make some: or they would see some of
        them on one side and not yet on the other."""
        def turn(request):
            return next((i for i, verbs in enumerate(TURNS) if request[0] in verbs), len(TURNS))

        replies = [iter(self.ask_at_once(name, [one for one in requests if turn(one) == each]))
                   for each in range(len(TURNS) + 1)]
        replies = [next(replies[turn(request)]) for request in requests]
        self.refusals.note(name.split()[0], requests, replies)
        return replies

    def wait_for_asker(self, names):
        """The next one of these, which go on for ever, who may ask now."""
        while True:
            for name in itertools.islice(names, len(self.sides[0].clients)):
                if self.refusals.may_ask(name.split()[0]):
                    return name
            time.sleep(0.5)

    def ask_at_once(self, name, requests):
        text = "".join(json.dumps({"id": index, "do": verb, **arguments}) + "\n"
                       for index, (verb, arguments) in enumerate(requests))
        for side in self.sides:
            side.clients[name].socket.sendall(text.encode())
        both = [side.clients[name].read_replies(len(requests)) for side in self.sides]
        for index, request in enumerate(requests):
            self.compare(f"{name}: {request}", [replies[index] for replies in both])
        return [both[0][index] for index in range(len(requests))]

    def now(self):
        """The time of the last event: both sides have the same, which never goes back."""
        since = datetime.timedelta(seconds=self.clock)
        return (datetime.datetime(2026, 11, 21, 12) + since).isoformat() + "Z"

    def say(self, table, *events, name="Pia"):
        """An event, or one for each side."""
        self.clock += 1
        at = self.now()
        for side, event in zip(self.sides, events * (2 // len(events))):
            side.clients[name].start_ask("event", table=table, event={**event, "at": at})
        replies = [side.clients[name].finish_ask() for side in self.sides]
        self.is_hiding = self.is_hiding and not self.is_turned_up(table)
        self.compare(f"{name}: {table} {events}", replies)
        self.take()
        return replies

    def card(self, table, *cards):
        return self.say(table, *({"ev": "card", "card": card} for card in cards))

    def views(self, table):
        return [side.clients["Pia"].view(table) for side in self.sides]

    def view(self, table):
        return self.views(table)[0]

    def level(self, table):
        """Whichever side has said less says notes: `n` and `seq` are then the same again."""
        counts = [view["n"] for view in self.views(table)]
        for side, count in zip(self.sides, counts):
            for _ in range(max(counts) - count):
                side.clients["Pia"].event(table, ev="prepared", step="nothing", at=self.now())
        self.is_hiding, was_hiding = False, self.is_hiding
        self.take()
        self.is_hiding = was_hiding

    def kept_files(self):
        """What lies on each side's disks: paths below the directory, and modes. A certificate is
        shown to everybody anyway."""
        found = []
        for side in self.sides:
            root = side.daemon.directory
            found.append(
                {
                    str(path.relative_to(root)): path.stat().st_mode & 0o777
                    for folder in ("state", "spool")
                    for path in sorted((root / folder).rglob("*"))
                    if path.is_file() and path.suffix != ".crt"
                }
            )
        return found

    def journals(self):
        """The lines for the service's journal, without process numbers."""
        texts = [side.comparable(side.daemon.read_log()) for side in self.sides]
        return [re.sub(r"\(process:\d+\)|\[\d+\]|\d\d:\d\d:\d\d\.\d+|client \d+|port \d+", "N",
                       text)
                for text in texts]


