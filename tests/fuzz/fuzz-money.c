/*
 * Fuzzes table money: events of the house log, one a line, as a client's request or a spoiled
 * database could hold them. What is refused changes nothing; what is accepted can be shown,
 * reckoned and listed, and comes to the same when only that is read again.
 */
#include "shift/document-json.h"
#include "shift/ledger-apply.h"
#include "shift/result.h"
#include "shift/signoff.h"

#include <stdlib.h>
#include <string.h>

int
LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n_bytes);

static void
require(bool condition)
{
	if (!condition)
		abort();
}

/* Everything that is made of a shift, as text. */
static void
print_shift(const struct sabot_ledger *ledger, const struct sabot_shift *shift, json_t *lines)
{
	const struct sabot_formula formula = {.counts = {true, true, true}};
	static const char *const played[] = {"PB-01", NULL};
	g_autoptr(GArray) facts = g_array_new(FALSE, FALSE, sizeof(struct sabot_open_fact));
	g_autoptr(GPtrArray) open = sabot_open_list(ledger, shift->id, played, facts);
	struct sabot_result sum = {0}, one;

	for (guint i = 0; i < shift->tables->len; i++) {
		const struct sabot_table_money *money = g_ptr_array_index(shift->tables, i);

		sabot_result_make(ledger, shift->id, money->table, &formula, &one);
		json_array_append_new(lines, sabot_result_to_json(&one));
		sabot_result_add(&sum, &one);
	}
	sabot_result_finish(&sum);
	json_array_append_new(lines, sabot_result_to_json(&sum));
	for (guint i = 0; i < open->len; i++)
		json_array_append_new(lines, sabot_open_item_to_json(g_ptr_array_index(open, i)));
	require(sabot_open_count(open) <= open->len);
	for (guint i = 0; i < shift->documents->len; i++)
		json_array_append_new(
			lines, sabot_document_to_json(g_ptr_array_index(shift->documents, i)));
}

static char *
print_all(const struct sabot_ledger *ledger)
{
	json_t *line = json_array();
	char *text;

	for (guint i = 0; i < ledger->shifts->len; i++)
		print_shift(ledger, g_ptr_array_index(ledger->shifts, i), line);
	text = json_dumps(line, JSON_COMPACT);
	json_decref(line);
	require(text != NULL);
	return text;
}

/* Returns whether it was taken. */
static bool
apply_line(struct sabot_ledger *ledger, int64_t n, const char *line)
{
	json_t *event = json_loads(line, JSON_REJECT_DUPLICATES, NULL);
	char why[SABOT_DOCUMENT_WHY_SIZE] = "";
	bool is_taken = false;

	if (json_is_object(event) && sabot_document_is(event)) {
		is_taken = sabot_ledger_apply(ledger, n, event, why);
		require(is_taken ? sabot_ledger_find_document(ledger, n) != NULL
				 : why[0] != '\0' && !sabot_ledger_find_document(ledger, n));
	}
	json_decref(event);
	return is_taken;
}

int
LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n_bytes)
{
	g_autofree char *text = g_strndup((const char *)bytes, n_bytes);
	g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
	struct sabot_ledger *ledger = sabot_ledger_new(), *again = sabot_ledger_new();
	char *sentence, *printed_again;

	for (size_t i = 0; lines[i]; i++) {
		if (apply_line(ledger, (int64_t)i + 1, lines[i]))
			require(apply_line(again, (int64_t)i + 1, lines[i]));
	}
	sentence = print_all(ledger);
	printed_again = print_all(again);
	require(strcmp(sentence, printed_again) == 0);
	free(sentence);
	free(printed_again);
	sabot_ledger_free(ledger);
	sabot_ledger_free(again);
	return 0;
}
