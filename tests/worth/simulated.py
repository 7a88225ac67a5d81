"""What blackjack's main bet is worth, simulated once for all tests that report it: some 12 s of a
processor. It is kept in the build until sabotctl is built again."""
import fcntl
import os
import pathlib
import subprocess

LOG = pathlib.Path(__file__).with_name("blackjack-es.ndjson")


def simulate(sabotctl):
    """(worth-of-bets.ini, the report of LOG with which it was made); other tests wait for it."""
    build = pathlib.Path(sabotctl).resolve().parents[1]
    folder = build / "tests" / "worth"
    folder.mkdir(exist_ok=True)
    worths, report = folder / "worth-of-bets.ini", folder / "statistical.json"
    with open(folder / "lock", "w", encoding="utf-8") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        built_at = os.stat(build / "cli" / "sabotctl-house").st_mtime
        if not report.exists() or report.stat().st_mtime < built_at:
            worths.unlink(missing_ok=True)
            subprocess.run([sabotctl, "report", "statistical", LOG, "--format", "json", "--digest",
                            folder, "--out", report], check=True)
    return worths, report
