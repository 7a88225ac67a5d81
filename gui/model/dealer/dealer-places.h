/*
 * Where the keys that can be pressed now stand: eight places that never move, and what stands at a
 * place while its key cannot be pressed. Pure; no GTK.
 */
#pragma once

#include "dealer-keys.h"

struct sabot_dealer_places {
	/* By place: the key, borrowed, or NULL; and what its place says then, "" if nothing. */
	const struct sabot_dealer_key *keys[SABOT_DEALER_PLACES];
	const char *idle[SABOT_DEALER_PLACES];
	GPtrArray *row;   /* choices for which there are too few places; borrowed keys */
	GPtrArray *sheet; /* what has no place of its own; borrowed keys */
};

/* Place `keys` (of sabot_dealer_keys()) for the phase of `view`, which may be NULL. */
void
sabot_dealer_places_fill(struct sabot_dealer_places *places, const GPtrArray *keys,
			 const struct sabot_wire_view *view);
void
sabot_dealer_places_clear(struct sabot_dealer_places *places);
