/*
 * A recording as a line: what it holds is reported again, each event marked as simulated, cable
 * pulls included, and no longer than it took.
 */
#include <stddef.h>

#include "device-fixture.h"

#include "devices/shoe/shoe-reader.h"
#include "devices/transport/transport.h"
#include "devices/shoe/shoe-journal.h"

#include <glib/gstdio.h>
#include <string.h>

static const char recording[] = "#shoe-log 1\n"
				"#driver beetek\n"
				"#serial 9600 8N1\n"
				"# two sessions; the cable is pulled in the first\n"
				"#start 2026-11-21T20:00:05.123Z\n"
				"0 ! plug\n"
				"30 < 5b 47 61 6d 65 5d 3c 43 61 72 64 3a\n"
				"31 > 06\n"
				"40 < 34 53 3e\n"
				"50 ! hangup\n"
				"60 ! plug\n"
				"70 < 3c 43 61 72 64 3a 35 53 3e\n"
				"#start 2026-11-21T21:00:00.000Z\n"
				"5 ! plug\n"
				"10 < 3c 43 61 72 64 3a 36 53 3e\n";

static int
setup(void **state)
{
	int result = device_fixture_setup(state);
	struct device_fixture *fixture = *state;

	g_free((char *)fixture->options.transport);
	fixture->options.driver = "replay";
	fixture->options.transport = g_strconcat("replay:", fixture->dir, "/a.shoelog", NULL);
	assert_true(g_file_set_contents(fixture->options.transport + strlen("replay:"), recording,
					-1, NULL));
	return result;
}

static int
teardown(void **state)
{
	struct device_fixture *fixture = *state;

	g_unlink(fixture->options.transport + strlen("replay:"));
	return device_fixture_teardown(state);
}

static bool
has_ended(void *user)
{
	const struct device_fixture *fixture = user;

	return strcmp(sabot_shoe_device_get_detail(fixture->device), "the recording has ended") ==
	       0;
}

static void
test_replay(void **state)
{
	struct device_fixture *fixture = *state;

	device_fixture_start(fixture);
	wait_until(has_ended, fixture);
	device_fixture_expect(
		fixture,
		"device online - what left the shoe before is not known (simulated)\n"
		"card 4S  (simulated)\n"
		"device offline - the cable was pulled in the recording (simulated)\n"
		"device online - back after 0.0 s; what left the shoe meanwhile was not read "
		"(simulated)\n"
		"card 5S  (simulated)\n"
		"device offline - the recording was interrupted (simulated)\n"
		"device online - back after 2.0 s; what left the shoe meanwhile was not read "
		"(simulated)\n"
		"card 6S  (simulated)\n"
		"device offline - the recording has ended (simulated)\n");
	assert_string_equal(sabot_shoe_device_get_driver(fixture->device)->id, "beetek");
}

/* Another driver may be put on it; it understands what it can. */
static void
test_with_a_driver_of_choice(void **state)
{
	struct device_fixture *fixture = *state;

	fixture->options.driver = "angeleye2";
	device_fixture_start(fixture);
	wait_until(has_ended, fixture);
	assert_int_equal(sabot_shoe_device_get_counters(fixture->device).frames, 0);
	assert_true(sabot_shoe_device_get_counters(fixture->device).garbage_bytes > 20);
}

/* A USB keyboard's: "4S" and Enter. Each chunk is one report, also in the journal of this run. */
static void
test_reports(void **state)
{
	static const char reports[] = "#shoe-log 1\n"
				      "#driver keyboard\n"
				      "#reports\n"
				      "0 ! plug\n"
				      "1 < 00 00 21 00 00 00 00 00\n"
				      "2 < 02 00 21 16 00 00 00 00\n"
				      "3 < 00 00 00\n"
				      "4 < 00 00 28 00 00 00 00 00\n";
	struct device_fixture *fixture = *state;
	g_autofree char *journal = NULL;

	assert_true(g_file_set_contents(fixture->options.transport + strlen("replay:"), reports, -1,
					NULL));
	device_fixture_start(fixture);
	wait_until(has_ended, fixture);
	assert_non_null(strstr(fixture->text->str, "card 4S  (simulated)\n"));
	assert_int_equal(sabot_shoe_device_get_counters(fixture->device).garbage_bytes, 3);
	sabot_shoe_device_flush_journal(fixture->device);
	assert_true(g_file_get_contents(fixture->journal, &journal, NULL, NULL));
	assert_true(g_str_has_prefix(journal, "#shoe-log 1\n#driver keyboard\n#reports\n#start"));
}

static void
test_refused(void **state)
{
	struct device_fixture *fixture = *state;
	static const struct sabot_shoe_device_handler handler = {0};
	const struct {
		const char *driver, *transport, *why;
	} bad[] = {
		{"replay", "pty:/x", "driver: replay needs a transport replay:"},
		{"replay", "replay:/nowhere/at/all", "/nowhere/at/all"},
		{"beetek", "replay:/nowhere/at/all", "/nowhere/at/all"},
	};

	for (size_t i = 0; i < G_N_ELEMENTS(bad); i++) {
		g_autoptr(GError) error = NULL;

		struct sabot_shoe_device_options options = {
			.name = "x", .driver = bad[i].driver, .transport = bad[i].transport};

		assert_null(sabot_shoe_device_new(&options, &handler, fixture, &error));
		if (!strstr(error->message, bad[i].why))
			fail_msg("`%s` does not say %s", error->message, bad[i].why);
	}
}

#define REPLAY_TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		REPLAY_TEST(test_replay),
		REPLAY_TEST(test_with_a_driver_of_choice),
		REPLAY_TEST(test_reports),
		REPLAY_TEST(test_refused),
	};

	return cmocka_run_group_tests_name("transport-replay", tests, NULL, NULL);
}
