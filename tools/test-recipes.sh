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
	[driver]="devices fuzz-corpus docs text"
	[field]="proto gui docs text"
	[key]="engine mutation docs text"
	[incident]="engine mutation samples report docs text"
	[migration]="store case"
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

status=0
for recipe in "$@"; do
	git reset --quiet --hard
	git clean --quiet --force -d
	wanted=(--no-suite long)
	for suite in ${suites[$recipe]}; do
		wanted+=(--suite "$suite")
	done
	if git apply --3way "$recipes/$recipe.patch" >"$copy/log" 2>&1 &&
		ninja -C build >"$copy/log" 2>&1 &&
		meson test -C build --no-rebuild --print-errorlogs --timeout-multiplier 4 \
			"${wanted[@]}" >"$copy/log" 2>&1; then
		echo "$recipe: $(git status --porcelain | wc -l) files, ${suites[$recipe]}: ok"
	else
		tail -n 60 "$copy/log"
		echo "$recipe: FAILED"
		status=1
	fi
done
exit $status
