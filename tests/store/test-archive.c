/*
 * Archives: what moves and what stays, the proof of each file and of what binds them, what the
 * triggers allow to be deleted, and what is found when a row about archives is tampered with.
 */
#include "archive-house.h"
#include "store/files/archive-file.h"
#include "store/keys/hex.h"
#include "store/proof/seal.h"
#include "store/proof/verify-db.h"
#include "store/db/db-open.h"
#include "store/db/shrink.h"
#include "store/log/log.h"
#include "store/log/archive.h"
#include "store/keys/key-find.h"

#include <glib/gstdio.h>
#include <string.h>

static int64_t
number(struct house *house, const char *sql)
{
	sqlite3_stmt *statement;
	int64_t value;

	assert_int_equal(sqlite3_prepare_v2(house->db->handle, sql, -1, &statement, NULL),
			 SQLITE_OK);
	assert_int_equal(sqlite3_step(statement), SQLITE_ROW);
	value = sqlite3_column_int64(statement, 0);
	sqlite3_finalize(statement);
	return value;
}

static bool
runs(struct house *house, const char *sql)
{
	return sqlite3_exec(house->db->handle, sql, NULL, NULL, NULL) == SQLITE_OK;
}

/* The word for what is wrong with these files, one after the other; `key` may be NULL. */
static const char *
prove(struct house *house, const char *const *paths)
{
	g_autoptr(GPtrArray) keys = g_ptr_array_new();
	g_autoptr(GError) error = NULL;
	struct sabot_verify *verify;
	const char *word;

	g_ptr_array_add(keys, house->key);
	verify = sabot_verify_new(keys, NULL, &error);
	for (; *paths; paths++) {
		struct sabot_db *db = sabot_db_open(*paths, SABOT_DB_FILE, &error);
		struct sabot_chain_hash digest = {0};

		if (!db || !sabot_verify_db(db, verify, &error) ||
		    !sabot_archive_digest(*paths, &digest, &error))
			fail_msg("%s", error->message);
		sabot_verify_note_file(verify, digest);
		sabot_db_close(db);
	}
	word = sabot_verify_fault_to_string(sabot_verify_finish(verify)->fault);
	sabot_verify_free(verify);
	return word;
}

#define PROVE(house, ...) prove(house, (const char *const[]){__VA_ARGS__, NULL})

/* Two tables: one is dealt on with new parts, one has rested since its first load. */
static void
deal_days(struct house *house)
{
	house_deal(house, "PB-01", 5, 1);
	house_deal(house, "PB-02", 3, 1);
	house_seal(house);
	house_deal(house, "PB-01", 4, 2);
	house_seal(house);
	house_deal(house, "PB-01", 2, 0);
	house_seal(house);
}

static void
test_moves(void **state)
{
	struct house *house = *state;
	const char *live = house->fixture->path;
	g_autofree char *first = NULL, *second = NULL;

	deal_days(house);
	first = house_archive(house);
	/* Of PB-01 part 1 went, part 2 is kept; of PB-02 nothing can be given up. */
	assert_int_equal(number(house, "SELECT min(n) FROM event WHERE log_id = 1"), 6);
	assert_int_equal(number(house, "SELECT count(*) FROM event WHERE log_id = 2"), 3);
	assert_int_equal(number(house, "SELECT count(*) FROM load"), 2);
	assert_int_equal(number(house, "SELECT count(*) FROM part"), 2);
	assert_int_equal(number(house, "SELECT min(number) FROM checkpoint"), 3);
	assert_string_equal(PROVE(house, first), "intact");
	assert_string_equal(PROVE(house, live), "intact");
	assert_string_equal(PROVE(house, first, live), "intact");
	house_deal(house, "PB-03", 2, 1);
	house_deal(house, "PB-01", 3, 3);
	house_seal(house);
	second = house_archive(house);
	assert_int_equal(number(house, "SELECT min(n) FROM event WHERE log_id = 1"), 12);
	/* The house log continues with what it said to carry over; PB-03 is whole. */
	assert_int_equal(number(house, "SELECT min(n) FROM event WHERE log_id = 3"), 2);
	assert_int_equal(number(house, "SELECT min(n) FROM event WHERE log_id = 4"), 1);
	assert_string_equal(PROVE(house, second), "intact");
	assert_string_equal(PROVE(house, first, second, live), "intact");
	assert_string_equal(PROVE(house, first, live), "gap");
	assert_string_equal(PROVE(house, second, first), "gap");
	assert_string_equal(PROVE(house, live, live), "gap");
}

/* Before the rows are gone, while they go, and after: the file is proven, and reads the same. */
static void
test_sweep_in_pieces(void **state)
{
	struct house *house = *state;
	struct sabot_archive *made;
	bool is_more = true;
	int n_turns = 0;

	deal_days(house);
	made = house_make(house);
	house_record(house, made);
	for (; is_more; n_turns++) {
		struct sabot_log_load load;

		assert_string_equal(PROVE(house, house->fixture->path), "intact");
		assert_false(sabot_log_get_load(house->db, "PB-01", 1, &load, NULL));
		assert_null(sabot_log_get_part(house->db, "PB-01", 1, NULL));
		assert_true(sabot_archive_sweep(house->db, 1, &is_more, NULL));
	}
	assert_true(n_turns > 5);
	assert_int_equal(number(house, "SELECT min(n) FROM event WHERE log_id = 1"), 6);
	house_deal(house, "PB-01", 1, 0);
	assert_string_equal(PROVE(house, house->fixture->path), "intact");
	sabot_archive_free(made);
}

static void
measure(const struct house *house, struct sabot_shrink_room *ret_room)
{
	g_autoptr(GError) error = NULL;

	if (!sabot_shrink_measure(house->db, ret_room, &error))
		fail_msg("%s", error->message);
}

/* What was removed is no longer part of the file, in steps; an earlier program's stays as long. */
static void
test_gives_back(void **state)
{
	struct house *house = *state;
	struct sabot_shrink_room room;
	struct sabot_archive *made;
	int64_t before;

	deal_days(house);
	house_deal(house, "PB-01", 300, 3);
	house_seal(house);
	house_deal(house, "PB-01", 1, 4);
	house_seal(house);
	before = number(house, "PRAGMA page_count");
	made = house_make(house);
	house_record(house, made);
	house_sweep(house, 500);
	measure(house, &room);
	assert_true(room.is_given_back);
	assert_int_equal(room.free_bytes, 0);
	assert_true(number(house, "PRAGMA page_count") < before);
	assert_string_equal(PROVE(house, house->fixture->path), "intact");
	sabot_archive_free(made);
}

/* Likewise of a file that was made without, and then written again. */
static void
test_writes_again(void **state)
{
	struct house *house = *state;
	struct sabot_shrink_room room;
	struct sabot_archive *made;
	g_autoptr(GError) error = NULL;

	deal_days(house);
	house_deal(house, "PB-01", 300, 3);
	house_deal(house, "PB-01", 1, 4);
	house_seal(house);
	assert_int_equal(sqlite3_exec(house->db->handle, "PRAGMA auto_vacuum = NONE; VACUUM", NULL,
				      NULL, NULL),
			 SQLITE_OK);
	made = house_make(house);
	house_record(house, made);
	house_sweep(house, 500);
	measure(house, &room);
	assert_false(room.is_given_back);
	assert_true(room.free_bytes > 20000);
	if (!sabot_shrink_all(house->db, &error))
		fail_msg("%s", error->message);
	measure(house, &room);
	assert_true(room.is_given_back);
	assert_int_equal(room.free_bytes, 0);
	assert_string_equal(PROVE(house, house->fixture->path), "intact");
	sabot_archive_free(made);
}

/* The triggers let go what is archived and may be given up, and nothing else. */
static void
test_nothing_else_is_deleted(void **state)
{
	static const char *const refused[] = {
		"DELETE FROM event WHERE log_id = 1 AND n = 6",
		"DELETE FROM event WHERE log_id = 2",
		"DELETE FROM load WHERE log_id = 1 AND load = 2",
		"DELETE FROM part WHERE log_id = 1 AND part = 2",
		"DELETE FROM checkpoint WHERE number = 3",
		"DELETE FROM archive",
		"DELETE FROM anchor",
		"UPDATE archive SET seq = seq + 1",
		"UPDATE anchor SET from_n = from_n + 1",
		"INSERT INTO archive SELECT 3, at_us, seq, checkpoint, file, note FROM archive",
		"INSERT INTO anchor SELECT 2, log_id, from_n, from_hash FROM anchor",
		"INSERT INTO archive_file VALUES (1, 1)",
		"UPDATE origin SET unchained_seq = 1",
	};
	struct house *house = *state;
	struct sabot_archive *made;

	deal_days(house);
	assert_false(runs(house, "DELETE FROM event WHERE log_id = 1 AND n = 1"));
	assert_false(runs(house, "DELETE FROM checkpoint WHERE number = 1"));
	made = house_make(house);
	assert_false(runs(house, "DELETE FROM event WHERE log_id = 1 AND n = 1"));
	house_record(house, made);
	for (size_t i = 0; i < G_N_ELEMENTS(refused); i++) {
		if (runs(house, refused[i]))
			fail_msg("%s", refused[i]);
	}
	house_sweep(house, 100);
	assert_string_equal(PROVE(house, house->fixture->path), "intact");
	sabot_archive_free(made);
}

/* A second archive that is not the next one, or of another database, is not recorded. */
static void
test_only_the_next(void **state)
{
	struct house *house = *state;
	g_autoptr(GError) error = NULL;
	struct sabot_archive *made;

	deal_days(house);
	made = house_make(house);
	house_record(house, made);
	made->number = 2;
	assert_true(sqlite3_exec(house->db->handle, "BEGIN", NULL, NULL, NULL) == SQLITE_OK);
	assert_false(sabot_archive_put(house->db, made, &error));
	assert_true(g_error_matches(error, SABOT_STORE_ERROR, SABOT_STORE_ERROR_REFUSED));
	assert_true(runs(house, "ROLLBACK"));
	sabot_archive_free(made);
}

static void
test_nothing_is_old_enough(void **state)
{
	struct house *house = *state;
	const struct sabot_archive_wish wish = {
		.dir = house->fixture->directory, .before_us = 1, .key = house->key};
	g_autoptr(GError) error = NULL;

	assert_null(house_make(house));
	deal_days(house);
	assert_null(sabot_archive_make(house->db, &wish, &error));
	assert_null(error);
}

/* That a file with the text is kept beside the one of that name. */
static bool
has_aside(const struct house *house, const char *name, const char *text)
{
	g_autoptr(GDir) dir = g_dir_open(house->fixture->directory, 0, NULL);
	g_autofree char *start = g_strconcat(name, ".", NULL);
	const char *one;
	bool is_there = false;

	while ((one = g_dir_read_name(dir))) {
		g_autofree char *path = g_build_filename(house->fixture->directory, one, NULL);
		g_autofree char *content = NULL;

		is_there |= g_str_has_prefix(one, start) &&
			    g_file_get_contents(path, &content, NULL, NULL) &&
			    strcmp(content, text) == 0;
	}
	return is_there;
}

/* A complete file of a run that was interrupted is taken; another one is kept beside. */
static void
test_goes_on(void **state)
{
	struct house *house = *state;
	const struct sabot_archive_wish wish = {
		.dir = house->fixture->directory,
		.before_us = g_get_real_time() + G_USEC_PER_SEC,
		.house_seq = INT64_MAX,
		.key = house->key,
	};
	struct sabot_archive *made, *again;
	g_autofree char *path = NULL;
	g_autoptr(GError) error = NULL;
	struct sabot_chain_hash one, other;

	deal_days(house);
	made = house_make(house);
	path = g_build_filename(house->fixture->directory, made->file, NULL);
	assert_true(sabot_archive_digest(path, &one, NULL));
	house_deal(house, "PB-01", 2, 3);
	house_seal(house);
	again = house_make(house);
	assert_true(sabot_archive_digest(path, &other, NULL));
	assert_true(sabot_chain_is_equal(one, other));
	house_record(house, again);
	house_sweep(house, 10);
	assert_string_equal(PROVE(house, path, house->fixture->path), "intact");
	sabot_archive_free(made);
	sabot_archive_free(again);
	g_clear_pointer(&path, g_free);
	path = g_build_filename(house->fixture->directory, "sabot-archive-000002.db", NULL);
	assert_true(g_file_set_contents(path, "precious", -1, NULL));
	house_deal(house, "PB-01", 3, 4);
	house_seal(house);
	made = sabot_archive_make(house->db, &wish, &error);
	assert_non_null(made);
	assert_null(error);
	assert_true(has_aside(house, made->file, "precious"));
	sabot_archive_free(made);
}

/* Each column of the rows about archives, and the rows themselves. */
static void
test_tampered(void **state)
{
	static const struct {
		const char *sql, *verdict;
	} cases[] = {
		{"UPDATE archive SET number = 5", "anchor"},
		{"UPDATE archive SET at_us = at_us + 1", "anchor"},
		{"UPDATE archive SET seq = seq - 1", "anchor"},
		{"UPDATE archive SET checkpoint = checkpoint - 1", "anchor"},
		{"UPDATE archive SET note = replace(note, 'seq ', 'seq 1')", "anchor"},
		{"UPDATE anchor SET from_n = from_n + 1 WHERE log_id = 1", "anchor"},
		{"UPDATE anchor SET from_n = from_n - 1 WHERE log_id = 1", "anchor"},
		{"UPDATE anchor SET from_hash = randomblob(32) WHERE log_id = 1", "anchor"},
		{"DELETE FROM anchor WHERE log_id = 2", "anchor"},
		{"UPDATE anchor SET log_id = 7 WHERE log_id = 2", "anchor"},
		{"DELETE FROM anchor; DELETE FROM archive", "missing"},
		{"UPDATE checkpoint SET at_us = at_us + 1 WHERE number = 3", "checkpoint"},
		{"DELETE FROM checkpoint WHERE number = 3", "checkpoint"},
		{"UPDATE event SET at_us = 7 WHERE log_id = 1 AND n = 6", "changed"},
		{"DELETE FROM event WHERE log_id = 2 AND n = 3", "missing"},
		{"DELETE FROM event WHERE log_id = 1 AND n = 6", "missing"},
		{"UPDATE log SET created_us = 7 WHERE id = 1", "changed"},
		{"INSERT INTO archive_file VALUES (1, 2)", "anchor"},
	};
	struct house *house = *state;
	g_autofree char *first = NULL;
	g_autofree char *pristine = NULL;
	gsize n_bytes;

	deal_days(house);
	first = house_archive(house);
	assert_true(runs(house, "PRAGMA wal_checkpoint(TRUNCATE)"));
	assert_true(g_file_get_contents(house->fixture->path, &pristine, &n_bytes, NULL));
	for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
		g_autofree char *copy =
			g_build_filename(house->fixture->directory, "copy.db", NULL);
		g_autoptr(GString) drop = g_string_new(NULL);
		const char *verdict;
		sqlite3_stmt *list;
		sqlite3 *handle;

		assert_true(g_file_set_contents(copy, pristine, (gssize)n_bytes, NULL));
		assert_int_equal(sqlite3_open(copy, &handle), SQLITE_OK);
		sqlite3_exec(handle, "PRAGMA journal_mode = DELETE", NULL, NULL, NULL);
		sqlite3_prepare_v2(handle, "SELECT name FROM sqlite_schema WHERE type = 'trigger'",
				   -1, &list, NULL);
		while (sqlite3_step(list) == SQLITE_ROW)
			g_string_append_printf(drop, "DROP TRIGGER %s;",
					       (const char *)sqlite3_column_text(list, 0));
		sqlite3_finalize(list);
		assert_int_equal(sqlite3_exec(handle, drop->str, NULL, NULL, NULL), SQLITE_OK);
		assert_int_equal(sqlite3_exec(handle, cases[i].sql, NULL, NULL, NULL), SQLITE_OK);
		sqlite3_close(handle);
		verdict = PROVE(house, copy);
		if (strcmp(verdict, cases[i].verdict) != 0)
			fail_msg("%s: %s, not %s", cases[i].sql, verdict, cases[i].verdict);
	}
}

/* Another key's signature, and a file that is not the one that was signed. */
static void
test_other_key_and_file(void **state)
{
	struct house *house = *state;
	const char *live = house->fixture->path;
	g_autofree char *first = NULL;
	g_autofree char *path = g_build_filename(house->fixture->directory, "other.key", NULL);
	struct sabot_key *own = house->key;
	sqlite3 *handle;

	deal_days(house);
	first = house_archive(house);
	house->key = sabot_key_create(path, "other", NULL);
	assert_string_equal(PROVE(house, first), "signature");
	assert_string_equal(PROVE(house, live), "signature");
	sabot_key_free(house->key);
	house->key = own;
	assert_int_equal(sqlite3_open(first, &handle), SQLITE_OK);
	assert_int_equal(sqlite3_exec(handle, "PRAGMA application_id = 7", NULL, NULL, NULL),
			 SQLITE_OK);
	sqlite3_close(handle);
	assert_string_equal(PROVE(house, first), "intact");
	assert_string_equal(PROVE(house, first, live), "gap");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_moves, house_setup, house_teardown),
		cmocka_unit_test_setup_teardown(test_sweep_in_pieces, house_setup, house_teardown),
		cmocka_unit_test_setup_teardown(test_gives_back, house_setup, house_teardown),
		cmocka_unit_test_setup_teardown(test_writes_again, house_setup, house_teardown),
		cmocka_unit_test_setup_teardown(test_nothing_else_is_deleted, house_setup,
						house_teardown),
		cmocka_unit_test_setup_teardown(test_only_the_next, house_setup, house_teardown),
		cmocka_unit_test_setup_teardown(test_nothing_is_old_enough, house_setup,
						house_teardown),
		cmocka_unit_test_setup_teardown(test_goes_on, house_setup, house_teardown),
		cmocka_unit_test_setup_teardown(test_tampered, house_setup, house_teardown),
		cmocka_unit_test_setup_teardown(test_other_key_and_file, house_setup,
						house_teardown),
	};

	return cmocka_run_group_tests_name("store-archive", tests, NULL, NULL);
}
