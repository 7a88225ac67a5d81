#!/usr/bin/env python3
"""What `meson test` found, for people and for machines.

Usage: test-summary.py LOGS-DIRECTORY STATUS-OF-MESON [TEMPORARY-DIRECTORY]

Reads testlog*.json in the directory, prints the output of every test that failed, one line a
suite, the names of those that failed with what the machine had left (a full disk or a load of
twenty fails tests that are right), and as the very last line `N passed, N failed` (`, N skipped`
when any was). Exits with 1
when a test failed, when none passed, or when meson failed without saying which test did. What is
left in the temporary directory, which the tests had to themselves, is one failure more.
"""
import collections
import glob
import json
import os
import shutil
import sys

PASSED = {"OK", "EXPECTEDFAIL"}
SKIPPED = {"SKIP"}
SHOWN_LINES = 60


def read_tests(directory):
    """Every test's record, in the order of the log."""
    for path in sorted(glob.glob(os.path.join(directory, "testlog*.json"))):
        with open(path, encoding="utf-8") as log:
            for line in log:
                if line.strip():
                    yield json.loads(line)


def outcome(test):
    if test["result"] in PASSED:
        return "passed"
    return "skipped" if test["result"] in SKIPPED else "failed"


def suite_and_name(test):
    """Meson writes `project:suite / name`, or the name alone for a test without suite. Of several,
    as `project:suite+slow`, the first counts."""
    left, slash, right = test["name"].partition(" / ")
    if not slash:
        return "other", left
    return (left.partition(":")[2] or left).partition("+")[0], right


def show_failure(test):
    suite, name = suite_and_name(test)
    print(f"--- {suite} / {name}: {test['result']} ({test['returncode']})")
    for stream in ("stdout", "stderr"):
        lines = (test.get(stream) or "").rstrip().splitlines()
        if len(lines) > SHOWN_LINES:
            print(f"    … {len(lines) - SHOWN_LINES} lines before")
        for line in lines[-SHOWN_LINES:]:
            print("    " + line)
    print()


def main():
    directory, status = sys.argv[1], int(sys.argv[2])
    suites = collections.defaultdict(collections.Counter)
    total = collections.Counter()
    failed = []
    for test in read_tests(directory):
        kind = outcome(test)
        suites[suite_and_name(test)[0]][kind] += 1
        total[kind] += 1
        if kind == "failed":
            show_failure(test)
            failed.append(suite_and_name(test)[1])
    if status != 0 and not total["failed"]:
        print(f"meson test ended with status {status} and named no test that failed")
        total["failed"] += 1
    # umockdev's own directory outlives a fake port that is killed with its test.
    left = [name for name in sorted(os.listdir(sys.argv[3]) if len(sys.argv) > 3 else [])
            if not name.startswith("umockdev.")]
    if left:
        print("left behind in the temporary directory: " + " ".join(left))
        total["failed"] += 1
    for suite in sorted(suites):
        counts = suites[suite]
        words = ", ".join(f"{counts[k]} {k}" for k in ("passed", "failed", "skipped") if counts[k])
        print(f"{suite:12} {words}")
    if not total["passed"]:
        print("no test has passed: that is a failure too")
    if total["failed"]:
        free_mb = shutil.disk_usage(directory).free // 1000000
        print(f"failed: {', '.join(failed)} (load {os.getloadavg()[2]:.0f}, {free_mb} MB free)")
    last = f"{total['passed']} passed, {total['failed']} failed"
    if total["skipped"]:
        last += f", {total['skipped']} skipped"
    print(last, flush=True)
    return 1 if total["failed"] or not total["passed"] else 0


if __name__ == "__main__":
    sys.exit(main())
