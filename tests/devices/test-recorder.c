/*
 * The .shoelog format: what is written can be read, what is wrong is refused with its line.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "devices/shoe/shoe-driver.h"
#include "devices/shoe/recorder.h"
#include "devices/transport/shoelog.h"

#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

enum { N_OLD = 3, SIZE_MAX_BYTES = 8192, FILES = N_OLD + 3 };

#define START_US INT64_C(1795202405123000)

static const struct sabot_line line_8n1 = {9600, 7, SABOT_PARITY_EVEN, 2};

static bool
append_entry(const struct sabot_shoelog_entry *entry, void *user)
{
	GString *text = user;

	g_string_append_printf(text, "%d %" G_GINT64_FORMAT " %" G_GINT64_FORMAT " %s %u%u%d%u",
			       (int)entry->kind, entry->at_ms, entry->start_us, entry->driver,
			       entry->line.baud, entry->line.data_bits, (int)entry->line.parity,
			       entry->line.stop_bits);
	for (size_t i = 0; i < entry->n_bytes; i++)
		g_string_append_printf(text, " %02x", entry->bytes[i]);
	g_string_append_c(text, '\n');
	return true;
}

static struct sabot_recorder *
open_recorder(const char *path, uint64_t size_max_bytes, GError **error)
{
	const struct sabot_recorder_options options = {
		.path = path,
		.driver = sabot_shoe_driver_find("angeleye2"),
		.line = &line_8n1,
		.size_max_bytes = size_max_bytes,
		.n_old = N_OLD,
	};

	return sabot_recorder_new(&options, START_US, error);
}

static void
record_session(const char *path)
{
	uint8_t bytes[70];
	struct sabot_recorder *recorder = open_recorder(path, 0, NULL);

	assert_non_null(recorder);
	memset(bytes, 0xa5, sizeof bytes);
	assert_true(sabot_recorder_plug(recorder, 0, NULL));
	assert_true(sabot_recorder_received(recorder, 7, bytes, sizeof bytes, NULL));
	assert_true(sabot_recorder_hangup(recorder, 9, NULL));
	sabot_recorder_free(recorder);
}

static void
test_round_trip(void **state)
{
	g_autofree char *dir = g_dir_make_tmp("sabot-recorder-XXXXXX", NULL);
	g_autofree char *path = g_build_filename(dir, "a.shoelog", NULL);
	g_autoptr(GString) text = g_string_new(NULL), session = g_string_new(NULL);
	g_autoptr(GString) expected = g_string_new("1 0 0  0000\n2 0 0 angeleye2 0000\n"
						   "3 0 0  9600712\n");
	g_autoptr(GError) error = NULL;

	(void)state;
	g_string_append(session, "5 0 1795202405123000  0000\n8 0 0  0000\n6 7 0  0000");
	for (int i = 0; i < 64; i++)
		g_string_append(session, " a5");
	g_string_append(session, "\n6 7 0  0000 a5 a5 a5 a5 a5 a5\n9 9 0  0000\n");
	record_session(path);
	record_session(path);
	assert_true(sabot_shoelog_read(path, append_entry, text, &error));
	g_string_append(expected, session->str);
	g_string_append(expected, session->str);
	assert_string_equal(text->str, expected->str);
	g_unlink(path);
	g_rmdir(dir);
}

static void
test_line_cut_short_is_skipped(void **state)
{
	g_autofree char *dir = g_dir_make_tmp("sabot-recorder-XXXXXX", NULL);
	g_autofree char *path = g_build_filename(dir, "a.shoelog", NULL);
	g_autoptr(GString) text = g_string_new(NULL);
	g_autoptr(GError) error = NULL;

	(void)state;
	assert_true(g_file_set_contents(path, "#shoe-log 1\n3 < 05 3", -1, NULL));
	record_session(path);
	assert_true(sabot_shoelog_read(path, append_entry, text, &error));
	assert_true(g_str_has_prefix(text->str, "1 0 0  0000\n0 0 0  0000\n5 0 17952024"));
	g_unlink(path);
	g_rmdir(dir);
}

static void
test_full_disk_is_an_error(void **state)
{
	g_autoptr(GError) error = NULL;
	struct sabot_recorder *recorder = open_recorder("/dev/full", 0, &error);

	(void)state;
	assert_null(recorder);
	assert_non_null(strstr(error->message, "No space left"));
}

static bool
note_time(const struct sabot_shoelog_entry *entry, void *user)
{
	if (entry->kind == SABOT_SHOELOG_RECEIVED)
		g_array_append_val((GArray *)user, entry->at_ms);
	return true;
}

/* Lines of the times `from` to `to`; as many files as that takes. */
static unsigned
fill(struct sabot_recorder *recorder, int64_t from, int64_t to)
{
	unsigned n_rotated = 0;

	for (int64_t i = from; i < to; i++) {
		if (sabot_recorder_is_full(recorder)) {
			assert_true(sabot_recorder_rotate(recorder, START_US, NULL));
			n_rotated++;
		}
		assert_true(sabot_recorder_received(recorder, i, (const uint8_t *)"x", 1, NULL));
	}
	return n_rotated;
}

/* The times in PATH.n … PATH.1, PATH, in the order in which they were written. */
static GArray *
read_files(const char *path)
{
	GArray *times = g_array_new(FALSE, FALSE, sizeof(int64_t));

	for (int i = FILES; i >= 0; i--) {
		g_autofree char *name = i ? g_strdup_printf("%s.%d", path, i) : g_strdup(path);
		g_autoptr(GError) error = NULL;
		GStatBuf status;

		if (g_stat(name, &status) != 0)
			continue;
		assert_true(i <= N_OLD);
		assert_true(status.st_size <= SIZE_MAX_BYTES);
		assert_int_equal(status.st_mode & 077, 0);
		if (!sabot_shoelog_read(name, note_time, times, &error))
			fail_msg("%s", error->message);
		g_unlink(name);
	}
	return times;
}

/* Each file by itself is a recording, together they have every line in order but the oldest. */
static void
test_full_files_follow_each_other(void **state)
{
	g_autofree char *dir = g_dir_make_tmp("sabot-recorder-XXXXXX", NULL);
	g_autofree char *path = g_build_filename(dir, "a.shoelog", NULL);
	struct sabot_recorder *recorder = open_recorder(path, SIZE_MAX_BYTES, NULL);
	g_autoptr(GArray) times = NULL;
	int64_t n = 0, last;

	(void)state;
	/* As many as fill a file, and then some more files than are kept. */
	while (fill(recorder, n, n + 100) == 0)
		n += 100;
	last = (n + 100) * FILES;
	assert_true(fill(recorder, n + 100, last) > N_OLD);
	sabot_recorder_free(recorder);
	times = read_files(path);
	assert_true(times->len > n * N_OLD && times->len < last);
	for (guint i = times->len; i > 0; i--)
		assert_int_equal(g_array_index(times, int64_t, i - 1), --last);
	assert_int_equal(g_rmdir(dir), 0);
}

/* What is too large when it is opened, as from before there was a limit, makes room as well. */
static void
test_large_file_makes_room(void **state)
{
	g_autofree char *dir = g_dir_make_tmp("sabot-recorder-XXXXXX", NULL);
	g_autofree char *path = g_build_filename(dir, "a.shoelog", NULL);
	g_autofree char *old = g_strconcat(path, ".1", NULL), *old_text = NULL;
	g_autofree char *text = g_strdup_printf("#shoe-log 1\n#%*s\n3 < 05 3", SIZE_MAX_BYTES, "");
	struct sabot_recorder *recorder;

	(void)state;
	assert_true(g_file_set_contents(path, text, -1, NULL));
	recorder = open_recorder(path, SIZE_MAX_BYTES, NULL);
	assert_int_equal(fill(recorder, 0, 1), 1);
	sabot_recorder_free(recorder);
	assert_true(g_file_get_contents(old, &old_text, NULL, NULL));
	/* The line that was cut short is closed where it stands. */
	assert_non_null(strstr(old_text, "\n3 < 05 3#cut\n#start "));
	g_unlink(old);
	g_array_unref(read_files(path));
	assert_int_equal(g_rmdir(dir), 0);
}

/* Where no further file can be made the one that is there stays, whole. */
static void
test_no_room_for_another_file(void **state)
{
	g_autofree char *dir = g_dir_make_tmp("sabot-recorder-XXXXXX", NULL);
	g_autofree char *path = g_build_filename(dir, "a.shoelog", NULL);
	g_autofree char *in_the_way = g_strconcat(path, ".new", NULL);
	struct sabot_recorder *recorder = open_recorder(path, SIZE_MAX_BYTES, NULL);
	g_autoptr(GError) error = NULL;
	g_autoptr(GArray) times = NULL;

	(void)state;
	assert_int_equal(fill(recorder, 0, 5), 0);
	assert_int_equal(g_mkdir(in_the_way, 0700), 0);
	assert_false(sabot_recorder_rotate(recorder, START_US, &error));
	assert_non_null(strstr(error->message, "a.shoelog: Is a directory"));
	assert_int_equal(fill(recorder, 5, 10), 0);
	g_rmdir(in_the_way);
	assert_true(sabot_recorder_rotate(recorder, START_US, NULL));
	sabot_recorder_free(recorder);
	times = read_files(path);
	assert_int_equal(times->len, 10);
	assert_int_equal(g_rmdir(dir), 0);
}

static const struct {
	const char *text;
	const char *error;
} refused[] = {
	{"", "line 1: `#shoe-log 1` must be the first line"},
	{"# x\n", "line 1: `#shoe-log 1` must be the first line"},
	{"#shoe-log 2\n", "line 1: unknown header"},
	{"#shoe-log 1\n#shoe-log 1\n", "line 2: `#shoe-log 1` must be the first line"},
	{"#shoe-log 1\n5 < 0\n", "line 2: bytes must be"},
	{"#shoe-log 1\n5 < \n", "line 2: bytes must be"},
	{"#shoe-log 1\n5 < 05 \n", "line 2: bytes must be"},
	{"#shoe-log 1\n5 < 05  06\n", "line 2: bytes must be"},
	{"#shoe-log 1\n5 < 0g\n", "line 2: bytes must be"},
	{"#shoe-log 1\n5 ? 05\n", "line 2: after the milliseconds comes"},
	{"#shoe-log 1\n5\n", "line 2: after the milliseconds comes"},
	{"#shoe-log 1\n5 ! smoke\n", "line 2: after `!` comes"},
	{"#shoe-log 1\n-5 < 05\n", "line 2: a line begins with milliseconds"},
	{"#shoe-log 1\n1234567890123456 < 05\n", "line 2: a line begins with milliseconds"},
	{"#shoe-log 1\n5 < 05\n4 < 05\n", "line 3: time runs backwards"},
	{"#shoe-log 1\n#driver \n", "line 2: `#driver` needs"},
	{"#shoe-log 1\n#serial 4800 9N1\n", "line 2: `#serial` needs"},
	{"#shoe-log 1\n#serial 4800 8N\n", "line 2: `#serial` needs"},
	{"#shoe-log 1\n#serial 0 8N1\n", "line 2: `#serial` needs"},
	{"#shoe-log 1\n#start yesterday\n", "line 2: `#start` needs"},
	{"#shoe-log 1\n#smoke\n", "line 2: unknown header"},
};

static void
test_refusals(void **state)
{
	(void)state;
	for (size_t i = 0; i < G_N_ELEMENTS(refused); i++) {
		g_autoptr(GString) text = g_string_new(NULL);
		g_autoptr(GError) error = NULL;

		assert_false(sabot_shoelog_parse(refused[i].text, strlen(refused[i].text),
						 append_entry, text, &error));
		assert_true(
			g_error_matches(error, SABOT_SHOELOG_ERROR, SABOT_SHOELOG_ERROR_SYNTAX));
		if (!g_str_has_prefix(error->message, refused[i].error))
			fail_msg("case %zu: `%s`", i, error->message);
	}
}

static void
test_long_line_is_refused(void **state)
{
	struct sabot_shoelog_entry entry;
	char text[SABOT_SHOELOG_LINE_BYTES_MAX + 1];
	g_autoptr(GError) error = NULL;

	(void)state;
	memset(text, ' ', sizeof text);
	text[0] = '#';
	assert_true(sabot_shoelog_parse_line(text, sizeof text - 1, &entry, &error));
	assert_false(sabot_shoelog_parse_line(text, sizeof text, &entry, &error));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_round_trip),
		cmocka_unit_test(test_line_cut_short_is_skipped),
		cmocka_unit_test(test_full_disk_is_an_error),
		cmocka_unit_test(test_full_files_follow_each_other),
		cmocka_unit_test(test_large_file_makes_room),
		cmocka_unit_test(test_no_room_for_another_file),
		cmocka_unit_test(test_refusals),
		cmocka_unit_test(test_long_line_is_refused),
	};

	return cmocka_run_group_tests_name("recorder", tests, NULL, NULL);
}
