/*
 * GUdev's client, one per monitor: events are rare and the kernel filters them. Names and
 * identities of USB devices are here too, because both describe the same property of a device.
 */
#include "hotplug.h"

#include <gio/gio.h>
#include <gudev/gudev.h>
#include <stdlib.h>
#include <string.h>

struct sabot_hotplug {
	GUdevClient *client;
	char *subsystem;
	sabot_plugged_fn fn;
	void *user;
};

/* ---- names ---- */

static bool
parse_hex(const char *text, uint16_t *ret_number)
{
	guint64 number;

	if (!g_ascii_string_to_unsigned(text, 16, 0, UINT16_MAX, &number, NULL))
		return false;
	*ret_number = (uint16_t)number;
	return true;
}

bool
sabot_usb_name_parse(const char *scheme, const char *address, struct sabot_usb_name *ret_name,
		     GError **error)
{
	g_auto(GStrv) parts = g_strsplit(address, ":", 3);
	struct sabot_usb_name name = {0};
	guint n_parts = g_strv_length(parts);

	if (n_parts >= 2 && parse_hex(parts[0], &name.vendor) && name.vendor &&
	    parse_hex(parts[1], &name.product) &&
	    (n_parts == 2 || (parts[2][0] && strlen(parts[2]) < sizeof name.serial))) {
		if (n_parts == 3)
			g_strlcpy(name.serial, parts[2], sizeof name.serial);
		*ret_name = name;
		return true;
	}
	g_set_error(error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT,
		    "`%s:%s`: VID:PID or VID:PID:SERIAL is needed, as 1209:5e0e", scheme, address);
	return false;
}

void
sabot_usb_name_set_error(const struct sabot_usb_name *name, unsigned n_found, GError **error)
{
	if (n_found > 1)
		g_set_error(error, G_IO_ERROR, G_IO_ERROR_FAILED,
			    "%u devices %04x:%04x are plugged in: name one by its serial number",
			    n_found, name->vendor, name->product);
	else
		g_set_error(error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND,
			    "no device %04x:%04x%s%s is plugged in", name->vendor, name->product,
			    name->serial[0] ? " with serial number " : "", name->serial);
}

void
sabot_usb_read_serial(const char *port, char serial[SABOT_USB_SERIAL_SIZE])
{
	g_autofree char *path = g_build_filename("/sys/bus/usb/devices", port, "serial", NULL);
	g_autofree char *text = NULL;

	serial[0] = '\0';
	if (g_file_get_contents(path, &text, NULL, NULL))
		g_strlcpy(serial, g_strchomp(text), SABOT_USB_SERIAL_SIZE);
}

/* ---- devices ---- */

static uint16_t
read_number(GUdevDevice *device, const char *attribute)
{
	const char *text = g_udev_device_get_sysfs_attr(device, attribute);
	uint16_t number = 0;

	if (text && parse_hex(text, &number))
		return number;
	return 0;
}

/* The USB device that a terminal or HID device belongs to, or the device itself; or NULL. */
static GUdevDevice *
usb_device_of(GUdevDevice *device)
{
	if (g_strcmp0(g_udev_device_get_devtype(device), "usb_device") == 0)
		return g_object_ref(device);
	return g_udev_device_get_parent_with_subsystem(device, "usb", "usb_device");
}

static void
emit_change(GUdevDevice *device, bool is_there, sabot_plugged_fn fn, void *user)
{
	struct sabot_plugged plugged = {
		.node = g_udev_device_get_device_file(device),
		.links = g_udev_device_get_device_file_symlinks(device),
	};
	g_autoptr(GUdevDevice) usb = usb_device_of(device);

	if (!plugged.node) /* a USB interface */
		return;
	if (usb && is_there) {
		const char *serial = g_udev_device_get_sysfs_attr(usb, "serial");

		plugged.vendor = read_number(usb, "idVendor");
		plugged.product = read_number(usb, "idProduct");
		g_strlcpy(plugged.identity.serial, serial ? serial : "", SABOT_USB_SERIAL_SIZE);
		g_strlcpy(plugged.identity.port, g_udev_device_get_name(usb), SABOT_USB_PORT_SIZE);
	}
	fn(&plugged, is_there, user);
}

bool
sabot_plugged_is_called(const struct sabot_plugged *device, const char *path)
{
	return strcmp(device->node, path) == 0 ||
	       (device->links && g_strv_contains(device->links, path));
}

bool
sabot_plugged_is_usb(const struct sabot_plugged *device, const struct sabot_usb_name *name)
{
	return device->vendor == name->vendor && device->product == name->product &&
	       (!name->serial[0] || strcmp(device->identity.serial, name->serial) == 0);
}

static void
on_uevent(GUdevClient *client, const char *action, GUdevDevice *device, void *user)
{
	struct sabot_hotplug *self = user;

	(void)client;
	if (strcmp(action, "add") == 0 || strcmp(action, "remove") == 0)
		emit_change(device, action[0] == 'a', self->fn, self->user);
}

struct sabot_hotplug *
sabot_hotplug_new(const char *subsystem, sabot_plugged_fn fn, void *user)
{
	const char *const subsystems[] = {subsystem, NULL};
	struct sabot_hotplug *self = g_new0(struct sabot_hotplug, 1);

	self->client = g_udev_client_new(subsystems);
	self->subsystem = g_strdup(subsystem);
	self->fn = fn;
	self->user = user;
	g_signal_connect(self->client, "uevent", G_CALLBACK(on_uevent), self);
	return self;
}

void
sabot_hotplug_free(struct sabot_hotplug *self)
{
	if (!self)
		return;
	g_signal_handlers_disconnect_by_data(self->client, self);
	g_object_unref(self->client);
	g_free(self->subsystem);
	g_free(self);
}

void
sabot_hotplug_list(struct sabot_hotplug *self, sabot_plugged_fn fn, void *user)
{
	g_autolist(GUdevDevice) devices =
		g_udev_client_query_by_subsystem(self->client, self->subsystem);

	for (GList *i = devices; i; i = i->next)
		emit_change(i->data, true, fn, user);
}

static void
take_identity(const struct sabot_plugged *device, bool is_there, void *user)
{
	(void)is_there;
	*(struct sabot_device_identity *)user = device->identity;
}

char *
sabot_hotplug_read_link(const char *path)
{
	g_autofree char *target = g_file_read_link(path, NULL);
	g_autofree char *folder = g_path_get_dirname(path);

	return target ? g_canonicalize_filename(target, folder) : NULL;
}

/* Asking for one by its name is cheap; there may be a hundred terminals. */
static bool
identify_node(struct sabot_hotplug *self, const char *path,
	      struct sabot_device_identity *ret_identity)
{
	g_autofree char *name = g_path_get_basename(path);
	g_autoptr(GUdevDevice) device =
		g_udev_client_query_by_subsystem_and_name(self->client, self->subsystem, name);

	if (!device || g_strcmp0(g_udev_device_get_device_file(device), path) != 0)
		return false;
	emit_change(device, true, take_identity, ret_identity);
	return true;
}

struct sabot_device_identity
sabot_hotplug_identify(struct sabot_hotplug *self, const char *path)
{
	g_autofree char *node = g_strdup(path);
	struct sabot_device_identity identity = {0};

	for (int i = 0; node && i < SABOT_HOTPLUG_LINKS_MAX; i++) {
		char *next;

		if (identify_node(self, node, &identity))
			break;
		next = sabot_hotplug_read_link(node);
		g_free(node);
		node = next;
	}
	return identity;
}
