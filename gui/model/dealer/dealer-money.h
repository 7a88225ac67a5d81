/*
 * The stakes and payments that a dealer keys in: what is staked at his table, to stake, to stake as
 * in the round before, to pay. No GTK.
 */
#pragma once

#include "dealer-table.h"

/* What is staked there in the open round. */
int64_t
sabot_dealer_money_stake(SabotDealerTable *table, const struct sabot_dealer_stake *stake);
void
sabot_dealer_money_bet(SabotDealerTable *table, const struct sabot_dealer_stake *stake,
		       int64_t amount_minor);
/* All stakes of the round before, again; FALSE when there were none. */
gboolean
sabot_dealer_money_bet_again(SabotDealerTable *table);
/* Those of one bettor on one box alone; the bet of `stake` says nothing. */
void
sabot_dealer_money_bet_box_again(SabotDealerTable *table, const struct sabot_dealer_stake *stake);
/* There are any of these, or with no `stake` of all. */
gboolean
sabot_dealer_money_can_bet_again(SabotDealerTable *table, const struct sabot_dealer_stake *stake);

/* It was paid, `amount_minor` without the stake; negative: what was staked was taken. */
void
sabot_dealer_money_pay(SabotDealerTable *table, const struct sabot_wire_payout *payout,
		       int64_t amount_minor);
