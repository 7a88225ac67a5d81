/*
 * The devices plugged into this machine, and their coming and going: terminals, HID devices and USB
 * devices as udev knows them, with the properties that stay the same when a cable is moved.
 * Reported in the main context that was the thread's default when the monitor was made. Without
 * udev nothing is reported, and only names are available.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include <glib.h>

enum {
	SABOT_USB_SERIAL_SIZE = 64,
	SABOT_USB_PORT_SIZE = 32,
	SABOT_HOTPLUG_LINKS_MAX = 8, /* successive links of one name */
};

/* A device's identity and where it is plugged in; "" = not known, or not a USB device. */
struct sabot_device_identity {
	char serial[SABOT_USB_SERIAL_SIZE]; /* serial number given by the maker */
	char port[SABOT_USB_PORT_SIZE];     /* the kernel's name: "1-2.3" */
};

/* The name of a USB device in a URL: `VID:PID` or `VID:PID:SERIAL`. */
struct sabot_usb_name {
	uint16_t vendor, product;
	char serial[SABOT_USB_SERIAL_SIZE]; /* "" = any */
};

/*
 * `address` is the URL after `scheme`; numbers are hexadecimal. False and `error`
 * (G_IO_ERROR_INVALID_ARGUMENT) if it is invalid.
 */
bool
sabot_usb_name_parse(const char *scheme, const char *address, struct sabot_usb_name *ret_name,
		     GError **error);

/* Set the error for no device, or more than one, of that name. */
void
sabot_usb_name_set_error(const struct sabot_usb_name *name, unsigned n_found, GError **error);

/*
 * The serial number of the device plugged into a port, "" if it has none. Reads only from the
 * kernel.
 */
void
sabot_usb_read_serial(const char *port, char serial[SABOT_USB_SERIAL_SIZE]);

/* One device, borrowed for a call. */
struct sabot_plugged {
	const char *node;         /* "/dev/ttyUSB0" */
	const char *const *links; /* udev's other names for it, ended by NULL */
	uint16_t vendor, product; /* of the USB device it belongs to; 0 = none */
	struct sabot_device_identity identity;
};

typedef void (*sabot_plugged_fn)(const struct sabot_plugged *device, bool is_there, void *user);

/* True if `path` is its node or one of its links. */
bool
sabot_plugged_is_called(const struct sabot_plugged *device, const char *path);

/* True if it belongs to the USB device of this name. */
bool
sabot_plugged_is_usb(const struct sabot_plugged *device, const struct sabot_usb_name *name);

struct sabot_hotplug;

/*
 * Watch a subsystem: "tty", "hidraw" or "usb". `fn` is called, after udev's rules have run, when a
 * device was added (it is then present) or removed (its identity is then no longer known).
 */
struct sabot_hotplug *
sabot_hotplug_new(const char *subsystem, sabot_plugged_fn fn, void *user);

/* NULL is allowed. */
void
sabot_hotplug_free(struct sabot_hotplug *hotplug);

/* Call `fn` for each device of the subsystem that is there now. */
void
sabot_hotplug_list(struct sabot_hotplug *hotplug, sabot_plugged_fn fn, void *user);

/* The target of the symbolic link `path`, one step; NULL if it is not a link. Free it. */
char *
sabot_hotplug_read_link(const char *path);

/*
 * The identity of the device at the node `path`, or at the node its links lead to; empty if udev
 * does not know it.
 */
struct sabot_device_identity
sabot_hotplug_identify(struct sabot_hotplug *hotplug, const char *path);
