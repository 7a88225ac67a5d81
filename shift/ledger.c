/* Shifts with the documents that they own, and searches in them. ledger-apply.c adds documents. */
#include "ledger-private.h"

#include <stdio.h>
#include <string.h>

static void
free_table(gpointer data)
{
	struct sabot_table_money *money = data;

	g_free(money->table);
	g_ptr_array_unref(money->documents);
	g_free(money);
}

static void
free_shift(gpointer data)
{
	struct sabot_shift *shift = data;

	g_ptr_array_unref(shift->tables);
	g_ptr_array_unref(shift->exceptions);
	g_ptr_array_unref(shift->documents);
	g_free(shift);
}

static void
free_set(gpointer data)
{
	struct sabot_card_set *set = data;

	g_free(set->name);
	g_free(set->table);
	g_free(set);
}

struct sabot_ledger *
sabot_ledger_new(void)
{
	struct sabot_ledger *ledger = g_new0(struct sabot_ledger, 1);

	ledger->shifts = g_ptr_array_new_with_free_func(free_shift);
	ledger->slips = g_ptr_array_new_with_free_func(g_free);
	ledger->markers = g_ptr_array_new_with_free_func(g_free);
	ledger->sets = g_ptr_array_new_with_free_func(free_set);
	ledger->documents = g_hash_table_new(g_int64_hash, g_int64_equal);
	return ledger;
}

void
sabot_ledger_free(struct sabot_ledger *ledger)
{
	if (!ledger)
		return;
	g_hash_table_unref(ledger->documents);
	g_ptr_array_unref(ledger->slips);
	g_ptr_array_unref(ledger->markers);
	g_ptr_array_unref(ledger->sets);
	g_ptr_array_unref(ledger->shifts);
	g_free(ledger);
}

bool
sabot_ledger_refuse(char *why, const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(why, SABOT_DOCUMENT_WHY_SIZE, format, arguments);
	va_end(arguments);
	return false;
}

/* The index of the first that is not before `id`. */
static guint
shift_index(const struct sabot_ledger *ledger, const char *id)
{
	guint i = ledger->shifts->len;

	while (i > 0) {
		const struct sabot_shift *shift = g_ptr_array_index(ledger->shifts, i - 1);

		if (strcmp(shift->id, id) < 0)
			break;
		i--;
	}
	return i;
}

const struct sabot_shift *
sabot_ledger_find_shift(const struct sabot_ledger *ledger, const char *id)
{
	guint i = shift_index(ledger, id);
	const struct sabot_shift *shift =
		i < ledger->shifts->len ? g_ptr_array_index(ledger->shifts, i) : NULL;

	return shift && strcmp(shift->id, id) == 0 ? shift : NULL;
}

struct sabot_shift *
sabot_ledger_need_shift(struct sabot_ledger *ledger, const char *id)
{
	struct sabot_shift *shift = (struct sabot_shift *)sabot_ledger_find_shift(ledger, id);

	if (shift)
		return shift;
	shift = g_new0(struct sabot_shift, 1);
	g_strlcpy(shift->id, id, sizeof shift->id);
	shift->tables = g_ptr_array_new_with_free_func(free_table);
	shift->documents = g_ptr_array_new_with_free_func(sabot_document_free);
	shift->exceptions = g_ptr_array_new();
	g_ptr_array_insert(ledger->shifts, (gint)shift_index(ledger, id), shift);
	return shift;
}

static guint
table_index(const struct sabot_shift *shift, const char *table)
{
	guint i = 0;

	while (i < shift->tables->len) {
		const struct sabot_table_money *money = g_ptr_array_index(shift->tables, i);

		if (strcmp(money->table, table) >= 0)
			break;
		i++;
	}
	return i;
}

const struct sabot_table_money *
sabot_shift_find_table(const struct sabot_shift *shift, const char *table)
{
	guint i = table_index(shift, table);
	const struct sabot_table_money *money =
		i < shift->tables->len ? g_ptr_array_index(shift->tables, i) : NULL;

	return money && strcmp(money->table, table) == 0 ? money : NULL;
}

struct sabot_table_money *
sabot_shift_need_table(struct sabot_shift *shift, const char *table)
{
	struct sabot_table_money *money =
		(struct sabot_table_money *)sabot_shift_find_table(shift, table);

	if (money)
		return money;
	money = g_new0(struct sabot_table_money, 1);
	money->table = g_strdup(table);
	money->documents = g_ptr_array_new();
	g_ptr_array_insert(shift->tables, (gint)table_index(shift, table), money);
	return money;
}

const struct sabot_document *
sabot_ledger_find_document(const struct sabot_ledger *ledger, int64_t n)
{
	return g_hash_table_lookup(ledger->documents, &n);
}

int64_t
sabot_ledger_happened_us(const struct sabot_ledger *ledger, const struct sabot_document *document)
{
	const struct sabot_document *other = document;

	while (other && other->kind == document->kind) {
		document = other;
		other = sabot_ledger_find_document(ledger, document->corrects);
	}
	return document->happened_us;
}

bool
sabot_document_held(const struct sabot_document *document, int64_t n)
{
	return document->n <= n && (!document->replaced_by || document->replaced_by->n > n);
}

const struct sabot_document *
sabot_table_money_count(const struct sabot_table_money *money, enum sabot_document_step step,
			int64_t n)
{
	for (guint i = money->documents->len; i-- > 0;) {
		const struct sabot_document *document = g_ptr_array_index(money->documents, i);

		if (document->kind == SABOT_DOCUMENT_COUNT && document->step == step &&
		    sabot_document_held(document, n))
			return document;
	}
	return NULL;
}

const struct sabot_document *
sabot_shift_find_bank_count(const struct sabot_shift *shift, enum sabot_document_step step)
{
	for (guint i = shift->documents->len; i-- > 0;) {
		const struct sabot_document *document = g_ptr_array_index(shift->documents, i);

		if (document->kind == SABOT_DOCUMENT_BANK && document->step == step &&
		    sabot_document_held(document, SABOT_LEDGER_NOW))
			return document;
	}
	return NULL;
}

const struct sabot_document *
sabot_ledger_bank_closer_before(const struct sabot_ledger *ledger, const char *shift)
{
	const struct sabot_document *closer = NULL;

	for (guint i = 0; i < ledger->shifts->len; i++) {
		const struct sabot_shift *before = g_ptr_array_index(ledger->shifts, i);
		const struct sabot_document *found;

		if (strcmp(before->id, shift) >= 0)
			break;
		found = sabot_shift_find_bank_count(before, SABOT_STEP_CLOSER);
		if (found)
			closer = found;
	}
	return closer;
}

const struct sabot_document *
sabot_ledger_closer_before(const struct sabot_ledger *ledger, const char *shift, const char *table,
			   int64_t n)
{
	for (guint i = shift_index(ledger, shift); i-- > 0;) {
		const struct sabot_table_money *money =
			sabot_shift_find_table(g_ptr_array_index(ledger->shifts, i), table);
		const struct sabot_document *closer =
			money ? sabot_table_money_count(money, SABOT_STEP_CLOSER, n) : NULL;

		if (closer)
			return closer;
	}
	return NULL;
}

const struct sabot_document *
sabot_ledger_opener_after(const struct sabot_ledger *ledger, const char *shift, const char *table)
{
	guint i = shift_index(ledger, shift);

	for (i += sabot_ledger_find_shift(ledger, shift) != NULL; i < ledger->shifts->len; i++) {
		const struct sabot_table_money *money =
			sabot_shift_find_table(g_ptr_array_index(ledger->shifts, i), table);
		const struct sabot_document *opener =
			money ? sabot_table_money_count(money, SABOT_STEP_OPENER, SABOT_LEDGER_NOW)
			      : NULL;

		if (opener ||
		    (money && sabot_table_money_count(money, SABOT_STEP_CLOSER, SABOT_LEDGER_NOW)))
			return opener;
	}
	return NULL;
}

struct sabot_document *
sabot_ledger_corrected(const struct sabot_ledger *ledger, const struct sabot_document *document)
{
	struct sabot_document *other = g_hash_table_lookup(ledger->documents, &document->corrects);

	return other && other->kind == document->kind && other->step == document->step &&
			       g_strcmp0(other->table, document->table) == 0 &&
			       strcmp(other->shift, document->shift) == 0
		       ? other
		       : NULL;
}
