/*
 * The progress note: there is one way to write it, it names what a database lacks, and a program
 * that is killed while writing it leaves a whole one.
 */
#include "store-fixture.h"
#include "store/files/progress-file.h"
#include "store/log/log.h"
#include "store/keys/note.h"
#include "store/proof/progress.h"

#include <glib/gstdio.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { KILLS = 100, KILL_US_MAX = 4000 };

static void
append(struct sabot_db *db, const char *table, int64_t first_seq, int64_t first_n, int64_t count)
{
	g_autoptr(GPtrArray) records = g_ptr_array_new_with_free_func(sabot_log_record_unref);

	for (int64_t i = 0; i < count; i++)
		g_ptr_array_add(records, make_record(table, first_seq + i, first_n + i));
	assert_true(sabot_log_append(db, records, NULL));
}

static struct sabot_progress *
read_progress(struct sabot_db *db)
{
	struct sabot_progress *progress = sabot_progress_read(db, NULL);

	assert_non_null(progress);
	return progress;
}

static void
check_fault(const struct sabot_progress *progress, struct sabot_db *db,
	    enum sabot_progress_fault fault, const char *logs)
{
	struct sabot_progress_result result;

	assert_true(sabot_progress_compare(progress, db, &result, NULL));
	assert_int_equal(result.fault, fault);
	assert_string_equal(result.logs ? result.logs : "", logs);
	sabot_progress_result_clear(&result);
}

/* A database with `n` events of A, and as many of B. */
static struct sabot_db *
make_database(const char *path, int64_t n)
{
	struct sabot_db *db = sabot_db_open(path, SABOT_DB_WRITER, NULL);

	assert_non_null(db);
	append(db, "A", 1, 1, n);
	append(db, "B", n + 1, 1, n);
	return db;
}

static void
test_text(void **state)
{
	const struct fixture *fixture = *state;
	g_autofree char *key_path = g_build_filename(fixture->directory, "a.key", NULL);
	struct sabot_key *key = sabot_key_create(key_path, "test", NULL);
	struct sabot_db *db = make_database(fixture->path, 2);
	struct sabot_progress *progress = read_progress(db), *again;
	g_autofree char *note = sabot_progress_format(progress, key);
	g_autofree char *plain = sabot_progress_format(progress, NULL), *same = NULL;

	assert_int_equal(progress->seq, 4);
	assert_int_equal(progress->heads->len, 2);
	assert_true(sabot_note_is_signed_by(note, key));
	again = sabot_progress_parse(note, NULL);
	assert_non_null(again);
	same = sabot_progress_format(again, NULL);
	assert_string_equal(same, plain);
	sabot_progress_free(again);
	again = sabot_progress_parse(plain, NULL);
	assert_non_null(again);
	sabot_progress_free(again);
	/* One byte more or less is another text. */
	plain[strlen(plain) - 1] = '\0';
	assert_null(sabot_progress_parse(plain, NULL));
	sabot_progress_free(progress);
	sabot_key_free(key);
	sabot_db_close(db);
}

static void
test_what_is_missing(void **state)
{
	const struct fixture *fixture = *state;
	g_autofree char *other_path = g_build_filename(fixture->directory, "other.db", NULL);
	struct sabot_db *db = make_database(fixture->path, 2), *other;
	struct sabot_progress *before = read_progress(db), *after, *ahead;

	append(db, "A", 5, 3, 3);
	after = read_progress(db);
	check_fault(before, db, SABOT_PROGRESS_KEPT, "");
	check_fault(after, db, SABOT_PROGRESS_KEPT, "");
	/* As if the database were one that lacks what comes now. */
	append(db, "B", 8, 3, 1);
	ahead = read_progress(db);
	((struct sabot_note_head *)g_ptr_array_index(ahead->heads, 0))->n += 4;
	ahead->seq += 4;
	check_fault(ahead, db, SABOT_PROGRESS_BEHIND, "A 6-9");
	((struct sabot_note_head *)g_ptr_array_index(after->heads, 1))->hash.bytes[0] ^= 1;
	check_fault(after, db, SABOT_PROGRESS_FORKED, "B ?-2");
	other = make_database(other_path, 2);
	check_fault(before, other, SABOT_PROGRESS_OTHER, "");
	sabot_db_close(other);
	g_unlink(other_path);
	sabot_progress_free(before);
	sabot_progress_free(after);
	sabot_progress_free(ahead);
	sabot_db_close(db);
}

static void
test_file(void **state)
{
	const struct fixture *fixture = *state;
	g_autofree char *path = sabot_progress_file_path(fixture->directory), *note = NULL;
	g_autofree char *long_text = g_strnfill(SABOT_PROGRESS_BYTES_MAX + 1, 'x');
	g_autoptr(GError) error = NULL;

	assert_null(sabot_progress_file_load(fixture->directory, &error));
	assert_null(error);
	assert_true(sabot_progress_file_save(fixture->directory, "one\n", NULL));
	assert_true(sabot_progress_file_save(fixture->directory, "two\n", NULL));
	note = sabot_progress_file_load(fixture->directory, NULL);
	assert_string_equal(note, "two\n");
	assert_true(g_file_set_contents(path, long_text, -1, NULL));
	assert_null(sabot_progress_file_load(fixture->directory, &error));
	assert_non_null(error);
	g_clear_error(&error);
	assert_true(g_file_set_contents(path, "a\0b", 3, NULL));
	assert_null(sabot_progress_file_load(fixture->directory, &error));
	assert_non_null(error);
	g_clear_error(&error);
	g_unlink(path);
	assert_int_equal(symlink("/dev/zero", path), 0);
	assert_null(sabot_progress_file_load(fixture->directory, &error));
	assert_non_null(error);
	g_unlink(path);
}

/* Writes notes until it is killed. */
static void
write_for_ever(const char *directory, const struct sabot_progress *progress)
{
	struct sabot_progress grown = *progress;

	for (;;) {
		g_autofree char *note = NULL;

		grown.seq++;
		note = sabot_progress_format(&grown, NULL);
		if (!sabot_progress_file_save(directory, note, NULL))
			_exit(1);
	}
}

/* What is there, read back; its seq. */
static int64_t
read_seq(const char *directory)
{
	g_autofree char *note = sabot_progress_file_load(directory, NULL);
	struct sabot_progress *progress = note ? sabot_progress_parse(note, NULL) : NULL;
	int64_t seq;

	assert_non_null(progress);
	seq = progress->seq;
	sabot_progress_free(progress);
	return seq;
}

static void
remove_files(const char *directory)
{
	GDir *files = g_dir_open(directory, 0, NULL);
	const char *name;

	while ((name = g_dir_read_name(files))) {
		g_autofree char *path = g_build_filename(directory, name, NULL);

		g_unlink(path);
	}
	g_dir_close(files);
}

static void
test_killed_while_writing(void **state)
{
	const struct fixture *fixture = *state;
	struct sabot_db *db = make_database(fixture->path, 2);
	struct sabot_progress *progress = read_progress(db);
	g_autofree char *note = sabot_progress_format(progress, NULL);
	g_autoptr(GRand) random = g_rand_new_with_seed(20261126);
	int64_t seq = progress->seq;

	sabot_db_close(db);
	assert_true(sabot_progress_file_save(fixture->directory, note, NULL));
	for (int i = 0; i < KILLS; i++) {
		pid_t child = fork();

		assert_true(child >= 0);
		if (child == 0)
			write_for_ever(fixture->directory, progress);
		g_usleep((gulong)g_rand_int_range(random, 0, KILL_US_MAX));
		kill(child, SIGKILL);
		assert_int_equal(waitpid(child, NULL, 0), child);
		progress->seq = read_seq(fixture->directory);
		assert_true(progress->seq >= seq);
		seq = progress->seq;
	}
	sabot_progress_free(progress);
	remove_files(fixture->directory);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, fixture_setup, fixture_teardown)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_text),
		TEST(test_what_is_missing),
		TEST(test_file),
		TEST(test_killed_while_writing),
	};

	return cmocka_run_group_tests_name("store-progress", tests, NULL, NULL);
}
