#!/bin/sh
# The patches of HACKING's recipes can be applied to the last commit, without a conflict.
# tools/test-recipes.sh applies, builds and tests them, which takes long.
#
# Usage: check-recipes.sh ROOT
set -u

command -v git >/dev/null || exit 77
cd "$1" || exit 1
git rev-parse --quiet --verify HEAD >/dev/null || exit 77
copy=$(mktemp -d)
trap 'rm -rf "$copy"' EXIT
git clone --quiet --shared . "$copy/sabot" || exit 1
cd "$copy/sabot" || exit 1
n_wrong=0
for patch in tests/house/recipes/*.patch; do
	if ! git apply --3way "$patch" >"$copy/log" 2>&1; then
		echo "$patch cannot be applied any more: make it again from its recipe (HACKING.md)"
		cat "$copy/log"
		n_wrong=$((n_wrong + 1))
	fi
	git reset --quiet --hard
	git clean --quiet --force -d
done
[ "$n_wrong" -eq 0 ]
