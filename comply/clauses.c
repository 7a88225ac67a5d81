/* Reads clauses: see clauses.h. */
#include "clauses.h"

#include "clauses-resource.h"
#include "profiles/key-file.h"

#include <gio/gio.h>
#include <stdbool.h>
#include <string.h>

#define RESOURCE_PREFIX "/org/sabot/clauses/"
#define SUFFIX ".clauses"

static const char *const head_keys[] = {"title", "text", "read", NULL};
static const char *const clause_keys[] = {"page",  "words", "by",    "function", "document",
					  "tests", "rules", "house", NULL};
/* What may be there in other languages; `name` only so. */
static const char *const translated_keys[] = {"title", "text", "words", "function",
					      "house", "name", NULL};

/* A file, and the language in which it is read: of two letters; NULL: as it was written. */
struct source {
	GKeyFile *file;
	const char *language;
};

G_GNUC_PRINTF(2, 3) static bool refuse(GError **error, const char *format, ...)
{
	g_autofree char *sentence = NULL;
	va_list arguments;

	va_start(arguments, format);
	sentence = g_strdup_vprintf(format, arguments);
	va_end(arguments);
	g_set_error_literal(error, G_KEY_FILE_ERROR, G_KEY_FILE_ERROR_INVALID_VALUE, sentence);
	return false;
}

static void
free_clause(gpointer data)
{
	struct sabot_clause *clause = data;

	g_free(clause->id);
	g_free(clause->name);
	g_free(clause->page);
	g_free(clause->words);
	g_free(clause->function);
	g_free(clause->document);
	g_strfreev(clause->tests);
	g_strfreev(clause->rules);
	g_free(clause->house);
	g_free(clause);
}

void
sabot_clauses_free(struct sabot_clauses *clauses)
{
	if (!clauses)
		return;
	g_free(clauses->title);
	g_free(clauses->text);
	g_free(clauses->read);
	g_ptr_array_unref(clauses->clauses);
	g_free(clauses);
}

/* NULL where the key is not there. */
static bool
read_key(GKeyFile *file, const char *group, const char *key, char **ret_text, GError **error)
{
	g_autofree char *text = NULL;

	if (!g_key_file_has_key(file, group, key, NULL))
		return true;
	text = sabot_key_file_read(file, group, key, error);
	if (!text)
		return false;
	if (text[0] == '\0' || strlen(text) > SABOT_CLAUSE_TEXT_MAX)
		return refuse(error, "[%s] %s: 1 to %d bytes are wanted", group, key,
			      SABOT_CLAUSE_TEXT_MAX);
	for (const char *at = text; *at; at++) {
		if (g_ascii_iscntrl(*at))
			return refuse(error, "[%s] %s: it has a control character", group, key);
	}
	g_free(*ret_text);
	*ret_text = g_steal_pointer(&text);
	return true;
}

/* The key without its language, "words" of "words[es]"; NULL: it has none. Transferred. */
static char *
find_translated(const char *key)
{
	const char *bracket = strchr(key, '[');

	return bracket && g_ascii_islower(bracket[1]) && g_ascii_islower(bracket[2]) &&
			       strcmp(bracket + 3, "]") == 0
		       ? g_strndup(key, (gsize)(bracket - key))
		       : NULL;
}

/* False where a key is none of `known`, or is in another language and none of theirs. */
static bool
knows_keys(GKeyFile *file, const char *group, const char *const *known, GError **error)
{
	g_auto(GStrv) keys = g_key_file_get_keys(file, group, NULL, NULL);

	for (int i = 0; keys && keys[i]; i++) {
		g_autofree char *base = find_translated(keys[i]), *text = NULL;

		if (g_strv_contains(known, keys[i]))
			continue;
		if (!base || !g_strv_contains(translated_keys, base) ||
		    !(strcmp(base, "name") == 0 ? known == clause_keys
						: g_key_file_has_key(file, group, base, NULL)))
			return refuse(error, "[%s]: there is no key %s", group, keys[i]);
		if (!read_key(file, group, keys[i], &text, error))
			return false;
	}
	return true;
}

/* In the source's language where it is there; NULL where the key is not there at all. */
static bool
read_text(const struct source *source, const char *group, const char *key, char **ret_text,
	  GError **error)
{
	g_autofree char *translated =
		source->language ? g_strdup_printf("%s[%.2s]", key, source->language) : NULL;

	return read_key(source->file, group, key, ret_text, error) &&
	       (!translated || read_key(source->file, group, translated, ret_text, error));
}

static bool
read_names(const struct source *source, const char *group, const char *key, GStrv *ret_names,
	   GError **error)
{
	static const char letters[] = G_CSET_a_2_z G_CSET_A_2_Z G_CSET_DIGITS "-_";
	g_autofree char *text = NULL;
	g_auto(GStrv) names = NULL;

	if (!read_key(source->file, group, key, &text, error))
		return false;
	names = text ? g_strsplit(text, " ", SABOT_CLAUSE_TESTS_MAX + 1) : g_new0(char *, 1);
	if (g_strv_length(names) > SABOT_CLAUSE_TESTS_MAX)
		return refuse(error, "[%s] %s: at most %d names are wanted", group, key,
			      SABOT_CLAUSE_TESTS_MAX);
	for (int i = 0; names[i]; i++) {
		if (names[i][0] == '\0' || strspn(names[i], letters) != strlen(names[i]))
			return refuse(error, "[%s] %s: \"%s\" is no name", group, key, names[i]);
	}
	*ret_names = g_steal_pointer(&names);
	return true;
}

static bool
read_by(const struct source *source, const char *group, enum sabot_clause_by *ret_by,
	GError **error)
{
	static const char *const words[] = {
		[SABOT_CLAUSE_PROGRAM] = "program",
		[SABOT_CLAUSE_HOUSE] = "house",
		[SABOT_CLAUSE_BOTH] = "both",
	};
	g_autofree char *word = NULL;

	if (!read_key(source->file, group, "by", &word, error))
		return false;
	for (guint i = 0; word && i < G_N_ELEMENTS(words); i++) {
		if (strcmp(word, words[i]) == 0) {
			*ret_by = (enum sabot_clause_by)i;
			return true;
		}
	}
	return refuse(error, "[%s] by: program, house or both is wanted", group);
}

/* What the program does has a function and a test; what the house does is said. */
static bool
check_clause(const struct sabot_clause *clause, GError **error)
{
	bool is_programs = clause->by != SABOT_CLAUSE_HOUSE;
	bool is_houses = clause->by != SABOT_CLAUSE_PROGRAM;

	if (!clause->page || !clause->words)
		return refuse(error, "[%s]: page and words are wanted", clause->id);
	if (is_programs != (clause->function != NULL) || is_programs != (clause->document != NULL))
		return refuse(error, "[%s]: function and document go with what the program does",
			      clause->id);
	if (is_programs != (clause->tests[0] || clause->rules[0]))
		return refuse(error, "[%s]: tests or rules go with what the program does",
			      clause->id);
	if (is_houses != (clause->house != NULL))
		return refuse(error, "[%s]: house goes with what the house does", clause->id);
	return true;
}

static bool
read_clause(const struct source *source, const char *group, struct sabot_clause *clause,
	    GError **error)
{
	clause->id = g_strdup(group);
	if (strlen(group) > SABOT_CLAUSE_TEXT_MAX)
		return refuse(error, "a clause has too long a name");
	clause->name = g_strdup(group);
	return knows_keys(source->file, group, clause_keys, error) &&
	       read_text(source, group, "name", &clause->name, error) &&
	       read_key(source->file, group, "page", &clause->page, error) &&
	       read_text(source, group, "words", &clause->words, error) &&
	       read_by(source, group, &clause->by, error) &&
	       read_text(source, group, "function", &clause->function, error) &&
	       read_key(source->file, group, "document", &clause->document, error) &&
	       read_names(source, group, "tests", &clause->tests, error) &&
	       read_names(source, group, "rules", &clause->rules, error) &&
	       read_text(source, group, "house", &clause->house, error) &&
	       check_clause(clause, error);
}

static bool
read_head(const struct source *source, struct sabot_clauses *clauses, GError **error)
{
	if (!knows_keys(source->file, "comply", head_keys, error) ||
	    !read_text(source, "comply", "title", &clauses->title, error) ||
	    !read_text(source, "comply", "text", &clauses->text, error) ||
	    !read_key(source->file, "comply", "read", &clauses->read, error))
		return false;
	return (clauses->title && clauses->text && clauses->read) ||
	       refuse(error, "[comply]: title, text and read are wanted");
}

static bool
read_all(const struct source *source, struct sabot_clauses *clauses, GError **error)
{
	g_auto(GStrv) groups = g_key_file_get_groups(source->file, NULL);

	if (g_strv_length(groups) < 2 || g_strv_length(groups) > SABOT_CLAUSES_MAX + 1)
		return refuse(error, "1 to %d clauses are wanted", SABOT_CLAUSES_MAX);
	if (strcmp(groups[0], "comply") != 0)
		return refuse(error, "the first group is not [comply]");
	for (int i = 1; groups[i]; i++) {
		struct sabot_clause *clause = g_new0(struct sabot_clause, 1);

		g_ptr_array_add(clauses->clauses, clause);
		if (!read_clause(source, groups[i], clause, error))
			return false;
	}
	return read_head(source, clauses, error);
}

struct sabot_clauses *
sabot_clauses_parse(const char *text, size_t n_bytes, const char *name, const char *language,
		    GError **error)
{
	g_autoptr(GKeyFile) file = NULL;
	struct source source;
	struct sabot_clauses *clauses;

	if (n_bytes > SABOT_CLAUSES_BYTES_MAX || !g_utf8_validate(text, (gssize)n_bytes, NULL)) {
		refuse(error, "%s: at most %d bytes of UTF-8 are wanted", name,
		       SABOT_CLAUSES_BYTES_MAX);
		return NULL;
	}
	file = sabot_key_file_parse(text, n_bytes, name, error);
	if (!file)
		return NULL;
	clauses = g_new0(struct sabot_clauses, 1);
	clauses->clauses = g_ptr_array_new_with_free_func(free_clause);
	source = (struct source){file, language};
	if (read_all(&source, clauses, error))
		return clauses;
	g_prefix_error(error, "%s: ", name);
	sabot_clauses_free(clauses);
	return NULL;
}

static struct sabot_clauses *
read_file(const char *path, const char *language, GError **error)
{
	g_autoptr(GFile) file = g_file_new_for_path(path);
	g_autoptr(GFileInputStream) stream = g_file_read(file, NULL, error);
	g_autofree char *text = g_malloc(SABOT_CLAUSES_BYTES_MAX + 1);
	gsize n_bytes;

	if (!stream || !g_input_stream_read_all(G_INPUT_STREAM(stream), text,
						SABOT_CLAUSES_BYTES_MAX + 1, &n_bytes, NULL, error))
		return NULL;
	return sabot_clauses_parse(text, n_bytes, path, language, error);
}

struct sabot_clauses *
sabot_clauses_read(const char *name, const char *language, GError **error)
{
	g_autofree char *path = g_strconcat(RESOURCE_PREFIX, name, SUFFIX, NULL);
	g_autoptr(GBytes) bytes = g_resource_lookup_data(sabot_clauses_get_resource(), path,
							 G_RESOURCE_LOOKUP_FLAGS_NONE, NULL);
	gsize n_bytes;

	if (!bytes)
		return read_file(name, language, error);
	return sabot_clauses_parse(g_bytes_get_data(bytes, &n_bytes), g_bytes_get_size(bytes), name,
				   language, error);
}

static int
compare_names(gconstpointer a, gconstpointer b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

GStrv
sabot_clauses_list(void)
{
	GStrv names = g_resource_enumerate_children(sabot_clauses_get_resource(), RESOURCE_PREFIX,
						    G_RESOURCE_LOOKUP_FLAGS_NONE, NULL);

	for (int i = 0; names && names[i]; i++)
		names[i][strlen(names[i]) - strlen(SUFFIX)] = '\0';
	if (names)
		qsort(names, g_strv_length(names), sizeof(*names), compare_names);
	return names;
}
