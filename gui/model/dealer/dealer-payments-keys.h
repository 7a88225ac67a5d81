/* The keys for payments, and what they do. */
#pragma once

#include "dealer-keys.h"
#include "dealer-payments.h"

/* False if it is another key, which sends its event. */
gboolean
sabot_dealer_payments_press_key(struct sabot_dealer_payments *payments,
				const struct sabot_dealer_key *key);

/*
 * Insert the payments' keys before `keys`: the next step gets its place. `keeps_undo`: the *Undo*
 * in `keys` takes back something newer than any payment.
 */
void
sabot_dealer_payments_add_keys(const struct sabot_dealer_payments *payments, bool keeps_undo,
			       GPtrArray *keys);
