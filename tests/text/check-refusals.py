#!/usr/bin/env python3
"""Each refusal that text/refusal-text.c puts into words is still said by the ledger or the daemon.

usage: check-refusals.py ROOT
"""
import pathlib
import re
import sys

STRING = r'"(?:[^"\\\n]|\\.)*"'
STRINGS = re.compile(rf'{STRING}(?:\s*{STRING})*')


def strings_of(text):
    """The strings of a C source; those that stand side by side are one."""
    return [''.join(one[1:-1] for one in re.findall(STRING, found))
            for found in STRINGS.findall(re.sub(r'\\\n', '\n', text))]


def known_refusals(source):
    """What stands first in each row of the table, by its macro where it has one."""
    macros = {name: ''.join(strings_of(value)) for name, value in re.findall(
        rf'#define (\w+)\s*\\?\s*((?:{STRING}[\s\\]*)+)', source)}
    table = source.partition('refusals[] = {')[2].partition('\n};')[0]
    return [macros[name] if name else text[1:-1] for name, text in re.findall(
        rf'^\t\{{(?:([A-Z_]+)|({STRING})),', table, re.MULTILINE)]


def main(root):
    said = [text for folder in ('shift', 'daemon') for path in (root / folder).rglob('*.c')
            for text in strings_of(path.read_text(encoding='utf-8'))]
    known = known_refusals((root / 'text' / 'refusal-text.c').read_text(encoding='utf-8'))
    gone = [why for why in known if not any(text == why or text.endswith(': ' + why)
                                            for text in said)]
    for why in gone:
        print(f'text/refusal-text.c: nobody says "{why}"')
    print(f'{len(known)} refusals, {len(gone)} that nobody says')
    return 1 if gone or len(known) < 40 else 0


if __name__ == '__main__':
    sys.exit(main(pathlib.Path(sys.argv[1])))
