#!/bin/sh
# Behind `./sabot soak`: tests/daemon/test-soak.py with the programs of build/. Usage: soak.sh
# [MINUTES [TABLES]]
set -eu

cd "$(dirname "$(readlink -f "$0")")/.."
[ -f build/build.ninja ] || meson setup build
ninja -C build daemon/sabotd cli/sabotctl cli/sabotctl-house tests/daemon/libfaults.so \
	tests/daemon/libquick-pins.so
PYTHONPATH=tests/daemon exec python3 -B tests/daemon/test-soak.py build/daemon/sabotd \
	build/cli/sabotctl build/tests/daemon/libfaults.so --minutes "${1:-30}" --tables "${2:-50}"
