/* What stands on a payment's tag. No GTK. */
#pragma once

#include "dealer-payments.h"

struct sabot_dealer_tag {
	char *head, *text, *foot; /* "pay", "75.00", "3:2"; or "" */
	char *brief;              /* where there is no room for these: "+75"; or "" */
	char *name;               /* "pay 75.00, box 3, left hand" */
	char *more;               /* the sentence: "Box 3: 75.00 = 1:1 on 75.00 → 1×50 1×25" */
};

/* `per_100`: nobody keyed in stakes, and the line is of 100 on each bet. To be cleared. */
void
sabot_dealer_tag_fill(const struct sabot_wire_view *view,
		      const struct sabot_dealer_payment *payment, bool per_100,
		      struct sabot_dealer_tag *ret_tag);
void
sabot_dealer_tag_clear(struct sabot_dealer_tag *tag);

/* What a bet on the box is called where its hand says nothing: "insurance", "B"; NULL: it is the
 * main bet of whose seat it is. Borrowed from `payout` or the catalogue. */
const char *
sabot_dealer_tag_bet(const struct sabot_wire_payout *payout);
