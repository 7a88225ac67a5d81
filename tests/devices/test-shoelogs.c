/*
 * The recordings: each .shoelog of a driver is played to a device on a real pseudo terminal,
 * cable pulls included, with the recording's own times, and what the device reports is compared
 * with the .expected beside it. SABOT_BLESS=1 writes the .expected instead: review the diff.
 */
#include <stddef.h>

#include "device-fixture.h"

#include "devices/transport/shoelog.h"

#include <string.h>

struct play {
	struct device_fixture *fixture;
	int64_t start_us;
	char driver[32];
	uint64_t n_plugged;
};

static void
begin_device(struct play *play)
{
	play->fixture->options.driver = play->driver;
	play->fixture->options.driver_options =
		(struct sabot_shoe_driver_options){.seq_first = '0', .seq_last = '9'};
	device_fixture_start(play->fixture);
}

static bool
play_entry(const struct sabot_shoelog_entry *entry, void *user)
{
	struct play *play = user;
	struct device_fixture *fixture = play->fixture;

	if (entry->kind >= SABOT_SHOELOG_RECEIVED)
		fixture->now_us = play->start_us + entry->at_ms * 1000;
	switch (entry->kind) {
	case SABOT_SHOELOG_DRIVER:
		g_strlcpy(play->driver, entry->driver, sizeof play->driver);
		return true;
	case SABOT_SHOELOG_RECEIVED:
		device_fixture_send(fixture, entry->bytes, entry->n_bytes);
		return true;
	case SABOT_SHOELOG_PLUG:
		if (fixture->device)
			device_fixture_plug(fixture);
		else
			begin_device(play);
		device_fixture_wait_opened(fixture, ++play->n_plugged);
		return true;
	case SABOT_SHOELOG_HANGUP:
		device_fixture_unplug(fixture);
		device_fixture_wait_state(fixture, SABOT_SHOE_OFFLINE);
		return true;
	case SABOT_SHOELOG_COMMENT:
	case SABOT_SHOELOG_VERSION:
	case SABOT_SHOELOG_SERIAL:
	case SABOT_SHOELOG_REPORTS:
	case SABOT_SHOELOG_START:
	case SABOT_SHOELOG_SENT:
		return true;
	}
	return false;
}

static void
compare(const char *log_path, const char *text)
{
	g_autofree char *stem = g_strndup(log_path, strlen(log_path) - strlen(".shoelog"));
	g_autofree char *path = g_strconcat(stem, ".expected", NULL);
	g_autofree char *expected = NULL;

	if (g_getenv("SABOT_BLESS")) {
		assert_true(g_file_set_contents(path, text, -1, NULL));
		return;
	}
	if (!g_file_get_contents(path, &expected, NULL, NULL))
		fail_msg("%s is missing", path);
	if (strcmp(text, expected) != 0)
		fail_msg("%s: expected\n%sbut it said\n%s", log_path, expected, text);
}

static void
play_log(const char *path)
{
	void *state;
	struct play play = {0};
	g_autoptr(GError) error = NULL;
	struct sabot_shoe_counters counters;

	device_fixture_setup(&state);
	play.fixture = state;
	play.start_us = play.fixture->now_us;
	if (!sabot_shoelog_read(path, play_entry, &play, &error))
		fail_msg("%s", error->message);
	counters = sabot_shoe_device_get_counters(play.fixture->device);
	g_string_append_printf(play.fixture->text,
			       "frames %d garbage %d repeats %d lost %d reconnects %d\n",
			       (int)counters.frames, (int)counters.garbage_bytes,
			       (int)counters.repeats, (int)counters.lost, (int)counters.reconnects);
	compare(path, play.fixture->text->str);
	device_fixture_teardown(&state);
}

static void
test_logs(void **state)
{
	const char *folder = g_getenv("SABOT_SHOELOGS");
	g_autoptr(GDir) dir = g_dir_open(folder, 0, NULL);
	unsigned n_logs = 0;
	const char *name;

	(void)state;
	assert_non_null(dir);
	while ((name = g_dir_read_name(dir))) {
		g_autofree char *path = g_build_filename(folder, name, NULL);

		if (!g_str_has_suffix(name, ".shoelog"))
			continue;
		play_log(path);
		n_logs++;
	}
	assert_true(n_logs > 0);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(test_logs)};

	return cmocka_run_group_tests_name("shoelogs", tests, NULL, NULL);
}
