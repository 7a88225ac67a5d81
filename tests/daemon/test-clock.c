/*
 * The machine's clock is set: by a test's clock, for the machine's own is left alone. The timer
 * that the kernel cancels is the real one, and looked at where the kernel shows it.
 */
#include "daemon/tables/clock-watch.h"
#include "tests/deadline.h"

#include <glib/gstdio.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/timerfd.h>

#include <cmocka.h>

struct fixture {
	struct sabot_config config;
	struct sabot_floor *floor;
	int64_t offset_us; /* what the test's clock says */
};

static int64_t
report_offset_us(void *data)
{
	return ((struct fixture *)data)->offset_us;
}

static int
set_up(void **state)
{
	struct fixture *fixture = g_new0(struct fixture, 1);

	fixture->config.state_dir = g_dir_make_tmp("sabot-clock-XXXXXX", NULL);
	fixture->config.spool_dir = g_strdup(fixture->config.state_dir);
	fixture->config.tables = g_ptr_array_new();
	fixture->floor = sabot_floor_new(&fixture->config);
	*state = fixture;
	return sabot_floor_is_saved(fixture->floor) ? 0 : -1;
}

static int
tear_down(void **state)
{
	static const char *const names[] = {"sabot.db", "sabot.db-wal", "sabot.db-shm"};
	struct fixture *fixture = *state;

	sabot_floor_free(fixture->floor);
	for (size_t i = 0; i < G_N_ELEMENTS(names); i++) {
		g_autofree char *path = g_build_filename(fixture->config.state_dir, names[i], NULL);

		g_unlink(path);
	}
	g_rmdir(fixture->config.state_dir);
	g_ptr_array_unref(fixture->config.tables);
	g_free(fixture->config.state_dir);
	g_free(fixture->config.spool_dir);
	g_free(fixture);
	return 0;
}

static struct sabot_clock_watch *
watch(struct fixture *fixture)
{
	const struct sabot_clock clock = {.offset_us = report_offset_us, .data = fixture};
	struct sabot_clock_watch *made = sabot_clock_watch_new(fixture->floor, &clock, NULL);

	assert_non_null(made);
	return made;
}

/* Wait until all that was reported is committed; the findings that are then shown. */
static const GPtrArray *
published(struct fixture *fixture)
{
	int64_t until_us = g_get_monotonic_time() + DEADLINE_S * G_USEC_PER_SEC;

	while (sabot_floor_get_published_seq(fixture->floor) <
	       sabot_floor_get_seq(fixture->floor)) {
		assert_true(g_get_monotonic_time() < until_us);
		g_main_context_iteration(NULL, TRUE);
	}
	return sabot_floor_get_house(fixture->floor)->published_incidents.incidents;
}

static void
assert_step(const GPtrArray *findings, guint index, int64_t step_us)
{
	const struct sabot_wire_incident *incident;

	assert_true(index < findings->len);
	incident = g_ptr_array_index(findings, index);
	assert_string_equal(incident->code, "clock_step");
	assert_int_equal(json_integer_value(json_object_get(incident->detail, "step_us")), step_us);
}

static void
test_a_step_is_a_finding(void **state)
{
	static const struct {
		int64_t offset_us; /* set to this */
		int64_t step_us;   /* 0: nothing is said */
	} steps[] = {
		{SABOT_CLOCK_STEP_MIN_US - 1, 0},
		{-SABOT_CLOCK_STEP_MIN_US + 1, 0},
		{SABOT_CLOCK_STEP_MIN_US, SABOT_CLOCK_STEP_MIN_US},
		{SABOT_CLOCK_STEP_MIN_US, 0}, /* set, to what it was */
		{-3600000000, -3600000000 - SABOT_CLOCK_STEP_MIN_US},
		/* Small ones, each too small to be recorded, add up. */
		{-3600000000 + 300000, 0},
		{-3600000000 + 600000, 600000},
	};
	struct fixture *fixture = *state;
	struct sabot_clock_watch *made = watch(fixture);
	guint n_reported = 0;

	for (size_t i = 0; i < G_N_ELEMENTS(steps); i++) {
		fixture->offset_us = steps[i].offset_us;
		sabot_clock_watch_check(made);
		n_reported += steps[i].step_us != 0;
		assert_int_equal(published(fixture)->len, n_reported);
		if (steps[i].step_us)
			assert_step(published(fixture), n_reported - 1, steps[i].step_us);
	}
	sabot_clock_watch_free(made);
}

/* The machine's own clocks: their difference stands still, so that a look finds nothing. */
static void
test_the_machines_clock(void **state)
{
	struct fixture *fixture = *state;
	struct sabot_clock_watch *made = sabot_clock_watch_new(fixture->floor, NULL, NULL);

	assert_non_null(made);
	for (int i = 0; i < 1000; i++)
		sabot_clock_watch_check(made);
	assert_int_equal(published(fixture)->len, 0);
	sabot_clock_watch_free(made);
}

/* This process's timer that is cancelled when CLOCK_REALTIME, 0, is set; -1: there is none. */
static int
find_timer(void)
{
	g_autoptr(GDir) directory = g_dir_open("/proc/self/fdinfo", 0, NULL);
	const char *name;
	int fd = -1;

	assert_non_null(directory);
	while ((name = g_dir_read_name(directory))) {
		g_autofree char *path = g_build_filename("/proc/self/fdinfo", name, NULL);
		g_autofree char *info = NULL;

		if (g_file_get_contents(path, &info, NULL, NULL) && strstr(info, "clockid: 0\n") &&
		    strstr(info, "settime flags: 03\n"))
			fd = atoi(name);
	}
	return fd;
}

static void
turn(void)
{
	while (g_main_context_iteration(NULL, FALSE))
		continue;
}

/* To wake the daemon as a set clock does, without one: its timer is set to expire at once. */
static void
test_the_kernel_is_asked(void **state)
{
	static const struct itimerspec at_once = {.it_value.tv_nsec = 1};
	struct fixture *fixture = *state;
	struct sabot_clock_watch *made = watch(fixture);
	int fd = find_timer();

	assert_true(fd >= 0);
	fixture->offset_us = SABOT_CLOCK_STEP_MIN_US;
	turn();
	assert_int_equal(published(fixture)->len, 0);
	for (guint n = 1; n <= 2; n++) {
		fixture->offset_us = n * SABOT_CLOCK_STEP_MIN_US;
		assert_int_equal(timerfd_settime(fd, 0, &at_once, NULL), 0);
		assert_int_equal(find_timer(), -1);
		turn();
		assert_int_equal(published(fixture)->len, n);
		assert_int_equal(find_timer(), fd); /* asked again */
	}
	sabot_clock_watch_free(made);
	assert_int_equal(find_timer(), -1);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_a_step_is_a_finding, set_up, tear_down),
		cmocka_unit_test_setup_teardown(test_the_machines_clock, set_up, tear_down),
		cmocka_unit_test_setup_teardown(test_the_kernel_is_asked, set_up, tear_down),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
