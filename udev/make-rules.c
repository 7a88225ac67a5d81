/*
 * Prints udev/60-sabot.rules: which devices of this machine are shoes, or lines to them, by what
 * the drivers say of themselves. The text around the drivers' own lines is here and nowhere else.
 * The file's name sorts before 60-serial.rules, so what a device is called is asked of udev itself.
 */
#include "devices/shoe/shoe-driver.h"

#include <stdio.h>

/* clang-format off */
static const char head[] =
	"# Card-reading shoes: who may read them and what they are called (docs/devices.md).\n"
	"# Written from the drivers' facts by `ninja -C build sync-udev`; do not edit. A rule of\n"
	"# the house goes into a file of its own with a later name.\n"
	"\n"
	"ACTION==\"remove\", GOTO=\"sabot_end\"\n"
	"\n"
	"# Adapters between USB and a serial line, by the kernel's driver: which of them leads to\n"
	"# a shoe is not known here, so all do.\n";

/*
 * The group alone may read and write. ModemManager would greet a shoe with AT commands. A name is
 * given by the serial number (with the interface, if it is not the first) and by the port.
 */
static const char tail[] =
	"\n"
	"ENV{.SABOT_KIND}!=\"?*\", GOTO=\"sabot_end\"\n"
	"OWNER=\"root\", GROUP=\"sabot\", MODE=\"0660\"\n"
	"ENV{ID_MM_DEVICE_IGNORE}=\"1\", ENV{ID_MM_PORT_IGNORE}=\"1\"\n"
	"ENV{.SABOT_KIND}==\"usb\", GOTO=\"sabot_end\"\n"
	"\n"
	"IMPORT{builtin}=\"usb_id\"\n"
	"IMPORT{builtin}=\"path_id\"\n"
	"ENV{.SABOT_SUFFIX}=\"\"\n"
	"ENV{ID_USB_INTERFACE_NUM}!=\"00|\", "
	"ENV{.SABOT_SUFFIX}=\"-if$env{ID_USB_INTERFACE_NUM}\"\n"
	"ENV{ID_SERIAL_SHORT}==\"?*\", "
	"SYMLINK+=\"sabot/by-serial/$env{.SABOT_KIND}-$env{ID_SERIAL_SHORT}$env{.SABOT_SUFFIX}\"\n"
	"ENV{ID_PATH}==\"?*\", SYMLINK+=\"sabot/by-path/$env{.SABOT_KIND}-$env{ID_PATH}\"\n"
	"\n"
	"LABEL=\"sabot_end\"\n";
/* clang-format on */

/* The kernel's names of their drivers. */
static const char *const adapters[] = {"cdc_acm", "ch341", "cp210x", "ftdi_sio", "pl2303"};

/* The device itself; what the kernel makes of it; the keys that it may have. */
static void
print_device(const struct sabot_usb_id *id)
{
	printf("SUBSYSTEM==\"usb\", ENV{DEVTYPE}==\"usb_device\", ATTR{idVendor}==\"%04x\", "
	       "ATTR{idProduct}==\"%04x\", ENV{.SABOT_KIND}=\"usb\"\n",
	       id->vendor, id->product);
	printf("SUBSYSTEM==\"hidraw\", SUBSYSTEMS==\"usb\", ATTRS{idVendor}==\"%04x\", "
	       "ATTRS{idProduct}==\"%04x\", ENV{.SABOT_KIND}=\"hid\"\n",
	       id->vendor, id->product);
	printf("SUBSYSTEM==\"input\", KERNEL==\"input*\", SUBSYSTEMS==\"usb\", "
	       "ATTRS{idVendor}==\"%04x\", ATTRS{idProduct}==\"%04x\", "
	       "ATTR{inhibited}=\"1\"\n",
	       id->vendor, id->product);
}

static void
print_driver(const struct sabot_shoe_driver *driver)
{
	if (!driver->usb_ids)
		return;
	printf("\n# %s: %s\n", driver->id, driver->name);
	for (const struct sabot_usb_id *id = driver->usb_ids; id->vendor; id++)
		print_device(id);
}

int
main(void)
{
	const struct sabot_shoe_driver *const *drivers = sabot_shoe_driver_list();

	fputs(head, stdout);
	for (size_t i = 0; i < sizeof adapters / sizeof adapters[0]; i++)
		printf("SUBSYSTEM==\"tty\", DRIVERS==\"%s\", ENV{.SABOT_KIND}=\"tty\"\n",
		       adapters[i]);
	for (size_t i = 0; drivers[i]; i++)
		print_driver(drivers[i]);
	fputs(tail, stdout);
	return fflush(stdout) ? 1 : 0;
}
