#!/usr/bin/env python3
"""Make the list of all sentences marked SABOT_REFUSAL or SABOT_REFUSAL_AS (text/refusal.h).

usage: make-refusals.py ROOT OUT.h OUT.c OUT.d

Reads the sources that po/POTFILES names; the last file lists them for ninja. A sentence with more
fixed text is before one with less, so that the first format that matches is the closest.
"""
import os
import re
import sys

HEAD = "/* Made by text/make-refusals.py of the sentences marked SABOT_REFUSAL. */\n"
LITERAL = re.compile(r'"((?:[^"\\]|\\.)*)"')
SENTENCE = r'\s*((?:"(?:[^"\\]|\\.)*"\s*)+)'
MARKED = re.compile(rf"\bSABOT_REFUSAL(?:_AS)?\({SENTENCE}(?:,{SENTENCE})?\)")
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
    found = {tuple("".join(LITERAL.findall(text)) for text in texts)
             for path in paths for texts in MARKED.findall(read(path))}
    ordered = sorted(found, key=lambda texts: (-len(CONVERSION.sub("", texts[0])), texts))
    lines = "".join(f'\t{{"{text}", "{said or text}"}},\n' for text, said in ordered)
    write_changed(header, f"{HEAD}#pragma once\n\n/* The last one is NULL. */\n"
                          "extern const struct sabot_refusal {\n"
                          "\tconst char *written; /* by the daemon */\n"
                          "\tconst char *said;    /* to people, in English */\n"
                          "} sabot_refusals[];\n")
    write_changed(out, f'{HEAD}#include "refusals.h"\n\n'
                       f"const struct sabot_refusal sabot_refusals[] = {{\n{lines}\t{{0}},\n}};\n")
    with open(dependencies, "w", encoding="utf-8") as file:
        file.write(f"{out}: {' '.join(paths)}\n")


if __name__ == "__main__":
    main()
