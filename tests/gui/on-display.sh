#!/bin/sh
# Run a program on a screen ($SABOT_SCREEN: its size) and a session bus of its own: the screen
# outside, the bus inside, or the accessibility registry finds no screen. The server itself picks a
# free number (-displayfd): xvfb-run -a guesses one, and two that guess at once get the same.
# Without -noreset it begins anew whenever its last client goes, and refuses who comes then.
# Fonts are the same on every machine: $SABOT_FONT (Inter, "DejaVu Sans" or "Noto Sans"), which is
# the system's sans, too, and none else; beside Inter, which has no suits, DejaVu Sans as the sans,
# and Noto Sans CJK for the signs of the guests' board.
# What programs leave behind goes with the directory.
set -eu
command -v Xvfb >/dev/null && command -v dbus-run-session >/dev/null || {
	echo "skipped: xvfb and dbus are wanted"
	exit 77
}
XDG_RUNTIME_DIR=$(mktemp -d)
# No settings of whoever runs this, nor of his desktop.
XDG_CONFIG_HOME=$XDG_RUNTIME_DIR/config
XDG_CONFIG_DIRS=$XDG_CONFIG_HOME
XDG_DATA_HOME=$XDG_RUNTIME_DIR/data
XDG_CACHE_HOME=$XDG_RUNTIME_DIR/cache
TMPDIR=$XDG_RUNTIME_DIR/tmp
FONTCONFIG_FILE=$XDG_RUNTIME_DIR/fonts.conf
export XDG_RUNTIME_DIR XDG_CONFIG_HOME XDG_CONFIG_DIRS XDG_DATA_HOME XDG_CACHE_HOME TMPDIR
export FONTCONFIG_FILE
# Nothing is heard, and a machine without a sound card says nothing of it.
export CANBERRA_DRIVER=null
mkdir "$TMPDIR"
server=
trap 'kill $server 2>/dev/null || true; rm -rf "$XDG_RUNTIME_DIR"' EXIT

case ${SABOT_FONT:-Inter} in
Inter) sans="DejaVu Sans" files="Inter-* DejaVuSans* NotoSansCJK-*" ;;
"DejaVu Sans") sans=$SABOT_FONT files="DejaVuSans*" ;;
"Noto Sans") sans=$SABOT_FONT files="NotoSans-* NotoSansSymbols*" ;;
*) echo "SABOT_FONT: $SABOT_FONT is none" >&2 && exit 2 ;;
esac
{
	echo "<fontconfig><dir>/usr/share/fonts</dir><cachedir>/var/cache/fontconfig</cachedir>"
	echo "<selectfont><rejectfont><glob>*.*</glob></rejectfont><acceptfont>"
	set -f
	for file in $files; do echo "<glob>*/$file</glob>"; done
	set +f
	echo "</acceptfont></selectfont>"
	echo '<match><edit name="family" mode="append_last">'
	echo "<string>$sans</string></edit></match>"
	echo "</fontconfig>"
} >"$FONTCONFIG_FILE"

mkfifo "$XDG_RUNTIME_DIR/number"
Xvfb -displayfd 3 -noreset -r -screen 0 "${SABOT_SCREEN:-1280x800}x24" -nolisten tcp \
	3>"$XDG_RUNTIME_DIR/number" 2>/dev/null &
server=$!
read -r number <"$XDG_RUNTIME_DIR/number"
DISPLAY=:$number dbus-run-session -- "$@"
