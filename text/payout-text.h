/*
 * A line by which the dealer settles: whose stake, at what it is paid, and the chips.
 */
#pragma once

#include "engine/payout.h"

/* What 100 on a bet are paid, where nobody notes stakes: "Box 3: 3:2, 150 per 100". Likewise. */
char *
sabot_text_payout_per_100(const struct sabot_payout *payout);
/* "Box 3: 75.00 = 3:2 on 50.00 → 1×50 1×25". Transferred, never NULL. */
char *
sabot_text_payout(const struct sabot_payout *payout);
