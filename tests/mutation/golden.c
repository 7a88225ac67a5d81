/*
 * Reads golden logs and derives them. Expected and derived lines are compared as check-traces.py
 * does, without the words that bind nobody.
 */
#include "golden.h"

#include "eventlog/derive.h"
#include "eventlog/rules-json.h"

#include <string.h>

struct golden {
	char *name, *profile;
	json_t *header;
	GPtrArray *objects; /* json_t; events borrow their strings */
	GArray *events;     /* struct sabot_event */
	GArray *lines;      /* unsigned, the events' */
	GPtrArray *run_outs;
	GPtrArray *expected; /* json_t */
	unsigned n_lines;
};

static void
decref(void *object)
{
	json_decref(object);
}

void
golden_free(void *data)
{
	struct golden *golden = data;

	g_free(golden->name);
	g_free(golden->profile);
	json_decref(golden->header);
	g_ptr_array_unref(golden->objects);
	g_array_unref(golden->events);
	g_array_unref(golden->lines);
	g_ptr_array_unref(golden->run_outs);
	g_ptr_array_unref(golden->expected);
	g_free(golden);
}

static struct golden *
golden_new(const char *name)
{
	struct golden *golden = g_new0(struct golden, 1);

	golden->name = g_strdup(name);
	golden->objects = g_ptr_array_new_with_free_func(decref);
	golden->events = g_array_new(FALSE, FALSE, sizeof(struct sabot_event));
	golden->lines = g_array_new(FALSE, FALSE, sizeof(unsigned));
	golden->run_outs = g_ptr_array_new_with_free_func(g_free);
	golden->expected = g_ptr_array_new_with_free_func(decref);
	return golden;
}

static bool
is_blank(const char *text)
{
	return text[strspn(text, " \t\r")] == '\0';
}

static void
remove_words(json_t *line)
{
	json_t *detail = json_object_get(line, "detail");

	json_object_del(line, "text");
	json_object_del(line, "rule");
	if (json_is_object(detail))
		json_object_del(detail, "why");
}

static bool
read_event(struct golden *golden, json_t *object, unsigned line, enum sabot_game game)
{
	char error[SABOT_EVENT_ERROR_SIZE];
	struct sabot_event_buffer buffer;
	struct sabot_event event;

	if (!sabot_event_from_json(object, game, &buffer, &event, error)) {
		g_printerr("%s: line %u: %s\n", golden->name, line, error);
		return false;
	}
	event.line = line;
	if (event.type == SABOT_EVENT_UNLOAD && event.u.unload.cards != NULL) {
		void *cards = g_memdup2(event.u.unload.cards,
					event.u.unload.n_cards * sizeof(struct sabot_card));
		g_ptr_array_add(golden->run_outs, cards);
		event.u.unload.cards = cards;
	}
	g_array_append_val(golden->events, event);
	g_array_append_val(golden->lines, line);
	return true;
}

static bool
read_header(struct golden *golden, enum sabot_game *ret_game)
{
	const char *profile = json_string_value(json_object_get(golden->header, "rules"));

	if (profile == NULL)
		return false;
	golden->profile = g_strdup(profile);
	*ret_game = g_str_has_prefix(profile, "punto-banco") ? SABOT_PUNTO_BANCO : SABOT_BLACKJACK;
	return true;
}

static bool
read_log(struct golden *golden, char **lines)
{
	enum sabot_game game = SABOT_PUNTO_BANCO;

	for (unsigned i = 0; lines[i] != NULL; i++) {
		if (lines[i + 1] == NULL && lines[i][0] == '\0')
			break;
		golden->n_lines = i + 1;
		if (is_blank(lines[i]))
			continue;
		json_t *object = json_loads(lines[i], 0, NULL);
		if (golden->header == NULL) {
			golden->header = object;
			if (!read_header(golden, &game))
				return false;
			continue;
		}
		g_ptr_array_add(golden->objects, object);
		if (!read_event(golden, object, i + 1, game))
			return false;
	}
	return golden->header != NULL;
}

static bool
read_expected(struct golden *golden, char **lines)
{
	for (unsigned i = 0; lines[i] != NULL; i++) {
		if (is_blank(lines[i]))
			continue;
		json_t *line = json_loads(lines[i], 0, NULL);
		if (line == NULL)
			return false;
		remove_words(line);
		g_ptr_array_add(golden->expected, line);
	}
	return golden->expected->len > 0;
}

/* The lines of DIRECTORY/NAME.SUFFIX; NULL when it cannot be read. */
static char **
read_lines(const char *directory, const char *name, const char *suffix)
{
	g_autofree char *path = g_strdup_printf("%s/%s.%s", directory, name, suffix);
	g_autofree char *text = NULL;

	return g_file_get_contents(path, &text, NULL, NULL) ? g_strsplit(text, "\n", -1) : NULL;
}

static struct golden *
read_golden(const char *directory, const char *name)
{
	g_auto(GStrv) log = read_lines(directory, name, "ndjson");
	g_auto(GStrv) expected = read_lines(directory, name, "expected");
	struct golden *golden = golden_new(name);

	if (log != NULL && expected != NULL && read_log(golden, log) &&
	    read_expected(golden, expected))
		return golden;
	g_printerr("%s/%s: is no log with what is expected of it\n", directory, name);
	golden_free(golden);
	return NULL;
}

static int
compare_names(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Names of the directory's logs without suffix, but for those that must be refused. Sorted. */
static GPtrArray *
list_names(GDir *directory, const char *path)
{
	GPtrArray *names = g_ptr_array_new_with_free_func(g_free);
	const char *file;

	while ((file = g_dir_read_name(directory)) != NULL) {
		if (!g_str_has_suffix(file, ".ndjson"))
			continue;
		char *name = g_strndup(file, strlen(file) - strlen(".ndjson"));
		g_autofree char *error = g_strdup_printf("%s/%s.error", path, name);
		if (g_file_test(error, G_FILE_TEST_EXISTS))
			g_free(name);
		else
			g_ptr_array_add(names, name);
	}
	g_ptr_array_sort(names, compare_names);
	return names;
}

bool
golden_read_directory(const char *path, GPtrArray *goldens)
{
	g_autoptr(GDir) directory = g_dir_open(path, 0, NULL);

	if (directory == NULL) {
		g_printerr("%s: cannot be read\n", path);
		return false;
	}
	g_autoptr(GPtrArray) names = list_names(directory, path);
	for (unsigned i = 0; i < names->len; i++) {
		struct golden *golden = read_golden(path, names->pdata[i]);
		if (golden == NULL)
			return false;
		g_ptr_array_add(goldens, golden);
	}
	return true;
}

const char *
golden_name(const struct golden *golden)
{
	return golden->name;
}

const char *
golden_profile(const struct golden *golden)
{
	return golden->profile;
}

bool
golden_sets(const struct golden *golden, const char *key)
{
	return json_object_get(json_object_get(golden->header, "set"), key) != NULL;
}

static unsigned
from(const struct golden *golden, const char *what)
{
	const json_t *numbers = json_object_get(golden->header, "from");

	return (unsigned)json_integer_value(json_object_get(numbers, what));
}

static struct sabot_derive *
begin(const struct golden *golden, const struct sabot_rules *rules)
{
	struct sabot_rules changed = *rules;
	const json_t *set = json_object_get(golden->header, "set");
	char error[SABOT_RULES_ERROR_SIZE];

	if (set != NULL && !sabot_rules_set_json(&changed, set, error))
		g_error("%s: %s", golden->name, error);
	return sabot_derive_new(&changed, from(golden, "load"), from(golden, "round"),
				from(golden, "incident"));
}

/* Lines as they come are compared at once: most mutants are found by one of the first. */
static bool
expected_next(const struct golden *golden, json_t *lines, unsigned *place)
{
	bool same = true;
	size_t i;
	json_t *line;

	json_array_foreach(lines, i, line) {
		remove_words(line);
		same = same && *place < golden->expected->len &&
		       json_equal(line, golden->expected->pdata[*place]);
		++*place;
	}
	json_decref(lines);
	return same;
}

static bool
is_as_expected(const struct golden *golden, struct sabot_derive *derive)
{
	unsigned place = 0;

	for (unsigned i = 0; i < golden->events->len; i++) {
		const struct sabot_event *event =
			&g_array_index(golden->events, struct sabot_event, i);
		unsigned line = g_array_index(golden->lines, unsigned, i);
		if (sabot_derive_step(derive, event)->fault != NULL ||
		    !expected_next(golden, sabot_derive_write_lines(derive, line), &place))
			return false;
	}
	sabot_derive_finish(derive);
	if (!expected_next(golden, sabot_derive_write_lines(derive, golden->n_lines), &place))
		return false;
	/* The summary may have a note for people, in words. */
	json_t *summary = sabot_derive_summary(derive);
	json_t *last = place < golden->expected->len
			       ? json_deep_copy(golden->expected->pdata[place++])
			       : json_null();
	json_object_del(last, "note");
	bool same = json_equal(summary, last) && place == golden->expected->len;
	json_decref(summary);
	json_decref(last);
	return same;
}

bool
golden_differs(const struct golden *golden, const struct sabot_rules *rules)
{
	struct sabot_derive *derive = begin(golden, rules);
	bool differs = !is_as_expected(golden, derive);

	sabot_derive_free(derive);
	return differs;
}
