/*
 * Sums over a table's documents. A fill counts when it was received, a credit when it left; void
 * and corrected documents do not count.
 */
#include "result.h"

#include "proto/rfc3339.h"
#include "ledger-slip.h"
#include "ledger-marker.h"

#include <string.h>

enum { HOLD_WHOLE_BP = 10000 };

__extension__ typedef __int128 wide;

bool
sabot_formula_parse(const char *words, struct sabot_formula *ret_formula, char **ret_word)
{
	g_auto(GStrv) list = g_strsplit_set(words ? words : "cash markers vouchers", " ,", -1);
	struct sabot_formula formula = {0};
	enum sabot_drop_kind kind;

	for (size_t i = 0; list[i]; i++) {
		if (list[i][0] == '\0')
			continue;
		if (!sabot_drop_kind_from_string(list[i], &kind)) {
			*ret_word = g_strdup(list[i]);
			return false;
		}
		formula.counts[kind] = true;
	}
	*ret_formula = formula;
	return true;
}

/* What a result is made of: the documents as they stood after event `n` of the house log. */
struct view {
	const struct sabot_ledger *ledger;
	const struct sabot_formula *formula;
	int64_t n;
};

static bool
is_void(const struct view *view, const struct sabot_document *document)
{
	const struct sabot_slip *slip =
		sabot_ledger_find_slip(view->ledger, document->day, document->number);

	return !slip || (slip->voided && slip->voided->n <= view->n);
}

static void
add_slip(struct sabot_result *result, const struct sabot_document *document)
{
	if (document->is_credit && document->step == SABOT_STEP_ISSUE) {
		result->credits_minor += document->amount_minor;
		result->n_credits++;
	}
	if (!document->is_credit && document->step == SABOT_STEP_RECEIVE) {
		result->fills_minor += document->amount_minor;
		result->n_fills++;
	}
}

static void
add_marker(const struct view *view, struct sabot_result *result,
	   const struct sabot_document *document)
{
	const struct sabot_marker *marker =
		sabot_ledger_find_marker(view->ledger, document->day, document->number);

	if (!marker || (marker->voided && marker->voided->n <= view->n))
		return;
	if (document->step == SABOT_STEP_ISSUE)
		result->markers_minor += document->amount_minor;
	if (document->step == SABOT_STEP_REDEEM)
		result->redeemed_minor += document->amount_minor;
}

static void
add_drop(const struct sabot_formula *formula, struct sabot_result *result,
	 const struct sabot_document *document)
{
	if (document->step != SABOT_STEP_BOX)
		return;
	result->has_drop = true;
	for (int i = 0; i < SABOT_DROP_KINDS; i++) {
		result->drop_kinds_minor[i] += document->drop_minor[i];
		if (formula->counts[i])
			result->drop_minor += document->drop_minor[i];
	}
}

static void
add_document(const struct view *view, const struct sabot_document *document,
	     struct sabot_result *result)
{
	if (!sabot_document_held(document, view->n))
		return;
	switch (document->kind) {
	case SABOT_DOCUMENT_SLIP:
		if (!is_void(view, document))
			add_slip(result, document);
		break;
	case SABOT_DOCUMENT_MARKER:
		add_marker(view, result, document);
		break;
	case SABOT_DOCUMENT_DROP:
		add_drop(view->formula, result, document);
		break;
	case SABOT_DOCUMENT_TIPS:
		result->tips_minor += document->amount_minor;
		break;
	case SABOT_DOCUMENT_CASH:
		if (document->step == SABOT_STEP_IN)
			result->cash_in_minor += document->amount_minor;
		else
			result->cash_out_minor += document->amount_minor;
		break;
	case SABOT_DOCUMENT_COUNT:
	case SABOT_DOCUMENT_CARDS:
	case SABOT_DOCUMENT_PAPER:
	case SABOT_DOCUMENT_BANK:
	case SABOT_DOCUMENT_EXCHANGE:
	case SABOT_DOCUMENT_TRONC:
	case SABOT_DOCUMENT_REMARK:
	case SABOT_DOCUMENT_SEAL:
		break;
	}
}

/* "Rolling the shift": where nobody counted an opener it is the closer before. */
static void
set_opener(const struct view *view, const char *shift, const struct sabot_table_money *money,
	   struct sabot_result *result)
{
	const struct sabot_document *opener =
		sabot_table_money_count(money, SABOT_STEP_OPENER, view->n);
	const struct sabot_document *before =
		sabot_ledger_closer_before(view->ledger, shift, money->table, view->n);

	result->has_expected = before != NULL;
	result->expected_minor = before ? before->amount_minor : 0;
	result->has_opener = opener || before;
	result->is_rolled = !opener && before;
	result->opener_minor = opener ? opener->amount_minor : result->expected_minor;
	result->is_recounted = opener && opener->is_recount;
	if (opener && before)
		result->opener_difference_minor = opener->amount_minor - before->amount_minor;
}

/* The drop so far: the last estimate, else what was counted. */
static int64_t
estimate_drop(const struct view *view, const struct sabot_table_money *money,
	      const struct sabot_result *result)
{
	for (guint i = money->documents->len; i-- > 0;) {
		const struct sabot_document *document = g_ptr_array_index(money->documents, i);

		if (document->kind == SABOT_DOCUMENT_DROP &&
		    document->step == SABOT_STEP_ESTIMATE && sabot_document_held(document, view->n))
			return document->amount_minor;
	}
	return result->drop_minor;
}

/* As of the count: what came later is not in its chips. */
static void
set_estimate(const struct view *view, const struct sabot_table_money *money,
	     struct sabot_result *result)
{
	const struct sabot_document *count =
		sabot_table_money_count(money, SABOT_STEP_CLOSER, view->n);
	struct sabot_result then = {0};

	if (!count)
		count = sabot_table_money_count(money, SABOT_STEP_CHECK, view->n);
	if (!count || !result->has_opener)
		return;
	for (guint i = 0; i < money->documents->len; i++) {
		const struct sabot_document *document = g_ptr_array_index(money->documents, i);

		if (sabot_ledger_happened_us(view->ledger, document) <=
		    sabot_ledger_happened_us(view->ledger, count))
			add_document(view, document, &then);
	}
	result->has_estimate = true;
	result->estimate_at_us = count->happened_us;
	result->estimate_minor =
		count->amount_minor + then.credits_minor +
		(result->has_drop ? result->drop_minor : estimate_drop(view, money, result)) -
		result->opener_minor - then.fills_minor;
}

/* Win of drop, rounded half away from zero. */
static int64_t
hold_of(int64_t win_minor, int64_t drop_minor)
{
	wide scaled = (wide)win_minor * HOLD_WHOLE_BP * 2;
	wide drop = drop_minor;

	return drop > 0 ? (int64_t)((scaled + (win_minor < 0 ? -drop : drop)) / (2 * drop)) : 0;
}

void
sabot_result_finish(struct sabot_result *sum)
{
	sum->has_win = sum->has_opener && sum->has_closer && sum->has_drop;
	sum->win_minor = sum->has_win ? sum->closer_minor + sum->credits_minor + sum->drop_minor -
						sum->opener_minor - sum->fills_minor
				      : 0;
	sum->hold_bp = hold_of(sum->win_minor, sum->drop_minor);
}

static void
make_result(const struct view *view, const char *shift, const char *table,
	    struct sabot_result *ret_result)
{
	const struct sabot_shift *found = sabot_ledger_find_shift(view->ledger, shift);
	const struct sabot_table_money *money = found ? sabot_shift_find_table(found, table) : NULL;
	const struct sabot_document *closer;

	*ret_result = (struct sabot_result){0};
	if (!money)
		return;
	set_opener(view, shift, money, ret_result);
	closer = sabot_table_money_count(money, SABOT_STEP_CLOSER, view->n);
	ret_result->has_closer = closer != NULL;
	ret_result->closer_minor = closer ? closer->amount_minor : 0;
	for (guint i = 0; i < money->documents->len; i++)
		add_document(view, g_ptr_array_index(money->documents, i), ret_result);
	set_estimate(view, money, ret_result);
	sabot_result_finish(ret_result);
}

void
sabot_result_make(const struct sabot_ledger *ledger, const char *shift, const char *table,
		  const struct sabot_formula *formula, struct sabot_result *ret_result)
{
	const struct view view = {ledger, formula, SABOT_LEDGER_NOW};

	make_result(&view, shift, table, ret_result);
}

void
sabot_result_make_sealed(const struct sabot_ledger *ledger, const char *shift, const char *table,
			 const struct sabot_formula *formula, struct sabot_result *ret_result)
{
	const struct sabot_shift *found = sabot_ledger_find_shift(ledger, shift);
	const struct view view = {ledger, formula,
				  found && found->seal ? found->seal->n : SABOT_LEDGER_NOW};

	make_result(&view, shift, table, ret_result);
}

void
sabot_result_add(struct sabot_result *sum, const struct sabot_result *one)
{
	bool is_first = sum->n_tables++ == 0;

	sum->has_opener = one->has_opener && (is_first || sum->has_opener);
	sum->has_closer = one->has_closer && (is_first || sum->has_closer);
	sum->has_drop = one->has_drop && (is_first || sum->has_drop);
	sum->opener_minor += one->opener_minor;
	sum->closer_minor += one->closer_minor;
	sum->opener_difference_minor += one->opener_difference_minor;
	sum->fills_minor += one->fills_minor;
	sum->n_fills += one->n_fills;
	sum->credits_minor += one->credits_minor;
	sum->n_credits += one->n_credits;
	sum->markers_minor += one->markers_minor;
	sum->redeemed_minor += one->redeemed_minor;
	for (int i = 0; i < SABOT_DROP_KINDS; i++)
		sum->drop_kinds_minor[i] += one->drop_kinds_minor[i];
	sum->drop_minor += one->drop_minor;
	sum->tips_minor += one->tips_minor;
	sum->cash_in_minor += one->cash_in_minor;
	sum->cash_out_minor += one->cash_out_minor;
}

static void
set_amount(json_t *object, const char *field, bool has, int64_t amount)
{
	if (has)
		json_object_set_new(object, field, json_integer(amount));
}

static json_t *
kinds_to_json(const struct sabot_result *result)
{
	json_t *kinds = json_object();

	for (int i = 0; i < SABOT_DROP_KINDS; i++)
		set_amount(kinds, sabot_drop_kind_to_string((enum sabot_drop_kind)i),
			   result->drop_kinds_minor[i] != 0, result->drop_kinds_minor[i]);
	return kinds;
}

json_t *
sabot_result_to_json(const struct sabot_result *result)
{
	json_t *object = json_object();
	g_autofree char *at =
		result->has_estimate ? sabot_time_format(result->estimate_at_us) : NULL;

	set_amount(object, "opener", result->has_opener, result->opener_minor);
	if (result->is_rolled)
		json_object_set_new(object, "rolled", json_true());
	set_amount(object, "expected", result->has_expected, result->expected_minor);
	set_amount(object, "opener_difference", result->opener_difference_minor != 0,
		   result->opener_difference_minor);
	set_amount(object, "closer", result->has_closer, result->closer_minor);
	set_amount(object, "fills", true, result->fills_minor);
	set_amount(object, "credits", true, result->credits_minor);
	set_amount(object, "markers", result->markers_minor != 0, result->markers_minor);
	set_amount(object, "redeemed", result->redeemed_minor != 0, result->redeemed_minor);
	if (result->has_drop)
		json_object_set_new(object, "drop_kinds", kinds_to_json(result));
	set_amount(object, "drop", result->has_drop, result->drop_minor);
	set_amount(object, "tips", result->tips_minor != 0, result->tips_minor);
	set_amount(object, "cash_in", result->cash_in_minor != 0, result->cash_in_minor);
	set_amount(object, "cash_out", result->cash_out_minor != 0, result->cash_out_minor);
	set_amount(object, "win", result->has_win, result->win_minor);
	set_amount(object, "hold_bp", result->has_win && result->drop_minor > 0, result->hold_bp);
	set_amount(object, "estimate", result->has_estimate, result->estimate_minor);
	if (at)
		json_object_set_new(object, "estimate_at", json_string(at));
	return object;
}
