/* The keys of a dealer's display that concern the bets on its squares. No GTK. */
#pragma once

#include "dealer-bets.h"
#include "dealer-keys.h"

/*
 * Fill in the members of `state` that concern bets. Returns the text that `state->bets` points to,
 * transferred. While bets are open, undo takes back touches, not the last press.
 */
char *
sabot_dealer_bets_fill(const struct sabot_dealer_bets *bets, const struct sabot_wire_view *view,
		       struct sabot_dealer_state *state);

/*
 * Do what `key` says if it concerns the squares: take back, clear, repeat, or lay bets when closing
 * them. False if nothing was done; its event is then sent like any other. `view` may be NULL.
 */
bool
sabot_dealer_bets_press(struct sabot_dealer_bets *bets, const struct sabot_wire_view *view,
			const struct sabot_dealer_key *key);
