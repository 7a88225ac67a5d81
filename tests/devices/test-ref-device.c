/*
 * A shoe with a heartbeat and a memory, as a whole device on a real pseudo terminal: when it is
 * online, when it is not, and what is asked of it after an outage or a restart. The clock is the
 * test's own, the waiting is for conditions.
 */
#include <stddef.h>

#include "device-fixture.h"

#include "devices/shoe/ref-frame.h"
#include "devices/shoe/shoe-report.h"

#include <poll.h>
#include <string.h>
#include <unistd.h>

enum { DEADLINE_MS = 90000 };

#define FIRST_ONLINE "device online - what left the shoe before is not known\n"
#define BACK(after)                                                                                \
	"device online - back after " after " s; what left the shoe meanwhile is asked for\n"
#define NOTHING_MISSED "device online - 0\n"

static int
setup(void **state)
{
	int result = device_fixture_setup(state);
	struct device_fixture *fixture = *state;

	fixture->options.driver = "ref";
	return result;
}

static void
send_message(struct device_fixture *fixture, const struct sabot_ref_message *message)
{
	struct sabot_ref_frame frame = {0};
	uint8_t bytes[SABOT_REF_FRAME_BYTES_MAX];

	sabot_ref_message_set(&frame, message);
	device_fixture_send(fixture, bytes, sabot_ref_encode(&frame, bytes));
}

static void
send_hello_of(struct device_fixture *fixture, const char *serial, uint32_t last)
{
	struct sabot_ref_message message = {.type = SABOT_REF_HELLO, .boot_id = 1};

	message.u.hello.protocol = SABOT_REF_PROTOCOL;
	message.u.hello.last_event = last;
	memcpy(message.u.hello.serial, serial, strlen(serial));
	send_message(fixture, &message);
}

static void
send_hello(struct device_fixture *fixture, uint32_t last)
{
	send_hello_of(fixture, "", last);
}

static void
send_card(struct device_fixture *fixture, uint32_t event_no)
{
	struct sabot_ref_message message = {
		.type = SABOT_REF_CARD, .boot_id = 1, .event_no = event_no};

	message.u.card.index = SABOT_REF_NOT_SAID;
	message.u.card.rank = 8;
	message.u.card.suit = SABOT_SPADES;
	send_message(fixture, &message);
}

static size_t
append_sent(GString *text, const uint8_t *bytes, size_t n_bytes)
{
	struct sabot_ref_frame frame;
	struct sabot_ref_message message;
	size_t consumed;

	if (sabot_ref_decode(bytes, n_bytes, &consumed, &frame) != SABOT_REF_FRAME)
		return 0;
	assert_true(sabot_ref_message_get(&frame, &message));
	if (message.type == SABOT_REF_ASK_HELLO)
		g_string_append(text, "ask_hello ");
	else
		g_string_append_printf(text, "%s %u ",
				       message.type == SABOT_REF_GET ? "get" : "ack",
				       message.event_no);
	return consumed;
}

/*
 * What the shoe was sent since the last call: "ask_hello", "ack 2" … The system may hand it
 * through in pieces.
 */
static void
expect_sent(struct device_fixture *fixture, const char *expected)
{
	struct pollfd ready = {.fd = fixture->master, .events = POLLIN};
	g_autoptr(GString) text = g_string_new(NULL);
	uint8_t bytes[512];
	size_t n_bytes = 0, used;

	while (strlen(text->str) < strlen(expected) && poll(&ready, 1, DEADLINE_MS) > 0) {
		ssize_t n = read(fixture->master, bytes + n_bytes, sizeof bytes - n_bytes);

		assert_true(n > 0);
		n_bytes += (size_t)n;
		while ((used = append_sent(text, bytes, n_bytes))) {
			n_bytes -= used;
			memmove(bytes, bytes + used, n_bytes);
		}
	}
	assert_string_equal(text->str, expected);
	assert_int_equal(n_bytes, 0);
}

static void
start_online(struct device_fixture *fixture, uint32_t last)
{
	device_fixture_start(fixture);
	device_fixture_wait_opened(fixture, 1);
	device_fixture_expect(fixture, "");
	assert_int_equal(sabot_shoe_device_get_state(fixture->device), SABOT_SHOE_CONNECTING);
	expect_sent(fixture, "ask_hello ");
	send_hello(fixture, last);
	assert_int_equal(sabot_shoe_device_get_state(fixture->device), SABOT_SHOE_ONLINE);
}

static void
test_online_when_heard(void **state)
{
	struct device_fixture *fixture = *state;

	start_online(fixture, 0);
	device_fixture_expect(fixture, FIRST_ONLINE);
	send_card(fixture, 1);
	device_fixture_expect(fixture, "card 8S \n");
	expect_sent(fixture, "ack 1 ");
	assert_int_equal(sabot_shoe_device_get_counters(fixture->device).sent, 2);
}

static void
test_silence_is_offline(void **state)
{
	struct device_fixture *fixture = *state;

	start_online(fixture, 0);
	device_fixture_expect(fixture, FIRST_ONLINE);
	fixture->now_us += 3000001;
	device_fixture_wait_state(fixture, SABOT_SHOE_OFFLINE);
	device_fixture_expect(fixture, "device offline - the line is open, but silent for 3 s\n");
	device_fixture_wait_opened(fixture, 2);
	assert_int_equal(sabot_shoe_device_get_state(fixture->device), SABOT_SHOE_OFFLINE);
	device_fixture_expect(fixture, "");
	fixture->now_us += 2000000;
	send_hello(fixture, 2);
	device_fixture_expect(fixture, BACK("2.0"));
	send_card(fixture, 1);
	device_fixture_expect(fixture, "card 8S \n");
	send_card(fixture, 2);
	device_fixture_expect(fixture, "card 8S \n" NOTHING_MISSED);
	assert_int_equal(sabot_shoe_device_get_counters(fixture->device).reconnects, 1);
	send_card(fixture, 3);
	device_fixture_expect(fixture, "card 8S \n");
}

/* Silent for long enough, then heard again. */
static void
fall_silent(struct device_fixture *fixture, unsigned opened)
{
	fixture->now_us += 3000001;
	device_fixture_wait_state(fixture, SABOT_SHOE_OFFLINE);
	device_fixture_expect(fixture, "device offline - the line is open, but silent for 3 s\n");
	device_fixture_wait_opened(fixture, opened);
	fixture->now_us += 2000000;
}

/* That nothing left the shoe meanwhile is said, too; what it has no longer is lost, and counted. */
static void
test_what_was_missed_is_reported(void **state)
{
	struct device_fixture *fixture = *state;
	struct sabot_ref_message gone = {.type = SABOT_REF_GONE, .boot_id = 1, .event_no = 3};

	start_online(fixture, 0);
	device_fixture_expect(fixture, FIRST_ONLINE);
	fall_silent(fixture, 2);
	send_hello(fixture, 0);
	device_fixture_expect(fixture, BACK("2.0") NOTHING_MISSED);
	send_hello(fixture, 0);
	fall_silent(fixture, 3);
	send_hello(fixture, 3);
	send_message(fixture, &gone);
	device_fixture_expect(fixture, BACK("2.0") "device lost - 2\n");
	send_card(fixture, 3);
	device_fixture_expect(fixture, "card 8S \n");
}

/* Of what another shoe had not sent nobody knows: that is not called nothing by a later outage. */
static void
test_an_unknown_loss_stays_one(void **state)
{
	struct device_fixture *fixture = *state;

	device_fixture_start(fixture);
	device_fixture_wait_opened(fixture, 1);
	send_hello_of(fixture, "A", 0);
	send_hello_of(fixture, "B", 30);
	device_fixture_expect(fixture, FIRST_ONLINE "device lost - -\n");
	fall_silent(fixture, 2);
	send_hello_of(fixture, "B", 30);
	send_card(fixture, 31);
	device_fixture_expect(fixture, BACK("2.0") "card 8S \n");
}

/* Three seconds less a little: nothing. The shoe is asked again for its hello all the while. */
static void
test_short_silence_is_none(void **state)
{
	struct device_fixture *fixture = *state;

	device_fixture_start(fixture);
	device_fixture_wait_opened(fixture, 1);
	fixture->now_us += 3000000;
	while (sabot_shoe_device_get_counters(fixture->device).sent < 2)
		g_main_context_iteration(NULL, TRUE);
	expect_sent(fixture, "ask_hello ask_hello ");
	assert_int_equal(sabot_shoe_device_get_state(fixture->device), SABOT_SHOE_CONNECTING);
}

/* The last frame that was recorded is enough: what came after is requested, each card once. */
static void
test_restart_goes_on(void **state)
{
	struct device_fixture *fixture = *state;
	struct sabot_shoe_last_frame last;

	start_online(fixture, 0);
	send_card(fixture, 1);
	send_hello(fixture, 1);
	last = device_fixture_kill(fixture);
	g_string_truncate(fixture->text, 0);
	device_fixture_unplug(fixture);
	device_fixture_plug(fixture);
	device_fixture_start(fixture);
	sabot_shoe_device_set_last_frame(fixture->device, &last);
	device_fixture_wait_opened(fixture, 1);
	send_hello(fixture, 3);
	device_fixture_expect(fixture,
			      "device online - what left the shoe meanwhile is asked for\n");
	expect_sent(fixture, "ask_hello get 2 ");
	send_card(fixture, 1);
	send_card(fixture, 2);
	send_card(fixture, 3);
	device_fixture_expect(fixture, "card 8S \ncard 8S \n" NOTHING_MISSED);
	expect_sent(fixture, "ack 1 ack 2 ack 3 ");
}

/* What another shoe has kept was dealt elsewhere, whatever its numbers; also after a restart. */
static void
test_another_shoe_begins_where_it_stands(void **state)
{
	struct device_fixture *fixture = *state;
	struct sabot_shoe_last_frame last;

	device_fixture_start(fixture);
	device_fixture_wait_opened(fixture, 1);
	send_hello_of(fixture, "A", 0);
	send_card(fixture, 1);
	device_fixture_expect(fixture, FIRST_ONLINE "card 8S \n");
	assert_string_equal(sabot_shoe_device_get_shoe(fixture->device).serial, "A");
	send_hello_of(fixture, "B\n", 30);
	assert_string_equal(sabot_shoe_device_get_shoe(fixture->device).serial, "B?");
	send_card(fixture, 31);
	device_fixture_expect(fixture, "device lost - -\ncard 8S \n");
	last = device_fixture_kill(fixture);
	assert_string_equal(last.serial, "B?");
	g_string_truncate(fixture->text, 0);
	device_fixture_unplug(fixture);
	device_fixture_plug(fixture);
	device_fixture_start(fixture);
	sabot_shoe_device_set_last_frame(fixture->device, &last);
	device_fixture_wait_opened(fixture, 1);
	send_hello_of(fixture, "A", 33);
	send_card(fixture, 34);
	device_fixture_expect(fixture, "device online - what left the shoe meanwhile is asked for\n"
				       "device lost - -\ncard 8S \n");
}

#define DEVICE_TEST(f) cmocka_unit_test_setup_teardown(f, setup, device_fixture_teardown)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		DEVICE_TEST(test_online_when_heard),
		DEVICE_TEST(test_silence_is_offline),
		DEVICE_TEST(test_what_was_missed_is_reported),
		DEVICE_TEST(test_an_unknown_loss_stays_one),
		DEVICE_TEST(test_short_silence_is_none),
		DEVICE_TEST(test_restart_goes_on),
		DEVICE_TEST(test_another_shoe_begins_where_it_stands),
	};

	return cmocka_run_group_tests_name("ref-device", tests, NULL, NULL);
}
