/*
 * The spool gives back what was put in, whatever a crash or a full disk did to its end.
 */
#include "store-fixture.h"
#include "store/files/spool.h"
#include "store/db/db-open.h"
#include "store/log/log.h"
#include "store/log/record-json.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>

static void
add_to_file(const char *path, const char *text)
{
	FILE *file = fopen(path, "a");

	assert_non_null(file);
	assert_true(fputs(text, file) >= 0);
	assert_int_equal(fclose(file), 0);
}

static GPtrArray *
read_spool(const struct sabot_spool *spool)
{
	struct sabot_spool_content *content = sabot_spool_load(spool);
	GPtrArray *records = g_ptr_array_ref(content->records);

	if (content->why)
		fail_msg("line %d: %s", (int)content->bad_line, content->why);
	sabot_spool_content_free(content);
	return records;
}

static void
test_round_trip(void **state)
{
	const struct fixture *fixture = *state;
	g_autoptr(GPtrArray) records = make_records("PB-01", 1, 3);
	g_autoptr(GPtrArray) back = NULL;
	struct sabot_log_record *third = g_ptr_array_index(records, 2), *first;
	struct sabot_spool spool;

	third->frame = g_bytes_new_static("\x05\x00\xff", 3);
	third->frame_at_us = 12;
	third->load = g_new0(struct sabot_log_load, 1);
	*third->load = (struct sabot_log_load){
		.load = 4, .n = 3, .part = 1, .from_round = 9, .from_incident = 2};
	sabot_spool_init(&spool, fixture->directory);
	assert_true(sabot_spool_append(&spool, records, NULL));
	back = read_spool(&spool);
	assert_int_equal(back->len, 3);
	first = g_ptr_array_index(back, 0);
	third = g_ptr_array_index(back, 2);
	assert_string_equal(first->part->rules, "punto-banco-es");
	assert_string_equal(first->line, "{\"ev\":\"card\",\"card\":\"7H\",\"note\":\"1\"}");
	assert_null(first->frame);
	assert_int_equal(g_bytes_get_size(third->frame), 3);
	assert_memory_equal(g_bytes_get_data(third->frame, NULL), "\x05\x00\xff", 3);
	assert_int_equal(third->load->from_round, 9);
	assert_int_equal(third->load->n, 3);
	assert_true(sabot_spool_remove(&spool, NULL));
	g_ptr_array_unref(back);
	back = read_spool(&spool);
	assert_int_equal(back->len, 0);
	sabot_spool_clear(&spool);
}

static void
test_torn_end_is_left_out_and_cut_off(void **state)
{
	const struct fixture *fixture = *state;
	g_autoptr(GPtrArray) records = make_records("T", 1, 2);
	g_autoptr(GPtrArray) more = make_records("T", 3, 3);
	g_autoptr(GPtrArray) back = NULL;
	struct sabot_spool spool;

	sabot_spool_init(&spool, fixture->directory);
	assert_true(sabot_spool_append(&spool, records, NULL));
	add_to_file(spool.path, "{\"seq\":3,\"tab");
	back = read_spool(&spool);
	assert_int_equal(back->len, 2);
	g_clear_pointer(&back, g_ptr_array_unref);
	sabot_spool_clear(&spool);

	sabot_spool_init(&spool, fixture->directory);
	assert_true(sabot_spool_append(&spool, more, NULL));
	back = read_spool(&spool);
	assert_int_equal(back->len, 3);
	sabot_spool_clear(&spool);
}

/* An earlier program's file, without seals: what can be read is, and the rest is named. */
static void
test_bad_line_is_named(void **state)
{
	const struct fixture *fixture = *state;
	g_autoptr(GPtrArray) records = make_records("T", 1, 3);
	struct sabot_spool_content *content;
	struct sabot_spool spool;
	g_autofree char *line = NULL;

	sabot_spool_init(&spool, fixture->directory);
	for (guint i = 0; i < records->len; i++) {
		json_t *json = sabot_log_record_to_json(g_ptr_array_index(records, i));

		line = json_dumps(json, JSON_COMPACT);
		add_to_file(spool.path, line);
		add_to_file(spool.path, i == 1 ? "\n{\"seq\":\"three\"}\n" : "\n");
		free(g_steal_pointer(&line));
		json_decref(json);
	}
	content = sabot_spool_load(&spool);
	assert_int_equal(content->records->len, 2);
	assert_int_equal(content->behind->len, 1);
	assert_int_equal(content->bad_line, 3);
	assert_non_null(content->why);
	sabot_spool_content_free(content);
	spool.trust.is_open = false;
	content = sabot_spool_load(&spool);
	assert_int_equal(content->records->len + content->behind->len, 0);
	assert_int_equal(content->bad_line, 1);
	sabot_spool_content_free(content);
	sabot_spool_clear(&spool);
}

/* Each byte of a signed file in turn is another: no record comes out that did not go in. */
static void
test_no_byte_changes_unseen(void **state)
{
	const struct fixture *fixture = *state;
	g_autofree char *key_path = g_build_filename(fixture->directory, "key", NULL);
	struct sabot_key *key = sabot_key_create(key_path, "house", NULL);
	g_autofree char *text = NULL;
	struct sabot_spool spool;
	gsize n_bytes;

	sabot_spool_init(&spool, fixture->directory);
	spool.trust = (struct sabot_spool_trust){.key = key};
	for (int i = 1; i <= 3; i++) {
		g_autoptr(GPtrArray) one = make_records("T", i, i);

		assert_true(sabot_spool_append(&spool, one, NULL));
	}
	assert_true(g_file_get_contents(spool.path, &text, &n_bytes, NULL));
	for (gsize i = 0; i < n_bytes; i++) {
		struct sabot_spool_content *content;

		text[i] ^= 1;
		content = sabot_spool_parse(text, n_bytes, &spool.trust);
		text[i] ^= 1;
		assert_true(content->records->len + content->behind->len <= 3);
		/* The end is as what a crash leaves: not acknowledged. */
		if (!content->why)
			assert_int_equal(content->records->len, 2);
		for (guint j = 0; j < content->records->len; j++) {
			struct sabot_log_record *record = g_ptr_array_index(content->records, j);

			assert_int_equal(record->seq, j + 1);
		}
		sabot_spool_content_free(content);
	}
	sabot_spool_clear(&spool);
	sabot_key_free(key);
}

static void
test_full_disk_leaves_whole_lines(void **state)
{
	const struct fixture *fixture = *state;
	g_autoptr(GPtrArray) few = make_records("T", 1, 2);
	g_autoptr(GPtrArray) many = make_records("T", 3, 400);
	g_autoptr(GPtrArray) back = NULL;
	g_autoptr(GError) error = NULL;
	struct rlimit before, small;
	struct sabot_spool spool;

	signal(SIGXFSZ, SIG_IGN);
	assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
	small = (struct rlimit){.rlim_cur = 16384, .rlim_max = before.rlim_max};
	sabot_spool_init(&spool, fixture->directory);
	assert_true(sabot_spool_append(&spool, few, NULL));
	assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
	assert_false(sabot_spool_append(&spool, many, &error));
	assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
	assert_true(g_error_matches(error, SABOT_STORE_ERROR, SABOT_STORE_ERROR_SPOOL));
	back = read_spool(&spool);
	assert_int_equal(back->len, 2);
	g_clear_pointer(&back, g_ptr_array_unref);
	assert_true(sabot_spool_append(&spool, many, NULL));
	back = read_spool(&spool);
	assert_int_equal(back->len, 400);
	sabot_spool_clear(&spool);
}

/* Cutting back fails, too: the next record is not glued to the torn one, and none taken twice. */
static void
test_torn_line_that_could_not_be_cut_back(void **state)
{
	const struct fixture *fixture = *state;
	g_autoptr(GPtrArray) first = make_records("T", 1, 2);
	g_autoptr(GPtrArray) again = make_records("T", 2, 4);
	g_autoptr(GPtrArray) back = NULL;
	struct sabot_db *db = open_db(fixture, SABOT_DB_WRITER);
	struct sabot_spool spool;

	sabot_spool_init(&spool, fixture->directory);
	assert_true(sabot_spool_append(&spool, first, NULL));
	add_to_file(spool.path, "{\"seq\":3,\"tab"); /* by the same, still open spool */
	assert_true(sabot_spool_append(&spool, again, NULL));
	back = read_spool(&spool);
	assert_int_equal(back->len, 5);
	assert_true(sabot_log_append(db, back, NULL));
	assert_int_equal(count_events(db, "T"), 4);
	sabot_spool_clear(&spool);
	sabot_db_close(db);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, fixture_setup, fixture_teardown)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_round_trip),
		TEST(test_torn_end_is_left_out_and_cut_off),
		TEST(test_bad_line_is_named),
		TEST(test_no_byte_changes_unseen),
		TEST(test_full_disk_leaves_whole_lines),
		TEST(test_torn_line_that_could_not_be_cut_back),
	};

	return cmocka_run_group_tests_name("store-spool", tests, NULL, NULL);
}
