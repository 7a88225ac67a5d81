#!/usr/bin/env python3
"""AppArmor's profiles, judged by its own parser, which needs no kernel that has it: each program
that is installed has one that is enforced, each service names one.

usage: test-apparmor.py SOURCE_DIR

Exit status 77, skipped, without apparmor_parser.
"""
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

SOURCE = pathlib.Path(sys.argv[1])
PROFILES = sorted((SOURCE / "debian/apparmor").iterdir())
PARSER = shutil.which("apparmor_parser") or "/usr/sbin/apparmor_parser"
# What a unit's program does not need, and would be worth having for who breaks into it.
NEVER = (r"capability sys_admin", r"capability,", r"\bptrace", r"\bmount\b", r"complain",
         r"^  file,", r"network,", r"^  /(?!dev/)\S*\*\* [a-z]*w[a-z]*,$")
OF_UNITS = {"sabotd", "sabot-forward", "sabot-keep", "sabot-witness"}


def parse(path):
    done = subprocess.run([PARSER, "-Q", "-K", "-S", path], capture_output=True, check=False)
    said = [line for line in done.stderr.decode().splitlines()
            if not line.startswith("Cache read/write disabled")]  # a kernel without it
    return done.returncode, "\n".join(said)


def spell_out(pattern):
    """A path's braces: each path that they mean."""
    match = re.search(r"\{([^{}]*)\}", pattern)
    if not match:
        return {pattern}
    return set().union(*(spell_out(pattern[:match.start()] + part + pattern[match.end():])
                         for part in match[1].split(",")))


class Profiles(unittest.TestCase):
    def test_each_is_right(self):
        for path in PROFILES:
            self.assertEqual(parse(path), (0, ""), path.name)

    def test_a_wrong_one_is_noticed(self):
        with tempfile.NamedTemporaryFile("w") as wrong:
            wrong.write(PROFILES[0].read_text().replace("/** ", "/** zz "))
            wrong.flush()
            self.assertNotEqual(parse(wrong.name)[0], 0)

    def test_each_program_has_one(self):
        patterns = re.findall(r"^profile \S+ (/\S+)", "\n".join(
            path.read_text() for path in PROFILES), re.M)
        attached = set().union(*map(spell_out, patterns))
        for listed in (SOURCE / "debian").glob("*.install"):
            for program in re.findall(r"^(usr/(?:bin|libexec/sabot)/\S+)$", listed.read_text(),
                                      re.M):
                if program.endswith(("sabot-keep", "sabot-kiosk")):  # shell; a unit, a session
                    continue
                self.assertIn(f"/{program}", attached)

    def test_each_unit_names_one(self):
        named = {}
        for unit in (SOURCE / "packaging/systemd").glob("*.service.in"):
            profile = re.search(r"^AppArmorProfile=-(\S+)$", unit.read_text(), re.M)
            self.assertTrue(profile, unit.name)
            named.setdefault(profile[1], []).append(unit.name)
        self.assertEqual(set(named), OF_UNITS)
        for name in OF_UNITS:
            text = (SOURCE / "debian/apparmor" / name).read_text()
            self.assertIn(f"\nprofile {name} {{\n", text)  # of the unit's process, of no path

    def test_services_are_shut_in(self):
        for name in [*OF_UNITS, "sabot-print"]:
            text = (SOURCE / "debian/apparmor" / name).read_text()
            for line in text.splitlines():
                for never in NEVER:
                    if re.search(never, line) and not re.match(r"  (owner /|deny |#)", line):
                        self.fail(f"{name}: {line}")

    def test_the_daemon_writes_where_its_unit_lets_it(self):
        unit = (SOURCE / "packaging/systemd/sabotd.service.in").read_text()
        places = re.search(r"^ReadWritePaths=(.*)$", unit, re.M)[1].split() + ["/var/lib/sabot"]
        text = (SOURCE / "debian/apparmor/sabotd").read_text()
        for place in places:
            self.assertRegex(text, rf"(?m)^  owner {place}/\*\* rwkl?,$")
        for device in re.findall(r"^DeviceAllow=char-(\w+) rw$", unit, re.M):
            name = {"ttyS": r"tty\[SU\]\*", "usb_device": r"bus/usb/\*\*"}.get(device, device)
            self.assertRegex(text, rf"(?m)^  /dev/{name}\S* rwk?,$")

    def test_setup_may_give_the_daemon_its_places(self):
        """The directories, too: a rule for what is in one is none for itself."""
        made = re.findall(r"^d (/\S+) ", (SOURCE / "packaging/systemd/sabot.tmpfiles").read_text(),
                          re.M)
        self.assertTrue(made)
        rules = re.findall(r"^  (/\S+/) rw,$", (SOURCE / "debian/apparmor/sabotctl").read_text(),
                           re.M)
        allowed = set().union(*map(spell_out, rules)) if rules else set()
        self.assertLessEqual({f"{place}/" for place in made} | {"/etc/sabot/"}, allowed)

    def test_the_packages_have_them(self):
        rules = (SOURCE / "debian/rules").read_text()
        listed = "".join(path.read_text() for path in (SOURCE / "debian").glob("*.install"))
        for path in PROFILES:
            self.assertIn(f"debian/apparmor/{path.name} etc/apparmor.d\n", listed)
            self.assertRegex(rules, rf"--profile-name={path.name}\b")


if __name__ == "__main__":
    if not pathlib.Path(PARSER).exists():
        sys.exit(77)
    unittest.main(argv=sys.argv[:1])
