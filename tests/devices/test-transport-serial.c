/*
 * The serial transport on an emulated USB adapter: run by umockdev-wrapper, libserialport sees a
 * /dev/ttyUSBn that is a pseudo terminal whose modem lines answer.
 */
#include <stddef.h>

#include "fake-node.h"
#include "line-fixture.h"

#include <glib/gstdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

static const char description[] = "P: /devices/pci0000:00/usb1/@PORT@/@PORT@:1.0/@TTY@/tty/@TTY@\n"
				  "E: DEVNAME=/dev/@TTY@\n"
				  "E: DEVLINKS=/dev/sabot/by-serial/tty-SHOE0001\n"
				  "E: SUBSYSTEM=tty\n"
				  "E: MAJOR=188\n"
				  "E: MINOR=0\n"
				  "A: dev=188:0\\n\n"
				  "L: device=../../../@TTY@\n"
				  "\n"
				  "P: /devices/pci0000:00/usb1/@PORT@/@PORT@:1.0/@TTY@\n"
				  "E: SUBSYSTEM=usb-serial\n"
				  "E: DRIVER=ftdi_sio\n"
				  "\n"
				  "P: /devices/pci0000:00/usb1/@PORT@/@PORT@:1.0\n"
				  "E: SUBSYSTEM=usb\n"
				  "E: DEVTYPE=usb_interface\n"
				  "A: bInterfaceNumber=00\\n\n"
				  "\n"
				  "P: /devices/pci0000:00/usb1/@PORT@\n"
				  "E: SUBSYSTEM=usb\n"
				  "E: DEVTYPE=usb_device\n"
				  "A: busnum=1\\n\n"
				  "A: devnum=2\\n\n"
				  "A: idVendor=0403\\n\n"
				  "A: idProduct=6001\\n\n"
				  "A: serial=SHOE0001\\n\n";

static const char link_path[] = "/dev/sabot/by-serial/tty-SHOE0001";

struct emulation {
	UMockdevTestbed *testbed;
	UMockdevIoctlBase *ioctls;
	int modem_lines;
	GMutex lock;     /* for the two below */
	bool hangs_next; /* setting a modem line */
	UMockdevIoctlClient *hanging;
	struct fake_node terminal;
	char *name; /* "ttyUSB0", or NULL while unplugged */
	char *usb_port;
};

static bool
hang(struct emulation *emulation, UMockdevIoctlClient *client)
{
	bool hangs;

	g_mutex_lock(&emulation->lock);
	hangs = emulation->hangs_next;
	if (hangs)
		emulation->hanging = g_object_ref(client);
	emulation->hangs_next = false;
	g_mutex_unlock(&emulation->lock);
	return hangs;
}

static bool
is_hanging(void *user)
{
	struct emulation *emulation = user;
	bool hangs;

	g_mutex_lock(&emulation->lock);
	hangs = emulation->hanging;
	g_mutex_unlock(&emulation->lock);
	return hangs;
}

static void
let_go(struct emulation *emulation)
{
	UMockdevIoctlClient *client;

	g_mutex_lock(&emulation->lock);
	client = g_steal_pointer(&emulation->hanging);
	g_mutex_unlock(&emulation->lock);
	umockdev_ioctl_client_complete(client, 0, 0);
	g_object_unref(client);
}

/* A pseudo terminal has no modem lines; everything else it does itself. */
static gboolean
on_ioctl(UMockdevIoctlBase *base, UMockdevIoctlClient *client, void *user)
{
	struct emulation *emulation = user;
	int *modem_lines = &emulation->modem_lines;
	gulong request = umockdev_ioctl_client_get_request(client);
	int code = 0, result;

	(void)base;
	if (request == TIOCMGET || request == TIOCMSET || request == TIOCMBIS ||
	    request == TIOCMBIC) {
		UMockdevIoctlData *data = umockdev_ioctl_data_resolve(
			umockdev_ioctl_client_get_arg(client), 0, sizeof(int), NULL);
		int *value = (int *)(void *)data->data;

		if (request == TIOCMGET)
			*value = *modem_lines;
		else if (request == TIOCMSET)
			*modem_lines = *value;
		else
			*modem_lines = request == TIOCMBIS ? *modem_lines | *value
							   : *modem_lines & ~*value;
		if (request == TIOCMGET || !hang(emulation, client))
			umockdev_ioctl_client_complete(client, 0, 0);
		g_object_unref(data);
		return TRUE;
	}
	result = umockdev_ioctl_client_execute(client, &code, NULL);
	umockdev_ioctl_client_complete(client, result, result < 0 ? code : 0);
	return TRUE;
}

static char *
node_of(const struct emulation *emulation)
{
	return g_build_filename("/dev", emulation->name, NULL);
}

/* udev's part: the link that our rules would make. */
static void
link_to(const struct emulation *emulation, const char *name)
{
	g_autofree char *root = umockdev_testbed_get_root_dir(emulation->testbed);
	g_autofree char *path = g_build_filename(root, link_path, NULL);
	g_autofree char *folder = g_path_get_dirname(path);
	g_autofree char *target = g_build_filename("..", "..", name, NULL);

	g_mkdir_with_parents(folder, 0755);
	g_unlink(path);
	assert_int_equal(symlink(target, path), 0);
}

static void
plug(struct emulation *emulation, const char *name, const char *usb_port)
{
	g_autoptr(GString) text = g_string_new(description);
	g_autofree char *node = g_build_filename("/dev", name, NULL);
	g_autoptr(GError) error = NULL;

	g_string_replace(text, "@TTY@", name, 0);
	g_string_replace(text, "@PORT@", usb_port, 0);
	emulation->name = g_strdup(name);
	emulation->usb_port = g_strdup(usb_port);
	link_to(emulation, name);
	assert_true(
		umockdev_testbed_attach_ioctl(emulation->testbed, node, emulation->ioctls, &error));
	emulation->terminal = fake_node_make(emulation->testbed, node);
	if (!umockdev_testbed_add_from_string(emulation->testbed, text->str, &error))
		fail_msg("%s", error->message);
}

/* umockdev forgets its link from the number to the device. */
static void
remove_number(const struct emulation *emulation)
{
	g_autofree char *root = umockdev_testbed_get_root_dir(emulation->testbed);
	g_autofree char *path = g_build_filename(root, "sys/dev/char/188:0", NULL);

	g_unlink(path);
}

static void
unplug(struct emulation *emulation)
{
	g_autofree char *node = node_of(emulation);
	g_autofree char *usb =
		g_build_filename("/sys/devices/pci0000:00/usb1", emulation->usb_port, NULL);
	g_autofree char *adapter =
		g_strdup_printf("%s/%s:1.0/%s", usb, emulation->usb_port, emulation->name);
	g_autofree char *tty = g_build_filename(adapter, "tty", emulation->name, NULL);

	fake_node_close(&emulation->terminal);
	umockdev_testbed_detach_ioctl(emulation->testbed, node, NULL);
	umockdev_testbed_uevent(emulation->testbed, tty, "remove");
	umockdev_testbed_remove_device(emulation->testbed, tty);
	umockdev_testbed_remove_device(emulation->testbed, adapter);
	umockdev_testbed_remove_device(emulation->testbed, usb);
	remove_number(emulation);
	g_clear_pointer(&emulation->name, g_free);
	g_clear_pointer(&emulation->usb_port, g_free);
}

static int
setup(void **state)
{
	struct emulation *emulation = g_new0(struct emulation, 1);

	emulation->modem_lines = TIOCM_CTS | TIOCM_DSR | TIOCM_CAR;
	emulation->testbed = umockdev_testbed_new();
	emulation->ioctls = umockdev_ioctl_base_new();
	g_signal_connect(emulation->ioctls, "handle-ioctl", G_CALLBACK(on_ioctl), emulation);
	g_mutex_init(&emulation->lock);
	*state = emulation;
	return 0;
}

static int
teardown(void **state)
{
	struct emulation *emulation = *state;

	if (emulation->name)
		unplug(emulation);
	g_object_unref(emulation->ioctls);
	g_object_unref(emulation->testbed);
	g_mutex_clear(&emulation->lock);
	g_free(emulation);
	return 0;
}

static void
send_bytes(struct emulation *emulation, const void *bytes, size_t n_bytes)
{
	assert_int_equal(write(emulation->terminal.master, bytes, n_bytes), n_bytes);
}

static void
test_bytes_then_unplugged(void **state)
{
	struct emulation *emulation = *state;
	struct line *line = line_new("serial:/dev/ttyUSB0");

	plug(emulation, "ttyUSB0", "1-2");
	line_start(line);
	line_expect(line, "opened\n");
	assert_int_equal(emulation->modem_lines & (TIOCM_DTR | TIOCM_RTS), TIOCM_DTR | TIOCM_RTS);
	send_bytes(emulation, "\x05\x31", 2);
	line_expect(line, "received 05 31\n");
	assert_in_range(count_wake_ups(200), 0, 3);
	unplug(emulation);
	line_expect(line, "closed the port has gone\n");
	assert_in_range(count_wake_ups(200), 0, 3);
	line_free(line);
}

/* The name that udev gives by the serial number stays; all that the kernel gives has changed. */
static void
test_replugged_elsewhere_under_the_same_name(void **state)
{
	static const char *const ttys[] = {"ttyUSB0", "ttyUSB1", "ttyUSB2"};
	static const char *const ports[] = {"1-2", "1-3", "1-4"};
	struct emulation *emulation = *state;
	g_autofree char *url = g_strconcat("serial:", link_path, NULL);
	g_autofree char *absent =
		g_strdup_printf("closed %s: No such file or directory\n", link_path);
	struct line *line = line_new(url);

	line_start(line);
	line_expect(line, absent);
	for (size_t i = 0; i < G_N_ELEMENTS(ttys); i++) {
		struct sabot_device_identity identity;

		plug(emulation, ttys[i], ports[i]);
		line_expect(line, "arrived\n");
		line_start(line);
		line_expect(line, "opened\n");
		identity = sabot_transport_get_identity(line->transport);
		assert_string_equal(identity.serial, "SHOE0001");
		assert_string_equal(identity.port, ports[i]);
		send_bytes(emulation, "\x06", 1);
		line_expect(line, "received 06\n");
		unplug(emulation);
		line_expect(line, "closed the port has gone\n");
	}
	line_free(line);
}

static void
test_stopped_and_started_at_once(void **state)
{
	struct emulation *emulation = *state;
	struct line *line = line_new("serial:/dev/ttyUSB0");

	plug(emulation, "ttyUSB0", "1-2");
	line_start(line);
	line_expect(line, "opened\n");
	sabot_transport_stop(line->transport);
	line_start(line);
	line_expect(line, "opened\n");
	send_bytes(emulation, "\x06", 1);
	line_expect(line, "received 06\n");
	line_free(line);
}

/* An adapter that does not answer while it is opened; another line gives all it has meanwhile. */
static void
test_hanging_adapter_delays_nobody(void **state)
{
	struct emulation *emulation = *state;
	struct fake_node node = fake_node_make(emulation->testbed, "/dev/shoe");
	struct line *hung = line_new("serial:/dev/ttyUSB0");
	struct line *line = line_new("pty:/dev/shoe");

	plug(emulation, "ttyUSB0", "1-2");
	emulation->hangs_next = true;
	line_start(hung);
	poll_until(is_hanging, emulation);
	line_start(line);
	line_expect(line, "opened\n");
	for (unsigned i = 0; i < 100; i++) {
		assert_int_equal(write(node.master, "\x07", 1), 1);
		line_expect(line, "received 07\n");
	}
	assert_string_equal(hung->log->str, "");
	let_go(emulation);
	line_expect(hung, "opened\n");
	line_free(line);
	line_free(hung);
	fake_node_close(&node);
}

static void
test_stopped_while_it_hangs(void **state)
{
	struct emulation *emulation = *state;
	struct line *line = line_new("serial:/dev/ttyUSB0");

	plug(emulation, "ttyUSB0", "1-2");
	emulation->hangs_next = true;
	line_start(line);
	poll_until(is_hanging, emulation);
	sabot_transport_stop(line->transport);
	let_go(emulation);
	count_wake_ups(100);
	assert_string_equal(line->log->str, "");
	line_start(line);
	line_expect(line, "opened\n");
	line_free(line);
}

static void
test_no_such_port(void **state)
{
	struct line *line = line_new("serial:/dev/ttyUSB7");

	(void)state;
	line_start(line);
	line_expect(line, "closed /dev/ttyUSB7: No such file or directory\n");
	line_free(line);
}

static void
test_links_in_a_circle(void **state)
{
	g_autofree char *folder = g_dir_make_tmp("sabot-serial-XXXXXX", NULL);
	g_autofree char *path = g_build_filename(folder, "shoe", NULL);
	g_autofree char *url = g_strconcat("serial:", path, NULL);
	g_autofree char *expected =
		g_strdup_printf("closed %s: Too many levels of symbolic links\n", path);
	struct line *line = line_new(url);

	(void)state;
	assert_int_equal(symlink("shoe", path), 0);
	line_start(line);
	line_expect(line, expected);
	line_free(line);
	g_unlink(path);
	g_rmdir(folder);
}

static void
test_pseudo_terminal_is_refused(void **state)
{
	struct emulation *emulation = *state;
	struct fake_node node = fake_node_make(emulation->testbed, "/dev/shoe");
	struct line *line = line_new("serial:/dev/shoe");

	line_start(line);
	line_expect(line, "closed /dev/shoe: no serial port\n");
	line_free(line);
	fake_node_close(&node);
}

#define SERIAL_TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		SERIAL_TEST(test_bytes_then_unplugged),
		SERIAL_TEST(test_replugged_elsewhere_under_the_same_name),
		SERIAL_TEST(test_stopped_and_started_at_once),
		SERIAL_TEST(test_hanging_adapter_delays_nobody),
		SERIAL_TEST(test_stopped_while_it_hangs),
		SERIAL_TEST(test_no_such_port),
		SERIAL_TEST(test_links_in_a_circle),
		SERIAL_TEST(test_pseudo_terminal_is_refused),
	};

	if (!fake_node_is_possible())
		return 77;
	return cmocka_run_group_tests_name("transport-serial", tests, NULL, NULL);
}
