#!/bin/sh
# What systemd starts in the virtual machine behind init.sh: the commands of docs/daemon.md that
# make an installed Sabot known to systemd; then the tests, and the power goes off.
export PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
export PYTHONDONTWRITEBYTECODE=1 LC_ALL=C.UTF-8
. /run/setup
ldconfig
if systemd-sysusers && systemd-tmpfiles --create && systemctl daemon-reload; then
	python3 "$TOP/tests/vm/test_service.py" $TESTS
else
	echo "the virtual machine could not be prepared"
fi
exec /bin/busybox poweroff -f
