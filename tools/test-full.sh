#!/bin/bash
# Behind `./sabot test-full`: the ordinary run of .ci/run, and the checks too slow for every
# change: the engine's tests under valgrind, gcc's analyser on the engine, cppcheck on all, the
# format of all C, HACKING's recipes, the README's commands on a bare machine. Every check runs,
# whatever the others found; the last lines name those that failed.
set -uo pipefail

cd "$(dirname "$(readlink -f "$0")")/.." || exit 1
failed=()

check()
{
	local name=$1
	shift
	echo "== $name"
	"$@" || failed+=("$name")
}

valgrind_engine()
{
	meson test -C build --no-rebuild --print-errorlogs --suite engine --timeout-multiplier 20 \
		--wrap 'valgrind --quiet --error-exitcode=9 --leak-check=full'
}

# The screen's tests that repeat others over TLS or with other fonts.
long_tests()
{
	meson test -C build --no-rebuild --print-errorlogs --suite long --timeout-multiplier 10
}

# Every combination of column and damage; the suite takes one in 50.
hostile_databases()
{
	SABOT_HOSTILE=all meson test -C build --no-rebuild --print-errorlogs --suite store \
		--timeout-multiplier 60 --num-processes 2
}

analyse_engine()
{
	local status=0 source
	for source in $(git ls-files "engine/*.c"); do
		gcc -fanalyzer -Werror -O2 -std=c17 -I. -c "$source" -o /dev/null || status=1
	done
	return $status
}

# Its opinions on style are not asked for.
cppcheck_all()
{
	cppcheck --quiet --std=c11 --language=c --error-exitcode=1 --inline-suppr -j 2 \
		--enable=warning,portability --library=gtk,posix -I . -D_GNU_SOURCE \
		--suppress=missingInclude --suppress=unknownMacro --suppress=unmatchedSuppression \
		engine profiles eventlog devices proto store view case simulate gather daemon \
		cli gui
}

format_all()
{
	git ls-files '*.c' '*.h' | xargs -r clang-format --dry-run --Werror
}

# The README's two commands in a Debian with nothing else, with ten busy processes for each
# processor beside them.
bare_machine()
{
	local place status=0
	place=$(mktemp -d)
	# Its packages are installed as root.
	$([[ $(id -u) == 0 ]] || echo sudo -n) tools/bare-debian.sh \
		--busy "$((10 * $(nproc)))" "$place/room" || status=$?
	rmdir "$place"
	return $status
}

# The packages in a minimal Debian that has no network: installed, dealt with, upgraded, purged.
packages()
{
	local place status=0
	place=$(mktemp -d)
	$([[ $(id -u) == 0 ]] || echo sudo -n) tools/try-packages.sh "$place/try" || status=$?
	rmdir "$place"
	return $status
}

check ci .ci/run
check sanitized .ci/run --sanitized-all
check long long_tests
check flood ninja -C build flood-test
check veil ninja -C build veil-test
check by-the-book ninja -C build book-test
check hostile hostile_databases
check valgrind valgrind_engine
check analyser analyse_engine
check cppcheck cppcheck_all
check format format_all
check recipes tools/test-recipes.sh
check bare-machine bare_machine
check packages packages
check same-bytes tools/try-same-bytes.sh

if [ ${#failed[@]} -gt 0 ]; then
	echo "failed: ${failed[*]}"
	exit 1
fi
echo "all checks passed"
