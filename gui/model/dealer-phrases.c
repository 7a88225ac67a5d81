/* The dealer's sentences: see dealer-phrases.h. */
#include "gui/model/dealer-phrases.h"

#include "gui/model/phrases.h"
#include "proto/wording.h"
#include "text/money.h"

#include <glib/gi18n.h>

/* Who is on duty at the table as dealer, by name; NULL: nobody said so. */
static const char *
find_dealer(const struct sabot_wire_view *view, SabotSession *session)
{
	for (guint i = 0; i < view->staff->len; i++) {
		const struct sabot_wire_duty *duty = g_ptr_array_index(view->staff, i);

		if (g_strcmp0(duty->post, "dealer") == 0)
			return sabot_session_get_name(session, duty->who);
	}
	return NULL;
}

char *
sabot_phrase_dealer_head(const struct sabot_wire_view *view, SabotSession *session)
{
	g_autofree char *place = sabot_phrase_place(view);
	const char *dealer = find_dealer(view, session);
	GString *head = g_string_new(place);

	if (view->holder > 0) {
		g_string_append(head, " · ");
		g_string_append_printf(head,
				       view->game == SABOT_WIRE_GAME_BLACKJACK
					       ? C_("display", "bank at box %d")
					       : C_("display", "shoe at box %d"),
				       (int)view->holder);
	}
	if (dealer) {
		g_string_append(head, " · ");
		/* Translators: who is on duty as dealer, by name. */
		g_string_append_printf(head, C_("display", "dealer: %s"), dealer);
	}
	return g_string_free(head, FALSE);
}

char *
sabot_phrase_waiting(const struct sabot_wire_incident *dispute, int64_t now_us)
{
	int64_t waited_us = MAX(now_us - dispute->at_us, 0);
	int seconds = (int)MIN(waited_us / G_USEC_PER_SEC, G_MAXINT);

	/* Translators: minutes and seconds since the pit was called. */
	return g_strdup_printf(C_("display", "Wait for the pit boss: %d:%02d"), seconds / 60,
			       seconds % 60);
}

char *
sabot_phrase_run_out(const struct sabot_wire_view *view)
{
	/* Translators: cards that went by the reader, cards that should be in the shoe. */
	return g_strdup_printf(C_("display", "Run out the rest: %d of %d"),
			       (int)view->run_out_cards,
			       view->shoe ? (int)MAX(view->shoe->left_cards, 0) : 0);
}

int64_t
sabot_payout_rest(const struct sabot_wire_payout *payout)
{
	return payout->paid_minor == SABOT_WIRE_NOT_PAID ? payout->due_minor
							 : payout->due_minor - payout->paid_minor;
}

char *
sabot_phrase_payout_and_paid(const struct sabot_wire_payout *payout)
{
	g_autofree char *text = sabot_phrase_payout(payout);
	char money[SABOT_TEXT_MONEY_SIZE];

	if (payout->paid_minor == SABOT_WIRE_NOT_PAID || sabot_payout_rest(payout) == 0)
		return g_steal_pointer(&text);
	/* Translators: how a stake is settled, and the amount that was paid instead. */
	return g_strdup_printf(C_("display", "%s · %s was paid"), text,
			       sabot_text_money_short(payout->paid_minor, money));
}
