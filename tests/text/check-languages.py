#!/usr/bin/env python3
"""The programs speak the user's language, and only what is for people changes with it.

Usage: check-languages.py SABOTCTL TRACES PO

Audits logs of TRACES in English, Spanish and Italian, so many that each form of each derived line
is among them: but for `text` and the summary's note the output is the same, and each of these is
translated. Then how a language is chosen, and that sentences have the letters that the language's
cards have in their corners.
"""
import concurrent.futures
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

LANGUAGES = ("es", "it")
FOR_PEOPLE = ("text", "note")
WORDS_OF_DETAIL = ("ev", "do", "on", "remedy", "winner", "hand", "code")
# What is set in the environment, and how the help then begins.
CHOSEN = [
    ({}, "usage:"),
    ({"LANGUAGE": "es"}, "uso:"),
    ({"LANG": "C.UTF-8", "LANGUAGE": "it"}, "uso: sabotctl VERBO [OPZIONE"),
    ({"LANG": "es_ES.UTF-8"}, "uso: sabotctl VERBO [OPCIÓN"),  # be the locale installed or not
    ({"LC_MESSAGES": "it_IT.UTF-8", "LANG": "es_ES.UTF-8"}, "uso: sabotctl VERBO [OPZIONE"),
    ({"LANG": "fr_FR.UTF-8"}, "usage:"),
    ({"LC_ALL": "C", "LANG": "es_ES.UTF-8", "LANGUAGE": "es"}, "usage:"),
]
SHOWN = [
    ("es", "punto-banco-es", "punto-banco-es: Punto y Banca (España)\npunto y banca\n"),
    ("es", "punto-banco-es", "  la banca pide carta:\n    con 0 contra 0 1 2"),
    ("es", "punto-banco-es", "  carta de más: primera carta de la jugada siguiente, "),
    ("es", "blackjack-es", "  con 17 blando, el crupier: se planta\n"),
    ("it", "punto-banco-es", "  carta in più: prima carta della mano seguente, "),
    ("it", "blackjack-it", "  si raddoppia con: un primo totale di 9, 10"),
]


def run(sabotctl, *arguments, **languages):
    """Standard output, with nothing of the caller's languages."""
    environment = {name: value for name, value in os.environ.items()
                   if not name.startswith(("LC_", "LANG"))}
    environment.update(languages)
    return subprocess.run([sabotctl, *arguments], env=environment, capture_output=True,
                          encoding="utf-8", check=False).stdout


def audit(sabotctl, log, language):
    """The lines, and apart from them what they say to people."""
    lines = [json.loads(line) for line in
             run(sabotctl, "audit", log, LANG="C.UTF-8", LANGUAGE=language).splitlines()]
    told = [(line.get("code", line["out"]), line.pop(name))
            for line in lines for name in FOR_PEOPLE if name in line]
    if any(line["out"] == "incident" for line in lines) and not told:
        raise SystemExit(f"{log}: an incident without a sentence")
    return lines, told


def form(line):
    """What decides how it is said: its kind, the fields of its detail, and a word among them."""
    detail = line.get("detail") or {}
    words = [(key, value if isinstance(value, str) and key in WORDS_OF_DETAIL else "")
             for key, value in sorted(detail.items())]
    return json.dumps([line["out"], line.get("code"), line.get("remedy"), words])


def choose(traces):
    """Of the logs those whose expected lines have a form that none before them has."""
    known, chosen = set(), []
    for path in sorted(pathlib.Path(traces).glob("*.expected")):
        forms = {form(json.loads(line)) for line in path.read_text("utf-8").splitlines() if line}
        if forms - known:
            known |= forms
            chosen.append(path.with_suffix(".ndjson"))
    return chosen


def check_audits(sabotctl, traces):
    n_acknowledged = 0
    logs = choose(traces)
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        audits = {(log, language): pool.submit(audit, sabotctl, log, language)
                  for log in logs for language in ("en", *LANGUAGES)}
    for log in logs:
        english, said = audits[log, "en"].result()
        for language in LANGUAGES:
            lines, translated = audits[log, language].result()
            if lines != english:
                yield f"{log.name}: the output in {language} differs in more than its sentences"
            for (code, sentence), (_, plain) in zip(translated, said):
                n_acknowledged += 1
                if not sentence or sentence == plain:
                    yield f"{log.name}: {code} says {sentence!r} in {language}"
    if n_acknowledged < 100:
        yield f"only {n_acknowledged} sentences were compared"


def check_chosen(sabotctl):
    for environment, begin in CHOSEN:
        got = run(sabotctl, "--help", **environment)
        if not got.startswith(begin):
            yield f"with {environment} the help begins {got[:40]!r}"
    for language, profile, part in SHOWN:
        if part not in run(sabotctl, "profile", "show", profile, LANGUAGE=language):
            yield f"profile show {profile} in {language} lacks {part!r}"


def audit_queen(sabotctl, directory, language, **environment):
    """What is said of a queen that was drawn too many."""
    log = pathlib.Path(directory, "queen.ndjson")
    cards = ["2S", "KH", "9C", "TH", "QH"]
    events = [{"log": "sabot/1", "table": "T", "rules": "punto-banco-es", "set": {"burn": 0}},
              {"ev": "load", "decks": 6}, {"ev": "no_more_bets"},
              *({"ev": "card", "card": card} for card in cards), {"ev": "result"}]
    log.write_text("".join(json.dumps(event) + "\n" for event in events), encoding="utf-8")
    lines = map(json.loads, run(sabotctl, "audit", str(log), LANG="C.UTF-8", LANGUAGE=language,
                                **environment).splitlines())
    return [line["text"] for line in lines if line.get("code") == "card_in_excess"]


def letter_queens(catalogues, directory):
    """Catalogues in which a queen has another letter in her corner."""
    for language in LANGUAGES:
        lettered, n = re.subn(r'(msgctxt "corner of a card"\nmsgid "Q"\nmsgstr )"Q"', r'\1"X"',
                              pathlib.Path(catalogues, language + ".po").read_text("utf-8"))
        if n != 1:
            raise SystemExit(f"{language}.po: no letter of the queen")
        at = pathlib.Path(directory, language, "LC_MESSAGES")
        at.mkdir(parents=True)
        subprocess.run(["msgfmt", "-o", at / "sabot.mo", "-"], input=lettered, text=True,
                       encoding="utf-8", check=True)


def check_cards(sabotctl, catalogues):
    """As on the cards of the screens, which ask the catalogue, too."""
    with tempfile.TemporaryDirectory() as directory:
        letter_queens(catalogues, directory)
        for language in LANGUAGES:
            for environment, sign in ({}, "Q♥"), ({"SABOT_LOCALE_DIR": directory}, "X♥"):
                said = audit_queen(sabotctl, directory, language, **environment)
                if len(said) != 1 or sign not in said[0]:
                    yield f"in {language} {sign} is said as {said}"


def main():
    sabotctl, traces, catalogues = sys.argv[1:]
    faults = [*check_audits(sabotctl, traces), *check_chosen(sabotctl),
              *check_cards(sabotctl, catalogues)]
    print("\n".join(faults + [f"{len(faults)} faults"]))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
