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

char *
sabot_guarded_format(const char *kind, const char *text, const struct sabot_key *key)
{
	g_autofree char *body = format_body(kind, text);
	g_autofree char *note = key ? sabot_note_sign(body, key) : g_strdup(body);
	json_t *json = json_pack("{s:s}", "seal", note);
	char *line = json_dumps(json, JSON_COMPACT);
	char *content = g_strconcat(text, "\n", line, "\n", NULL);

	free(line);
	json_decref(json);
	return content;
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

/* The note of the second line, which is the last. Transferred; NULL: there is none. */
static char *
get_note(const char *line)
{
	json_t *json = json_loads(line, JSON_REJECT_DUPLICATES, NULL);
	const char *note = json_string_value(json_object_get(json, "seal"));
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

char *
sabot_guarded_read(const char *path, const char *kind, const struct sabot_key *key, GError **error)
{
	const char *why;
	g_autofree char *text = load(path, &why), *note = NULL, *body = NULL;
	char *end = text ? strchr(text, '\n') : NULL;

	if (!text && !why)
		return NULL;
	if (end) {
		*end = '\0';
		note = get_note(end + 1);
	}
	if (!why && !note)
		why = "it has no note";
	if (!why) {
		body = format_body(kind, text);
		why = judge_note(note, body, key);
	}
	if (!why)
		return g_steal_pointer(&text);
	sabot_store_fail(error, path, why);
	return NULL;
}
