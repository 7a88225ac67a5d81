#!/bin/bash
# The packages in a minimal Debian that has no network: installed from the repository, dealt with,
# upgraded in mid-shoe, tried by sabotctl lab, downgraded, upgraded again, purged. At the end
# nothing of them may be left.
#
# Usage: try-packages.sh [--debs OLD NEW] [--room TAR] [--keep] DIRECTORY     (as root)
#
# Makes the room in DIRECTORY, which must not exist yet and is removed at the end (not with --keep),
# and builds the last commit twice, as two versions; OLD and NEW are directories of such packages
# that are there already, TAR is a minimal Debian packed up. Prints a line for each step that went
# well.
set -euo pipefail

usage()
{
	echo "usage: $0 [--debs OLD NEW] [--room TAR] [--keep] DIRECTORY" >&2
	exit 2
}

old= new= tar= keep=
while [[ ${1:-} == --* ]]; do
	case $1 in
	--debs) old=${2:?} new=${3:?} && shift 2 ;;
	--keep) keep=yes ;;
	--room) tar=${2:?} && shift ;;
	*) usage ;;
	esac
	shift
done
[[ $# == 1 ]] || usage
[[ $(id -u) == 0 ]] || { echo "only root can do this" >&2; exit 2; }
[[ ! -e $1 ]] || { echo "$1 exists already" >&2; exit 2; }
repository=$(dirname "$(dirname "$(readlink -f "$0")")")
# shellcheck source=tools/room.sh
. "$repository/tools/room.sh"
mkdir -p "$1"
place=$(readlink -f "$1")
room=$place/room
trap '[[ $keep ]] || rm -rf --one-file-system "$place"' EXIT
trap 'exit 1' INT TERM HUP

# step WHAT COMMAND…: what it said is shown when it fails.
step()
{
	local what=$1 begin=$SECONDS
	shift
	if ! "$@" >"$place/log" 2>&1 </dev/null; then
		tail -n 60 "$place/log"
		echo "FAILED: $what"
		exit 1
	fi
	printf '%4d s  ok: %s\n' "$((SECONDS - begin))" "$what"
}

# By Debian's own tools: the compiler's and the linker's guards in the log of the build, which is
# the last step's, and what is against Debian's policy in the packages.
judge_packages()
{
	mv "$place/log" "$place/build-log"
	step "each file compiled with the guards" blhc --all "$place/build-log"
	step "no error and no warning of lintian" lintian --allow-root --fail-on error,warning \
		"$1"/*.changes
}

# The commit's packages as two versions, the second later than the first.
build_twice()
{
	local version
	version=$(sed -n "s/^  version: '\(.*\)',$/\1/p" "$repository/meson.build")
	old=$place/old new=$place/new
	step "packages, the earlier version" "$repository/tools/make-debs.sh" \
		--version "$version+try1" "$old"
	judge_packages "$old"
	step "packages, the later version" "$repository/tools/make-debs.sh" \
		--version "$version+try2" "$new"
}

make_room()
{
	if [[ $tar ]]; then
		mkdir "$room"
		tar -C "$room" -xf "$tar"
	else
		make_minimal_debian "$room"
	fi
	# Nobody wants it back after a power cut.
	echo force-unsafe-io >"$room/etc/dpkg/dpkg.cfg.d/90room"
	mkdir -p "$room/srv/source/debian/tests" "$room/srv/source/tools" "$room/srv/built"
	cp "$repository/debian/tests/deal" "$room/srv/source/debian/tests/"
	cp "$repository/tools/make-shift.py" "$repository/tools/packages.txt" \
		"$room/srv/source/tools/"
	cp "$repository/sabot" "$room/srv/source/"
	cp "$repository/tools/try-packages-inside.sh" "$room/srv/"
	# Where the demonstration looks for programs in a build, those that are installed.
	mkdir -p "$room"/srv/built/{daemon,cli,gui}
	ln -s /usr/sbin/sabotd "$room/srv/built/daemon/sabotd"
	ln -s /usr/bin/sabotctl /usr/bin/sabot-shoe "$room/srv/built/cli/"
}

make_repositories()
{
	local age
	for age in old new; do
		"$repository/tools/make-repo.sh" --with-dependencies --debs "${!age}" \
			--key "$place/key" "$room/srv/$age"
	done
}

# No network, no process and no mount outlives it.
inside()
{
	unshare --net --mount --pid --fork bash -ec '
		mount -t proc proc "$1/proc" || mount --rbind /proc "$1/proc"
		mount -t devpts -o newinstance,ptmxmode=0666,mode=0620 devpts "$1/dev/pts" ||
			mount --rbind /dev/pts "$1/dev/pts"
		exec chroot "$1" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root TERM=dumb \
			LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive \
			/bin/bash /srv/try-packages-inside.sh "$2"' inside "$room" "$1"
}

[[ $old ]] || build_twice
step "a minimal Debian" make_room
step "two repositories" make_repositories
for name in dependencies install deal demo upgrade lab downgrade again purge left; do
	step "$name" inside "$name"
done
cat "$place/log"
echo "nothing is left"
