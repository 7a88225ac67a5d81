/*
 * Lines that are a USB device of the vendor's own class, or a HID device if the kernel has no
 * hidraw: `usb:VID:PID[:SERIAL]`. This file finds the device and chooses its endpoints; the session
 * does everything else. libusb reports devices that are plugged in while the line is idle. Owns its
 * use of the context, and its session until that is given up.
 */
#include "transport-private.h"
#include "transport-usb-private.h"

#include "hotplug.h"

#include <gio/gio.h>
#include <string.h>

struct usb_transport {
	struct sabot_transport base;
	struct sabot_usb_name name;
	bool takes_hid;                    /* HID interfaces and no others; else the others */
	struct sabot_usb_context *context; /* NULL before the first start() */
	libusb_hotplug_callback_handle hotplug;
	GSource *arrival;                  /* armed when a device of the name was plugged in */
	struct sabot_usb_session *session; /* NULL while idle */
};

/* ---- plugged and unplugged ---- */

static gboolean
on_arrival_due(void *user)
{
	struct usb_transport *self = user;

	sabot_transport_clear_source(&self->arrival);
	sabot_transport_arrived(&self->base);
	return G_SOURCE_REMOVE;
}

/* Called inside of libusb, for one arrival perhaps twice: nothing may be opened here. */
static int LIBUSB_CALL
on_hotplug(libusb_context *usb, libusb_device *device, libusb_hotplug_event event, void *user)
{
	struct usb_transport *self = user;

	(void)usb;
	if (event == LIBUSB_HOTPLUG_EVENT_DEVICE_ARRIVED && !self->arrival) {
		self->arrival = g_idle_source_new();
		g_source_set_priority(self->arrival, G_PRIORITY_DEFAULT);
		g_source_set_callback(self->arrival, on_arrival_due, self, NULL);
		g_source_attach(self->arrival, g_main_context_get_thread_default());
	} else if (event == LIBUSB_HOTPLUG_EVENT_DEVICE_LEFT && self->session) {
		sabot_usb_session_record_left(self->session, device);
	}
	return 0;
}

static bool
use_context(struct usb_transport *self, GError **error)
{
	int code;

	if (self->context)
		return true;
	self->context = sabot_usb_context_use(error);
	if (!self->context)
		return false;
	code = libusb_hotplug_register_callback(
		self->context->usb,
		LIBUSB_HOTPLUG_EVENT_DEVICE_ARRIVED | LIBUSB_HOTPLUG_EVENT_DEVICE_LEFT,
		LIBUSB_HOTPLUG_NO_FLAGS, self->name.vendor, self->name.product,
		LIBUSB_HOTPLUG_MATCH_ANY, on_hotplug, self, &self->hotplug);
	if (code == 0)
		return true;
	sabot_usb_context_unuse(g_steal_pointer(&self->context));
	g_set_error(error, G_IO_ERROR, G_IO_ERROR_FAILED, "libusb: %s", libusb_strerror(code));
	return false;
}

/* ---- the session's words ---- */

static void
on_opened(void *user)
{
	sabot_transport_opened(user);
}

static void
on_received(const uint8_t *bytes, size_t n_bytes, void *user)
{
	sabot_transport_received(user, bytes, n_bytes);
}

static void
on_closed(const char *reason, void *user)
{
	struct usb_transport *self = user;

	self->session = NULL;
	sabot_transport_closed(&self->base, reason);
}

static const struct sabot_transport_handler session_handler = {
	.opened = on_opened,
	.received = on_received,
	.closed = on_closed,
};

/* ---- finding the device ---- */

/* As the kernel names the port: "1-2.3". Hubs may be seven deep. */
static void
format_port(libusb_device *device, char *text, size_t size)
{
	uint8_t ports[7];
	int n_ports = libusb_get_port_numbers(device, ports, G_N_ELEMENTS(ports));
	size_t at = (size_t)g_snprintf(text, size, "%d", libusb_get_bus_number(device));

	for (int i = 0; i < n_ports && at < size; i++)
		at += (size_t)g_snprintf(text + at, size - at, "%c%d", i ? '.' : '-', ports[i]);
}

static bool
is_named(libusb_device *device, const struct sabot_usb_name *name,
	 struct sabot_device_identity *ret_identity)
{
	struct libusb_device_descriptor descriptor;
	struct sabot_device_identity identity = {0};

	if (libusb_get_device_descriptor(device, &descriptor) ||
	    descriptor.idVendor != name->vendor || descriptor.idProduct != name->product)
		return false;
	format_port(device, identity.port, sizeof identity.port);
	sabot_usb_read_serial(identity.port, identity.serial);
	if (name->serial[0] && strcmp(name->serial, identity.serial) != 0)
		return false;
	*ret_identity = identity;
	return true;
}

/* Which of two shoes is whose table's must not be left to chance. */
static libusb_device *
find_device(struct usb_transport *self, GError **error)
{
	libusb_device **devices = NULL, *found = NULL;
	ssize_t n_devices = libusb_get_device_list(self->context->usb, &devices);
	unsigned n_found = 0;

	for (ssize_t i = 0; i < n_devices; i++) {
		if (!is_named(devices[i], &self->name, &self->base.identity))
			continue;
		if (n_found++ == 0)
			found = libusb_ref_device(devices[i]);
	}
	if (n_devices >= 0)
		libusb_free_device_list(devices, 1);
	if (n_found == 1)
		return found;
	if (found)
		libusb_unref_device(found);
	sabot_usb_name_set_error(&self->name, n_found, error);
	return NULL;
}

/* ---- choosing its endpoints ---- */

static bool
is_packets(const struct libusb_endpoint_descriptor *endpoint)
{
	int type = endpoint->bmAttributes & LIBUSB_TRANSFER_TYPE_MASK;

	return type == LIBUSB_TRANSFER_TYPE_BULK || type == LIBUSB_TRANSFER_TYPE_INTERRUPT;
}

/* The first endpoint of each direction, whether interrupt or bulk. */
static bool
choose_endpoints(const struct libusb_interface_descriptor *setting,
		 struct sabot_usb_interface *ret_interface)
{
	struct sabot_usb_interface chosen = {
		.number = setting->bInterfaceNumber,
		.is_hid = setting->bInterfaceClass == LIBUSB_CLASS_HID,
	};

	for (int i = 0; i < setting->bNumEndpoints; i++) {
		const struct libusb_endpoint_descriptor *endpoint = &setting->endpoint[i];
		bool is_bulk = (endpoint->bmAttributes & LIBUSB_TRANSFER_TYPE_MASK) ==
			       LIBUSB_TRANSFER_TYPE_BULK;

		if (!is_packets(endpoint))
			continue;
		if (!(endpoint->bEndpointAddress & LIBUSB_ENDPOINT_IN) && !chosen.out) {
			chosen.out = endpoint->bEndpointAddress;
			chosen.out_is_bulk = is_bulk;
		} else if ((endpoint->bEndpointAddress & LIBUSB_ENDPOINT_IN) && !chosen.in) {
			chosen.in = endpoint->bEndpointAddress;
			chosen.in_is_bulk = is_bulk;
			chosen.in_packet_bytes = endpoint->wMaxPacketSize & 0x7ff;
		}
	}
	if (!chosen.in || !chosen.in_packet_bytes)
		return false;
	*ret_interface = chosen;
	return true;
}

/* The first interface that can be read, with its first setting: nothing is switched over. */
static bool
choose_interface(struct usb_transport *self, libusb_device *device,
		 struct sabot_usb_interface *ret_interface, GError **error)
{
	struct libusb_config_descriptor *config;
	int code = libusb_get_active_config_descriptor(device, &config);
	bool is_chosen = false;

	for (int i = 0; !code && i < config->bNumInterfaces && !is_chosen; i++) {
		const struct libusb_interface_descriptor *setting = config->interface[i].altsetting;

		is_chosen = config->interface[i].num_altsetting > 0 &&
			    (setting->bInterfaceClass == LIBUSB_CLASS_HID) == self->takes_hid &&
			    choose_endpoints(setting, ret_interface);
	}
	if (!code)
		libusb_free_config_descriptor(config);
	if (is_chosen)
		ret_interface->device = device;
	else
		g_set_error(error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED,
			    "the USB device has no endpoint that can be read%s%s", code ? ": " : "",
			    code ? libusb_strerror(code) : "");
	return is_chosen;
}

static bool
open_device(struct usb_transport *self, GError **error)
{
	struct sabot_usb_interface interface;
	libusb_device *device;

	if (!use_context(self, error))
		return false;
	device = find_device(self, error);
	if (!device)
		return false;
	if (choose_interface(self, device, &interface, error))
		self->session = sabot_usb_session_new(self->context, &interface, &session_handler,
						      self, error);
	libusb_unref_device(device);
	return self->session;
}

/* ---- the transport ---- */

static void
start(struct sabot_transport *transport)
{
	struct usb_transport *self = (struct usb_transport *)transport;
	g_autoptr(GError) error = NULL;

	if (!open_device(self, &error))
		sabot_transport_closed(transport, error->message);
}

static void
stop(struct sabot_transport *transport)
{
	struct usb_transport *self = (struct usb_transport *)transport;

	sabot_transport_clear_source(&self->arrival);
	g_clear_pointer(&self->session, sabot_usb_session_give_up);
}

static bool
send_report(struct sabot_transport *transport, const uint8_t *bytes, size_t n_bytes)
{
	return sabot_usb_session_send(((struct usb_transport *)transport)->session, bytes, n_bytes);
}

static void
free_self(struct sabot_transport *transport)
{
	struct usb_transport *self = (struct usb_transport *)transport;

	if (self->context) {
		libusb_hotplug_deregister_callback(self->context->usb, self->hotplug);
		sabot_usb_context_unuse(self->context);
	}
	g_free(self);
}

static const struct sabot_transport_ops ops = {
	.scheme = "usb",
	.has_reports = true,
	.start = start,
	.stop = stop,
	.send = send_report,
	.free = free_self,
};

static struct sabot_transport *
create(const char *scheme, const char *address, bool takes_hid, GError **error)
{
	struct sabot_usb_name name;
	struct usb_transport *self;

	if (!sabot_usb_name_parse(scheme, address, &name, error))
		return NULL;
	self = g_new0(struct usb_transport, 1);
	self->base.ops = &ops;
	self->base.address = g_strdup(address);
	self->name = name;
	self->takes_hid = takes_hid;
	return &self->base;
}

struct sabot_transport *
sabot_transport_usb_new(const char *address, GError **error)
{
	return create("usb", address, false, error);
}

struct sabot_transport *
sabot_transport_usb_new_hid(const char *address, GError **error)
{
	return create("hid", address, true, error);
}
