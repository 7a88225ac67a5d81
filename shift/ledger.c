/*
 * Shifts and their documents, which they own; counts; sealing. A document that corrects another of
 * its kind, step and table takes its place: the other stays, marked.
 */
#include "ledger-private.h"
#include "document-parse.h"

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

static struct sabot_shift *
need_shift(struct sabot_ledger *ledger, const char *id)
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

static struct sabot_table_money *
need_table(struct sabot_shift *shift, const char *table)
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

/* Of an opener and of a closer one holds. */
static bool
is_once(const struct sabot_document *document)
{
	return document->step == SABOT_STEP_OPENER || document->step == SABOT_STEP_CLOSER;
}

/* The opener or closer that holds, in the place of which the document would be; NULL: none. */
static const struct sabot_document *
find_standing(const struct sabot_ledger *ledger, const struct sabot_document *document)
{
	const struct sabot_shift *shift = sabot_ledger_find_shift(ledger, document->shift);
	const struct sabot_table_money *money =
		shift && document->table ? sabot_shift_find_table(shift, document->table) : NULL;

	if (shift && document->kind == SABOT_DOCUMENT_BANK && is_once(document))
		return sabot_shift_find_bank_count(shift, document->step);
	return money && document->kind == SABOT_DOCUMENT_COUNT && document->step != SABOT_STEP_CHECK
		       ? sabot_table_money_count(money, document->step, SABOT_LEDGER_NOW)
		       : NULL;
}

/* An opener or closer is counted once, then recounted. */
static bool
check_count(const struct sabot_ledger *ledger, const struct sabot_document *document, char *why)
{
	const struct sabot_document *before = find_standing(ledger, document);

	const char *what = document->table ? document->table : "the main bank";

	if (!is_once(document) || document->corrects)
		return true;
	if (before && !document->is_recount)
		return sabot_ledger_refuse(
			why,
			"recount: %s was counted already (document %d): count again with "
			"`recount`, or say that this corrects %d, and why",
			what, (int)before->n, (int)before->n);
	return before || !document->is_recount ||
	       sabot_ledger_refuse(why, "recount: %s was not counted yet", what);
}

/* A box is counted once. */
static bool
check_drop(const struct sabot_ledger *ledger, const struct sabot_document *document, char *why)
{
	const struct sabot_shift *shift = sabot_ledger_find_shift(ledger, document->shift);
	const struct sabot_table_money *money =
		shift ? sabot_shift_find_table(shift, document->table) : NULL;

	for (guint i = 0; money && i < money->documents->len; i++) {
		const struct sabot_document *other = g_ptr_array_index(money->documents, i);

		if (document->step == SABOT_STEP_BOX && other->kind == SABOT_DOCUMENT_DROP &&
		    other->step == SABOT_STEP_BOX && !other->replaced_by &&
		    other->n != document->corrects && strcmp(other->name, document->name) == 0)
			return sabot_ledger_refuse(
				why,
				"box: was counted already (document %d): say that "
				"this corrects %d, and why",
				(int)other->n, (int)other->n);
	}
	return true;
}

/* After the seal nothing changes but by an entry that says what it puts right, and why. */
static bool
check_seal(const struct sabot_ledger *ledger, const struct sabot_document *document, char *why)
{
	const struct sabot_shift *shift = sabot_ledger_find_shift(ledger, document->shift);
	const struct sabot_document *other = sabot_ledger_find_document(ledger, document->corrects);

	if (document->corrects && shift && shift->is_forgotten && other != shift->seal)
		return sabot_ledger_refuse(why,
					   "corrects: the shift is long sealed: only its seal is "
					   "held here (document %d)",
					   (int)shift->seal->n);
	if (document->corrects && (!other || strcmp(other->shift, document->shift) != 0))
		return sabot_ledger_refuse(why, "corrects: the shift has no such document");
	if (other && other->replaced_by)
		return sabot_ledger_refuse(why, "corrects: document %d was put right by %d",
					   (int)other->n, (int)other->replaced_by->n);
	if (document->corrects && !document->note)
		return sabot_ledger_refuse(why, "note: a correction needs a reason");
	if (!shift || !shift->seal || document->corrects)
		return document->kind != SABOT_DOCUMENT_SEAL || !document->corrects ||
		       sabot_ledger_refuse(why, "shift: was sealed already");
	return sabot_ledger_refuse(
		why, "shift: %s is sealed (document %d): say what this corrects, and why",
		shift->id, (int)shift->seal->n);
}

/*
 * What was sealed changes by a document of the same kind, step and table; what is missing is added
 * to the seal. Logs before this rule have corrections of any other document, without `amends`.
 */
static bool
check_amendment(const struct sabot_ledger *ledger, const struct sabot_document *document, char *why)
{
	const struct sabot_shift *shift = sabot_ledger_find_shift(ledger, document->shift);
	const struct sabot_document *standing;

	if (!document->amends)
		return true;
	if (!shift || !shift->seal || shift->seal->n != document->amends)
		return sabot_ledger_refuse(why, "amends: is not the seal of %s", document->shift);
	if (document->corrects != document->amends)
		return sabot_ledger_corrected(ledger, document) ||
		       sabot_ledger_refuse(why,
					   "corrects: document %d is none of the same kind and "
					   "table; what is missing corrects the seal (%d)",
					   (int)document->corrects, (int)document->amends);
	standing = find_standing(ledger, document);
	return !standing ||
	       sabot_ledger_refuse(why, "corrects: %s was counted (document %d): correct that one",
				   document->table ? document->table : "the main bank",
				   (int)standing->n);
}

static bool
take(struct sabot_ledger *ledger, struct sabot_document *document, char *why)
{
	switch (document->kind) {
	case SABOT_DOCUMENT_COUNT:
	case SABOT_DOCUMENT_BANK:
		return check_count(ledger, document, why);
	case SABOT_DOCUMENT_DROP:
		return check_drop(ledger, document, why);
	case SABOT_DOCUMENT_SLIP:
		return sabot_ledger_add_slip(ledger, document, why);
	case SABOT_DOCUMENT_PAPER:
		return sabot_ledger_add_paper(ledger, document, why);
	case SABOT_DOCUMENT_MARKER:
		return sabot_ledger_add_marker(ledger, document, why);
	case SABOT_DOCUMENT_CARDS:
		return sabot_ledger_add_cards(ledger, document, why);
	case SABOT_DOCUMENT_TIPS:
	case SABOT_DOCUMENT_CASH:
	case SABOT_DOCUMENT_EXCHANGE:
	case SABOT_DOCUMENT_TRONC:
	case SABOT_DOCUMENT_REMARK:
	case SABOT_DOCUMENT_SEAL:
		break;
	}
	return true;
}

/* Of two counts, or two remarks on one item, the later holds. */
static struct sabot_document *
find_replaced(const struct sabot_ledger *ledger, const struct sabot_shift *shift,
	      const struct sabot_document *document)
{
	struct sabot_document *corrected = sabot_ledger_corrected(ledger, document);
	bool is_count =
		(document->kind == SABOT_DOCUMENT_COUNT || document->kind == SABOT_DOCUMENT_BANK) &&
		is_once(document) && (document->is_recount || document->corrects);

	if (corrected)
		return corrected;
	for (guint i = shift->documents->len; i-- > 0;) {
		struct sabot_document *other = g_ptr_array_index(shift->documents, i);

		if (other->replaced_by || other->kind != document->kind ||
		    other->step != document->step)
			continue;
		if (is_count && g_strcmp0(other->table, document->table) == 0)
			return other;
		if (document->kind == SABOT_DOCUMENT_REMARK &&
		    strcmp(other->name, document->name) == 0)
			return other;
	}
	return NULL;
}

/* The shift owns it from now on. */
static void
file(struct sabot_ledger *ledger, struct sabot_document *document)
{
	struct sabot_shift *shift = need_shift(ledger, document->shift);
	struct sabot_document *replaced = find_replaced(ledger, shift, document);

	if (replaced)
		replaced->replaced_by = document;
	if (shift->seal)
		g_ptr_array_add(shift->exceptions, document);
	if (document->kind == SABOT_DOCUMENT_SEAL)
		shift->seal = document;
	g_ptr_array_add(shift->documents, document);
	if (document->table)
		g_ptr_array_add(need_table(shift, document->table)->documents, document);
	g_hash_table_insert(ledger->documents, &document->n, document);
	if (document->kind == SABOT_DOCUMENT_SEAL)
		sabot_ledger_forget(ledger);
}

bool
sabot_ledger_apply(struct sabot_ledger *ledger, int64_t n, const json_t *event,
		   char ret_why[SABOT_DOCUMENT_WHY_SIZE])
{
	struct sabot_document *document = sabot_document_parse(n, event, ret_why);

	if (!document)
		return false;
	if (!check_seal(ledger, document, ret_why) || !check_amendment(ledger, document, ret_why) ||
	    !take(ledger, document, ret_why)) {
		sabot_document_free(document);
		return false;
	}
	file(ledger, document);
	return true;
}
