/* Items are made in the order of their kinds; a remark is matched to its item by the key. */
#include "signoff.h"
#include "bank-currencies.h"
#include "main-bank.h"
#include "ledger-slip.h"
#include "tips-pool.h"

#include <stdio.h>
#include <string.h>

#define UNEXPLAINED "unexplained/" /* a remark's item, before the table */

static const char *const what_words[SABOT_OPEN_WHATS] = {
	"running",      "incident_grave",  "opener_missing", "opener_recount",   "closer_missing",
	"bank_missing", "slip_open",       "slip_gap",       "load_open",        "redress_open",
	"incident",     "opener_differs",  "bank_differs",   "currency_differs", "slip_differs",
	"drop_missing", "load_incomplete", "load_wrong",     "unexplained",      "tips_differ",
	"unsigned",
};

struct listing {
	const struct sabot_ledger *ledger;
	const char *id;
	const struct sabot_shift *shift; /* NULL: nothing was written of it */
	GPtrArray *items;
};

bool
sabot_open_blocks(enum sabot_open_what what)
{
	return what < SABOT_OPEN_INCIDENT;
}

static void
free_item(gpointer data)
{
	struct sabot_open_item *item = data;

	g_free(item->table);
	g_free(item);
}

static const struct sabot_document *
find_remark(const struct sabot_shift *shift, const char *key)
{
	for (guint i = shift ? shift->documents->len : 0; i-- > 0;) {
		const struct sabot_document *document = g_ptr_array_index(shift->documents, i);

		if (document->kind == SABOT_DOCUMENT_REMARK && strcmp(document->name, key) == 0)
			return document;
	}
	return NULL;
}

static void
add(struct listing *listing, const struct sabot_open_fact *fact, int64_t amount_minor)
{
	struct sabot_open_item *item = g_new0(struct sabot_open_item, 1);

	item->what = fact->what;
	item->table = g_strdup(fact->table);
	item->number = fact->number;
	item->amount_minor = amount_minor;
	g_strlcpy(item->key, what_words[fact->what], sizeof item->key);
	if (fact->table) {
		g_strlcat(item->key, "/", sizeof item->key);
		g_strlcat(item->key, fact->table, sizeof item->key);
	}
	/* A number of another gaming day than the shift's: both may have this number. */
	if (fact->day && strncmp(fact->day, listing->id, strlen(fact->day)) != 0) {
		g_strlcat(item->key, "/", sizeof item->key);
		g_strlcat(item->key, fact->day, sizeof item->key);
	}
	if (fact->number && fact->what != SABOT_OPEN_RUNNING) {
		g_autofree char *number = g_strdup_printf("/%" G_GINT64_FORMAT, fact->number);

		g_strlcat(item->key, number, sizeof item->key);
	}
	item->remark = find_remark(listing->shift, item->key);
	g_ptr_array_add(listing->items, item);
}

/* A table whose chips matter in this shift wants an opener and a closer. */
static void
check_counts(struct listing *listing, const char *table, bool is_played)
{
	const struct sabot_table_money *money =
		listing->shift ? sabot_shift_find_table(listing->shift, table) : NULL;
	static const struct sabot_formula no_formula;
	struct sabot_open_fact fact = {.table = table};
	struct sabot_result result = {0};

	if (money)
		sabot_result_make(listing->ledger, listing->id, table, &no_formula, &result);
	if (!is_played &&
	    (!money || (!sabot_table_money_count(money, SABOT_STEP_OPENER, SABOT_LEDGER_NOW) &&
			!result.has_closer && result.n_fills + result.n_credits == 0)))
		return;
	if (!result.has_opener &&
	    !sabot_ledger_closer_before(listing->ledger, listing->id, table, SABOT_LEDGER_NOW)) {
		fact.what = SABOT_OPEN_OPENER_MISSING;
		add(listing, &fact, 0);
	}
	if (result.opener_difference_minor) {
		fact.what =
			result.is_recounted ? SABOT_OPEN_OPENER_DIFFERS : SABOT_OPEN_OPENER_RECOUNT;
		add(listing, &fact, result.opener_difference_minor);
	}
	if (!result.has_closer) {
		fact.what = SABOT_OPEN_CLOSER_MISSING;
		add(listing, &fact, 0);
	}
	if (!result.has_drop) {
		fact.what = SABOT_OPEN_DROP_MISSING;
		add(listing, &fact, 0);
	}
}

/* Its foreign money likewise, by currency. */
static void
check_currencies(struct listing *listing, bool has_closer)
{
	g_autoptr(GArray) currencies = sabot_bank_currencies_list(listing->ledger, listing->id);
	struct sabot_open_fact fact = {
		.what = SABOT_OPEN_CURRENCY_DIFFERS,
		.number = sabot_bank_currencies_count_differing(currencies),
	};

	if (has_closer && fact.number > 0)
		add(listing, &fact, 0);
}

/* The main bank, where somebody keeps it, wants a closer that is what its float should be. */
static void
check_bank(struct listing *listing)
{
	struct sabot_open_fact fact = {.what = SABOT_OPEN_BANK_MISSING};
	struct sabot_main_bank bank;

	sabot_main_bank_make(listing->ledger, listing->id, &bank);
	if (!bank.is_kept)
		return;
	if (!bank.closer)
		add(listing, &fact, 0);
	check_currencies(listing, bank.closer != NULL);
	fact.what = SABOT_OPEN_BANK_DIFFERS;
	if (bank.opener_difference_minor + (bank.closer ? bank.difference_minor : 0) != 0)
		add(listing, &fact,
		    bank.opener_difference_minor + (bank.closer ? bank.difference_minor : 0));
}

/* A share-out is of what was collected, no more and no less. */
static void
check_tips(struct listing *listing)
{
	struct sabot_open_fact fact = {.what = SABOT_OPEN_TIPS_DIFFER};
	struct sabot_tips_pool tips;

	sabot_tips_pool_make(listing->ledger, listing->id, &tips);
	if (tips.difference_minor != 0)
		add(listing, &fact, tips.difference_minor);
}

static void
check_slips(struct listing *listing)
{
	for (guint i = 0; i < listing->ledger->slips->len; i++) {
		const struct sabot_slip *slip = g_ptr_array_index(listing->ledger->slips, i);
		struct sabot_open_fact fact = {
			.table = sabot_slip_table(slip),
			.day = slip->day,
			.number = slip->number,
		};

		if (strcmp(slip->shift, listing->id) != 0)
			continue;
		if (slip->state == SABOT_SLIP_RESERVED) {
			fact.what = SABOT_OPEN_SLIP_GAP;
			add(listing, &fact, 0);
		} else if (slip->state < SABOT_SLIP_RECEIVED) {
			fact.what = SABOT_OPEN_SLIP;
			add(listing, &fact, slip->request->amount_minor);
		} else if (slip->state == SABOT_SLIP_RECEIVED &&
			   slip->receipt->amount_minor != slip->issue->amount_minor) {
			fact.what = SABOT_OPEN_SLIP_DIFFERS;
			add(listing, &fact,
			    slip->receipt->amount_minor - slip->issue->amount_minor);
		}
	}
}

/*
 * What is unexplained is decided by the reckoning (reckoning.h), which is made elsewhere: here it
 * is known by its remark.
 */
static void
add_unexplained(struct listing *listing)
{
	for (guint i = 0; listing->shift && i < listing->shift->documents->len; i++) {
		const struct sabot_document *document =
			g_ptr_array_index(listing->shift->documents, i);
		struct sabot_open_fact fact = {.what = SABOT_OPEN_UNEXPLAINED};

		if (document->kind != SABOT_DOCUMENT_REMARK || document->replaced_by ||
		    !g_str_has_prefix(document->name, UNEXPLAINED))
			continue;
		fact.table = document->name + strlen(UNEXPLAINED);
		add(listing, &fact, 0);
	}
}

static int
compare_items(gconstpointer a, gconstpointer b)
{
	const struct sabot_open_item *left = *(const struct sabot_open_item *const *)a;
	const struct sabot_open_item *right = *(const struct sabot_open_item *const *)b;

	if (left->what != right->what)
		return left->what < right->what ? -1 : 1;
	if (g_strcmp0(left->table, right->table) != 0)
		return g_strcmp0(left->table, right->table);
	return (left->number > right->number) - (left->number < right->number);
}

GPtrArray *
sabot_open_list(const struct sabot_ledger *ledger, const char *shift, const char *const *played,
		const GArray *facts)
{
	struct listing listing = {
		.ledger = ledger,
		.id = shift,
		.shift = sabot_ledger_find_shift(ledger, shift),
		.items = g_ptr_array_new_with_free_func(free_item),
	};

	for (size_t i = 0; played && played[i]; i++)
		check_counts(&listing, played[i], true);
	for (guint i = 0; listing.shift && i < listing.shift->tables->len; i++) {
		const struct sabot_table_money *money = g_ptr_array_index(listing.shift->tables, i);

		if (!played || !g_strv_contains(played, money->table))
			check_counts(&listing, money->table, false);
	}
	check_bank(&listing);
	check_tips(&listing);
	check_slips(&listing);
	add_unexplained(&listing);
	for (guint i = 0; facts && i < facts->len; i++) {
		const struct sabot_open_fact *fact =
			&g_array_index(facts, struct sabot_open_fact, i);

		add(&listing, fact, fact->amount_minor);
	}
	g_ptr_array_sort(listing.items, compare_items);
	return listing.items;
}

guint
sabot_open_count(const GPtrArray *items)
{
	guint n = 0;

	for (guint i = 0; i < items->len; i++) {
		const struct sabot_open_item *item = g_ptr_array_index(items, i);

		n += sabot_open_blocks(item->what) || !item->remark;
	}
	return n;
}

json_t *
sabot_open_item_to_json(const struct sabot_open_item *item)
{
	json_t *object =
		json_pack("{s:s, s:s, s:b, s:s*, s:s*}", "item", item->key, "what",
			  what_words[item->what], "blocks", sabot_open_blocks(item->what), "table",
			  item->table, "remark", item->remark ? item->remark->note : NULL);

	if (item->number)
		json_object_set_new(object, "number", json_integer(item->number));
	if (item->amount_minor)
		json_object_set_new(object, "amount", json_integer(item->amount_minor));
	return object;
}
