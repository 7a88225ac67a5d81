#!/usr/bin/env python3
"""What ninja must build for some tests: the tests' programs, all that they depend on, and what the
programs start or load themselves: each other (but for the screens), catalogues, preloaded modules.

Usage: test-targets.py BUILD [--no-suite SUITE]… [TEST…]

Prints the files, one a line, from BUILD. Without a TEST: those of all tests that are in none of the
suites; with some: theirs as well, whatever their suite.
"""
import argparse
import json
import os
import subprocess


def introspect(build, what):
    return json.loads(subprocess.check_output(["meson", "introspect", f"--{what}", build]))


def is_loaded(target, build):
    """By some program, which no test names."""
    folder = os.path.relpath(target["filename"][0], build).split(os.sep)[0]
    return (target["type"] == "shared module"
            or target["type"] in ("executable", "custom")
            and folder not in ("bench", "gui", "packaging", "pch", "tests"))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build", type=os.path.abspath)
    parser.add_argument("--no-suite", action="append", default=[])
    parser.add_argument("tests", nargs="*")
    given = parser.parse_intermixed_args()
    targets = introspect(given.build, "targets")
    files = {target["id"]: target["filename"] for target in targets}
    built = {name for names in files.values() for name in names}
    wanted = {name for target in targets for name in target["filename"]
              if target["build_by_default"] and is_loaded(target, given.build)}
    for test in introspect(given.build, "tests"):
        suites = {suite.split(":")[-1] for suite in test["suite"]}
        if suites & set(given.no_suite) and test["name"] not in given.tests:
            continue
        wanted.update(name for target in test["depends"] for name in files.get(target, []))
        wanted.update(name for name in
                      (os.path.join(given.build, word) for word in test["cmd"]) if name in built)
    print("\n".join(sorted(os.path.relpath(name, given.build) for name in wanted)))


if __name__ == "__main__":
    main()
