#!/usr/bin/env python3
"""The golden logs leave nothing out. Usage: check-inventory.py SABOTCTL ROOT

By name, in tests/engine/traces:

  incident-CODE         raises CODE once and nothing else, for every code of
                        engine/core/incident.def; two need another one before them (BEFORE)
  incident-CODE-nearly  raises nothing but that, and is at most three lines away from it
  remedy-REMEDY         a ruling with it that is accepted; without it other lines follow, but for
                        the two that only record
  profile-NAME          at least five rounds of which the nearest variant tells something else
"""
import difflib
import json
import pathlib
import re
import subprocess
import sys
import tempfile

INCIDENT = re.compile(r'^SABOT_INCIDENT\(\d+, \w+, "(\w+)"', re.M)
REMEDY_WORDS = re.compile(r"remedy_words\[[^\]]*\] = \{(.*?)\n\};", re.S)
REMEDY = re.compile(r'\[SABOT_REMEDY_\w+\] = "(\w+)"')
LINES_APART_MAX = 3
ROUNDS_MIN = 5
RECORDED_ONLY = {"false_alarm", "pay_difference", "counted_again", "cards_replaced"}
NEAREST = {
    "blackjack-es": "blackjack-standard",
    "blackjack-family": "blackjack-es",
    "blackjack-house": "blackjack-standard",
    "blackjack-it": "blackjack-itable",
    "blackjack-itable": "blackjack-it",
    "blackjack-standard": "blackjack-es",
    "punto-banco-6-half": "punto-banco-house",
    "punto-banco-es": "punto-banco-house",
    "punto-banco-ez": "punto-banco-house",
    "punto-banco-house": "punto-banco-es",
}
# A run of cards begins with one in excess, and a ruling is on an incident.
BEFORE = {"dealing_went_on": ["card_in_excess"], "ruling_without_effect": ["boxed_card"]}
# Decides nothing, and unlike a note does not close a round that waits for a ruling.
NOTHING = {"ev": "device", "state": "online"}


def read(path):
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def codes(path):
    """The incidents that are expected of a log."""
    return [line["code"] for line in read(path.with_suffix(".expected"))
            if line["out"] == "incident"]


def lines_apart(one, other):
    """How many lines must be taken out or put in to make one log of the other."""
    texts = [path.read_text(encoding="utf-8").splitlines() for path in (one, other)]
    taken, put = 0, 0
    for tag, i1, i2, j1, j2 in difflib.SequenceMatcher(None, *texts, False).get_opcodes():
        if tag != "equal":
            taken, put = taken + i2 - i1, put + j2 - j1
    return max(taken, put)


class Inventory:
    def __init__(self, sabotctl, root, folder):
        self.sabotctl, self.root, self.folder = sabotctl, root, folder
        self.traces = root / "tests/engine/traces"

    def audit(self, lines):
        """What follows from a log, without its sentences."""
        path = self.folder / "changed.ndjson"
        path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
        run = subprocess.run([self.sabotctl, "audit", str(path)], capture_output=True, text=True,
                             check=False)
        return [json.loads(line) for line in run.stdout.splitlines()]

    def log(self, name):
        path = self.traces / f"{name}.ndjson"
        return path if path.exists() and path.with_suffix(".expected").exists() else None

    def check_incidents(self):
        definitions = self.root / "engine/core/incident.def"
        words = INCIDENT.findall(definitions.read_text(encoding="utf-8"))
        if len(words) < 26:
            yield f"only {len(words)} codes were found"
        for word in words:
            raises, nearly = self.log(f"incident-{word}"), self.log(f"incident-{word}-nearly")
            if raises is None or nearly is None:
                yield f"{word}: no log that raises it, or none that nearly does"
                continue
            before = BEFORE.get(word, [])
            if codes(raises) != [*before, word]:
                yield f"{raises.name}: raises {codes(raises)}"
            if codes(nearly) != before:
                yield f"{nearly.name}: raises {codes(nearly)}"
            if not 0 < lines_apart(raises, nearly) <= LINES_APART_MAX:
                yield f"{nearly.name}: {lines_apart(raises, nearly)} lines apart"

    def check_remedy(self, remedy, path):
        log = read(path)
        places = [n for n, line in enumerate(log) if line.get("remedy") == remedy]
        if len(places) != 1:
            yield f"{path.name}: {len(places)} such rulings"
            return
        place = places[0]
        ruled = self.audit(log)
        unruled = self.audit(log[:place] + [NOTHING] + log[place + 1:])
        if any(line.get("line") == place + 1 and line.get("code") == "event_out_of_order"
               for line in ruled):
            yield f"{path.name}: the ruling is refused"
        if (ruled == unruled) != (remedy in RECORDED_ONLY):
            yield f"{path.name}: with the ruling and without it, the same lines or not"

    def check_remedies(self):
        source = (self.root / "engine/core/event.c").read_text(encoding="utf-8")
        words = REMEDY.findall(REMEDY_WORDS.search(source).group(1))
        if len(words) < 13:
            yield f"only {len(words)} remedies were found"
        for word in words:
            path = self.log(f"remedy-{word}")
            if path is None:
                yield f"{word}: no log applies it"
            else:
                yield from self.check_remedy(word, path)

    def rounds(self, lines):
        """By number, what is told of each round; at which line and under which id is no matter."""
        told = {}
        for line in lines:
            if line["out"] in ("round", "settle", "incident"):
                number = line.pop("round")
                told.setdefault(number, []).append(
                    {key: value for key, value in line.items() if key not in ("line", "id")})
        return told

    def check_profiles(self):
        for profile in sorted(path.stem for path in (self.root / "profiles").glob("*.conf")):
            path, nearest = self.log(f"profile-{profile}"), NEAREST.get(profile)
            if path is None or nearest is None:
                yield f"{profile}: no log of its own, or no nearest variant"
                continue
            header, *events = read(path)
            if header["rules"] != profile:
                yield f"{path.name}: is of {header['rules']}"
            own = self.rounds(self.audit([header] + events))
            other = self.rounds(self.audit([dict(header, rules=nearest)] + events))
            differ = sum(own[number] != other.get(number) for number in own if number > 0)
            if differ < ROUNDS_MIN:
                yield f"{path.name}: {differ} of {len(own)} rounds differ from {nearest}"


def main():
    with tempfile.TemporaryDirectory() as name:
        inventory = Inventory(sys.argv[1], pathlib.Path(sys.argv[2]), pathlib.Path(name))
        faults = [*inventory.check_incidents(), *inventory.check_remedies(),
                  *inventory.check_profiles()]
    print("\n".join(faults + [f"{len(faults)} faults"]))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
