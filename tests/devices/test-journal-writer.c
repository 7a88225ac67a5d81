/*
 * A journal beside everything else: in order, complete after a flush, and where the disk does not
 * take it nobody waits; what was left out is counted and said. The disk that hangs is a pipe that
 * nobody reads.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "devices/shoe/shoe-driver.h"
#include "devices/shoe/journal-writer.h"

#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MANY = 200000, START_US = 5000000, JOURNALS = 40, THREADS = 2, TURNS = 50 };

struct fixture {
	char *dir, *path;
	struct sabot_recorder_options options;
};

static int
setup(void **state)
{
	struct fixture *fixture = g_new0(struct fixture, 1);

	fixture->dir = g_dir_make_tmp("sabot-journal-XXXXXX", NULL);
	assert_non_null(fixture->dir);
	fixture->path = g_build_filename(fixture->dir, "shoe.shoelog", NULL);
	fixture->options = (struct sabot_recorder_options){
		.path = fixture->path,
		.driver = sabot_shoe_driver_find("angeleye2"),
	};
	*state = fixture;
	return 0;
}

static int
teardown(void **state)
{
	struct fixture *fixture = *state;

	g_unlink(fixture->path);
	g_rmdir(fixture->dir);
	g_free(fixture->path);
	g_free(fixture->dir);
	g_free(fixture);
	return 0;
}

static struct sabot_journal_time
after_ms(int64_t ms)
{
	return (struct sabot_journal_time){
		.monotonic_us = START_US + ms * 1000,
		.utc_us = INT64_C(1795202405000000) + ms * 1000,
	};
}

static struct sabot_journal_writer *
open_writer(const struct fixture *fixture)
{
	g_autoptr(GError) error = NULL;
	struct sabot_journal_writer *writer =
		sabot_journal_writer_new("shoe-1", &fixture->options, NULL, after_ms(0), &error);

	if (!writer)
		fail_msg("%s", error->message);
	return writer;
}

static void
test_in_order(void **state)
{
	struct fixture *fixture = *state;
	struct sabot_journal_writer *writer = open_writer(fixture);
	g_autofree char *text = NULL;

	sabot_journal_writer_put(writer, SABOT_JOURNAL_PLUG, after_ms(1), NULL, 0);
	sabot_journal_writer_put(writer, SABOT_JOURNAL_RECEIVED, after_ms(2), "\x05\x31", 2);
	sabot_journal_writer_put(writer, SABOT_JOURNAL_SENT, after_ms(3), "\x06", 1);
	sabot_journal_writer_put(writer, SABOT_JOURNAL_NOTE, after_ms(4), "said", 4);
	sabot_journal_writer_put(writer, SABOT_JOURNAL_HANGUP, after_ms(5), NULL, 0);
	sabot_journal_writer_flush(writer);
	assert_true(g_file_get_contents(fixture->path, &text, NULL, NULL));
	assert_non_null(strstr(text, "Z\n1 ! plug\n2 < 05 31\n3 > 06\n# said\n5 ! hangup\n"));
	assert_int_equal(sabot_journal_writer_count_errors(writer), 0);
	assert_null(sabot_journal_writer_get_error(writer));
	sabot_journal_writer_free(writer);
}

/* Its milliseconds begin again, and it can be played by itself. */
static void
test_full_file_is_followed(void **state)
{
	struct fixture *fixture = *state;
	g_autofree char *old = g_strconcat(fixture->path, ".1", NULL), *text = NULL;
	struct sabot_journal_writer *writer;

	fixture->options.size_max_bytes = 4096;
	fixture->options.n_old = 1;
	writer = open_writer(fixture);
	sabot_journal_writer_put(writer, SABOT_JOURNAL_PLUG, after_ms(1), NULL, 0);
	for (int ms = 2; !g_file_test(old, G_FILE_TEST_EXISTS); ms++) {
		sabot_journal_writer_put(writer, SABOT_JOURNAL_RECEIVED, after_ms(ms), "\x05", 1);
		sabot_journal_writer_flush(writer);
	}
	assert_true(g_file_get_contents(fixture->path, &text, NULL, NULL));
	assert_non_null(strstr(text, "Z\n0 ! plug\n0 < 05\n"));
	sabot_journal_writer_free(writer);
	g_unlink(old);
}

/* Reads the pipe to its end. */
static gpointer
drain(gpointer data)
{
	GString *text = g_string_new(NULL);
	int fd = GPOINTER_TO_INT(data);
	char bytes[65536];
	ssize_t n;

	while ((n = read(fd, bytes, sizeof bytes)) > 0)
		g_string_append_len(text, bytes, n);
	return text;
}

/* Not by strstr(): under the sanitizer that measures the whole rest of the text each time. */
static unsigned
count_lines(const char *text, const char *suffix)
{
	size_t length = strlen(suffix);
	unsigned n = 0;

	for (const char *end; (end = strchr(text, '\n')); text = end + 1)
		n += (size_t)(end - text) >= length && memcmp(end - length, suffix, length) == 0;
	return n;
}

static void
test_disk_that_hangs(void **state)
{
	struct fixture *fixture = *state;
	struct sabot_journal_writer *writer;
	g_autofree char *note = NULL;
	uint64_t n_errors;
	GThread *reader;
	GString *text;
	int fd;

	assert_int_equal(mkfifo(fixture->path, 0600), 0);
	fd = open(fixture->path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
	assert_true(fd >= 0);
	writer = open_writer(fixture);
	assert_true(fcntl(fd, F_SETFL, 0) == 0);
	for (int i = 0; i < MANY; i++)
		sabot_journal_writer_put(writer, SABOT_JOURNAL_RECEIVED, after_ms(i), "\x05", 1);
	n_errors = sabot_journal_writer_count_errors(writer);
	assert_true(n_errors > 0 && n_errors < MANY);
	reader = g_thread_new("reader", drain, GINT_TO_POINTER(fd));
	sabot_journal_writer_flush(writer);
	assert_int_equal(sabot_journal_writer_count_errors(writer), n_errors);
	sabot_journal_writer_free(writer);
	text = g_thread_join(reader);
	assert_int_equal(count_lines(text->str, " < 05"), MANY - n_errors);
	note = g_strdup_printf("# %" G_GUINT64_FORMAT " entries are missing here", n_errors);
	assert_non_null(strstr(text->str, note));
	g_string_free(text, TRUE);
	close(fd);
}

static unsigned
count_threads(void)
{
	GDir *tasks = g_dir_open("/proc/self/task", 0, NULL);
	unsigned n = 0;

	assert_non_null(tasks);
	while (g_dir_read_name(tasks))
		n++;
	g_dir_close(tasks);
	return n;
}

static void
check_journal(const char *path)
{
	g_autofree char *text = NULL;

	assert_true(g_file_get_contents(path, &text, NULL, NULL));
	assert_int_equal(count_lines(text, " < 05"), TURNS);
	g_unlink(path);
}

/* A floor's journals are written by few threads, and one that hangs does not stop the others. */
static void
test_many_share_threads(void **state)
{
	struct fixture *fixture = *state;
	struct sabot_journal_threads *threads = sabot_journal_threads_new(THREADS);
	struct sabot_journal_writer *journals[JOURNALS], *hanging;
	unsigned n_threads = count_threads(), n_most = 0;
	g_autoptr(GPtrArray) paths = g_ptr_array_new_with_free_func(g_free);
	GThread *reader;
	int fd;

	assert_int_equal(mkfifo(fixture->path, 0600), 0);
	fd = open(fixture->path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
	assert_true(fd >= 0 && fcntl(fd, F_SETFL, 0) == 0);
	hanging = sabot_journal_writer_new("hung", &fixture->options, threads, after_ms(0), NULL);
	for (int i = 0; i < MANY / 10; i++)
		sabot_journal_writer_put(hanging, SABOT_JOURNAL_RECEIVED, after_ms(i), "\x05", 1);
	for (guint i = 0; i < JOURNALS; i++) {
		g_ptr_array_add(paths, g_strdup_printf("%s/%u.shoelog", fixture->dir, i));
		fixture->options.path = paths->pdata[i];
		journals[i] = sabot_journal_writer_new("shoe", &fixture->options, threads,
						       after_ms(0), NULL);
	}
	for (int turn = 0; turn < TURNS; turn++) {
		for (guint i = 0; i < JOURNALS; i++)
			sabot_journal_writer_put(journals[i], SABOT_JOURNAL_RECEIVED,
						 after_ms(turn), "\x05", 1);
		n_most = MAX(n_most, count_threads());
	}
	for (guint i = 0; i < JOURNALS; i++) {
		sabot_journal_writer_free(journals[i]);
		check_journal(paths->pdata[i]);
	}
	assert_in_range(n_most, n_threads + 1, n_threads + THREADS);
	reader = g_thread_new("reader", drain, GINT_TO_POINTER(fd));
	sabot_journal_writer_free(hanging);
	sabot_journal_threads_free(threads);
	g_string_free(g_thread_join(reader), TRUE);
	close(fd);
}

#define JOURNAL_TEST(test) cmocka_unit_test_setup_teardown(test, setup, teardown)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		JOURNAL_TEST(test_in_order),
		JOURNAL_TEST(test_full_file_is_followed),
		JOURNAL_TEST(test_disk_that_hangs),
		JOURNAL_TEST(test_many_share_threads),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
