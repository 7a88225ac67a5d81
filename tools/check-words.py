#!/usr/bin/env python3
"""Words that cost a reader time are in no comment, page or identifier.

Usage: check-words.py [FOLDER]

Each has an ordinary word that says more: see WORDS, PARTS and VERBS. Checked are the comments and
identifiers of C files, the pages' text outside code, and the sentences on screens as the catalogues
have them in English. Prints each place; exit status 1 if there is one.
"""

import os
import re
import sys

# What is not written, and what is meant by it.
WORDS = {
    r'told|tells?': 'reported, sent, shown, recorded, lists, says',
    r'asked for': 'requested, prompted for, required',
    r'whoever': 'the client, the person logged in, everybody who',
    r'anew': 'again, rebuilt, restarted',
    r'(?:known|knows?) of': 'known about, knows about',
    r'stands (?:in|at|beside|below|above|there|under|behind|before|after)': 'is in, is at …',
    r'goes on(?! (?:a|the|to the|top|disk)\b)': 'continues',
    r'for ever': 'forever, without end',
    r'bears?|borne': 'has, carries',
    r'hence(?:forth)?|thence|whence|there(?:of|in|upon)|where(?:upon|in)|hitherto|forthwith':
        'therefore, from there, of it, at once',
    r'nonetheless|none the less|nevertheless': 'still, but',
    r'of old|as it were|to and fro|at length': 'earlier, in full; or leave it out',
    r'ought|shall': 'must, will',
    r'that which': 'the one that, what',
    r'well again|let go of': 'recovered, released',
    r'holds? good|made good|makes? known': 'is valid, was corrected, reports',
}
# Parts of identifiers, between underscores, and what is meant by them.
PARTS = {
    'told': 'reported', 'tell': 'report, show, describe', 'tells': 'reports, names',
    'lane': 'queue, path', 'sight': 'scope, view', 'anew': 'again', 'whoever': 'person',
    'dress': 'mark, attach', 'dressed': 'marked', 'bury': 'close', 'buried': 'closed',
    'tape': 'recording', 'heed': 'follow', 'beheld': 'seen', 'lain': 'dealt',
}
# A function is not called by one of these alone, which says neither what is done nor to what.
VERBS = {
    'ask': 'request, query, read_answer', 'note': 'record, add', 'say': 'send, report, print',
    'take': 'apply, read, import, record', 'tell': 'report, show',
}
# Sentences that logs hold or older programs send: what is stored is shown in the user's language by
# its words, so these stay as they are.
STORED = {
    'Rounds follow each other by the cards alone: a card in excess cannot be told from the next '
    "round's first.",
    'file: it is not kept any more: ask for it anew',
    'machine: it stands in the configuration',
    'player was told',
    'shift: still open: %u, the first is %s (shift_open tells all)',
    'the shoe tells an error',
    'the table was given away: it goes on at another machine',
    'what left the shoe meanwhile is asked for',
}
FUNCTION = re.compile(r'^(' + '|'.join(VERBS) + r')(?=\()', re.MULTILINE)
UNWANTED = re.compile(r'\b(?:' + '|'.join(WORDS) + r')\b', re.IGNORECASE)
INSTEAD = [(re.compile(word, re.IGNORECASE), instead) for word, instead in WORDS.items()]
SKIPPED = {'.git', '__pycache__', 'subprojects', '.cache'}
COMMENT = re.compile(r'"(?:\\.|[^"\\\n])*"|/\*.*?\*/|//[^\n]*', re.DOTALL)
IDENTIFIER = re.compile(r'\b[A-Za-z]\w*\b')
MESSAGE = re.compile(r'^msgid(?:_plural)? (?:".*"\n)+', re.MULTILINE)
CODE = re.compile(r'```.*?```|`[^`\n]*`|\]\([^)\n]*\)', re.DOTALL)


def blank(match):
    """As many lines, without a word."""
    return '\n' * match.group().count('\n')


def messages(content):
    """The English sentences of a catalogue, each with the line on which it begins."""
    for match in MESSAGE.finditer(content):
        text = ''.join(re.findall(r'"(.*)"', match.group()))
        if text not in STORED:
            yield content.count('\n', 0, match.start()) + 1, text.replace('\\n', ' ')


def texts(path, content):
    """Each with the line on which it begins."""
    if path.endswith('.po'):
        yield from messages(content)
        return
    if path.endswith('.md'):
        yield 1, CODE.sub(blank, content)
        return
    for match in COMMENT.finditer(content):
        if not match.group().startswith('"'):
            yield content.count('\n', 0, match.start()) + 1, re.sub(r'`[^`]*`', blank,
                                                                    match.group())


def offences(path, content):
    for line, text in texts(path, content):
        for match in UNWANTED.finditer(text):
            instead = next(words for word, words in INSTEAD if word.fullmatch(match.group()))
            yield line + text.count('\n', 0, match.start()), match.group(), instead


def identifiers(path, content):
    """Offences of names in C sources, outside comments and texts."""
    if path.endswith(('.md', '.po')):
        return
    code = COMMENT.sub(blank, content)
    for match in IDENTIFIER.finditer(code):
        for part in set(match.group().lower().split('_')) & PARTS.keys():
            yield code.count('\n', 0, match.start()) + 1, match.group(), PARTS[part]
    for match in FUNCTION.finditer(code):
        yield code.count('\n', 0, match.start()) + 1, match.group(), VERBS[match.group()]


def sources(root):
    for where, folders, names in os.walk(root):
        folders[:] = sorted(name for name in folders
                            if name not in SKIPPED and not name.startswith('build'))
        for name in sorted(names):
            if name.endswith(('.c', '.h', '.md', '.po')):
                yield os.path.relpath(os.path.join(where, name), root)


def main():
    root = sys.argv[1] if len(sys.argv) > 1 else '.'
    n_offences = 0
    paths = list(sources(root))
    for path in paths:
        with open(os.path.join(root, path), encoding='utf-8') as file:
            content = file.read()
            for line, word, instead in [*offences(path, content), *identifiers(path, content)]:
                print(f'{path}:{line}: "{word}"; better: {instead}')
                n_offences += 1
    print(f'{len(paths)} files, {n_offences} offences')
    return 1 if n_offences else 0


if __name__ == '__main__':
    sys.exit(main())
