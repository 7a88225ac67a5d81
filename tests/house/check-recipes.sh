#!/bin/sh
# The patches of HACKING's recipes can be applied to the sources as they are. tools/test-recipes.sh
# applies, builds and tests them, which takes long.
#
# Usage: check-recipes.sh ROOT
set -u

command -v git >/dev/null || exit 77
cd "$1" || exit 1
n_wrong=0
for patch in tests/house/recipes/*.patch; do
	git apply --check "$patch" 2>/dev/null && continue
	git apply --check --3way "$patch" >/dev/null 2>&1 && continue
	echo "$patch cannot be applied any more; make it again from its recipe in HACKING.md"
	git apply --check "$patch"
	n_wrong=$((n_wrong + 1))
done
[ "$n_wrong" -eq 0 ]
