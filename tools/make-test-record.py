#!/usr/bin/env python3
"""What the tests said when they last ran, and which rule is tested by which.

Usage: make-test-record.py BUILD VERSION OUT

Reads the tests' own names and commands from the build directory, how each ended from the last
runs' logs there (`meson test`), and the ids of rules from docs/rules.md. A rule's code is each
file that names its id; its tests are those of the engine whose files do, and those of a profile
that names it, but for the long ones. Writes the text that `sabotctl comply` reads (comply/test-
record.h); a test that the logs do not have is "not-run". The commit has a "+" where files differ
from it.
"""
import collections
import importlib.util
import json
import pathlib
import re
import subprocess
import sys

CODE = ("engine", "profiles", "eventlog", "text", "view", "simulate")
# Where a rule is tested. Elsewhere tables have names like rules.
SUITES = {"engine", "mutation", "simulate", "samples", "text"}
RULE = re.compile(r"\b([A-Z]{2}-\d\d)\b")
CITED = re.compile(r'"rule": ?"([A-Z]{2}-\d\d)"')
RANGE = re.compile(r"\b([A-Z]{2})-(\d\d) to \1-(\d\d)\b")
DEFINED = re.compile(r"^\| *([A-Z]{2}-\d\d) ", re.M)


def rules_in(path):
    """The ids that a file names, ranges spelled out."""
    try:
        text = path.read_text(encoding="utf-8")
    except (UnicodeDecodeError, OSError):
        return set()
    if path.suffix in (".ndjson", ".expected"):
        return set(CITED.findall(text))
    if "tests" in path.parts:
        text = "\n".join(line for line in text.splitlines() if "table" not in line.lower())
    ids = set(RULE.findall(text))
    for book, first, last in RANGE.findall(text):
        ids.update(f"{book}-{number:02}" for number in range(int(first), int(last) + 1))
    return ids


def files_of(test, sources, root):
    """The files in tests/ that a test is made of: those of its command, and its program's."""
    for word in test["cmd"]:
        yield from (pathlib.Path(path) for path in sources.get(word, []))
        path = pathlib.Path(word)
        path = path.resolve() if path.is_absolute() else path
        if not path.is_absolute() or root / "tests" not in path.parents:
            continue
        yield from (sorted(path.rglob("*")) if path.is_dir() else [path])


def outcomes(build, root):
    """A test's name → how it ended."""
    spec = importlib.util.spec_from_file_location("summary", root / "tools/test-summary.py")
    summary = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(summary)
    logs = str(build / "meson-logs")
    return {summary.suite_and_name(test)[1]: summary.outcome(test)
            for test in summary.read_tests(logs)}


def commit_of(root):
    def git(*words):
        return subprocess.run(["git", "-C", root, *words], capture_output=True, text=True,
                              check=True).stdout.strip()
    try:
        return git("rev-parse", "--short=12", "HEAD") + ("+" if git("status", "--porcelain",
                                                                    "-uno") else "")
    except (OSError, subprocess.CalledProcessError):
        return "unknown"


def trace_rules(tests, sources, root):
    """Rule → its files of code, rule → its tests."""
    known = set(DEFINED.findall((root / "docs/rules.md").read_text(encoding="utf-8")))
    code, tested = collections.defaultdict(set), collections.defaultdict(set)
    by_profile = {}
    for folder in CODE:
        for path in sorted((root / folder).rglob("*")):
            ids = rules_in(path) & known if path.is_file() else set()
            for rule in ids:
                code[rule].add(str(path.relative_to(root)))
            if path.suffix == ".conf":
                by_profile[path.stem] = ids
    cache = {}
    for test in tests:
        suites = {suite.rpartition(":")[2] for suite in test["suite"]}
        if not SUITES & suites or "long" in suites:
            continue
        for path in files_of(test, sources, root):
            for rule in cache.setdefault(path, rules_in(path) & known):
                tested[rule].add(test["name"])
        for profile, ids in by_profile.items():
            if profile in test["cmd"] or test["name"].endswith("-" + profile):
                for rule in ids:
                    tested[rule].add(test["name"])
    return known, code, tested


def main():
    build, version, out = pathlib.Path(sys.argv[1]).resolve(), sys.argv[2], sys.argv[3]
    root = pathlib.Path(__file__).resolve().parent.parent
    tests = json.loads((build / "meson-info/intro-tests.json").read_text())
    targets = json.loads((build / "meson-info/intro-targets.json").read_text())
    sources = {name: [path for group in target["target_sources"]
                      for path in group.get("sources", [])]
               for target in targets for name in target["filename"]}
    ended = outcomes(build, root)
    known, code, tested = trace_rules(tests, sources, root)
    lines = [f"sabot-tests/1 {version} {commit_of(root)}"]
    lines += [f"test {name.replace(' ', '_')} {ended.get(name, 'not-run')}"
              for name in sorted({test["name"] for test in tests})]
    for rule in sorted(known):
        lines += [f"rule {rule} code {path}" for path in sorted(code[rule])]
        lines += [f"rule {rule} test {name}" for name in sorted(tested[rule])]
    pathlib.Path(out).write_text("\n".join(lines) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
