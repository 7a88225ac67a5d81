/* The words on tags: see dealer-tags.h. */
#include "dealer-tags.h"

#include "dealer-hands.h"
#include "dealer-phrases.h"
#include "proto/wire-words.h"
#include "proto/wording/wording.h"
#include "text/money.h"
#include "text/words.h"

#include <glib/gi18n.h>

const char *
sabot_dealer_tag_bet(const struct sabot_wire_payout *payout)
{
	g_autofree char *seat = g_strdup_printf("%d", (int)payout->box);
	enum sabot_bet on = sabot_bet_from_string(payout->on);

	if (payout->bettor && *payout->bettor && !g_str_equal(payout->bettor, seat))
		return payout->bettor;
	return on != SABOT_BET_MAIN && on != SABOT_BET_UNKNOWN ? sabot_text_bet(on) : NULL;
}

static const char *
name_state(const struct sabot_dealer_payment *payment)
{
	switch (payment->state) {
	case SABOT_DEALER_PAYMENT_PUSH:
		return payment->payout->result == SABOT_WIRE_RESULT_VOID ? C_("hand", "void")
									 : C_("hand", "push");
	case SABOT_DEALER_PAYMENT_PAY: /* Translators: what the dealer does; an amount follows. */
		return C_("tag", "pay");
	case SABOT_DEALER_PAYMENT_TAKE:
		return C_("tag", "take");
	case SABOT_DEALER_PAYMENT_UNKNOWN:
		return C_("tag", "not certain");
	case SABOT_DEALER_PAYMENT_DONE: /* Translators: what the dealer did; an amount follows. */
		return payment->amount_minor < 0 ? C_("tag", "taken") : C_("tag", "paid");
	case SABOT_DEALER_PAYMENT_RULED: /* Translators: the pit has the payment put right. */
		return C_("tag", "by the pit");
	}
	return "";
}

static bool
has_amount(const struct sabot_dealer_payment *payment)
{
	return payment->state == SABOT_DEALER_PAYMENT_PAY ||
	       payment->state == SABOT_DEALER_PAYMENT_TAKE ||
	       payment->state == SABOT_DEALER_PAYMENT_DONE;
}

/* What makes the amount differ from the stake. */
static char *
phrase_foot(const struct sabot_dealer_payment *payment)
{
	const struct sabot_wire_payout *payout = payment->payout;
	char money[SABOT_TEXT_MONEY_SIZE], most[SABOT_TEXT_MONEY_SIZE];

	if (payment->state == SABOT_DEALER_PAYMENT_UNKNOWN &&
	    payout->due_min_minor != SABOT_WIRE_NO_DUE)
		return g_strdup_printf(C_("payment", "%s to %s"),
				       sabot_text_money_short(payout->due_min_minor, money),
				       sabot_text_money_short(payout->due_max_minor, most));
	if (!has_amount(payment) || payment->amount_minor <= 0)
		return g_strdup("");
	sabot_text_money(payout->commission_minor, money);
	if (payout->commission_minor > 0 && payout->due_minor < payout->gross_minor)
		/* Translators: the commission that is off a payment; or that is owed for it. */
		return g_strdup_printf(C_("tag", "less %s"), money);
	if (payout->commission_minor > 0)
		return g_strdup_printf(C_("tag", "%s owed"), money);
	if (payout->pays != payout->per && payout->per > 0)
		return g_strdup_printf("%d:%d", (int)payout->pays, (int)payout->per);
	return g_strdup("");
}

/* The amount that changes hands as seen by the player: "+75", "−25"; "=" for none. */
static char *
phrase_brief(const struct sabot_dealer_payment *payment)
{
	char money[SABOT_TEXT_MONEY_SIZE];

	if (payment->state == SABOT_DEALER_PAYMENT_PUSH)
		return g_strdup("=");
	if (!has_amount(payment))
		return g_strdup("?");
	return g_strconcat(payment->amount_minor < 0 ? "−" : "+",
			   sabot_text_money_short(ABS(payment->amount_minor), money), NULL);
}

static void
fill_per_100(const struct sabot_wire_payout *payout, struct sabot_dealer_tag *tag)
{
	const struct sabot_wire_hand settled = {.result = payout->result};
	char money[SABOT_TEXT_MONEY_SIZE];

	tag->head = g_strdup("");
	tag->foot = g_strdup("");
	tag->brief = g_strdup("");
	tag->more = sabot_phrase_per_100(payout);
	tag->name = g_strdup(tag->more);
	if (payout->is_unverified) {
		tag->text = g_strdup("?");
	} else if (payout->due_minor > 0) {
		tag->text = g_strdup_printf("%d:%d", (int)payout->pays, (int)payout->per);
		g_free(tag->foot);
		/* Translators: what 100 are paid. */
		tag->foot = g_strdup_printf(C_("tag", "%s per 100"),
					    sabot_text_money_short(payout->due_minor, money));
	} else {
		tag->text = g_strdup(sabot_phrase_hand(&settled));
	}
}

void
sabot_dealer_tag_fill(const struct sabot_wire_view *view,
		      const struct sabot_dealer_payment *payment, bool per_100,
		      struct sabot_dealer_tag *ret_tag)
{
	const char *state = name_state(payment);
	g_autofree char *where = sabot_phrase_payment_place(view, payment->payout, false);
	struct sabot_dealer_tag tag = {0};
	char money[SABOT_TEXT_MONEY_SIZE];

	if (per_100) {
		fill_per_100(payment->payout, ret_tag);
		return;
	}
	tag.foot = phrase_foot(payment);
	tag.brief = phrase_brief(payment);
	tag.more = sabot_phrase_payout_and_paid(payment->payout);
	if (has_amount(payment)) {
		sabot_text_money(ABS(payment->amount_minor), money);
		tag.head = g_strdup(state);
		tag.text = g_strdup(money);
		tag.name = g_strdup_printf("%s %s, %s", state, money, where);
	} else {
		tag.head = g_strdup("");
		tag.text = g_strdup(payment->state == SABOT_DEALER_PAYMENT_UNKNOWN ? "?" : state);
		tag.name = *tag.foot ? g_strdup_printf("%s, %s: %s", state, where, tag.foot)
				     : g_strdup_printf("%s, %s", state, where);
	}
	*ret_tag = tag;
}

void
sabot_dealer_tag_clear(struct sabot_dealer_tag *tag)
{
	g_free(tag->head);
	g_free(tag->text);
	g_free(tag->foot);
	g_free(tag->brief);
	g_free(tag->name);
	g_free(tag->more);
}
