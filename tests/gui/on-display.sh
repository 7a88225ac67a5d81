#!/bin/sh
# Run a program on a screen ($SABOT_SCREEN: its size) and a session bus of its own: the screen
# outside, the bus inside, or the accessibility registry finds no screen. The server itself picks a
# free number (-displayfd): xvfb-run -a guesses one, and two that guess at once get the same.
# Without -noreset it begins anew whenever its last client goes, and refuses who comes then.
set -eu
command -v Xvfb >/dev/null && command -v dbus-run-session >/dev/null || {
	echo "skipped: xvfb and dbus are wanted"
	exit 77
}
XDG_RUNTIME_DIR=$(mktemp -d)
XDG_CONFIG_HOME=$XDG_RUNTIME_DIR/config # no settings of whoever runs this
export XDG_RUNTIME_DIR XDG_CONFIG_HOME
server=
trap 'kill $server 2>/dev/null || true; rm -rf "$XDG_RUNTIME_DIR"' EXIT
mkfifo "$XDG_RUNTIME_DIR/number"
Xvfb -displayfd 3 -noreset -screen 0 "${SABOT_SCREEN:-1280x800}x24" -nolisten tcp \
	3>"$XDG_RUNTIME_DIR/number" 2>/dev/null &
server=$!
read -r number <"$XDG_RUNTIME_DIR/number"
DISPLAY=:$number dbus-run-session -- "$@"
