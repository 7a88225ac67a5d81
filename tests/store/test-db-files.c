/*
 * Somebody writes into the files beside a database while it is in use: seen before the next commit,
 * and what was committed is there at the next start. What SQLite itself does is no such thing.
 */
#include "store-fixture.h"
#include "store/db/db-files.h"
#include "store/db/fold.h"

#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
	TEST_AT_FRAMES = 16,
	TEST_AT_FOLDED = 96,
	TEST_AT_MARKS = 100, /* what readers and folds write, and nobody believes */
	TEST_AT_PAGES = 136,
	TEST_AT_HASH = 16384,
	TEST_INDEX_BYTES = 32768,
};

struct house {
	struct sabot_db *db;
	struct sabot_db_files files;
	char *log, *index;
};

static bool
add(struct sabot_db *db, int64_t from, int64_t to)
{
	g_autoptr(GPtrArray) records = make_records("PB-01", from, to);

	return sabot_log_append(db, records, NULL);
}

static void
run(const struct house *house, const char *sql)
{
	assert_int_equal(sqlite3_exec(house->db->handle, sql, NULL, NULL, NULL), SQLITE_OK);
}

/* Ten events are folded, then ten more are only in the log. */
static struct house
begin(const struct fixture *fixture)
{
	struct house house = {.db = open_db(fixture, SABOT_DB_WRITER)};

	house.log = sabot_db_build_beside(fixture->path, "-wal");
	house.index = sabot_db_build_beside(fixture->path, "-shm");
	assert_true(add(house.db, 1, 10));
	assert_true(sabot_db_fold_all(house.db));
	assert_true(add(house.db, 11, 20));
	sabot_db_files_record(house.db, &house.files);
	return house;
}

static bool
is_whole(struct house *house)
{
	return sabot_db_files_are_whole(&house->files, house->db);
}

static void
end(struct house *house)
{
	sabot_db_files_end(&house->files, house->db);
	g_free(house->log);
	g_free(house->index);
}

static void
assert_kept(const struct fixture *fixture, int64_t n)
{
	struct sabot_db *db = open_db(fixture, SABOT_DB_WRITER);

	assert_int_equal(count_events(db, "PB-01"), n);
	sabot_db_close(db);
}

/* What follows has a database of its own. */
static void
empty(const struct fixture *fixture)
{
	static const char *const suffixes[] = {"", "-wal", "-shm"};

	for (size_t i = 0; i < G_N_ELEMENTS(suffixes); i++) {
		g_autofree char *path = g_strconcat(fixture->path, suffixes[i], NULL);

		g_unlink(path);
	}
}

static void
write_at(const char *path, const void *bytes, size_t n_bytes, off_t at)
{
	int fd = open(path, O_WRONLY);

	assert_int_equal(pwrite(fd, bytes, n_bytes, at), n_bytes);
	close(fd);
}

static char *
read_bytes(const char *path, size_t *ret_n_bytes)
{
	char *bytes;

	assert_true(g_file_get_contents(path, &bytes, ret_n_bytes, NULL));
	return bytes;
}

static void
test_an_older_index(void **state)
{
	struct house house = begin(*state);
	size_t n_bytes;
	g_autofree char *older = read_bytes(house.index, &n_bytes);

	assert_true(add(house.db, 21, 40));
	assert_true(is_whole(&house));
	write_at(house.index, older, n_bytes, 0);
	assert_false(is_whole(&house));
	assert_true(sabot_db_files_are_spoiled(&house.files));
	end(&house);
	assert_kept(*state, 40);
}

/* At the very last instant before it is closed, after each look. */
static void
test_an_older_index_at_the_end(void **state)
{
	struct house house = begin(*state);
	size_t n_bytes;
	g_autofree char *older = read_bytes(house.index, &n_bytes);

	assert_true(add(house.db, 21, 40));
	write_at(house.index, older, n_bytes, 0);
	sabot_db_close(house.db);
	house.db = NULL;
	end(&house);
	assert_kept(*state, 40);
}

/* Between a look and the commit. */
static void
test_nothing_is_written_behind_an_older_end(void **state)
{
	struct house house = begin(*state);
	size_t n_bytes;
	g_autofree char *older = read_bytes(house.index, &n_bytes);

	assert_true(add(house.db, 21, 40));
	write_at(house.index, older, n_bytes, 0);
	assert_int_not_equal(sqlite3_exec(house.db->handle, "CREATE TABLE other (x)", NULL, NULL,
					  NULL),
			     SQLITE_OK);
	assert_false(is_whole(&house));
	end(&house);
	assert_kept(*state, 40);
}

/* What is written into the index while a commit is under way. */
struct blow {
	const struct house *house;
	const void *bytes;
	size_t n_bytes;
	off_t at;
};

static int
strike(void *data)
{
	const struct blow *blow = data;

	write_at(blow->house->index, blow->bytes, blow->n_bytes, blow->at);
	return 0;
}

/* SQLite then writes its frames and, over those bytes, the right header. */
static void
commit_under(const struct house *house, int64_t n, struct blow blow)
{
	blow.house = house;
	assert_true(sabot_wal_index_is_own(&house->db->index, house->db->handle, true));
	sqlite3_commit_hook(house->db->handle, strike, &blow);
	assert_true(add(house->db, n, n));
	sqlite3_commit_hook(house->db->handle, NULL, NULL);
}

static void
test_an_older_index_within_a_commit(void **state)
{
	struct house house = begin(*state);
	size_t n_bytes;
	g_autofree char *older = read_bytes(house.index, &n_bytes);

	assert_true(add(house.db, 21, 40));
	commit_under(&house, 41, (struct blow){.bytes = older, .n_bytes = n_bytes});
	assert_false(sabot_wal_index_is_own(&house.db->index, house.db->handle, false));
	assert_false(sabot_db_fold_all(house.db));
	end(&house);
	assert_kept(*state, 41);
}

/* Of each piece one page; that of the last is seen at once, those before it at the fold. */
static void
test_pages_of_several_pieces_within_a_commit(void **state)
{
	static const struct {
		off_t at;
		bool is_last;
	} cases[] = {{TEST_AT_PAGES, false}, {TEST_INDEX_BYTES + 4, true}};
	uint32_t other = 3;

	for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
		struct house house = begin(*state);

		run(&house,
		    "PRAGMA synchronous = OFF; CREATE TABLE t (x); INSERT INTO t VALUES (0)");
		while (house.db->n_unfolded_pages < 4200)
			run(&house, "UPDATE t SET x = x + 1");
		commit_under(&house, 21,
			     (struct blow){
				     .bytes = &other, .n_bytes = sizeof(other), .at = cases[i].at});
		assert_int_equal(house.db->index.n_pieces, 2);
		assert_int_equal(sabot_wal_index_is_own(&house.db->index, house.db->handle, false),
				 !cases[i].is_last);
		assert_false(sabot_db_fold_all(house.db));
		sabot_db_close(house.db);
		house.db = NULL;
		assert_true(g_file_test(house.log, G_FILE_TEST_EXISTS));
		end(&house);
		empty(*state);
	}
}

/* Frames that were written just now: what their pages are is in the log's own file. */
static void
test_new_frames_are_those_of_the_log(void **state)
{
	for (int how = 0; how < 3; how++) {
		struct house house = begin(*state);
		struct sabot_wal_index *index = &house.db->index;
		uint32_t n;
		size_t n_bytes;
		char *bytes;

		sqlite3_wal_hook(house.db->handle, NULL, NULL);
		assert_true(add(house.db, 21, 21));
		bytes = read_bytes(house.index, &n_bytes);
		memcpy(&n, bytes + TEST_AT_FRAMES, sizeof(n));
		if (how == 1)
			bytes[TEST_AT_PAGES + 4 * (n - 1)] ^= 2;
		for (size_t at = TEST_AT_HASH; how == 2 && at < TEST_INDEX_BYTES; at += 2) {
			if ((uint8_t)bytes[at] == n && bytes[at + 1] == 0)
				bytes[at] = 0;
		}
		write_at(house.index, bytes, n_bytes, 0);
		sabot_wal_index_note_commit(index, house.db->handle, (int)n);
		assert_int_equal(index->is_changed, how != 0);
		g_free(bytes);
		end(&house);
		assert_kept(*state, 21);
		empty(*state);
	}
}

/* It is seen behind the fold, before the log can begin again. */
static void
test_a_page_within_a_fold(void **state)
{
	struct house house = begin(*state);
	uint32_t other = 3;

	sqlite3_wal_checkpoint_v2(house.db->handle, NULL, SQLITE_CHECKPOINT_PASSIVE, NULL, NULL);
	write_at(house.index, &other, sizeof(other), TEST_AT_PAGES);
	sabot_wal_index_note_fold(&house.db->index, house.db->handle);
	assert_true(house.db->index.is_changed);
	end(&house);
	assert_kept(*state, 20);
}

static void
test_a_fold_by_an_older_index(void **state)
{
	struct house house = begin(*state);
	size_t n_bytes;
	g_autofree char *older = read_bytes(house.index, &n_bytes);

	assert_true(add(house.db, 21, 40));
	house.db->n_unfolded_pages = INT_MAX;
	write_at(house.index, older, n_bytes, 0);
	sabot_db_files_fold(&house.files, house.db);
	assert_true(sabot_db_files_are_spoiled(&house.files));
	assert_false(sabot_db_fold(house.db));
	assert_false(sabot_db_fold_all(house.db));
	end(&house);
	assert_kept(*state, 40);
}

static void
check_byte(struct house *house, const char *bytes, off_t at, bool counts)
{
	struct sabot_wal_index *index = &house->db->index;
	char other = (char)(bytes[at] ^ 1);

	write_at(house->index, &other, 1, at);
	if (sabot_wal_index_is_own(index, house->db->handle, true) == counts)
		fail_msg("byte %jd", (intmax_t)at);
	write_at(house->index, bytes + at, 1, at);
	sabot_wal_index_clear(index);
	sabot_wal_index_watch(index, house->db->handle);
	assert_true(sabot_wal_index_is_own(index, house->db->handle, true));
}

/* Of the index, all that SQLite believes: a fold by another page, or of fewer, loses one. */
static void
test_each_byte_of_the_index(void **state)
{
	struct house house = begin(*state);
	g_autofree char *bytes = NULL;
	int n_slots = 0, n_frames;
	size_t n_bytes;

	for (int64_t n = 21; n <= 30; n++)
		assert_true(add(house.db, n, n));
	bytes = read_bytes(house.index, &n_bytes);
	memcpy(&n_frames, bytes + TEST_AT_FRAMES, sizeof(n_frames));
	assert_in_range(n_frames, 5, 4000);
	for (off_t at = 0; at < TEST_AT_PAGES; at++)
		check_byte(&house, bytes, at, at < TEST_AT_MARKS);
	for (off_t at = TEST_AT_PAGES; at < TEST_AT_PAGES + 4 * n_frames; at++)
		check_byte(&house, bytes, at, true);
	for (off_t at = TEST_AT_HASH; at < TEST_INDEX_BYTES; at += 2) {
		if (bytes[at] == 0 && bytes[at + 1] == 0)
			continue;
		check_byte(&house, bytes, at, true);
		n_slots++;
	}
	assert_int_equal(n_slots, n_frames);
	/* Behind the last frame there is nothing that counts. */
	check_byte(&house, bytes, TEST_AT_PAGES + 4 * n_frames, false);
	end(&house);
	assert_kept(*state, 30);
}

/*
 * Transactions that are rolled back, with pages in the log already or not; a log that begins again,
 * with a transaction that fails, too; one of several pieces; readers.
 */
static void
test_its_own_work(void **state)
{
	static const char big[] =
		"INSERT INTO t SELECT randomblob(3000) FROM (WITH RECURSIVE c(x) AS (SELECT 1"
		" UNION ALL SELECT x + 1 FROM c WHERE x < 3000) SELECT x FROM c)";
	struct house house = begin(*state);
	struct sabot_db *reader;

	run(&house, "PRAGMA cache_size = 10; CREATE TABLE t (x)");
	for (int round = 0; round < 4; round++) {
		for (int i = 0; i < 2; i++) {
			run(&house, "BEGIN");
			run(&house, big);
			run(&house, i == 0 ? "ROLLBACK" : "COMMIT");
			assert_true(is_whole(&house));
			run(&house, "DELETE FROM t; INSERT INTO t VALUES (1)");
			assert_true(is_whole(&house));
		}
		reader = open_db(*state, SABOT_DB_READER);
		assert_int_equal(count_events(reader, "PB-01"), 20);
		assert_true(is_whole(&house));
		house.db->n_unfolded_pages = round % 2 ? INT_MAX : 0;
		sabot_db_files_fold(&house.files, house.db);
		assert_true(is_whole(&house));
		sabot_db_close(reader);
		assert_true(sabot_wal_index_is_own(&house.db->index, house.db->handle, true));
		/* All is folded: what comes next begins the log again, and fails. */
		run(&house, "BEGIN");
		run(&house, big);
		run(&house, "ROLLBACK");
		assert_true(is_whole(&house));
	}
	assert_true(house.db->index.n_pieces > 1);
	run(&house, "DROP TABLE t");
	assert_true(is_whole(&house));
	end(&house);
	assert_kept(*state, 20);
}

static void
test_a_piece_of_earlier_frames(void **state)
{
	struct house house = begin(*state);
	int64_t n = 20;
	int other = 0;

	run(&house, "PRAGMA synchronous = OFF");
	while (house.db->n_unfolded_pages < 5000) {
		assert_true(add(house.db, n + 1, n + 1));
		n++;
	}
	assert_true(is_whole(&house));
	write_at(house.index, &other, sizeof(other), TEST_AT_PAGES + 4 * 4000);
	assert_true(is_whole(&house));
	assert_false(sabot_wal_index_is_own(&house.db->index, house.db->handle, true));
	end(&house);
	assert_kept(*state, n);
}

/* As long as it was, with the magic number, but of an earlier round. */
static void
test_a_log_of_an_earlier_round(void **state)
{
	struct house house = begin(*state);
	size_t n_bytes;
	g_autofree char *older = read_bytes(house.log, &n_bytes);

	assert_true(sabot_db_fold_all(house.db));
	assert_true(add(house.db, 21, 24));
	sabot_db_files_record(house.db, &house.files);
	assert_true(is_whole(&house));
	write_at(house.log, older, n_bytes, 0);
	assert_false(is_whole(&house));
	end(&house);
}

static void
link_to_real(const struct fixture *fixture, const char *name)
{
	g_unlink(fixture->path);
	assert_int_equal(symlink(name, fixture->path), 0);
}

/* SQLite keeps the log beside the file itself. */
static void
test_a_symbolic_link(void **state)
{
	const struct fixture *fixture = *state;
	g_autofree char *real = g_build_filename(fixture->directory, "real.db", NULL);
	g_autofree char *log = g_strconcat(real, "-wal", NULL);
	struct house house;
	struct sabot_db *db;

	link_to_real(fixture, "real.db");
	for (int how = 0; how < 3; how++) {
		house = begin(fixture);
		assert_true(is_whole(&house));
		assert_string_equal(house.log, log);
		if (how == 0)
			assert_int_equal(truncate(log, 0), 0);
		else if (how == 1)
			assert_int_equal(g_unlink(log), 0);
		else
			link_to_real(fixture, "another.db");
		assert_false(is_whole(&house));
		end(&house);
		link_to_real(fixture, "real.db");
		g_unlink(log);
		g_unlink(real);
	}
	/* Nor does who reads it miss what is in the log. */
	house = begin(fixture);
	house.db->index.is_changed = true;
	end(&house);
	assert_true(g_file_test(log, G_FILE_TEST_EXISTS));
	db = open_db(fixture, SABOT_DB_FILE);
	assert_int_equal(count_events(db, "PB-01"), 20);
	sabot_db_close(db);
}

int
main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, fixture_setup, fixture_teardown)
	const struct CMUnitTest tests[] = {
		TEST(test_an_older_index),
		TEST(test_an_older_index_at_the_end),
		TEST(test_nothing_is_written_behind_an_older_end),
		TEST(test_an_older_index_within_a_commit),
		TEST(test_pages_of_several_pieces_within_a_commit),
		TEST(test_new_frames_are_those_of_the_log),
		TEST(test_a_page_within_a_fold),
		TEST(test_a_fold_by_an_older_index),
		TEST(test_each_byte_of_the_index),
		TEST(test_its_own_work),
		TEST(test_a_piece_of_earlier_frames),
		TEST(test_a_log_of_an_earlier_round),
		TEST(test_a_symbolic_link),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
