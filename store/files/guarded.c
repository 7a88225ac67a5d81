/* See guarded.h. */
#include "guarded.h"
#include "disk/own-file.h"
#include "store/keys/note.h"
#include "store/log/chain.h"
#include "store/keys/hex.h"

#include <jansson.h>
#include <string.h>

/* "sabot-KIND/1 SHA256". Transferred. */
static char *
format_body(const char *kind, const char *text)
{
	struct sabot_chain_hash digest = sabot_chain_digest(text, strlen(text));
	g_autofree char *hex = sabot_hex_encode(digest.bytes, sizeof(digest.bytes));

	return g_strdup_printf("sabot-%s/1 %s\n", kind, hex);
}

/* `note`: an earlier one that stays, or NULL. Transferred. */
static char *
format(const char *kind, const char *text, const char *note, const struct sabot_key *key)
{
	g_autofree char *body = format_body(kind, text);
	g_autofree char *own = key ? sabot_note_sign(body, key) : g_strdup(body);
	json_t *json =
		json_pack("{s:s, s:s*}", "seal", note ? note : own, "next", note ? own : NULL);
	char *line = json_dumps(json, JSON_COMPACT);
	char *content = g_strconcat(text, "\n", line, "\n", NULL);

	free(line);
	json_decref(json);
	return content;
}

char *
sabot_guarded_format(const char *kind, const char *text, const struct sabot_key *key)
{
	return format(kind, text, NULL, key);
}

/* Transferred; NULL with `ret_why`; without, where there is no file. */
static char *
load(const char *path, const char **ret_why)
{
	size_t n_bytes = 0;
	g_autofree char *text =
		sabot_disk_read_own(path, SABOT_GUARDED_BYTES_MAX, &n_bytes, ret_why);

	if (text && strlen(text) != n_bytes)
		*ret_why = "it is no text";
	return *ret_why ? NULL : g_steal_pointer(&text);
}

/* A note of the second line, which is the last. Transferred; NULL: there is none. */
static char *
get_note(const char *line, const char *name)
{
	json_t *json = json_loads(line, JSON_REJECT_DUPLICATES, NULL);
	const char *note = json_string_value(json_object_get(json, name));
	char *copy = g_strdup(note);

	json_decref(json);
	return copy;
}

static const char *
judge_note(const char *note, const char *body, const struct sabot_key *key)
{
	if (!g_str_has_prefix(note, body) ||
	    (note[strlen(body)] != '\0' && note[strlen(body)] != '\n'))
		return "it is not as it was written";
	if (key && !sabot_note_is_signed_by(note, key))
		return "the house's key has not signed it";
	return NULL;
}

/* The line with the text and the one with the notes; NULL: it is as it was written. */
static const char *
judge(const char *kind, const char *text, const char *notes, const struct sabot_key *key)
{
	g_autofree char *note = get_note(notes, "seal"), *next = get_note(notes, "next");
	g_autofree char *body = format_body(kind, text);
	const char *why = note ? judge_note(note, body, key) : "it has no note";

	return why && note && next && !judge_note(next, body, key) ? NULL : why;
}

/* As sabot_guarded_read(), with the note that stays when another is added, transferred. */
static char *
read_file(const char *path, const char *kind, const struct sabot_key *key, char **ret_note,
	  GError **error)
{
	const char *why;
	g_autofree char *text = load(path, &why);
	char *end = text ? strchr(text, '\n') : NULL;

	if (!text && !why)
		return NULL;
	if (end)
		*end = '\0';
	if (!why)
		why = end ? judge(kind, text, end + 1, key) : "it has no note";
	if (why) {
		sabot_store_fail(error, path, why);
		return NULL;
	}
	*ret_note = get_note(end + 1, "seal");
	return g_steal_pointer(&text);
}

char *
sabot_guarded_read(const char *path, const char *kind, const struct sabot_key *key, GError **error)
{
	g_autofree char *note = NULL;

	return read_file(path, kind, key, &note, error);
}

bool
sabot_guarded_sign_too(const char *path, const char *kind, const GPtrArray *former,
		       const struct sabot_key *key, GError **error)
{
	g_autofree char *text = NULL, *note = NULL, *content = NULL;

	for (guint i = 0; !text && i < former->len; i++)
		text = read_file(path, kind, g_ptr_array_index(former, i), &note, NULL);
	if (!text)
		return true;
	content = format(kind, text, note, key);
	return g_file_set_contents_full(
		path, content, -1, G_FILE_SET_CONTENTS_CONSISTENT | G_FILE_SET_CONTENTS_DURABLE,
		0600, error);
}
