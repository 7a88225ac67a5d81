/* What is put right between rounds: see dealer-redress.h. */
#include "dealer-redress.h"

#include "gui/model/tables/table-phrases.h"
#include "text/money.h"

#include <glib/gi18n-lib.h>

bool
sabot_dealer_redress_is_time(const struct sabot_wire_view *view)
{
	switch (view->phase) {
	case SABOT_WIRE_PHASE_NO_LOAD:
	case SABOT_WIRE_PHASE_BURN:
	case SABOT_WIRE_PHASE_BETTING:
	case SABOT_WIRE_PHASE_AFTER_CUT:
		return true;
	case SABOT_WIRE_PHASE_UNKNOWN:
	case SABOT_WIRE_PHASE_DEALING:
	case SABOT_WIRE_PHASE_DECIDING:
	case SABOT_WIRE_PHASE_DECIDED:
	case SABOT_WIRE_PHASE_RULING:
		return false;
	}
	return false;
}

static char *
name_redress(const struct sabot_wire_redress *redress)
{
	char money[SABOT_TEXT_MONEY_SIZE];
	bool is_paid = redress->amount_minor >= 0;

	sabot_text_money_short(ABS(redress->amount_minor), money);
	if (redress->box <= 0)
		return g_strdup_printf(is_paid ? C_("key", "Round %d: %s was paid")
					       : C_("key", "Round %d: %s was collected"),
				       (int)redress->round, money);
	/* Translators: a key: what was to be put right for an earlier round is done. */
	return g_strdup_printf(is_paid ? C_("key", "Round %d, box %d: %s was paid")
				       : C_("key", "Round %d, box %d: %s was collected"),
			       (int)redress->round, (int)redress->box, money);
}

static bool
has_payout(const struct sabot_wire_view *view, const struct sabot_wire_difference *difference)
{
	for (guint i = 0; difference->round == view->round && i < view->payouts->len; i++) {
		const struct sabot_wire_payout *payout = g_ptr_array_index(view->payouts, i);

		if (payout->box == difference->box && payout->hand == difference->hand &&
		    g_strcmp0(payout->on, difference->on) == 0 &&
		    g_strcmp0(payout->bettor, difference->bettor) == 0)
			return !payout->is_ruled;
	}
	return false;
}

GPtrArray *
sabot_dealer_redress_differences(const struct sabot_wire_view *view)
{
	g_autoptr(GPtrArray) all = sabot_phrase_differences(view);
	GPtrArray *list = g_ptr_array_new();

	for (guint i = 0; sabot_dealer_redress_is_time(view) && i < all->len; i++)
		if (!has_payout(view, g_ptr_array_index(all, i)))
			g_ptr_array_add(list, g_ptr_array_index(all, i));
	return list;
}

static char *
name_difference(const struct sabot_wire_difference *difference)
{
	const struct sabot_wire_redress as_order = {
		.round = difference->round,
		.box = difference->box,
		.amount_minor = difference->amount_minor,
	};

	return name_redress(&as_order);
}

/* Names the round, because it is not the last one. */
static json_t *
build_difference(const struct sabot_wire_view *view, char **ret_label)
{
	g_autoptr(GPtrArray) differences = sabot_dealer_redress_differences(view);
	const struct sabot_wire_difference *first =
		differences->len > 0 ? g_ptr_array_index(differences, 0) : NULL;
	json_t *event;

	if (!first)
		return NULL;
	event = json_pack("{s:s, s:I, s:I, s:s, s:s, s:I}", "ev", "paid", "round",
			  (json_int_t)first->round, "box", (json_int_t)first->box, "bettor",
			  first->bettor, "on", first->on, "amount",
			  (json_int_t)first->amount_minor);
	if (first->hand >= 0)
		json_object_set_new(event, "hand", json_integer(first->hand));
	*ret_label = name_difference(first);
	return event;
}

json_t *
sabot_dealer_redress_next(const struct sabot_wire_view *view, char **ret_label)
{
	const struct sabot_wire_redress *first =
		view->redress->len > 0 ? g_ptr_array_index(view->redress, 0) : NULL;

	if (!first)
		return build_difference(view, ret_label);
	if (!sabot_dealer_redress_is_time(view))
		return NULL;
	*ret_label = name_redress(first);
	return json_pack("{s:s, s:I, s:I, s:I}", "ev", "correction", "redress",
			 (json_int_t)first->redress, "round", (json_int_t)first->round, "amount",
			 (json_int_t)first->amount_minor);
}
