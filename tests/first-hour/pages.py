"""The pages of the documentation as a reader sees them: sections and the commands shown there."""
import pathlib
import re

PROGRAM = r"(?:build/(?:cli|daemon|gui|tools)/|tools/)?"
COMMAND = re.compile(rf"{PROGRAM}(?:sabot|sabotd|sabotctl|sabot-[\w-]+|make-year|verify-\w+\.py)\s"
                     r"|\./sabot |sabot-(?:pit|dealer)$|build/gui/sabot-pit$|ninja |meson "
                     r"|systemctl |systemd-|sudo |install |editor |export |CC=|mkdir ")
CODE = re.compile(r"`([^`\n]+)`")
GUIDES = "docs/guide-"
REMARK = re.compile(r"\s{2,}(?:# )?\S.*$|\s+# .*$")


def without_remark(line):
    """A command without what stands beside it: after two spaces, or after a `#`."""
    return REMARK.sub("", line).strip()


class Section:
    def __init__(self, page, title):
        self.page, self.title, self.lines = page, title, []

    def shown(self):
        """Its indented lines that are commands."""
        lines = (line[4:] for line in self.lines if line.startswith("    "))
        return [without_remark(line) for line in lines if COMMAND.match(line)]

    def said(self):
        """The commands within its sentences; a program's bare name is none."""
        codes = (code for line in self.lines for code in CODE.findall(line))
        return [code for code in codes if COMMAND.match(code) and " " in code]

    def text(self):
        return " ".join(" ".join(self.lines).split())

    def find(self, wanted):
        """The one command that begins so, shown as a line or written as code; or, after a `~`,
        a piece of its text. Raises KeyError where it is not there, or not once."""
        if wanted.startswith("~"):
            if wanted[1:] not in self.text():
                raise KeyError(f'{self.page}, "{self.title}" no longer says: {wanted[1:]}')
            return wanted[1:]
        found = {line for line in self.shown() if line.startswith(wanted)}
        if not found:
            found = {code for line in self.lines for code in CODE.findall(line)
                     if code.startswith(wanted)}
        if wanted in found:
            return wanted
        if len(found) != 1:
            raise KeyError(f'{self.page}, "{self.title}" shows {len(found)} commands that begin '
                           f'with: {wanted}')
        return found.pop()


def read_sections(path, name):
    """The sections of one page by title; what stands above the first `##` has the page's title."""
    sections = {}
    section = None
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith("#") and " " in line:
            section = Section(name, line.lstrip("#").strip())
            sections[section.title] = section
        elif section:
            section.lines.append(line)
    return sections


class Pages:
    def __init__(self, source):
        root = pathlib.Path(source)
        paths = [root / "README.md", root / "HACKING.md", *sorted((root / "docs").glob("*.md"))]
        self.pages = {str(path.relative_to(root)): read_sections(path, str(path.relative_to(root)))
                      for path in paths}

    def section(self, page, title):
        if title not in self.pages.get(page, {}):
            raise KeyError(f'{page} has no section "{title}"')
        return self.pages[page][title]

    def all_shown(self):
        """(page, section, command) of every command line that is shown, and of every command that a
        guide names at all."""
        for page, sections in self.pages.items():
            for title, section in sections.items():
                said = section.said() if page.startswith(GUIDES) else []
                for command in section.shown() + said:
                    yield page, title, command
