#!/usr/bin/env python3
"""A real sabotd and a real sabot-witness: what the witness is sent and signs, and an owner who
writes the last hour again with the right signing key. Both verifiers find it by the witness, and
only by it.

usage: test-house.py SABOTD SABOTCTL SABOT_WITNESS VERIFY_LOG
"""
import base64
import contextlib
import hashlib
import json
import pathlib
import re
import shutil
import socket
import sqlite3
import ssl
import subprocess
import sys
import threading
import unittest

import second_verifier
from fixture import Daemon, wait_for
from witness import Witness

SABOTD, SABOTCTL, WITNESS, VERIFIER = sys.argv[1:5]
VERIFY_CASE = pathlib.Path(VERIFIER).with_name("verify-case.py")
verify_log = second_verifier.load(VERIFIER)
ROUND = [{"ev": "no_more_bets"},
         *({"ev": "card", "card": card} for card in ("4C", "TS", "QD", "6H", "5D")),
         {"ev": "result", "winner": "punto"}, {"ev": "unload"}]
TABLES = "create_key = yes\n[table PB-01]\nrules = punto-banco-es\n"
HEAD = re.compile(r"sabot/[0-9a-f]{32}\n\d+\n[A-Za-z0-9+/]{43}=\n\n(— \S+ [A-Za-z0-9+/]+=*\n)+")


def run(*command):
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True, timeout=120)
    return done.returncode, done.stdout, done.stderr


class Front:
    """A web server before a witness, with a certificate of an authority of its own."""

    def __init__(self, directory, name, port):
        self.ca, self.port_behind, self.n_connections = directory / f"{name}-ca.crt", port, 0
        key, certificate = directory / f"{name}.key", directory / f"{name}.crt"
        new = ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256",
               "-nodes", "-days", "2"]
        subprocess.run([*new, "-subj", "/CN=authority", "-keyout", directory / "ca.key",
                        "-out", self.ca], check=True, capture_output=True)
        subprocess.run([*new, "-subj", f"/CN={name}", "-addext", f"subjectAltName=DNS:{name}",
                        "-addext", "basicConstraints=critical,CA:FALSE", "-CA", self.ca,
                        "-CAkey", directory / "ca.key", "-keyout", key, "-out", certificate],
                       check=True, capture_output=True)
        self.context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self.context.load_cert_chain(certificate, key)
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self.run, daemon=True).start()

    def run(self):
        with contextlib.suppress(OSError):
            while True:
                plain = self.listener.accept()[0]
                with contextlib.suppress(OSError), plain, \
                        self.context.wrap_socket(plain, server_side=True) as client:
                    self.n_connections += 1
                    self.pass_on(client)

    def pass_on(self, client):
        client.settimeout(20)
        with socket.create_connection(("127.0.0.1", self.port_behind), 20) as witness:
            request = b""
            while not (head := request.partition(b"\r\n\r\n"))[1] or len(head[2]) < int(
                    re.search(rb"(?i)content-length: *(\d+)", head[0])[1]):
                request += client.recv(65536)
            witness.sendall(re.sub(rb"(?i)connection: *[^\r]*", b"Connection: close", request))
            while answer := witness.recv(65536):
                client.sendall(answer)


class House(unittest.TestCase):
    """A house of its own with a witness of its own, for each class of tests."""

    @classmethod
    def setUpClass(cls):
        cls.daemon = Daemon(SABOTD, TABLES)
        unittest.addModuleCleanup(cls.daemon.close)
        cls.state = cls.daemon.directory / "state"
        cls.database = cls.state / "sabot.db"
        client = cls.daemon.start()
        client.event("PB-01", ev="load", decks=6)
        cls.daemon.stop()
        cls.key = run(SABOTCTL, "key", "show", "--state", cls.state)[1].strip()
        (number,) = cls.rows("SELECT lower(hex(database)) FROM origin")[0]
        cls.origin = f"sabot/{number}"
        cls.witness = Witness(WITNESS, cls.daemon.directory / "witness")
        cls.witness.write_config([("house", cls.origin, cls.key)])
        cls.witness.start()
        unittest.addModuleCleanup(cls.witness.stop)

    @classmethod
    def rows(cls, sql):
        with contextlib.closing(sqlite3.connect(f"file:{cls.database}?mode=ro", uri=True)) as db:
            return db.execute(sql).fetchall()

    def configure(self, within_s=4, port=None, more=""):
        self.daemon.write_config(TABLES + f"[witness w1]\nwithin_s = {within_s}\n"
                                 f"key = {self.witness.key}\n"
                                 + (more or "url = http://127.0.0.1:"
                                    f"{port or self.witness.port}\n"))

    def head(self):
        """What the witness says that it has signed."""
        path = f"/{hashlib.sha256(self.origin.encode()).hexdigest()}/checkpoint"
        return self.witness.ask(path)[2]

    def signed(self):
        return int(match[1]) if (match := re.search(r"\n(\d+)\n", self.head())) else 0

    def last(self):
        return self.rows("SELECT max(number) FROM checkpoint")[0][0]

    def findings(self, code="unwitnessed"):
        events = [json.loads(line) for (line,) in
                  self.rows("SELECT line FROM event WHERE ev = 'finding' ORDER BY seq")]
        return [event["detail"] for event in events if event["code"] == code]

    def verify(self, *options):
        """Both verifiers agree: (verdict, checkpoint, proven)."""
        words = [self.database, "--key", self.key, *options]
        mine = json.loads(run(SABOTCTL, "verify", "--json", *words)[1])
        other = json.loads(second_verifier.run(verify_log, *words)[1])
        told = [(said["verdict"], said["checkpoint"], said["proven"]) for said in (mine, other)]
        self.assertEqual(*told)
        return told[0]

    def play(self, cards):
        client = self.daemon.start()
        client.pipeline("PB-01", [{"ev": "card", "card": card} for card in cards])
        return client

    def witnessed(self):
        """How many checkpoints each cosignature in the house log is over."""
        return [int(json.loads(line)["note"].split("\n")[1]) for (line,) in
                self.rows("SELECT line FROM event WHERE ev = 'witnessed' ORDER BY seq")]

    def wait_witnessed(self, before):
        """All that has happened so far is under a cosignature over more checkpoints than these."""
        seq = self.rows("SELECT max(seq) FROM event WHERE ev <> 'witnessed'")[0][0]
        covering = f"SELECT min(number) FROM checkpoint WHERE seq >= {seq}"
        wait_for(lambda: self.rows(covering)[0][0], "a checkpoint")
        least = max(before + 1, self.rows(covering)[0][0])
        wait_for(lambda: (self.witnessed() or [0])[-1] >= least, "the witness")

    def check_case(self):
        """Each checkpoint in a case file is under the witness's signature, by itself."""
        case, bad = self.daemon.directory / "round.case", self.daemon.directory / "bad.case"
        done = run(SABOTCTL, "case", "create", self.database, "--table", "PB-01", "--round", "1",
                   "--out", case, "--state", self.state, "--key", self.key)
        self.assertEqual(done[0], 0, done)
        other = Witness(WITNESS, self.daemon.directory / "another")
        self.assertIn('"piece":"witness-', case.read_text())
        bad.write_text(case.read_text().replace('"piece":"witness-', '"piece":"witless-'))
        for path, key, verdict in ((case, self.witness.key, "intact"),
                                   (case, other.key, "unwitnessed"),
                                   (bad, self.witness.key, "seal")):
            words = [path, "--key", self.key, "--witness", key]
            mine = json.loads(run(SABOTCTL, "verify", "--json", *words)[1])
            second = json.loads(run(sys.executable, "-B", VERIFY_CASE, *words)[1])
            self.assertEqual((mine["verdict"], second["verdict"]), (verdict, verdict))

    def check_tiles(self):
        """The tree as files: its parts lead to the head that was signed, and have no event."""
        folder = self.daemon.directory / "tiles"
        done = run(SABOTCTL, "proof", "--state", self.state, "--tiles", folder)
        self.assertEqual(done, (0, "", ""))
        head = run(SABOTCTL, "checkpoint", "--state", self.state, "--head")[1]
        origin = run(SABOTCTL, "checkpoint", "--state", self.state, "--origin")[1]
        self.assertEqual(origin.splitlines()[0], head.splitlines()[0])
        self.assertEqual(head, (folder / "checkpoint").read_text())
        size, root = int(head.split("\n")[1]), head.split("\n")[2]
        leaves = (folder / f"tile/0/000.p/{size}").read_bytes()
        entries = (folder / f"tile/entries/000.p/{size}").read_bytes()
        for number in range(size):
            length, entries = int.from_bytes(entries[:2], "big"), entries[2:]
            leaf = hashlib.sha256(b"\0" + entries[:length]).digest()
            self.assertEqual(leaf, leaves[32 * number:][:32])
            entries = entries[length:]
        self.assertEqual((entries, len(leaves)), (b"", 32 * size))
        self.assertEqual(base64.b64encode(verify_log.root_of(
            [leaves[at:at + 32] for at in range(0, len(leaves), 32)])).decode(), root)
        self.assertEqual({path.relative_to(folder).parts[:2] for path in folder.rglob("*.p")},
                         {("tile", "0"), ("tile", "entries")})


class Rewritten(House):
    def test_an_hour_written_again(self):
        self.configure()
        before, kept = self.last(), self.daemon.directory / "kept"
        for name in ("state", "spool"):
            shutil.copytree(self.daemon.directory / name, kept / name)
        # The hour as it was. The witness signs it; then there is nothing new, and no more events.
        client = self.play(["2H", "KD", "9S"])
        client.pipeline("PB-01", ROUND)
        self.wait_witnessed(before)
        client.event("PB-01", ev="load", decks=6)
        self.wait_witnessed(self.signed())
        witnessed = ["--witness", self.witness.key]
        self.daemon.stop()
        # Its own event is nothing new to sign.
        self.assertLessEqual(len(self.witnessed()), 4)
        head = self.daemon.directory / "head"
        head.write_text(self.head())
        self.assertRegex(head.read_text(), HEAD)
        self.assertEqual(self.verify(*witnessed), ("intact", 0, True))
        self.assertEqual(self.verify(*witnessed, "--cosigned", head), ("intact", 0, True))
        said = run(SABOTCTL, "verify", self.database, "--key", self.key, *witnessed)[1]
        self.assertRegex(said, r"\nwitnessed: up to checkpoint [1-9]\d*, ")
        self.check_tiles()
        self.check_case()
        report = run(SABOTCTL, "report", "coups", self.database)[1]
        self.assertRegex(" ".join(report.split()), r"; signed by the witness witness.example/w1 "
                         f"up to checkpoint {self.witnessed()[-1]}")
        # Of another witness, or with another key's head, there is none.
        other = Witness(WITNESS, self.daemon.directory / "other")
        self.assertEqual(self.verify("--witness", other.key)[0], "unwitnessed")
        # The owner puts the time before back, with all notes, and plays another hour.
        for name in ("state", "spool"):
            shutil.rmtree(self.daemon.directory / name)
            shutil.copytree(kept / name, self.daemon.directory / name)
        self.daemon.write_config(TABLES)
        client, signed = self.play(["2H", "KD", "8S"]), self.signed()
        wait_for(lambda: client.event("PB-01", ev="no_more_bets") and self.last() >= signed,
                 "as many checkpoints")
        self.daemon.stop()
        self.assertEqual(self.verify(), ("intact", 0, True))
        self.assertEqual(self.verify(*witnessed)[0], "unwitnessed")
        self.assertEqual(self.verify(*witnessed, "--cosigned", head),
                         ("witness", self.signed(), False))
        # Asked again, the witness does not sign it, and the pit sees that.
        signed = self.signed()
        self.configure()
        self.daemon.start()
        wait_for(self.findings, "the finding")
        self.assertEqual(self.findings()[0],
                         {"why": "refused", "witness": "w1", "checkpoint": signed})
        self.assertEqual(self.signed(), signed)
        self.assertRegex(self.witness.run("--list"), r"; [1-9]\d* heads refused")
        self.daemon.stop()
        # One that is gone is said once, and no table waits for it.
        self.configure(within_s=2, port=1)
        client = self.daemon.start()
        wait_for(lambda: self.findings()[1:], "the silence")
        client.event("PB-01", ev="card", card="4C")
        self.daemon.stop()
        self.assertEqual([found["why"] for found in self.findings()], ["refused", "silent"])


class BehindHttps(House):
    def test_another_authority(self):
        """By an authority of headquarters' own; not by another one, nor under another's name."""
        place = self.daemon.directory
        right, other = (Front(place, name, self.witness.port) for name in ("localhost", "other"))
        for front, ca in ((right, None), (right, other.ca), (other, other.ca)):
            self.configure(within_s=2, more=f"url = https://localhost:{front.port}\n"
                           + (f"ca = {ca}\n" if ca else ""))
            n, said = len(self.findings()), len(self.daemon.read_log())
            self.play(["2H"])
            wait_for(lambda: "certificate" in self.daemon.read_log()[said:], "what is wrong")
            wait_for(lambda: len(self.findings()) > n, "the silence")
            self.assertEqual(self.findings()[-1]["why"], "silent")
            self.daemon.stop()
        self.assertEqual((self.witnessed(), right.n_connections, other.n_connections), ([], 0, 0))
        self.configure(more=f"url = https://localhost:{right.port}\nca = {right.ca}\n")
        self.play(["KD"])
        self.wait_witnessed(0)
        self.daemon.stop()
        self.assertGreater(right.n_connections, 0)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
