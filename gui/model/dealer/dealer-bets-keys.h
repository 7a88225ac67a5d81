/* The keys of a dealer's display that are about the bets on its squares. No GTK. */
#pragma once

#include "dealer-bets.h"
#include "dealer-keys.h"

/* What keys need to know of bets, into `state`, which points to the result, too. Transferred.
 * While bets are open touches are taken back, not what was pressed last. */
char *
sabot_dealer_bets_fill(const struct sabot_dealer_bets *bets, const struct sabot_wire_view *view,
		       struct sabot_dealer_state *state);

/* Do what `key` says, where the squares know better than its event: what is taken back, what is
 * laid with the closing. False: nothing was done: it is an event like others. `view` or NULL. */
bool
sabot_dealer_bets_press(struct sabot_dealer_bets *bets, const struct sabot_wire_view *view,
			const struct sabot_dealer_key *key);
