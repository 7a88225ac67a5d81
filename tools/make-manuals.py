#!/usr/bin/env python3
"""The manual pages of all programs, verbs and file formats in three languages, and bash's
completion of all programs: of the programs' own help, in each language, and of
packaging/manuals/pages.py.

usage: make-manuals.py SOURCE BUILD VERSION MAN COMPLETIONS

BUILD has the programs and catalogues. Writes the directories MAN (man1/…, es/man1/…, it/man1/…) and
COMPLETIONS, a file a program. What the help of a verb says is nowhere said again.
"""
import concurrent.futures
import gettext
import importlib.util
import os
import pathlib
import re
import subprocess
import sys

LANGUAGES = ["en", "es", "it"]
PLACES = {"sabotd": "daemon", "sabotctl": "cli", "sabot-shoe": "cli", "sabot-pit": "gui",
          "sabot-dealer": "gui", "sabot-board": "gui", "sabot-forward": "forward",
          "sabot-witness": "witness"}
VERB = re.compile(r"^  (\S.*?)\s{2,}(\S.*)$")
ROW = re.compile(r"^  (?:(-\w), )?(?:    )?(--[^\s=]+)(?:=(.+?))?(?:\s{2,}(.*))?$")
PLAIN_ROW = re.compile(r"^  (--[\w-]+)(?: ([A-Z]+))?")
LISTED = re.compile(r"^  (\S+) +(\S.*)$", re.M)  # in the list of all verbs
ABOUT = re.compile(r'^\t\{"(\w+)",\s*N_\("((?:[^"\\]|\\.)*)"\)', re.M)
INCIDENT = re.compile(r'^SABOT_(?:HOUSE_)?INCIDENT\(\d+, (\w+), "(\w+)", \w+\)', re.M)
WORDS = re.compile(r'\[SABOT_INCIDENT_(\w+)\]\s*=\s*NC_\("incident", "([^"]*)"\)')
# GTK's own, or said of every program alike.
LEFT_OUT = {"--display", "--help", "--help-all", "--help-gapplication", "--help-gtk",
            "--help-train", "--version"}


class Help:
    """A program's help: its usage, paragraphs, verbs and options."""

    def __init__(self, text):
        lines = text.splitlines()
        self.usage = lines[1].strip() if len(lines) > 1 else ""
        self.texts, self.verbs, self.options = [], [], []
        for block in "\n".join(lines[2:]).split("\n\n"):
            self.take(block.strip("\n").splitlines())

    def take(self, lines):
        rows = lines[1:] if lines and lines[0].endswith(":") and lines[1:] else []
        if rows and all(re.match(r"^  +-", row) for row in rows):
            self.options += [row for row in map(self.row, rows) if row]
        elif lines and all(VERB.match(line) for line in lines):
            self.verbs += [VERB.match(line).groups() for line in lines]
        elif lines:
            self.texts.append(lines)

    def inner_verbs(self):
        """Those that it lists, or that its usage has with | between."""
        listed = [usage.split()[0] for usage, _ in self.verbs]
        usage = self.usage.partition("…] ")[2]
        if "|" in usage:
            listed += [part.split()[0] for part in usage.split("|")]
        return list(dict.fromkeys(word for word in listed if re.fullmatch("[a-z][a-z-]+", word)))

    def option_words(self):
        """For bash: = where an argument follows. What sabot-shoe says has a form of its own."""
        found = [(name, argument) for _, name, argument, _ in self.options] or [
            row for lines in self.texts for line in lines for row in PLAIN_ROW.findall(line)
            if row[0] not in LEFT_OUT]
        return " ".join(name + ("=" if argument else "") for name, argument in found)

    @staticmethod
    def row(line):
        short, name, argument, meaning = ROW.match(line).groups()
        return None if name in LEFT_OUT else (short, name, argument, meaning or "")


class Language:
    """One language's words."""

    def __init__(self, name, build):
        self.name, self.build = name, pathlib.Path(build)
        path = self.build / "po" / name / "LC_MESSAGES" / "sabot.mo"
        with open(path if name != "en" else os.devnull, "rb") as file:
            self.words = gettext.NullTranslations() if name == "en" else \
                gettext.GNUTranslations(file)
        self.helps = {}

    def say(self, text, context=None):
        return self.words.pgettext(context, text) if context else \
            self.words.gettext(text) if text else ""

    def run(self, *command):
        environment = dict(os.environ, LC_ALL="C.UTF-8", LANGUAGE=self.name,
                           GSETTINGS_BACKEND="memory", ASAN_OPTIONS="detect_leaks=0")
        environment.pop("LANG", None)
        done = subprocess.run(command, capture_output=True, text=True, env=environment,
                              timeout=60, stdin=subprocess.DEVNULL)
        if done.returncode != 0:
            raise SystemExit(f"{command}: status {done.returncode}: {done.stderr}")
        return done.stdout

    def program(self, name):
        return str(self.build / PLACES[name] / name)

    def read_helps(self, verbs):
        """All at once: most of the time of a program goes into its start."""
        commands = {name: [self.program(name), "--help"] for name in PLACES}
        commands["sabot-dealer --train"] = [self.program("sabot-dealer"), "--help-train"]
        commands |= {verb: [self.program("sabotctl"), verb, "--help"] for verb in verbs}
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            texts = pool.map(lambda command: self.run(*command), commands.values())
        self.helps = dict(zip(commands, texts))


def escape(text):
    """As roff reads it: nothing in it is a request."""
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return "\n".join("\\&" + line if line[:1] in (".", "'") else line for line in text.split("\n"))


class Page:
    def __init__(self, language, pages, version, section):
        self.language, self.pages, self.version, self.section = language, pages, version, section
        self.out = []

    def say(self, text):
        return self.language.say(text)

    def heading(self, name):
        self.out.append(f'.SH "{escape(self.say(self.pages.HEADINGS.get(name, name)))}"')

    def begin(self, name, short):
        self.out.append(f'.TH "{escape(name.upper())}" {self.section} {self.version[1]} '
                        f'"Sabot {self.version[0]}" "{escape(self.say(self.pages.MANUAL))}"')
        self.heading("name")
        self.out.append(f"{escape(name)} \\- {escape(short)}")

    def synopsis(self, name, usage):
        usage = usage[len(name):].strip() if usage.startswith(name) else usage
        usage = re.sub(r"^\[\w+…\]", self.say(self.pages.OPTION), usage)
        self.heading("synopsis")
        self.out.append(f".B {escape(name)}")
        if usage:
            self.out.append(escape(re.sub(r" - .*$", "", usage)))

    def paragraphs(self, texts):
        for number, text in enumerate(texts):
            if number:
                self.out.append(".PP")
            self.out += [escape(line.strip()) for line in text]

    def list(self, rows):
        for word, meaning in rows:
            self.out += [".TP", f"\\fB{escape(word)}\\fR", escape(meaning) if meaning else "\\&"]

    def options(self, rows, has_version):
        self.heading("options")
        for short, name, argument, meaning in rows:
            word = (f"\\fB{escape(short)}\\fR, " if short else "") + f"\\fB{escape(name)}\\fR" + \
                (f"=\\fI{escape(argument)}\\fR" if argument else "")
            self.out += [".TP", word, escape(meaning) or "\\&"]
        self.list([("--help", self.say(self.pages.HELP))] +
                  ([("--version", self.say(self.pages.VERSION))] if has_version else []))

    def words(self, heading, rows):
        if rows:
            self.heading(heading)
            self.list([(self.say(word) if word.islower() and word.isalpha() else word,
                        self.say(meaning)) for word, meaning in rows])

    def also(self, others, documents):
        self.heading("also")
        self.out.append(",\n".join(f".BR {escape(name)} ({section})"
                                   for name, section in others).replace(",\n", " ,\n"))
        for document in documents:
            self.out += [".PP", escape(self.say(self.pages.SEE_PAGE) %
                                       f"/usr/share/doc/sabot/{document}")]

    def text(self):
        return "\n".join(self.out) + "\n"


class Manuals:
    def __init__(self, source, build, version):
        self.source, self.build = pathlib.Path(source), build
        spec = importlib.util.spec_from_file_location(
            "pages", self.source / "packaging/manuals/pages.py")
        self.pages = importlib.util.module_from_spec(spec)
        sys.dont_write_bytecode = True
        spec.loader.exec_module(self.pages)
        metainfo = (self.source / "packaging/desktop/org.sabot.Pit.metainfo.xml").read_text()
        self.version = (version, re.search(r'<release version=".*" date="([\d-]+)"', metainfo)[1])
        self.languages = [Language(name, build) for name in LANGUAGES]
        english = self.languages[0]
        listed = english.run(english.program("sabotctl"), "--help")
        self.verbs = [verb for verb, _ in LISTED.findall(listed)]
        for language in self.languages:
            language.read_helps(self.verbs)

    def page(self, language, section):
        return Page(language, self.pages, self.version, section)

    def document_of(self, verb):
        return [page for page, verbs in self.pages.VERB_PAGES.items() if verb in verbs]

    def verb_page(self, language, verb, short):
        page, text = self.page(language, 1), Help(language.helps[verb])
        page.begin(f"sabotctl-{verb}", short)
        page.synopsis(f"sabotctl {verb}", text.usage)
        page.heading("description")
        page.paragraphs(text.texts or [[short]])
        if text.verbs:
            page.heading("verbs")
            page.list(text.verbs)
        page.options(text.options, False)
        page.also([("sabotctl", 1), ("sabotd", 8)], self.document_of(verb))
        return page.text()

    def program_page(self, language, name, about):
        page = self.page(language, about["section"])
        page.begin(name, language.say(about["short"]))
        text = language.helps.get(name)
        help_ = Help(text) if text and name not in ("sabotctl", "sabot-shoe") else None
        usage = help_.usage if help_ else about.get("usage", language.say(self.pages.OPTION))
        page.synopsis(name, "VERB [ARGUMENT…]" if name == "sabotctl" else usage)
        page.heading("description")
        page.paragraphs([[language.say(part)] for part in about["about"]])
        if name == "sabot-shoe":
            page.out += [".nf", *(escape(line) or "\\&" for line in text.strip().splitlines()),
                         ".fi"]
        elif name == "sabotctl":
            page.heading("verbs")
            page.list(LISTED.findall(text))
        elif help_:
            train = language.helps["sabot-dealer --train"] if name == "sabot-dealer" else ""
            page.options(help_.options + Help(train).options, True)
        page.words("options", about.get("options"))
        page.words("status", about.get("status"))
        page.words("files", about.get("files"))
        page.words("environment", about.get("environment"))
        others = [("sabotctl", 1), ("sabotd", 8)] if name != "sabotctl" else [("sabotd", 8)]
        page.also([other for other in others if other[0] != name], about["pages"])
        return page.text()

    def profile_rows(self, language):
        text = (self.source / "cli/sabotctl/sabotctl-profile-words.c").read_text()
        return [(key, language.say(label)) for key, label in ABOUT.findall(text)]

    def incident_rows(self, language):
        words = dict(WORDS.findall((self.source / "text/words.c").read_text()))
        kinds = INCIDENT.findall((self.source / "engine/core/incident.def").read_text())
        return [(code, language.say(words[name], "incident")) for name, code in kinds]

    def rows(self, language, which):
        if which == "profile":
            return self.profile_rows(language)
        if which == "incidents":
            return self.incident_rows(language)
        return [(language.say(word) if word.isalpha() else word, language.say(meaning))
                for word, meaning in which]

    def format_page(self, language, name, about):
        page = self.page(language, 5)
        page.begin(name, language.say(about["short"]))
        page.heading("description")
        page.paragraphs([[language.say(part)] for part in about["about"]])
        tables = self.pages.CONFIGURATION if about["tables"] == "configuration" else \
            about["tables"]
        for heading, rows in tables:
            page.heading(heading)
            page.list(self.rows(language, rows))
        page.also([("sabotctl", 1), ("sabotd", 8)], about["pages"])
        return page.text()

    def all(self, language):
        """(name, section, text) of each page in a language."""
        for name, about in self.pages.PROGRAMS.items():
            yield name, about["section"], self.program_page(language, name, about)
        for verb, short in LISTED.findall(language.helps["sabotctl"]):
            yield f"sabotctl-{verb}", 1, self.verb_page(language, verb, short)
        for name, about in self.pages.FORMATS.items():
            yield name, 5, self.format_page(language, name, about)

    def write(self, target):
        for language in self.languages:
            root = target if language.name == "en" else target / language.name
            for name, section, text in self.all(language):
                (root / f"man{section}").mkdir(parents=True, exist_ok=True)
                (root / f"man{section}/{name}.{section}").write_text(text, encoding="utf-8")

    def completion_of_verbs(self):
        """Of sabotctl: verbs, each verb's verbs and options; then files."""
        lines = ["\tif [ \"$COMP_CWORD\" = 1 ]; then",
                 f"\t\twords='{' '.join(self.verbs)} --help --version'", "\telse",
                 '\t\tcase ${COMP_WORDS[1]} in']
        for verb in self.verbs:
            text = Help(self.languages[0].helps[verb])
            lines += [f"\t\t{verb})", '\t\t\t[ "$COMP_CWORD" != 2 ] ||',
                      f"\t\t\t\twords='{' '.join(text.inner_verbs())}'",
                      "\t\t\t[ \"${word#-}\" = \"$word\" ] ||",
                      f"\t\t\t\twords='--help {text.option_words()}'", "\t\t\t;;"]
        return [*lines, "\t\tesac", "\tfi"]

    def completion(self, program):
        """A program's options; then files."""
        name = "_" + program.replace("-", "_")
        helps = self.languages[0].helps
        texts = [helps[program], helps.get(f"{program} --train", "")]
        words = " ".join(filter(None, (Help(text).option_words() for text in texts)))
        options = f"\t[ -z \"$word\" ] || words='--help --version {words}'"
        return "\n".join([
            f"# Completion of {program} for bash, made from its help. Not for editing.",
            f"{name}()", "{", '\tlocal word=${COMP_WORDS[COMP_CWORD]} words=',
            *(self.completion_of_verbs() if program == "sabotctl" else [options]),
            '\tCOMPREPLY=($(compgen -W "$words" -- "$word"))',
            '\t[ "${COMPREPLY[0]%=}" = "${COMPREPLY[0]}" ] || compopt -o nospace', "}",
            f"complete -o bashdefault -o default -F {name} {program}", ""])

    def write_completions(self, target):
        target.mkdir(parents=True, exist_ok=True)
        for program in PLACES:
            (target / program).write_text(self.completion(program), encoding="utf-8")


def main():
    source, build, version, man, completions = sys.argv[1:6]
    manuals = Manuals(source, build, version)
    manuals.write(pathlib.Path(man))
    manuals.write_completions(pathlib.Path(completions))


if __name__ == "__main__":
    main()
