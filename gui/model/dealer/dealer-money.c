/* Payments that are keyed in: see dealer-money.h. */
#include "dealer-money.h"

#include "dealer-event.h"

void
sabot_dealer_money_pay(SabotDealerTable *table, const struct sabot_wire_payout *payout,
		       int64_t amount_minor)
{
	sabot_dealer_table_send(table, sabot_dealer_event_paid(payout, amount_minor));
}
