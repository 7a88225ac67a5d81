#!/usr/bin/env python3
"""A Spanish daemon and an Italian tool: a coup is called in the official words of each (PB-14)."""

import os
import subprocess
import sys
import unittest
from unittest import mock

from fixture import Daemon, wait_for

SABOTD, SABOTCTL = sys.argv.pop(1), sys.argv.pop(1)
TABLES = """
[device shoe]
transport = pty:@DIR@/nowhere
[table PB-01]
rules = punto-banco-es
set.chips = 100 500 2500
[table BJ-01]
rules = blackjack-es
device = shoe
"""
BEGIN = ["load decks=6", "card card=AS", "card card=9D", "bet box=3 on=banca amount=5000",
         "no_more_bets"]
# Punto draws on 5, banca stands on 6 against a 2.
COUP = ["card card=2S", "card card=3D", "card card=KH", "card card=6C", "card card=2C"]
CALLED = {
    "es": ["No va más", "Cartas", "Punto: cinco", "Banca: seis", "Carta para el jugador",
           "Punto: siete", "La banca se planta con seis", "Gana el punto con siete"],
    "it": ["Rien ne va plus", "Carte", "Punto: cinque", "Banco: sei", "Carta al punto",
           "Punto: sette", "Il banco sta con sei", "Vince il punto con sette"],
    "en": ["No more bets", "Cards", "Punto: five", "Banca: six", "Card for the punto",
           "Punto: seven", "Banca stands with six", "Punto wins with seven"],
}


def event_of(line):
    """`bet box=3 on=banca` as an event; numbers are numbers."""
    name, *fields = line.split()
    event = {"ev": name, "src": "manual"} if name == "card" else {"ev": name}
    for field in fields:
        key, value = field.split("=")
        event[key] = int(value) if value.isdigit() else value
    return event


class Languages(unittest.TestCase):
    def open(self, language):
        with mock.patch.dict(os.environ, LC_ALL="C.UTF-8", LANGUAGE=language):
            daemon = Daemon(SABOTD, TABLES)
            self.addCleanup(daemon.close)
            return daemon, daemon.start()

    def say(self, client, lines):
        for line in lines:
            client.event("PB-01", **event_of(line))

    def ask(self, daemon, verb, language):
        environment = dict(os.environ, LC_ALL="C.UTF-8", LANGUAGE=language)
        return subprocess.run([SABOTCTL, verb, "--socket", daemon.socket], env=environment,
                              capture_output=True, encoding="utf-8", check=False).stdout

    def test_a_refusal_is_english_on_the_wire(self):
        """And a tool's reader has it in his language."""
        daemon, client = self.open("es")
        slip = {"ev": "slip", "do": "issue", "day": "2026-11-21", "number": 7, "table": "PB-01",
                "by": "a", "second": "b"}
        refused = client.ask("document", event=slip)["error"]["text"]
        self.assertIn("there is no slip 7 of 2026-11-21", refused)
        for language, said in (("es", "no hay ningún vale 7 de 2026-11-21"),
                               ("it", "non c'è nessun buono 7 di 2026-11-21")):
            done = subprocess.run(
                [SABOTCTL, "slip", "issue", "PB-01", "7", "--day", "2026-11-21", "--by", "a",
                 "--second", "b", "--socket",
                 daemon.socket], env=dict(os.environ, LC_ALL="C.UTF-8", LANGUAGE=language),
                capture_output=True, encoding="utf-8", check=False)
            self.assertIn(said, done.stderr)

    def test_calls(self):
        for language, wanted in CALLED.items():
            with self.subTest(language=language):
                _, client = self.open(language)
                self.say(client, BEGIN)
                called = []
                for line in [None] + COUP:
                    self.say(client, [line] if line else [])
                    prompt = client.view("PB-01")["prompt"]
                    called += [call["text"] for call in prompt.get("calls", [])]
                self.assertEqual(called, wanted)

    def test_log_is_the_same_in_every_language(self):
        """A device's trouble is recorded in the system's words, but untranslated."""
        _, client = self.open("es")
        said = wait_for(lambda: client.view("BJ-01")["device"].get("detail"), "what is wrong")
        self.assertTrue(said.endswith("No such file or directory"), said)

    def test_what_glib_says_is_english(self):
        done = subprocess.run([SABOTD, "--config", "/nowhere"], check=False, capture_output=True,
                              text=True, timeout=60, env={"LANGUAGE": "es", "LANG": "C.UTF-8"})
        self.assertIn("Failed to open file", done.stderr)

    def test_each_speaks_its_own(self):
        daemon, client = self.open("es")
        self.say(client, BEGIN + COUP)
        view = client.view("PB-01")
        self.assertEqual(view["prompt"]["text"], "Gana el punto: liquide y pulse el botón")
        self.assertEqual(view["payouts"][0]["text"], "Casilla 3, banca: se recogen 50,00")
        self.assertIn("Vince il punto: regolare e premere il pulsante",
                      self.ask(daemon, "tables", "it"))
        self.say(client, ["card card=4C"])
        told = client.view("PB-01")["incidents"]["worst"]
        self.assertEqual(told["text"], "Se sacó la carta 4♣ con la jugada ya decidida; la banca "
                         "tiene 6.")
        self.assertEqual(told["detail"]["total"], 6)
        self.assertIn("La carta 4♣ è stata estratta a mano già decisa; il banco ha 6.",
                      self.ask(daemon, "incidents", "it"))
        self.assertIn("Card 4♣ was drawn though the coup was decided; banca has 6.",
                      self.ask(daemon, "incidents", "en"))


if __name__ == "__main__":
    unittest.main()
