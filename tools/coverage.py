#!/usr/bin/env python3
"""Which lines and branches of the engine its tests run, by file.

Usage: coverage.py BUILD targets
       coverage.py BUILD [--missing] [--page FILE]

BUILD is a build with -Db_coverage=true -Doptimization=0. `targets` prints what ninja must build
there for the tests (TESTS below). Otherwise, after they ran: a table of all files of engine/, by
gcov's counters. A branch is each way out of a condition, so `a && b` has four. --missing lists
the lines with a branch that was never taken. --page writes the table into a page, between its
two marks.
"""
import argparse
import collections
import json
import pathlib
import subprocess
import sys

TESTS = {"engine", "samples", "simulate"}
MARKS = ("<!-- coverage -->\n", "<!-- end -->\n")


def introspect(build, what):
    return json.loads((build / f"meson-info/intro-{what}.json").read_text())


def print_targets(build):
    """The programs that the tests run; the tools start each other."""
    files = {target["id"]: target["filename"] for target in introspect(build, "targets")}
    wanted = set()
    for test in introspect(build, "tests"):
        suites = {suite.rpartition(":")[2] for suite in test["suite"]}
        if suites & TESTS and "long" not in suites:
            wanted.update(name for target in test["depends"] for name in files.get(target, []))
            wanted.update(word for word in test["cmd"] if str(build) in word)
    built = {name for names in files.values() for name in names}
    print("\n".join(sorted(str(pathlib.Path(name).relative_to(build))
                           for name in wanted & built)))


def read_counters(build, root):
    """File → line → how often each of its branches was taken; and file → line → how often."""
    branches = collections.defaultdict(lambda: collections.defaultdict(list))
    lines = collections.defaultdict(collections.Counter)
    folder = build / "engine/libsabot-engine.a.p"
    for notes in sorted(folder.glob("*.gcno")):
        said = subprocess.run(["gcov", "--json-format", "--stdout", "--branch-probabilities",
                               notes.name], cwd=folder, capture_output=True, text=True, check=True)
        for line in filter(None, said.stdout.splitlines()):
            for file in json.loads(line)["files"]:
                path = (build / file["file"]).resolve()
                if root / "engine" not in path.parents or path.suffix != ".c":
                    continue
                name = str(path.relative_to(root))
                for entry in file["lines"]:
                    lines[name][entry["line_number"]] += entry["count"]
                    branches[name][entry["line_number"]] += [
                        branch["count"] for branch in entry["branches"]]
    return branches, lines


def share(part, all_of_it):
    return f"{part} of {all_of_it}", f"{100 * part / all_of_it if all_of_it else 100:.1f} %"


def table(branches, lines):
    """Rows: file, lines, branches, both with their share; the last is the sum."""
    rows, sums = [], [0, 0, 0, 0]
    for name in sorted(lines):
        taken = [count > 0 for line in branches[name].values() for count in line]
        counts = [sum(count > 0 for count in lines[name].values()), len(lines[name]),
                  sum(taken), len(taken)]
        sums = [old + new for old, new in zip(sums, counts)]
        rows.append([name, *share(*counts[:2]), *share(*counts[2:])])
    return [*rows, ["all", *share(*sums[:2]), *share(*sums[2:])]]


def print_missing(branches, root):
    for name, by_line in sorted(branches.items()):
        source = (root / name).read_text(encoding="utf-8").splitlines()
        for number, counts in sorted(by_line.items()):
            if 0 in counts:
                print(f"{name}:{number}: {counts.count(0)} of {len(counts)}: "
                      f"{source[number - 1].strip()}")


def write_page(path, rows):
    head, _, rest = path.read_text(encoding="utf-8").partition(MARKS[0])
    _, _, tail = rest.partition(MARKS[1])
    if not rest:
        sys.exit(f"{path} has no place for the table")
    lines = ["| File | Lines | | Branches | |", "|---|---|---|---|---|"]
    lines += ["| " + " | ".join([f"`{row[0]}`" if "/" in row[0] else row[0], *row[1:]]) + " |"
              for row in rows]
    path.write_text(head + MARKS[0] + "\n".join(lines) + "\n" + MARKS[1] + tail,
                    encoding="utf-8")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("what", nargs="?", choices=["targets"])
    parser.add_argument("--missing", action="store_true")
    parser.add_argument("--page", type=pathlib.Path)
    given = parser.parse_args()
    build, root = given.build.resolve(), pathlib.Path(__file__).resolve().parent.parent
    if given.what == "targets":
        print_targets(build)
        return 0
    branches, lines = read_counters(build, root)
    if not any(sum(counts.values()) for counts in lines.values()):
        sys.exit("no test has run in this build")
    rows = table(branches, lines)
    if given.missing:
        print_missing(branches, root)
    for row in rows:
        print(f"{row[0]:<32} {row[1]:>14} {row[2]:>8} {row[3]:>14} {row[4]:>8}")
    if given.page:
        write_page(given.page, rows)
    return 0


if __name__ == "__main__":
    sys.exit(main())
