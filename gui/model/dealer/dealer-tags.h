/* The texts of a payment's tag. No GTK. */
#pragma once

#include "dealer-payments.h"

struct sabot_dealer_tag {
	char *head, *text, *foot; /* "pay", "75.00", "3:2"; or "" */
	char *brief;              /* used if there is no room for these: "+75"; or "" */
	char *name;               /* "pay 75.00, box 3, left hand" */
	char *more;               /* the sentence: "Box 3: 75.00 = 1:1 on 75.00 → 1×50 1×25" */
};

/*
 * `per_100`: nobody keyed in stakes, and the amount is per 100 on each bet. The caller clears the
 * result.
 */
void
sabot_dealer_tag_fill(const struct sabot_wire_view *view,
		      const struct sabot_dealer_payment *payment, bool per_100,
		      struct sabot_dealer_tag *ret_tag);
void
sabot_dealer_tag_clear(struct sabot_dealer_tag *tag);

/*
 * The name of a bet on the box if the hand does not imply it: "insurance", "B"; NULL for the main
 * bet of the seat's own player. Borrowed from `payout` or the catalogue.
 */
const char *
sabot_dealer_tag_bet(const struct sabot_wire_payout *payout);
