"""One log wherever its parts lie: a log of which all but the end stands in archives is found, told,
replayed, tried and reported as the same log that was never archived, byte for byte.

Usage: test-archived.py SABOTCTL MAKE_YEAR VERIFIER [year]

With `year` it is a whole year of twelve tables, archived every 90 days: each report, and the story
of one round in every STORIES_APART, is that of the same year without archives.
"""
import datetime
import json
import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile

from year import Year

ARCHIVES = 11  # more than SQLite attaches at once
ROUNDS_APART = 1001
STORIES_APART = 23
BEGIN = datetime.datetime(2026, 1, 5, tzinfo=datetime.timezone.utc)  # as make-year has it
DAYS_APART = 90
MADE = ("--made", "2026-11-21T08:00:00Z")
EVENT = "seq, log_id, n, at_us, ev, line, hash, frame, frame_at_us"


def open_db(path):
    return sqlite3.connect(f"file:{path}", uri=True)


def archive_before(year, directory, times):
    """Move the year into archives, each of what was before one of the times."""
    config = os.path.join(directory, "sabotd.conf")
    with open(config, "w", encoding="utf-8") as file:
        file.write(f"[daemon]\nstate_dir = {directory}\nspool_dir = {directory}\n"
                   f"[archive]\ndir = {directory}/archive\n")
    for i, before in enumerate(times, 1):
        said = year.run("archive", "create", "--config", config, "--before",
                        before.strftime("%Y-%m-%dT%H:%M:%S.%fZ"))
        assert f"{i:06}.db" in said, said


def archive(year, directory):
    """At checkpoints that are evenly apart."""
    db = open_db(os.path.join(directory, "sabot.db"))
    times = [row[0] for row in db.execute("SELECT at_us FROM checkpoint ORDER BY number")]
    db.close()
    archive_before(year, directory, [
        datetime.datetime.fromtimestamp(times[i * len(times) // (ARCHIVES + 2)] / 1e6,
                                        datetime.timezone.utc)
        for i in range(1, ARCHIVES + 1)])


def append_end(plain, archived):
    """The house's events about the archives, with their checkpoints: the logs are the same."""
    db = open_db(plain)
    db.execute("ATTACH ? AS other", (archived,))
    last = db.execute("SELECT max(seq) FROM main.event").fetchone()[0]
    for number, at_us, seq, note in db.execute(
            "SELECT * FROM other.checkpoint WHERE seq > ? ORDER BY number", (last,)).fetchall():
        db.execute(f"INSERT INTO main.event ({EVENT}) SELECT {EVENT} FROM other.event "
                   "WHERE seq > (SELECT max(seq) FROM main.event) AND seq <= ? ORDER BY seq",
                   (seq,))
        db.execute("INSERT INTO main.checkpoint VALUES (?, ?, ?, ?)", (number, at_us, seq, note))
    db.commit()
    db.close()


class Pair:
    """The same log twice: `plain`, one file, and `archived`; `backup` is from before the archives.
    """

    def __init__(self, year, plain, archived, backup=None):
        self.year, self.plain, self.archived, self.backup = year, plain, archived, backup

    def ask(self, verb, *args, paths=None):
        """What a verb says about the archived log, which must be what it says about the other."""
        said = [subprocess.run([self.year.sabotctl, *verb, *files, *args], capture_output=True,
                               check=False, timeout=600)
                for files in ([self.plain], paths or [self.archived])]
        assert said[0].returncode in (0, 1), (verb, args, said[0].stderr)
        assert said[0].returncode == said[1].returncode, (verb, args, said[1].stderr)
        assert said[1].stderr == said[0].stderr, (verb, args, said[1].stderr)
        assert said[0].stdout == said[1].stdout, (verb, args)
        assert said[0].stdout, (verb, args)
        return said[0].stdout.decode()

    def refuse(self, paths, why):
        run = subprocess.run([self.year.sabotctl, "log", *paths, "--index",
                              os.path.join(os.path.dirname(self.plain), "other.index")],
                             capture_output=True, text=True, check=False, timeout=120)
        assert run.returncode == 2 and why in run.stderr, (paths, run.stderr)


def check_rounds(pair):
    found = pair.ask(("log",), "--json", "--limit", "1000000").splitlines()
    assert len(found) > 3000, len(found)
    rounds = [json.loads(line) for line in found]
    rounds = [item for item in rounds if item.get("round")][::ROUNDS_APART]
    assert len(rounds) > 2
    for item in rounds:
        of_it = ("--table", item["table"], "--round", str(item["round"]))
        assert "✓" in pair.ask(("log",), *of_it, "--story")
        pair.ask(("log",), *of_it, "--story", "--json")
    pair.ask(("replay",), *of_it, "--json")
    for dispute in pair.year.disputes[:2]:
        of_it = ("--table", dispute["table"], "--incident", str(dispute["incident"]))
        pair.ask(("log",), *of_it, "--story")
        pair.ask(("cue",), *of_it)
        pair.ask(("replay",), *of_it, "--json")
    pair.ask(("what-if",), "--table", dispute["table"], "--month", "2026-01", "--set",
             "commission=4" if dispute["table"].startswith("PB") else "bj_pays=6:5")
    pair.ask(("replay",), "--verify")


def check_reports(pair):
    kinds = [line.split()[0] for line in pair.year.run("report", "list").splitlines()]
    assert len(kinds) > 15, kinds
    for kind in set(kinds) - {"forms"}:
        # What bets of blackjack are worth would be simulated, for some seconds.
        of_it = ("--table", "PB-03") if kind == "statistical" else ()
        pair.ask(("report", kind), *MADE, "--format", "json", *of_it)
    pair.ask(("report", "exceptions"), *MADE, "--since", "2026-01-12", "--until", "2026-01-20",
             "--fresh")


def check_case(pair, directory):
    dispute = pair.year.disputes[0]
    for name, path in (("plain", pair.plain), ("archived", pair.archived)):
        case = os.path.join(directory, name + ".case")
        pair.year.run("case", "create", path, "--table", dispute["table"], "--incident",
                      str(dispute["incident"]), "--out", case, "--key", pair.year.key,
                      "--state", pair.year.directory)
        pair.year.run("verify", case, "--key", pair.year.key)
        pair.year.run("case", "extract", case, "--key", pair.year.key, "--out",
                      os.path.join(directory, name))
    for piece in ("story.txt", "cue.csv"):
        pieces = []
        for name in ("plain", "archived"):
            with open(os.path.join(directory, name, piece), "rb") as file:
                pieces.append(file.read())
        assert pieces[0] == pieces[1] and pieces[0], piece


def check_copies(pair, directory, of_first, away):
    """A backup given with the database is the same log, unless it has what the log lacks."""
    for paths in ([pair.archived, pair.plain], [pair.backup, pair.plain],
                  [pair.backup, pair.archived, "--archives", away]):
        for verb in (("log",), ("replay",)):
            pair.ask(verb, *of_first[:4], paths=paths)
        pair.ask(("log",), *of_first, paths=paths)
        pair.ask(("report", "coups"), *MADE, "--fresh", paths=paths)
    pair.refuse([pair.backup, pair.archived], "does not stand for it")
    for name, statement, why in (
            ("longer", "UPDATE event SET n = n + 1000000, seq = seq WHERE seq = "
             "(SELECT max(seq) FROM event)", "has events that the longer file lacks"),
            ("forked", "UPDATE event SET hash = zeroblob(32) WHERE seq = "
             "(SELECT max(seq) FROM event)", "is of another past than the longer file")):
        changed = os.path.join(directory, name + ".db")
        tamper(pair.backup, changed, statement)
        pair.refuse([changed, pair.plain], why)
    said = pair.year.run("verify", pair.backup, pair.plain, "--key", pair.year.key, status=2)
    assert "a backup is verified by itself" in said, said


def check_elsewhere(pair, directory):
    """Archives that lie where nobody looks are given; one that is missing is said."""
    folder = os.path.join(os.path.dirname(pair.archived), "archive")
    away = os.path.join(directory, "away")
    os.rename(folder, away)
    files = [os.path.join(away, name) for name in sorted(os.listdir(away), reverse=True)]
    of_first = ("--table", "PB-03", "--round", "1", "--story")
    run = subprocess.run([pair.year.sabotctl, "log", pair.archived, "--table", "PB-03"],
                         capture_output=True, text=True, check=False, timeout=120)
    assert "behind archive 11 (sabot-archive-000011.db)" in run.stderr, run.stderr
    # On the report itself, too, where its time reaches into what is missing.
    for since, is_said in (("2026-01-06", True), ("2026-12-30", False)):
        report = json.loads(pair.year.run("report", "pace", pair.archived, *MADE, "--format",
                                          "json", "--since", since))
        assert ("Archive 11 is not at hand" in " ".join(report["remarks"])) == is_said, report
    # The index that was made beside it has all of the log; one made now lacks the beginning.
    os.remove(pair.archived + ".index")
    pair.year.run("log", pair.archived, *of_first, status=2)
    pair.ask(("log",), *of_first, paths=[*files, pair.archived])
    pair.ask(("log",), *of_first, "--archives", away)
    pair.ask(("report", "coups"), *MADE, "--fresh", paths=[pair.archived, *files])
    alone = pair.year.run("log", *files, *of_first, "--index", os.path.join(directory, "a.index"))
    assert "✓" in alone, alone
    pair.refuse([pair.archived, files[3]], "an archive between is missing")
    check_copies(pair, directory, of_first, away)
    other = os.path.join(directory, "other")
    os.mkdir(other)
    Year(pair.year.sabotctl, sys.argv[2], other, "--weeks", "1")
    pair.refuse([os.path.join(other, "sabot.db"), files[0]], "does not belong there")
    rewritten = os.path.join(directory, "rewritten.db")
    shutil.copy(pair.archived, rewritten)
    db = open_db(rewritten)
    db.execute("DROP TRIGGER anchor_no_update")
    db.execute("UPDATE anchor SET from_hash = zeroblob(32) WHERE from_n > 0")
    db.commit()
    db.close()
    pair.refuse([rewritten, *files], "of another past")


def verdicts(year, files):
    """What both verifiers say of the files as one log: they must agree."""
    said = []
    for command in ([year.sabotctl, "verify", "--json", "--alone"],
                    [sys.executable, "-B", sys.argv[3]]):
        run = subprocess.run([*command, *files, "--key", year.key], capture_output=True, text=True,
                             check=False, timeout=120)
        assert run.returncode in (0, 1), (command, files, run.stderr)
        told = json.loads(run.stdout)
        said.append((told["proven"], told["verdict"], told["log"], told["n"]))
    assert said[0] == said[1], (files, said)
    return said[0]


# In which file something is done (0: the database), what, and what that is.
TAMPERED = (
    (2, "UPDATE event SET at_us = at_us + 1 WHERE seq = (SELECT min(seq) + 9 FROM event)",
     "changed"),
    (0, "UPDATE event SET line = replace(line, '\"ev\"', '\"ve\"') "
        "WHERE seq = (SELECT min(seq) FROM event)", "changed"),
    (0, "DELETE FROM event WHERE log_id = 1 AND seq > 1", "missing"),
    (0, "UPDATE anchor SET from_n = from_n + 1 WHERE archive = 11 AND from_n > 0", "anchor"),
    (0, "UPDATE archive SET note = replace(note, 'seq ', 'seq 1')", "anchor"),
)


def tamper(path, changed, statement):
    """A copy of a database in which a statement did something, as an intruder would."""
    shutil.copy(path, changed)
    db = open_db(changed)
    triggers = db.execute("SELECT name FROM sqlite_schema WHERE type = 'trigger'").fetchall()
    made = [row[0] for row in db.execute("SELECT sql FROM sqlite_schema WHERE type = 'trigger'")]
    for (name,) in triggers:
        db.execute(f"DROP TRIGGER {name}")
    assert db.execute(statement).rowcount > 0, statement
    for text in made:
        db.execute(text)
    db.commit()
    db.close()


def check_since(year, directory, plain):
    """From a checkpoint on: what came after it is proven, what came before it is not read."""
    def verify(path, *options, status=0):
        return json.loads(year.run("verify", "--json", path, "--key", year.key, *options,
                                   status=status))

    db = open_db(plain)
    last, seq = db.execute("SELECT number, seq FROM checkpoint ORDER BY number DESC LIMIT 1"
                           ).fetchone()
    number, since_seq, note, at_us = db.execute(
        "SELECT number, seq, note, at_us FROM checkpoint WHERE number = ?", (last // 2,)).fetchone()
    db.close()
    whole, since = verify(plain), verify(plain, "--since", str(number))
    assert "since" not in whole and since["since"] == number and since["proven"], since
    assert since["events"] == seq - since_seq and since["signed_seq"] == seq, since
    at = datetime.datetime.fromtimestamp(at_us / 1e6, datetime.timezone.utc)
    assert verify(plain, "--since", at.strftime("%Y-%m-%dT%H:%M:%S.%fZ")) == since
    kept = os.path.join(directory, "kept.txt")
    with open(kept, "w", encoding="utf-8") as file:
        file.write(note)
    assert verify(plain, "--since", "last", "--checkpoint", kept) == since
    # Another checkpoint of that number is not the one that was kept.
    changed = os.path.join(directory, "changed.db")
    tamper(plain, changed, "UPDATE checkpoint SET note = (SELECT note FROM checkpoint WHERE "
           f"number = {number - 1}) WHERE number = {number}")
    said = verify(changed, "--since", "last", "--checkpoint", kept, status=1)
    assert (said["verdict"], said["checkpoint"]) == ("checkpoint", number), said
    for n, verdict in ((since_seq + 5, "changed"), (since_seq - 5, "intact")):
        tamper(plain, changed, f"UPDATE event SET at_us = at_us + 1 WHERE seq = {n}")
        said = verify(changed, "--since", str(number), status=int(verdict != "intact"))
        assert said["verdict"] == verdict, (n, said)
        whole = verify(changed, status=1)
        assert (whole["verdict"], whole["seq"]) == ("changed", n), whole
    tamper(plain, changed, f"DELETE FROM event WHERE seq > {since_seq + 5}")
    assert verify(changed, "--since", str(number), status=1)["verdict"] != "intact"


def check_proofs(year, directory, archived):
    folder = os.path.join(os.path.dirname(archived), "archive")
    files = [os.path.join(folder, name) for name in sorted(os.listdir(folder))] + [archived]
    assert verdicts(year, files) == (True, "intact", None, 0)
    assert verdicts(year, [archived])[:2] == (True, "intact")
    assert verdicts(year, files[3:5])[:2] == (True, "intact")
    assert verdicts(year, [*files[:3], *files[4:]])[1] == "gap"
    assert verdicts(year, [files[1], files[0]])[1] == "gap"
    for which, statement, verdict in TAMPERED:
        changed = os.path.join(directory, "tampered.db")
        tamper(files[which - 1], changed, statement)
        said = verdicts(year, [changed])
        assert said[:2] == (False, verdict), (statement, said)


def check_stories(pair):
    found = map(json.loads, pair.ask(("log",), "--json", "--limit", "1000000").splitlines())
    rounds = [item for item in found if item.get("round")]
    assert len(rounds) > 30000, len(rounds)
    for item in rounds[::STORIES_APART]:
        pair.ask(("log",), "--table", item["table"], "--round", str(item["round"]), "--story")
    return len(rounds[::STORIES_APART])


def signed_up_to(path, at):
    """When the checkpoint was made that covers what happened before: make-year signs at once."""
    db = open_db(path)
    seq = db.execute("SELECT max(seq) FROM event WHERE at_us < ?",
                     (int(at.timestamp() * 1e6),)).fetchone()[0]
    at_us = db.execute("SELECT min(at_us) FROM checkpoint WHERE seq >= ?", (seq,)).fetchone()[0]
    db.close()
    return datetime.datetime.fromtimestamp((at_us + 1) / 1e6, datetime.timezone.utc)


def whole_year():
    with tempfile.TemporaryDirectory() as directory:
        plain, archived = (os.path.join(directory, name) for name in ("one", "parts"))
        os.mkdir(plain)
        year = Year(sys.argv[1], sys.argv[2], plain)
        shutil.copytree(plain, archived)
        archive_before(year, archived, [
            signed_up_to(year.path, BEGIN + datetime.timedelta(days=DAYS_APART * i))
            for i in range(1, 5)])
        files = [os.path.join(where, "sabot.db") for where in (plain, archived)]
        append_end(*files)
        sizes = [os.path.getsize(file) for file in files]
        assert sizes[1] < sizes[0] / 4, sizes  # what is archived is gone from the database
        pair = Pair(year, *files)
        check_reports(pair)
        print(f"{check_stories(pair)} stories, sizes {sizes}")


def main():
    if sys.argv[4:] == ["year"]:
        return whole_year()
    with tempfile.TemporaryDirectory() as directory:
        plain, archived = (os.path.join(directory, name) for name in ("one", "parts"))
        os.mkdir(plain)
        year = Year(sys.argv[1], sys.argv[2], plain, "--weeks", "4")
        shutil.copytree(plain, archived)
        backup = os.path.join(directory, "backup.db")
        shutil.copy(os.path.join(plain, "sabot.db"), backup)
        archive(year, archived)
        files = [os.path.join(where, "sabot.db") for where in (plain, archived)]
        append_end(*files)
        year.run("verify", files[0], "--key", year.key)
        pair = Pair(year, *files, backup)
        check_rounds(pair)
        check_reports(pair)
        check_case(pair, directory)
        check_proofs(year, directory, archived=files[1])
        check_since(year, directory, plain=files[0])
        check_elsewhere(pair, directory)


main()
