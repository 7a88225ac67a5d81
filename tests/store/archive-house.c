/* See archive-house.h. */
#include "archive-house.h"

#include "store/db/db-open.h"
#include "store/log/log.h"
#include "store/proof/seal.h"

static int64_t
next_n(struct house *house, const char *log)
{
	int64_t n = 1 + (int64_t)GPOINTER_TO_SIZE(g_hash_table_lookup(house->n, log));

	g_hash_table_insert(house->n, (char *)log, GSIZE_TO_POINTER((gsize)n));
	return n;
}

static void
append(struct house *house, struct sabot_log_record *record)
{
	g_autoptr(GPtrArray) records = g_ptr_array_new_with_free_func(sabot_log_record_unref);
	g_autoptr(GError) error = NULL;

	g_ptr_array_add(records, record);
	if (!sabot_log_append(house->db, records, &error))
		fail_msg("%s", error->message);
}

void
house_deal(struct house *house, const char *log, int n, int64_t part)
{
	for (int i = 0; i < n; i++) {
		struct sabot_log_record *record =
			make_record(log, ++house->seq, next_n(house, log));

		if (i == 0 && part > 0) {
			sabot_log_part_free(record->part);
			record->part = sabot_log_part_new("punto-banco-es", "");
			record->part->part = part;
			record->part->from_n = record->n;
			record->load = g_new0(struct sabot_log_load, 1);
			record->load->load = part;
			record->load->n = record->n;
			record->load->part = part;
		}
		append(house, record);
	}
}

void
house_seal(struct house *house)
{
	g_autoptr(GError) error = NULL;

	if (!sabot_seal_make(house->db, house->key, &error))
		fail_msg("%s", error->message);
}

int
house_setup(void **state)
{
	struct house *house = g_new0(struct house, 1);
	g_autofree char *path = NULL;
	void *fixture;

	assert_int_equal(fixture_setup(&fixture), 0);
	house->fixture = fixture;
	path = sabot_key_path(house->fixture->directory);
	house->key = sabot_key_create(path, "house", NULL);
	house->n = g_hash_table_new(g_str_hash, g_str_equal);
	house->db = open_db(house->fixture, SABOT_DB_WRITER);
	*state = house;
	return 0;
}

int
house_teardown(void **state)
{
	struct house *house = *state;
	void *fixture = (void *)(uintptr_t)house->fixture;

	sabot_db_close(house->db);
	sabot_key_free(house->key);
	g_hash_table_unref(house->n);
	g_free(house);
	return fixture_teardown(&fixture);
}

struct sabot_archive *
house_make(struct house *house)
{
	const struct sabot_archive_wish wish = {
		.dir = house->fixture->directory,
		.before_us = g_get_real_time() + 1,
		.house_seq = INT64_MAX,
		.key = house->key,
	};
	g_autoptr(GError) error = NULL;
	struct sabot_db *reader = open_db(house->fixture, SABOT_DB_READER);
	struct sabot_archive *archive = sabot_archive_make(reader, &wish, &error);

	if (error)
		fail_msg("%s", error->message);
	sabot_db_close(reader);
	return archive;
}

void
house_record(struct house *house, const struct sabot_archive *archive)
{
	struct sabot_log_record *event = make_record("house", ++house->seq, next_n(house, "house"));

	sabot_log_part_free(g_steal_pointer(&event->part));
	g_free(event->ev);
	event->ev = g_strdup("archive");
	event->archive = sabot_archive_copy(archive);
	append(house, event);
	event = make_record("house", ++house->seq, next_n(house, "house"));
	g_free(event->ev);
	event->ev = g_strdup("carried");
	append(house, event);
}

void
house_sweep(struct house *house, int64_t n_rows)
{
	g_autoptr(GError) error = NULL;
	bool is_more = true;

	while (is_more) {
		if (!sabot_archive_sweep(house->db, n_rows, &is_more, &error))
			fail_msg("%s", error->message);
	}
}

char *
house_archive(struct house *house)
{
	struct sabot_archive *made = house_make(house);
	char *path;

	assert_non_null(made);
	path = g_build_filename(house->fixture->directory, made->file, NULL);
	house_record(house, made);
	house_sweep(house, 3);
	house_seal(house);
	sabot_archive_free(made);
	return path;
}
