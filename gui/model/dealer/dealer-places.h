/*
 * The position of each key that can be pressed now: eight places that never move, and the text of a
 * place whose key cannot be pressed. Pure; no GTK.
 */
#pragma once

#include "dealer-keys.h"

struct sabot_dealer_places {
	/*
	 * By place: the key, borrowed, or NULL; and the text of a place without a key, "" if none.
	 */
	const struct sabot_dealer_key *keys[SABOT_DEALER_PLACES];
	const char *idle[SABOT_DEALER_PLACES];
	GPtrArray *row;   /* choices that do not fit the places; borrowed keys */
	GPtrArray *sheet; /* keys without a place of their own; borrowed */
};

/* Place `keys` (of sabot_dealer_keys()) for the phase of `view`, which may be NULL. */
void
sabot_dealer_places_fill(struct sabot_dealer_places *places, const GPtrArray *keys,
			 const struct sabot_wire_view *view);
void
sabot_dealer_places_clear(struct sabot_dealer_places *places);
