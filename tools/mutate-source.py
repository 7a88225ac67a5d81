#!/usr/bin/env python3
"""Do the tests see every comparison and constant of the engine?

usage: mutate-source.py BUILD [--jobs N] [--file NAME]… [--lines A-B] [--again REPORT] [--slow]
                        [--list]

Each operator, number and truth value of the engine's sources is turned into another, one at a time:
the file is compiled by itself with the flags of BUILD, linked in front of the engine's library, and
the golden logs (tests/engine/traces, then the samples) and the C tests of suite `engine` are run
until one fails; with --slow also those that take long. Prints a line for each survivor and a sum;
nothing is written to the sources or to BUILD. Exits with 1 when there are survivors. Many of them
change nothing (a bound that cannot be reached, a shortcut): read them, and write a log for the
others.
"""
import argparse
import concurrent.futures
import json
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tarfile
import tempfile
import time

FILES = ["punto-banco.c", "blackjack.c", "settle.c", "side-bets.c",
         "composition.c", "round.c", "step-actions.c", "step-bets.c", "step-card.c",
         "accounts.c", "bets.c", "commission.c", "course.c", "deal.c", "derive-again.c", "facts.c",
         "judge.c", "load-report.c", "losses.c", "mend-card.c", "payments.c", "play-actions.c",
         "readings.c", "readings-apply.c", "reporting.c", "revise.c", "round-state.c",
         "ruled-run.c", "step-close.c", "step-commission.c", "step-cut.c", "step-device.c",
         "step-end.c", "step-load.c", "step-order.c", "step-paid.c", "step-play.c", "step-raise.c",
         "step-redress.c", "step-replay.c", "step-result.c", "step-ruling.c", "step-run.c",
         "step-undo.c", "step-unload.c", "table.c"]
# A comment, a string, a character or a directive is passed over; the rest are tokens.
TOKEN = re.compile(r'/\*.*?\*/|"(?:\\.|[^"\\])*"|\'(?:\\.|[^\'\\])*\'|^[ \t]*#[^\n]*|'
                   r'->|\+\+|--|<<|>>|[-+*/&|]=|<=|>=|==|!=|&&|\|\||\b\w+\b|[^\s\w]', re.M | re.S)
OTHER = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "==",
         "&&": "||", "||": "&&", "!": "", "true": "false", "false": "true",
         "+": "-", "-": "+", "+=": "-=", "-=": "+=", "++": "--", "--": "++"}
SLOW_S = 3      # what takes longer is left out, but for --slow
PATIENCE = 10   # a program that takes so many times as long hangs


def mutants(text):
    """(offset, token, other) for each token that has another."""
    for match in TOKEN.finditer(text):
        token = match.group()
        other = OTHER.get(token)
        if re.fullmatch(r"\d+", token):
            other = str(int(token) + 1)
        if other is not None:
            yield match.start(), token, other


class Build:
    """What is needed of a build directory: how to compile a source, how to link a test."""

    def __init__(self, folder, slow):
        self.folder = folder
        commands = json.loads((folder / "compile_commands.json").read_text(encoding="utf-8"))
        self.compiles = {os.path.normpath(folder / entry["file"]): shlex.split(entry["command"])
                         for entry in commands}
        subprocess.run(["ninja", "-C", str(folder), "tests/mutation/mutate-rules"],
                       stdout=subprocess.DEVNULL, check=True)
        tests = json.loads(subprocess.run(
            ["meson", "introspect", "--tests", str(folder)], capture_output=True, text=True,
            check=True).stdout)
        self.tests = sorted({os.path.relpath(test["cmd"][0], folder) for test in tests
                             if "engine" in [suite.split(":")[-1] for suite in test["suite"]]
                             and test["cmd"][0].startswith(str(folder))})
        subprocess.run(["ninja", "-C", str(folder), *self.tests], stdout=subprocess.DEVNULL,
                       check=True)
        self.seconds = {test: self.time(test) for test in self.tests}
        self.tests = [test for test in sorted(self.tests, key=self.seconds.get)
                      if slow or self.seconds[test] < SLOW_S]
        self.links = {target: self.link_command(target)
                      for target in ["tests/mutation/mutate-rules", *self.tests]}

    def time(self, test):
        """How long a test takes that passes as things are."""
        begin = time.monotonic()
        subprocess.run([str(self.folder / test)], stdout=subprocess.DEVNULL,
                       stderr=subprocess.DEVNULL, check=True)
        return time.monotonic() - begin

    def link_command(self, target):
        commands = subprocess.run(["ninja", "-C", str(self.folder), "-t", "commands", target],
                                  capture_output=True, text=True, check=True).stdout
        return shlex.split(commands.splitlines()[-1])

    def compile(self, source, text, work):
        """The mutated source's object, or None when it does not compile."""
        mutated = work / source.name
        mutated.write_text(text, encoding="utf-8")
        command = [word for word in self.compiles[str(source)]
                   if not re.fullmatch(r"-O.|-g|-Werror|-M.*|.*\.o\.d|.*\.o|-o|-c|.*\.c", word)]
        command += ["-w", "-O1", "-iquote", str(source.parent), "-c", str(mutated), "-o",
                    str(work / "mutated.o")]
        run = subprocess.run(command, cwd=self.folder, stderr=subprocess.DEVNULL, check=False)
        return run.returncode == 0

    def link(self, target, work):
        command = list(self.links[target])
        command[command.index("-o") + 1] = str(work / "program")
        command.insert(command.index("-o") + 2, str(work / "mutated.o"))
        subprocess.run(command, cwd=self.folder, check=True)


def fails(command, seconds=SLOW_S):
    try:
        run = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                             timeout=PATIENCE * (1 + seconds), check=False)
    except subprocess.TimeoutExpired:
        return True
    return run.returncode != 0


def killer(build, root, samples, work):
    """What sees the mutant in work, or None."""
    build.link("tests/mutation/mutate-rules", work)
    for name, logs in (("traces", root / "tests/engine/traces"), ("samples", samples)):
        if fails([str(work / "program"), "--logs-only", str(root / "profiles"), str(logs)]):
            return name
    for test in build.tests:
        build.link(test, work)
        if fails([str(work / "program")], build.seconds[test]):
            return test
    return None


def describe(text, mutant):
    """What is changed, and the line it is in."""
    offset, token, other = mutant
    line = text[text.rfind("\n", 0, offset) + 1:text.find("\n", offset)].strip()
    return f"{token} -> {other or 'nothing'}: {line}"


def try_mutant(build, root, samples, source, text, mutant):
    offset, token, other = mutant
    place = f"{source.name}:{text.count(chr(10), 0, offset) + 1}"
    with tempfile.TemporaryDirectory() as name:
        work = pathlib.Path(name)
        changed = text[:offset] + other + text[offset + len(token):]
        if not build.compile(source, changed, work):
            return None
        seen_by = killer(build, root, samples, work)
    return f"{place}: {describe(text, mutant)}", seen_by


def find_source(root, name):
    """The engine's file of that name, in whichever of its folders."""
    found = list(root.glob(f"engine/*/{name}"))
    if len(found) != 1:
        raise SystemExit(f"mutate-source: the engine has {len(found)} files {name}")
    return found[0]


def extract_samples(root, folder):
    for archive in (root / "tests/samples").glob("*.tar.xz"):
        with tarfile.open(archive, "r:xz") as tar:
            tar.extractall(folder)  # ours: Debian 12 has no filters yet


def chosen(source, options):
    """The mutants of a file, those of --lines or --again only when given."""
    text = source.read_text(encoding="utf-8")
    first, last = (int(number) for number in (options.lines or "1-100000").split("-"))
    survived = None
    if options.again is not None:
        survived = re.findall(rf"^{source.name}:\d+: (.*): SURVIVES$",
                              options.again.read_text(encoding="utf-8"), re.M)
    for mutant in mutants(text):
        if first <= text.count("\n", 0, mutant[0]) + 1 <= last and \
                (survived is None or describe(text, mutant) in survived):
            yield text, mutant


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--file", action="append")
    parser.add_argument("--lines", help="A-B: only these of each file")
    parser.add_argument("--again", type=pathlib.Path, metavar="REPORT",
                        help="only those that survived in this report")
    parser.add_argument("--slow", action="store_true", help="run the slow tests too")
    parser.add_argument("--list", action="store_true", help="say also what sees the others")
    options = parser.parse_args()
    root = pathlib.Path(__file__).resolve().parent.parent
    build = Build(options.build.resolve(), options.slow)
    counts = {"mutants": 0, "killed": 0}
    with tempfile.TemporaryDirectory() as name, \
            concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        samples = pathlib.Path(name)
        extract_samples(root, samples)
        tries = [pool.submit(try_mutant, build, root, samples, source, text, mutant)
                 for source in (find_source(root, name) for name in options.file or FILES)
                 for text, mutant in chosen(source, options)]
        for tried in tries:
            result = tried.result()
            if result is None:
                continue
            what, seen_by = result
            counts["mutants"] += 1
            counts["killed"] += seen_by is not None
            if seen_by is None or options.list:
                print(f"{what}: {seen_by or 'SURVIVES'}", flush=True)
    survivors = counts["mutants"] - counts["killed"]
    print(f"{counts['mutants']} mutations, {counts['killed']} killed, survivors: {survivors}")
    return 1 if survivors else 0


if __name__ == "__main__":
    sys.exit(main())
