#!/bin/bash
# Behind `./sabot tsan`: the threaded parts under clang's thread sanitizer, in a build of their own
# (build-tsan): the store and its hashing on several cores, shoes' journals, the daemon's writer,
# mirror, archive, lookups and moves, and `sabotctl verify`. Fails where a race was reported.
#
# Usage: tsan.sh [TEST…]
#
# Debian's GLib is not built for the sanitizer; tests/tsan/glib-sync.h says what its locks do.
set -euo pipefail

cd "$(dirname "$(readlink -f "$0")")/.."
root=$PWD
tests=("$@")
[[ $# -gt 0 ]] || tests=(store-log store-chain store-hash store-tree store-archive
	store-progress journal-writer daemon-writer daemon-rounds daemon-persons daemon-lookup
	daemon-mirror daemon-archive daemon-move daemon-case)
[[ -f build-tsan/build.ninja ]] ||
	CC=clang meson setup build-tsan -Db_sanitize=thread -Db_lundef=false -Db_pch=false \
		-Doptimization=1 "-Dc_args=-include $root/tests/tsan/glib-sync.h"
mapfile -t suites < <(python3 -c 'import json, sys
print("\n".join({s.rpartition(":")[2] for t in json.load(sys.stdin) for s in t["suite"]}))' \
	<build-tsan/meson-info/intro-tests.json)
ninja -C build-tsan $(tools/test-targets.py build-tsan "${suites[@]/#/--no-suite=}" \
	"${tests[@]}")
races=$(mktemp -d)
trap 'rm -rf "$races"' EXIT
status=0
TSAN_OPTIONS=suppressions=$root/tests/tsan/suppressions:log_path=$races/race:exitcode=66

# A race that is there is found, and what locks and queues keep in order is none.
clang -g -fsanitize=thread -include tests/tsan/glib-sync.h tests/tsan/one-race.c \
	$(pkg-config --cflags --libs glib-2.0) -o "$races/control"
TSAN_OPTIONS=$TSAN_OPTIONS "$races/control" || :
found=$(cat "$races"/race.* | grep -c '^SUMMARY.*one-race\.c' || :)
rm -f "$races"/*
[[ $found == 1 ]] || { echo "of one race the sanitizer reports $found" >&2; exit 1; }

# GLib's own allocator gives memory from one thread to another behind the sanitizer's back.
G_SLICE=always-malloc TSAN_OPTIONS=$TSAN_OPTIONS LC_ALL=C.UTF-8 meson test -C build-tsan \
	--no-rebuild --print-errorlogs --timeout-multiplier 20 --num-processes 2 "${tests[@]}" ||
	status=$?
for race in "$races"/race.*; do
	[[ -e $race ]] || continue
	cat "$race"
	status=1
done
[[ $status != 0 ]] || echo "${#tests[@]} tests, no race"
exit $status
