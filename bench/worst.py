#!/usr/bin/env python3
"""Cards and rounds per second of the engine: builds bench-engine as a release, with link-time
optimisation, by gcc and by clang, and prints the worse of both for each line.

Usage: worst.py SOURCE [SECONDS]
"""
import os
import subprocess
import sys
import tempfile

COMPILERS = ["gcc", "clang"]


def run(source, folder, compiler, seconds):
    """The lines that bench-engine prints."""
    build = os.path.join(folder, compiler)
    quiet = {"check": True, "stdout": subprocess.DEVNULL}
    subprocess.run(["meson", "setup", "--buildtype=release", "-Db_lto=true", build, source],
                   env={**os.environ, "CC": compiler}, **quiet)
    subprocess.run(["ninja", "-C", build, "bench/bench-engine"], **quiet)
    done = subprocess.run([os.path.join(build, "bench", "bench-engine"), seconds], check=True,
                          stdout=subprocess.PIPE, text=True)
    return done.stdout.splitlines()


def rate_of(line):
    return float(line.split()[-3])


def main():
    source = sys.argv[1] if len(sys.argv) > 1 else "."
    seconds = sys.argv[2] if len(sys.argv) > 2 else "1"
    with tempfile.TemporaryDirectory() as folder:
        tables = [run(source, folder, compiler, seconds) for compiler in COMPILERS]
    for lines in zip(*tables):
        if lines[0].startswith("#"):
            print("\n".join(lines))
        else:
            worst = min(range(len(lines)), key=lambda i: rate_of(lines[i]))
            print(f"{lines[worst]}  ({COMPILERS[worst]})")


if __name__ == "__main__":
    main()
