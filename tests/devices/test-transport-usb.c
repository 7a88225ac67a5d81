/*
 * The USB transport: libusb itself on a device that umockdev and fake-usb.c make up. Run by
 * umockdev-wrapper.
 */
#include <stddef.h>

#include "fake-node.h"
#include "fake-usb.h"
#include "line-fixture.h"
#include "devices/transport/transport-kinds.h"

#include <errno.h>
#include <string.h>

static const struct fake_usb_shape interrupt_shape = {
	.port = 4, .address = 7, .serial = "SHOE0001"};

struct usb_fixture {
	UMockdevTestbed *testbed;
	struct fake_usb *fake; /* NULL = nothing was plugged in */
	struct line *line;
};

static int
setup(void **state)
{
	struct usb_fixture *fixture = g_new0(struct usb_fixture, 1);

	fixture->testbed = umockdev_testbed_new();
	fixture->line = line_new("usb:1209:5e0e");
	*state = fixture;
	return 0;
}

static int
teardown(void **state)
{
	struct usb_fixture *fixture = *state;

	line_free(fixture->line);
	g_object_unref(fixture->testbed);
	g_free(fixture);
	return 0;
}

static void
plug(struct usb_fixture *fixture, const struct fake_usb_shape *shape)
{
	fixture->fake = fake_usb_plug(fixture->testbed, shape);
}

static void
plug_and_open(struct usb_fixture *fixture, const struct fake_usb_shape *shape)
{
	plug(fixture, shape);
	line_start(fixture->line);
	line_expect(fixture->line, "opened\n");
}

static bool
is_reading(void *user)
{
	return fake_usb_count(user).pending >= 2;
}

static bool
is_released(void *user)
{
	return fake_usb_count(user).releases > 0;
}

/* The kernel's driver is connected again after the release, by a call of its own. */
static bool
has_driver_back(void *user)
{
	return fake_usb_count(user).reattached > 0;
}

static bool
hangs(void *user)
{
	return fake_usb_hangs(user);
}

/* ---- reading ---- */

static void
test_packets_are_chunks(void **state)
{
	struct usb_fixture *fixture = *state;
	uint8_t whole[64];

	memset(whole, 0xa5, sizeof whole);
	plug_and_open(fixture, &interrupt_shape);
	fake_usb_send(fixture->fake, "\x01\x02", 2);
	fake_usb_send(fixture->fake, "\x03", 1);
	line_expect(fixture->line, "received 01 02\nreceived 03\n");
	fake_usb_send(fixture->fake, whole, sizeof whole);
	line_expect(fixture->line, "received a5 a5 a5 a5 a5 a5 a5 a5 a5 a5 a5 a5 a5 a5 a5 a5 "
				   "a5 a5 a5 a5 a5 a5 a5 a5 a5 a5 a5 a5 a5 a5 a5 a5 "
				   "a5 a5 a5 a5 a5 a5 a5 a5 a5 a5 a5 a5 a5 a5 a5 a5 "
				   "a5 a5 a5 a5 a5 a5 a5 a5 a5 a5 a5 a5 a5 a5 a5 a5\n");
}

static void
test_bulk_endpoint_is_read_as_bulk(void **state)
{
	struct usb_fixture *fixture = *state;
	struct fake_usb_shape bulk = interrupt_shape;

	bulk.is_bulk = true;
	plug_and_open(fixture, &bulk);
	fake_usb_send(fixture->fake, "\x05\x31", 2);
	line_expect(fixture->line, "received 05 31\n");
}

static void
test_nothing_is_lost_in_order(void **state)
{
	struct usb_fixture *fixture = *state;
	g_autoptr(GString) expected = g_string_new(NULL);

	plug_and_open(fixture, &interrupt_shape);
	for (unsigned i = 0; i < 500; i++) {
		uint8_t bytes[2] = {(uint8_t)(i >> 8), (uint8_t)i};

		fake_usb_send(fixture->fake, bytes, sizeof bytes);
		g_string_append_printf(expected, "received %02x %02x\n", bytes[0], bytes[1]);
	}
	line_expect(fixture->line, expected->str);
}

static void
test_two_transfers_wait_and_nothing_wakes(void **state)
{
	struct usb_fixture *fixture = *state;
	unsigned empty_reaps;

	plug_and_open(fixture, &interrupt_shape);
	poll_until(is_reading, fixture->fake);
	assert_int_equal(fake_usb_count(fixture->fake).pending, 2);
	count_wake_ups(50);
	empty_reaps = fake_usb_count(fixture->fake).empty_reaps;
	assert_in_range(count_wake_ups(300), 0, 3);
	assert_in_range(fake_usb_count(fixture->fake).empty_reaps - empty_reaps, 0, 1);
}

/* ---- which device ---- */

static void
test_identity(void **state)
{
	struct usb_fixture *fixture = *state;
	struct sabot_device_identity identity;

	plug(fixture, &interrupt_shape);
	assert_string_equal(sabot_transport_get_identity(fixture->line->transport).serial, "");
	line_start(fixture->line);
	line_expect(fixture->line, "opened\n");
	identity = sabot_transport_get_identity(fixture->line->transport);
	assert_string_equal(identity.serial, "SHOE0001");
	assert_string_equal(identity.port, "1-4");
}

static void
test_serial_number_chooses(void **state)
{
	struct usb_fixture *fixture = *state;
	struct fake_usb_shape other = {.port = 5, .address = 8, .serial = "SHOE0002"};
	struct fake_usb *second = fake_usb_plug(fixture->testbed, &other);
	struct line *line = line_new("usb:1209:5e0e:SHOE0002");

	plug(fixture, &interrupt_shape);
	line_start(fixture->line);
	line_expect(fixture->line, "closed 2 devices 1209:5e0e are plugged in: name one by its "
				   "serial number\n");
	line_start(line);
	line_expect(line, "opened\n");
	fake_usb_send(second, "\x02", 1);
	line_expect(line, "received 02\n");
	line_free(line);
}

static void
test_hid_interface_is_left_alone(void **state)
{
	struct usb_fixture *fixture = *state;
	struct fake_usb_shape hid = interrupt_shape;

	hid.is_hid = true;
	plug(fixture, &hid);
	line_start(fixture->line);
	line_expect(fixture->line, "closed the USB device has no endpoint that can be read\n");
	assert_int_equal(fake_usb_count(fixture->fake).claims, 0);
}

static void
test_kernel_driver_is_detached_and_comes_back(void **state)
{
	struct usb_fixture *fixture = *state;
	struct fake_usb_shape held = interrupt_shape;

	held.has_driver = true;
	plug_and_open(fixture, &held);
	assert_int_equal(fake_usb_count(fixture->fake).detached, 1);
	assert_int_equal(fake_usb_count(fixture->fake).reattached, 0);
	sabot_transport_stop(fixture->line->transport);
	poll_until(has_driver_back, fixture->fake);
	assert_int_equal(fake_usb_count(fixture->fake).reattached, 1);
	assert_string_equal(fixture->line->log->str, "");
}

static void
test_claim_refused(void **state)
{
	struct usb_fixture *fixture = *state;

	plug(fixture, &interrupt_shape);
	fake_usb_refuse_claims(fixture->fake, 1);
	line_start(fixture->line);
	line_expect(fixture->line, "closed the device's interface: Resource busy\n");
	line_start(fixture->line);
	line_expect(fixture->line, "opened\n");
}

/* ---- coming and going ---- */

static void
test_plugged_unplugged_elsewhere(void **state)
{
	struct usb_fixture *fixture = *state;

	line_start(fixture->line);
	line_expect(fixture->line, "closed no device 1209:5e0e is plugged in\n");
	for (int i = 0; i < 3; i++) {
		struct fake_usb_shape shape = interrupt_shape;
		g_autofree char *port = g_strdup_printf("1-%d", 4 + i);

		shape.port += i;
		shape.address += i;
		plug(fixture, &shape);
		line_expect(fixture->line, "arrived\n");
		line_start(fixture->line);
		line_expect(fixture->line, "opened\n");
		assert_string_equal(sabot_transport_get_identity(fixture->line->transport).port,
				    port);
		fake_usb_send(fixture->fake, "\x01", 1);
		line_expect(fixture->line, "received 01\n");
		fake_usb_unplug(fixture->fake);
		line_expect(fixture->line, "closed the device was unplugged\n");
	}
}

/* What came before the unplugging is handed over; nothing is reported twice. */
static void
test_unplugged_among_packets(void **state)
{
	struct usb_fixture *fixture = *state;

	plug_and_open(fixture, &interrupt_shape);
	poll_until(is_reading, fixture->fake);
	fake_usb_send(fixture->fake, "\x01", 1);
	fake_usb_send(fixture->fake, "\x02", 1);
	fake_usb_unplug(fixture->fake);
	line_expect(fixture->line, "received 01\nreceived 02\nclosed the device was unplugged\n");
	count_wake_ups(50);
	assert_string_equal(fixture->line->log->str, "");
}

/* Transfers fail first, and libusb hears of the unplugging only later. */
static void
test_unplugged_first_seen_as_error(void **state)
{
	struct usb_fixture *fixture = *state;

	plug_and_open(fixture, &interrupt_shape);
	poll_until(is_reading, fixture->fake);
	fake_usb_unplug_silently(fixture->fake);
	assert_in_range(count_wake_ups(200), 0, 20);
	assert_int_equal(fake_usb_count(fixture->fake).halts_cleared, 0);
	fake_usb_unplug(fixture->fake);
	line_expect(fixture->line, "closed the device was unplugged\n");
}

static void
test_stopped_and_freed_while_claiming(void **state)
{
	struct usb_fixture *fixture = *state;

	plug(fixture, &interrupt_shape);
	fake_usb_hang_next_claim(fixture->fake);
	line_start(fixture->line);
	poll_until(hangs, fixture->fake);
	sabot_transport_stop(fixture->line->transport);
	fake_usb_let_go(fixture->fake);
	poll_until(is_released, fixture->fake);
	assert_string_equal(fixture->line->log->str, "");
}

/* ---- failures ---- */

static void
test_stall_is_cleared(void **state)
{
	struct usb_fixture *fixture = *state;

	plug_and_open(fixture, &interrupt_shape);
	for (unsigned i = 1; i <= 10; i++) {
		poll_until(is_reading, fixture->fake);
		fake_usb_fail_next(fixture->fake, -EPIPE);
		fake_usb_send(fixture->fake, "\x09", 1);
		line_expect(fixture->line, "received 09\n");
		assert_int_equal(fake_usb_count(fixture->fake).halts_cleared, i);
	}
}

static void
test_endless_stall_is_given_up(void **state)
{
	struct usb_fixture *fixture = *state;

	plug_and_open(fixture, &interrupt_shape);
	fake_usb_fail_always(fixture->fake, -EPIPE);
	line_expect(fixture->line, "closed the device fails again and again\n");
	assert_int_equal(fake_usb_count(fixture->fake).halts_cleared, 3);
	fake_usb_fail_always(fixture->fake, 0);
	line_start(fixture->line);
	line_expect(fixture->line, "opened\n");
}

static void
test_error_without_unplugging_is_a_stall(void **state)
{
	struct usb_fixture *fixture = *state;

	plug_and_open(fixture, &interrupt_shape);
	poll_until(is_reading, fixture->fake);
	fake_usb_fail_next(fixture->fake, -EPROTO);
	fake_usb_send(fixture->fake, "\x09", 1);
	line_expect(fixture->line, "received 09\n");
	assert_int_equal(fake_usb_count(fixture->fake).halts_cleared, 1);
}

/* ---- sending ---- */

static bool
has_out(void *user)
{
	g_autoptr(GBytes) out = fake_usb_get_out(user);

	return g_bytes_get_size(out) > 0;
}

static void
expect_out(struct usb_fixture *fixture, const void *bytes, size_t n_bytes)
{
	g_autoptr(GBytes) out = NULL;

	poll_until(has_out, fixture->fake);
	out = fake_usb_get_out(fixture->fake);
	assert_int_equal(g_bytes_get_size(out), n_bytes);
	assert_memory_equal(g_bytes_get_data(out, NULL), bytes, n_bytes);
}

static void
test_send(void **state)
{
	struct usb_fixture *fixture = *state;
	const uint8_t reply[] = {0x06, 0x31};

	plug_and_open(fixture, &interrupt_shape);
	assert_false(sabot_transport_send(fixture->line->transport, reply, sizeof reply));
	sabot_transport_allow_send(fixture->line->transport);
	assert_true(sabot_transport_send(fixture->line->transport, reply, sizeof reply));
	expect_out(fixture, reply, sizeof reply);
	fake_usb_send(fixture->fake, "\x01", 1);
	line_expect(fixture->line, "received 01\n");
}

static void
test_send_without_endpoint(void **state)
{
	struct usb_fixture *fixture = *state;
	struct fake_usb_shape mute = interrupt_shape;

	mute.has_no_out = true;
	sabot_transport_allow_send(fixture->line->transport);
	plug_and_open(fixture, &mute);
	assert_false(sabot_transport_send(fixture->line->transport, (const uint8_t *)"\x06", 1));
}

/* ---- several ---- */

/*
 * Two shoes; the one hangs in the kernel. Whatever the other sends must arrive while it does: it is
 * let go only after that.
 */
static void
test_hanging_device_delays_nobody(void **state)
{
	struct usb_fixture *fixture = *state;
	struct fake_usb_shape other = {.port = 5, .address = 8, .serial = "SHOE0002"};
	struct fake_usb *second = fake_usb_plug(fixture->testbed, &other);
	struct line *hung = line_new("usb:1209:5e0e:SHOE0001");
	struct line *line = line_new("usb:1209:5e0e:SHOE0002");
	g_autoptr(GString) expected = g_string_new("opened\n");

	plug(fixture, &interrupt_shape);
	fake_usb_hang_next_claim(fixture->fake);
	line_start(hung);
	poll_until(hangs, fixture->fake);
	line_start(line);
	for (unsigned i = 0; i < 100; i++) {
		fake_usb_send(second, "\x07", 1);
		g_string_append(expected, "received 07\n");
	}
	line_expect(line, expected->str);
	assert_int_equal(line->n_chunks, 100);
	assert_string_equal(hung->log->str, "");
	fake_usb_let_go(fixture->fake);
	line_expect(hung, "opened\n");
	line_free(line);
	line_free(hung);
}

/* ---- URLs ---- */

static void
test_urls_that_cannot_be(void **state)
{
	static const char *const urls[] = {
		"usb:",           "usb:1209",       "usb:1209:",       "usb:0:5e0e",
		"usb:1209:5e0e:", "usb:12091:5e0e", "usb:1209:0x5e0e", "usb:1209:5e0g",
	};
	static const struct sabot_line settings = {0};
	static const struct sabot_transport_handler nobody = {0};

	(void)state;
	for (size_t i = 0; i < G_N_ELEMENTS(urls); i++) {
		g_autoptr(GError) error = NULL;

		assert_null(sabot_transport_new(urls[i], &settings, &nobody, NULL, &error));
		assert_true(
			g_error_matches(error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT));
	}
}

#define USB_TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		USB_TEST(test_packets_are_chunks),
		USB_TEST(test_bulk_endpoint_is_read_as_bulk),
		USB_TEST(test_nothing_is_lost_in_order),
		USB_TEST(test_two_transfers_wait_and_nothing_wakes),
		USB_TEST(test_identity),
		USB_TEST(test_serial_number_chooses),
		USB_TEST(test_hid_interface_is_left_alone),
		USB_TEST(test_kernel_driver_is_detached_and_comes_back),
		USB_TEST(test_claim_refused),
		USB_TEST(test_plugged_unplugged_elsewhere),
		USB_TEST(test_unplugged_among_packets),
		USB_TEST(test_unplugged_first_seen_as_error),
		USB_TEST(test_stopped_and_freed_while_claiming),
		USB_TEST(test_stall_is_cleared),
		USB_TEST(test_endless_stall_is_given_up),
		USB_TEST(test_error_without_unplugging_is_a_stall),
		USB_TEST(test_send),
		USB_TEST(test_send_without_endpoint),
		USB_TEST(test_hanging_device_delays_nobody),
		cmocka_unit_test(test_urls_that_cannot_be),
	};

	if (!fake_node_is_possible())
		return 77;
	return cmocka_run_group_tests_name("transport-usb", tests, NULL, NULL);
}
