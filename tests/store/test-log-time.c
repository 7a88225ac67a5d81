/*
 * The log's own time, by which is counted since when somebody has a PIN or a role: it neither goes
 * back nor stands still, and a jump of the clock behind it brings a day at most.
 */
#include "store-fixture.h"
#include "store/log/log-time.h"
#include "store/log/rights.h"

static const int64_t day_us = G_TIME_SPAN_DAY;

static void
test_it_follows_the_clock(void **state)
{
	struct sabot_log_time time = {0};

	(void)state;
	for (int day = 10; day < 400; day += 30) {
		sabot_log_time_advance(&time, day * day_us);
		assert_int_equal(time.now_us, day * day_us);
	}
	sabot_log_time_advance(&time, 0);
	assert_int_equal(sabot_log_time_at(&time, 500 * day_us), 500 * day_us);
}

static void
test_it_never_goes_back(void **state)
{
	struct sabot_log_time time = {0};

	(void)state;
	sabot_log_time_advance(&time, 30 * day_us);
	sabot_log_time_advance(&time, 10 * day_us);
	assert_int_equal(time.now_us, 30 * day_us);
	sabot_log_time_advance(&time, 10 * day_us + 5);
	assert_int_equal(time.now_us, 30 * day_us + 5);
	/* Right again: what passed meanwhile has passed, and no more. */
	sabot_log_time_advance(&time, 30 * day_us + 5);
	assert_int_equal(time.now_us, 30 * day_us + 5);
}

/* Behind a clock that was a thousand days ahead. */
static void
test_it_does_not_stand_still(void **state)
{
	struct sabot_log_time time = {0};

	(void)state;
	sabot_log_time_advance(&time, 1000 * day_us);
	for (int day = 20; day <= 28; day++)
		sabot_log_time_advance(&time, day * day_us);
	assert_int_equal(time.now_us, 1008 * day_us);
	assert_int_equal(sabot_log_time_at(&time, 28 * day_us + 7), 1008 * day_us + 7);
	/* A jump within it. */
	assert_int_equal(sabot_log_time_at(&time, 500 * day_us), 1009 * day_us);
	/* Of a copy that has no event, only times. */
	time = (struct sabot_log_time){0};
	sabot_log_time_reach(&time, 1000 * day_us);
	assert_int_equal(sabot_log_time_at(&time, 20 * day_us), 1000 * day_us);
}

static void
apply(struct sabot_rights *rights, int64_t n, const char *text)
{
	json_t *event = json_loads(text, 0, NULL);

	assert_non_null(event);
	sabot_rights_apply(rights, n, event);
	json_decref(event);
}

/* p2 was made by p1 at the right time, after one event of a clock that was 22 years ahead. */
static void
test_who_was_made_behind_it_becomes_independent(void **state)
{
	struct sabot_rights *rights = sabot_rights_new();
	int64_t n = 0;

	(void)state;
	apply(rights, ++n,
	      "{\"ev\":\"person\",\"person\":\"p1\",\"do\":\"created\",\"by\":\"code\","
	      "\"role\":\"admin\",\"at\":\"2026-01-01T12:00:00Z\"}");
	apply(rights, ++n, "{\"ev\":\"started\",\"at\":\"2048-01-01T12:00:00Z\"}");
	apply(rights, ++n, "{\"ev\":\"started\",\"at\":\"2026-01-20T12:00:00Z\"}");
	apply(rights, ++n,
	      "{\"ev\":\"person\",\"person\":\"p2\",\"do\":\"created\",\"by\":\"p1\","
	      "\"role\":\"pit\",\"at\":\"2026-01-20T12:00:01Z\"}");
	for (int day = 21; day <= 30; day++) {
		g_autofree char *text = g_strdup_printf(
			"{\"ev\":\"shift\",\"at\":\"2026-01-%02dT12:00:02Z\"}", day);
		int64_t since_us;

		apply(rights, ++n, text);
		since_us = sabot_rights_get_time(rights, 0) - 7 * day_us;
		assert_int_equal(sabot_rights_are_independent(rights, 1, 2, since_us), day >= 28);
	}
	sabot_rights_free(rights);
}

/* Far ahead once, then p2 made by p1; the clock is right since. */
static struct sabot_rights *
begin_behind_a_clock(int64_t *ret_n)
{
	static const char *const lines[] = {
		"{\"ev\":\"person\",\"person\":\"p1\",\"do\":\"created\",\"by\":\"code\","
		"\"role\":\"admin\",\"at\":\"2026-01-01T12:00:00Z\"}",
		"{\"ev\":\"started\",\"at\":\"2048-01-01T12:00:00Z\"}",
		"{\"ev\":\"person\",\"person\":\"p2\",\"do\":\"created\",\"by\":\"p1\","
		"\"role\":\"pit\",\"at\":\"2048-01-20T12:00:00Z\"}",
		"{\"ev\":\"started\",\"at\":\"2026-01-20T12:00:00Z\"}",
	};
	struct sabot_rights *rights = sabot_rights_new();

	for (size_t i = 0; i < G_N_ELEMENTS(lines); i++)
		apply(rights, (int64_t)i + 1, lines[i]);
	*ret_n = G_N_ELEMENTS(lines);
	return rights;
}

static void
start(struct sabot_rights *rights, int64_t n, int day)
{
	g_autofree char *text =
		g_strdup_printf("{\"ev\":\"started\",\"at\":\"2026-01-%02dT12:00:00Z\"}", day);

	apply(rights, n, text);
}

static bool
are_independent(const struct sabot_rights *rights)
{
	return sabot_rights_are_independent(rights, 1, 2,
					    sabot_rights_get_time(rights, 0) - 7 * day_us);
}

/* As the next start reads a log whose beginning was archived at noon of the day. */
static struct sabot_rights *
archive(struct sabot_rights *rights, int64_t n, int day)
{
	g_autofree char *at = g_strdup_printf("2026-01-%02dT12:00:00Z", day);
	json_t *event = json_pack("{s:s, s:s}", "ev", "carried", "at", at);
	struct sabot_rights *next = sabot_rights_new();

	sabot_rights_list(event, rights);
	sabot_rights_free(rights);
	sabot_rights_apply(next, n, event);
	json_decref(event);
	return next;
}

static void
test_an_archive_each_day_takes_nothing_from_it(void **state)
{
	int64_t n;
	struct sabot_rights *rights = begin_behind_a_clock(&n);

	(void)state;
	for (int day = 21; day <= 30; day++) {
		start(rights, ++n, day);
		assert_int_equal(are_independent(rights), day >= 28);
		rights = archive(rights, ++n, day);
		assert_int_equal(are_independent(rights), day >= 28);
	}
	sabot_rights_free(rights);
}

/* As a start without the database reads the copy of the persons. */
static struct sabot_rights *
copy(const struct sabot_rights *rights)
{
	struct sabot_rights *next = sabot_rights_new();
	json_t *json = sabot_rights_to_json(rights);

	sabot_rights_recall(next, json);
	json_decref(json);
	return next;
}

static void
test_a_copy_has_it(void **state)
{
	int64_t n;
	struct sabot_rights *rights = begin_behind_a_clock(&n), *copied;

	(void)state;
	for (int day = 21; day <= 30; day++) {
		copied = copy(rights);
		assert_int_equal(are_independent(copied), day >= 29);
		/* As in the log itself, what passes until the next event is a day at most. */
		start(copied, 1, day + 1);
		assert_int_equal(are_independent(copied), day >= 28);
		sabot_rights_free(copied);
		start(rights, ++n, day);
	}
	sabot_rights_free(rights);
}

/* Nothing is written where it follows from the next event; so it was before, and is read so. */
static void
test_behind_a_right_clock_nobody_writes_it(void **state)
{
	struct sabot_rights *rights = sabot_rights_new(), *next;
	json_t *event = json_object(), *json;
	int64_t n;

	(void)state;
	start(rights, 1, 20);
	sabot_rights_list(event, rights);
	json = sabot_rights_to_json(rights);
	assert_null(json_object_get(event, "time"));
	assert_null(json_object_get(json, "time"));
	assert_null(json_object_get(json, "clock"));
	json_decref(json);
	json_decref(event);
	sabot_rights_free(rights);

	rights = begin_behind_a_clock(&n);
	json = sabot_rights_to_json(rights);
	assert_non_null(json_object_get(json, "time"));
	json_object_del(json, "time");
	json_object_del(json, "clock");
	next = sabot_rights_new();
	sabot_rights_recall(next, json);
	start(next, 1, 30);
	/* The last hand's: p2's. */
	assert_int_equal(sabot_rights_get_time(next, 0),
			 sabot_log_time_from_text("2048-01-20T12:00:00Z"));
	json_decref(json);
	sabot_rights_free(next);
	sabot_rights_free(rights);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_it_follows_the_clock),
		cmocka_unit_test(test_it_never_goes_back),
		cmocka_unit_test(test_it_does_not_stand_still),
		cmocka_unit_test(test_who_was_made_behind_it_becomes_independent),
		cmocka_unit_test(test_an_archive_each_day_takes_nothing_from_it),
		cmocka_unit_test(test_a_copy_has_it),
		cmocka_unit_test(test_behind_a_right_clock_nobody_writes_it),
	};

	return cmocka_run_group_tests_name("store-log-time", tests, NULL, NULL);
}
