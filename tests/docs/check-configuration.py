#!/usr/bin/env python3
"""`sabotd --check-config` accepts the example configuration of the documentation, with its
directories below one that whoever runs the test may write.

Usage: check-configuration.py SABOTD CONFIGURATION
"""
import pathlib
import re
import subprocess
import sys
import tempfile


def main():
    sabotd, example = sys.argv[1:]
    text = pathlib.Path(example).read_text(encoding="utf-8")
    with tempfile.TemporaryDirectory(prefix="sabot-conf-") as place:
        text, n_places = re.subn(r"(?m)^((?:state|spool)_dir|socket)=", rf"\1={place}", text)
        config = pathlib.Path(place, "sabotd.conf")
        config.write_text(text, encoding="utf-8")
        done = subprocess.run([sabotd, "--check-config", "--config", config], check=False,
                              capture_output=True, text=True, timeout=60)
    print(done.stderr, end="")
    if n_places != 3:
        print(f"{example}: {n_places} of three places found")
        return 1
    return done.returncode


if __name__ == "__main__":
    sys.exit(main())
