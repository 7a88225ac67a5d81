#!/bin/bash
# The recipes of HACKING.md, executed: each patch in tests/house/recipes is what somebody changes
# who follows its recipe, and nothing else. It is applied to a copy of the last commit, and the
# suites that the recipe names pass.
#
# Usage: test-recipes.sh [RECIPE…]
#
# A patch that does not apply any more is made again from its recipe, by hand: that is the test.
set -euo pipefail

repository=$(dirname "$(dirname "$(readlink -f "$0")")")
recipes=$repository/tests/house/recipes
declare -A suites=(
	[driver]="house docs text devices fuzz-corpus"
	[field]="house docs text proto gui"
	[key]="house docs text engine mutation"
	[incident]="house docs text engine mutation samples report"
	[migration]="house docs text store case fuzz-corpus"
)
# Single tests of other suites.
declare -A tests=(
	[incident]="gui-tile-words-en gui-tile-words-es gui-tile-words-it"
	[migration]="daemon-schemas daemon-older-files"
)

[[ $# -gt 0 ]] || set -- "${!suites[@]}"
for recipe in "$@"; do
	[[ -n ${suites[$recipe]:-} ]] || {
		echo "no such recipe: $recipe; there are: ${!suites[*]}" >&2
		exit 2
	}
done

copy=$(mktemp -d)
trap 'rm -rf "$copy"' EXIT
git clone --quiet --no-local "$repository" "$copy/sabot"
cd "$copy/sabot"
meson setup build >"$copy/log"

run_tests()
{
	meson test -C build --no-rebuild --print-errorlogs --timeout-multiplier 4 "$@"
}

status=0
for recipe in "$@"; do
	git reset --quiet --hard
	git clean --quiet --force -d
	wanted=(--no-suite long)
	for suite in ${suites[$recipe]}; do
		wanted+=(--suite "$suite")
	done
	read -ra single <<<"${tests[$recipe]:-}"
	SECONDS=0
	built=0
	if git apply --3way "$recipes/$recipe.patch" >"$copy/log" 2>&1 &&
		ninja -C build >"$copy/log" 2>&1 && built=$SECONDS &&
		run_tests "${wanted[@]}" >"$copy/log" 2>&1 &&
		{ [[ ${#single[@]} -eq 0 ]] || run_tests "${single[@]}" >"$copy/log" 2>&1; }; then
		echo "$recipe: $(git status --porcelain | wc -l) files," \
			"${suites[$recipe]} ${single[*]}: ok" \
			"(built in $built s, tested in $((SECONDS - built)) s)"
	else
		tail -n 60 "$copy/log"
		echo "$recipe: FAILED"
		status=1
	fi
done
exit $status
