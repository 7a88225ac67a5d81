/*
 * Lines that are a HID device: `hidraw:/path` by the name of its node, `hid:VID:PID[:SERIAL]` by
 * what it is. The kernel's hidraw keeps its driver and queues reports; each read is one report,
 * each write is one. On a kernel without hidraw, and there only, `hid:` takes the device from its
 * driver and reads it through libusb. Opening wakes the device, so a thread does it. Owns the
 * descriptor, its source, and the USB line for that case.
 */
#include "transport-private.h"
#include "transport-port.h"
#include "transport-usb-private.h"
#include "transport-watch.h"

#include "hotplug.h"

#include <errno.h>
#include <fcntl.h>
#include <gio/gio.h>
#include <linux/hidraw.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum {
	REPORT_BYTES_MAX = 4096, /* a longer one would be cut by the kernel */
	HID_ITEM_LONG = 0xfe,
	HID_ITEM_REPORT_ID = 0x84, /* without its two bits of size */
};

struct hid_transport {
	struct sabot_transport base;
	bool is_by_name;
	struct sabot_usb_name name;
	struct sabot_transport *usb;   /* by name only */
	struct sabot_hotplug *hotplug; /* NULL before the first start() */
	struct sabot_port opener;
	char *node;                /* the last that was to be opened */
	int fd;                    /* -1 = closed; the opener's thread's, while it works */
	bool is_numbered;          /* as `fd`: a report begins with its number */
	struct sabot_watch *watch; /* NULL = not open */
};

/* ---- plugged ---- */

static void
on_plugged(const struct sabot_plugged *device, bool is_there, void *user)
{
	struct hid_transport *self = user;

	if (is_there && (self->is_by_name ? sabot_plugged_is_usb(device, &self->name)
					  : sabot_plugged_is_called(device, self->base.address)))
		sabot_transport_arrived(&self->base);
}

/* ---- the node of a device ---- */

struct search {
	const struct sabot_usb_name *name;
	unsigned n_found; /* devices, not interfaces */
	char *node;       /* of the first interface of the first device */
	struct sabot_device_identity identity;
};

static void
take_if_named(const struct sabot_plugged *device, bool is_there, void *user)
{
	struct search *search = user;

	(void)is_there;
	if (!sabot_plugged_is_usb(device, search->name) ||
	    strcmp(device->identity.port, search->identity.port) == 0)
		return;
	if (search->n_found++ > 0)
		return;
	search->node = g_strdup(device->node);
	search->identity = device->identity;
}

static char *
find_node(struct hid_transport *self, GError **error)
{
	struct search search = {.name = &self->name};

	sabot_hotplug_list(self->hotplug, take_if_named, &search);
	self->base.identity = search.identity;
	if (search.n_found == 1)
		return search.node;
	g_free(search.node);
	sabot_usb_name_set_error(&self->name, search.n_found, error);
	return NULL;
}

static bool
choose_node(void *user, GError **error)
{
	struct hid_transport *self = user;

	if (!self->hotplug)
		self->hotplug = sabot_hotplug_new("hidraw", on_plugged, self);
	g_free(self->node);
	if (self->is_by_name) {
		self->node = find_node(self, error);
		return self->node;
	}
	self->node = g_strdup(self->base.address);
	self->base.identity = sabot_hotplug_identify(self->hotplug, self->node);
	return true;
}

/* ---- opening ---- */

/* Whether the items of a report descriptor number the reports (HID 1.11, 6.2.2). */
static bool
is_numbered(const uint8_t *items, size_t n_bytes)
{
	static const size_t data_bytes[] = {0, 1, 2, 4};

	for (size_t at = 0; at < n_bytes;) {
		if ((items[at] & ~3) == HID_ITEM_REPORT_ID)
			return true;
		if (items[at] == HID_ITEM_LONG)
			at += at + 1 < n_bytes ? 3u + items[at + 1] : 1u;
		else
			at += 1 + data_bytes[items[at] & 3];
	}
	return false;
}

/* Another program's file of that name is no HID device, nor is a port. */
static bool
look_at_device(struct hid_transport *self, const char *path, GError **error)
{
	struct hidraw_devinfo info;
	struct hidraw_report_descriptor descriptor = {0};
	int n_bytes = 0;

	if (ioctl(self->fd, HIDIOCGRAWINFO, &info) < 0) {
		g_set_error(error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED, "%s is no HID device",
			    path);
		return false;
	}
	if (ioctl(self->fd, HIDIOCGRDESCSIZE, &n_bytes) < 0 || n_bytes < 0 ||
	    n_bytes > HID_MAX_DESCRIPTOR_SIZE) {
		sabot_transport_set_os_error(error, "description of the reports", errno);
		return false;
	}
	descriptor.size = (unsigned)n_bytes;
	if (ioctl(self->fd, HIDIOCGRDESC, &descriptor) < 0) {
		sabot_transport_set_os_error(error, "description of the reports", errno);
		return false;
	}
	self->is_numbered = is_numbered(descriptor.value, (size_t)n_bytes);
	return true;
}

/* These two are called in a thread. */
static bool
open_node(void *user, GError **error)
{
	struct hid_transport *self = user;
	int access = self->base.may_send ? O_RDWR : O_RDONLY;

	self->fd = open(self->node, access | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
	if (self->fd < 0) {
		sabot_transport_set_os_error(error, self->node, errno);
		return false;
	}
	return look_at_device(self, self->node, error) && sabot_transport_claim_fd(self->fd, error);
}

static void
close_node(void *user)
{
	struct hid_transport *self = user;

	if (self->fd >= 0)
		close(self->fd);
	self->fd = -1;
}

/* ---- reading and writing ---- */

static void
close_with(struct hid_transport *self, const char *reason)
{
	g_clear_pointer(&self->watch, sabot_watch_free);
	sabot_port_close(&self->opener);
	sabot_transport_closed(&self->base, reason);
}

/* A report longer than a chunk comes in pieces; a shoe's are not. The handler may stop the line. */
static void
hand_over(struct hid_transport *self, const uint8_t *report, size_t n_bytes)
{
	while (n_bytes && self->watch) {
		size_t n = MIN(n_bytes, (size_t)SABOT_TRANSPORT_CHUNK_BYTES_MAX);

		sabot_transport_received(&self->base, report, n);
		report += n;
		n_bytes -= n;
	}
}

static gboolean
on_ready(int fd, GIOCondition condition, void *user)
{
	struct hid_transport *self = user;
	uint8_t report[REPORT_BYTES_MAX];
	ssize_t n = read(fd, report, sizeof report);

	if (n > 0) {
		hand_over(self, report, (size_t)n);
		return G_SOURCE_CONTINUE;
	}
	if (n < 0 && (errno == EAGAIN || errno == EINTR) && !(condition & (G_IO_HUP | G_IO_ERR)))
		return G_SOURCE_CONTINUE;
	close_with(self, "the device was unplugged");
	return G_SOURCE_REMOVE;
}

/* hidraw wants the report's number first, and 0 where reports have none. */
static bool
write_report(struct hid_transport *self, const uint8_t *bytes, size_t n_bytes)
{
	uint8_t report[1 + SABOT_SHOE_REPORT_BYTES_MAX] = {0};

	if (self->is_numbered)
		return sabot_transport_write_fd(self->fd, bytes, n_bytes);
	if (n_bytes >= sizeof report)
		return false;
	memcpy(report + 1, bytes, n_bytes);
	return sabot_transport_write_fd(self->fd, report, 1 + n_bytes);
}

/* ---- through libusb ---- */

static void
on_usb_opened(void *user)
{
	struct hid_transport *self = user;

	self->base.identity = self->usb->identity;
	sabot_transport_opened(&self->base);
}

static void
on_usb_received(const uint8_t *bytes, size_t n_bytes, void *user)
{
	sabot_transport_received(user, bytes, n_bytes);
}

static void
on_usb_closed(const char *reason, void *user)
{
	sabot_transport_closed(user, reason);
}

static void
on_usb_arrived(void *user)
{
	sabot_transport_arrived(user);
}

static const struct sabot_transport_handler usb_handler = {
	.opened = on_usb_opened,
	.received = on_usb_received,
	.closed = on_usb_closed,
	.arrived = on_usb_arrived,
};

static bool
kernel_has_hidraw(void)
{
	return g_file_test("/sys/class/hidraw", G_FILE_TEST_IS_DIR);
}

static void
start_usb(struct hid_transport *self)
{
	self->usb->handler = &usb_handler;
	self->usb->user = self;
	self->usb->may_send = self->base.may_send;
	sabot_transport_start(self->usb);
}

/* ---- the transport ---- */

static void
on_opened(void *user, const GError *error)
{
	struct hid_transport *self = user;

	if (error) {
		sabot_transport_closed(&self->base, error->message);
		return;
	}
	self->watch = sabot_watch_new(self->fd, on_ready, self);
	sabot_transport_opened(&self->base);
}

static const struct sabot_port_ops opener_ops = {
	.prepare = choose_node,
	.open = open_node,
	.close = close_node,
	.opened = on_opened,
};

static void
start(struct sabot_transport *transport)
{
	struct hid_transport *self = (struct hid_transport *)transport;

	if (self->usb && !kernel_has_hidraw())
		start_usb(self);
	else
		sabot_port_open(&self->opener);
}

static void
stop(struct sabot_transport *transport)
{
	struct hid_transport *self = (struct hid_transport *)transport;

	g_clear_pointer(&self->watch, sabot_watch_free);
	sabot_port_close(&self->opener);
	if (self->usb)
		sabot_transport_stop(self->usb);
}

static bool
send_report(struct sabot_transport *transport, const uint8_t *bytes, size_t n_bytes)
{
	struct hid_transport *self = (struct hid_transport *)transport;

	if (!self->watch)
		return sabot_transport_send(self->usb, bytes, n_bytes);
	return write_report(self, bytes, n_bytes);
}

static void
free_self(struct sabot_transport *transport)
{
	struct hid_transport *self = (struct hid_transport *)transport;

	sabot_port_clear(&self->opener);
	sabot_transport_free(self->usb);
	sabot_hotplug_free(self->hotplug);
	g_free(self->node);
	g_free(self);
}

static const struct sabot_transport_ops hidraw_ops = {
	.scheme = "hidraw",
	.has_reports = true,
	.start = start,
	.stop = stop,
	.send = send_report,
	.free = free_self,
};
static const struct sabot_transport_ops hid_ops = {
	.scheme = "hid",
	.has_reports = true,
	.start = start,
	.stop = stop,
	.send = send_report,
	.free = free_self,
};

static struct hid_transport *
create(const struct sabot_transport_ops *ops, const char *address)
{
	struct hid_transport *self = g_new0(struct hid_transport, 1);

	self->base.ops = ops;
	self->base.address = g_strdup(address);
	self->opener = (struct sabot_port){.ops = &opener_ops, .user = self};
	self->fd = -1;
	return self;
}

struct sabot_transport *
sabot_transport_hidraw_new(const char *address, GError **error)
{
	if (address[0] != '/') {
		g_set_error(error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT,
			    "`hidraw:%s`: an absolute path is needed", address);
		return NULL;
	}
	return &create(&hidraw_ops, address)->base;
}

struct sabot_transport *
sabot_transport_hid_new(const char *address, GError **error)
{
	struct sabot_transport *usb = sabot_transport_usb_new_hid(address, error);
	struct sabot_usb_name name;
	struct hid_transport *self;

	if (!usb || !sabot_usb_name_parse("hid", address, &name, error))
		return NULL;
	self = create(&hid_ops, address);
	self->is_by_name = true;
	self->name = name;
	self->usb = usb;
	return &self->base;
}
