#!/bin/bash
# The two commands of the README on a Debian 12 that has nothing but this repository.
#
# Usage: bare-debian.sh [--busy N] [--keep] DIRECTORY [VERB…]     (as root)
#
# Makes a minimal Debian in DIRECTORY, which must not exist yet, from the mirror this machine uses;
# copies the last commit in; runs the verbs there: by default `demo` for 20 seconds without a
# display, `test`, and `demo` on a screen nobody sees. With N processes beside them that do nothing
# but keep the processors busy. Each line of output begins with the seconds since the start. The
# directory is removed at the end; --keep leaves it for a look.
set -euo pipefail

usage()
{
	echo "usage: $0 [--busy N] [--keep] DIRECTORY [VERB…]" >&2
	exit 2
}

busy=0
keep=
while [[ ${1:-} == --* ]]; do
	case $1 in
	--busy) busy=${2:-} && shift ;;
	--keep) keep=yes ;;
	*) usage ;;
	esac
	shift
done
[[ $# -ge 1 && $busy =~ ^[0-9]+$ ]] || usage
room=$1
shift
[[ ! -e $room ]] || { echo "$room exists already" >&2; exit 2; }
[[ $(id -u) == 0 ]] || { echo "only root can do this" >&2; exit 2; }
command -v mmdebstrap >/dev/null || { echo "mmdebstrap is missing" >&2; exit 2; }
repository=$(dirname "$(dirname "$(readlink -f "$0")")")
# shellcheck source=tools/room.sh
. "$repository/tools/room.sh"

mounted=()
burners=()
leave()
{
	local status=$? each
	set +e
	for each in "${burners[@]}"; do
		kill "$each"
	done
	for each in "${mounted[@]}"; do
		umount "$room/$each"
	done
	# Nothing of the machine's own may still be mounted where files are removed.
	[[ -n $keep ]] || grep -q " $room/" /proc/mounts || rm -rf --one-file-system "$room"
	exit $status
}
trap leave EXIT
trap 'exit 1' INT TERM HUP

# Begin each line with the seconds since this script began.
timed()
{
	local line
	while IFS= read -r line; do
		printf '%5d s  %s\n' "$SECONDS" "$line"
	done
}

make_room()
{
	make_minimal_debian "$room"
	cp -aL /etc/resolv.conf /etc/hosts "$room/etc/" 2>/dev/null || :
	if [[ -d /etc/ssl/certs ]]; then
		mkdir -p "$room/etc/ssl"
		cp -aL /etc/ssl/certs "$room/etc/ssl/"
	fi
	git clone --quiet --no-local "$repository" "$room/srv/sabot"
}

# mount_in DIRECTORY TYPE: the kernel's own, or where that is forbidden this machine's.
mount_in()
{
	mount -t "$2" "$2" "$room/$1" 2>/dev/null || mount --bind "/$1" "$room/$1"
	mounted=("$1" "${mounted[@]}")
}

inside()
{
	echo "== $*"
	env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root TERM=dumb \
		${http_proxy:+http_proxy="$http_proxy"} ${https_proxy:+https_proxy="$https_proxy"} \
		chroot "$room" "$@" </dev/null 2>&1
}

make_room 2>&1 | timed
mount_in proc proc
mount_in dev devtmpfs
mount_in dev/pts devpts
for ((i = 0; i < busy; i++)); do
	bash -c 'while :; do :; done' &
	burners+=($!)
done
[[ $# -gt 0 ]] || set -- "demo --seconds 20" test "on a screen"
for verb in "$@"; do
	if [[ $verb == "on a screen" ]]; then
		inside xvfb-run -a /srv/sabot/sabot demo --seconds 20 | timed
	else
		# A verb with its options.
		# shellcheck disable=SC2086
		inside /srv/sabot/sabot $verb | timed
	fi
done
# The X server's directory for its sockets is there from the boot on where a whole system runs.
left=$(find "$room/tmp" -mindepth 1 -maxdepth 1 ! -name .X11-unix)
[[ -z $left ]] || {
	echo "files stayed behind: $left" >&2
	exit 1
}
