/*
 * The text is the public lines, oldest first, with a space between two; "-" is a start without a
 * key.
 */
#include "key-list.h"
#include "guarded.h"

#include <string.h>

static const char list_name[] = "signing.keys", kind[] = "keys", no_key[] = "-";

/* The words of the file; with `key` only if it has signed them. Transferred; never NULL. */
static char **
read_words(const char *path, const struct sabot_key *key)
{
	g_autofree char *text = sabot_guarded_read(path, kind, key, NULL);

	return g_strsplit(text ? text : "", " ", -1);
}

/* As the key has signed them that they name last. Transferred; never NULL. */
static char **
read_own_words(const char *path)
{
	g_auto(GStrv) words = read_words(path, NULL);
	guint n_words = g_strv_length(words);
	struct sabot_key *key =
		n_words > 0 ? sabot_key_from_public_line(words[n_words - 1], NULL) : NULL;
	char **own = key ? read_words(path, key) : g_new0(char *, 1);

	sabot_key_free(key);
	return own;
}

/* The words behind the last one that is `last`. NULL: it is not among them. */
static char **
find_behind(char **words, const char *last)
{
	char **behind = NULL;

	for (; *words; words++)
		if (strcmp(*words, last[0] ? last : no_key) == 0)
			behind = words + 1;
	return behind;
}

bool
sabot_key_list_add(const char *state_dir, const char *last, const struct sabot_key *key,
		   GError **error)
{
	g_autofree char *path = g_build_filename(state_dir, list_name, NULL);
	g_auto(GStrv) words = read_own_words(path);
	g_autofree char *line = sabot_key_to_public_line(key);
	g_autoptr(GString) text = g_string_new(last[0] ? last : no_key);
	char **behind = find_behind(words, last);
	g_autofree char *content = NULL;

	for (; behind && *behind; behind++)
		g_string_append_printf(text, " %s", *behind);
	g_string_append_printf(text, " %s", line);
	content = sabot_guarded_format(kind, text->str, key);
	return g_file_set_contents_full(
		path, content, -1, G_FILE_SET_CONTENTS_CONSISTENT | G_FILE_SET_CONTENTS_DURABLE,
		0600, error);
}

/* To the list of lines, but for the last, which is the present key's. */
static void
add_lines(GPtrArray *lines, char **words)
{
	for (; words && words[0] && words[1]; words++)
		if (strcmp(words[0], no_key) != 0)
			g_ptr_array_add(lines, g_strdup(words[0]));
}

char **
sabot_key_list_read(const char *state_dir, const char *last, const struct sabot_key *key)
{
	g_autofree char *path = g_build_filename(state_dir, list_name, NULL);
	g_auto(GStrv) words = key ? read_words(path, key) : g_new0(char *, 1);
	GPtrArray *lines = g_ptr_array_new();

	if (last)
		g_ptr_array_add(lines, g_strdup(last));
	add_lines(lines, last ? find_behind(words, last) : words);
	g_ptr_array_add(lines, NULL);
	return (char **)g_ptr_array_free(lines, FALSE);
}
