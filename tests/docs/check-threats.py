#!/usr/bin/env python3
"""Each test that docs/threats.md names exists, and each row of its tables names one.

Usage: check-threats.py ROOT BUILD_ROOT
"""
import json
import pathlib
import re
import sys

TARGET = re.compile(r"run_target\('([\w-]+)'")
# A build without a part of the programs has not its tests, but their names are in meson.build.
TEST = re.compile(r"test\('([\w-]+)'")
CASE = re.compile(r"^\s*(?:def|class) (\w+)\b|^(test_\w+)\(|cmocka_unit_test\w*\((?:test_)?(\w+)",
                  re.M)


def read_all(root, pattern):
    return "\n".join(path.read_text(encoding="utf-8") for path in sorted(root.rglob(pattern)))


def rows(page):
    """The cells of each row under a head with a column "Test", and the place of that column."""
    column = None
    for line in page.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")] if line[:1] == "|" else []
        if "Test" in cells:
            column = cells.index("Test")
        elif not cells:
            column = None
        elif column is not None and not line.startswith("|---"):
            yield cells, column


def is_there(name, tests, targets, cases):
    if name.startswith("ninja "):
        return name.split()[-1] in targets
    if re.fullmatch(r"[a-z0-9-]+…", name):
        return any(test.startswith(name[:-1]) for test in tests)
    if re.fullmatch(r"test_\w+|[A-Z][a-z]\w*", name):
        return name in cases
    return name in tests


def main(root, build_root):
    builds = read_all(root / "tests", "meson.build")
    listed = json.loads((build_root / "meson-info" / "intro-tests.json").read_text())
    tests = {test["name"] for test in listed} | set(TEST.findall(builds))
    targets = set(TARGET.findall(builds))
    sources = read_all(root / "tests", "*.py") + read_all(root / "tests", "*.c")
    cases = {name for found in CASE.findall(sources) for name in found if name}
    page = (root / "docs" / "threats.md").read_text(encoding="utf-8")
    faults, n_named = [], 0
    for cells, column in rows(page):
        names = [name for name in re.findall(r"`([^`]+)`", cells[column]) if "=" not in name]
        if not names and cells[column] != "the same":
            faults.append(f"names no test: {cells[0]}")
        n_named += len(names)
        faults += [f"there is no test {name}: {cells[0]}" for name in names
                   if not is_there(name, tests, targets, cases)]
    print(*faults, f"{n_named} names of tests, {len(faults)} faults", sep="\n")
    return 1 if faults or not n_named else 0


if __name__ == "__main__":
    sys.exit(main(*map(pathlib.Path, sys.argv[1:3])))
