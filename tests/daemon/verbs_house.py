"""A house in which each verb of sabotctl has something to say: rounds with incidents in a load that
is out, a load in another shoe, persons, a shoe that takes commands, and two doors, the socket and
the network."""
import datetime
import json
import os
import subprocess
import unittest

from fixture import DEADLINE_S, Client, Daemon, TlsClient, wait_for
from house_case import PINS, ROLES
from ref_shoe import RefShoe

# The gaming day begins so that no shift ends within the next three hours: none ends in a test.
BEGIN = (datetime.datetime.now(datetime.timezone.utc).hour - 4) % 8
CONFIG = f"""persons = {{}}
listen = 127.0.0.1:0
create_key = yes
[archive]
[privacy]
people = on
[house]
gaming_day = {BEGIN:02}:00
time_zone = UTC
shifts = day {BEGIN:02}:00, swing {BEGIN + 8:02}:00, night {BEGIN + 16:02}:00
cash_threshold = 200000
[table PB-01]
rules = punto-banco-es
set.burn = 0
camera = CAM-7
[table PB-02]
rules = punto-banco-es
set.burn = 0
[table PB-03]
rules = punto-banco-es
set.burn = 0
device = shoe-1
[table PB-04]
rules = punto-banco-es
set.burn = 0
[device shoe-1]
driver = ref
transport = pty:@DIR@/shoe-1
commands = yes
"""
PUNTO, BANCA = ["9S", "KH", "7S", "KD"], ["2S", "KH", "9D", "TD"]
# Who does it differs from log-in to log-in; the rest of the house log must not.
OF_LOG_INS = ("login", "logout", "login_refused", "refused", "locked")


def shift_ago(n_shifts):
    """A shift of the configuration above, as its date and number."""
    then = datetime.datetime.now(datetime.timezone.utc) - datetime.timedelta(
        hours=8 * n_shifts + BEGIN)
    return f"{then.date()}/{1 + then.hour // 8}"


class VerbsHouse(unittest.TestCase):
    """`PROGRAMS` (sabotd, sabotctl) is set by the test's file; a class is one way to come in."""
    PROGRAMS = ()
    PERSONS = "required"  # [daemon] persons
    DOOR = "socket"

    @classmethod
    def setUpClass(cls):
        cls.daemon = Daemon(cls.PROGRAMS[0], CONFIG.format(cls.PERSONS))
        cls.addClassCleanup(cls.daemon.close)
        cls.state = cls.daemon.directory / "state"
        cls.shoe = RefShoe("SR8-0001", 1)
        cls.shoe.plug(cls.daemon.directory / "shoe-1")
        cls.addClassCleanup(cls.shoe.unplug)
        made = cls.call("cert", "create", "--state", cls.state, "--json")
        assert made.returncode == 0, made.stderr
        cls.client = cls.daemon.start()
        cls.identity = cls.daemon.directory / "pit-1"
        cls.call("cert", "create", "--name", "pit-1", SABOT_IDENTITY=str(cls.identity))
        cls.populate()
        cls.allow_machine("pit-1")
        fingerprint = json.loads(made.stdout)["fingerprint"]
        address = f"tls:127.0.0.1:{cls.daemon.port()}#{fingerprint}"
        cls.address = address if cls.DOOR == "tls" else cls.daemon.socket
        cls.play_loads()

    @classmethod
    def call(cls, *words, typed="", **environment):
        """sabotctl, as the daemon's own user on its machine."""
        return subprocess.run([cls.PROGRAMS[1], *map(str, words)], capture_output=True, text=True,
                              timeout=DEADLINE_S, input=typed,
                              env=dict(os.environ, LC_ALL="C.UTF-8", **environment))

    @classmethod
    def sabotctl(cls, *words, pins=""):
        """sabotctl through this class's door."""
        return cls.call(*words, typed=pins, SABOT_SOCKET=str(cls.address),
                        SABOT_IDENTITY=str(cls.identity))

    @classmethod
    def populate(cls):
        cls.client.ok("person_create", name="Ada", role="admin", pin=PINS["Ada"],
                      code=cls.client.ok("person_code")["code"])
        admin = cls.connect("Ada")
        for name in PINS:
            if name != "Ada":
                admin.person(name, ROLES[name], PINS[name])
        cls.pit = cls.connect("Pia")

    @classmethod
    def connect(cls, name=None, is_remote=False):
        """A connection on which this person has logged in."""
        client = (TlsClient(cls.daemon.port(), cls.identity) if is_remote
                  else Client(cls.daemon.socket))
        cls.daemon.clients.append(client)
        if name:
            client.ok("login", name=name, pin=PINS[name])
        return client

    @classmethod
    def allow_machine(cls, name):
        done = cls.call("cert", "allow", name, cls.identity / "machine.crt", "--role", "pit",
                        "--tables", "all", "--socket", cls.daemon.socket, "--as", "Ada",
                        typed=PINS["Ada"] + "\n")
        assert done.returncode == 0, done.stderr

    @classmethod
    def say(cls, ev, table="PB-01", **fields):
        return cls.pit.event(table, ev=ev, **fields)

    @classmethod
    def play(cls, cards, excess=None, table="PB-01", **stake):
        """A round; the id of the incident that a card too many raised."""
        incident = None
        if stake:
            cls.say("bet", table, **stake)
        cls.say("no_more_bets", table)
        for card in cards:
            cls.say("card", table, card=card)
        if excess:
            out = cls.say("card", table, card=excess)["out"]
            incident = next(line["id"] for line in out if line["out"] == "incident")
            cls.say("ruling", table, incident=incident, remedy="burn_card", note="face up")
        cls.say("result", table)
        return incident

    @classmethod
    def play_loads(cls):
        """Three rounds that are out, with a card too many and a dispute; one in another shoe."""
        cls.say("load", decks=6)
        cls.play(PUNTO, box=3, on="punto", amount=1000)
        cls.incident = cls.play(BANCA, "5C", box=4, on="punto", amount=50000)
        cls.play(PUNTO, box=1, on="banca", amount=2000)
        out = cls.say("call", box=1)["out"]
        cls.dispute = next(line["id"] for line in out if line["out"] == "incident")
        cls.say("unload", left=299)
        cls.say("load", "PB-02", decks=6)
        cls.play(PUNTO, table="PB-02")
        cls.say("load", "PB-04", decks=6)
        last = cls.client.ok("status")["seq"]
        wait_for(lambda: cls.sealed_seq() >= last, "a checkpoint")

    @classmethod
    def sealed_seq(cls):
        note = cls.call("checkpoint", "--state", cls.state).stdout.splitlines()
        return max((int(line[4:]) for line in note if line.startswith("seq ")), default=0)

    @classmethod
    def key(cls):
        return cls.call("key", "show", "--state", cls.state).stdout.strip()

    def recorded(self):
        """What was written, but for log-ins and their refusals."""
        house = self.client.export("house")[1:]
        return ([line for line in house if line["ev"] not in OF_LOG_INS],
                [view["n"] for view in self.client.ok("tables")["tables"]])
