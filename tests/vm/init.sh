#!/bin/busybox sh
# The first program of the virtual machine: the host's root, read-only, becomes the guest's, with
# directories of its own over those that are written to. run.py packs this with busybox, the kernel
# modules it takes to get there (/modules, in the order of /modules/order), and /setup.
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
mount -t tmpfs run /host/run
cp /setup /host/run/setup
. /setup
for directory in proc sys dev; do
	mount -o move /$directory /host/$directory
done
exec switch_root -c /dev/console /host /bin/sh "$TOP/tests/vm/guest.sh"
