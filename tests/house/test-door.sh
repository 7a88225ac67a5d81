#!/bin/sh
# The script at the root: its page, its refusals, and the one command it prints where it may not
# install. Usage: test-door.sh SABOT
set -eu

sabot=$1
box=$(mktemp -d)
trap 'rm -rf "$box"' EXIT

fail()
{
	echo "FAILED: $*"
	cat "$box/out"
	exit 1
}

"$sabot" help >"$box/out" 2>&1 || fail "help"
for verb in demo shift test test-full screenshots coverage tsan test-vm bench build deb repo \
	guides sbom help; do
	grep -q "^  $verb " "$box/out" || fail "help says nothing of $verb"
done

status=0
"$sabot" nonsense >"$box/out" 2>&1 || status=$?
[ "$status" = 2 ] || fail "an unknown verb gives status $status"

for bad in "--pace" "--pace x" "--seconds -1" "--faults 1x" "--nonsense 3"; do
	status=0
	"$sabot" demo $bad >"$box/out" 2>&1 || status=$?
	[ "$status" = 1 ] || fail "demo $bad gives status $status"
	grep -q '^sabot: ' "$box/out" || fail "demo $bad has no sentence"
done

# A machine where a package is missing and nobody may install.
mkdir "$box/bin"
for tool in dpkg-query:'echo not-installed' id:'echo 1000' sudo:'exit 1'; do
	printf '#!/bin/sh\n%s\n' "${tool#*:}" >"$box/bin/${tool%%:*}"
	chmod +x "$box/bin/${tool%%:*}"
done
status=0
PATH="$box/bin:/usr/bin:/bin:$PATH" timeout 100 "$sabot" test >"$box/out" 2>&1 || status=$?
[ "$status" = 1 ] || fail "missing packages give status $status"
grep -q '^  sudo apt-get install .* gcc .*xvfb' "$box/out" || fail "no command to install them"

# Each package stands in the list once, with a known group.
list=$(dirname "$sabot")/tools/packages.txt
grep -v '^#' "$list" >"$box/out"
[ -z "$(awk '{ print $2 }' "$box/out" | sort | uniq -d)" ] || fail "a package is listed twice"
groups='build|test|deb|clang|full|screenshots|print|vm|floor'
! grep -vE "^($groups) [a-z0-9.+-]+$" "$box/out" || fail "a bad line in the list"
