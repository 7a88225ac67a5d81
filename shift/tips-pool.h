/*
 * Compares the tips shared out with those collected. A share-out of a shift divides all that was
 * collected since the previous one, plus what that one left. Pure; minor units.
 */
#pragma once

#include "ledger.h"

struct sabot_tips_pool {
	/* something was collected, shared out or left; otherwise all is 0 */
	bool is_kept;
	int64_t before_minor;     /* left when the shift began */
	int64_t collected_minor;  /* in the shift */
	int64_t shared_minor;     /* in the shift */
	bool is_shared;           /* there is a share-out */
	/* at the last one: the amount available before this shift's share-outs */
	int64_t to_share_minor;
	int64_t difference_minor; /* shared out, less that: positive is too much; 0 without one */
	/*
	 * Still to be shared out. A share-out of too much leaves nothing, and the excess is not
	 * carried over.
	 */
	int64_t left_minor;
};

/* Compute it from all documents so far. */
void
sabot_tips_pool_make(const struct sabot_ledger *ledger, const char *shift,
		     struct sabot_tips_pool *ret_pool);

/* As JSON. New reference. */
json_t *
sabot_tips_pool_to_json(const struct sabot_tips_pool *pool);
