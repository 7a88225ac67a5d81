/*
 * A USB port that is not there, for a test in another language: the shoe behind it is the test's,
 * the host is any program run by umockdev-wrapper with UMOCKDEV_DIR set to the directory that the
 * first line of output names. Then each line of output is a report of the host's in hexadecimal,
 * and each line of input is obeyed: `plug [SERIAL]`, which another device may have from then on,
 * `unplug`, answered by `unplugged`, and `send HEX`. Ends with its input.
 * usage: umockdev-wrapper fake-port usb-bulk|usb-interrupt|hid-libusb|hidraw SERIAL
 */
#include "fake-hidraw.h"
#include "fake-usb.h"

#include <glib.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { REPORT_BYTES = 64, LOOK_MS = 2 };

struct port {
	GMainLoop *loop;
	UMockdevTestbed *testbed;
	bool is_hidraw;
	struct fake_usb_shape usb_shape;
	struct fake_hidraw_shape hid_shape;
	struct fake_usb *usb; /* NULL = unplugged */
	struct fake_hidraw *hid;
	gsize n_reported; /* bytes of the host's since the plugging, reported already */
};

static void
print_report(const uint8_t *report)
{
	for (size_t i = 0; i < REPORT_BYTES; i++)
		printf("%02x", report[i]);
	putchar('\n');
}

static void
hear_usb(struct port *port)
{
	g_autoptr(GBytes) out = fake_usb_get_out(port->usb);
	gsize n_bytes;
	const uint8_t *bytes = g_bytes_get_data(out, &n_bytes);

	for (; port->n_reported + REPORT_BYTES <= n_bytes; port->n_reported += REPORT_BYTES)
		print_report(bytes + port->n_reported);
}

/* The report's number comes first; it has none, so that is 0. */
static void
hear_hid(struct port *port)
{
	uint8_t report[1 + REPORT_BYTES];

	while (fake_hidraw_hear(port->hid, report, sizeof report))
		print_report(report + 1);
}

static gboolean
on_look_due(gpointer user)
{
	struct port *port = user;

	if (port->usb)
		hear_usb(port);
	if (port->hid)
		hear_hid(port);
	return G_SOURCE_CONTINUE;
}

static void
plug(struct port *port)
{
	port->n_reported = 0;
	port->usb_shape.address++; /* the kernel never gives the same again */
	if (port->is_hidraw)
		port->hid = fake_hidraw_plug(port->testbed, &port->hid_shape);
	else
		port->usb = fake_usb_plug(port->testbed, &port->usb_shape);
}

/* The name is of the port's life. */
static void
plug_other(struct port *port, const char *serial)
{
	port->usb_shape.serial = port->hid_shape.serial = g_intern_string(serial);
	plug(port);
}

static void
unplug(struct port *port)
{
	if (port->hid)
		fake_hidraw_unplug(g_steal_pointer(&port->hid));
	if (port->usb)
		fake_usb_unplug(g_steal_pointer(&port->usb));
}

static void
send_report(struct port *port, const char *hex)
{
	uint8_t report[REPORT_BYTES];
	size_t n_bytes = strlen(hex) / 2;

	g_assert_cmpint(n_bytes, <=, REPORT_BYTES);
	for (size_t i = 0; i < n_bytes; i++)
		report[i] = (uint8_t)(g_ascii_xdigit_value(hex[2 * i]) << 4 |
				      g_ascii_xdigit_value(hex[2 * i + 1]));
	if (port->usb)
		fake_usb_send(port->usb, report, n_bytes);
	if (port->hid)
		fake_hidraw_send_apart(port->hid, report, n_bytes);
}

static void
obey(struct port *port, char *line)
{
	g_strchomp(line);
	if (strcmp(line, "plug") == 0)
		plug(port);
	else if (g_str_has_prefix(line, "plug "))
		plug_other(port, line + strlen("plug "));
	else if (strcmp(line, "unplug") == 0) {
		unplug(port);
		printf("unplugged\n");
	} else if (g_str_has_prefix(line, "send "))
		send_report(port, line + strlen("send "));
	else
		g_error("what is `%s`?", line);
}

static gboolean
on_line_ready(GIOChannel *input, GIOCondition condition, gpointer user)
{
	struct port *port = user;
	g_autofree char *line = NULL;

	(void)condition;
	if (g_io_channel_read_line(input, &line, NULL, NULL, NULL) != G_IO_STATUS_NORMAL) {
		g_main_loop_quit(port->loop);
		return G_SOURCE_REMOVE;
	}
	obey(port, line);
	return G_SOURCE_CONTINUE;
}

static void
init_port(struct port *port, const char *kind, const char *serial)
{
	*port = (struct port){
		.loop = g_main_loop_new(NULL, FALSE),
		.testbed = umockdev_testbed_new(),
		.is_hidraw = strcmp(kind, "hidraw") == 0,
		.usb_shape = {.port = 4, .address = 6, .serial = serial},
		.hid_shape = {.name = "hidraw0", .port = 4, .serial = serial},
	};
	port->usb_shape.is_bulk = strcmp(kind, "usb-bulk") == 0;
	port->usb_shape.is_hid = strcmp(kind, "hid-libusb") == 0;
	g_assert_true(port->is_hidraw || port->usb_shape.is_bulk || port->usb_shape.is_hid ||
		      strcmp(kind, "usb-interrupt") == 0);
}

int
main(int argc, char **argv)
{
	struct port port;
	g_autoptr(GIOChannel) input = g_io_channel_unix_new(STDIN_FILENO);
	g_autofree char *root = NULL;

	if (!fake_node_is_possible())
		return 77;
	g_assert_cmpint(argc, ==, 3);
	init_port(&port, argv[1], argv[2]);
	root = umockdev_testbed_get_root_dir(port.testbed);
	setvbuf(stdout, NULL, _IOLBF, 0);
	printf("root %s\n", root);
	g_io_add_watch(input, G_IO_IN | G_IO_HUP, on_line_ready, &port);
	g_timeout_add(LOOK_MS, on_look_due, &port);
	g_main_loop_run(port.loop);
	g_object_unref(port.testbed);
	g_main_loop_unref(port.loop);
	return 0;
}
