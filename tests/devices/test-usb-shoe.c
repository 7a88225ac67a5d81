/*
 * Whole shoes on USB, from the plug to the event: HID devices, and a plug that ends the waiting.
 * Run by umockdev-wrapper. (The reference protocol through libusb: test-ref-usb.c.)
 */
#include <stddef.h>

#include "device-fixture.h"
#include "fake-hidraw.h"
#include "fake-usb.h"
#include "line-fixture.h"

#include "devices/shoe/ref-frame.h"
#include "devices/shoe/shoe-reader.h"

#include <string.h>

static const struct fake_usb_shape usb_shape = {.port = 4, .address = 7, .serial = "SHOE0001"};
static const struct fake_hidraw_shape hid_shape = {
	.name = "hidraw0", .port = 4, .serial = "SHOE0001"};

static void
use(struct device_fixture *shoe, const char *driver, const char *url)
{
	device_fixture_unplug(shoe);
	g_free((char *)shoe->options.transport);
	shoe->options.transport = g_strdup(url);
	shoe->options.driver = driver;
}

static bool
has_text(void *user)
{
	return ((struct device_fixture *)user)->text->len > 0;
}

static bool
took_all(void *user)
{
	struct device_fixture *shoe = user;

	return sabot_shoe_device_get_counters(shoe->device).bytes == shoe->n_sent;
}

static void
wait_and_expect(struct device_fixture *shoe, const char *expected)
{
	wait_until(has_text, shoe);
	device_fixture_expect(shoe, expected);
}

/* ---- the shoe's side ---- */

static void
write_hello(uint8_t report[SABOT_REF_REPORT_BYTES])
{
	struct sabot_ref_message message = {.type = SABOT_REF_HELLO, .boot_id = 1};
	struct sabot_ref_frame frame = {0};

	message.u.hello.protocol = SABOT_REF_PROTOCOL;
	sabot_ref_message_set(&frame, &message);
	sabot_ref_encode_report(&frame, report);
}

static void
write_card(uint32_t event_no, uint8_t report[SABOT_REF_REPORT_BYTES])
{
	struct sabot_ref_message message = {
		.type = SABOT_REF_CARD, .boot_id = 1, .event_no = event_no};
	struct sabot_ref_frame frame = {0};

	message.u.card.index = SABOT_REF_NOT_SAID;
	message.u.card.rank = 1;
	message.u.card.suit = SABOT_SPADES;
	sabot_ref_message_set(&frame, &message);
	sabot_ref_encode_report(&frame, report);
}

/* ---- the tests ---- */

static void
test_reference_protocol_by_hidraw(void **state)
{
	struct device_fixture *shoe = *state;
	UMockdevTestbed *testbed = umockdev_testbed_new();
	struct fake_hidraw *fake = fake_hidraw_plug(testbed, &hid_shape);
	uint8_t report[SABOT_REF_REPORT_BYTES];

	use(shoe, "ref", "hid:1209:5e0e");
	device_fixture_start(shoe);
	device_fixture_wait_opened(shoe, 1);
	fake_hidraw_expect(fake, "\0\x7f", 2); /* no number, then what asks for hello */
	write_hello(report);
	fake_hidraw_send(fake, report, sizeof report);
	wait_and_expect(shoe, "device online - what left the shoe before is not known\n");
	assert_string_equal(sabot_shoe_device_get_identity(shoe->device).serial, "SHOE0001");
	write_card(1, report);
	fake_hidraw_send(fake, report, sizeof report);
	wait_and_expect(shoe, "card AS \n");
	g_clear_pointer(&shoe->device, sabot_shoe_device_free);
	g_object_unref(testbed);
}

/* A keyboard's reports: A, S, Enter, each key let go. */
static void
test_scanner_types_a_card(void **state)
{
	static const uint8_t keys[][8] = {{0x02, 0, 0x04}, {0}, {0x02, 0, 0x16}, {0},
					  {0, 0, 0x28},    {0}};
	struct device_fixture *shoe = *state;
	UMockdevTestbed *testbed = umockdev_testbed_new();
	struct fake_hidraw *fake = fake_hidraw_plug(testbed, &hid_shape);

	use(shoe, "keyboard", "hidraw:/dev/hidraw0");
	device_fixture_start(shoe);
	device_fixture_wait_state(shoe, SABOT_SHOE_ONLINE);
	g_string_truncate(shoe->text, 0);
	for (size_t i = 0; i < G_N_ELEMENTS(keys); i++) {
		fake_hidraw_send(fake, keys[i], sizeof keys[i]);
		shoe->n_sent += sizeof keys[i];
		wait_until(took_all, shoe);
	}
	device_fixture_expect(shoe, "card AS \n");
	g_clear_pointer(&shoe->device, sabot_shoe_device_free);
	g_object_unref(testbed);
}

/* It comes back by the plug's arrival, not by its own patience. */
static void
test_plug_ends_the_waiting(void **state)
{
	struct device_fixture *shoe = *state;
	UMockdevTestbed *testbed = umockdev_testbed_new();
	int64_t plugged_us;

	use(shoe, "angeleye2", "usb:1209:5e0e");
	device_fixture_start(shoe);
	device_fixture_wait_state(shoe, SABOT_SHOE_OFFLINE);
	count_wake_ups(1600); /* it tried after 0.5 and 1 s, and will again 2 s after that */
	plugged_us = g_get_monotonic_time();
	fake_usb_plug(testbed, &usb_shape);
	device_fixture_wait_state(shoe, SABOT_SHOE_ONLINE);
	assert_in_range(g_get_monotonic_time() - plugged_us, 0, 1500000);
	g_clear_pointer(&shoe->device, sabot_shoe_device_free);
	g_object_unref(testbed);
}

#define SHOE_TEST(f)                                                                               \
	cmocka_unit_test_setup_teardown(f, device_fixture_setup, device_fixture_teardown)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		SHOE_TEST(test_reference_protocol_by_hidraw),
		SHOE_TEST(test_scanner_types_a_card),
		SHOE_TEST(test_plug_ends_the_waiting),
	};

	if (!fake_node_is_possible())
		return 77;
	return cmocka_run_group_tests_name("usb-shoe", tests, NULL, NULL);
}
