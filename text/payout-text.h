/* A line by which the dealer settles: whose stake, the odds it is paid at, and the chips. */
#pragma once

#include "engine/table/payout.h"

/*
 * What 100 on a bet is paid, if no stakes are recorded: "Box 3: 3:2, 150 per 100". Transferred,
 * never NULL.
 */
char *
sabot_text_payout_per_100(const struct sabot_payout *payout);
/*
 * The line while the amount due is not certain: "Box 3: ? (-50.00 to 75.00) on 50.00", without the
 * least and the most if they are not known (NULL). Transferred, never NULL.
 */
char *
sabot_text_payout_unverified(const struct sabot_payout *payout, const int64_t *due_min_minor,
			     const int64_t *due_max_minor);
/* "Box 3: 75.00 = 3:2 on 50.00 → 1×50 1×25". Transferred, never NULL. */
char *
sabot_text_payout(const struct sabot_payout *payout);

/* A payment or collection owed for a round that is over. Borrowed. */
struct sabot_redress_line {
	int64_t round;
	int box;              /* 0 = not given */
	const char *bettor;   /* "" or NULL: the seat's own */
	int64_t amount_minor; /* negative: to be collected */
	struct sabot_chips chips;
};

/* "Round 211, box 3: pay 25.00 → 1×25". Transferred, never NULL. */
char *
sabot_text_redress(const struct sabot_redress_line *line);
