"""Tasks that need no daemon: logs, profiles, odds, databases, reports, recordings."""
import json
import re
import shutil
import sqlite3
import subprocess
import sys

import simulated
from house import wait_for

TASKS = []


def task(page, section, *commands):
    """A task of that section; its commands are read there and handed to it."""
    def add(run):
        TASKS.append((page, section, commands, run))
        return run
    return add


@task("README.md", "Try it", "./sabot demo")
def see_the_demonstration(house, demo):
    more = f"--seconds 4 --pace 600 --built {house.build}"
    display = house.environment.pop("DISPLAY", None)
    try:
        house.run(demo, more=more, says="Ada, admin: PIN .*PB-01")
    finally:
        if display:
            house.environment["DISPLAY"] = display


@task("README.md", "Try it", "./sabot help")
def list_the_verbs(house, command):
    house.run(command, says="demo .*test .*build ")


@task("docs/audit.md", "First: audit an example", "build/cli/sabotctl audit docs",
      "build/cli/sabotctl audit --text")
def audit_an_example(house, command, in_words):
    house.run(in_words, status=1, says="natural")
    house.run(command, status=1, says='"out": ?"incident".*card_in_excess.*"summary"')


@task("docs/event-log.md", "1. A first log", "sabotctl audit")
def audit_a_log_written_by_hand(house, command):
    """the first log of the contract, typed with a text editor"""
    text = (house.source / "docs/event-log.md").read_text()
    log = text.split("<!-- examples/first-look.ndjson -->")[1].split("`sabotctl")[0]
    (house.cwd / "mine.ndjson").write_text("\n".join(log.split()) + "\n")
    wanted = house.run(command)
    got = house.run("sabotctl audit mine.ndjson", says='"winner": "punto".*"incidents": {}')
    assert got == wanted, got


@task("docs/event-log.md", "1. A first log", "~exit status 2, and what is said")
def a_log_that_cannot_be_used(house, _):
    house.run("sabotctl audit docs/examples/not-usable.ndjson", status=2, says="line ")


@task("docs/audit.md", "What else an auditor asks", "sabotctl simulate p")
def simulate_with_planted_mistakes(house, command):
    printed = house.run(command, says="planted")
    rows = re.findall(r"planted +(\d+)  found +(\d+)", printed)
    assert rows and all(planted == found for planted, found in rows), printed


@task("docs/audit.md", "What else an auditor asks", "sabotctl odds", "sabotctl profile show")
def odds_and_rules_of_a_profile(house, odds, show):
    house.run(odds, says="banca .*0.4586")
    house.run(show, says="decks|barajas")


@task("docs/odds.md", "Odds", "build/cli/sabotctl odds punto-banco-es")
def odds_of_a_profile(house, command):
    house.run(command, says="878869206895680")


@task("docs/odds.md", "Odds", "build/cli/sabotctl odds punto-banco-es --set")
def odds_with_other_rules(house, command):
    assert json.loads(house.run(command))["coups"]["total"] == 4998398275503360


@task("docs/comply.md", "Clause by clause", "sabotctl comply --for nj",
      "sabotctl comply --for nj --json")
def what_a_regulator_demands(house, in_words, as_json):
    """clause by clause, with a record as `./sabot test` writes it when all pass"""
    record = house.cwd / "record"
    subprocess.run([sys.executable, "-B", house.source / "tools/make-test-record.py", house.build,
                    "0.1.0", record], check=True)
    record.write_text(re.sub(r"(?m)^(test \S+) .*", r"\1 passed", record.read_text()))
    house.notes["record"] = record
    house.run(in_words, more=f"--record {record}", says="13:69D-1.22.*house's duty")
    printed = house.run(as_json, more=f"--record {record}")
    assert json.loads(printed.splitlines()[-1])["out"] == "summary", printed


@task("docs/comply.md", "From a rule to its tests", "sabotctl comply --rules")
def which_test_names_which_rule(house, command):
    house.run(command, more=f"--record {house.notes['record']}",
              says="PB-10.*engine-punto-banco")


@task("docs/comply.md", "Clauses of the house's own", "sabotctl comply --for ./sala-norte.clauses")
def clauses_of_the_house(house, command):
    """the page's own file"""
    page = (house.source / "docs/comply.md").read_text()
    text = re.search(r"(    \[comply\]\n.*?runner's way\.)\n", page, re.S)[1]
    (house.cwd / "sala-norte.clauses").write_text(
        "\n".join(line[4:] for line in text.splitlines()) + "\n")
    house.run(command, more=f"--record {house.notes['record']}",
              says="IC-12.*daemon-slips.*runner")


@task("docs/comply.md", "Try an installation", "sabotctl lab --out", "sabotctl lab --check")
def try_an_installation(house, try_it, check):
    """some checks of few rounds; then the report that they left"""
    state = house.root / "tmp/lab-key"
    house.run(f"sabotctl key create --state {state}")
    key = house.run(f"sabotctl key show --state {state}").strip()
    house.run(try_it.replace("1000000", "3000"), more=f"--only faults,alarms --state {state}",
              status=1, says="faults +passed.*alarms +passed.*not all")
    house.run(check.replace("KEY", f"'{key}'"), status=1, says="Signed by that key")


@task("docs/rules.md", "The profiles", "sabotctl profile list")
def list_the_profiles(house, command):
    names = {path.stem for path in (house.source / "profiles").glob("*.conf")}
    printed = house.run(command)
    assert all(name in printed for name in names), printed


@task("docs/rules.md", "The profiles", "sabotctl profile show")
def a_profile_in_words(house, command):
    house.run(command, says="banca")


@task("docs/rules.md", "The profiles", "sabotctl profile check")
def check_a_profile_of_the_house(house, command):
    """the page's own profile, saved and checked; then with a key that is wrong"""
    page = (house.source / "docs/rules.md").read_text()
    text = re.search(r"(    \[profile\]\n    title=Punto y Banca, Sala Norte.*?)\n\n`game`", page,
                     re.S)[1]
    path = house.cwd / "sala-norte.conf"
    path.write_text("\n".join(line[4:] for line in text.splitlines()) + "\n")
    house.run(command)
    good = path.read_text()
    path.write_text(good.replace("decks=8", "decs=8"))
    house.run(command, status=2, says="decs")
    path.write_text(good)


@task("docs/rules.md", "The profiles", "sabotctl profile diff")
def compare_two_profiles(house, command):
    house.run(command, status=1, says="cut_min: 14 . 7")


@task("docs/disputes.md", "A year to try it on", "build/tools/make-year")
def make_a_year_to_try_it_on(house, command):
    house.notes["key"] = re.search(r"\S+\+[0-9a-f]{8}\+\S+", house.run(command, says="disputes"))[0]
    year = house.root / "tmp/year"
    disputes = json.loads((year / "disputes.json").read_text())
    dispute = next(d for d in disputes if d["table"] == "PB-03")
    house.notes["dispute"] = dispute
    with sqlite3.connect(f"file:{year}/sabot.db?mode=ro", uri=True) as database:
        (log,) = database.execute("SELECT id FROM log WHERE name = 'PB-03'").fetchone()
        at = dispute["at"][:16]
        (card,) = database.execute("SELECT seq FROM event WHERE log_id = ? AND ev = 'card' AND"
                                   " line LIKE ? ORDER BY seq DESC LIMIT 1",
                                   (log, f"%{at}%")).fetchone()
    house.notes["words"] = {
        "2026-05-03": dispute["at"][:10], "2026-05-04": dispute["at"][:8] +
        f"{int(dispute['at'][8:10]) + 1:02}", "2026-05": dispute["at"][:7],
        "211": dispute["round"], "18": dispute["incident"], "12": dispute["load"], "45210": card,
        "KEY": f"'{house.notes['key']}'"}
    shutil.copy(year / "sabot.db", house.root / "mnt/backup/sabot.db")
    shutil.copy(year / "sabot.db", house.root / "srv/backup/sabot.db")
    shutil.copy(year / "sabot.db", house.cwd / "sabot.db")
    shutil.copy(year / "sabot.db", house.database)
    shutil.copy(year / "signing.key", house.state)
    house.configure("[house]\nshifts=day 06:00, swing 14:00, night 22:00\ntime_zone=UTC\n"
                    "[table PB-03]\nrules=punto-banco-es\ncamera=cam-3\n")
    shutil.copy(house.root / "etc/sabot/sabotd.conf", house.cwd)


@task("docs/audit.md", "Verify that nobody changed it", "build/cli/sabotctl verify")
def verify_a_database_with_its_key(house, command):
    house.run(command, words=house.notes["words"])


@task("docs/audit.md", "Verify that nobody changed it", "tools/verify-log.py")
def verify_with_the_second_verifier(house, command):
    house.run(f"python3 {command} sabot.db --key KEY", words=house.notes["words"])


@task("docs/inspector.md", "Verify", "sabot-verify-log")
def an_inspector_verifies_a_log(house, command):
    house.run(command.replace("sabot-verify-log", "python3 tools/verify-log.py"),
              words=house.notes["words"], says='"intact"')


@task("docs/storage.md", "Verify", "~It exits with 0 and prints what is proven")
def a_changed_row_is_named(house, _):
    changed = house.cwd / "changed.db"
    shutil.copy(house.cwd / "sabot.db", changed)
    with sqlite3.connect(changed) as database:
        database.execute("DROP TRIGGER IF EXISTS event_no_update")
        for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'"
                                        " AND tbl_name = 'event'").fetchall():
            database.execute(f"DROP TRIGGER {name}")
        database.execute("UPDATE event SET line = replace(line, '\"', '\" ') WHERE seq = 1000")
    printed = house.run("sabotctl verify changed.db --json --key KEY", status=1,
                        words=house.notes["words"])
    assert json.loads(printed)["verdict"] == "changed", printed
    changed.unlink()


@task("docs/audit.md", "What else an auditor asks", "sabotctl log FILE", "sabotctl replay FILE",
      "sabotctl what-if FILE", "sabotctl case create FILE")
def what_an_auditor_asks(house, story, replay, what_if, case):
    words = {**house.notes["words"], "FILE": "sabot.db"}
    house.run(story, words=words, says="no more bets")
    house.run(replay, words=words, says="Card for the punto")
    house.run(what_if, words=words, status=1, says="void")
    house.run(case, words=words)


def found(house, command, **more):
    house.run(command, words={**house.notes["words"], **more}, says=r"time \(UTC\).*\d\n")


@task("docs/disputes.md", "Find", "sabotctl log /mnt/backup/sabot.db --table PB-03 --since")
def find_rounds_of_a_day(house, command):
    found(house, command)


@task("docs/disputes.md", "Find", "sabotctl log /mnt/backup/sabot.db --card")
def find_a_card_where_it_lay(house, command):
    found(house, command)


@task("docs/disputes.md", "Find", "sabotctl log /mnt/backup/sabot.db --amount")
def find_an_amount_and_a_person(house, command):
    """an amount that somebody staked, as the story of the dispute tells it"""
    story = house.run("sabotctl log sabot.db --table PB-03 --round 211 --story",
                      words=house.notes["words"])
    stake = re.search(r"stake: box \d+, ([\d.]+) on \S+ \((p\d+)\)", story)
    found(house, command, **{"500.00": stake[1], "p17": stake[2]})


@task("docs/disputes.md", "Find", "sabotctl log /mnt/backup/sabot.db --table PB-03 --incident")
def find_an_incident(house, command):
    found(house, command)


@task("docs/disputes.md", "A round's story", "sabotctl log /mnt/backup/sabot.db")
def a_story_with_the_journal(house, command):
    shutil.copy(house.source / "tests/devices/logs/angeleye2/clean-start.shoelog",
                house.cwd / "shoe-3.shoelog")
    house.run(command, words=house.notes["words"], says="INCIDENT")


@task("docs/disputes.md", "Replay", "sabotctl replay /mnt/backup/sabot.db --table PB-03 --round")
def replay_a_round(house, command):
    house.run(command, words=house.notes["words"], says="Punto: .*Banca: ")


@task("docs/disputes.md", "Replay", "sabotctl replay /mnt/backup/sabot.db --table PB-03 --incident",
      "sabotctl replay /mnt/backup/sabot.db --table PB-03 --load")
def replay_step_by_step(house, incident, load):
    house.run(incident, words=house.notes["words"], stdin="\n\nb\nq\n", says="stake|card|bets")
    house.run(load, words=house.notes["words"], stdin="\nq\n", says="#")


@task("docs/disputes.md", "Replay", "sabotctl replay /mnt/backup/sabot.db --verify")
def play_everything_again(house, command):
    house.run(command, says="as recorded")


@task("docs/disputes.md", "What if",
      "sabotctl what-if /mnt/backup/sabot.db --table PB-03 --round 211 --ruling")
def what_another_ruling_changes(house, command):
    house.run(command, words=house.notes["words"], status=1, says="void")


@task("docs/disputes.md", "What if",
      "sabotctl what-if /mnt/backup/sabot.db --table PB-03 --round 211 --read-as")
def what_another_card_changes(house, command):
    printed = house.run(f"{command} || [ $? = 1 ]", words=house.notes["words"])
    assert "differ" in printed or "identical" in printed, printed


@task("docs/disputes.md", "What if", "sabotctl what-if /mnt/backup/sabot.db --table PB-03 --month")
def what_another_commission_changes(house, command):
    house.run(command, words=house.notes["words"], status=1, says="rounds differ")


@task("docs/disputes.md", "A cue sheet", "sabotctl cue /mnt/backup/sabot.db --table PB-03 --inc",
      "sabotctl cue /mnt/backup/sabot.db --table PB-03 --round")
def a_cue_sheet(house, of_incident, of_round):
    house.run(of_incident, words=house.notes["words"], says="cam-3")
    house.run(of_round, words=house.notes["words"], says="PB-03")


@task("docs/disputes.md", "A case file", "sabotctl case create /mnt/backup/sabot.db")
def make_a_case_file(house, command):
    house.run(command, words=house.notes["words"])
    assert (house.cwd / "PB-03-18.case").exists() or list(house.cwd.glob("PB-03-*.case"))


@task("docs/disputes.md", "A case file", "sabotctl verify PB-03-18.case", "sabotctl case show",
      "sabotctl case extract", "verify-case.py", "sabotctl case persons")
def prove_show_and_open_a_case_file(house, verify, show, extract, second, persons):
    words = house.notes["words"]
    house.run(verify, words=words)
    house.run(show, words=words, says="INCIDENT")
    house.run(extract, words=words)
    house.run(persons, words=words, says="SHA-256 of the case file")
    house.run("python3 tools/" + second.replace("--out PB-03-18", "--out second"), words=words)
    for name in ("PB-03-18", "second"):
        assert (house.cwd / name / "report.pdf").read_bytes()[:4] == b"%PDF"


@task("docs/inspector.md", "Verify", "sabot-verify-case")
def an_inspector_verifies_a_case_file(house, command):
    house.run(command.replace("sabot-verify-case", "python3 tools/verify-case.py"),
              words=house.notes["words"], says='"intact"')


@task("docs/reports.md", "Reports", "sabotctl report list")
def list_the_reports(house, command):
    printed = house.run(command)
    page = (house.source / "docs/reports.md").read_text()
    assert all(name in printed for name in re.findall(r"^\| `([a-z-]+)` \| \w", page, re.M)
               if name not in ("text", "csv", "json", "pdf")), printed


def report_words(house):
    day = house.notes["dispute"]["at"][:10]
    return {"2026-11-21/night": f"{day}/swing", "2026-11-21": day,
            "2026-11-22": day[:8] + f"{int(day[8:]) + 1:02}"}


@task("docs/reports.md", "Reports", "sabotctl report table-shift")
def a_report_of_a_shift(house, command):
    house.run(command, words=report_words(house), says="PB-03")


@task("docs/reports.md", "Reports", "sabotctl report exceptions")
def a_report_on_paper(house, command):
    house.run(command, words=report_words(house))
    assert (house.cwd / "exceptions.pdf").read_bytes()[:4] == b"%PDF"


@task("docs/reports.md", "Reports", "sabotctl report coups")
def a_report_of_a_log_as_csv(house, command):
    with sqlite3.connect(f"file:{house.database}?mode=ro", uri=True) as database:
        (load,) = database.execute("SELECT max(load) FROM load JOIN log ON log.id = load.log_id"
                                   " WHERE log.name = 'PB-03'").fetchone()
    house.run("cp docs/examples/first-look.ndjson PB-01.ndjson")
    printed = house.run(command, words={"3": 1})
    assert load and len(printed.splitlines()) == 2, printed


@task("docs/reports.md", "Forms", "~everything: `report`, `title`, `house`")
def every_report_in_every_form(house, _):
    names = re.findall(r"^(\S+)", house.run("sabotctl report list"), re.M)
    shutil.copy(simulated.simulate(house.build / "cli/sabotctl")[0], house.cwd / "report-sheets")
    for name in (name for name in names if name != "forms"):
        made = json.loads(house.run(f"sabotctl report {name} sabot.db --format json --day "
                                    f"{house.notes['dispute']['at'][:10]}"))
        assert made["report"] == name and (made["sections"] or made["remarks"]), made
    house.run(f"sabotctl report {names[0]} sabot.db --format csv", says=",")
    house.run(f"sabotctl report {names[0]} sabot.db --format pdf --paper letter --out letter.pdf")


@task("docs/reports.md", "The reports", "sabotctl report forms")
def blank_forms(house, command):
    house.run(command, words=report_words(house))
    assert (house.cwd / "forms.pdf").read_bytes()[:4] == b"%PDF"


@task("docs/reports.md", "Speed", "sabotctl report refresh")
def refresh_the_sheets(house, command):
    sheets = house.root / "srv/backup/report-sheets"
    sheets.mkdir(0o700)
    # What bets are worth takes long to simulate, and was, for the reports above.
    shutil.copy(house.cwd / "report-sheets/worth-of-bets.ini", sheets)
    assert house.run(command) == ""
    assert list(sheets.glob("*.sheet"))


RECORDING = "tests/devices/logs/angeleye2/clean-start.shoelog"


@task("docs/devices.md", "Recording and playing", "sabotctl device replay FILE --speed")
def play_a_recording(house, command):
    house.run(command, words={"FILE": RECORDING}, says="card")


@task("docs/devices.md", "Recording and playing", "sabotctl device replay FILE --pty",
      "sabotctl device test", "sabotctl device record")
def be_a_shoe_and_read_it(house, replay, test, record):
    """a recording played into a pty is read there, and recorded again"""
    line = house.root / "tmp/line"
    words = {"FILE": RECORDING, "PATH": f"{line} --speed 4", "LINE": f"pty:{line}",
             "ID": "angeleye2"}
    for command, wanted in ((test, "device online"), (record, "#shoe-log 1")):
        shoe = house.begin(replay.split(";")[0], words)
        wait_for(line.exists, "the recording's line")
        house.run(command.split(">")[0], words=words, more="--seconds 4", says=wanted)
        house.end(shoe)


@task("docs/connect.md", "First: see what the shoe sends", "build/cli/sabotctl device test")
def what_a_shoe_sends(house, test):
    """a shoe on a line, before there is a daemon"""
    shoe = house.begin(f"sabot-shoe --pty {house.root}/tmp/new --pace 600")
    wait_for((house.root / "tmp/new").exists, "the shoe's line")
    house.run(test, words={"LINE": f"pty:{house.root}/tmp/new", "ID": "angeleye2"},
              more="--seconds 5", says="card")
    house.end(shoe)


@task("docs/devices.md", "Recording and playing", "sabotctl device list")
def what_is_plugged_in(house, command):
    house.run(f"{command} || [ $? -le 2 ]")


@task("docs/ref-protocol.md", "First: let the simulated shoe speak it", "build/cli/sabot-shoe",
      "build/cli/sabotctl device record")
def a_shoe_that_speaks_the_reference_protocol(house, shoe, record):
    shoe = house.begin(shoe + " --pace max")
    line = house.root / "tmp/shoe"
    wait_for(line.exists, "the shoe's line")
    printed = house.run(record, more="--seconds 4")
    house.end(shoe)
    assert re.search(r"< 7f .*> 7f", printed, re.S), printed


@task("docs/ref-protocol.md", "First: let the simulated shoe speak it", "sabotctl device test")
def test_a_shoe_of_ones_own(house, test):
    line = house.root / "tmp/own"
    shoe = house.begin(f"sabot-shoe --driver ref --pty {line} --pace 600")
    test = test.replace("serial:/dev/ttyUSB0", f"pty:{line}")
    wait_for(line.exists, "the shoe's line")
    house.run(test, more="--seconds 5", says="card")
    house.end(shoe)


@task("docs/connect.md", "Without a shoe", "build/cli/sabot-shoe --help")
def help_of_the_simulated_shoe(house, command):
    house.run(command, says="--pty PATH")


@task("docs/ref-protocol.md", "The reference protocol of a card-reading shoe",
      "~A shoe that speaks this protocol works with Sabot as it is")
def every_verb_explains_itself(house, _):
    """`sabotctl VERB --help` of every verb"""
    verbs = re.findall(r"^  ([a-z-]+) ", house.run("sabotctl --help"), re.M)
    assert len(verbs) > 30, verbs
    for verb in verbs:
        house.run(f"sabotctl {verb} --help", says="[Uu]sage:")
