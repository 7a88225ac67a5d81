/*
 * The chain: hashes as they are committed, checkpoints as they are signed, keys in their files, and
 * a database from before.
 */
#include "store-fixture.h"
#include "store/proof/seal.h"
#include "store/proof/verify-db.h"
#include "store/db/db-open.h"
#include "store/log/log.h"
#include "store/keys/key-find.h"

#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>

static struct sabot_key *
new_key(const struct fixture *fixture, const char *file)
{
	g_autofree char *path = g_build_filename(fixture->directory, file, NULL);
	g_autoptr(GError) error = NULL;
	struct sabot_key *key = sabot_key_create(path, "Casino.Norte", &error);

	if (!key)
		fail_msg("%s", error->message);
	return key;
}

/* The verdict on the database with these keys; the caller looks at its fault. */
static enum sabot_verify_fault
verdict_of(struct sabot_db *db, struct sabot_key *key, int64_t *ret_events)
{
	g_autoptr(GPtrArray) keys = g_ptr_array_new();
	g_autoptr(GError) error = NULL;
	struct sabot_verify *verify;
	enum sabot_verify_fault fault;

	if (key)
		g_ptr_array_add(keys, key);
	verify = sabot_verify_new(keys, NULL, &error);
	if (!sabot_verify_db(db, verify, &error))
		fail_msg("%s", error->message);
	fault = sabot_verify_finish(verify)->fault;
	*ret_events = sabot_verify_finish(verify)->n_events;
	sabot_verify_free(verify);
	return fault;
}

static void
append(struct sabot_db *db, const char *table, int64_t from_seq, int64_t from_n, int64_t count)
{
	g_autoptr(GPtrArray) records = g_ptr_array_new_with_free_func(sabot_log_record_unref);
	g_autoptr(GError) error = NULL;

	for (int64_t i = 0; i < count; i++)
		g_ptr_array_add(records, make_record(table, from_seq + i, from_n + i));
	if (!sabot_log_append(db, records, &error))
		fail_msg("%s", error->message);
}

static void
test_checkpoints_are_chained_and_signed(void **state)
{
	const struct fixture *fixture = *state;
	struct sabot_db *db = open_db(fixture, SABOT_DB_WRITER);
	struct sabot_key *key = new_key(fixture, "a.key"), *other = new_key(fixture, "b.key");
	struct sabot_seal last;
	int64_t n_events;

	append(db, "A", 1, 1, 3);
	assert_true(sabot_seal_make(db, key, NULL));
	assert_true(sabot_seal_make(db, key, NULL)); /* nothing new: nothing is made */
	append(db, "B", 4, 1, 2);
	assert_true(sabot_seal_make(db, key, NULL));
	assert_true(sabot_seal_read_last(db, &last, NULL));
	assert_int_equal(last.number, 2);
	assert_int_equal(last.seq, 5);
	assert_non_null(strstr(last.note, "log B 2 "));
	assert_null(strstr(last.note, "log A ")); /* it did not grow */
	assert_true(sabot_note_is_signed_by(last.note, key));
	assert_false(sabot_note_is_signed_by(last.note, other));
	sabot_seal_clear(&last);
	assert_int_equal(verdict_of(db, key, &n_events), SABOT_VERIFY_INTACT);
	assert_int_equal(n_events, 5);
	assert_int_equal(verdict_of(db, other, &n_events), SABOT_VERIFY_SIGNATURE);
	sabot_key_free(key);
	sabot_key_free(other);
	sabot_db_close(db);
}

/* Not even who has the key can change a checkpoint alone: the next one carries its digest. */
static void
test_resigned_checkpoint_is_found(void **state)
{
	struct sabot_db *db = open_db(*state, SABOT_DB_WRITER);
	struct sabot_key *key = new_key(*state, "a.key");
	struct sabot_checkpoint *checkpoint;
	g_autofree char *note = NULL, *sql = NULL;
	struct sabot_seal first;
	int64_t n_events;

	append(db, "A", 1, 1, 3);
	assert_true(sabot_seal_make(db, key, NULL));
	append(db, "A", 4, 4, 1);
	assert_true(sabot_seal_make(db, key, NULL));
	assert_true(sabot_seal_read(db, 1, &first, NULL));
	checkpoint = sabot_checkpoint_parse(first.note, NULL);
	checkpoint->at_us++;
	note = sabot_checkpoint_sign(checkpoint, key);
	sql = g_strdup_printf("DROP TRIGGER checkpoint_no_update; UPDATE checkpoint"
			      " SET at_us = at_us + 1, note = '%s' WHERE number = 1",
			      note);
	assert_int_equal(sqlite3_exec(db->handle, sql, NULL, NULL, NULL), SQLITE_OK);
	assert_int_equal(verdict_of(db, key, &n_events), SABOT_VERIFY_CHECKPOINT);
	sabot_checkpoint_free(checkpoint);
	sabot_seal_clear(&first);
	sabot_key_free(key);
	sabot_db_close(db);
}

static void
test_key_without_checkpoint_proves_nothing(void **state)
{
	struct sabot_db *db = open_db(*state, SABOT_DB_WRITER);
	struct sabot_key *key = new_key(*state, "a.key");
	int64_t n_events;

	append(db, "A", 1, 1, 3);
	assert_int_equal(verdict_of(db, NULL, &n_events), SABOT_VERIFY_INTACT);
	assert_int_equal(verdict_of(db, key, &n_events), SABOT_VERIFY_UNSIGNED);
	sabot_key_free(key);
	sabot_db_close(db);
}

enum { MANY_EVENTS = 12000, MANY_A_CHECKPOINT = 750 };

/* Two logs by turns, longer than what is hashed ahead, with checkpoints between. */
static void
append_many(struct sabot_db *db, struct sabot_key *key)
{
	for (int64_t i = 0; i < MANY_EVENTS / MANY_A_CHECKPOINT; i++) {
		int64_t seq = i * MANY_A_CHECKPOINT + 1;

		append(db, i % 2 ? "B" : "A", seq, i / 2 * MANY_A_CHECKPOINT + 1,
		       MANY_A_CHECKPOINT);
		assert_true(sabot_seal_make(db, key, NULL));
	}
}

static void
run_sql(struct sabot_db *db, const char *sql)
{
	assert_int_equal(sqlite3_exec(db->handle, sql, NULL, NULL, NULL), SQLITE_OK);
}

/* The fault, and the event or the checkpoint where it is, as "FAULT NUMBER". Transferred. */
static char *
place_of_fault(struct sabot_db *db)
{
	g_autoptr(GPtrArray) keys = g_ptr_array_new();
	struct sabot_verify *verify = sabot_verify_new(keys, NULL, NULL);
	const struct sabot_verify_result *verdict;
	char *place;

	assert_true(sabot_verify_db(db, verify, NULL));
	verdict = sabot_verify_finish(verify);
	place = g_strdup_printf("%s %d", sabot_verify_fault_to_string(verdict->fault),
				(int)MAX(verdict->seq, verdict->checkpoint));
	sabot_verify_free(verify);
	return place;
}

/* However far ahead the hashes are, the first fault in the order of the rows is named. */
static void
test_first_fault_of_many(void **state)
{
	static const int seqs[] = {MANY_EVENTS, 11999, 8193, 4097, 4096, 752, 257, 256, 2, 1};
	struct sabot_db *db = open_db(*state, SABOT_DB_WRITER);
	struct sabot_key *key = new_key(*state, "a.key");
	int64_t n_events;

	append_many(db, key);
	assert_int_equal(verdict_of(db, key, &n_events), SABOT_VERIFY_INTACT);
	assert_int_equal(n_events, MANY_EVENTS);
	run_sql(db, "DROP TRIGGER event_no_update; DROP TRIGGER checkpoint_no_update");
	for (size_t i = 0; i < G_N_ELEMENTS(seqs); i++) {
		g_autofree char *sql = g_strdup_printf(
			"UPDATE event SET at_us = at_us + 1 WHERE seq = %d", seqs[i]);
		g_autofree char *expected = g_strdup_printf(
			"%s %d", sabot_verify_fault_to_string(SABOT_VERIFY_CHANGED), seqs[i]);
		g_autofree char *found = NULL, *checkpoint = NULL;

		run_sql(db, sql);
		found = place_of_fault(db);
		assert_string_equal(found, expected);
		if (seqs[i] <= MANY_A_CHECKPOINT)
			continue;
		run_sql(db, "UPDATE checkpoint SET at_us = at_us + 1 WHERE number = 1");
		checkpoint = place_of_fault(db);
		assert_string_equal(checkpoint, "checkpoint 1");
		run_sql(db, "UPDATE checkpoint SET at_us = at_us - 1 WHERE number = 1");
	}
	sabot_key_free(key);
	sabot_db_close(db);
}

/* Checkpoints that are not exactly as they are written. */
static void
test_notes_are_canonical(void **state)
{
	static const struct sabot_chain_origin origin;
	struct sabot_checkpoint *checkpoint = sabot_checkpoint_new(&origin);
	struct sabot_key *key = new_key(*state, "a.key");
	g_autofree char *note = NULL;
	static const char *const changes[][2] = {
		{"checkpoint 1\n", "checkpoint 01\n"},
		{"seq 7\n", "seq 7 \n"},
		{"seq 7\n", "seq 7\nseq 7\n"},
		{"seq 7\n", ""},
		{"at_us 5\nseq 7\n", "seq 7\nat_us 5\n"},
		{"log A 7 0", "log A 7 A"},
		{"log A 7", "log A"},
		{"\n\n", "\n"},
	};

	checkpoint->number = 1;
	checkpoint->at_us = 5;
	checkpoint->seq = 7;
	sabot_checkpoint_add(checkpoint, "A", 7, (struct sabot_chain_hash){{0}});
	note = sabot_checkpoint_sign(checkpoint, key);
	sabot_checkpoint_free(checkpoint);
	checkpoint = sabot_checkpoint_parse(note, NULL);
	assert_non_null(checkpoint);
	sabot_checkpoint_free(checkpoint);
	for (size_t i = 0; i < G_N_ELEMENTS(changes); i++) {
		g_auto(GStrv) pieces = g_strsplit(note, changes[i][0], 2);
		g_autofree char *other = g_strjoinv(changes[i][1], pieces);

		assert_int_equal(g_strv_length(pieces), 2);
		assert_null(sabot_checkpoint_parse(other, NULL));
	}
	sabot_key_free(key);
}

/* No byte of a stored checkpoint can be another, nor can any be added. */
static void
test_every_byte_of_a_note_counts(void **state)
{
	struct sabot_db *db = open_db(*state, SABOT_DB_WRITER);
	struct sabot_key *key = new_key(*state, "a.key");
	struct sabot_seal last;

	append(db, "A", 1, 1, 3);
	assert_true(sabot_seal_make(db, key, NULL));
	assert_true(sabot_seal_read_last(db, &last, NULL));
	for (size_t i = 0; i <= strlen(last.note); i++) {
		for (int bit = 0; bit < 7; bit++) {
			g_autofree char *other = g_strdup_printf("%s%c", last.note, 0);
			struct sabot_checkpoint *checkpoint;

			other[i] ^= (char)(1 << bit);
			checkpoint = sabot_checkpoint_parse(other, NULL);
			if (checkpoint && sabot_note_is_signed_by(other, key))
				fail_msg("byte %zu, bit %d", i, bit);
			sabot_checkpoint_free(checkpoint);
		}
	}
	sabot_seal_clear(&last);
	sabot_key_free(key);
	sabot_db_close(db);
}

static void
test_keys_are_guarded(void **state)
{
	const struct fixture *fixture = *state;
	g_autofree char *path = g_build_filename(fixture->directory, "a.key", NULL);
	struct sabot_key *key = new_key(fixture, "a.key"), *again, *public;
	g_autofree char *line = sabot_key_to_public_line(key);
	g_autoptr(GError) error = NULL;
	struct stat status;

	assert_int_equal(stat(path, &status), 0);
	assert_int_equal(status.st_mode & 07777, 0400);
	assert_null(sabot_key_create(path, "Casino.Norte", &error)); /* never over another */
	g_clear_error(&error);
	again = sabot_key_load(path, &error);
	assert_non_null(again);
	assert_memory_equal(again->secret, key->secret, sizeof(key->secret));
	assert_int_equal(g_chmod(path, 0440), 0);
	assert_null(sabot_key_load(path, &error));
	assert_non_null(strstr(error->message, "others can read this key"));
	g_clear_error(&error);
	public = sabot_key_from_public_line(line, &error);
	assert_memory_equal(public->public, key->public, sizeof(key->public));
	line[strlen(line) - 3] ^= 1; /* a slip of the pen */
	assert_null(sabot_key_from_public_line(line, &error));
	sabot_key_free(public);
	sabot_key_free(again);
	sabot_key_free(key);
}

/* A database that version 1 wrote. */
static void
make_version_1(const struct fixture *fixture)
{
	static const char rows[] =
		"INSERT INTO log VALUES (1, 'A', 1000000);"
		"INSERT INTO part VALUES (1, 1, 1, 'punto-banco-es', '', 0, 0, 0);"
		"INSERT INTO event VALUES"
		" (1, 1, 1, 1000000, 'load', '{\"ev\":\"load\"}', NULL, NULL);"
		"INSERT INTO event VALUES"
		" (2, 1, 2, 2000000, 'card', '{\"ev\":\"card\"}', x'05', 7);"
		"INSERT INTO load VALUES (1, 1, 1, 1, 1, 0, 0);";
	sqlite3 *handle;

	assert_int_equal(sqlite3_open(fixture->path, &handle), SQLITE_OK);
	assert_int_equal(sqlite3_exec(handle, sabot_migrations[0], NULL, NULL, NULL), SQLITE_OK);
	assert_int_equal(sqlite3_exec(handle, rows, NULL, NULL, NULL), SQLITE_OK);
	assert_int_equal(sqlite3_close(handle), SQLITE_OK);
}

static void
test_version_1_comes_through(void **state)
{
	struct sabot_key *key = new_key(*state, "a.key");
	struct sabot_log_state log = {0};
	struct sabot_db *db;
	int64_t n_events;

	make_version_1(*state);
	db = open_db(*state, SABOT_DB_WRITER);
	assert_int_equal(count_events(db, "A"), 2);
	assert_true(sabot_log_get_state(db, "A", &log, NULL));
	assert_string_equal(log.part->rules, "punto-banco-es");
	assert_int_equal(log.frame_at_us, 7);
	sabot_log_state_clear(&log);
	assert_true(sabot_seal_make(db, key, NULL)); /* there is nothing yet to sign */
	append(db, "A", 3, 3, 2);
	append(db, "B", 5, 1, 1);
	assert_true(sabot_seal_make(db, key, NULL));
	assert_int_equal(verdict_of(db, key, &n_events), SABOT_VERIFY_INTACT);
	assert_int_equal(n_events, 3); /* nothing is said of the two from before */
	sabot_key_free(key);
	sabot_db_close(db);
}

/* The schema as text, without what SQLite adds. */
static char *
schema_of(const char *path)
{
	static const char query[] = "SELECT group_concat(sql, ';') FROM"
				    " (SELECT sql FROM sqlite_schema ORDER BY type, name)";
	sqlite3 *handle;
	sqlite3_stmt *read;
	char *text;

	assert_int_equal(sqlite3_open(path, &handle), SQLITE_OK);
	assert_int_equal(sqlite3_prepare_v2(handle, query, -1, &read, NULL), SQLITE_OK);
	assert_int_equal(sqlite3_step(read), SQLITE_ROW);
	text = g_strdup((const char *)sqlite3_column_text(read, 0));
	sqlite3_finalize(read);
	sqlite3_close(handle);
	return text;
}

static void
test_migrated_is_as_new(void **state)
{
	const struct fixture *fixture = *state;
	g_autofree char *path = g_build_filename(fixture->directory, "new.db", NULL);
	g_autofree char *migrated = NULL, *fresh = NULL;

	make_version_1(fixture);
	sabot_db_close(open_db(fixture, SABOT_DB_WRITER));
	sabot_db_close(sabot_db_open(path, SABOT_DB_WRITER, NULL));
	migrated = schema_of(fixture->path);
	fresh = schema_of(path);
	assert_string_equal(migrated, fresh);
}

/* A step that fails at any of its statements leaves version and content as they were. */
static void
test_step_fails_anywhere(void **state)
{
	static const char *const obstacles[] = {
		"CREATE TABLE origin (x)",
		"CREATE TABLE part_from_n (x)",
		"CREATE TABLE checkpoint (x)",
		"CREATE TABLE outage (x)",
		"CREATE TABLE x (x); CREATE INDEX outage ON x (x)",
	};

	for (size_t i = 0; i < G_N_ELEMENTS(obstacles); i++) {
		const struct fixture *fixture = *state;
		g_autoptr(GError) error = NULL;
		g_autofree char *before = NULL, *after = NULL;
		sqlite3 *handle;

		g_unlink(fixture->path);
		make_version_1(fixture);
		assert_int_equal(sqlite3_open(fixture->path, &handle), SQLITE_OK);
		assert_int_equal(sqlite3_exec(handle, obstacles[i], NULL, NULL, NULL), SQLITE_OK);
		sqlite3_close(handle);
		before = schema_of(fixture->path);
		assert_null(sabot_db_open(fixture->path, SABOT_DB_WRITER, &error));
		assert_non_null(strstr(error->message, "migration to schema 2"));
		after = schema_of(fixture->path);
		assert_string_equal(before, after);
	}
}

/* A check from a checkpoint in the middle agrees with a full one, on what is well and is not. */
static void
test_tail(void **state)
{
	struct sabot_db *db = open_db(*state, SABOT_DB_WRITER);
	struct sabot_key *key = new_key(*state, "a.key");
	g_autoptr(GPtrArray) keys = g_ptr_array_new();

	g_ptr_array_add(keys, key);
	for (int64_t i = 0; i < 10; i++) {
		append(db, i % 2 ? "A" : "B", 2 * i + 1, i / 2 * 2 + 1, 2);
		assert_true(sabot_seal_make(db, key, NULL));
	}
	sqlite3_exec(db->handle, "DROP TRIGGER event_no_update", NULL, NULL, NULL);
	for (int round = 0; round < 2; round++) {
		for (int64_t back = 0; back < 12; back++) {
			struct sabot_verify *verify = sabot_verify_new(keys, NULL, NULL);
			enum sabot_verify_fault fault;

			assert_true(sabot_verify_db_tail(db, verify, back, NULL));
			fault = sabot_verify_finish(verify)->fault;
			/* Event 11, in the sixth of ten pairs, is the bad one. */
			assert_int_equal(fault, round == 0 || back < 5 ? SABOT_VERIFY_SCHEMA
								       : SABOT_VERIFY_CHANGED);
			sabot_verify_free(verify);
		}
		sqlite3_exec(db->handle, "UPDATE event SET at_us = 0 WHERE seq = 11", NULL, NULL,
			     NULL);
	}
	sabot_key_free(key);
	sabot_db_close(db);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, fixture_setup, fixture_teardown)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_checkpoints_are_chained_and_signed),
		TEST(test_resigned_checkpoint_is_found),
		TEST(test_key_without_checkpoint_proves_nothing),
		TEST(test_first_fault_of_many),
		TEST(test_notes_are_canonical),
		TEST(test_every_byte_of_a_note_counts),
		TEST(test_keys_are_guarded),
		TEST(test_version_1_comes_through),
		TEST(test_migrated_is_as_new),
		TEST(test_step_fails_anywhere),
		TEST(test_tail),
	};

	return cmocka_run_group_tests_name("store-chain", tests, NULL, NULL);
}
