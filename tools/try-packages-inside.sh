#!/bin/bash
# One step of tools/try-packages.sh, in its room, as root, without a network. Usage: … STEP
set -Eeuo pipefail

packages=(sabotd sabot-tools sabot-console sabot-dealer sabot-verify sabot-doc sabot-forward
	sabot-witness)
seen=/srv/seen

version_of()
{
	dpkg-query -W -f='${Version}' "$1"
}

# Every file, and who there is; what apt and dpkg note of each run apart.
take_stock()
{
	find / -xdev \( -path /proc -o -path /srv -o -path /var/cache -o -path /var/lib/apt \
		-o -path /var/log -o -path /tmp -o -path /dev \) -prune -o -print |
		grep -vxE '/etc/(passwd|group|shadow|gshadow|subuid|subgid)-|/var/lib/dpkg/[^/]*' |
		sort
	sort /etc/passwd /etc/group /etc/shadow /etc/gshadow
	dpkg-query -W -f='${Package} ${Status}\n'
}

# Everything that Sabot needs, and not Sabot: what these leave behind is theirs.
step_dependencies()
{
	if ip link 2>/dev/null | grep -q 'state UP'; then
		echo "there is a network" >&2
		exit 1
	fi
	dpkg -l 'sabot*' 2>/dev/null | grep '^ii' && exit 1
	printf 'APT::Sandbox::User "root";\n' >/etc/apt/apt.conf.d/90room
	echo "deb [trusted=yes] file:/srv/old ./" >/etc/apt/sources.list
	apt-get -q update
	# All that the repository has beside Sabot.
	awk '/^Package: / { name = $2 } /^Filename: pool\/debian/ { print name }' \
		/srv/old/Packages | sort -u |
		xargs apt-get -q -y --no-install-recommends install
	: >/etc/apt/sources.list
	take_stock >/srv/before
}

step_install()
{
	/srv/old/install.sh "${packages[@]}"
	sabotctl --version
	getent passwd sabot
	getent passwd sabot-forward
	getent passwd sabot-witness
	[[ $(stat -c %U:%a /var/lib/sabot) == sabot:700 ]]
	[[ $(sabotd --version | sed -n 's/^sha256 //p') == \
		$(sha256sum /usr/sbin/sabotd | cut -d ' ' -f 1) ]]
	sabotd --version | grep -E '^commit [0-9a-f]{12}$'
	sabotctl self-check
	# Nothing is set up yet.
	[[ $({ sabotctl doctor || :; } | grep -c '^WRONG') == 1 ]]
	for page in man8/sabotd.8 man8/sabot-witness.8 es/man5/sabot-forward.conf.5 \
		es/man1/sabotctl-shift.1 it/man5/sabotd.conf.5; do
		[[ -f /usr/share/man/$page.gz ]]
	done
}

as_sabot=(setpriv --reuid=sabot --regid=sabot --clear-groups env HOME=/var/lib/sabot)

daemon=

end_daemon()
{
	kill -TERM "$daemon"
	wait "$daemon"
	daemon=
}

start_daemon()
{
	"${as_sabot[@]}" sabotd 2>>/srv/sabotd.log &
	daemon=$!
	for ((i = 0; i < 600; i++)); do
		[[ ! -S /run/sabot/sabotd.sock ]] || return 0
		kill -0 "$daemon" || break
		sleep 0.1
	done
	cat /srv/sabotd.log >&2
	exit 1
}

deal_rounds()
{
	"${as_sabot[@]}" timeout 180 sabot-shoe --pty /var/lib/sabot/shoe --driver ref --dealer \
		--table PB-01 --pace max --rounds "$1" --quiet
	count_events
}

count_events()
{
	sabotctl metrics | sed -n 's/^sabot_events_total //p' >"$seen-events"
}

# What is installed is in the house log, the last start's too, and nobody is accused.
check_software()
{
	local log
	log=$(sabotctl log house)
	grep '"ev":"software"' <<<"$log" | tail -n 1 | grep "\"version\":\"$(version_of sabotd)\""
	[[ $log != *software_changed* ]]
}

# What was recorded before is proven, and there are as many events or more.
check_log()
{
	sabotctl verify /var/lib/sabot/sabot.db --key /srv/key.pub
	sabot-verify-log /var/lib/sabot/sabot.db --key "$(cat /srv/key.pub)"
}

step_deal()
{
	setpriv --reuid=65534 --regid=65534 --clear-groups env PATH="$PATH" HOME=/nonexistent \
		timeout 580 /srv/source/debian/tests/deal
	mkdir -p /etc/sabot
	cat >/etc/sabot/sabotd.conf <<'CONF'
[daemon]
site = packages
[device shoe-1]
driver = sim
transport = pty:/var/lib/sabot/shoe
[table PB-01]
rules = punto-banco-es
device = shoe-1
simulated = yes
CONF
	"${as_sabot[@]}" sabotctl key create --state /var/lib/sabot >/srv/key.pub
	sabotd --check-config
	start_daemon
	deal_rounds 10
	check_software
	end_daemon
	check_log
}

# What a laboratory and an inspector ask of an installation: every check passes and the paper is
# signed; each text is gone through, though the packages know of no test that ran.
step_lab()
{
	local law
	"${as_sabot[@]}" sabotctl lab --out /var/lib/sabot/acceptance --rounds 5000
	"${as_sabot[@]}" sabotctl lab --check /var/lib/sabot/acceptance --key "$(cat /srv/key.pub)"
	for law in nj nv ny nigc ukgc es it; do
		{ sabotctl comply --for "$law" || [[ $? == 1 ]]; } | grep ' 0 failed'
	done
}

# As its own user; it needs no display and leaves nothing.
step_demo()
{
	cd /srv/source
	timeout 120 ./sabot demo --built /srv/built --pace max --seconds 10 | tail -n 20
}

# Another version in place of this one, whatever it is: all packages of it.
replace()
{
	local before after
	before=$(version_of sabotd)
	"$@"
	after=$(version_of sabotd)
	[[ $before != "$after" ]]
	for package in "${packages[@]}" sabot-common; do
		[[ $(version_of "$package") == "$after" ]]
	done
	echo "$before, then $after"
}

# What the database says: its schema, or how many events it has.
ask_database()
{
	python3 -c 'import sqlite3, sys
print(sqlite3.connect("file:/var/lib/sabot/sabot.db?mode=ro", uri=True).execute(
    sys.argv[1]).fetchone()[0])' "$1"
}

schema()
{
	ask_database "PRAGMA user_version"
}

# Replaced, then at the table again in the same load.
other_version()
{
	replace "$@"
	local events
	events=$(cat "$seen-events")
	start_daemon
	count_events
	[[ $(cat "$seen-events") -ge $events ]]
	deal_rounds 10
	[[ $(cat "$seen-events") -gt $((events + 50)) ]]
	check_software
	end_daemon
	check_log
}

step_upgrade()
{
	schema >"$seen-schema"
	other_version /srv/new/install.sh "${packages[@]}"
	dpkg --compare-versions "$(version_of sabotd)" gt "$(version_in /srv/old)"
}

version_in()
{
	awk '/^Package: sabotd$/ { is = 1 } is && /^Version: / { print $2; exit }' "$1/Packages"
}

downgrade()
{
	local version
	version=$(version_in /srv/old)
	echo "deb [signed-by=/etc/apt/keyrings/sabot.gpg] file:/srv/old ./" \
		>/etc/apt/sources.list.d/sabot.list
	apt-get -q update
	apt-get -q -y --allow-downgrades --no-install-recommends install \
		"${packages[@]/%/=$version}" "sabot-common=$version"
}

# A database that the later version has brought to its own schema is refused by the earlier one,
# which deals on beside it.
step_downgrade()
{
	if [[ $(schema) == $(cat "$seen-schema") ]]; then
		other_version downgrade
		return
	fi
	local before
	before=$(ask_database "SELECT count(*) FROM event")
	replace downgrade
	start_daemon
	deal_rounds 10
	end_daemon
	grep -i 'newer\|later' /srv/sabotd.log | tail -n 1
	[[ $(ask_database "SELECT count(*) FROM event") == "$before" ]]
}

# What the earlier version has dealt is there, too.
step_again()
{
	local before
	before=$(ask_database "SELECT count(*) FROM event")
	replace /srv/new/install.sh "${packages[@]}"
	start_daemon
	deal_rounds 10
	end_daemon
	check_log
	[[ $(ask_database "SELECT count(*) FROM event") -gt $((before + 100)) ]]
}

# Removed, the log is there; purged, nothing is.
step_purge()
{
	apt-get -q -y remove "${packages[@]}" sabot-common
	[[ -f /var/lib/sabot/sabot.db && -f /etc/sabot/sabotd.conf ]]
	apt-get -q -y purge "${packages[@]}" sabot-common
	rm /etc/apt/sources.list.d/sabot.list /etc/apt/keyrings/sabot.gpg
}

step_left()
{
	take_stock >/srv/after
	diff /srv/before /srv/after
}

trap 'echo "status $? at line $LINENO: $BASH_COMMAND"' ERR
"step_$1"
