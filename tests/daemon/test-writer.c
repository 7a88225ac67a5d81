/*
 * The store's thread: what is queued is committed in order and said so, before it ends too.
 */
#include "daemon/tables/writer.h"
#include "tests/deadline.h"
#include "store/db/db-open.h"
#include "store/log/log.h"
#include "store/proof/verify-result.h"
#include "text/fault-text.h"

#include <glib/gstdio.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

enum { RECORDS = 1000 };

struct seen {
	int64_t seq;
	bool is_saved;
	unsigned n_reports;
};

static void
on_recorded(int64_t seq, bool is_saved, const GError *why, void *data)
{
	struct seen *seen = data;

	assert_true(seq >= seen->seq);
	assert_null(why);
	seen->seq = seq;
	seen->is_saved = is_saved;
	seen->n_reports++;
}

static struct sabot_log_record *
make_record(int64_t n)
{
	struct sabot_log_record *record = sabot_log_record_new();

	record->seq = n;
	record->n = n;
	record->table = g_strdup("T");
	record->ev = g_strdup("undo");
	record->line = g_strdup("{\"ev\":\"undo\"}");
	if (n == 1)
		record->part = sabot_log_part_new("punto-banco-es", "");
	return record;
}

static struct sabot_writer *
start_writer(const char *directory, struct seen *seen)
{
	g_autofree char *path = g_build_filename(directory, "sabot.db", NULL);
	struct sabot_db *db = sabot_db_open(path, SABOT_DB_WRITER, NULL);
	struct sabot_writer *writer;
	struct sabot_spool spool;
	int64_t last_seq;

	assert_non_null(db);
	assert_true(sabot_log_last_seq(db, &last_seq, NULL));
	sabot_spool_init(&spool, directory);
	writer = sabot_writer_new(db, spool, false, last_seq);
	sabot_writer_set_callback(writer, on_recorded, seen);
	return writer;
}

static int64_t
last_seq_of(const char *directory)
{
	g_autofree char *path = g_build_filename(directory, "sabot.db", NULL);
	struct sabot_db *db = sabot_db_open(path, SABOT_DB_READER, NULL);
	int64_t last_seq = -1;

	assert_non_null(db);
	assert_true(sabot_log_last_seq(db, &last_seq, NULL));
	sabot_db_close(db);
	return last_seq;
}

static void
remove_directory(const char *directory)
{
	static const char *const names[] = {"sabot.db", "sabot.db-wal", "sabot.db-shm"};

	for (size_t i = 0; i < G_N_ELEMENTS(names); i++) {
		g_autofree char *path = g_build_filename(directory, names[i], NULL);

		g_unlink(path);
	}
	assert_int_equal(g_rmdir(directory), 0);
}

static gboolean
on_deadline(gpointer data)
{
	(void)data;
	fail_msg("the writer did not report in time");
	return G_SOURCE_REMOVE;
}

static void
test_commits_in_groups_and_reports(void **state)
{
	g_autofree char *directory = g_dir_make_tmp("sabot-writer-XXXXXX", NULL);
	struct seen seen = {0};
	struct sabot_writer *writer = start_writer(directory, &seen);
	guint deadline = g_timeout_add_seconds(DEADLINE_S, on_deadline, NULL);
	bool has_lost;

	(void)state;
	for (int64_t n = 1; n <= RECORDS; n++)
		sabot_writer_put(writer, make_record(n));
	while (seen.seq < RECORDS)
		g_main_context_iteration(NULL, TRUE);
	g_source_remove(deadline);
	assert_true(seen.is_saved);
	assert_true(seen.n_reports < RECORDS);
	assert_int_equal(last_seq_of(directory), RECORDS);
	assert_true(sabot_writer_free(writer, &has_lost));
	remove_directory(directory);
}

static void
test_end_commits_what_is_queued(void **state)
{
	g_autofree char *directory = g_dir_make_tmp("sabot-writer-XXXXXX", NULL);
	struct seen seen = {0};
	struct sabot_writer *writer = start_writer(directory, &seen);
	bool has_lost;

	(void)state;
	for (int64_t n = 1; n <= RECORDS; n++)
		sabot_writer_put(writer, make_record(n));
	assert_true(sabot_writer_free(writer, &has_lost));
	while (g_main_context_iteration(NULL, FALSE))
		;
	assert_int_equal(seen.n_reports, 0);
	assert_int_equal(last_seq_of(directory), RECORDS);
	remove_directory(directory);
}

/* What a finding has as a word is said in the user's language. */
static void
test_each_reason_has_words(void **state)
{
	(void)state;
	for (int i = 0; i < SABOT_STORE_REASONS; i++)
		assert_true(sabot_text_has_fault(
			sabot_store_reason_to_string((enum sabot_store_reason)i)));
	for (int i = 0; i <= SABOT_VERIFY_UNWITNESSED; i++)
		assert_true(sabot_text_has_fault(
			sabot_verify_fault_to_string((enum sabot_verify_fault)i)));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_each_reason_has_words),
		cmocka_unit_test(test_commits_in_groups_and_reports),
		cmocka_unit_test(test_end_commits_what_is_queued),
	};

	return cmocka_run_group_tests_name("daemon-writer", tests, NULL, NULL);
}
