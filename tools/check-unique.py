#!/usr/bin/env python3
"""Each name once, and where a reader expects it.

Usage: check-unique.py [ROOT]

Headers, exported functions, and structs, unions and enums called `sabot_…` exist once in the
programs' sources. Static functions and the private structs of a .c file may be called alike in
several.

A function of NAME.c is declared in NAME.h or NAME-private.h beside it, or in a header that several
files of the folder share. Such a header is listed below with its reason. Each of its functions
stands below a line `/* FILE.c */` or `/* FILE.c: what */` that names the file with its definition,
each file once; but in a table of functions, which declares functions of one type only.

Prints a sentence for each offence and exits with 1 when there is any.
"""
import collections
import os
import re
import sys

# Header that several files share → the one object that they implement together.
SHARED = {
    "case/case-make-private.h": "a case that is being made, struct sabot_case_facts",
    "case/indexer-private.h": "the indexer, struct sabot_indexer",
    "daemon/api/api-private.h": "the wire's server side, struct sabot_api",
    "daemon/config/config-private.h": "the configuration's reader, struct sabot_config_reader",
    "daemon/hub/hub-desk-private.h": "the requests to a hub, struct sabot_hub_desk",
    "devices/shoe/shoe-device-private.h": "a shoe, struct sabot_shoe_device",
    "devices/transport/transport-usb-private.h": "a USB device in use, struct sabot_usb_context",
    "engine/table/table-private.h": "a table and the step on it, struct sabot_step",
    "gather/report-derive-private.h": "a log derived into a sheet, struct report_derive",
    "gui/model/training/training-private.h": "a training, struct _SabotTraining",
    "shift/ledger-private.h": "table money, struct sabot_ledger",
    "simulate/simulate-private.h": "a simulation, struct simulate",
    "store/proof/verify-private.h": "a verification, struct sabot_verify",
}
# Header → the type of the functions of which a table is made, one or a few a file.
TABLES = {
    "cli/sabotctl/sabotctl-private.h": "sabotctl_verb_fn",
    "devices/transport/transport-private.h": "sabot_transport_new_fn",
    "report/kinds/protection-private.h": "sabot_protection_add_fn",
    "report/kinds/report-private.h": "sabot_report_fill_fn",
}
ELSEWHERE = {"tests", "bench", "tools"}
FUNCTION = re.compile(r"^([a-z]\w*)\([^;{]*;", re.M)
# A list of functions of one type: `sabot_report_fill_fn sabot_report_fill_shoe, …;`.
LIST = re.compile(r"^\w+_fn (\w+(?:,\s+\w+)*);", re.M)
DEFINITION = re.compile(r"^(?!static\b)\w[^\n;(]*\n(\w+)\([^;{]*\)\n\{", re.M)
SECTION = re.compile(r"^/\* ([\w-]+\.c)(?:: [^*\n]*)? \*/\n\n", re.M)
TYPEDEF = re.compile(r"^typedef [^;{]*;", re.M)
TAG = re.compile(r"^(?:typedef )?((?:struct|union|enum) sabot_\w+) \{", re.M)


def sources(root):
    """The paths of all .c and .h files of the programs, from the root."""
    for top in sorted(os.listdir(root)):
        if top in ELSEWHERE or top.startswith((".", "build")):
            continue
        for where, _, names in os.walk(os.path.join(root, top)):
            for name in names:
                if name.endswith((".c", ".h")):
                    yield os.path.relpath(os.path.join(where, name), root)


def find_names(root):
    """Name → the files that define it."""
    places = collections.defaultdict(set)
    for path in sources(root):
        with open(os.path.join(root, path), encoding="utf-8") as source:
            text = source.read()
        for tag in TAG.findall(text):
            places[tag].add(path)
        if path.endswith(".h"):
            places[f"header {os.path.basename(path)}"].add(path)
            for function in declared(text):
                places[f"{function}()"].add(path)
    return places


def declared(text):
    """The names of the functions that a header declares."""
    lists = (re.split(r",\s+", names) for names in LIST.findall(text))
    return FUNCTION.findall(text) + [name for names in lists for name in names]


def is_own_header(header, source):
    """True if functions of `source` may be declared in `header`."""
    return header in (source[:-2] + ".h", source[:-2] + "-private.h") or (
        os.path.dirname(header) == os.path.dirname(source) and header in SHARED | TABLES)


def read(root, path):
    with open(os.path.join(root, path), encoding="utf-8") as source:
        return source.read()


def find_strays(root, places):
    """(source, function, header) of each function that only another file's header declares."""
    for path in sources(root):
        if not path.endswith(".c"):
            continue
        for function in DEFINITION.findall(read(root, path)):
            headers = places.get(f"{function}()", ())
            if headers and not any(is_own_header(header, path) for header in headers):
                yield path, function, min(headers)


def judge_section(root, header, name, text):
    """A sentence for each function of a section that its file does not define."""
    path = os.path.join(os.path.dirname(header), name)
    exists = os.path.exists(os.path.join(root, path))
    defined = DEFINITION.findall(read(root, path)) if exists else []
    for function in declared(text):
        if function not in defined:
            yield f"{header}: {function}() is not in {name}"


def judge_shared(root, header):
    """A sentence for each offence of a shared header's sections."""
    before, *parts = SECTION.split(TYPEDEF.sub("", read(root, header)))
    names = parts[::2]
    for function in declared(before):
        yield f"{header}: {function}() stands below no file's name"
    for name in sorted({name for name in names if names.count(name) > 1}):
        yield f"{header}: {name} has two sections"
    for name, text in zip(names, parts[1::2]):
        yield from judge_section(root, header, name, text)


def judge_table(root, header, kind):
    """A sentence if a table of functions declares others."""
    text = TYPEDEF.sub("", read(root, header))
    if FUNCTION.search(text) or any(kind != line.split()[0]
                                    for line in re.findall(r"^\w+_fn \w+[,;]", text, re.M)):
        yield f"{header}: it may declare functions of {kind} only"


def judge_strays(root, places):
    """A sentence for each offence against the rule of the own header."""
    for path, function, header in find_strays(root, places):
        yield f"{path}: {function}() is declared in {header}"
    there = [header for header in SHARED | TABLES if os.path.exists(os.path.join(root, header))]
    for header in there:
        yield from (judge_table(root, header, TABLES[header]) if header in TABLES
                    else judge_shared(root, header))


def main():
    root = sys.argv[1] if len(sys.argv) > 1 else "."
    places = find_names(root)
    twins = [f"{name}: {', '.join(sorted(paths))}"
             for name, paths in sorted(places.items()) if len(paths) > 1]
    strays = list(judge_strays(root, places))
    print("\n".join(twins + strays + [f"{len(places)} names, {len(twins)} more than once, "
                                      f"{len(strays)} not in their own header"]))
    return 1 if twins or strays or not places else 0


if __name__ == "__main__":
    sys.exit(main())
