#!/bin/sh
# The virtual machine behind init.sh: a group `sabot`, the rules of udev/ with the real udevd, the
# programs where nobody owns them, the kernel's modules; then the tests, and the power goes off.
set -u
export PATH=/usr/sbin:/usr/bin:/sbin:/bin TMPDIR=/run/tests PYTHONDONTWRITEBYTECODE=1
. /run/setup

prepare()
{
	mkdir -p /run/tests /run/udev/rules.d /run/programs /dev/shm &&
		chmod 1777 /run/tests &&
		cp /etc/group /run/group &&
		echo "sabot:x:64123:" >>/run/group &&
		mount --bind /run/group /etc/group &&
		cp "$TOP/udev/60-sabot.rules" /run/udev/rules.d/ &&
		cp "$BUILD/daemon/sabotd" "$BUILD/cli/sabotctl" /run/programs/ &&
		/lib/systemd/systemd-udevd --daemon &&
		modprobe -d "$KERNEL" -a virtio_console xhci_pci ftdi_sio usbhid hid_generic \
			cdc_acm libcomposite usb_f_hid usb_f_acm usb_f_fs &&
		modprobe -d "$KERNEL" dummy_hcd num=4 &&
		mount -t configfs configfs /sys/kernel/config &&
		udevadm trigger --action=add &&
		udevadm settle --timeout=120
}

if prepare; then
	python3 "$TOP/tests/vm/test_devices.py" /run/programs/sabotd /run/programs/sabotctl $TESTS
else
	echo "the virtual machine could not be prepared"
	dmesg | tail -n 20
fi
exec /bin/busybox poweroff -f
