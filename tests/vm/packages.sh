#!/bin/sh
# What systemd starts in the virtual machine behind init.sh, where a minimal Debian has Sabot's
# packages: the tests, and the power goes off.
export PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
export PYTHONDONTWRITEBYTECODE=1 LC_ALL=C.UTF-8
. /run/setup
python3 "$TOP/tests/vm/test_packages.py" $TESTS
exec /bin/busybox poweroff -f
