/*
 * What was shared out of the tips, held against what was collected. A share-out of a shift is of
 * all that was collected since the one before it, with what that one left. Pure; minor units.
 */
#pragma once

#include "ledger.h"

struct sabot_tips_pool {
	bool is_kept;             /* something was collected, shared out or left; else all is 0 */
	int64_t before_minor;     /* left when the shift began */
	int64_t collected_minor;  /* in the shift */
	int64_t shared_minor;     /* in the shift */
	bool is_shared;           /* there is a share-out */
	int64_t to_share_minor;   /* at the last one: what there was, before any of the shift */
	int64_t difference_minor; /* shared out, less that: positive is too much; 0 without one */
	/* Still to be shared out. A share-out of too much leaves nothing, and owes nothing. */
	int64_t left_minor;
};

/* As it is after all that was written. */
void
sabot_tips_pool_make(const struct sabot_ledger *ledger, const char *shift,
		     struct sabot_tips_pool *ret_pool);

/* As JSON. New reference. */
json_t *
sabot_tips_pool_to_json(const struct sabot_tips_pool *pool);
