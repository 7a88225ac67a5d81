"""Many rounds of the robot of slips (test_mend.py) on the real display, in portions: each has a
display, an accessibility bus and a daemon of its own, as the bus may stop answering on a busy
machine. A portion whose display did not answer is dealt again, and counted; any other one that
fails is said, and the rest goes on.

usage: touch_slips.py SABOTD SABOT_DEALER SABOTCTL [--rounds N] [--percent P] [--portion N]
"""
import argparse
import collections
import json
import pathlib
import subprocess
import sys
import time

HERE = pathlib.Path(__file__).parent
ROUNDS_AN_HOUR = 60  # the pace that calls are counted by
ATTEMPTS = 3
MUTE = 3  # what test_mend.py ends with if the display does not answer


def deal(programs, n_rounds, percent, seed):
    """What one portion ended with, and its figures: None if it printed none."""
    command = [HERE / 'on-display.sh', '/usr/bin/python3', HERE / 'test_mend.py', *programs,
               str(n_rounds), str(percent), str(seed)]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    lines = [line for line in done.stdout.splitlines() if line.startswith('{')]
    if done.returncode:
        print(done.stderr[-3000:], file=sys.stderr, flush=True)
    return done.returncode, json.loads(lines[-1]) if lines else None


def deal_portions(arguments):
    """The sums, and the seeds of the portions that failed."""
    programs = (arguments.sabotd, arguments.sabot_dealer, arguments.sabotctl)
    sums, failed = collections.Counter(), []
    for seed in range(1, arguments.rounds // arguments.portion + 1):
        begun = time.monotonic()
        for _ in range(ATTEMPTS):
            status, figures = deal(programs, arguments.portion, arguments.percent, seed)
            if status != MUTE:
                break
            sums['portions dealt again'] += 1
        sums.update(figures or {})
        if status:
            failed.append(seed)
        print(f'portion {seed}: {"failed" if status else figures},'
              f' {time.monotonic() - begun:.0f} s', flush=True)
    return sums, failed


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('sabotd')
    parser.add_argument('sabot_dealer')
    parser.add_argument('sabotctl')
    parser.add_argument('--rounds', type=int, default=1000)
    parser.add_argument('--percent', type=int, default=1)
    parser.add_argument('--portion', type=int, default=100)
    sums, failed = deal_portions(parser.parse_args())
    print(f'{dict(sums)}: {sums["calls"] * ROUNDS_AN_HOUR / max(sums["rounds"], 1):.2f} calls an'
          f' hour at {ROUNDS_AN_HOUR} rounds an hour; portions failed: {failed}', flush=True)
    return bool(failed) or not sums['rounds']


if __name__ == '__main__':
    sys.exit(main())
