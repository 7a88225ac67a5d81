#!/usr/bin/env python3
"""A guide in another language is the same guide: docs/guide-NAME.md and docs/guide-NAME.LANG.md.

Usage: check-translations.py ROOT

Both have the same headings by level, tables by rows and columns, list items, commands word by word,
links to the same places, and pictures, in their own language where the page's is there. What stands
in italics is a word of the screens (po/LANG.po), but for a beginning that ends with a colon; its
translation stands in the same paragraph. No paragraph is left in English, and no word stands there
that tests/text/check-catalogues.py does not want.
"""
import importlib.util
import pathlib
import re
import sys

LANGUAGES = ("es", "it")
ENTRY = re.compile(r'^msgid ((?:"(?:[^"\\]|\\.)*"\n)+)msgstr ((?:"(?:[^"\\]|\\.)*"\n?)+)', re.M)
ITALIC = re.compile(r"(?<!\*)\*([^*\n]+)\*(?!\*)")
LINK = re.compile(r"(!?)\[[^\]]*\]\(([^)\s]+)\)")
PICTURE = re.compile(r"-(en|es|it)\.png$")


def phrases(catalogue):
    """A message → what it may be in this language."""
    found = {}
    for name, said in ENTRY.findall(catalogue):
        name, said = ("".join(re.findall(r'"((?:[^"\\]|\\.)*)"', text)) for text in (name, said))
        found.setdefault(name, set()).add(said)
    return found


def blocks(page):
    """The parts of a page that an empty line divides."""
    return [block for block in page.read_text(encoding="utf-8").split("\n\n") if block.strip()]


def shape(block):
    """What a block is, in any language."""
    lines = block.strip("\n").splitlines()
    if lines[0].startswith("#"):
        return "heading " + lines[0].split(" ")[0]
    if lines[0].startswith("    "):
        return "commands\n" + "\n".join(lines)
    if lines[0].startswith("|"):
        return "table " + " ".join(str(line.count("|")) for line in lines)
    if re.match(r"\d+\. ", lines[0]):
        return f"list of {len(lines)}"
    return "text"


def links(block, language):
    """Where a block leads; a picture of the page's own language is as good as the English one."""
    return [(mark, PICTURE.sub("-en.png", target) if f"-{language}." in target else target)
            for mark, target in LINK.findall(block)]


def has_own_words(block):
    """There is something in it that has to be translated."""
    words = re.sub(r"`[^`]*`|\]\([^)]*\)", "", block)
    return shape(block).split(" ")[0] in ("heading", "table", "list", "text") and \
        len(re.findall(r"[A-Za-z]{3,}", words)) > 1


def check_block(english, other, language, catalogue):
    """What is wrong with one block."""
    if shape(english) != shape(other):
        yield f"is {shape(other)!r}, and {shape(english)!r} in English"
    if links(english, "en") != links(other, language):
        yield f"leads to {links(other, language)}, and in English to {links(english, 'en')}"
    if english == other and has_own_words(english):
        yield "is English"
    for word in ITALIC.findall(english):
        if word.endswith(":"):
            continue
        said = catalogue.get(word)
        if not said:
            yield f'"{word}" is on no screen'
        elif not said & set(ITALIC.findall(other)):
            yield f'"{word}" is *{"* or *".join(sorted(said))}* on the screens'


def check_page(page, language, catalogue, unwanted):
    other_page = page.with_suffix(f".{language}.md")
    if not other_page.exists():
        yield f"{other_page.name} is not there"
        return
    english, other = blocks(page), blocks(other_page)
    if len(english) != len(other):
        yield f"{other_page.name} has {len(other)} parts, and {len(english)} in English"
    for mine, theirs in zip(english, other):
        for fault in check_block(mine, theirs, language, catalogue):
            yield f"{other_page.name}: \"{theirs.strip()[:50]}\" {fault}"
    text = other_page.read_text(encoding="utf-8")
    for pattern, better, _ in unwanted:
        if found := re.search(rf"\b(?:{pattern})\b", text, re.I):
            yield f'{other_page.name}: "{found[0]}"; better: {better}'


def load_unwanted(root):
    spec = importlib.util.spec_from_file_location("catalogues",
                                                  root / "tests/text/check-catalogues.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.FORBIDDEN


def main():
    root = pathlib.Path(sys.argv[1])
    pages = [page for page in sorted((root / "docs").glob("guide-*.md"))
             if page.name.count(".") == 1]
    unwanted, faults = load_unwanted(root), []
    for language in LANGUAGES:
        catalogue = phrases((root / f"po/{language}.po").read_text(encoding="utf-8"))
        for page in pages:
            faults += check_page(page, language, catalogue, unwanted.get(language, ()))
    print("\n".join(faults + [f"{len(pages)} guides in {len(LANGUAGES)} more languages, "
                              f"{len(faults)} faults"]))
    return 1 if faults or not pages else 0


if __name__ == "__main__":
    sys.exit(main())
