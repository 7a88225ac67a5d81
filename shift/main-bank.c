/*
 * float = opener - fills + credits + redeemed markers + amounts in - amounts out - amounts given
 * for foreign money. A fill leaves the bank when it is issued, a credit returns when it is
 * received. Foreign money is counted by currency, separately from the float.
 */
#include "main-bank.h"
#include "document-json.h"
#include "ledger-slip.h"

#include <string.h>

static void
set_opener(const struct sabot_ledger *ledger, const struct sabot_shift *shift,
	   struct sabot_main_bank *bank)
{
	const struct sabot_document *opener = sabot_shift_find_bank_count(shift, SABOT_STEP_OPENER);
	const struct sabot_document *before = sabot_ledger_bank_closer_before(ledger, shift->id);

	bank->has_opener = opener || before;
	bank->is_rolled = !opener && before;
	if (opener)
		bank->opener_minor = opener->amount_minor;
	else if (before)
		bank->opener_minor = before->amount_minor;
	bank->has_expected_opener = opener && before;
	if (opener && before)
		bank->opener_difference_minor = opener->amount_minor - before->amount_minor;
}

/* What a part of a slip moves: a fill out of the bank, a credit into it; of a void one nothing. */
static void
add_slip(const struct sabot_ledger *ledger, const struct sabot_document *document,
	 struct sabot_main_bank *bank)
{
	const struct sabot_slip *slip =
		sabot_ledger_find_slip(ledger, document->day, document->number);

	if (!slip || slip->voided)
		return;
	if (!slip->is_credit && document->step == SABOT_STEP_ISSUE) {
		bank->fills_minor += document->amount_minor;
		bank->n_fills++;
	} else if (slip->is_credit && document->step == SABOT_STEP_RECEIVE) {
		bank->credits_minor += document->amount_minor;
		bank->n_credits++;
	}
}

static void
add_document(const struct sabot_ledger *ledger, const struct sabot_document *document,
	     struct sabot_main_bank *bank)
{
	if (!sabot_document_held(document, SABOT_LEDGER_NOW))
		return;
	if (document->kind == SABOT_DOCUMENT_SLIP)
		add_slip(ledger, document, bank);
	else if (document->kind == SABOT_DOCUMENT_MARKER && document->step == SABOT_STEP_REDEEM)
		bank->redeemed_minor += document->amount_minor;
	else if (document->kind == SABOT_DOCUMENT_EXCHANGE)
		bank->exchanged_minor += document->step == SABOT_STEP_IN ? document->amount_minor
									 : -document->amount_minor;
	else if (document->kind == SABOT_DOCUMENT_BANK && document->step == SABOT_STEP_IN)
		bank->in_minor += document->amount_minor;
	else if (document->kind == SABOT_DOCUMENT_BANK && document->step == SABOT_STEP_OUT)
		bank->out_minor += document->amount_minor;
}

static int64_t
float_of(const struct sabot_main_bank *bank)
{
	return bank->opener_minor - bank->fills_minor + bank->credits_minor + bank->redeemed_minor +
	       bank->in_minor - bank->out_minor - bank->exchanged_minor;
}

/* As of the last count: what happened later is not in it. */
static void
set_difference(const struct sabot_ledger *ledger, const struct sabot_shift *shift,
	       struct sabot_main_bank *bank)
{
	struct sabot_main_bank then = {.opener_minor = bank->opener_minor};
	int64_t counted_us;

	bank->closer = sabot_shift_find_bank_count(shift, SABOT_STEP_CLOSER);
	bank->count =
		bank->closer ? bank->closer : sabot_shift_find_bank_count(shift, SABOT_STEP_CHECK);
	if (!bank->count || !bank->has_opener)
		return;
	counted_us = sabot_ledger_happened_us(ledger, bank->count);
	for (guint i = 0; i < shift->documents->len; i++) {
		const struct sabot_document *document = g_ptr_array_index(shift->documents, i);

		if (sabot_ledger_happened_us(ledger, document) <= counted_us)
			add_document(ledger, document, &then);
	}
	bank->has_difference = true;
	bank->expected_minor = float_of(&then);
	bank->difference_minor = bank->count->amount_minor - bank->expected_minor;
}

static bool
is_about_bank(const struct sabot_shift *shift)
{
	for (guint i = 0; i < shift->documents->len; i++) {
		const struct sabot_document *document = g_ptr_array_index(shift->documents, i);

		if (document->kind == SABOT_DOCUMENT_BANK)
			return true;
	}
	return false;
}

void
sabot_main_bank_make(const struct sabot_ledger *ledger, const char *shift,
		     struct sabot_main_bank *ret_bank)
{
	const struct sabot_shift *found = sabot_ledger_find_shift(ledger, shift);

	*ret_bank = (struct sabot_main_bank){0};
	if (!found || (!is_about_bank(found) && !sabot_ledger_bank_closer_before(ledger, shift)))
		return;
	ret_bank->is_kept = true;
	set_opener(ledger, found, ret_bank);
	for (guint i = 0; i < found->documents->len; i++)
		add_document(ledger, g_ptr_array_index(found->documents, i), ret_bank);
	ret_bank->has_float = ret_bank->has_opener;
	ret_bank->float_minor = ret_bank->has_opener ? float_of(ret_bank) : 0;
	set_difference(ledger, found, ret_bank);
}

static void
set_amount(json_t *object, const char *field, bool has, int64_t amount)
{
	if (has)
		json_object_set_new(object, field, json_integer(amount));
}

json_t *
sabot_main_bank_to_json(const struct sabot_main_bank *bank)
{
	json_t *object = json_object();

	if (!bank->is_kept)
		return object;
	set_amount(object, "opener", bank->has_opener, bank->opener_minor);
	if (bank->is_rolled)
		json_object_set_new(object, "rolled", json_true());
	set_amount(object, "opener_difference", bank->opener_difference_minor != 0,
		   bank->opener_difference_minor);
	set_amount(object, "fills", true, bank->fills_minor);
	set_amount(object, "n_fills", true, bank->n_fills);
	set_amount(object, "credits", true, bank->credits_minor);
	set_amount(object, "n_credits", true, bank->n_credits);
	set_amount(object, "redeemed", true, bank->redeemed_minor);
	set_amount(object, "in", true, bank->in_minor);
	set_amount(object, "out", true, bank->out_minor);
	set_amount(object, "exchanged", bank->exchanged_minor != 0, bank->exchanged_minor);
	set_amount(object, "float", bank->has_float, bank->float_minor);
	if (bank->count)
		json_object_set_new(object, "count", sabot_document_to_json(bank->count));
	set_amount(object, "expected", bank->has_difference, bank->expected_minor);
	set_amount(object, "difference", bank->has_difference, bank->difference_minor);
	return object;
}
