"""Three daemons and their hub, as its tests have them; a client of it that watches. The programs
are the first two arguments of the test's command line."""
import base64
import json
import os
import pathlib
import shutil
import socket
import subprocess
import sys
import tempfile
import time

from fixture import DEADLINE_S, Client, Daemon, wait_for

SABOTD, SABOTCTL = sys.argv.pop(1), sys.argv.pop(1)
# Numbers that are in no file by chance.
PINS = {"Ada": "83590417", "Pia": "60714938", "Sol": "95283706"}
# Of each of these its own machine: no admin, who would be shown what is veiled.
SOCKET = f"[machine hub]\nuid = {os.getuid()}\nrole = pit\n"
TLS = "[machine hub]\nfingerprint = {fingerprint}\nrole = pit\n"


def tables(*names):
    return "".join(f"[table {name}]\nrules = punto-banco-es\n" for name in names)


def control(*arguments, **environment):
    done = subprocess.run([SABOTCTL, *map(str, arguments)], capture_output=True, text=True,
                          timeout=DEADLINE_S, env=dict(os.environ, LC_ALL="C.UTF-8", **environment))
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def events(number):
    """What a dealer may say at a table, again and again."""
    yield {"ev": "load", "decks": 6}
    for i in range(number - 1):
        yield {"ev": "bet", "box": i % 7 + 1, "on": "punto", "amount": 1000 + 100 * (i % 9)}


class Floor:
    """Three daemons and their hub: `east`, `south` over TLS, `west` likewise or by its socket."""

    def __init__(self, east=("EA-01", "EA-02"), south=("SO-01",), west=("WE-01", "WE-02"),
                 is_all_tls=False):
        self.directory = pathlib.Path(tempfile.mkdtemp(prefix="sabot-hub-"))
        made = control("cert", "create", "--name", "hub", "--json",
                       SABOT_IDENTITY=str(self.directory))
        self.fingerprint = json.loads(made)["fingerprint"]
        self.daemons, self.clients, addresses = {}, {}, {}
        over_tls = {"east": east, "south": south, **({"west": west} if is_all_tls else {})}
        for name, there in over_tls.items():
            port = free_port()
            daemon = Daemon(SABOTD, f"listen = 127.0.0.1:{port}\ncreate_key = yes\n"
                            + tables(*there) + TLS.format(fingerprint=self.fingerprint))
            control("cert", "create", "--state", daemon.directory / "state")
            own = json.loads(control("cert", "show", "--state", daemon.directory / "state",
                                     "--json"))
            self.daemons[name] = daemon
            addresses[name] = f"tls:127.0.0.1:{port}#{own['fingerprint']}"
        if not is_all_tls:
            self.daemons["west"] = Daemon(SABOTD, "create_key = yes\n" + tables(*west) + SOCKET)
            addresses["west"] = self.daemons["west"].socket
        self.addresses = addresses
        self.upstream_groups = "".join(
            f"[upstream {name}]\nconnect = {address}\n"
            f"certificate = {self.directory}/machine.crt\nkey = {self.directory}/machine.key\n"
            for name, address in sorted(addresses.items()))
        self.hub = Daemon(SABOTD, self.upstream_groups)
        self.hub.environment["SABOT_DEBUG"] = "1"
        for name, daemon in self.daemons.items():
            self.clients[name] = daemon.start()
        self.clients["hub"] = self.hub.start()

    def close(self):
        for daemon in (self.hub, *self.daemons.values()):
            daemon.close()
        shutil.rmtree(self.directory)

    def connect(self):
        client = Client(self.hub.socket)
        self.hub.clients.append(client)
        return client

    def upstreams(self):
        told = self.clients["hub"].ok("status")["upstreams"]
        return {upstream["upstream"]: upstream for upstream in told}

    def wait_live(self, *names):
        wait_for(lambda: all(self.upstreams()[name]["state"] == "live" for name in names),
                 f"{names} at the hub")

    def database(self, name):
        return self.daemons[name].directory / "state" / "sabot.db"


class Watcher:
    """A client of the hub that watches, and comes back where it was."""

    def __init__(self, floor):
        self.floor = floor
        self.steps, self.views = [], {}
        self.seq = None
        self.connect()

    def connect(self):
        self.client = self.floor.connect()
        since = {} if self.seq is None else {"since": self.seq}
        self.snapshot = self.client.ok("watch", **since)
        self.views = {view["table"]: view for view in self.snapshot["tables"]}
        self.incidents = list(self.snapshot["incidents"])
        if not self.snapshot["resumed"]:
            self.seq = self.snapshot["seq"]
        self.read_until(lambda message: message.get("push") == "beat")

    def apply(self, message):
        if message.get("push") == "step":
            assert message["seq"] > self.seq, (message["seq"], self.seq)
            self.seq = message["seq"]
            self.steps.append(message)
        if "view" in message:
            self.views[message["table"]] = message["view"]
        self.incidents += message.get("incidents", [])

    def read_until(self, condition):
        deadline = time.monotonic() + DEADLINE_S
        while True:
            assert time.monotonic() < deadline, f"not read in {DEADLINE_S} s; so far: " + str(
                [(step["table"], step["n"]) for step in self.steps][-9:])
            message = self.client.pushes.pop(0) if self.client.pushes else self.client.read()
            self.apply(message)
            if condition(message):
                return message

    def wait_n(self, table, n):
        """Until event `n` of the table has come by a step."""
        while not any(step["table"] == table and step["n"] == n for step in self.steps):
            self.read_until(lambda message: message.get("push") == "step")

    def wait_away(self, table, is_away):
        while ("away" in self.views.get(table, {"away": {}})) != is_away:
            self.read_until(lambda message: "view" in message)


def as_published(event):
    """Without what is not the same for everybody: a card that lies face down."""
    return {key: value for key, value in event.items() if key != "card"}


def populate(floor, persons):
    """Who is known where, beside the administrator."""
    for name, names in persons.items():
        client = floor.clients[name]
        code = client.ok("person_code")["code"]
        client.ok("person_create", name="Ada", role="admin", pin=PINS["Ada"], code=code)
        client.ok("login", name="Ada", pin=PINS["Ada"])
        for person in names:
            client.person(person, {"Pia": "pit", "Sol": "shift"}[person], PINS[person])
        client.ok("logout")


def find_all(client, **search):
    """Every page of a search, and the statements of the pages."""
    found, said, before = [], [], {}
    while True:
        page = client.ok("find", **search, **before)
        found += page["found"]
        said.append(page.get("missing", []))
        if "next" not in page:
            return found, said
        assert page["found"], page
        before = {"before": page["next"]}


def fetch_report(client, **args):
    page = client.ok("report", **args)
    first, content = page, base64.b64decode(page["base64"])
    while "next" in page:
        page = client.ok("report", file=page["file"], **{"from": page["next"]})
        content += base64.b64decode(page["base64"])
    return first, content.decode()
