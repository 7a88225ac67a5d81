"""A house with two tables, a shoe and some persons, for tests of who does what."""

import sys
import unittest

from fixture import Client, Daemon
from ref_shoe import RefShoe

SABOTD = sys.argv[1]
PINS = {"Ada": "48213", "Dan": "7391", "Pia": "9917", "Sol": "5528", "Eye": "6140", "Aud": "3082",
        "Cai": "4419", "Con": "8273"}
ROLES = {
    "Ada": "admin",
    "Dan": "dealer",
    "Pia": "pit",
    "Sol": "shift",
    "Eye": "surveillance",
    "Aud": "audit",
    "Cai": "cage",
    "Con": "count",
}
TABLES = """[table PB-01]
rules = punto-banco-es
device = shoe-1
[table PB-02]
rules = punto-banco-es
[device shoe-1]
driver = ref
transport = pty:@DIR@/shoe-1
"""


class House(unittest.TestCase):
    general = ""  # of the configuration, before its sections
    more = ""  # after them

    def setUp(self):
        self.daemon = Daemon(SABOTD, self.general + TABLES + self.more)
        self.addCleanup(self.daemon.close)
        self.shoe = RefShoe("SR8-0001", 1)
        self.shoe.plug(self.daemon.directory / "shoe-1")
        self.addCleanup(self.shoe.unplug)
        self.client = self.daemon.start()

    def connect(self):
        client = Client(self.daemon.socket)
        self.daemon.clients.append(client)
        return client

    def login(self, name):
        client = self.connect()
        client.ok("login", name=name, pin=PINS[name])
        return client

    def populate(self, *names):
        code = self.client.ok("person_code")["code"]
        self.client.ok("person_create", name="Ada", role="admin", pin=PINS["Ada"], code=code)
        admin = self.login("Ada")
        for name in names:
            admin.person(name, ROLES[name], PINS[name])
        return admin

    def house(self, *kinds):
        lines = self.client.export("house")[1:]
        return [{key: value for key, value in line.items() if key != "at"} for line in lines
                if not kinds or line["ev"] in kinds]

    def refused(self, client, verb, error_class, **arguments):
        reply = client.ask(verb, **arguments)
        self.assertEqual(reply.get("error", reply).get("class"), error_class, (verb, arguments))
        return reply["error"]["text"]
