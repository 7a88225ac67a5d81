#!/usr/bin/env python3
"""Who may include whom: the direction of docs/architecture.md, checked file by file.

Usage: check-includes.py [ROOT]

Prints `file:line: sentence` for each offence and exits with 1 when there is any. The tables below
are the only place where the rules are written for a machine.

A module is a .c file with its header and its -private.h. Modules that include each other or call
each other's functions, directly or by way of others, are a circle, and an offence: a circle of
calls hides behind a header that several files share.

Folders are judged in the same way: those whose files include or call each other's, directly or by
way of others, are a circle. A folder's own files and those of its subfolders are two folders.
"""
import fnmatch
import os
import re
import sys

ENGINE_VALUES = ["engine/core/card.h", "engine/core/event.h", "engine/core/incident.h",
                 "engine/core/incident.def"]
# What the engine says to people, as ids and arguments.
SENTENCES = ENGINE_VALUES + ["engine/core/chips.h", "engine/table/call.h", "engine/table/payout.h",
                             "engine/table/prompt.h"]
CORE, RULES, GAMES = "engine/core/*", "engine/rules/*", "engine/games/*"
# The libraries that read a log and play it through the rules again.
LOG = ["engine/*", "profiles/*", "eventlog/*", "store/*", "proto/*", "report/*", "text/*"]

# Folder (the longest that fits counts) → what its files may include of ours.
OURS = {
    "engine": ["engine/*"],
    "engine/core": [CORE],
    "engine/rules": [RULES, CORE],
    "engine/games": [GAMES, RULES, CORE],
    "engine/odds": ["engine/odds/*", GAMES, RULES, CORE],
    "engine/table": ["engine/table/*", GAMES, RULES, CORE],
    "profiles": ["profiles/*", "engine/*"],
    "comply": ["comply/*", "profiles/key-file.h"],
    "text": ["text/*"] + SENTENCES,
    "disk": ["disk/*"],
    "eventlog": ["eventlog/*", "engine/*", "profiles/*", "text/*"],
    "devices": ["devices/*", "engine/core/card.h", "engine/core/event.h"],
    "devices/drivers": ["devices/shoe/shoe-driver.h", "devices/shoe/*frame.h",
                        "devices/shoe/card-map.h", "devices/drivers/*"],
    "proto": ["proto/*", "text/*", "disk/*", "engine/games/roads.h"] + SENTENCES,
    "udev": ["devices/shoe/shoe-driver.h"],
    "store": ["store/*", "schema/*", "disk/*", "text/refusal.h"] + ENGINE_VALUES,
    "view": ["view/*", "engine/*", "eventlog/output-json.h", "proto/*", "text/*"],
    # A story has a line's journal.
    "case": ["case/*", "view/*", "devices/transport/shoelog.h"] + LOG,
    "shift": ["shift/*", "proto/rfc3339.h", "text/refusal.h"],
    "report": ["report/*", "shift/*", "store/*", "proto/*", "text/*"] + ENGINE_VALUES,
    "simulate": ["simulate/*", "engine/*", "profiles/*", "devices/shoe/*frame.h",
                 "devices/shoe/card-map.h", "devices/shoe/shoe-driver.h", "proto/*", "text/*"],
    "gather": ["gather/*", "simulate/*", "case/*", "shift/*", "devices/shoe/shoe-driver.h"] + LOG,
    "forward": ["forward/*", "schema/*", "store/*", "proto/*", "text/*", "disk/*"],
    "witness": ["witness/*", "schema/*", "store/*", "proto/*", "text/*"],
    "daemon": ["daemon/*", "disk/*", "devices/*", "shift/*", "case/*", "view/*"] + LOG,
    "cli": ["cli/*", "comply/*", "disk/*", "devices/*", "shift/*", "case/*", "simulate/*",
            "gather/*", "forward/*"] + LOG,
    "gui": ["gui/*", "proto/*", "report/*", "text/*", "disk/*"] + SENTENCES,
    "gui/model": ["gui/model/*", "proto/*", "text/*"] + SENTENCES,
}

# Folder → the only foreign headers it may include. Folders not named may include any but OWNED.
FOREIGN_ONLY = {
    "engine": ["stdint.h", "stddef.h", "stdbool.h", "string.h", "limits.h", "inttypes.h",
               "stdio.h"],  # snprintf; check-symbols.sh sees to it that it is nothing else
}

# Foreign headers that belong to some folders.
OWNED = {
    "gtk/*": ["gui"],
    "gdk*": ["gui"],
    "pango/*": ["gui", "report"],
    "cairo*": ["gui", "report"],
    "sqlite3.h": ["store", "witness"],
    "microhttpd.h": ["witness"],
    "libsoup/*": ["daemon"],
    "nettle/*": ["store"],
    "sodium*": ["store"],
    "tss2/*": ["store"],
    "gnutls/*": ["proto"],
    "libserialport.h": ["devices"],
    "libusb*": ["devices"],
    "gudev/*": ["devices"],
    "jansson.h": ["eventlog", "proto", "shift", "store", "daemon", "cli", "report", "gui",
                  "simulate", "gather", "view", "forward"],
    "libpq*": ["forward"],
    "zstd.h": ["forward"],
    "poppler*": ["gui"],
    "curses.h": [],
}
NO_WIDGETS = ["gui/model"]  # a folder of gui/ that must not include GTK all the same

INCLUDE = re.compile(r'\s*#\s*include\s+(["<])([^">]+)[">]')
# Comments, texts and names of types.
NO_CALL = re.compile(r'/\*.*?\*/|"(?:\\.|[^"\\\n])*"|\b(?:enum|struct|union) \w+', re.DOTALL)
# A function that other files may call: its name begins a line below its return type.
DEFINITION = re.compile(r"^(?!static\b)\w[^\n;(]*\n(\w+)\([^;{]*\)\n\{", re.MULTILINE)


def folder_of(path, table):
    """The longest folder of `table` that holds `path`, or None."""
    fitting = [folder for folder in table if path.startswith(folder + "/")]
    return max(fitting, key=len, default=None)


def fits(name, patterns):
    return any(fnmatch.fnmatchcase(name, pattern) for pattern in patterns)


def resolve(root, path, name):
    """The included file from the root: beside the includer, else from the root, else None."""
    beside = os.path.normpath(os.path.join(os.path.dirname(path), name))
    for candidate in (beside, os.path.normpath(name)):
        if os.path.exists(os.path.join(root, candidate)):
            return candidate.replace(os.sep, "/")
    return None


def judge_ours(root, path, name):
    target = resolve(root, path, name)
    if target is None:
        return None if "/" not in name else f'"{name}" is not there'  # generated, or a mistake
    if not fits(target, OURS[folder_of(path, OURS)]):
        return f"{folder_of(path, OURS)}/ may not include {target}"
    return None


def judge_foreign(path, name):
    only = folder_of(path, FOREIGN_ONLY)
    if only and not fits(name, FOREIGN_ONLY[only]):
        return f"{only}/ may not include <{name}>"
    for pattern, owners in OWNED.items():
        if not fnmatch.fnmatchcase(name, pattern):
            continue
        inside = any(path.startswith(owner + "/") for owner in owners)
        widgets = pattern in ("gtk/*", "gdk*") and folder_of(path, NO_WIDGETS)
        if not inside or widgets:
            return f"<{name}> belongs to {', '.join(owners) or 'nobody'}"
    return None


def check_file(root, path):
    with open(os.path.join(root, path), encoding="utf-8") as source:
        for number, line in enumerate(source, 1):
            match = INCLUDE.match(line)
            if not match:
                continue
            name = match.group(2)
            fault = (judge_ours(root, path, name) if match.group(1) == '"'
                     else judge_foreign(path, name))
            if fault:
                yield f"{path}:{number}: {fault}"


def sources(root):
    for folder in sorted({key.split("/")[0] for key in OURS}):
        for where, _, names in sorted(os.walk(os.path.join(root, folder))):
            for name in sorted(names):
                if name.endswith((".c", ".h")):
                    path = os.path.relpath(os.path.join(where, name), root)
                    yield path.replace(os.sep, "/")


def module_of(path):
    return re.sub(r"(-private)?\.[a-z]+$", "", path)


def graph(root, paths):
    """Module → the modules that it includes."""
    edges = {}
    for path in paths:
        includes = edges.setdefault(module_of(path), set())
        with open(os.path.join(root, path), encoding="utf-8") as source:
            for name in re.findall(r'^#include "([^"]+)"', source.read(), re.MULTILINE):
                found = resolve(root, path, name)
                if found and module_of(found) != module_of(path):
                    includes.add(module_of(found))
    return edges


def call_graph(root, paths):
    """Module → the modules of which it names a function. What several define is left out."""
    codes, homes = {}, {}
    for path in paths:
        if not path.endswith(".c"):
            continue
        with open(os.path.join(root, path), encoding="utf-8") as source:
            codes[module_of(path)] = NO_CALL.sub(" ", source.read())
    for module, code in codes.items():
        for name in DEFINITION.findall(code):
            homes.setdefault(name, set()).add(module)
    return {module: {home for word in set(re.findall(r"\b[a-z_]\w+\b", code))
                     for home in homes.get(word, ())
                     if len(homes[word]) == 1 and home != module}
            for module, code in codes.items()}


def reach(edges, start):
    """All modules that `start` leads to."""
    found, ahead = set(), [start]
    while ahead:
        for module in edges.get(ahead.pop(), ()):
            if module not in found:
                found.add(module)
                ahead.append(module)
    return found


def circles(edges):
    """Sets of modules that each lead to all others of the set."""
    reached = {module: reach(edges, module) for module in edges}
    found = {frozenset(other for other in edges
                       if other in reached[module] and module in reached[other])
             for module in edges if module in reached[module]}
    return sorted(" ".join(sorted(circle)) for circle in found)


def fold(edges):
    """Folder → the folders that its modules lead to."""
    folders = {}
    for module, others in edges.items():
        here = folders.setdefault(os.path.dirname(module), set())
        here |= {os.path.dirname(other) for other in others} - {os.path.dirname(module)}
    for other in set().union(*folders.values()):
        folders.setdefault(other, set())
    return folders


def judge_circles(root, paths):
    for what, edges in (("", graph(root, paths)), (" of calls", call_graph(root, paths))):
        for kind, nodes in (("", edges), (" of folders", fold(edges))):
            for circle in circles(nodes):
                yield f"a circle{what}{kind}: {circle}"


def main():
    root = sys.argv[1] if len(sys.argv) > 1 else "."
    paths = list(sources(root))
    faults = [fault for path in paths for fault in check_file(root, path)]
    faults += judge_circles(root, paths)
    print("\n".join(faults + [f"{len(paths)} files, {len(faults)} offences"]))
    return 1 if faults or not paths else 0


if __name__ == "__main__":
    sys.exit(main())
