#!/usr/bin/env python3
"""The catalogues of po/ say everything there is to say, in every language of po/LINGUAS.

Usage: check-catalogues.py ROOT [--update]

Each source with translatable text is in po/POTFILES and no other; each catalogue passes
`msgfmt -c`, lacks no message, and has none that is fuzzy or that no source has any more. The words
of incidents are those of docs/names.md; each reason of the engine is translated; a profile tells
its title and source in each language. A sentence with which the daemon refuses something is marked
SABOT_REFUSAL (text/refusal.h), but for those of UNMARKED.
A language of BOARD is for the guests' board alone: its catalogue has all messages of the context
"board", and no others.
Names every offence and exits with 1 when there is any.

--update first brings the catalogues up to the sources: new messages come in untranslated, those
that no source has any more go. It writes messages in the order of their English text, no dates and
no names of sources, so that branches rarely conflict; a catalogue in another form is an offence.
"""
import gettext
import glob
import os
import re
import subprocess
import sys
import tempfile

# As meson's preset `glib` has them.
KEYWORDS = ["_", "N_", "C_:1c,2", "NC_:1c,2", "g_dcgettext:2", "g_dngettext:2,3",
            "g_dpgettext2:2c,3", "SABOT_REFUSAL", "SABOT_REFUSAL_AS:2"]
FLAGS = ["N_:1:pass-c-format", "C_:2:pass-c-format", "NC_:2:pass-c-format",
         "SABOT_REFUSAL:1:pass-c-format", "SABOT_REFUSAL_AS:2:c-format",
         "g_dngettext:2:pass-c-format", "g_strdup_printf:1:c-format"]
BOARD = {"zh"}
# Words that a catalogue does not use: one word for one thing (docs/names.md). Each with what is
# said in its place, and where it is right: a pattern of the message.
FORBIDDEN = {
    "es": ((r"golpes?", "jugada", None),
           (r"días? de juego", "jornada", None),
           (r"créditos?", "pagaré", r"\bcredit\b|believed"),
           (r"morbid[ao]", "blanda", None),
           (r"pagarés? (?:cobrad|cancelad|pagad)os?", "pagaré rescatado", None),
           (r"no son cartas reales", "nadie ha jugado con estas cartas", None)),
    "it": ((r"morbid[aoei]", "soft", None),
           (r"colp[oi]", "mano", None),
           (r"getton[ei]", "fiches", None),
           (r"marker (?:riscoss|pagat)[oi]", "marker riscattato", None),
           (r"(?<!una )fiche(?!s)", "fiches", r"chip(?!s)"),
           (r"\u2019", "'", None),
           (r"giorn[oi] di gioco", "giornata di gioco", None),
           (r"égalité|pareggi[oa]?", "egalité", None),
           (r"credit[oi]", "marker", r"\bcredits?\b|believed")),
}
# Only a program that is wrong is refused with these.
UNMARKED = {
    "%s sent something else than JSON",
    "%s sent something else than was requested (%.80s)",
    "an object of amounts by kind is wanted",
    "command: is lock, unlock or clear",
    "event.ev: is no document of table money",
    "event.second: stands beside the event, with a PIN",
    "event.shift: a word is wanted",
    "event: longer than %d bytes",
    "from: a number from 0 on is wanted",
    "from: the file ends before",
    "from: the page before it comes first",
    "hours: 1 to %d are wanted",
    "incident: the name of a log, table, and a number, incident, are wanted",
    "incidents: a list of 1 to 100 is wanted",
    "limit: 1 to %d are wanted",
    "log: this house has no log %s",
    "n: the table's log has no such event",
    "neither the database nor the spool took the event",
    "one of card, box, dealer and early is wanted",
    "readings: are events with a card each",
    "redress: a number is wanted",
    "round, incident: are numbers of the table",
    "rulings: are incidents with a remedy each",
    "second: an object with name and pin is wanted",
    "sends a list that does not end",
    "sent something else than the file",
    "set: are rules with a value each",
    "tables: a list of at most %d names is wanted",
    "tables: a list of tables is wanted",
    "the machine %s is not the forwarder's ([machine NAME] forwards)",
    "there is no request %.40s",
    "why: is forked, rewound or gap, of a log by its name, at a number",
    "x, y: both are wanted, or none",
    "x: is a multiple of 8 from 0 to 1472",
    "y: is a multiple of 8 from 0 to 928",
}
APART = {"tests", "bench", "subprojects"}
FIELD = re.compile(r'^(msgctxt|msgid) ((?:"(?:[^"\\]|\\.)*"\n?)+)', re.M)
REASON = re.compile(r'^SABOT_REASON\(\w+, "(.+)"\)', re.M)
STRING = r'"(?:[^"\\]|\\.)*"'
REFUSING = re.compile(
    r'\b(?:sabot_(?:wire|ledger|document|lookup)_refuse|refuse|g_error_new|'
    rf'g_set_error(?:_literal)?)\((?:[^;"]|{STRING})*;')
MARKED = re.compile(rf'SABOT_REFUSAL(?:_AS)?\((?:[\s,]|{STRING})*\)')
WORDS = re.compile(r'\[SABOT_INCIDENT_(\w+)\]\s*=\s*NC_\("(incident[^"]*)", "([^"]*)"\)')


def run(*command):
    """Standard output; what the tool says against its input ends the test."""
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise SystemExit(f"{command[0]}: {done.stderr}")
    return done.stdout


def read(*path):
    with open(os.path.join(*path), encoding="utf-8") as file:
        return file.read()


def listed(root, name):
    lines = read(root, "po", name).splitlines()
    return [line.strip() for line in lines if line.strip() and not line.startswith("#")]


def sources(root):
    for top in sorted(os.listdir(root)):
        if top in APART or os.path.exists(os.path.join(root, top, "meson-private")):
            continue
        for where, _, names in os.walk(os.path.join(root, top)):
            for name in sorted(names):
                if name.endswith((".c", ".h", ".ui")) or \
                        (name == "pages.py" and where.endswith("manuals")):
                    yield os.path.relpath(os.path.join(where, name), root)


def write_template(root, path):
    """All messages of all sources into `path`; returns the sources that have any."""
    run("xgettext", "--from-code=UTF-8", "--add-comments", "--add-location=file", "--sort-output",
        f"--directory={root}", "--output=" + path, *(f"--keyword={word}" for word in KEYWORDS),
        *(f"--flag={flag}" for flag in FLAGS), *sources(root))
    template = re.sub(r'^"POT-Creation-Date:.*\n', "", read(path), flags=re.M)
    with open(path, "w", encoding="utf-8") as file:
        file.write(template)
    references = re.findall(r"^#: (.*)$", template, re.M)
    return {name for line in references for name in line.split()}


def forbidden_words(root, language):
    """What a catalogue says in words that are not the field's."""
    for block in read(root, "po", language + ".po").split("\n\n"):
        named, said = ("".join(re.findall(r'"((?:[^"\\]|\\.)*)"', part))
                       for part in (block.partition("\nmsgstr")[0], block.partition("\nmsgstr")[2]))
        for pattern, better, unless in FORBIDDEN.get(language, ()):
            if (found := re.search(rf"\b(?:{pattern})", said, re.I)) and \
                    not (unless and re.search(unless, named, re.I)):
                yield f'po/{language}.po: "{found[0]}" in "{said[:60]}"; better: {better}'


def check_decimals(root, found):
    """A screen writes numbers with the language's decimal mark (text/money.h)."""
    for path in sorted(found):
        if path.startswith("gui/") and re.search(r'"[^"]*%[.\d]*f', read(root, path)):
            yield f"{path}: printf() knows no language's decimal mark"


def message_names(catalogue):
    """The messages of a catalogue as people would look for them."""
    for block in catalogue.split("\n\n"):
        fields = {name: "".join(re.findall(r'"((?:[^"\\]|\\.)*)"', text))
                  for name, text in FIELD.findall(block.replace("#~ ", ""))}
        if fields.get("msgid"):
            context = f' ({fields["msgctxt"]})' if "msgctxt" in fields else ""
            yield f'"{fields["msgid"]}"{context}'


def check_sources(root, found):
    potfiles = set(listed(root, "POTFILES"))
    for path in sorted(found - potfiles):
        yield f"po/POTFILES: {path} has text for people and is not there"
    for path in sorted(potfiles - found):
        yield f"po/POTFILES: {path} has no text for people"


def spoken_by_the_board(name):
    return name.endswith(" (board)")


def check_board(root, folder):
    """Each sentence of the board in each language that only the board speaks."""
    for language in sorted(BOARD):
        own_text = read(root, "po", f"{language}.po")
        for name in message_names(own_text):
            if not spoken_by_the_board(name):
                yield f"po/{language}.po: {name} is not the board's"
        with open(os.path.join(folder, f"{language}.mo"), "rb") as file:
            spoken = gettext.GNUTranslations(file)
        if spoken.pgettext("board", "Banker") != "莊":
            yield f"po/{language}.po does not speak"
        for words in re.findall('^msgstr "(.*)"', own_text.partition("\n\n")[2], re.M):
            if re.search("[A-Za-z]", words.replace("%d", "")):
                yield f'po/{language}.po: "{words}" has words of another language'


def write_anew(own, template):
    """The text of a catalogue as --update writes it."""
    merged = run("msgmerge", "--quiet", "--no-fuzzy-matching", "--no-location", own, template)
    lines = merged.split("\n#~")[0].rstrip("\n") + "\n"
    return re.sub(r'^"POT-Creation-Date:.*\n', "", lines, flags=re.M)


def check_form(root, language, template):
    """The catalogue is in the form in which --update writes it; the board's are kept by hand."""
    own = os.path.join(root, "po", f"{language}.po")
    if language not in BOARD and read(own) != write_anew(own, template):
        yield f"po/{language}.po: --update would write it otherwise"


def check_catalogue(root, language, template, folder):
    own = os.path.join(root, "po", f"{language}.po")
    merged = os.path.join(folder, f"{language}.po")
    run("msgfmt", "--check", "--output-file=" + os.path.join(folder, f"{language}.mo"), own)
    run("msgmerge", "--quiet", "--no-fuzzy-matching", "--output-file=" + merged, own, template)
    for offence, path, option in (("is not translated", merged, "--untranslated"),
                                  ("is fuzzy", own, "--only-fuzzy"),
                                  ("is in no source", merged, "--only-obsolete")):
        for name in message_names(run("msgattrib", "--no-wrap", option, path)):
            if language in BOARD and path == merged and option == "--untranslated" \
                    and not spoken_by_the_board(name):
                continue
            yield f"po/{language}.po: {name} {offence}"


def check_refusals(root):
    """What refuses says so in a marked sentence."""
    for path in sources(root):
        if not path.startswith(("case/", "daemon/", "eventlog/", "shift/")):
            continue
        for call in REFUSING.findall(read(root, path)):
            if "g_" in call[:2] and not re.search("SABOT_(?:WIRE|CASE)_ERROR,", call):
                continue
            for run in re.findall(rf"(?:{STRING}\s*)+", MARKED.sub("", call)):
                text = "".join(part[1:-1] for part in re.findall(STRING, run))
                if re.search("[a-z] [a-z]", text) and text not in UNMARKED:
                    yield f'{path}: "{text}" is not marked SABOT_REFUSAL'


def check_profiles(root):
    """What a shipped profile says of itself is in the file itself."""
    for path in sorted(glob.glob(os.path.join(root, "profiles", "*.conf"))):
        text = read(path)
        for key in (f"{word}[{language}]" for word in ("title", "source")
                    for language in listed(root, "LINGUAS") if language not in BOARD):
            if f"\n{key}=" not in text:
                yield f"profiles/{os.path.basename(path)}: there is no {key}"


def update(root, template):
    for language in listed(root, "LINGUAS"):
        if language in BOARD:
            continue  # it would get all the others, too
        own = os.path.join(root, "po", f"{language}.po")
        text = write_anew(own, template)
        with open(own, "w", encoding="utf-8") as file:
            file.write(text)


def check_names(root, folder):
    """docs/names.md: code, severity, English, Spanish, Italian; the short names without severity.
    """
    page = read(root, "docs", "names.md")
    cells = r" \| ([^|]*)" * 3
    spoken = {}
    for language in ("es", "it"):
        with open(os.path.join(folder, f"{language}.mo"), "rb") as file:
            spoken[language] = gettext.GNUTranslations(file)
    for source, context, row in (("words.c", "incident", rf"^\| `(\w+)` \| \w+{cells} \|$"),
                                 ("incident-short.c", "incident, short",
                                  rf"^\| `(\w+)`{cells} \|$")):
        documented = {code: words for code, *words in re.findall(row, page, re.M)}
        english = {name.lower(): words for name, said, words in
                   WORDS.findall(read(root, "text", source)) if said == context}
        if not english:
            yield f"text/{source} has no names of incidents"
        for code in sorted(set(english) | set(documented)):
            words = english.get(code, "")
            said = [words] + [spoken[language].pgettext(context, words) for language in spoken]
            if said != documented.get(code):
                yield (f"docs/names.md: {code} is {documented.get(code)} there and {said} in the "
                       "programs")


def check_reasons(root, folder):
    """Each of engine/core/reason.def has its translation, be it the same word."""
    reasons = set(REASON.findall(read(root, "engine", "core", "reason.def")))
    if not reasons:
        yield "engine/core/reason.def has no reasons"
    for language in listed(root, "LINGUAS"):
        if language in BOARD:
            continue
        with open(os.path.join(folder, f"{language}.mo"), "rb") as file:
            spoken = gettext.GNUTranslations(file)
        for words in sorted(reasons):
            if f"why\x04{words}" not in spoken._catalog:  # pylint: disable=protected-access
                yield f"po/{language}.po: the reason \"{words}\" is not translated"


def check_devices(root):
    """What a driver says of its shoe, in whole sentences, has its translation, and
    so have its full name and why a line is closed."""
    source = read(root, "text", "device-text.c")
    known = set(re.findall(r'NC_\("device", "(.*?)"\)', source))
    makes = set(re.findall(r'NC_\("driver", "(.*?)"\)', source))
    paths = [path for pattern in ("devices/drivers/*.c", "devices/shoe/*-frame.c", "devices/*.c.in")
             for path in glob.glob(os.path.join(root, pattern))]
    for path in sorted(paths):
        text = re.sub(r"^\s*(\.\w+ = |_Static_assert).*", "", read(path), flags=re.M)
        for words in re.findall(r'"((?:an?|the|more|drawing|unknown) [^"%]*)"', text):
            if words not in known:
                yield f"{os.path.relpath(path, root)}: text/device-text.c lacks \"{words}\""
    for path in sorted(glob.glob(os.path.join(root, "devices", "drivers", "*.c"))):
        names = set(re.findall(r'^\t\.name = "(.*)",$', read(path), flags=re.M))
        if not names:
            yield f"{os.path.relpath(path, root)}: a driver has a name"
        if path.endswith("skeleton.c"):
            continue  # in no program
        for name in names - makes:
            yield f"{os.path.relpath(path, root)}: text/device-text.c lacks the name \"{name}\""
    transports = glob.glob(os.path.join(root, "devices", "transport", "transport-*.c"))
    if not transports:
        yield "devices/transport: no source of a line is there"
    for path in sorted(transports):
        if path.endswith("-replay.c"):
            continue  # nobody's table
        for call in re.findall(r"(?:close_with|begin_close)\(self,([^;]*)\);", read(path)):
            for words in set(re.findall(r'"([^"%]*)"', call)) - known - {""}:
                yield f"{os.path.relpath(path, root)}: text/device-text.c lacks \"{words}\""


def main():
    root = sys.argv[1]
    with tempfile.TemporaryDirectory() as folder:
        template = os.path.join(folder, "sabot.pot")
        found = write_template(root, template)
        if sys.argv[2:] == ["--update"]:
            update(root, template)
        faults = list(check_sources(root, found)) + list(check_decimals(root, found))
        languages = listed(root, "LINGUAS")
        for language in languages:
            faults += check_form(root, language, template)
            faults += check_catalogue(root, language, template, folder)
            faults += forbidden_words(root, language)
        faults += check_board(root, folder)
        faults += check_names(root, folder)
        faults += check_reasons(root, folder)
        faults += check_profiles(root)
        faults += check_refusals(root)
        faults += check_devices(root)
    print("\n".join(faults + [f"{len(languages)} catalogues, {len(faults)} faults"]))
    return 1 if faults or not languages else 0


if __name__ == "__main__":
    sys.exit(main())
