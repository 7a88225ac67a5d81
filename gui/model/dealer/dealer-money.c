/* Stakes and payments that are keyed in: see dealer-money.h. */
#include "dealer-money.h"

#include "dealer-event.h"

int64_t
sabot_dealer_money_stake(SabotDealerTable *table, const struct sabot_dealer_stake *stake)
{
	return sabot_dealer_stakes_get(sabot_dealer_table_get_stakes(table),
				       sabot_dealer_table_get_view(table), stake);
}

void
sabot_dealer_money_bet(SabotDealerTable *table, const struct sabot_dealer_stake *stake,
		       int64_t amount_minor)
{
	sabot_dealer_table_send(table, sabot_dealer_stakes_bet(stake, amount_minor));
}

/* The bets of the round before: those of one bettor on one box, or with no `stake` all. */
static json_t *
list_again(SabotDealerTable *table, const struct sabot_dealer_stake *stake)
{
	const struct sabot_wire_view *view = sabot_dealer_table_get_view(table);
	const struct sabot_dealer_stakes *stakes = sabot_dealer_table_get_stakes(table);

	return stake ? sabot_dealer_stakes_again_on_box(stakes, view, stake)
		     : sabot_dealer_stakes_again(stakes, view);
}

gboolean
sabot_dealer_money_can_bet_again(SabotDealerTable *table, const struct sabot_dealer_stake *stake)
{
	json_t *stakes = list_again(table, stake);
	gboolean can = json_array_size(stakes) > 0;

	json_decref(stakes);
	return can;
}

gboolean
sabot_dealer_money_bet_again(SabotDealerTable *table)
{
	return sabot_dealer_table_send_all(table, list_again(table, NULL));
}

void
sabot_dealer_money_bet_box_again(SabotDealerTable *table, const struct sabot_dealer_stake *stake)
{
	sabot_dealer_table_send_all(table, list_again(table, stake));
}

void
sabot_dealer_money_pay(SabotDealerTable *table, const struct sabot_wire_payout *payout,
		       int64_t amount_minor)
{
	sabot_dealer_table_send(table, sabot_dealer_event_paid(payout, amount_minor));
}
