#!/bin/sh
# The engine is a function: its library may need nothing from outside but memory and string
# helpers, snprintf and the stack protector. Usage: check-symbols.sh LIBRARY.a [NM]
# Prints each symbol that is too much, and exits with 1 when there is any.
set -eu

library=$1
nm=${2:-nm}
allowed='mem[a-z]*|str(n?len|n?cmp|n?cpy|n?cat|r?chr|str|p?spn|cspn|pbrk)|v?snprintf'
allowed="$allowed|__(mem|str|st)[a-z]*_chk|__v?snprintf_chk|__stack_chk_fail"
allowed="$allowed|_GLOBAL_OFFSET_TABLE_"

defined=$("$nm" -g --defined-only "$library" | awk 'NF == 3 { print $3 }' | sort -u)
[ -n "$defined" ] || {
	echo "$library: defines nothing; is this the library?" >&2
	exit 1
}
undefined=$("$nm" -u "$library" | awk '$1 == "U" { print $2 }' | sort -u)
status=0
for symbol in $undefined; do
	if printf '%s\n' "$defined" | grep -qxF -e "$symbol"; then
		continue
	fi
	if ! printf '%s\n' "$symbol" | grep -qxE -e "$allowed"; then
		echo "$library: needs $symbol"
		status=1
	fi
done
exit $status
