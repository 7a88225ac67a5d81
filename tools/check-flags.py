#!/usr/bin/env python3
"""Every file is compiled with the guards that this build is to have.

Usage: check-flags.py COMPILE_COMMANDS [IS_OPTIMISED [CPU_FAMILY]]

Reads meson's compile_commands.json, as blhc reads a build's log: the stack protector, stack clash
protection, position-independent code, the checks of formats, and where the build is optimised
glibc's checks; control flow protection on x86_64. What switches one off again counts as missing.
Prints each file that lacks one; exit status 1 if there is any, 2 if there is nothing to look at.
"""
import json
import shlex
import sys

GUARDS = {
    "stack protector": ("-fstack-protector-strong",),
    "stack clash protection": ("-fstack-clash-protection",),
    "position-independent code": ("-fPIE", "-fPIC", "-fpie", "-fpic"),
    "checked formats": ("-Wformat=2",),
}
FORTIFIED = {"checks of glibc": ("-D_FORTIFY_SOURCE=2", "-D_FORTIFY_SOURCE=3")}
CONTROL_FLOW = {"control flow protection": ("-fcf-protection=full", "-fcf-protection")}
OFF = {"-fno-stack-protector", "-fno-pie", "-no-pie", "-fcf-protection=none", "-Wno-format",
       "-fno-stack-clash-protection", "-D_FORTIFY_SOURCE=0", "-Wno-format-security"}


def missing(arguments, guards):
    given = set(arguments)
    return [name for name, flags in guards.items() if not given.intersection(flags)] + \
           [f"switched off by {flag}" for flag in sorted(given & OFF)]


def main():
    guards = dict(GUARDS)
    if len(sys.argv) < 3 or sys.argv[2] == "yes":
        guards |= FORTIFIED
    if len(sys.argv) < 4 or sys.argv[3] == "x86_64":
        guards |= CONTROL_FLOW
    with open(sys.argv[1], encoding="utf-8") as commands:
        entries = [entry for entry in json.load(commands) if entry["file"].endswith((".c", ".h"))]
    if not entries:
        print("nothing is compiled")
        return 2
    n_faults = 0
    for entry in entries:
        arguments = entry.get("arguments") or shlex.split(entry["command"])
        for name in missing(arguments, guards):
            print(f"{entry['file']}: {name}")
            n_faults += 1
    print(f"{len(entries)} files, {n_faults} faults")
    return 1 if n_faults else 0


if __name__ == "__main__":
    sys.exit(main())
