/*
 * Reports in processes of their own: what one must not cost, in bytes and in time, is refused to
 * its client, and takes nothing from the others. A script stands for `sabotctl`.
 */
#include "daemon/jobs/reporter.h"
#include "proto/wire-error.h"
#include "store/db/db-open.h"

#include <glib/gstdio.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const char script[] = "#!/bin/sh\n"
			     "case $2 in\n"
			     "endless) exec yes ;;\n"
			     "zeros) exec head -c $3 /dev/zero ;;\n"
			     "slow) echo $$ >\"$3\"; exec sleep 1000 ;;\n"
			     "wrong) echo 'sabotctl report: this is no time' >&2; exit 2 ;;\n"
			     "mistyped) echo 'sabotctl report: --shift 2026-01-01/nigth: none' >&2;"
			     " exit 2 ;;\n"
			     "secret) echo 'sabotctl report: --config /etc/sabot: gone' >&2;"
			     " exit 2 ;;\n"
			     "*) echo \"$2 of $4\" ;;\n"
			     "esac\n";

struct fixture {
	char *folder;
	struct sabot_config config; /* nothing is brought up to date by itself */
	struct sabot_floor *floor;
	struct sabot_reporter *reporter;
};

/* How one report ended. */
struct ending {
	bool is_reported;
	GBytes *printed;
	GError *error;
};

/* The budget of reports is waited for in thousandths. */
static bool budget_is_short;

GSource *
__wrap_g_timeout_source_new_seconds(guint seconds);
GSource *
__real_g_timeout_source_new_seconds(guint seconds);

GSource *
__wrap_g_timeout_source_new_seconds(guint seconds)
{
	return budget_is_short && seconds == SABOT_REPORTER_BUDGET_S
		       ? g_timeout_source_new(SABOT_REPORTER_BUDGET_S)
		       : __real_g_timeout_source_new_seconds(seconds);
}

static int
set_up(void **state)
{
	struct fixture *fixture = g_new0(struct fixture, 1);
	g_autofree char *program = NULL, *path = NULL, *database = NULL;

	fixture->folder = g_dir_make_tmp("reporter-XXXXXX", NULL);
	program = g_build_filename(fixture->folder, "sabotctl", NULL);
	path = g_strconcat(fixture->folder, ":", g_getenv("PATH"), NULL);
	g_setenv("PATH", path, TRUE);
	assert_true(g_file_set_contents_full(program, script, -1, G_FILE_SET_CONTENTS_NONE, 0700,
					     NULL));
	fixture->config.spool_dir = fixture->folder;
	fixture->config.tables = g_ptr_array_new();
	fixture->floor = sabot_floor_state_new(&fixture->config);
	database = g_build_filename(fixture->folder, "sabot.db", NULL);
	sabot_floor_set_reader(fixture->floor, sabot_db_open(database, SABOT_DB_WRITER, NULL));
	assert_non_null(sabot_floor_get_reader(fixture->floor));
	fixture->reporter = sabot_reporter_new(&fixture->config, fixture->floor);
	budget_is_short = false;
	*state = fixture;
	return 0;
}

static int
tear_down(void **state)
{
	struct fixture *fixture = *state;
	g_autoptr(GDir) folder = g_dir_open(fixture->folder, 0, NULL);

	sabot_reporter_free(fixture->reporter);
	while (g_main_context_iteration(NULL, FALSE))
		; /* what was under way ends, too */
	sabot_floor_state_free(fixture->floor);
	g_ptr_array_unref(fixture->config.tables);
	for (const char *name; (name = g_dir_read_name(folder)) != NULL;) {
		g_autofree char *path = g_build_filename(fixture->folder, name, NULL);

		g_unlink(path);
	}
	g_rmdir(fixture->folder);
	g_free(fixture->folder);
	g_free(fixture);
	return 0;
}

static void
on_done(GBytes *printed, const GError *error, void *data)
{
	struct ending *ending = data;

	assert_false(ending->is_reported);
	ending->is_reported = true;
	ending->printed = printed ? g_bytes_ref(printed) : NULL;
	ending->error = error ? g_error_copy(error) : NULL;
}

static bool
make(struct fixture *fixture, const char *name, const char *word, struct ending *ending,
     GError **error)
{
	const char *const args[] = {"report", name, word, NULL};
	const struct sabot_reporter_order order = {args, "en", on_done, ending};

	*ending = (struct ending){0};
	return sabot_reporter_make(fixture->reporter, &order, error);
}

static void
begin(struct fixture *fixture, const char *name, const char *word, struct ending *ending)
{
	assert_true(make(fixture, name, word, ending, NULL));
}

static void
wait_for(const struct ending *ending)
{
	while (!ending->is_reported)
		g_main_context_iteration(NULL, TRUE);
}

static void
clear(struct ending *ending)
{
	g_clear_pointer(&ending->printed, g_bytes_unref);
	g_clear_error(&ending->error);
}

static void
assert_printed(struct ending *ending, const char *text)
{
	wait_for(ending);
	assert_non_null(ending->printed);
	assert_int_equal(g_bytes_get_size(ending->printed), strlen(text));
	assert_memory_equal(g_bytes_get_data(ending->printed, NULL), text, strlen(text));
	clear(ending);
}

static void
assert_refused(struct ending *ending, enum sabot_wire_error class, const char *why)
{
	wait_for(ending);
	assert_null(ending->printed);
	assert_true(g_error_matches(ending->error, SABOT_WIRE_ERROR, (int)class));
	assert_string_equal(ending->error->message, why);
	clear(ending);
}

static void
test_what_it_prints(void **state)
{
	struct ending one, wrong, mistyped, secret;

	begin(*state, "shoe", "--veiled", &one);
	begin(*state, "wrong", "x", &wrong);
	begin(*state, "mistyped", "x", &mistyped);
	begin(*state, "secret", "x", &secret);
	assert_refused(&wrong, SABOT_WIRE_ERROR_BAD_REQUEST, "this is no time");
	/* What was requested is named, files of the house are not. */
	assert_refused(&mistyped, SABOT_WIRE_ERROR_BAD_REQUEST, "--shift 2026-01-01/nigth: none");
	assert_refused(&secret, SABOT_WIRE_ERROR_INTERNAL, "the report cannot be made now");
	assert_printed(&one, "shoe of --\n");
}

static void
test_one_that_is_too_large(void **state)
{
	static const char too_large[] =
		"the report is too large: ask for a shorter time, or make it from a backup";
	g_autofree char *most = g_strdup_printf("%d", SABOT_REPORTER_BYTES_MAX);
	g_autofree char *more = g_strdup_printf("%d", SABOT_REPORTER_BYTES_MAX + 1);
	struct ending endless, whole, larger, after;

	begin(*state, "endless", "x", &endless);
	begin(*state, "zeros", most, &whole);
	begin(*state, "zeros", more, &larger);
	begin(*state, "shoe", "x", &after);
	assert_refused(&endless, SABOT_WIRE_ERROR_TOO_LARGE, too_large);
	wait_for(&whole);
	assert_non_null(whole.printed);
	assert_int_equal(g_bytes_get_size(whole.printed), SABOT_REPORTER_BYTES_MAX);
	clear(&whole);
	assert_refused(&larger, SABOT_WIRE_ERROR_TOO_LARGE, too_large);
	assert_printed(&after, "shoe of --\n");
}

static void
test_one_that_takes_too_long(void **state)
{
	struct fixture *fixture = *state;
	g_autofree char *path = g_build_filename(fixture->folder, "pid", NULL);
	g_autofree char *pid = NULL;
	struct ending slow, after;

	begin(fixture, "slow", path, &slow);
	while (pid == NULL || pid[0] == '\0') {
		g_clear_pointer(&pid, g_free);
		g_file_get_contents(path, &pid, NULL, NULL);
		g_usleep(1000);
	}
	assert_int_equal(kill(atoi(pid), 0), 0);
	wait_for(&slow);
	assert_refused(&slow, SABOT_WIRE_ERROR_TOO_LARGE,
		       "the report takes too long: ask for a shorter time");
	assert_int_equal(kill(atoi(pid), 0), -1);
	budget_is_short = false;
	begin(fixture, "shoe", "x", &after);
	assert_printed(&after, "shoe of --\n");
}

static int
set_up_short(void **state)
{
	int status = set_up(state);

	budget_is_short = true;
	return status;
}

static void
test_too_many(void **state)
{
	struct fixture *fixture = *state;
	struct ending endings[SABOT_REPORTER_MAX], more;
	g_autoptr(GError) error = NULL;
	g_autofree char *path = g_build_filename(fixture->folder, "pid", NULL);

	for (int i = 0; i < SABOT_REPORTER_MAX; i++)
		begin(fixture, "slow", path, &endings[i]);
	assert_false(make(fixture, "shoe", "x", &more, &error));
	assert_true(g_error_matches(error, SABOT_WIRE_ERROR, SABOT_WIRE_ERROR_TOO_LARGE));
	assert_false(more.is_reported);
	/* A request that waits when the daemon ends gets an answer. */
	g_clear_pointer(&fixture->reporter, sabot_reporter_free);
	for (int i = 0; i < SABOT_REPORTER_MAX; i++)
		assert_refused(&endings[i], SABOT_WIRE_ERROR_INTERNAL, "the daemon ends");
}

static void
test_without_a_database(void **state)
{
	struct fixture *fixture = *state;
	struct ending ending;

	sabot_floor_set_reader(fixture->floor, NULL);
	assert_false(make(fixture, "shoe", "x", &ending, NULL));
	assert_false(ending.is_reported);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_what_it_prints, set_up, tear_down),
		cmocka_unit_test_setup_teardown(test_one_that_is_too_large, set_up, tear_down),
		cmocka_unit_test_setup_teardown(test_one_that_takes_too_long, set_up_short,
						tear_down),
		cmocka_unit_test_setup_teardown(test_too_many, set_up, tear_down),
		cmocka_unit_test_setup_teardown(test_without_a_database, set_up, tear_down),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
