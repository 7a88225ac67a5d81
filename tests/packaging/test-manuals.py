#!/usr/bin/env python3
"""The manual pages: one for each program, each verb of sabotctl and each file format, in three
languages, of which none says a sentence in another's; roff as groff and mandoc want it. The keys of
sabotd.conf and the events are those of the documentation; the completion knows verbs and options.

usage: test-manuals.py SOURCE BUILD MAN COMPLETIONS
"""
import glob
import pathlib
import re
import shutil
import subprocess
import sys
import unittest

SOURCE, BUILD, MAN, COMPLETIONS = map(pathlib.Path, sys.argv[1:5])
sys.path.insert(0, str(SOURCE / "packaging/manuals"))
sys.dont_write_bytecode = True
import pages  # noqa: E402

LANGUAGES = {"en": MAN, "es": MAN / "es", "it": MAN / "it"}
# Four words in a row are a sentence, or part of one.
SENTENCE = re.compile(r"(?:\b[A-Z]?[a-z]+ ){3}[a-z]+")


def installed_programs():
    """Those of meson.build, and the verifiers that debian/ links."""
    text = "".join((SOURCE / part / "meson.build").read_text()
                   for part in ("cli", "daemon", "forward", "gui", "report", "witness"))
    programs = re.findall(r"executable\('([\w-]+)'[^)]*?install: true", text, re.S)
    links = (SOURCE / "debian/sabot-verify.links").read_text()
    return set(programs) | set(re.findall(r"usr/bin/(\S+)", links))


def verbs():
    text = (SOURCE / "cli/sabotctl/main.c").read_text()
    return set(re.findall(r'^\t\{"([\w-]+)", (?:NULL|\w+), N_\(', text, re.M))


def all_pages(root):
    return {path.name for path in root.glob("man[0-9]/*")}


def rows_of(page, language="en"):
    text = (LANGUAGES[language] / page).read_text()
    return re.findall(r"^\.TP\n\\fB(.*?)\\fR$", text, re.M)


class Manuals(unittest.TestCase):
    def test_one_for_each_in_each_language(self):
        programs = {f"{name}.{about['section']}" for name, about in pages.PROGRAMS.items()}
        self.assertEqual({name.rpartition(".")[0] for name in programs}, installed_programs())
        self.assertGreater(len(verbs()), 30)
        wanted = programs | {f"sabotctl-{verb}.1" for verb in verbs()} | {
            f"{name}.5" for name in pages.FORMATS}
        for root in LANGUAGES.values():
            self.assertEqual(all_pages(root), wanted)

    def test_each_verb_has_a_page_of_the_documentation(self):
        named = [verb for listed in pages.VERB_PAGES.values() for verb in listed]
        self.assertEqual(sorted(named), sorted(verbs()))
        documents = set(pages.VERB_PAGES) | {
            page for about in [*pages.PROGRAMS.values(), *pages.FORMATS.values()]
            for page in about["pages"]}
        for page in documents:
            self.assertTrue((SOURCE / "docs" / page).is_file(), page)

    def test_nothing_is_left_in_english(self):
        for language in ("es", "it"):
            for path in sorted(LANGUAGES[language].glob("man[0-9]/*")):
                english = MAN / path.parent.name / path.name
                same = set(english.read_text().splitlines()) & set(path.read_text().splitlines())
                left = [line for line in same if not line.startswith((".", "  ", "\\fB"))
                        and SENTENCE.search(line)]
                self.assertEqual(left, [], f"{language}: {path.name}")

    def test_mandoc(self):
        if not shutil.which("mandoc"):
            self.skipTest("there is no mandoc")
        paths = [path for root in LANGUAGES.values() for path in root.glob("man[0-9]/*")]
        done = subprocess.run(["mandoc", "-Tlint", "-Wwarning", *paths], capture_output=True,
                              text=True)
        self.assertEqual((done.returncode, done.stdout + done.stderr), (0, ""))

    def test_groff(self):
        if not shutil.which("groff"):
            self.skipTest("there is no groff")
        for root in LANGUAGES.values():
            done = subprocess.run(["groff", "-man", "-k", "-ww", "-Tutf8", "-z",
                                   *sorted(root.glob("man[0-9]/*"))],
                                  capture_output=True, text=True)
            self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_keys_of_the_configuration(self):
        section = re.search(r"^## The configuration file\n(.*?)^## ",
                            (SOURCE / "docs/daemon.md").read_text(), re.M | re.S)[1]
        cells = re.findall(r"^\| (`[^|]*`) \|", section, re.M)
        keys = [key for cell in cells for key in re.findall(r"`([^`]+)`", cell)]
        listed = [key for row in rows_of("man5/sabotd.conf.5")
                  for key in row.replace("\\-", "-").split(", ")]
        self.assertGreater(len(keys), 50)
        self.assertEqual(sorted(listed), sorted(keys))

    def test_events(self):
        section = re.search(r"^## 3\. Input events\n(.*?)^### What to send",
                            (SOURCE / "docs/event-log.md").read_text(), re.M | re.S)[1]
        self.assertEqual([event for event, _ in pages.EVENTS],
                         [event for event in re.findall(r"^\| `(\w+)` \|", section, re.M)
                          if event != "ev"])
        listed = rows_of("man5/sabot-event-log.5")
        for path in glob.glob(str(SOURCE / "tests/engine/traces/incident-*.ndjson")):
            code = pathlib.Path(path).stem.removeprefix("incident-").removesuffix("-nearly")
            self.assertIn(code.replace("-", "_"), listed)

    def complete(self, *words):
        """What bash proposes for the last word."""
        function = "_" + words[0].replace("-", "_")
        script = (f'. "{COMPLETIONS / words[0]}"; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); '
                  f'compopt() {{ :; }}; {function}; printf "%s\\n" "${{COMPREPLY[@]}}"')
        return set(subprocess.run(["bash", "-c", script, "bash", *words], capture_output=True,
                                  text=True, check=True).stdout.split())

    def test_completion(self):
        self.assertEqual(self.complete("sabotctl", "ver"), {"verify"})
        self.assertEqual(self.complete("sabotctl", "") - {"--help", "--version"}, verbs())
        self.assertEqual(self.complete("sabotctl", "shift", "se"), {"seal"})
        self.assertEqual(self.complete("sabotctl", "verify", "--che"), {"--checkpoint="})
        self.assertEqual(self.complete("sabotctl", "verify", "sab"), set())
        for verb, inner in (("key", {"create", "show"}), ("user", {"create", "pin", "recover"}),
                            ("archive", {"create", "list", "verify", "compact"}),
                            ("profile", {"list", "show", "check", "diff"}),
                            ("table", {"export", "import", "check"}), ("forward", {"status"}),
                            ("floor", {"init", "upgrade", "check", "export", "accept"})):
            self.assertLessEqual(inner, self.complete("sabotctl", verb, ""), verb)

    def test_completion_of_each_program(self):
        """What people call: its options are those of its manual page."""
        called = {name for name in installed_programs() if not name.startswith(("sabotctl-",
                                                                              "sabot-verify-"))}
        called.discard("sabot-print")  # by other programs alone
        self.assertEqual({path.name for path in COMPLETIONS.iterdir()}, called)
        for name in called - {"sabotctl"}:
            proposed = {word.rstrip("=") for word in self.complete(name, "--")}
            page = f"man{pages.PROGRAMS[name]['section']}/{name}.{pages.PROGRAMS[name]['section']}"
            rows = rows_of(page) + re.findall(r"^  (\\-\\-.*)$", (MAN / page).read_text(), re.M)
            listed = {word.replace("\\", "") for row in rows
                      for word in re.findall(r"\\-\\-(?:\w|\\-)+", row.split("  ")[0])}
            self.assertGreater(len(listed), 0, name)
            self.assertLessEqual(listed, proposed, name)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
