/*
 * What SQLite drops of a write-ahead log is seen: each flipped bit, and each end within a frame.
 * A log that a killed program leaves is whole, also with an earlier round's frames behind its own.
 */
#include "store-fixture.h"
#include "store/db/wal.h"

#include <stdlib.h>
#include <string.h>

enum { TEST_STEP_BYTES = 61, TEST_FRAME_BYTES = 24 + 512, TEST_HEADER_BYTES = 32 };

static bool
is_cut(const char *bytes, size_t n_bytes)
{
	FILE *file = fmemopen((void *)bytes, n_bytes, "r");
	bool is_cut = sabot_wal_is_cut(file);

	fclose(file);
	return is_cut;
}

static void
run(sqlite3 *handle, const char *sql)
{
	assert_int_equal(sqlite3_exec(handle, sql, NULL, NULL, NULL), SQLITE_OK);
}

/* The log beside a database that is open, after `sql`. Transferred. */
static char *
make_log(const struct fixture *fixture, const char *sql, size_t *ret_n_bytes)
{
	g_autofree char *path = g_strconcat(fixture->path, "-wal", NULL);
	sqlite3 *handle;
	char *bytes;

	assert_int_equal(sqlite3_open(fixture->path, &handle), SQLITE_OK);
	run(handle, "PRAGMA page_size = 512; PRAGMA journal_mode = WAL; CREATE TABLE t (x)");
	run(handle, sql);
	assert_true(g_file_get_contents(path, &bytes, ret_n_bytes, NULL));
	sqlite3_close(handle);
	return bytes;
}

static void
test_whole(void **state)
{
	size_t n_bytes;
	g_autofree char *log =
		make_log(*state, "INSERT INTO t VALUES (1); INSERT INTO t VALUES (2)", &n_bytes);

	assert_false(is_cut(log, n_bytes));
	/* What was not committed any more. */
	assert_false(is_cut(log, n_bytes - TEST_FRAME_BYTES));
	assert_false(is_cut(log, TEST_HEADER_BYTES));
}

static void
test_an_earlier_round_is_none_of_it(void **state)
{
	size_t n_bytes;
	g_autofree char *log = make_log(*state,
					"INSERT INTO t VALUES (zeroblob(9000));"
					"PRAGMA wal_checkpoint(RESTART); INSERT INTO t VALUES (1)",
					&n_bytes);

	assert_true(n_bytes > 10 * TEST_FRAME_BYTES);
	assert_false(is_cut(log, n_bytes));
}

static void
test_each_bit_counts(void **state)
{
	size_t n_bytes;
	g_autofree char *log =
		make_log(*state, "INSERT INTO t VALUES (1); INSERT INTO t VALUES (2)", &n_bytes);

	for (size_t i = 0; i < n_bytes; i += i < 2 * TEST_FRAME_BYTES ? 1 : TEST_STEP_BYTES) {
		log[i] ^= 4;
		if (!is_cut(log, n_bytes))
			fail_msg("byte %zu of %zu", i, n_bytes);
		log[i] ^= 4;
	}
}

static bool
has_lost(const char *bytes, size_t n_bytes)
{
	FILE *file = fmemopen((void *)bytes, n_bytes, "r");
	bool has_lost = sabot_wal_has_lost(file);

	fclose(file);
	return has_lost;
}

/* Each row is a transaction of one frame. */
static void
test_what_was_on_the_disk_is_lost(void **state)
{
	size_t n_bytes, n_frames, n_last;
	g_autofree char *log = make_log(*state,
					"INSERT INTO t VALUES (1); INSERT INTO t VALUES (2);"
					"INSERT INTO t VALUES (3); INSERT INTO t VALUES (4)",
					&n_bytes);

	n_frames = (n_bytes - TEST_HEADER_BYTES) / TEST_FRAME_BYTES;
	assert_true(n_frames >= 5);
	n_last = n_bytes - TEST_FRAME_BYTES;
	assert_false(has_lost(log, n_bytes));
	for (size_t i = 0; i < n_bytes; i += i < TEST_HEADER_BYTES ? 1 : 7) {
		log[i] ^= 4;
		if (i < TEST_HEADER_BYTES + (n_frames - 3) * TEST_FRAME_BYTES)
			assert_true(has_lost(log, n_bytes));
		if (i >= n_last)
			assert_false(has_lost(log, n_bytes));
		assert_false(has_lost(log, i));
		log[i] ^= 4;
	}
}

/* A header that is torn while a round begins has the salts of no frame behind it. */
static void
test_a_torn_header_is_no_loss(void **state)
{
	size_t n_bytes;
	g_autofree char *log = make_log(*state,
					"INSERT INTO t VALUES (1); INSERT INTO t VALUES (2);"
					"INSERT INTO t VALUES (3)",
					&n_bytes);

	for (int i = TEST_HEADER_BYTES / 2; i < TEST_HEADER_BYTES; i++)
		log[i] ^= 4;
	assert_true(is_cut(log, n_bytes));
	assert_false(has_lost(log, n_bytes));
	memset(log, 0, TEST_HEADER_BYTES);
	assert_false(has_lost(log, n_bytes));
}

/* A power cut may leave any part of the last transaction, but nothing behind it. */
static void
test_a_torn_transaction_is_no_loss(void **state)
{
	size_t n_bytes;
	g_autofree char *log =
		make_log(*state, "INSERT INTO t VALUES (1); INSERT INTO t VALUES (zeroblob(5000))",
			 &n_bytes);

	for (size_t i = n_bytes - 8 * TEST_FRAME_BYTES; i + 512 < n_bytes; i += 7) {
		char kept[512];

		memcpy(kept, log + i, sizeof(kept));
		memset(log + i, 0, sizeof(kept));
		assert_false(has_lost(log, n_bytes));
		memcpy(log + i, kept, sizeof(kept));
	}
}

/* The log of a copy of the database and its log, continued by `sql`. Transferred. */
static char *
continue_copy(const struct fixture *fixture, const char *log, size_t n_log, const char *sql,
	      size_t *ret_n_bytes)
{
	g_autofree char *path = g_strconcat(fixture->path, "-copy", NULL), *database = NULL;
	g_autofree char *wal = g_strconcat(path, "-wal", NULL);
	size_t n_database;
	sqlite3 *handle;
	char *bytes;

	assert_true(g_file_get_contents(fixture->path, &database, &n_database, NULL));
	assert_true(g_file_set_contents(path, database, (gssize)n_database, NULL));
	assert_true(g_file_set_contents(wal, log, (gssize)n_log, NULL));
	assert_int_equal(sqlite3_open(path, &handle), SQLITE_OK);
	run(handle, sql);
	assert_true(g_file_get_contents(wal, &bytes, ret_n_bytes, NULL));
	sqlite3_close(handle);
	return bytes;
}

/*
 * A disk fails twice: each time SQLite takes the transaction back and writes the next, shorter one
 * over it. What sticks out of them ends with a commit, and more frames follow it; but none of these
 * was begun behind it.
 */
static void
test_what_a_failing_disk_leaves_is_no_loss(void **state)
{
	const struct fixture *fixture = *state;
	size_t n_log, n_first, n_second, n_third;
	g_autofree char *log = make_log(fixture, "INSERT INTO t VALUES (1)", &n_log);
	g_autofree char *first = continue_copy(fixture, log, n_log,
					       "INSERT INTO t VALUES (zeroblob(6000))", &n_first);

	for (int size = 500; size < 4500; size += 500) {
		g_autofree char *sql =
			g_strdup_printf("INSERT INTO t VALUES (randomblob(%d))", size);
		g_autofree char *second = continue_copy(fixture, log, n_log, sql, &n_second);
		g_autofree char *third =
			continue_copy(fixture, log, n_log, "INSERT INTO t VALUES (2)", &n_third);

		assert_true(n_log < n_third && n_third < n_second && n_second < n_first);
		memcpy(first, second, n_second);
		memcpy(first, third, n_third);
		assert_true(is_cut(first, n_first));
		assert_false(has_lost(first, n_first));
	}
}

static void
test_an_end_within_a_frame(void **state)
{
	size_t n_bytes;
	g_autofree char *log = make_log(*state, "INSERT INTO t VALUES (1)", &n_bytes);

	for (size_t n = 1; n < n_bytes; n += TEST_STEP_BYTES)
		assert_int_equal(is_cut(log, n),
				 n < TEST_HEADER_BYTES ||
					 (n - TEST_HEADER_BYTES) % TEST_FRAME_BYTES != 0);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_whole, fixture_setup, fixture_teardown),
		cmocka_unit_test_setup_teardown(test_an_earlier_round_is_none_of_it, fixture_setup,
						fixture_teardown),
		cmocka_unit_test_setup_teardown(test_each_bit_counts, fixture_setup,
						fixture_teardown),
		cmocka_unit_test_setup_teardown(test_an_end_within_a_frame, fixture_setup,
						fixture_teardown),
		cmocka_unit_test_setup_teardown(test_what_was_on_the_disk_is_lost, fixture_setup,
						fixture_teardown),
		cmocka_unit_test_setup_teardown(test_a_torn_header_is_no_loss, fixture_setup,
						fixture_teardown),
		cmocka_unit_test_setup_teardown(test_a_torn_transaction_is_no_loss, fixture_setup,
						fixture_teardown),
		cmocka_unit_test_setup_teardown(test_what_a_failing_disk_leaves_is_no_loss,
						fixture_setup, fixture_teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
