/*
 * The card named last at a dealer's display: it can be named again until another card comes. No
 * GTK.
 */
#pragma once

#include "proto/view.h"

#include <stdbool.h>

struct sabot_dealer_reading {
	struct sabot_wire_unread *unread; /* the unread card that was named, kept; NULL: none */
	struct sabot_card card;
	int64_t load, seen_cards;
	bool is_again; /* it is being named again */
};

/* Record that `unread` was named as `card`; a reference is kept. */
struct sabot_dealer_reading
sabot_dealer_reading_new(const struct sabot_wire_view *view, const struct sabot_wire_unread *unread,
			 struct sabot_card card);
void
sabot_dealer_reading_clear(struct sabot_dealer_reading *reading);

/* Update from a new view: once the next card has come, or another load, the reading is final. */
void
sabot_dealer_reading_check(struct sabot_dealer_reading *reading,
			   const struct sabot_wire_view *view);

/* The event that names the card. Transferred. */
json_t *
sabot_dealer_reading_event(const struct sabot_dealer_reading *reading);
