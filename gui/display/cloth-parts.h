/* What a payment, an offer, a seat, punto and banca show on the cloth and the shelf. */
#pragma once

#include "gui/display/box-hand.h"
#include "gui/display/pay-tag.h"
#include "gui/model/dealer/dealer-offers.h"
#include "gui/model/dealer/dealer-payments.h"
#include "gui/model/dealer/dealer-table.h"

/* A payment's words and look on its tag; with `names_bet` a side bet or another bettor is named. */
void
sabot_payment_tag_show(SabotPayTag *tag, const struct sabot_wire_view *view,
		       const struct sabot_dealer_payment *payment, bool per_100, bool names_bet);
/* Show the decision that a player is offered at a box (insurance, even money). */
void
sabot_offer_tag_show(SabotPayTag *tag, const struct sabot_dealer_offer *offer);
/* What a seat of punto banco has bet; `box` is NULL for nothing. */
void
sabot_seat_tag_show(SabotPayTag *tag, const struct sabot_wire_box *box, int number);
/* What is not shown of a hand: totals and what follows from them, which a trainee finds; where the
 * next card comes, while the pit is waited for. */
enum sabot_hand_hides { SABOT_HIDES_TOTALS = 1, SABOT_HIDES_NEXT = 2 };

/* Of enum sabot_hand_hides. A trainee is not shown that the pit is waited for, either. */
unsigned
sabot_hand_choose_hides(SabotDealerTable *table, bool hides_totals);
/* Punto's or banca's hand; `hides` are of enum sabot_hand_hides. */
void
sabot_coup_hand_show(SabotBoxHand *widget, const struct sabot_wire_view *view, bool is_banca,
		     unsigned hides);
/* The dealer's, of blackjack; `form` is how there is room for it. */
void
sabot_dealer_hand_show(SabotBoxHand *widget, const struct sabot_wire_view *view, unsigned hides,
		       enum sabot_hand_form form);
