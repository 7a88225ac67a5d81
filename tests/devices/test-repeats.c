/*
 * What is said again, on a real pseudo terminal: late, across cable pulls and restarts. The clock
 * is the test's own.
 */
#include <stddef.h>

#include "device-fixture.h"
#include "devices/shoe/shoe-report.h"

#include <string.h>

#define FIRST_ONLINE "device online - what left the shoe before is not known\n"
#define BACK(after)                                                                                \
	"device online - back after " after " s; what left the shoe meanwhile was not read\n"
#define GONE "device offline - the other end has gone\n"

/* 8 of spades and 7 of spades for punto; both have bit 7 set */
#define PUNTO_1_8S "\x81\xb8"
#define PUNTO_2_7S "\x82\xb7"

static void
start_online(struct device_fixture *fixture)
{
	device_fixture_start(fixture);
	device_fixture_wait_state(fixture, SABOT_SHOE_ONLINE);
	device_fixture_expect(fixture, FIRST_ONLINE);
}

static struct sabot_shoe_counters
counters(const struct device_fixture *fixture)
{
	return sabot_shoe_device_get_counters(fixture->device);
}

static void
test_three_copies_are_one_card(void **state)
{
	struct device_fixture *fixture = *state;

	start_online(fixture);
	for (int i = 0; i < 3; i++)
		device_fixture_send_frame(fixture, '1', 'D', PUNTO_1_8S);
	device_fixture_expect(fixture, "card 8S punto 1\n");
	assert_int_equal(counters(fixture).frames, 3);
	assert_int_equal(counters(fixture).repeats, 2);
}

static void
test_equal_sequence_is_no_repeat(void **state)
{
	struct device_fixture *fixture = *state;

	start_online(fixture);
	device_fixture_send_frame(fixture, '1', 'D', PUNTO_1_8S);
	device_fixture_send_frame(fixture, '1', 'D', PUNTO_2_7S);
	device_fixture_expect(fixture, "card 8S punto 1\ncard 7S punto 2\n");
}

/* Its number is its own until another message comes: a timer of the shoe's may be due late. */
static void
test_late_copy_is_a_repeat(void **state)
{
	struct device_fixture *fixture = *state;

	fixture->options.driver_options =
		(struct sabot_shoe_driver_options){.seq_first = '0', .seq_last = '9'};
	start_online(fixture);
	device_fixture_send_frame(fixture, '1', 'D', PUNTO_1_8S);
	fixture->now_us += INT64_C(3600000000);
	device_fixture_send_frame(fixture, '1', 'D', PUNTO_1_8S);
	device_fixture_expect(fixture, "card 8S punto 1\n");
	assert_int_equal(counters(fixture).repeats, 1);
	assert_int_equal(counters(fixture).lost, 0);
	device_fixture_send_frame(fixture, '2', 'D', PUNTO_2_7S);
	device_fixture_expect(fixture, "card 7S punto 2\n");
}

/* Round all its numbers: the same message, but another ten later. */
static void
test_equal_frame_of_the_next_turn(void **state)
{
	struct device_fixture *fixture = *state;

	fixture->options.driver_options =
		(struct sabot_shoe_driver_options){.seq_first = '0', .seq_last = '9'};
	start_online(fixture);
	device_fixture_send_frame(fixture, '0', 'D', PUNTO_1_8S);
	for (char seq = '1'; seq <= '9'; seq++)
		device_fixture_send_frame(fixture, seq, 'P', NULL);
	device_fixture_send_frame(fixture, '0', 'D', PUNTO_1_8S);
	device_fixture_expect(fixture, "card 8S punto 1\ncard 8S punto 1\n");
	assert_int_equal(counters(fixture).lost, 0);
}

/* It has started, and numbers its messages as it did the last time. */
static void
test_equal_frame_after_a_start(void **state)
{
	struct device_fixture *fixture = *state;

	start_online(fixture);
	device_fixture_send_frame(fixture, '1', 'D', PUNTO_1_8S);
	device_fixture_send_frame(fixture, '0', 'S', NULL);
	device_fixture_send_frame(fixture, '0', 'S', NULL);
	fixture->now_us += 1500000;
	device_fixture_send_frame(fixture, '0', 'S', NULL);
	device_fixture_send_frame(fixture, '1', 'D', PUNTO_1_8S);
	device_fixture_expect(fixture, "card 8S punto 1\n"
				       "device online S the shoe has started\n"
				       "device online S the shoe has started\n"
				       "card 8S punto 1\n");
}

/* A mark without a number: only the time decides. */
static void
test_window_ends(void **state)
{
	static const char mark[] = "[Game]<Card:8S>\r\n";
	struct device_fixture *fixture = *state;

	fixture->options.driver = "beetek";
	start_online(fixture);
	device_fixture_send(fixture, mark, strlen(mark));
	fixture->now_us += 199999;
	device_fixture_send(fixture, mark, strlen(mark));
	device_fixture_expect(fixture, "card 8S \n");
	fixture->now_us += 1;
	device_fixture_send(fixture, mark, strlen(mark));
	device_fixture_expect(fixture, "card 8S \n");
}

static void
test_repeat_across_a_cable_pull(void **state)
{
	struct device_fixture *fixture = *state;

	start_online(fixture);
	device_fixture_send_frame(fixture, '1', 'D', PUNTO_1_8S);
	device_fixture_expect(fixture, "card 8S punto 1\n");
	device_fixture_unplug(fixture);
	device_fixture_wait_state(fixture, SABOT_SHOE_OFFLINE);
	device_fixture_expect(fixture, GONE);
	fixture->now_us += 1400000;
	device_fixture_plug(fixture);
	device_fixture_wait_state(fixture, SABOT_SHOE_ONLINE);
	device_fixture_expect(fixture, BACK("1.4"));
	device_fixture_send_frame(fixture, '1', 'D', PUNTO_1_8S);
	device_fixture_expect(fixture, "");
	assert_int_equal(counters(fixture).repeats, 1);
	assert_int_equal(counters(fixture).reconnects, 1);
	fixture->now_us += 1500000;
	device_fixture_send_frame(fixture, '1', 'D', PUNTO_1_8S);
	device_fixture_expect(fixture, "");
	assert_int_equal(counters(fixture).repeats, 2);
}

static void
restart_after(struct device_fixture *fixture, int64_t us)
{
	struct sabot_shoe_last_frame last = device_fixture_kill(fixture);

	assert_true(last.n_bytes > 0);
	assert_int_equal(last.at_us, fixture->now_us);
	fixture->now_us += us;
	device_fixture_start(fixture);
	sabot_shoe_device_set_last_frame(fixture->device, &last);
	device_fixture_wait_state(fixture, SABOT_SHOE_ONLINE);
	device_fixture_expect(fixture, FIRST_ONLINE);
}

static void
test_repeat_across_a_restart(void **state)
{
	struct device_fixture *fixture = *state;

	start_online(fixture);
	device_fixture_send_frame(fixture, '1', 'D', PUNTO_1_8S);
	device_fixture_expect(fixture, "card 8S punto 1\n");
	restart_after(fixture, 1000000);
	device_fixture_send_frame(fixture, '1', 'D', PUNTO_1_8S);
	device_fixture_send_frame(fixture, '2', 'R', PUNTO_1_8S);
	device_fixture_expect(fixture, "");
	assert_int_equal(counters(fixture).repeats, 2);
}

static void
test_repeat_long_after_a_restart(void **state)
{
	struct device_fixture *fixture = *state;

	start_online(fixture);
	device_fixture_send_frame(fixture, '1', 'D', PUNTO_1_8S);
	device_fixture_expect(fixture, "card 8S punto 1\n");
	restart_after(fixture, 10000000);
	fixture->now_us += 1500000;
	device_fixture_send_frame(fixture, '1', 'D', PUNTO_1_8S);
	device_fixture_send_frame(fixture, '2', 'D', PUNTO_2_7S);
	device_fixture_expect(fixture, "card 7S punto 2\n");
	assert_int_equal(counters(fixture).repeats, 1);
}

/* What came while nobody listened waited in the line: it is as old as the frame before it. */
static void
test_mark_that_waited_in_the_line(void **state)
{
	static const char mark[] = "[Game]<Card:8S>\r\n";
	struct device_fixture *fixture = *state;

	fixture->options.driver = "beetek";
	start_online(fixture);
	device_fixture_send(fixture, mark, strlen(mark));
	device_fixture_expect(fixture, "card 8S \n");
	restart_after(fixture, 10000000);
	fixture->now_us += 199999;
	device_fixture_send(fixture, mark, strlen(mark));
	device_fixture_expect(fixture, "");
	assert_int_equal(counters(fixture).repeats, 1);
	fixture->now_us += 200000;
	device_fixture_send(fixture, mark, strlen(mark));
	device_fixture_expect(fixture, "card 8S \n");
}

static void
test_clock_set_back_between_runs(void **state)
{
	struct device_fixture *fixture = *state;

	start_online(fixture);
	device_fixture_send_frame(fixture, '1', 'D', PUNTO_1_8S);
	device_fixture_expect(fixture, "card 8S punto 1\n");
	restart_after(fixture, INT64_C(-3600000000));
	device_fixture_send_frame(fixture, '1', 'D', PUNTO_1_8S);
	device_fixture_expect(fixture, "");
}

#define DEVICE_TEST(f)                                                                             \
	cmocka_unit_test_setup_teardown(f, device_fixture_setup, device_fixture_teardown)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		DEVICE_TEST(test_three_copies_are_one_card),
		DEVICE_TEST(test_equal_sequence_is_no_repeat),
		DEVICE_TEST(test_late_copy_is_a_repeat),
		DEVICE_TEST(test_equal_frame_of_the_next_turn),
		DEVICE_TEST(test_equal_frame_after_a_start),
		DEVICE_TEST(test_window_ends),
		DEVICE_TEST(test_repeat_across_a_cable_pull),
		DEVICE_TEST(test_repeat_across_a_restart),
		DEVICE_TEST(test_repeat_long_after_a_restart),
		DEVICE_TEST(test_mark_that_waited_in_the_line),
		DEVICE_TEST(test_clock_set_back_between_runs),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
