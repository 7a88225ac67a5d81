#!/usr/bin/env python3
"""Make the list of all sentences marked SABOT_REFUSAL (text/refusal.h).

usage: make-refusals.py ROOT OUT.h OUT.c OUT.d

Reads the sources that po/POTFILES names; the last file lists them for ninja. A sentence with more
fixed text is before one with less, so that the first format that matches is the closest.
"""
import os
import re
import sys

HEAD = "/* Made by text/make-refusals.py of the sentences marked SABOT_REFUSAL. */\n"
MARKED = re.compile(r'\bSABOT_REFUSAL\(\s*((?:"(?:[^"\\]|\\.)*"\s*)+)\)')
LITERAL = re.compile(r'"((?:[^"\\]|\\.)*)"')
CONVERSION = re.compile(r"%[-0-9.]*(?:hh|h|ll|l|z|j|t)?[a-zA-Z]|%%")


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def write_changed(path, text):
    """What is not touched is not compiled again."""
    if not os.path.exists(path) or read(path) != text:
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)


def main():
    root, header, out, dependencies = sys.argv[1:]
    potfiles = os.path.join(root, "po", "POTFILES")
    paths = [os.path.join(root, line) for line in read(potfiles).splitlines()
             if line.endswith((".c", ".h"))]
    found = {"".join(LITERAL.findall(text))
             for path in paths for text in MARKED.findall(read(path))}
    ordered = sorted(found, key=lambda text: (-len(CONVERSION.sub("", text)), text))
    lines = "".join(f'\t"{text}",\n' for text in ordered)
    write_changed(header, f"{HEAD}#pragma once\n\n/* In English; the last one is NULL. */\n"
                          "extern const char *const sabot_refusals[];\n")
    write_changed(out, f'{HEAD}#include "refusals.h"\n\n'
                       f"const char *const sabot_refusals[] = {{\n{lines}\t0,\n}};\n")
    with open(dependencies, "w", encoding="utf-8") as file:
        file.write(f"{out}: {' '.join(paths)}\n")


if __name__ == "__main__":
    main()
