#!/usr/bin/env python3
"""The witness over HTTP: the published requests, what it refuses, and what it still knows after a
kill.

usage: test-http.py SABOT_WITNESS CORPUS
"""
import hashlib
import pathlib
import socket
import sys
import tempfile
import unittest

from witness import Witness

PROGRAM, CORPUS = sys.argv[1], pathlib.Path(sys.argv[2])
ORIGIN = "sigsum.org/v1/tree/4d6d8825a6bb689d459628312889dfbb0bcd41b5211d9e1ce768b0ff0309e562"
KEY = ORIGIN + "+5202289b+Af/cLU2Y5BJNP+r3iMDC+av9eWCD0fBJVDfzAux5zxAP"
# litewitness' own test, but for an unknown log, which C2SP has as 404.
PUBLISHED = [200, 403, 404, 422, 422, 200, 409, 200, 409]


class Http(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.witness = Witness(PROGRAM, folder.name)
        self.addCleanup(self.witness.stop)
        self.witness.write_config([("sigsum", ORIGIN, KEY)])
        self.witness.start()

    def add(self, number):
        return self.witness.ask("/add-checkpoint", (CORPUS / f"published-{number}").read_bytes())

    def test_published_requests(self):
        path = f"/{hashlib.sha256(ORIGIN.encode()).hexdigest()}/checkpoint"
        self.assertEqual(self.witness.ask(path)[0], 404)
        answers = [self.add(number) for number in range(len(PUBLISHED))]
        self.assertEqual([status for status, _, _ in answers], PUBLISHED)
        self.assertEqual(answers[-1][1:], ("text/x.tlog.size", "5\n"))
        self.assertTrue(answers[0][2].startswith("— witness.example/w1 "))
        status, _, note = self.witness.ask(path)
        self.assertEqual((status, note.split("\n")[1], note.count("\n— ")), (200, "5", 2))
        # Killed right behind an answer it has what it has said.
        self.witness.stop("kill")
        self.witness.start()
        self.assertEqual(self.add(0), answers[-1])
        self.assertEqual(self.witness.ask(path)[2], note)
        self.assertIn("sigsum: 5 checkpoints signed", self.witness.run("--list"))
        self.assertIn("; 1 heads refused", self.witness.run("--list"))

    def test_what_is_no_request(self):
        self.assertEqual(self.witness.ask("/", b"")[0], 404)
        self.assertEqual(self.witness.ask("/add-checkpoint")[0], 404)
        self.assertEqual(self.witness.ask("/add-checkpoint", b"old 0\n")[0], 400)
        self.assertEqual(self.witness.ask("/add-checkpoint", bytes(140000))[0], 413)
        with socket.create_connection(("127.0.0.1", self.witness.port), timeout=20) as raw:
            raw.sendall(b"\0\xff no HTTP\r\n\r\n")
        self.assertEqual(self.add(0)[0], 200)

    def test_its_key_is_its_own(self):
        self.assertEqual(self.witness.run("--show-key").strip(), self.witness.key)
        with self.assertRaises(AssertionError):
            self.witness.run("--new-key", "another")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
