/*
 * The .shoelog format: what is written can be read, what is wrong is refused with its line.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "devices/recorder.h"

#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

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

static void
record_session(const char *path)
{
	uint8_t bytes[70];
	struct sabot_recorder *recorder = sabot_recorder_new(
		path, sabot_shoe_driver_find("angeleye2"), &line_8n1, 1795202405123000, NULL);

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
	struct sabot_recorder *recorder = sabot_recorder_new(
		"/dev/full", sabot_shoe_driver_find("angeleye2"), &line_8n1, 0, &error);

	(void)state;
	assert_null(recorder);
	assert_non_null(strstr(error->message, "No space left"));
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
		cmocka_unit_test(test_refusals),
		cmocka_unit_test(test_long_line_is_refused),
	};

	return cmocka_run_group_tests_name("recorder", tests, NULL, NULL);
}
