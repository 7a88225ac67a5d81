/*
 * See the header.
 */
#include "fake-hidraw.h"

#include <errno.h>
#include <linux/hidraw.h>
#include <linux/input.h>
#include <poll.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>

enum { TAKEN_WITHIN_S = 90, LOOK_AGAIN_US = 100 };

struct fake_hidraw {
	UMockdevTestbed *testbed;
	UMockdevIoctlBase *ioctls;
	struct fake_node terminal;
	char *node, *syspath, *usb_syspath;
	bool is_numbered;
};

/* A page of the vendor's own with one report of 64 bytes each way. */
static const uint8_t plain_reports[] = {
	0x06, 0x00, 0xff, 0x09, 0x01, 0xa1, 0x01, 0x15, 0x00, 0x26, 0xff, 0x00, 0x75, 0x08,
	0x95, 0x40, 0x09, 0x01, 0x81, 0x02, 0x95, 0x40, 0x09, 0x01, 0x91, 0x02, 0xc0,
};

/* The same as report 2. The item before its number has a byte that looks like one. */
static const uint8_t numbered_reports[] = {
	0x06, 0x85, 0xff, 0x09, 0x01, 0xa1, 0x01, 0x85, 0x02, 0x15, 0x00, 0x26, 0xff, 0x00, 0x75,
	0x08, 0x95, 0x3f, 0x09, 0x01, 0x81, 0x02, 0x95, 0x3f, 0x09, 0x01, 0x91, 0x02, 0xc0,
};

static void
describe(const struct fake_hidraw *fake, struct hidraw_report_descriptor *descriptor)
{
	const uint8_t *items = fake->is_numbered ? numbered_reports : plain_reports;

	memcpy(descriptor->value, items, descriptor->size);
}

static gboolean
on_ioctl(UMockdevIoctlBase *base, UMockdevIoctlClient *client, void *user)
{
	const struct fake_hidraw *fake = user;
	gulong request = umockdev_ioctl_client_get_request(client);
	g_autoptr(UMockdevIoctlData) data = NULL;
	int result, code = 0;

	(void)base;
	if (request != HIDIOCGRAWINFO && request != HIDIOCGRDESCSIZE && request != HIDIOCGRDESC) {
		result = umockdev_ioctl_client_execute(client, &code, NULL);
		umockdev_ioctl_client_complete(client, result, result < 0 ? code : 0);
		return TRUE;
	}
	data = umockdev_ioctl_data_resolve(umockdev_ioctl_client_get_arg(client), 0,
					   _IOC_SIZE(request), NULL);
	if (request == HIDIOCGRAWINFO)
		*(struct hidraw_devinfo *)(void *)data->data =
			(struct hidraw_devinfo){BUS_USB, 0x1209, 0x5e0e};
	else if (request == HIDIOCGRDESCSIZE)
		*(int *)(void *)data->data = fake->is_numbered ? (int)sizeof numbered_reports
							       : (int)sizeof plain_reports;
	else
		describe(fake, (void *)data->data);
	umockdev_ioctl_client_complete(client, 0, 0);
	return TRUE;
}

static void
free_fake(void *data)
{
	struct fake_hidraw *fake = data;

	fake_node_close(&fake->terminal);
	g_object_unref(fake->ioctls);
	g_free(fake->usb_syspath);
	g_free(fake->syspath);
	g_free(fake->node);
	g_free(fake);
}

static void
report_change(struct fake_hidraw *fake, const struct fake_hidraw_shape *shape)
{
	g_autofree char *name = g_strdup_printf("1-%d", shape->port);
	/* clang-format off */
	const gchar *usb_attributes[] = {
		"idVendor", "1209", "idProduct", "5e0e", "serial", shape->serial, NULL};
	const gchar *usb_properties[] = {"DEVTYPE", "usb_device", NULL};
	const gchar *attributes[] = {"dev", "240:0", NULL};
	const gchar *properties[] = {
		"DEVNAME", fake->node, shape->links ? "DEVLINKS" : NULL, shape->links, NULL};
	/* clang-format on */

	fake->usb_syspath =
		umockdev_testbed_add_devicev(fake->testbed, "usb", name, NULL,
					     (gchar **)usb_attributes, (gchar **)usb_properties);
	fake->syspath = umockdev_testbed_add_devicev(fake->testbed, "hidraw", shape->name,
						     fake->usb_syspath, (gchar **)attributes,
						     (gchar **)properties);
	g_assert_nonnull(fake->syspath);
}

struct fake_hidraw *
fake_hidraw_plug(UMockdevTestbed *testbed, const struct fake_hidraw_shape *shape)
{
	struct fake_hidraw *fake = g_new0(struct fake_hidraw, 1);
	g_autofree char *key = g_strdup_printf("%s on %d", shape->name, shape->port);
	g_autoptr(GError) error = NULL;

	fake->testbed = testbed;
	fake->is_numbered = shape->is_numbered;
	fake->node = g_build_filename("/dev", shape->name, NULL);
	fake->ioctls = umockdev_ioctl_base_new();
	g_signal_connect(fake->ioctls, "handle-ioctl", G_CALLBACK(on_ioctl), fake);
	umockdev_testbed_attach_ioctl(testbed, fake->node, fake->ioctls, &error);
	g_assert_no_error(error);
	fake->terminal = fake_node_make(testbed, fake->node);
	report_change(fake, shape);
	g_object_set_data_full(G_OBJECT(testbed), key, fake, free_fake);
	return fake;
}

void
fake_hidraw_unplug(struct fake_hidraw *fake)
{
	fake_node_close(&fake->terminal);
	umockdev_testbed_detach_ioctl(fake->testbed, fake->node, NULL);
	umockdev_testbed_uevent(fake->testbed, fake->syspath, "remove");
	umockdev_testbed_remove_device(fake->testbed, fake->syspath);
	umockdev_testbed_remove_device(fake->testbed, fake->usb_syspath);
}

void
fake_hidraw_send(struct fake_hidraw *fake, const void *bytes, size_t n_bytes)
{
	g_assert_cmpint(write(fake->terminal.master, bytes, n_bytes), ==, n_bytes);
}

/* Asking the slave moves to it what was written; it is empty when the host has read that. */
static bool
is_taken(const struct fake_hidraw *fake)
{
	struct pollfd slave = {.fd = fake->terminal.slave, .events = POLLIN};

	return poll(&slave, 1, 0) == 0;
}

void
fake_hidraw_send_apart(struct fake_hidraw *fake, const void *bytes, size_t n_bytes)
{
	gint64 deadline_us = g_get_monotonic_time() + TAKEN_WITHIN_S * G_USEC_PER_SEC;

	fake_hidraw_send(fake, bytes, n_bytes);
	while (!is_taken(fake)) {
		g_assert_cmpint(g_get_monotonic_time(), <, deadline_us);
		g_usleep(LOOK_AGAIN_US);
	}
}

bool
fake_hidraw_hear(struct fake_hidraw *fake, void *bytes, size_t n_bytes)
{
	struct pollfd master = {.fd = fake->terminal.master, .events = POLLIN};

	if (poll(&master, 1, 0) <= 0 || !(master.revents & POLLIN))
		return false;
	g_assert_cmpint(read(master.fd, bytes, n_bytes), ==, n_bytes);
	return true;
}

void
fake_hidraw_expect(struct fake_hidraw *fake, const void *bytes, size_t n_bytes)
{
	g_autofree uint8_t *written = g_malloc0(n_bytes);
	size_t n = 0;

	while (n < n_bytes) {
		ssize_t more = read(fake->terminal.master, written + n, n_bytes - n);

		g_assert_cmpint(more, >, 0);
		n += (size_t)more;
	}
	g_assert_cmpmem(written, n, bytes, n_bytes);
}
