/*
 * Writing, reading and checking notes. What is read is written again and compared, so that no
 * other text can pass for the same checkpoint.
 */
#include "checkpoint.h"
#include "hex.h"

#include <string.h>

static const char format_line[] = "sabot-checkpoint/1 ";

enum { CHECKPOINT_HEAD_WORDS = 4 };

static void
free_head(gpointer data)
{
	struct sabot_checkpoint_head *head = data;

	g_free(head->log);
	g_free(head);
}

struct sabot_checkpoint *
sabot_checkpoint_new(const struct sabot_chain_origin *origin)
{
	struct sabot_checkpoint *checkpoint = g_new0(struct sabot_checkpoint, 1);

	memcpy(checkpoint->database, origin->database, sizeof(checkpoint->database));
	checkpoint->unchained_seq = origin->unchained_seq;
	checkpoint->heads = g_ptr_array_new_with_free_func(free_head);
	return checkpoint;
}

void
sabot_checkpoint_free(struct sabot_checkpoint *checkpoint)
{
	if (!checkpoint)
		return;
	g_ptr_array_unref(checkpoint->heads);
	g_free(checkpoint);
}

void
sabot_checkpoint_add(struct sabot_checkpoint *checkpoint, const char *log, int64_t n,
		     struct sabot_chain_hash hash)
{
	struct sabot_checkpoint_head *head = g_new0(struct sabot_checkpoint_head, 1);

	head->log = g_strdup(log);
	head->n = n;
	head->hash = hash;
	g_ptr_array_add(checkpoint->heads, head);
}

/* All of the note but the empty line and the signatures. */
static char *
format_body(const struct sabot_checkpoint *checkpoint)
{
	g_autofree char *database =
		sabot_hex_encode(checkpoint->database, sizeof(checkpoint->database));
	g_autofree char *previous =
		sabot_hex_encode(checkpoint->previous.bytes, sizeof(checkpoint->previous.bytes));
	GString *text = g_string_new(format_line);

	g_string_append_printf(text, "%s\n", database);
	g_string_append_printf(text, "unchained %" G_GINT64_FORMAT "\n", checkpoint->unchained_seq);
	g_string_append_printf(text, "checkpoint %" G_GINT64_FORMAT "\n", checkpoint->number);
	g_string_append_printf(text, "previous %s\n", previous);
	g_string_append_printf(text, "at_us %" G_GINT64_FORMAT "\n", checkpoint->at_us);
	g_string_append_printf(text, "seq %" G_GINT64_FORMAT "\n", checkpoint->seq);
	for (guint i = 0; i < checkpoint->heads->len; i++) {
		const struct sabot_checkpoint_head *head = g_ptr_array_index(checkpoint->heads, i);
		g_autofree char *hash =
			sabot_hex_encode(head->hash.bytes, sizeof(head->hash.bytes));

		g_string_append_printf(text, "log %s %" G_GINT64_FORMAT " %s\n", head->log, head->n,
				       hash);
	}
	return g_string_free(text, FALSE);
}

const struct sabot_checkpoint_head *
sabot_checkpoint_find(const struct sabot_checkpoint *checkpoint, const char *log)
{
	for (guint i = 0; checkpoint && i < checkpoint->heads->len; i++) {
		const struct sabot_checkpoint_head *head = g_ptr_array_index(checkpoint->heads, i);

		if (strcmp(head->log, log) == 0)
			return head;
	}
	return NULL;
}

char *
sabot_checkpoint_sign(const struct sabot_checkpoint *checkpoint, const struct sabot_key *key)
{
	g_autofree char *body = format_body(checkpoint);

	return sabot_note_sign(body, key);
}

static bool
read_number(const char *text, int64_t *ret_number)
{
	return g_ascii_string_to_signed(text, 10, 0, INT64_MAX, ret_number, NULL);
}

static bool
read_head(struct sabot_checkpoint *checkpoint, const char *line)
{
	g_auto(GStrv) words = g_strsplit(line, " ", CHECKPOINT_HEAD_WORDS);
	struct sabot_chain_hash hash;
	int64_t n;

	if (g_strv_length(words) != CHECKPOINT_HEAD_WORDS || !read_number(words[2], &n) ||
	    !sabot_hex_decode(words[3], hash.bytes, sizeof(hash.bytes)))
		return false;
	sabot_checkpoint_add(checkpoint, words[1], n, hash);
	return true;
}

/* One line of the body; what comes twice, or in another order, the comparison finds. */
static bool
read_line(struct sabot_checkpoint *checkpoint, const char *line)
{
	const struct {
		const char *start;
		int64_t *number; /* or else bytes */
		uint8_t *bytes;
		size_t n_bytes;
	} fields[] = {
		{format_line, NULL, checkpoint->database, sizeof(checkpoint->database)},
		{"unchained ", &checkpoint->unchained_seq, NULL, 0},
		{"checkpoint ", &checkpoint->number, NULL, 0},
		{"previous ", NULL, checkpoint->previous.bytes, sizeof(checkpoint->previous.bytes)},
		{"at_us ", &checkpoint->at_us, NULL, 0},
		{"seq ", &checkpoint->seq, NULL, 0},
	};

	for (size_t i = 0; i < G_N_ELEMENTS(fields); i++) {
		const char *value = line + strlen(fields[i].start);

		if (!g_str_has_prefix(line, fields[i].start))
			continue;
		return fields[i].number
			       ? read_number(value, fields[i].number)
			       : sabot_hex_decode(value, fields[i].bytes, fields[i].n_bytes);
	}
	return g_str_has_prefix(line, "log ") && read_head(checkpoint, line);
}

static bool
read_body(struct sabot_checkpoint *checkpoint, const char *note)
{
	g_autofree char *body = sabot_note_get_body(note);
	g_autofree char *again = NULL;
	g_auto(GStrv) lines = NULL;

	if (!body)
		return false;
	lines = g_strsplit(body, "\n", -1);
	for (size_t i = 0; lines[i + 1]; i++) {
		if (!read_line(checkpoint, lines[i]))
			return false;
	}
	again = format_body(checkpoint);
	return checkpoint->number > 0 && strcmp(again, body) == 0;
}

struct sabot_checkpoint *
sabot_checkpoint_parse(const char *note, GError **error)
{
	static const struct sabot_chain_origin none;
	struct sabot_checkpoint *checkpoint = sabot_checkpoint_new(&none);

	if (read_body(checkpoint, note))
		return checkpoint;
	g_set_error(error, SABOT_STORE_ERROR, SABOT_STORE_ERROR_FAILED, "not a checkpoint");
	sabot_checkpoint_free(checkpoint);
	return NULL;
}
