#!/bin/busybox sh
# The first program of the virtual machine: the host's root, read-only, becomes the guest's, with
# directories of its own over those that are written to. run.py packs this with busybox, the kernel
# modules it takes to get there (/modules, in the order of /modules/order), and /setup. Where that
# names a script for systemd to start ($STARTED), it becomes a machine that systemd runs: all of the
# root can be written to there, and nothing of that stays. $INSTALLED is copied over it.
/bin/busybox --install -s /bin
export PATH=/bin

stop()
{
	echo "the virtual machine does not start: $1"
	poweroff -f
}

mount -t proc proc /proc
mount -t sysfs sys /sys
mount -t devtmpfs dev /dev
while read -r module; do
	insmod "/modules/$module" || stop "insmod $module"
done </modules/order
mount -t 9p -o trans=virtio,version=9p2000.L,msize=512000,ro,cache=loose host /host ||
	stop "no files of the host"
. /setup
root=/host
if [ -n "$STARTED" ]; then
	root=/whole
	mount -t tmpfs -o size=80% changes /changes && mkdir /changes/upper /changes/work &&
		mount -t overlay -o lowerdir=/host,upperdir=/changes/upper,workdir=/changes/work \
			whole /whole || stop "no room for changes"
	[ -z "$INSTALLED" ] || cp -a "/host$INSTALLED/." /whole || stop "Sabot is not installed"
	# No file system of the host's, and one target: the tests.
	: >/whole/etc/fstab
	cat >/whole/etc/systemd/system/sabot-tests.service <<-UNIT
	[Unit]
	Requires=basic.target
	After=basic.target
	[Service]
	ExecStart=/bin/sh $TOP/tests/vm/$STARTED
	StandardOutput=tty
	StandardError=tty
	TTYPath=/dev/console
	UNIT
fi
mount -t tmpfs run $root/run
cp /setup $root/run/setup
for directory in proc sys dev; do
	mount -o move /$directory $root/$directory
done
if [ -n "$STARTED" ]; then
	exec switch_root -c /dev/console /whole /lib/systemd/systemd \
		--unit=sabot-tests.service --show-status=no
fi
exec switch_root -c /dev/console /host /bin/sh "$TOP/tests/vm/guest.sh"
