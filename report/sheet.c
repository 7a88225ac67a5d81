/*
 * Sheets: see sheet.h. One block of bytes: a head, the arrays in sequence, the words. Numbers are
 * in the machine's own format: a sheet is not moved to another machine.
 */
#include "sheet.h"

#include <string.h>

static const char sheet_magic[8] = {'s', 'a', 'b', 'o', 't', 's', 'h', '1'};

enum { SHEET_VERSION = 5, SHEET_ARRAYS = 5 };

struct head {
	char magic[8];
	uint32_t version, head_bytes;
	uint32_t row_bytes[SHEET_ARRAYS], n_rows[SHEET_ARRAYS];
	uint32_t words_bytes;
	uint32_t rules, overrides; /* words */
	uint32_t game, has_payments, owes_commission, is_simulated;
	uint32_t unused; /* 0 */
	int64_t from_n, to_n;
};

static const uint32_t row_bytes[SHEET_ARRAYS] = {sizeof(struct sabot_sheet_round),
						 sizeof(struct sabot_sheet_stake),
						 sizeof(struct sabot_sheet_incident),
						 sizeof(struct sabot_sheet_load),
						 sizeof(struct sabot_sheet_note)};

static bool
is_sound(const struct head *head, size_t n_bytes)
{
	uint64_t bytes = sizeof(*head);

	if (n_bytes < sizeof(*head) || memcmp(head->magic, sheet_magic, sizeof(head->magic)) != 0 ||
	    head->version != SHEET_VERSION || head->head_bytes != sizeof(*head))
		return false;
	for (int i = 0; i < SHEET_ARRAYS; i++) {
		if (head->row_bytes[i] != row_bytes[i])
			return false;
		bytes += (uint64_t)head->n_rows[i] * row_bytes[i];
	}
	return head->words_bytes > 0 && bytes + head->words_bytes == n_bytes &&
	       ((const char *)head)[n_bytes - 1] == '\0';
}

struct sabot_sheet *
sabot_sheet_open(GBytes *bytes)
{
	gsize n_bytes;
	const char *at = g_bytes_get_data(bytes, &n_bytes);
	const struct head *head = (const void *)at;
	const void *arrays[SHEET_ARRAYS];
	struct sabot_sheet *sheet;

	if (!is_sound(head, n_bytes)) {
		g_bytes_unref(bytes);
		return NULL;
	}
	at += sizeof(*head);
	for (int i = 0; i < SHEET_ARRAYS; i++) {
		arrays[i] = at;
		at += (size_t)head->n_rows[i] * row_bytes[i];
	}
	sheet = g_new(struct sabot_sheet, 1);
	*sheet = (struct sabot_sheet){
		.rounds = arrays[0],
		.stakes = arrays[1],
		.incidents = arrays[2],
		.loads = arrays[3],
		.notes = arrays[4],
		.words = at,
		.n_rounds = head->n_rows[0],
		.n_stakes = head->n_rows[1],
		.n_incidents = head->n_rows[2],
		.n_loads = head->n_rows[3],
		.n_notes = head->n_rows[4],
		.words_bytes = head->words_bytes,
		.from_n = head->from_n,
		.to_n = head->to_n,
		.game = (uint8_t)head->game,
		.has_payments = head->has_payments != 0,
		.owes_commission = head->owes_commission != 0,
		.is_simulated = head->is_simulated != 0,
		.bytes = bytes,
	};
	sheet->rules = sabot_sheet_word(sheet, head->rules);
	sheet->overrides = sabot_sheet_word(sheet, head->overrides);
	return sheet;
}

void
sabot_sheet_free(gpointer data)
{
	struct sabot_sheet *sheet = data;

	if (sheet == NULL)
		return;
	g_bytes_unref(sheet->bytes);
	g_free(sheet);
}

struct sabot_sheet_writer *
sabot_sheet_writer_new(void)
{
	struct sabot_sheet_writer *writer = g_new0(struct sabot_sheet_writer, 1);

	writer->rounds = g_array_new(FALSE, TRUE, sizeof(struct sabot_sheet_round));
	writer->stakes = g_array_new(FALSE, TRUE, sizeof(struct sabot_sheet_stake));
	writer->incidents = g_array_new(FALSE, TRUE, sizeof(struct sabot_sheet_incident));
	writer->loads = g_array_new(FALSE, TRUE, sizeof(struct sabot_sheet_load));
	writer->notes = g_array_new(FALSE, TRUE, sizeof(struct sabot_sheet_note));
	writer->words = g_byte_array_new();
	g_byte_array_append(writer->words, (const guint8 *)"", 1);
	writer->known_words = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
	return writer;
}

struct sabot_sheet_writer *
sabot_sheet_writer_resume(const struct sabot_sheet *sheet)
{
	struct sabot_sheet_writer *writer = sabot_sheet_writer_new();

	g_array_append_vals(writer->rounds, sheet->rounds, sheet->n_rounds);
	g_array_append_vals(writer->stakes, sheet->stakes, sheet->n_stakes);
	g_array_append_vals(writer->incidents, sheet->incidents, sheet->n_incidents);
	g_array_append_vals(writer->loads, sheet->loads, sheet->n_loads);
	g_array_append_vals(writer->notes, sheet->notes, sheet->n_notes);
	/* The first word, "", is there already. */
	g_byte_array_append(writer->words, (const guint8 *)sheet->words + 1,
			    sheet->words_bytes - 1);
	for (guint at = 1; at < sheet->words_bytes; at += (guint)strlen(sheet->words + at) + 1)
		g_hash_table_insert(writer->known_words, g_strdup(sheet->words + at),
				    GUINT_TO_POINTER(at));
	return writer;
}

void
sabot_sheet_writer_free(struct sabot_sheet_writer *writer)
{
	if (writer == NULL)
		return;
	g_array_unref(writer->rounds);
	g_array_unref(writer->stakes);
	g_array_unref(writer->incidents);
	g_array_unref(writer->loads);
	g_array_unref(writer->notes);
	g_byte_array_unref(writer->words);
	g_hash_table_unref(writer->known_words);
	g_free(writer);
}

uint32_t
sabot_sheet_writer_word(struct sabot_sheet_writer *writer, const char *text)
{
	gpointer known;

	if (text == NULL || text[0] == '\0')
		return 0;
	if (g_hash_table_lookup_extended(writer->known_words, text, NULL, &known))
		return GPOINTER_TO_UINT(known);
	known = GUINT_TO_POINTER(writer->words->len);
	g_byte_array_append(writer->words, (const guint8 *)text, (guint)strlen(text) + 1);
	g_hash_table_insert(writer->known_words, g_strdup(text), known);
	return GPOINTER_TO_UINT(known);
}

struct sabot_sheet *
sabot_sheet_writer_finish(struct sabot_sheet_writer *writer, const struct sabot_sheet_facts *facts)
{
	const GArray *arrays[SHEET_ARRAYS] = {writer->rounds, writer->stakes, writer->incidents,
					      writer->loads, writer->notes};
	struct head head = {
		.version = SHEET_VERSION,
		.head_bytes = sizeof(head),
		.rules = sabot_sheet_writer_word(writer, facts->rules),
		.overrides = sabot_sheet_writer_word(writer, facts->overrides),
		.game = facts->game,
		.has_payments = facts->has_payments,
		.owes_commission = facts->owes_commission,
		.is_simulated = facts->is_simulated,
		.from_n = facts->from_n,
		.to_n = facts->to_n,
	};
	GByteArray *bytes = g_byte_array_new();

	for (int i = 0; i < SHEET_ARRAYS; i++) {
		head.row_bytes[i] = row_bytes[i];
		head.n_rows[i] = arrays[i]->len;
	}
	memcpy(head.magic, sheet_magic, sizeof(head.magic));
	head.words_bytes = writer->words->len;
	g_byte_array_append(bytes, (const guint8 *)&head, sizeof(head));
	for (int i = 0; i < SHEET_ARRAYS; i++)
		if (arrays[i]->len > 0)
			g_byte_array_append(bytes, (const guint8 *)arrays[i]->data,
					    arrays[i]->len * row_bytes[i]);
	g_byte_array_append(bytes, writer->words->data, writer->words->len);
	return sabot_sheet_open(g_byte_array_free_to_bytes(bytes));
}

guint
sabot_sheet_first_round(const struct sabot_sheet *sheet, int64_t us)
{
	guint low = 0, high = sheet->n_rounds;

	while (low < high) {
		guint middle = low + (high - low) / 2;

		if (sheet->rounds[middle].end_us < us)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}
