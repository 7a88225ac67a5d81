#!/usr/bin/env python3
"""The pictures of printed reports that the documents show: docs/*.md name them as
screens/paper-REPORT-LANGUAGE.png. Each is the first page, of a shift that make_logs.py deals; of a
slip its upper part, which has all of it.

usage: paper-pictures.py BUILD DOCS FOLDER
"""
import contextlib
import os
import pathlib
import re
import shutil
import sqlite3
import subprocess
import sys
import tempfile

import make_logs

BUILD, DOCS, FOLDER = map(pathlib.Path, sys.argv[1:4])
SHIFT = "2026-11-21/2"
MADE = "2026-11-22T05:00:00Z"
CONFIG = """[daemon]
site=Casino Norte
[house]
shifts=day 06:00, night 20:00
time_zone=Europe/Madrid
[paper]
letterhead=Gran Vía 1, 28013 Madrid
licence=CM-0417
"""
NAMES = {4: "Sol", 6: "Cai", 7: "Dan", 8: "Eva", 9: "Pia"}  # of those who sign in these logs
DOTS_PER_INCH = 64
SLIP_HEIGHT = 300  # of a slip's page in portrait, in dots
COLOURS = "16"


def make_database(folder):
    """The logs, with a signed checkpoint, and the persons' names."""
    make_logs.make(folder)
    logs = sorted(map(str, folder.glob("*.ndjson")))
    subprocess.run([BUILD / "tests/report/log-to-db", str(folder), *logs], check=True)
    with contextlib.closing(sqlite3.connect(folder / "sabot.db")) as db, db:
        for person, name in NAMES.items():
            db.execute("INSERT INTO person (id, role, pin_hash, must_change, failures,"
                       " locked_until_us, disabled_us, created_us)"
                       " VALUES (?, 'pit', '$argon2id$', 0, 0, 0, 0, 0)",
                       (person,))
            db.execute("INSERT INTO person_name (person_id, name) VALUES (?, ?)", (person, name))
    return folder / "sabot.db"


def print_report(database, config, name, language):
    return subprocess.run(
        [BUILD / "cli/sabotctl", "report", name, str(database), "--config", str(config),
         "--shift", SHIFT, "--made", MADE, "--format", "pdf"], check=True, capture_output=True,
        env=dict(os.environ, LC_ALL="C.UTF-8", LANGUAGE=language)).stdout


def draw(paper, path, is_slip):
    cut = ["-x", "0", "-y", "0", "-W", "0", "-H", str(SLIP_HEIGHT)] if is_slip else []
    subprocess.run(["pdftoppm", "-r", str(DOTS_PER_INCH), "-gray", "-png", "-singlefile", *cut, "-",
                    str(path.with_suffix(""))], input=paper, check=True)
    if shutil.which("pngquant"):
        subprocess.run(["pngquant", "--force", "--nofs", "--strip", "--output", str(path), COLOURS,
                        str(path)], check=True)


def main():
    shown = {found for page in DOCS.glob("*.md") for found in
             re.findall(r"screens/paper-([\w-]+)-(\w\w)\.png", page.read_text("utf-8"))}
    with tempfile.TemporaryDirectory() as place:
        folder = pathlib.Path(place)
        config = folder / "sabotd.conf"
        config.write_text(CONFIG, encoding="utf-8")
        database = make_database(folder)
        for name, language in sorted(shown):
            path = FOLDER / f"paper-{name}-{language}.png"
            draw(print_report(database, config, name, language), path, "slips" in name)
            print(path)


if __name__ == "__main__":
    main()
