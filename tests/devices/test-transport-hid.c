/*
 * The HID transports on devices that umockdev makes up: hidraw nodes, and libusb where the kernel
 * has none. Run by umockdev-wrapper.
 */
#include <stddef.h>

#include "fake-hidraw.h"
#include "fake-usb.h"
#include "line-fixture.h"

static const struct fake_hidraw_shape shoe_shape = {
	.name = "hidraw0",
	.port = 4,
	.serial = "SHOE0001",
	.links = "/dev/sabot/by-serial/hid-SHOE0001",
};

static int
setup(void **state)
{
	*state = umockdev_testbed_new();
	return 0;
}

static int
teardown(void **state)
{
	g_object_unref(*state);
	return 0;
}

static struct line *
open_line(const char *url)
{
	struct line *line = line_new(url);

	line_start(line);
	line_expect(line, "opened\n");
	return line;
}

/* ---- by node ---- */

static void
test_reports_are_chunks(void **state)
{
	static const uint8_t key[] = {0x02, 0x00, 0x16, 0, 0, 0, 0, 0}; /* a keyboard's: S */
	struct fake_hidraw *fake = fake_hidraw_plug(*state, &shoe_shape);
	struct line *line = open_line("hidraw:/dev/hidraw0");

	fake_hidraw_send(fake, key, sizeof key);
	line_expect(line, "received 02 00 16 00 00 00 00 00\n");
	assert_true(sabot_transport_has_reports(line->transport));
	assert_string_equal(sabot_transport_get_identity(line->transport).serial, "SHOE0001");
	assert_string_equal(sabot_transport_get_identity(line->transport).port, "1-4");
	assert_in_range(count_wake_ups(200), 0, 3);
	line_free(line);
}

static void
test_unplugged_and_back(void **state)
{
	struct fake_hidraw *fake = fake_hidraw_plug(*state, &shoe_shape);
	struct line *line = open_line("hidraw:/dev/hidraw0");

	fake_hidraw_unplug(fake);
	line_expect(line, "closed the device was unplugged\n");
	line_start(line);
	line_expect(line, "closed /dev/hidraw0: No such file or directory\n");
	fake = fake_hidraw_plug(*state, &shoe_shape);
	line_expect(line, "arrived\n");
	line_start(line);
	line_expect(line, "opened\n");
	fake_hidraw_send(fake, "\x01", 1);
	line_expect(line, "received 01\n");
	line_free(line);
}

static void
test_arrival_under_udevs_name(void **state)
{
	struct line *line = line_new("hidraw:/dev/sabot/by-serial/hid-SHOE0001");
	struct fake_hidraw_shape other = {.name = "hidraw3", .port = 6, .serial = "SHOE0009"};

	line_start(line);
	line_expect(line, "closed /dev/sabot/by-serial/hid-SHOE0001: No such file or directory\n");
	fake_hidraw_plug(*state, &other);
	count_wake_ups(50);
	assert_string_equal(line->log->str, "");
	fake_hidraw_plug(*state, &shoe_shape);
	line_expect(line, "arrived\n");
	line_free(line);
}

static void
test_no_hid_device(void **state)
{
	struct fake_node node = fake_node_make(*state, "/dev/hidraw9");
	struct line *line = line_new("hidraw:/dev/hidraw9");

	line_start(line);
	line_expect(line, "closed /dev/hidraw9 is no HID device\n");
	line_free(line);
	fake_node_close(&node);
}

/* ---- sending ---- */

static void
test_send_is_for_those_allowed(void **state)
{
	struct line *line;

	fake_hidraw_plug(*state, &shoe_shape);
	line = open_line("hidraw:/dev/hidraw0");
	assert_false(sabot_transport_send(line->transport, (const uint8_t *)"\x06", 1));
	line_free(line);
}

static void
test_reports_without_number_are_sent_with_0(void **state)
{
	struct fake_hidraw *fake = fake_hidraw_plug(*state, &shoe_shape);
	struct line *line = line_new("hidraw:/dev/hidraw0");

	sabot_transport_allow_send(line->transport);
	line_start(line);
	line_expect(line, "opened\n");
	assert_true(sabot_transport_send(line->transport, (const uint8_t *)"\x7f\x06", 2));
	fake_hidraw_expect(fake, "\x00\x7f\x06", 3);
	line_free(line);
}

static void
test_numbered_reports_are_sent_as_they_are(void **state)
{
	struct fake_hidraw_shape shape = shoe_shape;
	struct line *line = line_new("hidraw:/dev/hidraw0");
	struct fake_hidraw *fake;

	shape.is_numbered = true;
	fake = fake_hidraw_plug(*state, &shape);
	sabot_transport_allow_send(line->transport);
	line_start(line);
	line_expect(line, "opened\n");
	assert_true(sabot_transport_send(line->transport, (const uint8_t *)"\x02\x7f\x06", 3));
	fake_hidraw_expect(fake, "\x02\x7f\x06", 3);
	line_free(line);
}

/* ---- by what it is ---- */

static void
test_found_by_name_and_on_another_port(void **state)
{
	struct fake_hidraw *fake = fake_hidraw_plug(*state, &shoe_shape);
	struct line *line = open_line("hid:1209:5e0e");
	struct fake_hidraw_shape moved = shoe_shape;

	fake_hidraw_unplug(fake);
	line_expect(line, "closed the device was unplugged\n");
	moved.name = "hidraw5";
	moved.port = 5;
	fake = fake_hidraw_plug(*state, &moved);
	line_expect(line, "arrived\n");
	line_start(line);
	line_expect(line, "opened\n");
	assert_string_equal(sabot_transport_get_identity(line->transport).port, "1-5");
	fake_hidraw_send(fake, "\x01", 1);
	line_expect(line, "received 01\n");
	line_free(line);
}

static void
test_serial_number_chooses(void **state)
{
	struct fake_hidraw_shape other = {.name = "hidraw1", .port = 5, .serial = "SHOE0002"};
	struct fake_hidraw *second;
	struct line *any = line_new("hid:1209:5e0e"), *line;

	fake_hidraw_plug(*state, &shoe_shape);
	second = fake_hidraw_plug(*state, &other);
	line_start(any);
	line_expect(any, "closed 2 devices 1209:5e0e are plugged in: name one by its serial "
			 "number\n");
	line = open_line("hid:1209:5e0e:SHOE0002");
	fake_hidraw_send(second, "\x02", 1);
	line_expect(line, "received 02\n");
	line_free(line);
	line_free(any);
}

/* ---- without hidraw ---- */

static bool
has_out(void *user)
{
	g_autoptr(GBytes) out = fake_usb_get_out(user);

	return g_bytes_get_size(out) > 0;
}

static void
test_kernel_without_hidraw(void **state)
{
	static const struct fake_usb_shape usb = {
		.port = 4,
		.address = 7,
		.serial = "SHOE0001",
		.is_hid = true,
		.has_no_out = true,
		.has_driver = true,
	};
	/* SET_REPORT, output report 0, interface 0, two bytes */
	static const uint8_t set_report[] = {0x21, 0x09, 0, 2, 0, 0, 2, 0, 0x7f, 0x06};
	struct fake_usb *fake = fake_usb_plug(*state, &usb);
	struct line *line = line_new("hid:1209:5e0e:SHOE0001");
	g_autoptr(GBytes) out = NULL;

	sabot_transport_allow_send(line->transport);
	line_start(line);
	line_expect(line, "opened\n");
	assert_string_equal(sabot_transport_get_identity(line->transport).serial, "SHOE0001");
	fake_usb_send(fake, "\x01\x02", 2);
	line_expect(line, "received 01 02\n");
	assert_true(sabot_transport_send(line->transport, (const uint8_t *)"\x7f\x06", 2));
	poll_until(has_out, fake);
	out = fake_usb_get_out(fake);
	assert_int_equal(g_bytes_get_size(out), sizeof set_report);
	assert_memory_equal(g_bytes_get_data(out, NULL), set_report, sizeof set_report);
	fake_usb_unplug(fake);
	line_expect(line, "closed the device was unplugged\n");
	line_free(line);
}

#define HID_TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		HID_TEST(test_reports_are_chunks),
		HID_TEST(test_unplugged_and_back),
		HID_TEST(test_arrival_under_udevs_name),
		HID_TEST(test_no_hid_device),
		HID_TEST(test_send_is_for_those_allowed),
		HID_TEST(test_reports_without_number_are_sent_with_0),
		HID_TEST(test_numbered_reports_are_sent_as_they_are),
		HID_TEST(test_found_by_name_and_on_another_port),
		HID_TEST(test_serial_number_chooses),
		HID_TEST(test_kernel_without_hidraw),
	};

	if (!fake_node_is_possible())
		return 77;
	return cmocka_run_group_tests_name("transport-hid", tests, NULL, NULL);
}
