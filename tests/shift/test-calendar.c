/*
 * Gaming days and shifts by the clock on the wall, summer time and nonsense included.
 */
#include "shift-fixture.h"

#include "proto/rfc3339.h"

#define THREE "day 06:00, swing 14:00, night 22:00"

static struct sabot_calendar *
make(const char *gaming_day, const char *shifts, const char *zone)
{
	g_autofree char *why = NULL;
	struct sabot_calendar *calendar = sabot_calendar_new(gaming_day, shifts, zone, &why);

	if (!calendar)
		fail_msg("%s", why);
	return calendar;
}

static int64_t
time_of(const char *text)
{
	int64_t at_us = 0;

	assert_true(sabot_time_parse(text, &at_us));
	return at_us;
}

static void
assert_shift(const struct sabot_calendar *calendar, const char *at, const char *expected)
{
	char id[SABOT_SHIFT_ID_SIZE];
	int64_t from_us = 0, to_us = 0;

	sabot_calendar_find(calendar, time_of(at), id);
	assert_string_equal(id, expected);
	assert_true(sabot_calendar_bounds(calendar, id, &from_us, &to_us));
	assert_true(from_us <= time_of(at) && time_of(at) < to_us);
}

static void
test_moments(void **state)
{
	struct sabot_calendar *calendar = make("06:00", THREE, "Europe/Madrid");

	(void)state;
	assert_shift(calendar, "2026-11-21T05:00:00Z", "2026-11-21/1"); /* 06:00 there */
	assert_shift(calendar, "2026-11-21T04:59:59Z", "2026-11-20/3");
	assert_shift(calendar, "2026-11-21T12:59:59Z", "2026-11-21/1");
	assert_shift(calendar, "2026-11-21T13:00:00Z", "2026-11-21/2");
	assert_shift(calendar, "2026-11-21T21:00:00Z", "2026-11-21/3");
	assert_shift(calendar, "2026-11-22T02:00:00Z", "2026-11-21/3");
	assert_shift(calendar, "2027-01-01T02:00:00Z", "2026-12-31/3");
	assert_string_equal(sabot_calendar_name(calendar, "2026-11-21/2"), "swing");
	assert_null(sabot_calendar_name(calendar, "2026-11-21/4"));
	assert_int_equal(sabot_calendar_day_began(calendar, time_of("2026-11-22T04:59:59Z")),
			 time_of("2026-11-21T05:00:00Z"));
	assert_int_equal(sabot_calendar_day_began(calendar, time_of("2026-11-22T05:00:00Z")),
			 time_of("2026-11-22T05:00:00Z"));
	sabot_calendar_free(calendar);
}

static int
hours_of(const struct sabot_calendar *calendar, const char *id)
{
	int64_t from_us = 0, to_us = 0;

	assert_true(sabot_calendar_bounds(calendar, id, &from_us, &to_us));
	return (int)((to_us - from_us) / G_TIME_SPAN_HOUR);
}

static void
test_summer_time(void **state)
{
	struct sabot_calendar *calendar = make("06:00", THREE, "Europe/Madrid");

	(void)state;
	assert_int_equal(hours_of(calendar, "2026-03-28/3"), 7); /* the clock goes forward */
	assert_int_equal(hours_of(calendar, "2026-10-24/3"), 9); /* and back */
	assert_int_equal(hours_of(calendar, "2026-10-24/2"), 8);
	sabot_calendar_free(calendar);
}

/* No moment is in two shifts or in none, over two years. */
static void
test_no_holes(void **state)
{
	struct sabot_calendar *calendar = make("06:00", THREE, "Europe/Rome");
	char id[SABOT_SHIFT_ID_SIZE], before[SABOT_SHIFT_ID_SIZE];
	int64_t at_us = time_of("2026-01-01T12:00:00Z"), from_us = 0, to_us = 0;

	(void)state;
	for (int i = 0; i < 3 * 730; i++) {
		sabot_calendar_find(calendar, at_us, id);
		assert_true(sabot_calendar_bounds(calendar, id, &from_us, &to_us));
		assert_true(i == 0 || from_us == at_us);
		if (i > 0) {
			char last[SABOT_SHIFT_ID_SIZE];

			sabot_calendar_find(calendar, at_us - 1, last);
			assert_true(sabot_calendar_before(calendar, id, before));
			assert_string_equal(last, before);
			assert_true(strcmp(last, id) < 0);
		}
		at_us = to_us;
	}
	sabot_calendar_free(calendar);
}

static void
test_what_people_write(void **state)
{
	struct sabot_calendar *calendar = make("06:00", THREE, "UTC");
	char id[SABOT_SHIFT_ID_SIZE];

	(void)state;
	assert_true(sabot_calendar_parse(calendar, "2026-11-21/night", id));
	assert_string_equal(id, "2026-11-21/3");
	assert_true(sabot_calendar_parse(calendar, "2026-11-21/2", id));
	assert_string_equal(id, "2026-11-21/2");
	assert_false(sabot_calendar_parse(calendar, "2026-11-21/4", id));
	assert_false(sabot_calendar_parse(calendar, "2026-02-30/day", id));
	assert_false(sabot_calendar_parse(calendar, "day", id));
	assert_false(sabot_shift_is_id("2026-11-21"));
	assert_false(sabot_shift_is_id("2026-11-21/0"));
	assert_false(sabot_shift_is_id(NULL));
	sabot_calendar_free(calendar);
}

static void
assert_none(const char *gaming_day, const char *shifts, const char *zone, const char *beginning)
{
	g_autofree char *why = NULL;

	assert_null(sabot_calendar_new(gaming_day, shifts, zone, &why));
	assert_true(g_str_has_prefix(why, beginning));
}

static void
test_what_is_refused(void **state)
{
	(void)state;
	assert_none("6", NULL, NULL, "gaming_day:");
	assert_none("24:00", NULL, NULL, "gaming_day:");
	assert_none("06:00", "day 07:00", NULL, "shifts:");
	assert_none("06:00", "day 06:00, night 22:00, swing 14:00", NULL, "shifts:");
	assert_none("06:00", "day 06:00, day 14:00", NULL, "shifts:");
	assert_none("06:00", "1 06:00", NULL, "shifts:");
	assert_none("06:00", "", NULL, "shifts:");
	assert_none("06:00", NULL, "Europe/Nowhere", "time_zone:");
}

static void
test_one_shift(void **state)
{
	struct sabot_calendar *calendar = make("12:00", NULL, "UTC");

	(void)state;
	assert_shift(calendar, "2026-11-21T11:59:59Z", "2026-11-20/1");
	assert_shift(calendar, "2026-11-21T12:00:00Z", "2026-11-21/1");
	sabot_calendar_free(calendar);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_moments),         cmocka_unit_test(test_summer_time),
		cmocka_unit_test(test_no_holes),        cmocka_unit_test(test_what_people_write),
		cmocka_unit_test(test_what_is_refused), cmocka_unit_test(test_one_shift),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
