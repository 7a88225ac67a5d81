#!/bin/bash
# Build the Debian packages from the last commit, whatever else lies in the work tree.
#
# Usage: make-debs.sh [--version VERSION] [DIR]
#
# DIR (default: build/debs) then holds the .deb files, .buildinfo and .changes of this build alone.
# The version is that of the project with the commit's date and name, so that a later commit is an
# upgrade; --version gives another. Times in the packages are the commit's: the same commit gives
# the same bytes (tools/try-same-bytes.sh). SABOT_DEB_TREE is where the export is built (default: a
# directory that is removed afterwards). DEBFULLNAME and DEBEMAIL are who answers for the packages
# (their Maintainer). Run it by `./sabot deb`, which sees to the packages.
set -euo pipefail

say()
{
	printf '%s\n' "$*"
}

# Prints the packages' maintainer: who builds them and says so, else nobody who can be written to.
maintainer()
{
	local name=${DEBFULLNAME:-} address=${DEBEMAIL:-}
	if [[ ! $name && ! $address ]]; then
		git show HEAD:debian/control | sed -n 's/^Maintainer: //p'
		return
	fi
	if [[ ! $name || $name == *[[:cntrl:]\<\>,]* ||
		! $address =~ ^[A-Za-z0-9._+-]+@[A-Za-z0-9.-]+$ ]]; then
		say "DEBFULLNAME and DEBEMAIL want a name and an address" >&2
		return 2
	fi
	say "$name <$address>"
}

version=
if [[ ${1:-} == --version ]]; then
	version=${2:?--version wants a version}
	shift 2
fi
[[ $# -le 1 && ${1:-} != -* ]] || { say "usage: $0 [--version VERSION] [DIR]" >&2; exit 2; }
root=$(dirname "$(dirname "$(readlink -f "$0")")")
target=${1:-$root/build/debs}
mkdir -p "$target"
target=$(readlink -f "$target")
cd "$root"

maintainer=$(maintainer)
commit=$(git rev-parse --short=12 HEAD)
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
export SOURCE_DATE_EPOCH
base=$(sed -n "s/^  version: '\(.*\)',$/\1/p" meson.build)
[[ $version ]] ||
	version=$base+git$(TZ=UTC git log -1 --date=format-local:%Y%m%d%H%M%S --format=%cd).$commit

work=${SABOT_DEB_TREE:-}
if [[ ! $work ]]; then
	work=$(mktemp -d)
	trap 'rm -rf "$work"' EXIT
fi
trap 'exit 1' INT TERM HUP
mkdir -p "$work/sabot"
git archive HEAD | tar -x -C "$work/sabot"
cd "$work/sabot"
line="Maintainer: $maintainer" awk '/^Maintainer: / { $0 = ENVIRON["line"] } { print }' \
	debian/control >"$work/control"
mv "$work/control" debian/control
echo "$commit" >.commit
# What the tests said of this very commit, if they were run here.
if head -n 1 "$root/build/tests/record" 2>/dev/null | grep -q "^sabot-tests/1 [^ ]* $commit\$"; then
	cp "$root/build/tests/record" .tests
fi
{
	echo "sabot ($version) unstable; urgency=medium"
	echo
	echo "  * Built from commit $commit."
	echo
	echo " -- $maintainer  $(
		LC_ALL=C date -u -R -d "@$SOURCE_DATE_EPOCH")"
	echo
	cat debian/changelog
} >"$work/changelog"
mv "$work/changelog" debian/changelog

say "Building the packages of version $version"
dpkg-buildpackage --build=binary --no-sign
rm -f "$target"/sabot*.deb "$target"/sabot*.ddeb "$target"/sabot*.buildinfo \
	"$target"/sabot*.changes
mv "$work"/sabot*.deb "$work"/*.buildinfo "$work"/*.changes "$target/"
say "Packages are in $target"
