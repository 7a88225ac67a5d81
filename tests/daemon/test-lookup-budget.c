/*
 * What a look-up may cost is processor time: on a busy machine, or a disk that is slow, it gets its
 * answer all the same, and what never ends is cut short. Ticks come each millisecond here, and
 * either clock can go a thousand times as fast.
 */
#include "daemon/lookup/lookup.h"
#include "proto/wire-error.h"
#include "store/db/db-open.h"

#include <glib/gstdio.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <time.h>

#include <cmocka.h>

enum { FASTER = 1000 };

struct fixture {
	char *folder, *database;
	struct sabot_lookups *lookups;
};

static int work_clock_factor, clock_factor; /* of the test that runs */

GSource *
__wrap_g_timeout_source_new_seconds(guint seconds);
int
__wrap_clock_gettime(clockid_t clock, struct timespec *time);
int
__real_clock_gettime(clockid_t clock, struct timespec *time);
gint64
__wrap_g_get_monotonic_time(void);
gint64
__real_g_get_monotonic_time(void);

GSource *
__wrap_g_timeout_source_new_seconds(guint seconds)
{
	return g_timeout_source_new(seconds);
}

int
__wrap_clock_gettime(clockid_t clock, struct timespec *time)
{
	int status = __real_clock_gettime(clock, time);
	int64_t ns = time->tv_sec * INT64_C(1000000000) + time->tv_nsec;

	ns *= work_clock_factor;
	time->tv_sec = ns / 1000000000;
	time->tv_nsec = ns % 1000000000;
	return status;
}

gint64
__wrap_g_get_monotonic_time(void)
{
	return __real_g_get_monotonic_time() * clock_factor;
}

static int
set_up(void **state)
{
	struct fixture *fixture = g_new0(struct fixture, 1);

	fixture->folder = g_dir_make_tmp("lookup-XXXXXX", NULL);
	fixture->database = g_build_filename(fixture->folder, "sabot.db", NULL);
	sabot_db_close(sabot_db_open(fixture->database, SABOT_DB_WRITER, NULL));
	work_clock_factor = 1;
	clock_factor = 1;
	fixture->lookups = sabot_lookups_new(NULL, NULL);
	*state = fixture;
	return 0;
}

static int
tear_down(void **state)
{
	struct fixture *fixture = *state;
	g_autofree char *index = g_strconcat(fixture->database, ".index", NULL);

	sabot_lookups_free(fixture->lookups);
	g_unlink(index);
	g_unlink(fixture->database);
	assert_int_equal(g_rmdir(fixture->folder), 0);
	g_free(fixture->database);
	g_free(fixture->folder);
	g_free(fixture);
	return 0;
}

struct ending {
	bool is_over, is_answered;
	int code; /* of the error */
};

static void
on_done(json_t *ok, const GError *error, void *data)
{
	struct ending *ending = data;

	ending->is_over = true;
	ending->is_answered = ok != NULL;
	ending->code = error && error->domain == SABOT_WIRE_ERROR ? error->code : -1;
}

static void
look_up(struct fixture *fixture, sabot_lookup_work_fn *work, struct ending *ending)
{
	const struct sabot_lookup_order order = {
		.path = fixture->database,
		.lookup = sabot_lookup_new(NULL),
		.work = work,
		.done = on_done,
		.data = ending,
	};

	*ending = (struct ending){0};
	assert_true(sabot_lookups_request(fixture->lookups, &order, NULL));
	while (!ending->is_over)
		g_main_context_iteration(NULL, TRUE);
}

/* Thirty budgets, were they by the clock. */
static json_t *
wait_for_others(G_GNUC_UNUSED struct sabot_book *book,
		G_GNUC_UNUSED const struct sabot_lookup *lookup, G_GNUC_UNUSED GError **error)
{
	g_usleep(300 * 1000);
	return json_object();
}

/* Until it is interrupted. */
static json_t *
never_end(struct sabot_book *book, G_GNUC_UNUSED const struct sabot_lookup *lookup, GError **error)
{
	static const char endless[] =
		"WITH RECURSIVE i(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM i)"
		" SELECT count(*) FROM i WHERE n < 0";

	sqlite3_exec(book->db->handle, endless, NULL, NULL, NULL);
	sabot_store_fail(error, "it", "was cut short");
	return NULL;
}

static void
test_who_waits_for_the_machine_is_answered(void **state)
{
	struct ending ending;

	work_clock_factor = FASTER / 100;
	look_up(*state, wait_for_others, &ending);
	assert_true(ending.is_answered);
}

static void
test_what_never_ends_is_cut_short(void **state)
{
	struct ending ending;

	work_clock_factor = FASTER;
	look_up(*state, never_end, &ending);
	assert_int_equal(ending.code, SABOT_WIRE_ERROR_TOO_LARGE);
	/* The thread is free again. */
	work_clock_factor = 1;
	look_up(*state, wait_for_others, &ending);
	assert_true(ending.is_answered);
}

static void
test_nobody_waits_for_ever(void **state)
{
	struct ending ending;

	clock_factor = FASTER;
	look_up(*state, wait_for_others, &ending);
	assert_int_equal(ending.code, SABOT_WIRE_ERROR_TOO_LARGE);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_who_waits_for_the_machine_is_answered, set_up,
						tear_down),
		cmocka_unit_test_setup_teardown(test_what_never_ends_is_cut_short, set_up,
						tear_down),
		cmocka_unit_test_setup_teardown(test_nobody_waits_for_ever, set_up, tear_down),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
