#!/usr/bin/env python3
"""Sabot's packages on a machine that systemd runs, with AppArmor in its kernel: units, sockets,
timers and the kiosk's session work, shut in as they are. Inside the virtual machine of
tests/vm/run.py, as root.

usage: test_packages.py [TEST…]
"""
import os
import pathlib
import pwd
import re
import subprocess
import time
import unittest

PIN = "271828"
CONFIG = pathlib.Path("/etc/sabot/sabotd.conf")
STATE = pathlib.Path("/var/lib/sabot")
KEPT = pathlib.Path("/srv/kept")
PROFILES = {"sabotd", "sabot-keep", "sabot-forward", "sabot-witness", "sabotctl", "sabot-print",
            "sabot-shoe", "sabot-pit", "sabot-dealer", "sabot-board"}
SHOE = """
[device shoe-1]
driver = sim
transport = tcp:127.0.0.1:4999
[table PB-02]
rules = punto-banco-es
device = shoe-1
simulated = yes
"""
ANSWERS = """[daemon]
site = Casino Norte
[table PB-01]
rules = punto-banco-es
[setup]
admin = Ada
"""
WITNESS = """[witness]
listen = 127.0.0.1:4780
state = /var/lib/sabot-witness/witness.db
key = /var/lib/sabot-witness/witness.key
[log norte]
origin = sabot/{origin}
key = {key}
"""
FORWARD = "[forward]\ncore = postgresql://pit@127.0.0.1:1/sabot\nsite = Norte\n"
DEADLINE_S = 400  # a machine that is emulated on a busy one


def run(*command, status=0, **options):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True,
                          timeout=900, **options)
    assert status is None or done.returncode == status, (
        f"{command}: {done.returncode}: {done.stdout}{done.stderr}"
        f"{run('journalctl', '-n', '30', '--no-pager', status=None) if status == 0 else ''}")
    return done.stdout + done.stderr


def show(unit, name):
    return run("systemctl", "show", "--value", "--property", name, unit).strip()


def wait_for(condition, what):
    deadline = time.monotonic() + DEADLINE_S
    while time.monotonic() < deadline:
        if condition():
            return
        time.sleep(0.5)
    raise AssertionError(f"waited {DEADLINE_S} s for {what}")


def profile_of(pid):
    return pathlib.Path(f"/proc/{pid}/attr/current").read_text().strip()


def processes(program):
    return [int(pid) for pid in run("pidof", program, status=None).split()]


def denied():
    """What AppArmor has denied since the start, one line each."""
    said = run("dmesg")
    return [line for line in said.splitlines() if 'apparmor="DENIED"' in line]


def write(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


class Packages(unittest.TestCase):
    """In the order of their names, on one machine; the first that fails is the last."""

    def test_1_profiles_are_enforced(self):
        self.assertEqual(pathlib.Path("/sys/module/apparmor/parameters/enabled").read_text(), "Y\n")
        loaded = dict(re.fullmatch(r"(.*) \((\w+)\)", line).groups() for line in pathlib.Path(
            "/sys/kernel/security/apparmor/profiles").read_text().splitlines())
        self.assertEqual({name: loaded.get(name) for name in PROFILES},
                         {name: "enforce" for name in PROFILES})

    def test_2_it_is_set_up(self):
        write(pathlib.Path("/run/answers"), ANSWERS)
        said = run("sabotctl", "setup", "--answers", "/run/answers", input=PIN + "\n")
        self.assertIn("The daemon runs as the service sabotd.", said)
        self.assertEqual(profile_of(show("sabotd.service", "MainPID")), "sabotd (enforce)")
        self.assertEqual(pathlib.Path(f"/proc/{show('sabotd.service', 'MainPID')}").stat().st_uid,
                         pwd.getpwnam("sabot").pw_uid)
        self.assertEqual(show("sabotd.socket", "ActiveState"), "active")
        self.assertEqual(run("sabotctl", "self-check").splitlines()[-1].split(", ", 1)[1],
                         "0 changed, 0 missing")

    def test_3_a_shoe_is_dealt(self):
        CONFIG.write_text(CONFIG.read_text() + SHOE)
        run("systemctl", "restart", "sabotd.service")
        said = run("sabot-shoe", "--tcp", "4999", "--driver", "ref", "--dealer", "--table", "PB-02",
                   "--pace", "max", "--rounds", "10", "--quiet", "--as", "Ada", input=PIN + "\n")
        self.assertNotIn("sabot-shoe:", said)
        self.assertIn('sabot_table_rounds_total{table="PB-02"} 10\n', run("sabotctl", "metrics"))

    def test_4_who_comes_first_waits_for_the_daemon(self):
        """The socket is systemd's: a client that comes while there is no daemon starts it."""
        run("systemctl", "stop", "sabotd.service")
        self.assertEqual(show("sabotd.socket", "ActiveState"), "active")
        self.assertIn("PB-02", run("sabotctl", "status", status=None))
        self.assertEqual(show("sabotd.service", "ActiveState"), "active")

    def keep(self):
        identity = run("age-keygen", "-o", "/opt/identity")
        write(pathlib.Path("/etc/sabot/backup.recipients"),
              re.search(r"age1\w+", identity)[0] + "\n")
        write(pathlib.Path("/etc/sabot/house.pub"),
              run("sabotctl", "key", "show", "--state", STATE).splitlines()[0] + "\n")
        for name in ("backups", "checkpoints"):
            (KEPT / name).mkdir(parents=True)
            os.chown(KEPT / name, pwd.getpwnam("sabot").pw_uid, -1)
        write(pathlib.Path("/etc/sabot/keep.conf"),
              f"BACKUP_TO={KEPT}/backups\nCHECKPOINT_TO={KEPT}/checkpoints\n")

    def test_5_timers_keep_what_is_to_be_kept(self):
        self.keep()
        timers = [f"sabot-{what}.timer" for what in ("backup", "verify", "checkpoint")]
        run("systemctl", "enable", "--now", *timers)
        listed = run("systemctl", "list-timers", "--no-pager")
        for timer in timers:
            self.assertIn(timer, listed)
            # As on each day at that hour, but now.
            write(pathlib.Path(f"/run/systemd/system/{timer}.d/now.conf"),
                  "[Timer]\nRandomizedDelaySec=0\nOnActiveSec=1s\n")
        run("systemctl", "daemon-reload")
        run("systemctl", "restart", *timers)
        for timer in timers:
            unit = timer.replace(".timer", ".service")
            wait_for(lambda unit=unit: show(unit, "ExecMainExitTimestamp") and
                     show(unit, "ActiveState") in ("inactive", "failed"), f"the end of {unit}")
            self.assertEqual(show(unit, "Result"), "success",
                             run("journalctl", "--no-pager", "-u", unit))
        (backup,) = (KEPT / "backups").glob("*.whole.age")
        self.assertTrue([*(KEPT / "checkpoints").glob("checkpoint-*.note")])
        run("/usr/libexec/sabot/sabot-keep", "restore", "/opt/identity", backup, "/opt/back.db")
        run("sabotctl", "verify", "/opt/back.db", "--key", "/etc/sabot/house.pub")

    def test_6_a_profile_holds(self):
        """What the daemon's profile does not allow, the same program may not do under it, as
        root."""
        before = len(denied())
        for profile, command in (
                ("sabotd", ["sabotctl", "audit", "/etc/shadow"]),
                ("sabotd", ["sabotctl", "backup", "/opt/stolen.db"]),
                ("sabot-keep", ["sabotctl", "verify", "/opt/back.db", "--key",
                                "/etc/sabot/house.pub"])):
            said = run("aa-exec", "-p", profile, "--", *command, status=None)
            self.assertIn("ermission denied", said)
        self.assertFalse(pathlib.Path("/opt/stolen.db").exists())
        self.assertGreater(len(denied()), before)
        type(self).planted = set(denied()[before:])

    def test_7_the_units_are_shut_in(self):
        for unit in ("sabotd", "sabot-forward", "sabot-witness", "sabot-backup", "sabot-verify",
                     "sabot-checkpoint"):
            said = run("systemd-analyze", "security", "--no-pager", "--threshold=20",
                       f"{unit}.service")
            print(unit, said.splitlines()[-1].strip())
        # The daemon sees a system that it cannot write to.
        mounts = pathlib.Path(f"/proc/{show('sabotd.service', 'MainPID')}/mounts").read_text()
        self.assertRegex(mounts, r"(?m)^\S+ / \S+ ro,")
        status = pathlib.Path(f"/proc/{show('sabotd.service', 'MainPID')}/status").read_text()
        self.assertRegex(status, r"(?m)^CapEff:\s0{16}$")
        self.assertRegex(status, r"(?m)^Seccomp:\s2$")

    def test_8_witness_and_forwarder(self):
        checkpoint = run("sabotctl", "checkpoint", "--state", STATE)
        write(pathlib.Path("/etc/sabot/sabot-witness.conf"), WITNESS.format(
            origin=re.search(r"^sabot-checkpoint/\d (\w+)", checkpoint, re.M)[1],
            key=run("sabotctl", "key", "show", "--state", STATE).splitlines()[0]))
        write(pathlib.Path("/etc/sabot/sabot-forward.conf"), FORWARD)
        for unit in ("sabot-witness", "sabot-forward"):
            run("systemctl", "start", unit)
            wait_for(lambda unit=unit: show(unit, "ActiveState") == "active", unit)
            self.assertEqual(profile_of(show(unit, "MainPID")), f"{unit} (enforce)")
        wait_for(lambda: ":12AC " in pathlib.Path("/proc/net/tcp").read_text(), "the witness")
        # Its core is away, which it says; the daemon's log is read all the same.
        wait_for(lambda: "PB-02" in run("sabotctl", "forward", "status", status=None),
                 "the forwarder's status")
        self.assertEqual(show("sabot-forward", "NRestarts"), "0")

    def test_9_a_screen_that_nobody_logs_in_at(self):
        run("useradd", "--create-home", "--groups", "sabot", "pit")
        home = pwd.getpwnam("pit").pw_dir
        write(pathlib.Path("/etc/sabot/kiosk-dealer"), "--table=PB-01\n")
        # What a display manager does: an X server, and the session of share/xsessions.
        session = pathlib.Path("/usr/share/xsessions/sabot-dealer.desktop").read_text()
        command = re.search(r"^Exec=(.*)$", session, re.M)[1].split()
        with subprocess.Popen(["setpriv", "--reuid=pit", "--regid=pit", "--init-groups", "env",
                               "-i", f"HOME={home}", "PATH=/usr/bin:/bin", "LC_ALL=C.UTF-8",
                               "dbus-run-session", "xvfb-run", "--auto-servernum", *command],
                              stdout=subprocess.DEVNULL, start_new_session=True) as kiosk:
            wait_for(lambda: processes("sabot-dealer"), "the dealer's display")
            (first,) = processes("sabot-dealer")
            self.assertEqual(profile_of(first), "sabot-dealer (enforce)")
            os.kill(first, 9)
            wait_for(lambda: processes("sabot-dealer") not in ([], [first]),
                     "the display to be there again")
            os.killpg(kiosk.pid, 15)

    def test_a_upgrade_while_it_runs(self):
        """The same packages over themselves: the daemon is started again, and goes on."""
        before = show("sabotd.service", "MainPID")
        debs = [str(path) for path in pathlib.Path("/srv/debs").glob("*.deb")
                if path.name.startswith(("sabotd_", "sabot-tools_", "sabot-common_"))]
        run("dpkg", "--force-unsafe-io", "-i", *debs)
        wait_for(lambda: show("sabotd.service", "ActiveState") == "active", "the daemon")
        self.assertNotEqual(show("sabotd.service", "MainPID"), before)
        self.assertIn("PB-02", run("sabotctl", "status", status=None))
        self.assertEqual(profile_of(show("sabotd.service", "MainPID")), "sabotd (enforce)")
        for what in ("backup", "verify", "checkpoint"):
            self.assertEqual(show(f"sabot-{what}.timer", "ActiveState"), "active")

    def test_b_nothing_else_was_denied(self):
        self.assertEqual([line for line in denied() if line not in self.planted and
                          "sabot" in line], [])

    def test_c_doctor(self):
        self.assertNotIn("WRONG", run("sabotctl", "doctor", status=None))


if __name__ == "__main__":
    program = unittest.main(verbosity=2, exit=False, failfast=True)
    print(*denied(), sep="\n")
    failed = len(program.result.failures) + len(program.result.errors)
    print(f"\nguest: {program.result.testsRun - failed} passed, {failed} failed", flush=True)
