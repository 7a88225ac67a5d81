/*
 * What is plugged into this machine, and what comes and goes: terminals, HID devices and USB
 * devices as udev knows them, with what stays the same when a cable is moved. Reported on the main
 * context that was the thread's default when the monitor was made. Without udev nothing is
 * reported, and names are all there is.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include <glib.h>

enum {
	SABOT_USB_SERIAL_SIZE = 64,
	SABOT_USB_PORT_SIZE = 32,
	SABOT_HOTPLUG_LINKS_MAX = 8, /* of a name, one after the other */
};

/* Who a device is and where it is plugged in; "" = not known, or no USB device. */
struct sabot_device_identity {
	char serial[SABOT_USB_SERIAL_SIZE]; /* that the maker gave it */
	char port[SABOT_USB_PORT_SIZE];     /* as the kernel names it: "1-2.3" */
};

/* What a URL calls a USB device: `VID:PID` or `VID:PID:SERIAL`. */
struct sabot_usb_name {
	uint16_t vendor, product;
	char serial[SABOT_USB_SERIAL_SIZE]; /* "" = whichever it has */
};

/*
 * `address` is the URL behind `scheme`; numbers are hexadecimal. False and `error`
 * (G_IO_ERROR_INVALID_ARGUMENT).
 */
bool
sabot_usb_name_parse(const char *scheme, const char *address, struct sabot_usb_name *ret_name,
		     GError **error);

/* The sentence for none, or for more than one, of that name. */
void
sabot_usb_name_set_error(const struct sabot_usb_name *name, unsigned n_found, GError **error);

/* The serial number of what is plugged into a port, "" when it has none. Asks the kernel only. */
void
sabot_usb_read_serial(const char *port, char serial[SABOT_USB_SERIAL_SIZE]);

/* One device, borrowed for a call. */
struct sabot_plugged {
	const char *node;         /* "/dev/ttyUSB0" */
	const char *const *links; /* udev's other names for it, ended by NULL */
	uint16_t vendor, product; /* of the USB device it belongs to; 0 = of none */
	struct sabot_device_identity identity;
};

typedef void (*sabot_plugged_fn)(const struct sabot_plugged *device, bool is_there, void *user);

/* Whether `path` is its node or one of its links. */
bool
sabot_plugged_is_called(const struct sabot_plugged *device, const char *path);

/* Whether it belongs to the USB device of this name. */
bool
sabot_plugged_is_usb(const struct sabot_plugged *device, const struct sabot_usb_name *name);

struct sabot_hotplug;

/*
 * Watch a subsystem: "tty", "hidraw" or "usb". `fn` is called when a device was added (it is there)
 * or removed (then its identity is not known any more), after udev's rules have run.
 */
struct sabot_hotplug *
sabot_hotplug_new(const char *subsystem, sabot_plugged_fn fn, void *user);

/* NULL is allowed. */
void
sabot_hotplug_free(struct sabot_hotplug *hotplug);

/* Call `fn` for each device of the subsystem that is there now. */
void
sabot_hotplug_list(struct sabot_hotplug *hotplug, sabot_plugged_fn fn, void *user);

/* What the symbolic link `path` leads to in one step; NULL when it is none. Free it. */
char *
sabot_hotplug_read_link(const char *path);

/* Who is at the node `path`, or at the one its links lead to; empty when udev does not know. */
struct sabot_device_identity
sabot_hotplug_identify(struct sabot_hotplug *hotplug, const char *path);
