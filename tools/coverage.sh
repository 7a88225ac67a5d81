#!/bin/bash
# Behind `./sabot coverage`: what the engine's tests reach, counted without optimization in a build
# of its own (build-coverage), and written to docs/coverage.md.
set -euo pipefail

cd "$(dirname "$(readlink -f "$0")")/.."
suites=(--suite engine --suite samples --suite simulate --no-suite long)
[[ -f build-coverage/build.ninja ]] ||
	meson setup -Db_coverage=true -Doptimization=0 build-coverage
ninja -C build-coverage $(python3 tools/coverage.py build-coverage targets)
# Counters of another build of the same file are refused.
find build-coverage -name '*.gcda' -delete
LC_ALL=C.UTF-8 meson test -C build-coverage --no-rebuild --print-errorlogs \
	--timeout-multiplier 10 "${suites[@]}"
python3 tools/coverage.py build-coverage --page docs/coverage.md
