# A minimal Debian in a directory, for scripts to source: tools/bare-debian.sh, try-packages.sh.

# make_minimal_debian ROOM [OPTION…]: how this machine reaches the archive, and that alone: its
# further archives stay out. The options are mmdebstrap's.
make_minimal_debian()
{
	local room=$1 mirror settings
	shift
	# The first archive that apt uses here, in either way of writing it down.
	mirror=$(cat /etc/apt/sources.list /etc/apt/sources.list.d/*.sources \
		/etc/apt/sources.list.d/*.list 2>/dev/null | awk '
		$1 == "URIs:" && $2 ~ /\/debian\/?$/ { print $2; exit }
		$1 == "deb" {
			for (i = 2; i <= NF; i++)
				if ($i ~ /\/debian\/?$/) { print $i; exit }
		}') || :
	mapfile -t settings < <(grep -ls '^ *Acquire' /etc/apt/apt.conf /etc/apt/apt.conf.d/*)
	mmdebstrap --quiet --variant=minbase "${settings[@]/#/--aptopt=}" "$@" bookworm \
		"$room" ${mirror:+"$mirror"}
}
