/* See note-body.h. */
#include "note-body.h"
#include "store/keys/hex.h"

#include <string.h>

enum { HEAD_WORDS = 4 };

void
sabot_note_append_fields(GString *body, const struct sabot_note_field *fields, size_t n_fields)
{
	for (size_t i = 0; i < n_fields; i++) {
		g_autofree char *value =
			fields[i].number ? g_strdup_printf("%" G_GINT64_FORMAT, *fields[i].number)
					 : sabot_hex_encode(fields[i].bytes, fields[i].n_bytes);

		g_string_append_printf(body, "%s%s\n", fields[i].start, value);
	}
}

bool
sabot_note_read_number(const char *text, int64_t *ret_number)
{
	return g_ascii_string_to_signed(text, 10, 0, INT64_MAX, ret_number, NULL);
}

bool
sabot_note_read_field(const char *line, const struct sabot_note_field *fields, size_t n_fields)
{
	for (size_t i = 0; i < n_fields; i++) {
		const char *value = line + strlen(fields[i].start);

		if (!g_str_has_prefix(line, fields[i].start))
			continue;
		return fields[i].number
			       ? sabot_note_read_number(value, fields[i].number)
			       : sabot_hex_decode(value, fields[i].bytes, fields[i].n_bytes);
	}
	return false;
}

static void
free_head(gpointer data)
{
	struct sabot_note_head *head = data;

	g_free(head->log);
	g_free(head);
}

GPtrArray *
sabot_note_heads_new(void)
{
	return g_ptr_array_new_with_free_func(free_head);
}

void
sabot_note_heads_add(GPtrArray *heads, const char *log, int64_t n, struct sabot_chain_hash hash)
{
	struct sabot_note_head *head = g_new0(struct sabot_note_head, 1);

	head->log = g_strdup(log);
	head->n = n;
	head->hash = hash;
	g_ptr_array_add(heads, head);
}

void
sabot_note_append_heads(GString *body, const char *word, const GPtrArray *heads)
{
	for (guint i = 0; i < heads->len; i++) {
		const struct sabot_note_head *head = g_ptr_array_index(heads, i);
		g_autofree char *hash =
			sabot_hex_encode(head->hash.bytes, sizeof(head->hash.bytes));

		g_string_append_printf(body, "%s %s %" G_GINT64_FORMAT " %s\n", word, head->log,
				       head->n, hash);
	}
}

bool
sabot_note_read_head(const char *line, const char *word, GPtrArray *heads)
{
	g_auto(GStrv) words = g_strsplit(line, " ", HEAD_WORDS);
	struct sabot_chain_hash hash;
	int64_t n;

	if (g_strv_length(words) != HEAD_WORDS || strcmp(words[0], word) != 0 ||
	    !sabot_note_read_number(words[2], &n) ||
	    !sabot_hex_decode(words[3], hash.bytes, sizeof(hash.bytes)))
		return false;
	sabot_note_heads_add(heads, words[1], n, hash);
	return true;
}
