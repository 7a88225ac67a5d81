#!/usr/bin/env python3
"""What README and docs tell a reader to do, done literally, as a script.

Usage: first_hour.py PART BUILD SOURCE

PART is `files`, `daemon`, `money` or `screens`, a module tasks_PART.py beside this one; or
`coverage`, which looks whether every command that a page shows is run by a task. A task names page,
section and how its commands begin; the commands themselves are read from the page, so that a page
that changes is tried as it is then. Prints a line a task and `N of N`.
"""
import importlib
import signal
import sys
import time
import traceback

from house import House
from pages import GUIDES, Pages

PARTS = ("files", "daemon", "money", "screens")
# (page, how the line begins): why no task runs it.
NOT_RUN = {
    ("README.md", "./sabot test"): "runs this test, too",
    ("docs/audit.md", "./sabot build"): "was run: these programs come from it",
    ("HACKING.md", ""): "for developers; the suites and targets are run as such",
    ("docs/daemon.md", "systemd-"): "as root, on a machine with systemd: tests/vm/service.sh",
    ("docs/daemon.md", "systemctl"): "as root, on a machine with systemd: tests/vm/service.sh",
    ("docs/daemon.md", "install -D"): "as root, after an installation: tests/packaging",
    ("docs/daemon.md", "editor"): "a person's work",
    ("docs/daemon.md", "sudo -u sabot"): "as root; run as `sabotctl key create`",
    ("docs/daemon.md", "./sabot deb"): "as root, in an empty Debian: tools/try-packages.sh",
    ("docs/coverage.md", "./sabot coverage"): "minutes, by command",
    ("docs/daemon.md", "./sabot repo"): "as root, in an empty Debian: tools/try-packages.sh",
    ("docs/storage.md", "systemctl"): "as root, on a machine with a TPM: daemon-tpm has its own",
    ("docs/access.md", "systemctl"): "as root; the task stops and starts the daemon",
    ("docs/daemon.md", "sabotd --check-config"): "reads /etc/sabot: run with --config",
    ("docs/architecture.md", "sabotctl"): "a drawing, no command",
    ("docs/daemon.md", "sabotctl setup"): "tests/cli/setup-test.py, on a terminal; tests/vm",
    ("docs/guide-technician", "sabotctl setup"): "tests/cli/setup-test.py, on a terminal; tests/vm",
    ("docs/guide-technician", "sabotctl doctor"): "tests/cli/doctor-test.py",
    ("docs/keep.md", "install -D"): "as root, after an installation",
    ("docs/keep.md", "editor"): "a person's work",
    ("docs/keep.md", "systemctl"): "as root, on a machine with systemd",
    ("docs/keep.md", "sabot-keep"): "tests/packaging/test-keep.py",
    ("docs/witness.md", ""): "with a witness of its own: the test witness-house",
    ("docs/records.md", "systemctl"): "as root, with systemd: systemd-files has the unit",
    ("docs/operations.md", ""): "with a PostgreSQL of its own: the test floor-pg",
    ("docs/hub.md", ""): "with several daemons of its own: the test daemon-hub",
    ("docs/disputes.md", "ninja"): "the build has made it",
}


class Task:
    def __init__(self, page, section, commands, run):
        self.page, self.section, self.commands, self.run = page, section, commands, run
        self.what = (run.__doc__ or run.__name__.replace("_", " ")).strip()

    def resolve(self, pages):
        section = pages.section(self.page, self.section)
        return [section.find(command) for command in self.commands]


def tasks_of(part):
    """The part's tasks, in the order of the file."""
    module = importlib.import_module(f"tasks_{part}")
    return [Task(page, section, commands, run) for page, section, commands, run in module.TASKS]


def first_number(part):
    return 1 + sum(len(tasks_of(before)) for before in PARTS[:PARTS.index(part)])


def run_part(part, build, source):
    pages, tasks = Pages(source), tasks_of(part)
    house, passed = House(build, source), 0
    try:
        for number, task in enumerate(tasks, first_number(part)):
            began = time.monotonic()
            try:
                task.run(house, *task.resolve(pages))
                passed += 1
                verdict = "ok"
            except Exception as error:  # whatever it is, the next task is tried
                verdict = f"NOT OK: {error}"
                traceback.print_exc()
            print(f"{number:3} {task.page} [{task.section}] {task.what} "
                  f"({time.monotonic() - began:.1f} s): {verdict}", flush=True)
    finally:
        house.close()
    left = house.root.exists()
    print(f"{passed} of {len(tasks)}{': a directory was left behind' if left else ''}")
    return 0 if passed == len(tasks) and not left else 1


def check_coverage(source):
    """Every command that is shown is run, or is known not to be and why."""
    pages, tasks = Pages(source), [task for part in PARTS for task in tasks_of(part)]
    run, faults = set(), []
    for task in tasks:
        try:
            run.update((task.page, command) for command in task.resolve(pages))
        except KeyError as error:
            faults.append(error.args[0])
    shown = list(pages.all_shown())
    for page, section, command in shown:
        excused = any(page.startswith(there) and command.startswith(begins)
                      for there, begins in NOT_RUN)
        # A guide shows what other pages do, word by word.
        is_guides = page.startswith(GUIDES) and command in {ran for _, ran in run}
        if (page, command) not in run and not excused and not is_guides:
            faults.append(f"{page} [{section}]: no task runs: {command}")
    print("\n".join(faults + [f"{len(tasks)} tasks, {len(shown)} commands shown, "
                              f"{len(faults)} faults"]))
    return 1 if faults else 0


def main():
    part, build, source = sys.argv[1:4]
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # the house is taken down then, too
    return check_coverage(source) if part == "coverage" else run_part(part, build, source)


if __name__ == "__main__":
    sys.exit(main())
