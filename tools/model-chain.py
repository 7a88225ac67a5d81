#!/usr/bin/env python3
"""A chain of casinos, computed: what its houses send, what its cores must take and keep, and how
long they take to catch up. From the assumptions and the measured figures below, and nothing else.

Usage: model-chain.py [--check PAGE]

Prints the table of docs/operations.md; --check says whether the page has it.
"""
import math
import pathlib
import sys

# Assumed.
HOUSES, TABLES, HOURS, CARDS_A_MINUTE = 1000, 60, 14, 40
HEADROOM = 2  # a core is planned for half of what was measured
OUTAGE_DAYS = 7
# Measured: docs/operations.md, "Sizes", and docs/hub.md, "What it costs".
EVENTS_A_CARD = 2.13
SEGMENTS = {  # events a segment: bytes of an event on the link, bytes on the disk, events a second
    64: (12, 22, 13_600),
    256: (8.9, 15.9, 35_900),
}
HUB_S_A_STEP = 3.3 / 18_008


def rows(size):
    """What follows for segments of this size."""
    line_bytes, disk_bytes, rate = SEGMENTS[size]
    house_day = TABLES * HOURS * 60 * CARDS_A_MINUTE * EVENTS_A_CARD
    house_s = house_day / (HOURS * 3600)
    cores = math.ceil(HOUSES * house_s / (rate / HEADROOM))
    houses = math.ceil(HOUSES / cores)
    spare = rate - houses * house_s
    chain_tb = HOUSES * house_day * disk_bytes * 365 / 1e12
    return {
        "events a day, of a house": f"{house_day / 1e6:.2f} million",
        "of the chain": f"{HOUSES * house_day / 1e9:.2f} billion",
        "events a second while it plays, of a house": f"{house_s:.0f}",
        "of the chain, if all play at once": f"{HOUSES * house_s / 1e3:.0f} 000",
        "a house's link": f"{house_s * line_bytes * 8 / 1e3:.1f} kbit/s, "
                          f"{house_day * line_bytes / 1e6:.0f} MB a day",
        "cores (clusters of three machines)": f"{cores}, of {houses} houses each",
        "disk of a core, a year": f"{houses * house_day * disk_bytes * 365 / 1e12:.1f} TB",
        "disk of the chain, a year, and seven": f"{chain_tb:.0f} TB, {7 * chain_tb:.0f} TB",
        f"one house after {OUTAGE_DAYS} days without a link":
            f"{OUTAGE_DAYS * house_day / spare / 60:.0f} min",
        f"all houses of a core after {OUTAGE_DAYS} days":
            f"{OUTAGE_DAYS * houses * house_day / spare / 3600:.0f} h",
        "a hub of a house": f"{100 * house_s * HUB_S_A_STEP:.1f} % of a processor",
    }


def table():
    columns = {size: rows(size) for size in SEGMENTS}
    lines = ["| | " + " | ".join(f"segments of {size}" for size in columns) + " |",
             "|---|" + "---|" * len(columns)]
    for name in next(iter(columns.values())):
        cells = " | ".join(column[name] for column in columns.values())
        lines.append(f"| {name} | {cells} |")
    return "\n".join(lines) + "\n"


def main():
    if sys.argv[1:2] == ["--check"]:
        if table() in pathlib.Path(sys.argv[2]).read_text(encoding="utf-8"):
            return 0
        print(f"{sys.argv[2]} has another table than this one:\n{table()}")
        return 1
    print(table(), end="")
    return 0


if __name__ == "__main__":
    sys.exit(main())
