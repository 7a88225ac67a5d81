/*
 * The card that was named last at a dealer's display: while no other card has come it can be named
 * again. No GTK.
 */
#pragma once

#include "proto/view.h"

#include <stdbool.h>

struct sabot_dealer_reading {
	struct sabot_wire_unread *unread; /* which one that was, kept; NULL: none */
	struct sabot_card card;
	int64_t load, seen_cards;
	bool is_again; /* it is being named again */
};

/* `unread` was named as `card`; a reference is kept. */
struct sabot_dealer_reading
sabot_dealer_reading_new(const struct sabot_wire_view *view, const struct sabot_wire_unread *unread,
			 struct sabot_card card);
void
sabot_dealer_reading_clear(struct sabot_dealer_reading *reading);

/* The view came: with the next card the reading stands; so it does when it was another load's. */
void
sabot_dealer_reading_check(struct sabot_dealer_reading *reading,
			   const struct sabot_wire_view *view);

/* The event that names the card. Transferred. */
json_t *
sabot_dealer_reading_event(const struct sabot_dealer_reading *reading);
