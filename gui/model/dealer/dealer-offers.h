/*
 * What can be touched at each box. While insurance is open: insurance, a bettor at a time, or even
 * money; one touch takes it, another one gives an insurance back. While the last card is mended:
 * each hand to which it can belong. Pure; no GTK.
 */
#pragma once

#include "proto/messages/table-messages.h"

#include <stdbool.h>

struct sabot_dealer_offer {
	int64_t box, hand;
	const char *bettor; /* who insures, borrowed from the view; NULL: even money for the box */
	int64_t amount_minor; /* of the insurance: half the stake; 0 with even money */
	bool is_taken;
	const struct sabot_wire_mend_place
		*place; /* of the last card, borrowed; NULL: no mending */
};

/* Of struct sabot_dealer_offer, by box; none but while insurance is open. `rules` are NULL until
 * known. Transferred. */
GArray *
sabot_dealer_offers_new(const struct sabot_wire_view *view, const struct sabot_wire_rules *rules);

/* The hands of boxes to which the last card can belong. Transferred. */
GArray *
sabot_dealer_offers_new_places(const struct sabot_wire_mends *ways);

/* What a touch sends; of a place of the last card, sabot_dealer_mend_move(). Transferred; NULL:
 * nothing (even money was taken: that is undone). */
json_t *
sabot_dealer_offer_event(const struct sabot_dealer_offer *offer);

/* How it is said at the box. */
struct sabot_dealer_offer_words {
	char *head;  /* "insure", "B: insured" */
	char *text;  /* "25", "even money" */
	char *brief; /* instead of both where there is little room: "25", "1:1" */
	char *name;  /* to who does not see it: "Insure box 3: 25" */
};

/* To be cleared. */
void
sabot_dealer_offer_fill(const struct sabot_dealer_offer *offer,
			struct sabot_dealer_offer_words *ret_words);
void
sabot_dealer_offer_words_clear(struct sabot_dealer_offer_words *words);

/* What lies as insurance at all boxes. */
int64_t
sabot_dealer_offers_sum_minor(const struct sabot_wire_view *view);
