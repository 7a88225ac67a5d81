#!/usr/bin/env python3
"""Every link of the documentation leads somewhere: the file is there, the heading too.

Usage: check-links.py ROOT

Looks at README.md, HACKING.md and docs/*.md, and also that each page of docs/ is linked from one
of them. Links to the world outside are not followed.
"""
import glob
import os
import re
import sys

LINK = re.compile(r'\[[^\]]*\]\(([^)\s]+)\)')
HEADING = re.compile(r'^#+ (.*)$', re.M)


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def anchors(page):
    """The names that a renderer gives to the page's headings."""
    words = [re.sub(r'[^\w\- ]', '', heading.lower()) for heading in HEADING.findall(page)]
    return {heading.strip().replace(" ", "-") for heading in words}


def check(root, page, linked):
    path = os.path.join(root, page)
    for link in LINK.findall(read(path)):
        if "://" in link:
            continue
        name, _, anchor = link.partition("#")
        target = os.path.normpath(os.path.join(os.path.dirname(path), name)) if name else path
        if not os.path.exists(target):
            yield f"{page}: {link} is not there"
            continue
        linked.add(os.path.relpath(target, root))
        if anchor and anchor not in anchors(read(target)):
            yield f"{page}: {link}: there is no such heading"


def main():
    root = sys.argv[1]
    pages = ["README.md", "HACKING.md"]
    docs = [os.path.relpath(path, root) for path in glob.glob(os.path.join(root, "docs", "*.md"))]
    linked, faults = set(), []
    for page in pages + sorted(docs):
        faults += check(root, page, linked)
    faults += [f"{page} is linked from nowhere" for page in sorted(docs) if page not in linked]
    print("\n".join(faults + [f"{len(pages) + len(docs)} pages, {len(faults)} faults"]))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
