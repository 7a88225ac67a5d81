#!/bin/sh
# The two commands of the README on a Debian 12 that has nothing but this repository.
#
# Usage: bare-debian.sh DIRECTORY [VERB…]     (as root; default: test, and demo for 20 seconds)
#
# Makes a minimal Debian in DIRECTORY, which must not exist yet, from the mirror this machine
# uses; copies the last commit in; runs the verbs there. The directory stays for a look; remove it
# when done.
set -eu

usage()
{
	echo "usage: $0 DIRECTORY [VERB…]" >&2
	exit 2
}

[ $# -ge 1 ] || usage
room=$1
shift
[ ! -e "$room" ] || { echo "$room exists already" >&2; exit 2; }
[ "$(id -u)" = 0 ] || { echo "only root can do this" >&2; exit 2; }
command -v debootstrap >/dev/null || { echo "debootstrap is missing" >&2; exit 2; }
repository=$(dirname "$(dirname "$(readlink -f "$0")")")

# The first archive that apt uses here, in either way of writing it down.
mirror=$(cat /etc/apt/sources.list /etc/apt/sources.list.d/*.sources \
	/etc/apt/sources.list.d/*.list 2>/dev/null | awk '
	$1 == "URIs:" && $2 ~ /\/debian\/?$/ { print $2; exit }
	$1 == "deb" { for (i = 2; i <= NF; i++) if ($i ~ /\/debian\/?$/) { print $i; exit } }')

debootstrap --variant=minbase bookworm "$room" ${mirror:+"$mirror"}

# How this machine reaches the archive, and that alone: its further archives stay out.
cp -a /etc/apt/apt.conf.d /etc/apt/auth.conf.d "$room/etc/apt/" 2>/dev/null || :
cp -aL /etc/resolv.conf /etc/hosts "$room/etc/" 2>/dev/null || :
if [ -d /etc/ssl/certs ]; then
	mkdir -p "$room/etc/ssl"
	cp -aL /etc/ssl/certs "$room/etc/ssl/"
fi

git clone --quiet --no-local "$repository" "$room/srv/sabot"
mount -t proc proc "$room/proc"
mount -t devtmpfs dev "$room/dev" 2>/dev/null || mount --bind /dev "$room/dev"
mount -t devpts devpts "$room/dev/pts" 2>/dev/null || mount --bind /dev/pts "$room/dev/pts"
leave()
{
	umount "$room/dev/pts" "$room/dev" "$room/proc"
}
trap leave EXIT
trap 'exit 1' INT TERM HUP

inside()
{
	echo "== ./sabot $*"
	env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root TERM=dumb \
		${http_proxy:+http_proxy="$http_proxy"} ${https_proxy:+https_proxy="$https_proxy"} \
		chroot "$room" /srv/sabot/sabot "$@" </dev/null
}

if [ $# -gt 0 ]; then
	for verb in "$@"; do
		inside $verb
	done
else
	inside demo --seconds 20
	inside test
fi
[ -z "$(find "$room/tmp" -name 'sabot-*')" ] || {
	echo "files stayed behind in $room/tmp" >&2
	exit 1
}
