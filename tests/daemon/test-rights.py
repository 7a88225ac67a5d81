#!/usr/bin/env python3
"""Every request of the daemon, by each role of person at each role of machine, on the socket and
over TLS, against the tables of docs/access.md: who may not gets a refusal, who may gets none.

usage: test-rights.py SABOTD SABOTCTL API_C ACCESS_MD
"""
import datetime
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

from fixture import DEADLINE_S, Daemon, TlsClient
from house_case import PINS, ROLES, House

SABOTD, SABOTCTL, API_C, ACCESS = sys.argv[1:5]
OF_ROLE = {role: name for name, role in ROLES.items()}
PERSONS = {role: f"p{n}" for n, role in enumerate(ROLES.values(), 1)}
NOBODY = "nobody"
SOCKET = "socket"
MACHINES = ("dealer", "pit", "shift", "cage", "surveillance", "audit")
TABLE = {"table": "PB-01"}
SLIP = {**TABLE, "ev": "slip"}
YESTERDAY = datetime.datetime.now(datetime.timezone.utc) - datetime.timedelta(hours=40)
SEALED = f"{YESTERDAY.date()}/1"  # of one shift a day, in the test's own house
SPAN = {"from": "2026-05-03T20:00:00Z", "to": "2026-05-03T20:05:00Z"}
# What needs no right: the machine's own suffices. And what only the daemon's own user may, on the
# socket.
READING, OWN = None, "own"


def requests(unread, review, by):
    """Each request, and the rights that it needs. Where it is allowed, nothing hinders the next.
    `unread`: an open incident of a card that was not read; `review`: an open request for
    pictures; `by`: who asks."""
    incident = {**TABLE, "incident": unread}
    ruling = {"ev": "ruling", "incident": unread}
    return [
        ("status", {}, READING), ("tables", {}, READING), ("incidents", {}, READING),
        ("watch", {}, READING),
        ("acknowledge", {"incidents": [incident]}, "alarm"),
        ("assign", {**incident, "to": "p3"}, "alarm"),
        ("shelve", {**incident, "minutes": 5, "reason": "later"}, "alarm"),
        ("unshelve", incident, "alarm"),
        ("comment", {**incident, "text": "seen"}, "comment"),
        ("event", {**TABLE, "event": {"ev": "call"}}, "deal"),
        ("event", {**TABLE, "event": {"ev": "staff", "who": "p2", "post": "dealer"}}, "run"),
        ("event", {**TABLE, "event": {**ruling, "incident": 9999, "remedy": "let_stand"}}, "rule"),
        ("event", {**TABLE, "event": {**ruling, "remedy": "read_as", "card": "5H"}}, "read_as"),
        ("event", {"table": "house", "event": {**ruling, "remedy": "let_stand"}}, "rule_house"),
        ("history", incident, READING), ("remedies", incident, READING),
        ("mend", {**TABLE, "card": "6H"}, "mend"), ("mends", TABLE, READING),
        ("redress_order", {**TABLE, "round": 9999, "amount": 5, "note": "none"}, "run"),
        ("redress_withdraw", {**TABLE, "redress": 9999, "reason": "none"}, "run"),
        ("statistics", {}, READING), ("rounds", TABLE, READING), ("load", TABLE, READING),
        ("roads", TABLE, READING), ("rules", TABLE, READING),
        ("rules_change", {**TABLE, "set": {"min": -1}}, "run"),
        ("rules_change", {**TABLE, "rules": "no-such-profile"}, "change"),
        ("place", {**TABLE, "x": 8, "y": 8}, "arrange"),
        ("profiles", {}, READING),
        ("document", {"event": {**TABLE, "ev": "tips", "amount": 500, "by": by}}, "money"),
        ("document", {"event": {**TABLE, "ev": "tips", "amount": 500, "by": by, "shift": SEALED,
                                "corrects": 1, "note": "found"}}, "amend"),
        ("document", {"event": {**SLIP, "do": "request", "kind": "fill", "by": by}}, "request"),
        ("document", {"event": {**SLIP, "do": "issue", "number": 9999, "by": by}}, "issue"),
        ("document", {"event": {**TABLE, "ev": "marker", "do": "redeem", "number": 9999,
                                "amount": 5, "by": by}}, "redeem"),
        ("document", {"event": {"ev": "bank", "do": "check", "chips": [], "by": by}}, "bank"),
        ("document", {"event": {"ev": "exchange", "do": "in", "currency": "USD", "foreign": 100,
                                "rate": "nine", "by": by}}, "bank"),
        ("document", {"event": {"ev": "tronc", "amount": 0, "points": [], "by": by}}, "bank"),
        ("document", {"event": {**TABLE, "ev": "drop", "do": "box", "box": "", "by": by}},
         "count"),
        ("documents", {}, READING), ("shifts", {}, READING), ("shift", {}, READING),
        ("shift_tables", {}, READING), ("shift_open", {}, READING), ("slips", {}, READING),
        ("markers", {}, READING), ("bank", {}, READING), ("card_sets", {}, READING),
        ("sign_off", {"shift": "2020-01-01/day"}, "sign_off"),
        ("log", {"table": "house"}, READING),
        ("unveil", {**TABLE, "reason": "to see"}, "unveil"),
        ("frames", TABLE, READING),
        ("find", {**TABLE, "limit": 1}, "look_up"),
        ("story", {**TABLE, "round": 9999}, "look_up"),
        ("replay", {**TABLE, "n": 1}, "look_up"),
        ("verify", {**TABLE, "load": 1}, "look_up"),
        ("what_if", {**TABLE, "load": 9999, "readings": {"1": "7H"}}, "look_up"),
        ("case", {**TABLE, "round": 9999}, "look_up"),
        ("report", {"name": "coups", "tables": ["PB-01"], "load": 9999, "format": "csv"},
         "report"),
        ("report", {"name": "user-activity", "shift": "none", "format": "csv"},
         "report report_people"),
        ("review_request", {**TABLE, "round": 3, **SPAN}, "review"),
        ("review_answer", {"review": review, "answer": "refuse", "note": "none kept"}, "deliver"),
        ("reviews", {}, READING),
        ("command", {"device": "shoe-1", "command": "lock", "by": by}, "command"),
        ("metrics", {}, READING), ("archive", {}, OWN),
        ("give", {**TABLE, "file": "no/absolute/path"}, OWN),
        ("take", {"file": "no/absolute/path", "keys": []}, OWN),
        ("forward_refused", {"log": "PB-01", "why": "lost", "n": 1}, OWN),
        ("ping", {}, READING), ("login", {"name": "Pia"}, READING),
        ("persons", {}, READING), ("roles", {}, READING),
        ("person_create", {"name": "p99", "role": "pit", "pin": "1"}, "persons"),
        ("person_change", {"person": "p99", "change": "disable"}, "persons"),
        ("person_card", {"person": "p99", "pin": "4711", "card": "0004567890"}, "persons"),
        ("person_code", {}, OWN),
        ("machines", {}, READING),
        ("machine_allow", {"machine": "?", "fingerprint": "none", "role": "pit"}, "machines"),
        ("machine_revoke", {"machine": "nowhere"}, "machines"),
        ("logout", {}, READING),  # ends what the others need: the last
    ]


def read_rights():
    """Right to the roles that have it, as the page says."""
    page = pathlib.Path(ACCESS).read_text(encoding="utf-8")
    head, *rows = re.search(r"\n(\| Right \|.*?)\n\n", page, re.DOTALL).group(1).split("\n")
    roles = [cell.strip() for cell in head.split("|")[3:-1]]
    rights = {}
    for row in rows[1:]:
        cells = [cell.strip() for cell in row.split("|")[1:-1]]
        rights[cells[0].strip("`")] = {role for role, cell in zip(roles, cells[2:])
                                       if cell == "yes"}
    return rights


def refusal(reply):
    """Why it was refused for who asked or where: "person", "machine", "login"; else None."""
    error = reply.get("error", {})
    if error.get("class") == "login_wanted":
        return "login"
    if error.get("class") != "not_allowed":
        return None
    if re.search(r"^p\d+ is \w+, and may not do this \(\w+\): who may is [\w, ]+$", error["text"]):
        return "person"
    return "machine" if "machine" in error["text"] or "daemon's own user" in error["text"] else None


class Rights(House):
    def setUp(self):
        self.rights = read_rights()
        self.place = pathlib.Path(tempfile.mkdtemp(prefix="sabot-rights-"))
        self.addCleanup(shutil.rmtree, self.place)
        self.daemon = Daemon(SABOTD, "listen = 127.0.0.1:0\nidle_s = 3600\ncreate_key = yes\n"
                             "[house]\ntime_zone = UTC\nshifts = whole 06:00\n[table PB-01]\n"
                             "rules = punto-banco-es\nset.burn = 0\ndevice = shoe-1\n"
                             "[device shoe-1]\ndriver = ref\ntransport = pty:@DIR@/shoe-1\n")
        self.addCleanup(self.daemon.close)
        self.cert("create", "--state", self.daemon.directory / "state")
        self.client = self.daemon.start()
        for role in MACHINES:
            (self.place / role).mkdir()
            self.cert("create", "--name", role, identity=role)
            self.cert("allow", role, self.place / role / "machine.crt", "--role", role,
                      "--tables", "all", "--socket", self.daemon.socket)
        self.populate(*(name for name in ROLES if name != "Ada"))
        self.shift = self.login("Sol")
        self.shift.ok("sign_off", shift=SEALED, second={"name": "Pia", "pin": PINS["Pia"]})

    def cert(self, *arguments, identity="pit"):
        subprocess.run([SABOTCTL, "cert", *map(str, arguments)], check=True, capture_output=True,
                       env={**os.environ, "SABOT_IDENTITY": str(self.place / identity)},
                       timeout=DEADLINE_S)

    def unread_card(self):
        """The incident of one, in a load of its own."""
        for event in ({"ev": "load", "decks": 8}, {"ev": "no_more_bets"},
                      {"ev": "card", "card": "??", "src": "manual"}):
            self.shift.event("PB-01", **event)
        found = self.shift.ok("incidents", **TABLE)["incidents"]
        return max(row["id"] for row in found if row["code"] == "unread_card")

    def review(self):
        return self.shift.ok("review_request", **TABLE, round=3, **SPAN)["n"]

    def expected(self, rights, role, machine):
        """The rights are looked at one after the other, the machine's before the person's."""
        if rights == OWN:
            return None if machine == SOCKET else "machine"
        for right in (rights or "").split():
            if machine not in (SOCKET, "pit", "shift") and machine not in self.rights[right]:
                return "machine"
            if role == NOBODY:
                return "login"
            if role not in self.rights[right]:
                return "person"
        return None

    def ask_everything(self, role, machine):
        """What differs from the page: of each request its place and both answers."""
        client = (self.connect() if machine == SOCKET
                  else TlsClient(self.daemon.port(), self.place / machine))
        self.daemon.clients.append(client)
        if role != NOBODY:
            client.ok("login", name=OF_ROLE[role], pin=PINS[OF_ROLE[role]])
        wrong = []
        asked = requests(self.unread_card(), self.review(), PERSONS.get(role, "nobody"))
        for verb, arguments, right in asked:
            reply = client.ask(verb, **arguments)
            expected = self.expected(right, role, machine)
            if verb == "unveil" and role == NOBODY:
                expected = "login"  # the veil needs two persons wherever they are
            if refusal(reply) != expected:
                wrong.append((verb, arguments, right, reply, expected))
        self.daemon.clients.remove(client)
        client.close()
        return len(asked), wrong

    def test_each_request_role_and_machine(self):
        n_asked = 0
        for machine in (SOCKET, *MACHINES):
            for role in (NOBODY, *OF_ROLE):
                n, wrong = self.ask_everything(role, machine)
                n_asked += n
                self.assertEqual(wrong, [], f"{role} at {machine}")
        print(f"{n_asked} requests answered as {os.path.basename(ACCESS)} says", flush=True)


class Lists(unittest.TestCase):
    def test_none_is_forgotten(self):
        source = pathlib.Path(API_C).read_text(encoding="utf-8")
        table = re.search(r"verbs\[\] = \{\n(.*?)\n\};", source, re.DOTALL).group(1)
        asked = requests(1, 1, "p1")
        self.assertEqual(set(re.findall(r'\{"(\w+)", ', table)), {verb for verb, *_ in asked})
        used = set(" ".join(right or "" for *_, right in asked).split())
        self.assertEqual(set(read_rights()) - used,
                         {"second", "countersign", "witness"})
        self.assertEqual(used - set(read_rights()), {OWN})


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
