/* Reads what the tests said: see test-record.h. */
#include "test-record.h"

#include <gio/gio.h>
#include <string.h>

static const char *const result_words[] = {
	[SABOT_TEST_PASSED] = "passed",
	[SABOT_TEST_FAILED] = "failed",
	[SABOT_TEST_SKIPPED] = "skipped",
	[SABOT_TEST_NOT_RUN] = "not-run",
};

static void
free_trace(gpointer data)
{
	struct sabot_rule_trace *trace = data;

	g_ptr_array_unref(trace->code);
	g_ptr_array_unref(trace->tests);
	g_free(trace);
}

void
sabot_test_record_free(struct sabot_test_record *record)
{
	if (!record)
		return;
	g_free(record->version);
	g_free(record->commit);
	g_hash_table_unref(record->results);
	g_hash_table_unref(record->rules);
	g_free(record);
}

static struct sabot_rule_trace *
trace_of(struct sabot_test_record *record, const char *rule)
{
	struct sabot_rule_trace *trace = g_hash_table_lookup(record->rules, rule);

	if (trace)
		return trace;
	trace = g_new0(struct sabot_rule_trace, 1);
	trace->code = g_ptr_array_new_with_free_func(g_free);
	trace->tests = g_ptr_array_new_with_free_func(g_free);
	g_hash_table_insert(record->rules, g_strdup(rule), trace);
	return trace;
}

static bool
add_result(struct sabot_test_record *record, const char *test, const char *word)
{
	for (guint i = 0; i < G_N_ELEMENTS(result_words); i++) {
		if (strcmp(word, result_words[i]) == 0)
			return g_hash_table_insert(record->results, g_strdup(test),
						   GUINT_TO_POINTER(i + 1));
	}
	return false;
}

static bool
add_trace(struct sabot_test_record *record, const GStrv words)
{
	struct sabot_rule_trace *trace = trace_of(record, words[1]);

	if (strcmp(words[2], "code") == 0)
		g_ptr_array_add(trace->code, g_strdup(words[3]));
	else if (strcmp(words[2], "test") == 0)
		g_ptr_array_add(trace->tests, g_strdup(words[3]));
	else
		return false;
	return true;
}

/* Words of printable ASCII, one blank between two. */
static bool
is_plain(const GStrv words)
{
	for (int i = 0; words[i]; i++) {
		size_t n = strlen(words[i]);

		if (n == 0 || n > SABOT_TEST_RECORD_WORD_MAX)
			return false;
		for (size_t at = 0; at < n; at++) {
			if (!g_ascii_isgraph(words[i][at]))
				return false;
		}
	}
	return true;
}

static bool
read_line(struct sabot_test_record *record, const char *line)
{
	g_auto(GStrv) words = g_strsplit(line, " ", 5);
	guint n = g_strv_length(words);

	if (!is_plain(words))
		return false;
	if (!record->version) {
		if (n != 3 || strcmp(words[0], "sabot-tests/1") != 0)
			return false;
		record->version = g_strdup(words[1]);
		record->commit = g_strdup(words[2]);
		return true;
	}
	if (n == 3 && strcmp(words[0], "test") == 0)
		return add_result(record, words[1], words[2]);
	return n == 4 && strcmp(words[0], "rule") == 0 && add_trace(record, words);
}

static bool
read_lines(struct sabot_test_record *record, const char *text, guint *ret_line)
{
	g_auto(GStrv) lines = g_strsplit(text, "\n", SABOT_TEST_RECORD_LINES_MAX + 1);

	for (*ret_line = 0; lines[*ret_line] && lines[*ret_line + 1]; ++*ret_line) {
		if (*ret_line + 1 >= SABOT_TEST_RECORD_LINES_MAX ||
		    !read_line(record, lines[*ret_line]))
			return false;
	}
	/* The last line ends, too. */
	return record->version && lines[*ret_line] && lines[*ret_line][0] == '\0';
}

struct sabot_test_record *
sabot_test_record_parse(const char *text, size_t n_bytes, const char *name, GError **error)
{
	struct sabot_test_record *record = g_new0(struct sabot_test_record, 1);
	g_autofree char *whole = g_strndup(text, n_bytes);
	guint line = 0;

	record->results = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
	record->rules = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, free_trace);
	if (n_bytes <= SABOT_TEST_RECORD_BYTES_MAX && strlen(whole) == n_bytes &&
	    read_lines(record, whole, &line))
		return record;
	g_set_error(error, G_FILE_ERROR, G_FILE_ERROR_INVAL,
		    "%s: line %u is no line of a record "
		    "of tests",
		    name, line + 1);
	sabot_test_record_free(record);
	return NULL;
}

/* Beside the program: installed, and in the build tree. NULL: there is none. Transferred. */
static char *
find(void)
{
	static const char *const places[] = {"../" SABOT_TEST_RECORD_FILE,
					     "../../" SABOT_TEST_RECORD_FILE, "../tests/record"};
	g_autofree char *self = g_file_read_link("/proc/self/exe", NULL);
	g_autofree char *directory = self ? g_path_get_dirname(self) : NULL;

	for (size_t i = 0; directory && i < G_N_ELEMENTS(places); i++) {
		g_autofree char *path = g_build_filename(directory, places[i], NULL);

		if (g_file_test(path, G_FILE_TEST_IS_REGULAR))
			return g_steal_pointer(&path);
	}
	return NULL;
}

struct sabot_test_record *
sabot_test_record_read(const char *path, GError **error)
{
	g_autofree char *found = path ? NULL : find();
	g_autofree char *text = g_malloc(SABOT_TEST_RECORD_BYTES_MAX + 1);
	g_autoptr(GFile) file = NULL;
	g_autoptr(GFileInputStream) stream = NULL;
	gsize n_bytes;

	if (!path && !found) {
		g_set_error(error, G_FILE_ERROR, G_FILE_ERROR_NOENT,
			    "no record of tests was installed with this program");
		return NULL;
	}
	file = g_file_new_for_path(path ? path : found);
	stream = g_file_read(file, NULL, error);
	if (!stream ||
	    !g_input_stream_read_all(G_INPUT_STREAM(stream), text, SABOT_TEST_RECORD_BYTES_MAX + 1,
				     &n_bytes, NULL, error))
		return NULL;
	return sabot_test_record_parse(text, n_bytes, path ? path : found, error);
}

enum sabot_test_result
sabot_test_record_get(const struct sabot_test_record *record, const char *test)
{
	guint found = record ? GPOINTER_TO_UINT(g_hash_table_lookup(record->results, test)) : 0;

	return found ? (enum sabot_test_result)(found - 1) : SABOT_TEST_NOT_RUN;
}

const char *
sabot_test_result_word(enum sabot_test_result result)
{
	return result_words[result];
}
