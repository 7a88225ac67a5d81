/*
 * The reference protocol on USB: a whole device on an emulated USB port, and at its other end the
 * simulated shoe (simulate/shoe-ref.h), which speaks reports of 64 bytes and keeps its events
 * while it
 * is unplugged. Run by umockdev-wrapper.
 */
#include <stddef.h>

#include "device-fixture.h"
#include "fake-node.h"
#include "fake-usb.h"
#include "line-fixture.h"

#include "simulate/shoe-ref.h"

#include <string.h>

static const struct fake_usb_shape shape = {.port = 4, .address = 7, .serial = "SHOE0001"};

struct scene {
	struct device_fixture *device;
	UMockdevTestbed *testbed;
	struct fake_usb *fake;
	struct shoe_ref shoe;
	size_t n_heard; /* of what was sent since the plugging */
	const char *expected;
};

/* The shoe says a frame: as a report. */
static void
on_said(const uint8_t *bytes, size_t n_bytes, void *user)
{
	struct scene *scene = user;
	uint8_t report[SABOT_REF_REPORT_BYTES];
	struct sabot_ref_frame frame;
	size_t consumed;

	assert_int_equal(sabot_ref_decode(bytes, n_bytes, &consumed, &frame), SABOT_REF_FRAME);
	sabot_ref_encode_report(&frame, report);
	fake_usb_send(scene->fake, report, sizeof report);
}

/* The shoe hears what has come: reports, each of which must be a whole one. */
static void
receive(struct scene *scene)
{
	g_autoptr(GBytes) out = fake_usb_get_out(scene->fake);
	size_t n_bytes;
	const uint8_t *bytes = g_bytes_get_data(out, &n_bytes);

	for (; scene->n_heard + SABOT_REF_REPORT_BYTES <= n_bytes;
	     scene->n_heard += SABOT_REF_REPORT_BYTES) {
		uint8_t stream[SABOT_REF_FRAME_BYTES_MAX];
		struct sabot_ref_frame frame;

		assert_true(sabot_ref_decode_report(bytes + scene->n_heard, SABOT_REF_REPORT_BYTES,
						    &frame));
		shoe_ref_heard(&scene->shoe, stream, sabot_ref_encode(&frame, stream));
	}
}

static bool
said_it_all(void *user)
{
	struct scene *scene = user;

	receive(scene);
	return scene->device->text->len >= strlen(scene->expected);
}

static void
expect(struct scene *scene, const char *expected)
{
	scene->expected = expected;
	poll_until(said_it_all, scene);
	device_fixture_expect(scene->device, expected);
}

static bool
has_acknowledged_all(void *user)
{
	struct scene *scene = user;

	receive(scene);
	return scene->shoe.acknowledged == scene->shoe.last_event;
}

static void
deal(struct scene *scene, uint8_t rank, unsigned times)
{
	struct sabot_ref_message card = {.type = SABOT_REF_CARD};

	card.u.card.target = SABOT_REF_PUNTO;
	card.u.card.index = 0x7f;
	card.u.card.rank = rank;
	card.u.card.suit = SABOT_HEARTS;
	shoe_ref_happened(&scene->shoe, card, times);
}

static int
setup(void **state)
{
	struct scene *scene = g_new0(struct scene, 1);
	void *fixture;

	assert_int_equal(device_fixture_setup(&fixture), 0);
	scene->device = fixture;
	scene->testbed = umockdev_testbed_new();
	g_free((char *)scene->device->options.transport);
	scene->device->options.transport = g_strdup("usb:1209:5e0e");
	scene->device->options.driver = "sim";
	/* A boot number whose bytes would be doubled on a stream. */
	shoe_ref_init(&scene->shoe, 0x7f7f7f7f, "simulated", on_said, scene);
	scene->fake = fake_usb_plug(scene->testbed, &shape);
	*state = scene;
	return 0;
}

static int
teardown(void **state)
{
	struct scene *scene = *state;
	void *fixture = scene->device;

	device_fixture_teardown(&fixture);
	g_object_unref(scene->testbed);
	g_free(scene);
	return 0;
}

static void
test_reference_shoe_on_usb(void **state)
{
	struct scene *scene = *state;

	device_fixture_start(scene->device);
	expect(scene, "device online - what left the shoe before is not known (simulated)\n");
	deal(scene, 8, 1);
	expect(scene, "card 8H punto 127 (simulated)\n");
	poll_until(has_acknowledged_all, scene);
}

static void
test_cards_of_an_unplugging_come_late(void **state)
{
	struct scene *scene = *state;
	struct fake_usb_shape again = shape;

	device_fixture_start(scene->device);
	expect(scene, "device online - what left the shoe before is not known (simulated)\n");
	deal(scene, 8, 1);
	expect(scene, "card 8H punto 127 (simulated)\n");
	fake_usb_unplug(scene->fake);
	device_fixture_wait_state(scene->device, SABOT_SHOE_OFFLINE);
	g_string_truncate(scene->device->text, 0);
	deal(scene, 9, 0);
	deal(scene, SABOT_KING, 0);
	again.address++;
	scene->fake = fake_usb_plug(scene->testbed, &again);
	scene->n_heard = 0;
	expect(scene, "device online - back after 0.0 s; what left the shoe meanwhile is asked for "
		      "(simulated)\n"
		      "card 9H punto 127 (simulated)\ncard KH punto 127 (simulated)\n"
		      "device online - 0 (simulated)\n");
	poll_until(has_acknowledged_all, scene);
}

#define USB_TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		USB_TEST(test_reference_shoe_on_usb),
		USB_TEST(test_cards_of_an_unplugging_come_late),
	};

	if (!fake_node_is_possible())
		return 77;
	return cmocka_run_group_tests_name("ref-usb", tests, NULL, NULL);
}
