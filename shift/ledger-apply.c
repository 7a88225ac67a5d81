/*
 * Applies a document: checks it against the ledger and files it with its shift and table. A
 * document that corrects another of its kind, step and table replaces it; the other is kept,
 * marked.
 */
#include "ledger-apply.h"
#include "text/refusal.h"

#include "document-parse.h"
#include "ledger-private.h"

#include <string.h>

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
			SABOT_REFUSAL_AS(
				"recount: %s was counted already (document %d): count again with "
				"`recount`, or say that this corrects %d, and why",
				"%1$s was counted already (document %2$s): correct that count"),
			what, (int)before->n, (int)before->n);
	return before || !document->is_recount ||
	       sabot_ledger_refuse(why,
				   SABOT_REFUSAL_AS("recount: %s was not counted yet",
						    "%1$s was not counted yet"),
				   what);
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
				SABOT_REFUSAL_AS(
					"box: was counted already (document %d): say that "
					"this corrects %d, and why",
					"this box was counted already (document %1$s): correct "
					"that count"),
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
		return sabot_ledger_refuse(
			why,
			SABOT_REFUSAL("corrects: the shift is long sealed: only its seal is "
				      "held here (document %d)"),
			(int)shift->seal->n);
	if (document->corrects && (!other || strcmp(other->shift, document->shift) != 0))
		return sabot_ledger_refuse(
			why, SABOT_REFUSAL("corrects: the shift has no such document"));
	if (other && other->replaced_by)
		return sabot_ledger_refuse(
			why,
			SABOT_REFUSAL_AS("corrects: document %d was put right by %d",
					 "document %1$s was corrected already, by document %2$s"),
			(int)other->n, (int)other->replaced_by->n);
	if (document->corrects && !document->note)
		return sabot_ledger_refuse(why,
					   SABOT_REFUSAL_AS("note: a correction needs a reason",
							    "a correction needs a reason"));
	if (!shift || !shift->seal || document->corrects)
		return document->kind != SABOT_DOCUMENT_SEAL || !document->corrects ||
		       sabot_ledger_refuse(why, SABOT_REFUSAL_AS("shift: was sealed already",
								 "the shift is sealed already"));
	return sabot_ledger_refuse(
		why,
		SABOT_REFUSAL_AS(
			"shift: %s is sealed (document %d): say what this corrects, and why",
			"shift %1$s is sealed: say which document this corrects, and why"),
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
		return sabot_ledger_refuse(why, SABOT_REFUSAL("amends: is not the seal of %s"),
					   document->shift);
	if (document->corrects != document->amends)
		return sabot_ledger_corrected(ledger, document) ||
		       sabot_ledger_refuse(
			       why,
			       SABOT_REFUSAL("corrects: document %d is none of the same kind and "
					     "table; what is missing corrects the seal (%d)"),
			       (int)document->corrects, (int)document->amends);
	standing = find_standing(ledger, document);
	return !standing ||
	       sabot_ledger_refuse(
		       why,
		       SABOT_REFUSAL_AS(
			       "corrects: %s was counted (document %d): correct that one",
			       "%1$s was counted already (document %2$s): correct that count"),
		       document->table ? document->table : SABOT_REFUSAL("the main bank"),
		       (int)standing->n);
}

static bool
apply_document(struct sabot_ledger *ledger, struct sabot_document *document, char *why)
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
	struct sabot_shift *shift = sabot_ledger_need_shift(ledger, document->shift);
	struct sabot_document *replaced = find_replaced(ledger, shift, document);

	if (replaced)
		replaced->replaced_by = document;
	if (shift->seal)
		g_ptr_array_add(shift->exceptions, document);
	if (document->kind == SABOT_DOCUMENT_SEAL)
		shift->seal = document;
	g_ptr_array_add(shift->documents, document);
	if (document->table)
		g_ptr_array_add(sabot_shift_need_table(shift, document->table)->documents,
				document);
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
	    !apply_document(ledger, document, ret_why)) {
		sabot_document_free(document);
		return false;
	}
	file(ledger, document);
	return true;
}
