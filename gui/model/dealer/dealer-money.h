/* The payments that a dealer keys in. No GTK. */
#pragma once

#include "dealer-table.h"

/* It was paid, `amount_minor` without the stake; negative: what was staked was taken. */
void
sabot_dealer_money_pay(SabotDealerTable *table, const struct sabot_wire_payout *payout,
		       int64_t amount_minor);
