#!/usr/bin/env python3
"""What clang-format cannot see of the style, checked file by file.

Usage: check-style.py [ROOT]

C: a paragraph at the file's head, no // comment, functions of at most 100 lines (over 60 is told)
and 5 parameters (callbacks that end in user data excepted), `#pragma once`; no source
with GLib's own idle priority, which does not run while something else keeps the loop busy.
All sources: at most 600 lines of 100 columns with tabs of 8, no blanks at a line's end, no path
of somebody's machine.
Prints `file:line: sentence` for each offence and exits with 1 when there is any.
"""
import os
import re
import statistics
import sys

COLUMNS = 100
FILE_LINES = 600
FUNCTION_LINES = 100
TOLD_LINES = 60
PARAMETERS = 5
SKIPPED = {".git", "__pycache__", "subprojects", ".cache"}
SOURCES = (".c", ".h", ".py", ".sh", ".build", ".css", ".sql", ".conf", ".ui", ".def")
EXTRA = {"sabot", "run"}  # scripts without a suffix
DATA = (".ui", ".conf")  # made by a program, or one line by its form: no limits of length
SOMEBODYS = re.compile(r'(?<![\w.}])/(?:home|work|root|Users)/[\w.]')
TEMPORARY = re.compile(r'(?<![\w.}])/[t]mp/')
CALLBACK = re.compile(r'(gpointer|void \*\*?)\s*\w*(data|context|closure)\w*$')


def blank_out(text):
    """C with comments and literals blanked, and the lines that have a // comment."""
    out, slashes, i, line = [], [], 0, 1
    while i < len(text):
        two = text[i:i + 2]
        if two == "/*":
            end = text.find("*/", i + 2)
            end = len(text) if end < 0 else end + 2
        elif two == "//":
            slashes.append(line)
            end = text.find("\n", i)
            end = len(text) if end < 0 else end
        elif text[i] in "\"'":
            end = i + 1
            while end < len(text) and text[end] not in (text[i], "\n"):
                end += 2 if text[end] == "\\" else 1
            end += 1
        else:
            out.append(text[i])
            line += text[i] == "\n"
            i += 1
            continue
        piece = text[i:end]
        out.append("".join(c if c == "\n" else " " for c in piece))
        line += piece.count("\n")
        i = end
    return "".join(out), slashes


def functions(lines):
    """(line of the brace, its lines, text of the signature) of each function of blanked C."""
    start = None
    for number, line in enumerate(lines, 1):
        if line == "{" and start is None:
            start = number
        elif line == "}" and start is not None:
            head, above = [], start - 2
            while above >= 0 and lines[above].strip() and not lines[above].startswith(("}", "#")):
                head.insert(0, lines[above].strip())
                above -= 1
            yield start, number - start + 1, " ".join(head)
            start = None


def parameters(signature):
    """The parameters' texts: what stands between the outermost brackets at the end."""
    match = re.search(r'\w+\((.*)\)\s*(?:G_\w+(?:\(.*\))?)?$', signature)
    if not match or match.group(1).strip() in ("", "void"):
        return []
    parts, depth = [""], 0
    for char in match.group(1):
        depth += (char in "([") - (char in ")]")
        if char == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += char
    return [part.strip() for part in parts]


def check_functions(path, lines, lengths):
    for number, length, signature in functions(lines):
        name = (re.findall(r'(\w+)\s*\(', signature) or ["?"])[0]
        lengths.append((length, f"{path}:{number}: {name}"))
        if length > FUNCTION_LINES:
            yield number, f"{name} has {length} lines, {FUNCTION_LINES} are allowed"
        given = parameters(signature)
        if len(given) > PARAMETERS and not CALLBACK.search(given[-1]):
            yield number, f"{name} has {len(given)} parameters, {PARAMETERS} are allowed"


def check_idle(lines):
    for number, line in enumerate(lines, 1):
        if "g_idle_add(" in line or ("g_idle_source_new(" in line and not any(
                "g_source_set_priority(" in after for after in lines[number:number + 8])):
            yield number, "a source with idle priority: give it another one"


def check_c(path, text, lengths):
    if not text.startswith("/*"):
        yield 1, "begins without a paragraph that says what this is"
    if path.endswith(".h") and "#pragma once" not in text:
        yield 1, "has no #pragma once"
    blanked, slashes = blank_out(text)
    for number in slashes:
        yield number, "comment with //"
    yield from check_functions(path, blanked.split("\n"), lengths)
    if not path.startswith("tests/"):
        yield from check_idle(blanked.split("\n"))


def check_lines(path, text):
    lines = text.split("\n")
    if text and not text.endswith("\n"):
        yield len(lines), "no newline at the end"
    if len(lines) - 1 > FILE_LINES and not path.endswith(DATA):
        yield FILE_LINES, f"{len(lines) - 1} lines, {FILE_LINES} are allowed"
    for number, line in enumerate(lines, 1):
        if len(line.expandtabs(8)) > COLUMNS and not path.endswith(DATA):
            yield number, f"{len(line.expandtabs(8))} columns, {COLUMNS} are allowed"
        if line != line.rstrip():
            yield number, "blanks at the end of the line"
        if SOMEBODYS.search(line):
            yield number, "a path of somebody's machine"
        if TEMPORARY.search(line) and not path.startswith("tests/"):
            yield number, "a fixed path in the temporary directory"


def sources(root):
    for where, folders, names in os.walk(root):
        folders[:] = sorted(f for f in folders if f not in SKIPPED and not f.startswith("build"))
        for name in sorted(names):
            if name.endswith(SOURCES) or name in EXTRA:
                yield os.path.relpath(os.path.join(where, name), root).replace(os.sep, "/")


def main():
    root = sys.argv[1] if len(sys.argv) > 1 else "."
    lengths, faults, paths = [], [], list(sources(root))
    for path in paths:
        with open(os.path.join(root, path), encoding="utf-8", newline="") as source:
            text = source.read()
        found = list(check_lines(path, text))
        if path.endswith((".c", ".h")):
            found += check_c(path, text, lengths)
        faults += [f"{path}:{number}: {fault}" for number, fault in found]
    for length, where in sorted(lengths, reverse=True):
        if length > TOLD_LINES:
            print(f"{where} has {length} lines (reported, not refused)")
    if lengths:
        print(f"{len(lengths)} functions, half of them have at most "
              f"{statistics.median_high([length for length, _ in lengths])} lines")
    print("\n".join(faults + [f"{len(paths)} files, {len(faults)} offences"]))
    return 1 if faults or not paths else 0


if __name__ == "__main__":
    sys.exit(main())
