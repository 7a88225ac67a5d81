#!/usr/bin/env python3
"""Run `sabotctl audit` over a directory of event logs and compare what it derives.

Beside NAME.ndjson lies NAME.expected: the derived lines in order, without the words that bind
nobody (`text`, `rule`, the `why` of a detail). The exit status follows from it: 1 with an incident
that is not explained, else 0. A log that must be refused (status 2) has NAME.error instead, the
beginning of the message after the file's name ("line 3: card"), and may have an .expected of what
is derived before the bad line. Some logs are also read from standard input, which must give the
same bytes.

What article the incidents of all logs cite stands once for each profile, code and reason in CITED,
a file of four columns (SABOT_BLESS=1 writes it; read it, and docs/rules.md beside it).
"""
import collections
import concurrent.futures
import json
import os
import pathlib
import subprocess
import sys

WORDS = ("text", "rule")
PIPED = 5  # one log of so many


def without_words(line):
    """A derived line as it is compared."""
    value = {key: item for key, item in line.items() if key not in WORDS}
    if isinstance(value.get("detail"), dict):
        value["detail"] = {key: item for key, item in value["detail"].items() if key != "why"}
    return value


def read_lines(text):
    return [without_words(json.loads(line)) for line in text.splitlines() if line.strip()]


def note_cited(log, text, cited):
    """Which article each incident of a log cites, under its profile, code and reason."""
    with open(log, encoding="utf-8") as file:
        first = json.loads(file.readline())
    for line in map(json.loads, text.splitlines()):
        if line.get("out") == "incident":
            detail = line.get("detail")
            why = detail.get("why", "") if isinstance(detail, dict) else ""
            cited[first["rules"], line["code"], why].add(line.get("rule", ""))


def compare_cited(cited, recording):
    """Problems with the articles that are cited, against those that were read and found right."""
    lines = [f"{profile}\t{code}\t{why}\t{' '.join(sorted(rules))}".rstrip()
             for (profile, code, why), rules in sorted(cited.items())]
    if os.environ.get("SABOT_BLESS"):
        recording.write_text("\n".join(lines) + "\n", encoding="utf-8")
    expected = recording.read_text(encoding="utf-8").splitlines()
    return ([f"  cited, and not in {recording.name}: {line!r}" for line in lines
             if line not in expected] +
            [f"  in {recording.name}, and not cited: {line!r}" for line in expected
             if line not in lines])


def first_difference(got, expected):
    for index in range(max(len(got), len(expected))):
        mine = got[index] if index < len(got) else None
        yours = expected[index] if index < len(expected) else None
        if mine != yours:
            return (f"  derived line {index + 1}:\n    expected {json.dumps(yours)}\n"
                    f"    got      {json.dumps(mine)}")
    return None


def has_incident(lines):
    """One that was not explained later."""
    return sum({"incident": 1, "explained": -1}.get(line.get("out"), 0) for line in lines) > 0


def check_refusal(log, run, error_file):
    """Problems with a log that cannot be used."""
    wanted = error_file.read_text(encoding="utf-8").strip()
    problems = []
    if run.returncode != 2:
        problems.append(f"  exit status {run.returncode}, expected 2")
    if f"{log}: {wanted}" not in run.stderr:
        problems.append(f"  message {run.stderr.strip()!r}\n  expected  '… {log.name}: {wanted} …'")
    return problems


def check_log(sabotctl, log, cited):
    """A list of problems, empty when all is well."""
    run = subprocess.run([sabotctl, "audit", str(log)], capture_output=True, text=True, check=False)
    problems = []
    if len(log.name) % PIPED == 0:
        piped = subprocess.run([sabotctl, "audit", "-"], input=log.read_bytes(),
                               capture_output=True, check=False)
        if piped.stdout != run.stdout.encode() or piped.returncode != run.returncode:
            problems.append("  standard input gives another output or exit status than the file")
    error_file = log.with_suffix(".error")
    expected_file = log.with_suffix(".expected")
    try:
        got = read_lines(run.stdout)
        if not error_file.exists():
            note_cited(log, run.stdout, cited)
    except ValueError as error:
        return problems + [f"  output is no NDJSON: {error}"]
    if error_file.exists():
        problems += check_refusal(log, run, error_file)
        if any(line.get("out") == "summary" for line in got):
            problems.append("  a summary was printed after a bad line")
    if not expected_file.exists():
        if not error_file.exists():
            problems.append("  neither .expected nor .error")
        return problems
    expected = read_lines(expected_file.read_text(encoding="utf-8"))
    if not error_file.exists() and run.returncode != (1 if has_incident(expected) else 0):
        problems.append(f"  exit status {run.returncode}: {run.stderr.strip()}")
    difference = first_difference(got, expected)
    if difference:
        problems.append(difference)
    return problems


def main(arguments):
    if len(arguments) not in (3, 4):
        print("usage: check-traces.py SABOTCTL DIRECTORY [CITED]", file=sys.stderr)
        return 2
    directory = pathlib.Path(arguments[2])
    if not directory.is_dir():
        return 0
    logs = sorted(directory.glob("*.ndjson"))
    failed = 0
    cited = collections.defaultdict(set)
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for log, problems in zip(logs, pool.map(
                lambda log: check_log(arguments[1], log, cited), logs)):
            if problems:
                failed += 1
                print(f"{log.name}:", *problems, sep="\n")
    if len(arguments) == 4 and (problems := compare_cited(cited, pathlib.Path(arguments[3]))):
        failed += 1
        print(*problems, sep="\n")
    print(f"{len(logs)} logs, {failed} differ")
    return 1 if failed or not logs else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv))
