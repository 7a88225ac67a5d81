/*
 * See the header. Three things make libusb take it for real: the device node is a pseudo terminal,
 * whose output is stopped while there is nothing to reap (libusb waits until it can be written
 * to); closing the terminal hangs the descriptor up as usbfs does; and transfers that were under
 * way come back with ESHUTDOWN before that.
 */
#include "fake-usb.h"

#include "fake-node.h"

#include <errno.h>
#include <linux/usbdevice_fs.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>

enum {
	VENDOR = 0x1209,
	PRODUCT = 0x5e0e,
	PACKET_BYTES = 64,
	ENDPOINT_IN = 0x81,
	ENDPOINT_OUT = 0x02,
};

struct fake_usb {
	struct fake_usb_shape shape;
	UMockdevTestbed *testbed;
	UMockdevIoctlBase *ioctls;
	char *node, *syspath;
	struct fake_node terminal; /* that `node` is */

	GMutex lock; /* for all below */
	GQueue pending, done;
	GQueue packets; /* GBytes */
	GByteArray *out;
	int fail_next, fail_always;
	bool is_gone, hangs_next_claim;
	bool is_halted; /* the endpoint IN, by a failure, until that is cleared */
	unsigned n_refused_claims;
	UMockdevIoctlClient *hanging;
	struct fake_usb_counts counts;
};

static struct usbdevfs_urb *
urb_of(UMockdevIoctlData *data)
{
	return (struct usbdevfs_urb *)(void *)data->data;
}

/* A terminal can be written to unless its output is stopped. */
static void
wake_host(struct fake_usb *fake)
{
	if (fake->terminal.slave >= 0)
		tcflow(fake->terminal.slave, g_queue_is_empty(&fake->done) ? TCOOFF : TCOON);
}

static void
finish(struct fake_usb *fake, UMockdevIoctlData *data, int status, GBytes *packet)
{
	struct usbdevfs_urb *urb = urb_of(data);
	gsize n_bytes = packet ? g_bytes_get_size(packet) : 0;

	urb->status = n_bytes > (gsize)urb->buffer_length ? -EOVERFLOW : status;
	n_bytes = MIN(n_bytes, (gsize)urb->buffer_length);
	if (n_bytes)
		memcpy(urb->buffer, g_bytes_get_data(packet, NULL), n_bytes);
	urb->actual_length = (int)n_bytes;
	g_queue_push_tail(&fake->done, data);
}

/* What ends the next transfer IN: 0 = nothing, if there is no packet. */
static int
failure(struct fake_usb *fake)
{
	int status = fake->fail_next ? fake->fail_next : fake->fail_always;

	if (fake->is_gone)
		return -ESHUTDOWN;
	fake->is_halted = status;
	fake->fail_next = 0;
	return status;
}

static void
pump(struct fake_usb *fake)
{
	while (!g_queue_is_empty(&fake->pending) && (!fake->is_halted || fake->is_gone)) {
		int status = failure(fake);
		g_autoptr(GBytes) packet = status ? NULL : g_queue_pop_head(&fake->packets);

		if (!status && !packet)
			break;
		finish(fake, g_queue_pop_head(&fake->pending), status, packet);
	}
	wake_host(fake);
}

static int
submit(struct fake_usb *fake, UMockdevIoctlData *data)
{
	struct usbdevfs_urb *urb = urb_of(data);
	int type = fake->shape.is_bulk ? USBDEVFS_URB_TYPE_BULK : USBDEVFS_URB_TYPE_INTERRUPT;

	if (urb->type != USBDEVFS_URB_TYPE_CONTROL && urb->type != type)
		return EINVAL; /* the kernel insists on the endpoint's type */
	umockdev_ioctl_data_resolve(data, G_STRUCT_OFFSET(struct usbdevfs_urb, buffer),
				    (gsize)urb->buffer_length, NULL);
	g_object_ref(data);
	if (urb->endpoint == ENDPOINT_IN) {
		g_queue_push_tail(&fake->pending, data);
	} else {
		g_byte_array_append(fake->out, urb->buffer, (guint)urb->buffer_length);
		urb->actual_length = urb->buffer_length;
		urb->status = 0;
		g_queue_push_tail(&fake->done, data);
	}
	pump(fake);
	return 0;
}

static int
discard(struct fake_usb *fake, gulong host_address)
{
	for (GList *i = fake->pending.head; i; i = i->next) {
		UMockdevIoctlData *data = i->data;

		if (data->client_addr != host_address)
			continue;
		g_queue_delete_link(&fake->pending, i);
		finish(fake, data, -ENOENT, NULL);
		wake_host(fake);
		return 0;
	}
	return EINVAL;
}

static int
reap(struct fake_usb *fake, UMockdevIoctlData *result)
{
	UMockdevIoctlData *data = g_queue_pop_head(&fake->done);

	wake_host(fake);
	if (!data) {
		fake->counts.empty_reaps++;
		return fake->is_gone ? ENODEV : EAGAIN;
	}
	umockdev_ioctl_data_set_ptr(result, 0, data);
	g_object_unref(data);
	return 0;
}

static int
claim(struct fake_usb *fake, bool detaches)
{
	if (fake->n_refused_claims) {
		fake->n_refused_claims--;
		return EBUSY;
	}
	if (fake->shape.has_driver && !detaches)
		return EBUSY;
	fake->counts.claims++;
	fake->counts.detached += fake->shape.has_driver;
	return 0;
}

/* What usbfs is asked to hand to a driver: here only "connect to the interface". */
static int
driver_call(struct fake_usb *fake, const struct usbdevfs_ioctl *call)
{
	if (!fake->shape.has_driver || call->ioctl_code != (int)USBDEVFS_CONNECT)
		return ENODATA;
	fake->counts.reattached++;
	return 0;
}

static int
answer(struct fake_usb *fake, gulong request, UMockdevIoctlData *argument, UMockdevIoctlData *data)
{
	bool is_reap = request == USBDEVFS_REAPURB || request == USBDEVFS_REAPURBNDELAY;

	if (fake->is_gone && !is_reap)
		return ENODEV;
	switch (request) {
	case USBDEVFS_GET_CAPABILITIES:
		*(guint32 *)(void *)data->data = USBDEVFS_CAP_ZERO_PACKET |
						 USBDEVFS_CAP_REAP_AFTER_DISCONNECT |
						 USBDEVFS_CAP_NO_PACKET_SIZE_LIM;
		return 0;
	case USBDEVFS_DISCONNECT_CLAIM:
	case USBDEVFS_CLAIMINTERFACE:
		return claim(fake, request == USBDEVFS_DISCONNECT_CLAIM);
	case USBDEVFS_RELEASEINTERFACE:
		fake->counts.releases++;
		return 0;
	case USBDEVFS_CLEAR_HALT:
		fake->counts.halts_cleared++;
		fake->is_halted = false;
		return 0;
	case USBDEVFS_IOCTL:
		return driver_call(fake, (void *)data->data);
	case USBDEVFS_SUBMITURB:
		return submit(fake, data);
	case USBDEVFS_DISCARDURB:
		return discard(fake, *(gulong *)(void *)argument->data);
	case USBDEVFS_REAPURB:
	case USBDEVFS_REAPURBNDELAY:
		return reap(fake, data);
	default:
		return ENOTTY;
	}
}

static gboolean
on_ioctl(UMockdevIoctlBase *base, UMockdevIoctlClient *client, void *user)
{
	struct fake_usb *fake = user;
	gulong request = umockdev_ioctl_client_get_request(client);
	UMockdevIoctlData *argument = umockdev_ioctl_client_get_arg(client), *data = NULL;
	bool hangs;
	int code;

	(void)base;
	if (request != USBDEVFS_DISCARDURB && _IOC_SIZE(request))
		data = umockdev_ioctl_data_resolve(argument, 0, _IOC_SIZE(request), NULL);
	g_mutex_lock(&fake->lock);
	hangs = fake->hangs_next_claim && request == USBDEVFS_DISCONNECT_CLAIM;
	if (hangs) {
		fake->hangs_next_claim = false;
		fake->hanging = g_object_ref(client);
	}
	code = answer(fake, request, argument, data);
	g_mutex_unlock(&fake->lock);
	if (!hangs)
		umockdev_ioctl_client_complete(client, code ? -1 : 0, code);
	g_clear_object(&data);
	return TRUE;
}

/* ---- plugging ---- */

static void
set_descriptors(struct fake_usb *fake)
{
	const struct fake_usb_shape *shape = &fake->shape;
	uint8_t type = shape->is_bulk ? 2 : 3;
	uint8_t bytes[] = {
		18,
		1,
		0,
		2,
		0,
		0,
		0,
		64,
		VENDOR & 0xff,
		VENDOR >> 8,
		PRODUCT & 0xff,
		PRODUCT >> 8,
		0,
		1,
		1,
		2,
		3,
		1,
		9,
		2,
		32,
		0,
		1,
		1,
		0,
		0x80,
		50,
		9,
		4,
		0,
		0,
		2,
		shape->is_hid ? 3 : 0xff,
		0,
		0,
		0,
		7,
		5,
		ENDPOINT_IN,
		type,
		PACKET_BYTES,
		0,
		8,
		7,
		5,
		ENDPOINT_OUT,
		type,
		PACKET_BYTES,
		0,
		8,
	};
	gsize n_bytes = sizeof bytes;

	if (shape->has_no_out) {
		n_bytes -= 7;
		bytes[18 + 2] -= 7;
		bytes[18 + 9 + 4] = 1;
	}
	umockdev_testbed_set_attribute_binary(fake->testbed, fake->syspath, "descriptors", bytes,
					      n_bytes);
}

/*
 * `descriptors` can only be set when the device exists, which the first "add" has reported already;
 * a second one makes libusb look again.
 */
static void
report_change(struct fake_usb *fake)
{
	const struct fake_usb_shape *shape = &fake->shape;
	g_autofree char *name = g_strdup_printf("1-%d", shape->port);
	g_autofree char *address = g_strdup_printf("%d", shape->address);
	g_autofree char *device = g_strdup_printf("189:%d", shape->address - 1);
	/* clang-format off */
	const gchar *attributes[] = {
		"busnum", "1", "devnum", address, "speed", "12", "bConfigurationValue", "1",
		"dev", device, "idVendor", "1209", "idProduct", "5e0e",
		shape->serial ? "serial" : NULL, shape->serial, NULL};
	const gchar *properties[] = {
		"DEVTYPE", "usb_device", "DEVNAME", fake->node, "BUSNUM", "001", "DEVNUM", address,
		"PRODUCT", "1209/5e0e/100", NULL};
	/* clang-format on */

	fake->syspath = umockdev_testbed_add_devicev(fake->testbed, "usb", name, NULL,
						     (gchar **)attributes, (gchar **)properties);
	g_assert_nonnull(fake->syspath);
	set_descriptors(fake);
	umockdev_testbed_uevent(fake->testbed, fake->syspath, "add");
}

static void
free_fake(void *data)
{
	struct fake_usb *fake = data;

	fake_node_close(&fake->terminal);
	g_object_unref(fake->ioctls);
	g_queue_clear_full(&fake->packets, (GDestroyNotify)g_bytes_unref);
	g_queue_clear_full(&fake->pending, g_object_unref);
	g_queue_clear_full(&fake->done, g_object_unref);
	g_byte_array_unref(fake->out);
	g_mutex_clear(&fake->lock);
	g_free(fake->syspath);
	g_free(fake->node);
	g_free(fake);
}

struct fake_usb *
fake_usb_plug(UMockdevTestbed *testbed, const struct fake_usb_shape *shape)
{
	struct fake_usb *fake = g_new0(struct fake_usb, 1);
	g_autoptr(GError) error = NULL;

	fake->shape = *shape;
	fake->testbed = testbed;
	fake->out = g_byte_array_new();
	fake->node = g_strdup_printf("/dev/bus/usb/001/%03d", shape->address);
	g_mutex_init(&fake->lock);
	fake->ioctls = umockdev_ioctl_base_new();
	g_signal_connect(fake->ioctls, "handle-ioctl", G_CALLBACK(on_ioctl), fake);
	umockdev_testbed_attach_ioctl(testbed, fake->node, fake->ioctls, &error);
	g_assert_no_error(error);
	fake->terminal = fake_node_make(testbed, fake->node);
	wake_host(fake);
	report_change(fake);
	g_object_set_data_full(G_OBJECT(testbed), fake->node, fake, free_fake);
	return fake;
}

void
fake_usb_unplug_silently(struct fake_usb *fake)
{
	fake_usb_fail_always(fake, -EPROTO);
}

void
fake_usb_unplug(struct fake_usb *fake)
{
	if (fake->is_gone)
		return;
	g_mutex_lock(&fake->lock);
	fake->is_gone = true;
	pump(fake);
	fake_node_close(&fake->terminal);
	g_mutex_unlock(&fake->lock);
	umockdev_testbed_uevent(fake->testbed, fake->syspath, "remove");
	umockdev_testbed_remove_device(fake->testbed, fake->syspath);
}

/* ---- what the test asks for ---- */

void
fake_usb_send(struct fake_usb *fake, const void *bytes, size_t n_bytes)
{
	g_mutex_lock(&fake->lock);
	g_queue_push_tail(&fake->packets, g_bytes_new(bytes, n_bytes));
	pump(fake);
	g_mutex_unlock(&fake->lock);
}

void
fake_usb_fail_next(struct fake_usb *fake, int status)
{
	g_mutex_lock(&fake->lock);
	fake->fail_next = status;
	pump(fake);
	g_mutex_unlock(&fake->lock);
}

void
fake_usb_fail_always(struct fake_usb *fake, int status)
{
	g_mutex_lock(&fake->lock);
	fake->fail_always = status;
	pump(fake);
	g_mutex_unlock(&fake->lock);
}

void
fake_usb_hang_next_claim(struct fake_usb *fake)
{
	g_mutex_lock(&fake->lock);
	fake->hangs_next_claim = true;
	g_mutex_unlock(&fake->lock);
}

bool
fake_usb_hangs(struct fake_usb *fake)
{
	bool hangs;

	g_mutex_lock(&fake->lock);
	hangs = fake->hanging;
	g_mutex_unlock(&fake->lock);
	return hangs;
}

void
fake_usb_let_go(struct fake_usb *fake)
{
	UMockdevIoctlClient *client;

	g_mutex_lock(&fake->lock);
	client = g_steal_pointer(&fake->hanging);
	g_mutex_unlock(&fake->lock);
	umockdev_ioctl_client_complete(client, 0, 0);
	g_object_unref(client);
}

void
fake_usb_refuse_claims(struct fake_usb *fake, unsigned n_claims)
{
	g_mutex_lock(&fake->lock);
	fake->n_refused_claims = n_claims;
	g_mutex_unlock(&fake->lock);
}

struct fake_usb_counts
fake_usb_count(struct fake_usb *fake)
{
	struct fake_usb_counts counts;

	g_mutex_lock(&fake->lock);
	counts = fake->counts;
	counts.pending = fake->pending.length;
	g_mutex_unlock(&fake->lock);
	return counts;
}

GBytes *
fake_usb_get_out(struct fake_usb *fake)
{
	GBytes *out;

	g_mutex_lock(&fake->lock);
	out = g_bytes_new(fake->out->data, fake->out->len);
	g_mutex_unlock(&fake->lock);
	return out;
}
