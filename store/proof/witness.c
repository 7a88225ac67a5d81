/*
 * See witness.h. Lines are distinguished by their first word; lines in another order are not a
 * statement.
 */
#include "witness.h"
#include "store/keys/hex.h"
#include "store/keys/note.h"

#include <string.h>

enum { WITNESS_WORDS_MAX = 4 };

static const char format_line[] = "sabot-witness/1 ";

struct sabot_witness *
sabot_witness_new(void)
{
	struct sabot_witness *witness = g_new0(struct sabot_witness, 1);

	witness->restored = g_array_new(FALSE, TRUE, sizeof(struct sabot_witness_line));
	witness->given = g_array_new(FALSE, TRUE, sizeof(struct sabot_witness_line));
	return witness;
}

void
sabot_witness_free(struct sabot_witness *witness)
{
	if (!witness)
		return;
	g_array_unref(witness->restored);
	g_array_unref(witness->given);
	g_free(witness);
}

static const struct sabot_witness_line *
get_line(const GArray *lines, guint i)
{
	return &g_array_index(lines, struct sabot_witness_line, i);
}

static char *
format_body(const struct sabot_witness *witness)
{
	g_autofree char *database = sabot_hex_encode(witness->database, sizeof(witness->database));
	GString *text = g_string_new(format_line);

	g_string_append_printf(text, "%s\nsince %" G_GINT64_FORMAT "\nuntil %" G_GINT64_FORMAT "\n",
			       database, witness->since, witness->until);
	for (guint i = 0; i < witness->restored->len; i++) {
		const struct sabot_witness_line *line = get_line(witness->restored, i);

		g_string_append_printf(text, "restored %" G_GINT64_FORMAT " %" G_GINT64_FORMAT "\n",
				       line->checkpoint, line->at_us);
	}
	for (guint i = 0; i < witness->given->len; i++) {
		const struct sabot_witness_line *line = get_line(witness->given, i);
		g_autofree char *sealed =
			sabot_hex_encode(line->sealed.bytes, sizeof(line->sealed.bytes));

		g_string_append_printf(text, "given %" G_GINT64_FORMAT " %s\n", line->checkpoint,
				       sealed);
	}
	return g_string_free(text, FALSE);
}

char *
sabot_witness_sign(const struct sabot_witness *witness, const struct sabot_key *key)
{
	g_autofree char *body = format_body(witness);

	return sabot_note_sign(body, key);
}

static bool
read_number(const char *text, int64_t *ret_number)
{
	return text && g_ascii_string_to_signed(text, 10, 0, INT64_MAX, ret_number, NULL);
}

/* What has another order, or more words, is written otherwise again. */
static bool
read_line(struct sabot_witness *witness, char **words)
{
	struct sabot_witness_line line = {0};

	if (g_strcmp0(words[0], "since") == 0)
		return read_number(words[1], &witness->since);
	if (g_strcmp0(words[0], "until") == 0)
		return read_number(words[1], &witness->until);
	if (!words[0] || !read_number(words[1], &line.checkpoint) || !words[2])
		return false;
	if (strcmp(words[0], "restored") == 0 && read_number(words[2], &line.at_us)) {
		g_array_append_val(witness->restored, line);
		return true;
	}
	if (strcmp(words[0], "given") != 0 ||
	    !sabot_hex_decode(words[2], line.sealed.bytes, sizeof(line.sealed.bytes)))
		return false;
	g_array_append_val(witness->given, line);
	return true;
}

static bool
read_body(struct sabot_witness *witness, const char *body)
{
	g_auto(GStrv) lines = g_strsplit(body, "\n", -1);
	g_autofree char *again = NULL;

	if (!g_str_has_prefix(body, format_line) ||
	    !sabot_hex_decode(lines[0] + strlen(format_line), witness->database,
			      sizeof(witness->database)))
		return false;
	for (size_t i = 1; lines[i] && lines[i + 1]; i++) {
		g_auto(GStrv) words = g_strsplit(lines[i], " ", WITNESS_WORDS_MAX);

		if (!read_line(witness, words))
			return false;
	}
	again = format_body(witness);
	return strcmp(again, body) == 0;
}

struct sabot_witness *
sabot_witness_parse(const char *note, GError **error)
{
	struct sabot_witness *witness = sabot_witness_new();
	g_autofree char *body =
		strlen(note) <= SABOT_WITNESS_BYTES_MAX ? sabot_note_get_body(note) : NULL;

	if (body && read_body(witness, body))
		return witness;
	g_set_error(error, SABOT_STORE_ERROR, SABOT_STORE_ERROR_FAILED, "not a statement");
	sabot_witness_free(witness);
	return NULL;
}

/* Earlier programs wrote when its checkpoint was signed, some seconds later. */
static bool
is_one_restore(const struct sabot_witness_line *line, const struct sabot_witness_line *earlier)
{
	int64_t later_us = earlier->at_us - line->at_us;

	return later_us == 0 || (line->checkpoint > 0 && earlier->checkpoint == line->checkpoint &&
				 later_us > 0 && later_us < G_TIME_SPAN_MINUTE);
}

static bool
names_restore(const struct sabot_witness *witness, const struct sabot_witness_line *line)
{
	for (guint i = 0; i < witness->restored->len; i++) {
		if (is_one_restore(line, get_line(witness->restored, i)))
			return true;
	}
	return false;
}

/* What the earlier statement no longer says, because it was archived, is judged by the clock. */
static bool
is_since(const struct sabot_witness_line *line, const struct sabot_witness *earlier, int64_t at_us)
{
	if (!earlier || (line->checkpoint > 0 && line->checkpoint < earlier->since))
		return line->at_us > at_us;
	return !names_restore(earlier, line);
}

bool
sabot_witness_has_restored_since(const struct sabot_witness *witness,
				 const struct sabot_witness *earlier, int64_t at_us)
{
	for (guint i = 0; i < witness->restored->len; i++) {
		if (is_since(get_line(witness->restored, i), earlier, at_us))
			return true;
	}
	return false;
}

bool
sabot_witness_denies(const struct sabot_witness *witness, int64_t checkpoint,
		     struct sabot_chain_hash sealed)
{
	/* That it was given is an event under a later one. */
	if (checkpoint < witness->since || checkpoint >= witness->until)
		return false;
	for (guint i = 0; i < witness->given->len; i++) {
		const struct sabot_witness_line *line = get_line(witness->given, i);

		if (line->checkpoint == checkpoint && sabot_chain_is_equal(line->sealed, sealed))
			return false;
	}
	return true;
}
