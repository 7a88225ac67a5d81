/*
 * A directory for each test, and records.
 */
#include "store-fixture.h"
#include "store/db/db-open.h"
#include "store/log/log.h"

#include <glib/gstdio.h>

int
fixture_setup(void **state)
{
	struct fixture *fixture = g_new0(struct fixture, 1);

	fixture->directory = g_dir_make_tmp("sabot-store-XXXXXX", NULL);
	fixture->path = g_build_filename(fixture->directory, "sabot.db", NULL);
	*state = fixture;
	return fixture->directory ? 0 : -1;
}

int
fixture_teardown(void **state)
{
	struct fixture *fixture = *state;
	GDir *dir = g_dir_open(fixture->directory, 0, NULL);
	const char *name;

	while ((name = g_dir_read_name(dir))) {
		g_autofree char *path = g_build_filename(fixture->directory, name, NULL);

		g_unlink(path);
	}
	g_dir_close(dir);
	g_rmdir(fixture->directory);
	g_free(fixture->directory);
	g_free(fixture->path);
	g_free(fixture);
	return 0;
}

struct sabot_log_record *
make_record(const char *table, int64_t seq, int64_t n)
{
	struct sabot_log_record *record = sabot_log_record_new();

	record->seq = seq;
	record->table = g_strdup(table);
	record->n = n;
	record->at_us = 1000000 * n;
	record->ev = g_strdup("card");
	record->line = g_strdup_printf(
		"{\"ev\":\"card\",\"card\":\"7H\",\"note\":\"%" G_GINT64_FORMAT "\"}", n);
	if (n == 1)
		record->part = sabot_log_part_new("punto-banco-es", "");
	return record;
}

GPtrArray *
make_records(const char *table, int64_t from, int64_t to)
{
	GPtrArray *records = g_ptr_array_new_with_free_func(sabot_log_record_unref);

	for (int64_t n = from; n <= to; n++)
		g_ptr_array_add(records, make_record(table, n, n));
	return records;
}

struct sabot_db *
open_db(const struct fixture *fixture, enum sabot_db_mode mode)
{
	g_autoptr(GError) error = NULL;
	struct sabot_db *db = sabot_db_open(fixture->path, mode, &error);

	if (!db)
		fail_msg("%s", error->message);
	return db;
}

static bool
count_event(int64_t seq, int64_t n, const char *line, void *data)
{
	int64_t *count = data;

	(void)seq;
	assert_non_null(line);
	assert_int_equal(n, *count + 1);
	*count = n;
	return true;
}

int64_t
count_events(struct sabot_db *db, const char *table)
{
	const struct sabot_log_range all = {.table = table, .from_n = 1, .to_n = INT64_MAX};
	g_autoptr(GError) error = NULL;
	int64_t count = 0;

	if (!sabot_log_read(db, &all, count_event, &count, &error))
		fail_msg("%s", error->message);
	return count;
}
