/* Key files without repetitions: see key-file.h. */
#include "key-file.h"

#include <string.h>

/* The name of the group that a stripped line begins, or NULL. Transferred. */
static char *
group_of(const char *line)
{
	size_t n = strlen(line);

	return line[0] == '[' && line[n - 1] == ']' ? g_strndup(line + 1, n - 2) : NULL;
}

/* The key that a stripped line gives a value, or NULL. Transferred. */
static char *
key_of(const char *line)
{
	const char *end = strchr(line, '=');

	return end && line[0] != '#' ? g_strchomp(g_strndup(line, (gsize)(end - line))) : NULL;
}

/* The first group or key that is there before, as a sentence; NULL: none is. Transferred. */
static char *
find_twice(const char *text)
{
	g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
	g_autoptr(GHashTable) seen = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
	g_autofree char *group = g_strdup("");

	for (int i = 0; lines[i]; i++) {
		const char *line = g_strstrip(lines[i]);
		g_autofree char *begun = group_of(line);
		g_autofree char *key = begun ? NULL : key_of(line);
		g_autofree char *name = NULL;

		if (begun) {
			g_free(group);
			group = g_steal_pointer(&begun);
		}
		if (!key && line[0] != '[')
			continue;
		name = g_strdup_printf("[%s]%s%s", group, key ? " " : "", key ? key : "");
		if (g_hash_table_contains(seen, name))
			return g_strdup_printf("line %d: %s is there twice", i + 1, name);
		g_hash_table_add(seen, g_steal_pointer(&name));
	}
	return NULL;
}

GKeyFile *
sabot_key_file_parse(const char *text, size_t n_bytes, const char *name, GError **error)
{
	g_autoptr(GKeyFile) file = g_key_file_new();
	g_autofree char *whole = g_strndup(text, n_bytes), *twice = NULL;

	if (!g_key_file_load_from_data(file, text, n_bytes, G_KEY_FILE_KEEP_TRANSLATIONS, error)) {
		g_prefix_error(error, "%s: ", name);
		return NULL;
	}
	twice = find_twice(whole);
	if (!twice)
		return g_steal_pointer(&file);
	g_set_error(error, G_KEY_FILE_ERROR, G_KEY_FILE_ERROR_PARSE, "%s: %s", name, twice);
	return NULL;
}

GKeyFile *
sabot_key_file_load(const char *path, GError **error)
{
	g_autofree char *text = NULL;
	gsize n_bytes;

	return g_file_get_contents(path, &text, &n_bytes, error)
		       ? sabot_key_file_parse(text, n_bytes, path, error)
		       : NULL;
}

char *
sabot_key_file_read(GKeyFile *file, const char *group, const char *key, GError **error)
{
	GError *failure = NULL;
	g_autofree char *text = g_key_file_get_string(file, group, key, &failure);

	if (!failure)
		return g_steal_pointer(&text);
	g_propagate_error(error, failure);
	return NULL;
}
