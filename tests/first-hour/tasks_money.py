"""Tasks of a house with persons: table money and the seal of a shift, a dispute by the daemon."""
import json
import re

from house import ROLES, closed_shift

TASKS = []
HOUSE = """
[house]
gaming_day=06:00
shifts=day 06:00, swing 14:00, night 22:00
time_zone=UTC
[table PB-01]
rules=punto-banco-es
"""
DISPUTE = """
[table PB-03]
rules=punto-banco-es
set.burn=0
camera=cam-3
"""


def task(page, section, *commands):
    """A task of that section; its commands are read there and handed to it."""
    def add(run):
        TASKS.append((page, section, commands, run))
        return run
    return add


def signers(command):
    return re.findall(r"--(?:as|second) (\w+)", command)


def write(house, command, **words):
    """Write a document of a shift that is over; who signs types his PIN."""
    return house.run(command, words={"7": house.notes.get("slip", 7), **words},
                     stdin=house.pins(*signers(command)), more=f"--shift {closed_shift()}/swing")


def number_of(printed):
    """Of a slip, as it was printed when it was requested or reserved."""
    return re.search(r"no\. (\d+)", printed)[1]


@task("docs/access.md", "Beginning", "~There is no default PIN")
def open_a_house_with_persons(house, _):
    key = house.run("sabotctl key create", more=f"--state {house.state}")
    house.key = re.search(r"\S+\+[0-9a-f]{8}\+\S+", key)[0]
    house.configure(HOUSE)
    house.start()
    house.make_persons(*ROLES)
    house.run("sabotctl user list", says="Ada.*Sam")


@task("docs/shift.md", "Closing a shift", "sabotctl shift open", "sabotctl shift tables")
def look_at_the_shift_that_runs(house, is_open, tables):
    house.run(is_open, status=1, says="running")
    house.run(tables, says="opener")


@task("docs/shift.md", "Writing it down", "sabotctl count PB-01 opener")
def count_the_opener(house, command):
    write(house, command)


@task("docs/shift.md", "Writing it down", "sabotctl slip request", "sabotctl slip issue",
      "sabotctl slip receive")
def a_fill_in_three_parts(house, request, issue, receive):
    house.notes["slip"] = number_of(write(house, request))
    day = f"--day {closed_shift()}"
    write(house, f"{issue} {day}")
    write(house, f"{receive} {day}")


@task("docs/shift.md", "Writing it down", "sabotctl marker issue", "sabotctl drop")
def a_marker_and_a_drop_box(house, marker, drop):
    write(house, marker)
    write(house, drop)


@task("docs/shift.md", "Writing it down", "sabotctl count PB-01 closer", "sabotctl shift tables")
def count_the_closer(house, closer, tables):
    write(house, closer)
    house.run(tables, more=f"--shift {closed_shift()}/swing", says="PB-01")


@task("docs/shift.md", "The main bank", "sabotctl bank opener", "sabotctl bank in",
      "sabotctl bank closer", "sabotctl bank")
def count_the_main_bank(house, opener, came, closer, show):
    for command in (opener, came, closer):
        write(house, command)
    house.run(show, more=f"--shift {closed_shift()}/swing", says="float +354,500.00")


@task("docs/shift.md", "Other chips, foreign money, tips", "sabotctl exchange in",
      "sabotctl tronc")
def foreign_money_and_tips(house, exchange, tronc):
    printed = write(house, exchange)
    assert "92.15" in printed, printed
    write(house, tronc)


@task("docs/shift.md", "Why it won that", "sabotctl shift reckon --shift",
      "sabotctl shift reckon PB")
def what_explains_the_win(house, of_shift, of_table):
    words = {"2026-11-21": closed_shift(), "PB-05": "PB-01"}
    config = f"--config {house.root}/etc/sabot/sabotd.conf"
    house.run(f"{of_shift} --as Sam || [ $? = 1 ]", words=words, stdin=house.pins("Sam"),
              says="PB-01")
    printed = house.run(f"{of_table} --shift {closed_shift()}/swing --as Sam 2>/dev/null"
                        " || [ $? = 1 ]", words=words, stdin=house.pins("Sam"))
    assert "PB-01" in printed and json.loads(printed.splitlines()[0]), (config, printed)


@task("docs/shift.md", "Closing it", "sabotctl shift open --shift", "sabotctl shift seal")
def close_and_seal_the_shift(house, is_open, seal):
    words = {"2026-11-21": closed_shift()}
    listed = house.run(f"{is_open} --json || [ $? = 1 ]", words=words)
    for item in sorted(set(re.findall(r'"item": ?"(\w+)"', listed))):
        write(house, f"sabotctl shift remark {item} 'as it was found' --as Sam")
    house.run(seal, words=words, stdin=house.pins("Sam", "Pia"), says="sealed")
    house.run(f"sabotctl shift show --shift {closed_shift()}/swing", says="sealed and signed")


@task("docs/shift.md", "After the seal", "sabotctl shift documents", "sabotctl count PB-01")
def amend_what_was_sealed(house, documents, count):
    words = {"2026-11-21": closed_shift()}
    printed = house.run(documents, words=words)
    closer = max(row["n"] for row in map(json.loads, printed.splitlines())
                 if row["ev"] == "count" and row.get("do") == "closer")
    house.run(count, words={**words, "41": closer}, stdin=house.pins("Sam", "Pia"),
              says="closer")
    house.run(f"sabotctl shift show --shift {closed_shift()}/swing", says="amended since")


@task("docs/shift.md", "Slips", "sabotctl slip paper 20", "sabotctl slip request PB-01 fill")
def paper_slips_and_their_numbers(house, paper, request):
    printed = house.run(paper + " --as Pia", stdin=house.pins("Pia"))
    number = number_of(printed)
    now = house.run("date -u +%Y-%m-%dT%H:%M:%SZ").strip()
    house.run(request + " --as Pia", stdin=house.pins("Pia"),
              words={"8": number, "2026-11-21T23:10:00Z": now})


@task("docs/reports.md", "The reports", "~every fill and credit slip with its parts and signers")
def reports_of_the_sealed_shift(house, _):
    more = f"--shift {closed_shift()}/swing --as Sam"
    for name in ("table-shift", "fill-credit", "inventory", "cash"):
        house.run(f"sabotctl report {name}", more=more, stdin=house.pins("Sam"), says="PB-01")
    house.run("sabotctl report fill-credit", more=more, stdin=house.pins("Sam"),
              says="Cai +Dee, Sam")


# --- A dispute, by the daemon --------------------------------------------------------------------

def dispute_words(house):
    return {"211": house.notes["round"], "18": house.notes["incident"]}


@task("docs/disputes.md", "Find", "sabotctl log --table PB-03 --incident 18 --story",
      "sabotctl replay --table", "sabotctl what-if --table")
def a_dispute_asked_of_the_daemon(house, story, replay, what_if):
    house.stop()
    house.configure(HOUSE + DISPUTE)
    house.start()
    dealer = house.connect("Dan")
    for event in ({"ev": "load", "decks": 6},
                  {"ev": "bet", "box": 3, "on": "punto", "amount": 1000}, {"ev": "no_more_bets"},
                  *({"ev": "card", "card": card, "src": "manual"}
                    for card in ("4C", "4D", "TS", "KS", "7C")),
                  {"ev": "result", "winner": "punto"}, {"ev": "unload", "left": 307}):
        reply = dealer.event("PB-03", **event)
        for line in reply["out"]:
            if line.get("out") == "incident" and line["code"] == "card_in_excess":
                house.notes["incident"] = line["id"]
            if line.get("out") == "round":
                house.notes["round"] = line["round"]
    dealer.close()
    words, pin = dispute_words(house), house.pins("Pia")
    house.run(story, words=words, stdin=pin, says="INCIDENT")
    house.run(replay, words=words, stdin=pin, says="Punto: ")
    house.run(what_if, words=words, stdin=pin, status=1, says="void")


@task("docs/disputes.md", "Pictures from surveillance", "sabotctl review request",
      "sabotctl review list --o",
      "sabotctl review deliver", "sabotctl review refuse", "sabotctl review list /mnt")
def pictures_asked_of_surveillance(house, request, listed, deliver, refuse, offline):
    words = dispute_words(house)
    number = re.search(r"\d+", house.run(request, words=words, stdin=house.pins("Pia")))[0]
    house.run(listed, status=1, says="PB-03")
    house.run(refuse, words={"4711": number}, stdin=house.pins("Eye"))
    (house.cwd / "clip-17.mp4").write_bytes(b"pictures")
    house.run(deliver, words={"4711": number}, stdin=house.pins("Eye"))
    house.run(f"sabotctl backup {house.root}/mnt/backup/sabot.db --state {house.state} --key KEY",
              words={"KEY": f"'{house.key}'"})
    house.run(offline, says="clip 2026-05-03/17")


@task("docs/disputes.md", "A case file", "sabotctl case create --table PB-03 --incident 18 --out")
def a_case_file_by_the_daemon(house, create):
    """a file of several pages, by a person who has logged in; proven with the house's key"""
    house.run(create, words=dispute_words(house), more="--as Pia", stdin=house.pins("Pia"))
    [case] = house.cwd.glob("PB-03-*.case")
    assert case.stat().st_size > 36 * 1024, case.stat()
    house.run(f"sabotctl verify {case} --key KEY", words={"KEY": f"'{house.key}'"})


@task("docs/reports.md", "On paper", "sabotctl report table-shift --shift")
def print_on_a_queue(house, command):
    """A program of the name `lp` takes it, as CUPS would."""
    paper, printer = house.root / "tmp/paper", house.root / "bin/lp"
    printer.write_text(f'#!/bin/sh\n[ "$2" = -dcage-1 ] && cat >{paper}\n', encoding="utf-8")
    printer.chmod(0o755)
    house.run(command, words={"2026-11-21/night": f"{closed_shift()}/swing"},
              stdin=house.pins("Sam"))
    assert paper.read_bytes().startswith(b"%PDF")


@task("docs/reports.md", "From the daemon", "~Without `FILE` the daemon makes the report")
def a_report_of_several_pages_by_a_person(house, _):
    house.run("sabotctl report exceptions --format pdf --out pages.pdf --as Sam",
              stdin=house.pins("Sam"))
    assert (house.cwd / "pages.pdf").read_bytes()[:4] == b"%PDF"
    house.stop()
