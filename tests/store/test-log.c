/*
 * The logs: appended without holes, read back as they were, never changed.
 */
#include "store-fixture.h"
#include "store/db/db-open.h"
#include "store/log/log.h"

#include <string.h>

static void
append(struct sabot_db *db, GPtrArray *records)
{
	g_autoptr(GError) error = NULL;

	if (!sabot_log_append(db, records, &error))
		fail_msg("%s", error->message);
}

static void
test_append_and_read_back(void **state)
{
	struct sabot_db *db = open_db(*state, SABOT_DB_WRITER);
	g_autoptr(GPtrArray) records = make_records("PB-01", 1, 300);
	int64_t last_seq;

	append(db, records);
	assert_int_equal(count_events(db, "PB-01"), 300);
	assert_int_equal(count_events(db, "PB-02"), 0);
	assert_true(sabot_log_last_seq(db, &last_seq, NULL));
	assert_int_equal(last_seq, 300);
	sabot_db_close(db);
}

static void
test_two_tables_have_their_own_numbers(void **state)
{
	struct sabot_db *db = open_db(*state, SABOT_DB_WRITER);
	g_autoptr(GPtrArray) records = g_ptr_array_new_with_free_func(sabot_log_record_unref);

	for (int64_t n = 1; n <= 20; n++) {
		g_ptr_array_add(records, make_record("A", 2 * n - 1, n));
		g_ptr_array_add(records, make_record("B", 2 * n, n));
	}
	append(db, records);
	assert_int_equal(count_events(db, "A"), 20);
	assert_int_equal(count_events(db, "B"), 20);
	sabot_db_close(db);
}

static void
test_hole_is_refused_whole(void **state)
{
	static const int64_t holes[][2] = {{5, 4}, {4, 5}, {5, 5}, {4, 3}};
	struct sabot_db *db = open_db(*state, SABOT_DB_WRITER);
	g_autoptr(GPtrArray) first = make_records("T", 1, 3);

	append(db, first);
	for (size_t i = 0; i < G_N_ELEMENTS(holes); i++) {
		g_autoptr(GPtrArray) records =
			g_ptr_array_new_with_free_func(sabot_log_record_unref);
		g_autoptr(GError) error = NULL;

		g_ptr_array_add(records, make_record("T", holes[i][0], holes[i][1]));
		assert_false(sabot_log_append(db, records, &error));
		assert_true(g_error_matches(error, SABOT_STORE_ERROR, SABOT_STORE_ERROR_REFUSED));
		assert_non_null(strstr(error->message, "not the next one"));
	}
	assert_int_equal(count_events(db, "T"), 3);
	sabot_db_close(db);
}

static void
test_failed_batch_leaves_nothing(void **state)
{
	struct sabot_db *db = open_db(*state, SABOT_DB_WRITER);
	g_autoptr(GPtrArray) records = make_records("T", 1, 5);
	struct sabot_log_record *bad = g_ptr_array_index(records, 4);

	g_free(bad->line);
	bad->line = g_strdup("{\"ev\":");
	assert_false(sabot_log_append(db, records, NULL));
	assert_int_equal(count_events(db, "T"), 0);
	sabot_db_close(db);
}

static void
test_appending_again_adds_only_the_new(void **state)
{
	struct sabot_db *db = open_db(*state, SABOT_DB_WRITER);
	g_autoptr(GPtrArray) some = make_records("T", 1, 10);
	g_autoptr(GPtrArray) more = make_records("T", 1, 15);

	append(db, some);
	append(db, more);
	assert_int_equal(count_events(db, "T"), 15);
	sabot_db_close(db);
}

static void
test_nothing_can_be_changed(void **state)
{
	static const char *const attempts[] = {
		"UPDATE event SET line = '{}' WHERE seq = 1",
		"DELETE FROM event WHERE seq = 3",
		"INSERT OR REPLACE INTO event (seq, log_id, n, at_us, ev, line) "
		"VALUES (1, 1, 1, 0, 'card', '{}')",
		"INSERT INTO event (seq, log_id, n, at_us, ev, line) "
		"VALUES (4, 99, 1, 0, 'card', '{}')",
		"INSERT INTO event (seq, log_id, n, at_us, ev, line) "
		"VALUES (4, 1, 4, 'noon', 'card', '{}')",
		"UPDATE part SET rules = 'other'",
		"DELETE FROM part",
		"UPDATE load SET from_round = 0",
		"DELETE FROM load",
		"UPDATE log SET name = 'other'",
		"DELETE FROM log",
	};
	struct sabot_db *db = open_db(*state, SABOT_DB_WRITER);
	g_autoptr(GPtrArray) records = make_records("T", 1, 3);
	struct sabot_log_record *first = g_ptr_array_index(records, 0);

	first->load = g_new0(struct sabot_log_load, 1);
	*first->load = (struct sabot_log_load){.load = 1, .n = 1, .part = 1};
	append(db, records);
	for (size_t i = 0; i < G_N_ELEMENTS(attempts); i++) {
		if (sqlite3_exec(db->handle, attempts[i], NULL, NULL, NULL) == SQLITE_OK)
			fail_msg("accepted: %s", attempts[i]);
	}
	assert_int_equal(count_events(db, "T"), 3);
	sabot_db_close(db);
}

static void
test_state_of_a_log(void **state)
{
	struct sabot_db *db = open_db(*state, SABOT_DB_WRITER);
	g_autoptr(GPtrArray) records = make_records("T", 1, 3);
	struct sabot_log_record *second = g_ptr_array_index(records, 1);
	struct sabot_log_state log;

	assert_true(sabot_log_get_state(db, "T", &log, NULL));
	assert_int_equal(log.last_n, 0);
	assert_null(log.part);
	sabot_log_state_clear(&log);

	second->frame = g_bytes_new_static("\x05\x31\x44\x81\xb8\x03\x34\x46", 8);
	second->frame_at_us = 77;
	append(db, records);
	assert_true(sabot_log_get_state(db, "T", &log, NULL));
	assert_int_equal(log.last_n, 3);
	assert_string_equal(log.part->rules, "punto-banco-es");
	assert_int_equal(g_bytes_get_size(log.frame), 8);
	assert_memory_equal(g_bytes_get_data(log.frame, NULL), "\x05\x31\x44\x81\xb8\x03\x34\x46",
			    8);
	assert_int_equal(log.frame_at_us, 77);
	sabot_log_state_clear(&log);
	sabot_db_close(db);
}

static void
test_loads_and_parts_are_found(void **state)
{
	struct sabot_db *db = open_db(*state, SABOT_DB_WRITER);
	g_autoptr(GPtrArray) records = make_records("T", 1, 10);
	struct sabot_log_record *sixth = g_ptr_array_index(records, 5);
	struct sabot_log_part *part = sabot_log_part_new("blackjack-es", "decks=4\n");
	struct sabot_log_load load = {0};

	part->part = 2;
	part->from_n = 6;
	part->from_load = 1;
	part->from_round = 40;
	part->from_incident = 7;
	sixth->part = part;
	sixth->load = g_new0(struct sabot_log_load, 1);
	*sixth->load = (struct sabot_log_load){
		.load = 2, .n = 6, .part = 2, .from_round = 40, .from_incident = 7};
	append(db, records);

	assert_true(sabot_log_get_load(db, "T", 2, &load, NULL));
	assert_int_equal(load.n, 6);
	assert_int_equal(load.part, 2);
	assert_int_equal(load.from_round, 40);
	assert_int_equal(load.from_incident, 7);
	assert_false(sabot_log_get_load(db, "T", 3, &load, NULL));
	part = sabot_log_get_part(db, "T", 2, NULL);
	assert_string_equal(part->overrides, "decks=4\n");
	assert_int_equal(part->from_n, 6);
	sabot_log_part_free(part);
	assert_null(sabot_log_get_part(db, "T", 3, NULL));
	sabot_db_close(db);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, fixture_setup, fixture_teardown)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_append_and_read_back),
		TEST(test_two_tables_have_their_own_numbers),
		TEST(test_hole_is_refused_whole),
		TEST(test_failed_batch_leaves_nothing),
		TEST(test_appending_again_adds_only_the_new),
		TEST(test_nothing_can_be_changed),
		TEST(test_state_of_a_log),
		TEST(test_loads_and_parts_are_found),
	};

	return cmocka_run_group_tests_name("store-log", tests, NULL, NULL);
}
