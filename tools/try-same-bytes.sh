#!/bin/bash
# The last commit's packages, built twice under other circumstances, are the same to the byte.
#
# Usage: try-same-bytes.sh [DIRECTORY]
#
# The second build has another path, umask, time zone, locale, number of processors and environment;
# as root also another user, and where faketime is installed another date. DIRECTORY (default: a
# new one) must not exist yet and is removed when all is the same; else it is kept, and what differs
# is shown by diffoscope where that is installed. Takes two builds without a compiler's cache.
set -euo pipefail

[[ $# -le 1 ]] || { echo "usage: $0 [DIRECTORY]" >&2; exit 2; }
repository=$(dirname "$(dirname "$(readlink -f "$0")")")
place=${1:-$(mktemp -d)/same-bytes}
[[ ! -e $place ]] || { echo "$place exists already" >&2; exit 2; }
mkdir -p "$place/first" "$place/the-second/elsewhere"
place=$(readlink -f "$place")

# Programs would say nothing of a locale that is not there, and be as in the first build.
mkdir "$place/locale"
localedef -i es_ES -f UTF-8 "$place/locale/es_ES.UTF-8"

# Whatever is committed while this goes on.
commit=$(git -C "$repository" rev-parse HEAD)

# build TREE UMASK COMMAND…: in a clone of its own, with the command's words before.
build()
{
	local tree=$1 mask=$2 begin=$SECONDS
	shift 2
	# Below a path that dpkg puts into -ffile-prefix-map: without spaces and the like.
	git clone --quiet --no-local "$repository" "$tree/clone"
	git -C "$tree/clone" checkout --quiet --detach "$commit"
	mkdir "$tree/out" "$tree/home"
	[[ ! ${builder:-} ]] || chown -R "$builder:$builder" "$tree"
	if ! (umask "$mask" && cd "$tree" && env -i PATH=/usr/bin:/bin:/usr/sbin:/sbin \
		HOME="$tree/home" SABOT_DEB_TREE="$tree/tree" "$@" clone/tools/make-debs.sh \
		out >"$tree/log" 2>&1 </dev/null); then
		tail -n 40 "$tree/log"
		echo "FAILED: the build in $tree"
		return 1
	fi
	echo "built in $((SECONDS - begin)) s: $(cd "$tree/out" && ls ./*.deb | wc -l) packages"
}

build "$place/first" 022 LC_ALL=C.UTF-8 TZ=UTC DEB_BUILD_OPTIONS=parallel=4 &
first=$!
other=(LOCPATH="$place/locale" LC_ALL=es_ES.UTF-8 LANGUAGE=es TZ=Pacific/Auckland
	DEB_BUILD_OPTIONS=parallel=1 UNKNOWN=value)
if [[ $(id -u) == 0 ]]; then
	builder=65534
	chmod 711 "$place" "$(dirname "$place")"
	other+=(setpriv --reuid=$builder --regid=$builder --clear-groups)
fi
! command -v faketime >/dev/null || other+=(faketime -f +400d)
status=0
build "$place/the-second/elsewhere" 002 "${other[@]}" || status=1
wait "$first" || status=1
[[ $status == 0 ]] || exit 1

differing=0
for one in "$place"/first/out/*.deb; do
	two="$place/the-second/elsewhere/out/$(basename "$one")"
	cmp "$one" "$two" && continue
	differing=$((differing + 1))
	! command -v diffoscope >/dev/null || diffoscope "$one" "$two" | head -n 200 || :
done
(cd "$place/first/out" && sha256sum ./*.deb)
[[ $differing == 0 ]] || { echo "$differing packages differ; both builds are in $place"; exit 1; }
rm -rf "$place"
echo "both builds are the same"
