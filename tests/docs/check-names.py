#!/usr/bin/env python3
"""The words of the documentation are those of the code, in both directions.

Usage: check-names.py ROOT

docs/names.md against engine/core/incident.def (code and severity) and the tables of words in
engine/core/event.c; docs/event-log.md's codes, default remedies and event names;
docs/rules.md's keys and their words against engine/rules/rules-keys.c, its profiles against
profiles/*.conf, its calls against
engine/table/call.c. Prints a sentence for each difference.
"""
import os
import re
import sys

INCIDENT = re.compile(r'^SABOT_(?:HOUSE_)?INCIDENT\(\d+, \w+, "(\w+)", (\w+)\)', re.M)
ENUM_WORDS = re.compile(r'static const char \*const (\w+)_words\[[^\]]*\] = \{(.*?)\n\};', re.S)
STRING = re.compile(r'"([^"]*)"')
KEY = re.compile(r'^\t(NUMBER|SWITCH|WORDS|KIND)\("(\w+)"(.*?)\),$|^\t\{\.name = "(\w+)"(.*?)\},$',
                 re.M | re.S)


def read(root, path):
    with open(os.path.join(root, path), encoding="utf-8") as file:
        return file.read()


def section(page, title):
    """The text under a heading, up to the next of the same or a higher level."""
    match = re.search(rf'^(#+) {re.escape(title)}$\n(.*?)(?=^#{{1,2}} |\Z)', page, re.M | re.S)
    if not match:
        raise SystemExit(f'there is no heading "{title}"')
    return match.group(2)


def rows(text):
    """The cells of each row of the text's tables."""
    for line in text.splitlines():
        if line.startswith("|") and not line.startswith("|---"):
            yield [cell.strip() for cell in line.strip().strip("|").split("|")]


def code(cell):
    return re.findall(r'`([^`]+)`', cell)


def differ(what, documented, real):
    for word in sorted(set(documented) - set(real)):
        yield f"{what}: {word} is documented and not in the code"
    for word in sorted(set(real) - set(documented)):
        yield f"{what}: {word} is in the code and not documented"
    for word in sorted(set(documented) & set(real)):
        if isinstance(real, dict) and documented[word] != real[word]:
            yield f"{what}: {word} is {documented[word]} in the document, {real[word]} in the code"


def severities(text):
    return {code(row[0])[0]: row[1] for row in rows(text) if code(row[0]) and len(row) > 2}


def check_incidents(root):
    real = {word: severity.lower() for word, severity in
            INCIDENT.findall(read(root, "engine/core/incident.def"))}
    names = section(read(root, "docs/names.md"), "Incident codes")
    log = read(root, "docs/event-log.md")
    house = section(log, "12. The house log").split("| Code |")[1]
    log = section(log, "9. Incidents") + house
    yield from differ("names.md, incidents", severities(names), real)
    yield from differ("event-log.md, incidents", severities(log), real)


def check_words(root):
    tables = ENUM_WORDS.findall(read(root, "engine/core/event.c"))
    real = {name: " ".join(STRING.findall(body)) for name, body in tables}
    page = section(read(root, "docs/names.md"), "Other stored words")
    documented = {row[0]: " ".join(code(row[1])) for row in rows(page) if code(row[1])}
    yield from differ("names.md, words", documented, real)
    log = read(root, "docs/event-log.md")
    inputs = section(log, "3. Input events").split("### What to send")[0]
    events = [word for row in rows(inputs) for word in code(row[0]) if word != "ev"]
    yield from differ("event-log.md, events", events, real["event"].split())
    remedies = [code(row[0])[0] for row in rows(section(log, "10. Rulings"))
                if code(row[0]) and code(row[0])[0] in real["remedy"].split()]
    yield from differ("event-log.md, remedies", remedies, real["remedy"].split())


def check_default_remedies(root):
    """The lists of the last table of event-log.md, section 10, code by code."""
    source = read(root, "engine/rules/rules-keys.c")
    source = source[source.index("default_remedies[] ="):source.index("set_remedies(")]
    real = {}
    for name, body in re.findall(r'\{SABOT_INCIDENT_(\w+),\s*\{(.*?)\}\}', source, re.S):
        real[name.lower()] = ", ".join(re.findall(r'R\((\w+)\)', body)).lower()
    text = section(read(root, "docs/event-log.md"), "10. Rulings")
    text = text[text.index("Default lists"):]
    documented = {word: row[1] for row in rows(text) for word in code(row[0])}
    yield from differ("event-log.md, default remedies", documented, real)


def keys_of_code(root):
    """Key → its words in their order, or "" when it takes numbers and the like."""
    keys = {}
    for macro, name, rest, plain, plain_rest in KEY.findall(
            read(root, "engine/rules/rules-keys.c")):
        words = STRING.findall(rest or plain_rest)
        keys[name or plain] = "no, yes" if macro == "SWITCH" else ", ".join(words)
    return keys


def check_keys(root):
    real = keys_of_code(root)
    documented = {}
    for row in rows(section(read(root, "docs/rules.md"), "Keys")):
        for key in code(row[0]):
            if "." not in key:
                documented[key] = row[1].split(" (")[0] if real.get(key) else ""
    yield from differ("rules.md, keys", documented, real)


def check_profiles(root):
    names = {name[:-len(".conf")] for name in os.listdir(os.path.join(root, "profiles"))
             if name.endswith(".conf")}
    text = section(read(root, "docs/rules.md"), "The profiles")
    yield from differ("rules.md, profiles",
                      [word for row in rows(text) for word in code(row[0])], names)


def check_calls(root):
    """What the dealer says: engine/table/call.c and the table of docs/rules.md."""
    words = re.search(r'words\[SABOT_CALLS\] = \{(.*?)\n\};',
                      read(root, "engine/table/call.c"), re.S)
    page = section(read(root, "docs/rules.md"), "What the dealer is shown")
    documented = [word for row in rows(page) for word in code(row[0])]
    yield from differ("rules.md, calls", documented, STRING.findall(words.group(1)))


def main():
    root = sys.argv[1]
    checks = [check_incidents, check_words, check_default_remedies, check_keys, check_profiles,
              check_calls]
    faults = [fault for check in checks for fault in check(root)]
    print("\n".join(faults + [f"{len(checks)} comparisons, {len(faults)} differences"]))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
