/*
 * Writes and reads the note. As with a checkpoint, a note that was read is written again and
 * compared, so that no other text can pass for the same anchor.
 */
#include "anchor.h"
#include "store/keys/hex.h"
#include "note-body.h"

#include <string.h>

enum { ANCHOR_LOG_WORDS = 7 };

static void
free_log(gpointer data)
{
	struct sabot_anchor_log *log = data;

	g_free(log->log);
	g_free(log);
}

struct sabot_anchor *
sabot_anchor_new(const struct sabot_chain_origin *origin)
{
	struct sabot_anchor *anchor = g_new0(struct sabot_anchor, 1);

	memcpy(anchor->database, origin->database, sizeof(anchor->database));
	anchor->unchained_seq = origin->unchained_seq;
	anchor->logs = g_ptr_array_new_with_free_func(free_log);
	return anchor;
}

void
sabot_anchor_free(struct sabot_anchor *anchor)
{
	if (!anchor)
		return;
	g_ptr_array_unref(anchor->logs);
	g_free(anchor);
}

struct sabot_anchor_log *
sabot_anchor_add(struct sabot_anchor *anchor, const char *log)
{
	struct sabot_anchor_log *added = g_new0(struct sabot_anchor_log, 1);

	added->log = g_strdup(log);
	g_ptr_array_add(anchor->logs, added);
	return added;
}

const struct sabot_anchor_log *
sabot_anchor_find(const struct sabot_anchor *anchor, const char *log)
{
	for (guint i = 0; anchor && i < anchor->logs->len; i++) {
		const struct sabot_anchor_log *found = g_ptr_array_index(anchor->logs, i);

		if (strcmp(found->log, log) == 0)
			return found;
	}
	return NULL;
}

enum { ANCHOR_FIELDS = 9 };

static void
list_fields(struct sabot_anchor *anchor, struct sabot_note_field fields[ANCHOR_FIELDS])
{
	const struct sabot_note_field list[ANCHOR_FIELDS] = {
		{"sabot-archive/1 ", NULL, anchor->database, sizeof(anchor->database)},
		{"unchained ", &anchor->unchained_seq, NULL, 0},
		{"archive ", &anchor->number, NULL, 0},
		{"previous ", NULL, anchor->previous.bytes, sizeof(anchor->previous.bytes)},
		{"at_us ", &anchor->at_us, NULL, 0},
		{"seq ", &anchor->seq, NULL, 0},
		{"checkpoint ", &anchor->checkpoint, NULL, 0},
		{"sealed ", NULL, anchor->sealed.bytes, sizeof(anchor->sealed.bytes)},
		{"file ", NULL, anchor->file.bytes, sizeof(anchor->file.bytes)},
	};

	memcpy(fields, list, sizeof(list));
}

static void
format_log(GString *text, const struct sabot_anchor_log *log)
{
	g_autofree char *hash = sabot_hex_encode(log->hash.bytes, sizeof(log->hash.bytes));
	g_autofree char *from = sabot_hex_encode(log->from_hash.bytes, sizeof(log->hash.bytes));

	g_string_append_printf(text,
			       "log %s %" G_GINT64_FORMAT " %" G_GINT64_FORMAT
			       " %s %" G_GINT64_FORMAT " %s\n",
			       log->log, log->created_us, log->n, hash, log->from_n, from);
}

/* All of the note but the empty line and the signature. */
static char *
format_body(const struct sabot_anchor *anchor)
{
	struct sabot_anchor copy = *anchor;
	GString *text = g_string_new(NULL);
	struct sabot_note_field fields[ANCHOR_FIELDS];

	list_fields(&copy, fields);
	sabot_note_append_fields(text, fields, G_N_ELEMENTS(fields));
	for (guint i = 0; i < anchor->logs->len; i++)
		format_log(text, g_ptr_array_index(anchor->logs, i));
	return g_string_free(text, FALSE);
}

char *
sabot_anchor_sign(const struct sabot_anchor *anchor, const struct sabot_key *key)
{
	g_autofree char *body = format_body(anchor);

	return sabot_note_sign(body, key);
}

static bool
read_log(struct sabot_anchor *anchor, const char *line)
{
	g_auto(GStrv) words = g_strsplit(line, " ", ANCHOR_LOG_WORDS);
	struct sabot_anchor_log *log;

	if (g_strv_length(words) != ANCHOR_LOG_WORDS || strcmp(words[0], "log") != 0)
		return false;
	log = sabot_anchor_add(anchor, words[1]);
	return g_ascii_string_to_signed(words[2], 10, INT64_MIN, INT64_MAX, &log->created_us,
					NULL) &&
	       sabot_note_read_number(words[3], &log->n) &&
	       sabot_hex_decode(words[4], log->hash.bytes, sizeof(log->hash.bytes)) &&
	       sabot_note_read_number(words[5], &log->from_n) && log->from_n <= log->n &&
	       sabot_hex_decode(words[6], log->from_hash.bytes, sizeof(log->from_hash.bytes));
}

static bool
read_body(struct sabot_anchor *anchor, const char *note)
{
	g_autofree char *body = sabot_note_get_body(note);
	g_autofree char *again = NULL;
	struct sabot_note_field fields[ANCHOR_FIELDS];
	g_auto(GStrv) lines = NULL;

	if (!body)
		return false;
	list_fields(anchor, fields);
	lines = g_strsplit(body, "\n", -1);
	for (size_t i = 0; lines[i + 1]; i++) {
		if (!sabot_note_read_field(lines[i], fields, G_N_ELEMENTS(fields)) &&
		    !read_log(anchor, lines[i]))
			return false;
	}
	again = format_body(anchor);
	return anchor->number > 0 && strcmp(again, body) == 0;
}

struct sabot_anchor *
sabot_anchor_parse(const char *note, GError **error)
{
	static const struct sabot_chain_origin none;
	struct sabot_anchor *anchor = sabot_anchor_new(&none);

	if (read_body(anchor, note))
		return anchor;
	g_set_error(error, SABOT_STORE_ERROR, SABOT_STORE_ERROR_FAILED,
		    "not the note on an archive");
	sabot_anchor_free(anchor);
	return NULL;
}
