#!/bin/sh
# Run a program on a screen and a session bus of its own: the screen outside, the bus inside,
# or the accessibility registry finds no screen.
set -eu
command -v xvfb-run >/dev/null && command -v dbus-run-session >/dev/null || {
	echo "skipped: xvfb and dbus are wanted"
	exit 77
}
XDG_RUNTIME_DIR=$(mktemp -d)
export XDG_RUNTIME_DIR
trap 'rm -rf "$XDG_RUNTIME_DIR"' EXIT
xvfb-run -a -s "-screen 0 1280x800x24 -nolisten tcp" dbus-run-session -- "$@"
