/* The keys of payments: which there are, and what they do. */
#pragma once

#include "dealer-keys.h"
#include "dealer-payments.h"

/* False: it is another key, which sends its event. */
gboolean
sabot_dealer_payments_press_key(struct sabot_dealer_payments *payments,
				const struct sabot_dealer_key *key);

/*
 * The keys of the payments, before `keys`: what comes next has its place. `keeps_undo`: *Undo* of
 * `keys` takes back what is newer than any payment.
 */
void
sabot_dealer_payments_add_keys(const struct sabot_dealer_payments *payments, bool keeps_undo,
			       GPtrArray *keys);
