/*
 * The serial transport on an emulated port: run by umockdev-wrapper, libserialport sees a
 * /dev/ttyUSB0 that is a pseudo terminal whose modem lines answer. A symbolic link to
 * it cannot be tried here: the emulation hides from it what realpath(3) sees.
 */
#include <stddef.h>

#include "device-fixture.h"

#include <string.h>
#include <sys/ioctl.h>
#include <umockdev.h>
#include <unistd.h>

static const char description[] = "P: /devices/pci0000:00/usb1/1-2/1-2:1.0/ttyUSB0/tty/ttyUSB0\n"
				  "N: ttyUSB0\n"
				  "E: DEVNAME=/dev/ttyUSB0\n"
				  "E: SUBSYSTEM=tty\n"
				  "E: MAJOR=188\n"
				  "E: MINOR=0\n"
				  "A: dev=188:0\\n\n"
				  "L: device=../../../ttyUSB0\n"
				  "\n"
				  "P: /devices/pci0000:00/usb1/1-2/1-2:1.0/ttyUSB0\n"
				  "E: SUBSYSTEM=usb-serial\n"
				  "E: DRIVER=ftdi_sio\n"
				  "\n"
				  "P: /devices/pci0000:00/usb1/1-2/1-2:1.0\n"
				  "E: SUBSYSTEM=usb\n"
				  "E: DEVTYPE=usb_interface\n"
				  "A: bInterfaceNumber=00\\n\n"
				  "\n"
				  "P: /devices/pci0000:00/usb1/1-2\n"
				  "N: bus/usb/001/002\n"
				  "E: SUBSYSTEM=usb\n"
				  "E: DEVTYPE=usb_device\n"
				  "E: DEVNAME=/dev/bus/usb/001/002\n"
				  "A: busnum=1\\n\n"
				  "A: devnum=2\\n\n"
				  "A: idVendor=0403\\n\n"
				  "A: idProduct=6001\\n\n"
				  "A: serial=SHOE0001\\n\n";

/* A pseudo terminal has no modem lines; everything else it does itself. */
static gboolean
on_ioctl(UMockdevIoctlBase *base, UMockdevIoctlClient *client, void *user)
{
	int *modem_lines = user;
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
		umockdev_ioctl_client_complete(client, 0, 0);
		g_object_unref(data);
		return TRUE;
	}
	result = umockdev_ioctl_client_execute(client, &code, NULL);
	umockdev_ioctl_client_complete(client, result, result < 0 ? code : 0);
	return TRUE;
}

struct emulation {
	UMockdevTestbed *testbed;
	UMockdevIoctlBase *ioctls;
	int modem_lines;
};

static void
emulate(struct emulation *emulation)
{
	g_autoptr(GError) error = NULL;

	emulation->modem_lines = TIOCM_CTS | TIOCM_DSR | TIOCM_CAR;
	emulation->testbed = umockdev_testbed_new();
	emulation->ioctls = umockdev_ioctl_base_new();
	g_signal_connect(emulation->ioctls, "handle-ioctl", G_CALLBACK(on_ioctl),
			 &emulation->modem_lines);
	assert_true(umockdev_testbed_attach_ioctl(emulation->testbed, "/dev/ttyUSB0",
						  emulation->ioctls, &error));
	if (!umockdev_testbed_add_from_string(emulation->testbed, description, &error))
		fail_msg("%s", error->message);
}

static void
end_emulation(struct emulation *emulation)
{
	umockdev_testbed_detach_ioctl(emulation->testbed, "/dev/ttyUSB0", NULL);
	g_object_unref(emulation->ioctls);
	g_object_unref(emulation->testbed);
}

static void
use_serial(struct device_fixture *fixture, const char *path)
{
	g_free((char *)fixture->options.transport);
	fixture->options.transport = g_strconcat("serial:", path, NULL);
}

static void
test_card_then_unplugged(void **state)
{
	struct device_fixture *fixture = *state;
	struct emulation emulation;

	emulate(&emulation);
	device_fixture_unplug(fixture);
	use_serial(fixture, "/dev/ttyUSB0");
	device_fixture_start(fixture);
	device_fixture_wait_state(fixture, SABOT_SHOE_ONLINE);
	assert_int_equal(emulation.modem_lines & (TIOCM_DTR | TIOCM_RTS), TIOCM_DTR | TIOCM_RTS);
	g_string_truncate(fixture->text, 0);

	fixture->master = umockdev_testbed_get_dev_fd(emulation.testbed, "/dev/ttyUSB0");
	device_fixture_send_frame(fixture, '1', 'D', "\x81\xb8");
	device_fixture_expect(fixture, "card 8S punto 1\n");
	device_fixture_unplug(fixture);
	device_fixture_wait_state(fixture, SABOT_SHOE_OFFLINE);
	device_fixture_expect(fixture, "device offline - the port has gone\n");
	g_clear_pointer(&fixture->device, sabot_shoe_device_free);
	end_emulation(&emulation);
}

static void
test_no_such_port(void **state)
{
	struct device_fixture *fixture = *state;

	use_serial(fixture, "/dev/ttyUSB7");
	device_fixture_start(fixture);
	device_fixture_wait_state(fixture, SABOT_SHOE_OFFLINE);
	device_fixture_expect(fixture,
			      "device offline - /dev/ttyUSB7: No such file or directory\n");
}

static void
test_pseudo_terminal_is_refused(void **state)
{
	struct device_fixture *fixture = *state;

	use_serial(fixture, fixture->link);
	device_fixture_start(fixture);
	device_fixture_wait_state(fixture, SABOT_SHOE_OFFLINE);
	assert_non_null(g_strrstr(fixture->text->str, "no serial port"));
}

#define DEVICE_TEST(f)                                                                             \
	cmocka_unit_test_setup_teardown(f, device_fixture_setup, device_fixture_teardown)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		DEVICE_TEST(test_card_then_unplugged),
		DEVICE_TEST(test_no_such_port),
		DEVICE_TEST(test_pseudo_terminal_is_refused),
	};

	if (!g_getenv("LD_PRELOAD") || !strstr(g_getenv("LD_PRELOAD"), "libumockdev")) {
		print_message("skipped: not run by umockdev-wrapper\n");
		return 77;
	}
	return cmocka_run_group_tests_name("transport-serial", tests, NULL, NULL);
}
