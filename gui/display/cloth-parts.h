/* How a payment, an offer, a seat, punto and banca are shown on the cloth and the shelf. */
#pragma once

#include "gui/display/box-hand.h"
#include "gui/display/pay-tag.h"
#include "gui/model/dealer/dealer-offers.h"
#include "gui/model/dealer/dealer-payments.h"
#include "gui/model/dealer/dealer-table.h"

/* Show a payment on its tag; with `names_bet` a side bet or another bettor is named. */
void
sabot_payment_tag_show(SabotPayTag *tag, const struct sabot_wire_view *view,
		       const struct sabot_dealer_payment *payment, bool per_100, bool names_bet);
/* Show the decision that a player is offered at a box (insurance, even money). */
void
sabot_offer_tag_show(SabotPayTag *tag, const struct sabot_dealer_offer *offer);
/* Show what a seat of punto banco has bet; `box` is NULL for nothing. */
void
sabot_seat_tag_show(SabotPayTag *tag, const struct sabot_wire_box *box, int number);
/*
 * What of a hand is hidden: totals and what follows from them, which a trainee must find; where the
 * next card goes, while the table waits for the pit.
 */
enum sabot_hand_hides { SABOT_HIDES_TOTALS = 1, SABOT_HIDES_NEXT = 2 };

/*
 * Returns a set of enum sabot_hand_hides. A trainee is not shown that the table waits for the pit,
 * either.
 */
unsigned
sabot_hand_choose_hides(SabotDealerTable *table, bool hides_totals);
/* Show punto's or banca's hand; `hides` is a set of enum sabot_hand_hides. */
void
sabot_coup_hand_show(SabotBoxHand *widget, const struct sabot_wire_view *view, bool is_banca,
		     unsigned hides);
/* Show the dealer's hand of blackjack at `table`; `form` fits the room for it. */
void
sabot_dealer_hand_show(SabotBoxHand *widget, SabotDealerTable *table, unsigned hides,
		       enum sabot_hand_form form);
