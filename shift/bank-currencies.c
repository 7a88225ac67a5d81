/* Foreign money in the main bank: see bank-currencies.h. */
#include "bank-currencies.h"

#include <string.h>

static int
compare_currencies(gconstpointer a, gconstpointer b)
{
	const struct sabot_bank_currency *one = a, *other = b;

	return strcmp(one->currency, other->currency);
}

static struct sabot_bank_currency *
need_currency(GArray *currencies, const char *currency)
{
	struct sabot_bank_currency fresh = {.digits = -1};

	for (guint i = 0; i < currencies->len; i++) {
		struct sabot_bank_currency *one =
			&g_array_index(currencies, struct sabot_bank_currency, i);

		if (strcmp(one->currency, currency) == 0)
			return one;
	}
	g_strlcpy(fresh.currency, currency, sizeof fresh.currency);
	g_array_append_val(currencies, fresh);
	return &g_array_index(currencies, struct sabot_bank_currency, currencies->len - 1);
}

/* How much of it a document names; none is 0. */
static int64_t
minor_of(const struct sabot_document *document, const char *currency)
{
	for (guint i = 0; document && document->currencies && i < document->currencies->len; i++) {
		const struct sabot_currency_amount *one =
			&g_array_index(document->currencies, struct sabot_currency_amount, i);

		if (strcmp(one->currency, currency) == 0)
			return one->minor;
	}
	return 0;
}

/* Every currency that one of these documents names gets its place. */
static void
need_currencies(GArray *currencies, const struct sabot_document *document)
{
	for (guint i = 0; document && document->currencies && i < document->currencies->len; i++)
		need_currency(currencies,
			      g_array_index(document->currencies, struct sabot_currency_amount, i)
				      .currency);
	if (document && document->kind == SABOT_DOCUMENT_EXCHANGE)
		need_currency(currencies, document->currency)->digits =
			(int)document->currency_digits;
}

/* What a document moves of this currency: into the bank positive. */
static int64_t
moved_by(const struct sabot_document *document, const char *currency)
{
	int64_t minor;

	if (!sabot_document_held(document, SABOT_LEDGER_NOW) ||
	    (document->step != SABOT_STEP_IN && document->step != SABOT_STEP_OUT))
		return 0;
	if (document->kind == SABOT_DOCUMENT_EXCHANGE)
		minor = strcmp(document->currency, currency) == 0 ? document->foreign_minor : 0;
	else
		minor = document->kind == SABOT_DOCUMENT_BANK ? minor_of(document, currency) : 0;
	return document->step == SABOT_STEP_IN ? minor : -minor;
}

/* The bank's counts in a shift, borrowed; NULL: none. */
struct bank_counts {
	const struct sabot_document *opener, *before, *count;
};

static struct bank_counts
find_counts(const struct sabot_ledger *ledger, const struct sabot_shift *shift)
{
	struct bank_counts counts = {
		.opener = sabot_shift_find_bank_count(shift, SABOT_STEP_OPENER),
		.before = sabot_ledger_bank_closer_before(ledger, shift->id),
		.count = sabot_shift_find_bank_count(shift, SABOT_STEP_CLOSER),
	};

	if (!counts.count)
		counts.count = sabot_shift_find_bank_count(shift, SABOT_STEP_CHECK);
	return counts;
}

static void
set_currency(const struct sabot_ledger *ledger, const struct sabot_shift *shift,
	     const struct bank_counts *counts, struct sabot_bank_currency *currency)
{
	bool has_opener = counts->opener || counts->before;
	int64_t at_count_minor = 0;

	currency->opener_minor =
		minor_of(counts->opener ? counts->opener : counts->before, currency->currency);
	if (counts->opener && counts->before)
		currency->opener_difference_minor =
			currency->opener_minor - minor_of(counts->before, currency->currency);
	for (guint i = 0; i < shift->documents->len; i++) {
		const struct sabot_document *document = g_ptr_array_index(shift->documents, i);
		int64_t moved = moved_by(document, currency->currency);

		currency->in_minor += MAX(moved, 0);
		currency->out_minor += MAX(-moved, 0);
		if (counts->count && sabot_ledger_happened_us(ledger, document) <=
					     sabot_ledger_happened_us(ledger, counts->count))
			at_count_minor += moved;
	}
	currency->float_minor = currency->opener_minor + currency->in_minor - currency->out_minor;
	currency->has_count = has_opener && counts->count;
	if (!currency->has_count)
		return;
	currency->expected_minor = currency->opener_minor + at_count_minor;
	currency->difference_minor =
		minor_of(counts->count, currency->currency) - currency->expected_minor;
}

GArray *
sabot_bank_currencies_list(const struct sabot_ledger *ledger, const char *shift)
{
	GArray *currencies = g_array_new(FALSE, FALSE, sizeof(struct sabot_bank_currency));
	const struct sabot_shift *found = sabot_ledger_find_shift(ledger, shift);
	struct bank_counts counts;

	if (!found)
		return currencies;
	counts = find_counts(ledger, found);
	need_currencies(currencies, counts.before);
	for (guint i = 0; i < found->documents->len; i++) {
		const struct sabot_document *document = g_ptr_array_index(found->documents, i);

		if (sabot_document_held(document, SABOT_LEDGER_NOW))
			need_currencies(currencies, document);
	}
	g_array_sort(currencies, compare_currencies);
	for (guint i = 0; i < currencies->len; i++)
		set_currency(ledger, found, &counts,
			     &g_array_index(currencies, struct sabot_bank_currency, i));
	return currencies;
}

json_t *
sabot_bank_currencies_to_json(const GArray *currencies)
{
	json_t *list = json_array();

	for (guint i = 0; i < currencies->len; i++) {
		const struct sabot_bank_currency *one =
			&g_array_index(currencies, struct sabot_bank_currency, i);
		json_t *item =
			json_pack("{s:s, s:I, s:I, s:I, s:I}", "currency", one->currency, "opener",
				  (json_int_t)one->opener_minor, "in", (json_int_t)one->in_minor,
				  "out", (json_int_t)one->out_minor, "float",
				  (json_int_t)one->float_minor);

		if (one->opener_difference_minor != 0)
			json_object_set_new(item, "opener_difference",
					    json_integer(one->opener_difference_minor));
		if (one->has_count) {
			json_object_set_new(item, "expected", json_integer(one->expected_minor));
			json_object_set_new(item, "difference",
					    json_integer(one->difference_minor));
		}
		json_array_append_new(list, item);
	}
	return list;
}

int
sabot_bank_currencies_count_differing(const GArray *currencies)
{
	int n = 0;

	for (guint i = 0; i < currencies->len; i++) {
		const struct sabot_bank_currency *one =
			&g_array_index(currencies, struct sabot_bank_currency, i);

		n += one->opener_difference_minor != 0 || one->difference_minor != 0;
	}
	return n;
}
