"""Tasks at a screen: the pit's console and the dealer's display are started as their pages say."""
import pathlib
import re
import sys

TASKS = []
HOUSE = """
[table PB-01]
rules=punto-banco-es
set.burn=0

[table PR-01]
rules=punto-banco-es
simulated=yes
"""


def task(page, section, *commands):
    """A task of that section; its commands are read there and handed to it."""
    def add(run):
        TASKS.append((page, section, commands, run))
        return run
    return add


def show(house, command, wanted, words=None):
    """Start a program and wait until something of that name (a pattern) is on its screen."""
    sys.path.insert(0, str(pathlib.Path(house.source) / "tests/gui"))
    from screen import Screen
    process = house.begin(command, words)
    Screen(process.pid, 100).wait_for_name(re.compile(wanted, re.S))
    assert process.poll() is None, house.printed(process)
    house.end(process)


@task("docs/connect.md", "Start", "build/gui/sabot-pit")
def the_pits_screen_of_a_new_daemon(house, command):
    house.run("sabotctl key create", more=f"--state {house.state}")
    house.configure(HOUSE, daemon="listen=127.0.0.1:0\n")
    house.run("sabotctl cert create", more=f"--state {house.state}")
    house.start()
    show(house, command, ".*PB-01.*")


@task("docs/console.md", "The pit's console", "sabot-pit", "sabot-pit --connect /run/sabot")
def the_pits_console(house, usual, by_socket):
    show(house, usual, ".*PB-01.*")
    show(house, by_socket, ".*PB-01.*")


@task("docs/console.md", "The pit's console", "sabot-pit --connect tls:")
def the_console_over_the_network(house, command):
    """two certificates, then the console over TLS"""
    house.run("sabotctl cert create --name pit-1")
    house.run("sabotctl cert allow pit-1 .config/sabot/machine.crt --role pit --tables all",
              words={".config": house.root / ".config"})
    port = house.wait_until_it_says(house.daemon, r"come in at port (\d+)")[1]
    fingerprint = re.search(r"[0-9a-f]{64}", house.run(f"sabotctl cert show --state {house.state}"))
    house.notes["tls"] = f"127.0.0.1:{port}#{fingerprint[0]}"
    show(house, command, ".*PB-01.*", {"sabot.example:4747#2c5258ce…": house.notes["tls"]})


@task("docs/access.md", "Machines", "sabot-pit")
def the_console_as_the_page_of_machines_says(house, command):
    show(house, f"env SABOT_SOCKET=tls:{house.notes['tls']} {command}", ".*PB-01.*")


@task("docs/dealer.md", "The dealer's display", "sabot-dealer --table PB-01",
      "sabot-dealer --table PB-01 --connect")
def the_dealers_display(house, here, over_tls):
    show(house, here, ".*[Nn]ew load.*")
    show(house, over_tls, ".*[Nn]ew load.*", {"tls:…": f"tls:{house.notes['tls']}"})


@task("docs/board.md", "The guests' board", "sabot-board --table PB-01 --fullscreen",
      "sabot-board --table PB-01 --table PB-02", "sabot-board",
      "sabot-board --table PB-01 --connect")
def the_guests_board(house, one, wall, all_tables, over_tls):
    show(house, one, "PB-01")
    show(house, wall, "PB-01")
    show(house, all_tables, "PB-01")
    show(house, over_tls, "PB-01", {"tls:…": f"tls:{house.notes['tls']}"})


@task("docs/board.md", "The house's theme", "~[house]")
def a_theme_of_the_house(house, _):
    show(house, "sabot-board --theme docs/examples/board-theme.ini", "PB-01")


@task("docs/connect.md", "Without a shoe", "build/gui/sabot-dealer --train")
def a_training_from_the_build_directory(house, command):
    show(house, command, "No more bets")


@task("docs/connect.md", "Without a shoe", "build/gui/sabot-dealer --practice PR-01")
def a_practice_from_the_build_directory(house, command):
    show(house, command, "PRACTICE · PR-01")


@task("docs/dealer.md", "Practice", "sabot-dealer --practice PR-01", "~[table PR-01]")
def a_practice(house, command, _):
    show(house, command, "PRACTICE · PR-01")


@task("docs/dealer.md", "Training", "sabot-dealer --train", "sabot-dealer --train --game",
      "sabot-dealer --train --profile")
def trainings(house, *commands):
    for command in commands:
        show(house, command, "No more bets")


@task("docs/console.md", "Pictures", "~takes the pictures in [screens](screens)")
def every_picture_of_a_page_is_there(house, _):
    for page in [house.source / "README.md", *(house.source / "docs").glob("*.md")]:
        for link in re.findall(r"\(((?:docs/)?screens/[\w-]+\.png)\)", page.read_text()):
            picture = page.parent / link
            assert picture.read_bytes()[:4] == b"\x89PNG", link
    house.stop()
