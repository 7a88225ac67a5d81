/*
 * What can be touched at each box. While insurance is open: insurance for one bettor, or even
 * money; one touch takes it, another gives an insurance back. While the last card is corrected:
 * each hand to which it can belong. Pure; no GTK.
 */
#pragma once

#include "proto/messages/table-messages.h"

#include <stdbool.h>

struct sabot_dealer_offer {
	int64_t box, hand;
	/* the bettor who insures, borrowed from the view; NULL: even money for the box */
	const char *bettor;
	int64_t amount_minor; /* amount of the insurance: half the stake; 0 with even money */
	bool is_accepted;
	const struct sabot_wire_mend_place
		*place; /* where the last card can belong, borrowed; NULL: no correction */
};

/*
 * Offers of insurance and even money: of struct sabot_dealer_offer, by box; empty unless insurance
 * is open. `rules` are NULL until known. Transferred.
 */
GArray *
sabot_dealer_offers_new(const struct sabot_wire_view *view, const struct sabot_wire_rules *rules);

/* The same for the hands of boxes to which the last card can belong. Transferred. */
GArray *
sabot_dealer_offers_new_places(const struct sabot_wire_mends *ways);

/*
 * The event that a touch sends; for a place of the last card use sabot_dealer_mend_move().
 * Transferred; NULL: none (even money was taken: use undo).
 */
json_t *
sabot_dealer_offer_event(const struct sabot_dealer_offer *offer);

/* The texts of an offer at its box. */
struct sabot_dealer_offer_words {
	char *head;  /* "insure", "B: insured" */
	char *text;  /* "25", "even money" */
	char *brief; /* instead of both if there is little room: "25", "B 25", "1:1" */
	char *name;  /* accessible name: "Insure box 3: 25" */
};

/* Fill in the texts; the caller clears them. */
void
sabot_dealer_offer_fill(const struct sabot_dealer_offer *offer,
			struct sabot_dealer_offer_words *ret_words);
void
sabot_dealer_offer_words_clear(struct sabot_dealer_offer_words *words);

/* The sum of the insurance bets at all boxes. */
int64_t
sabot_dealer_offers_sum_minor(const struct sabot_wire_view *view);
