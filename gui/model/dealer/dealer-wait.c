/* What the pit is waited for: see dealer-wait.h. */
#include "dealer-wait.h"

const struct sabot_wire_incident *
sabot_dealer_wait_find(SabotDealerTable *table)
{
	const struct sabot_wire_incident *dispute = sabot_dealer_table_get_dispute(table);
	const struct sabot_wire_view *view = sabot_dealer_table_get_view(table);

	if (dispute || !sabot_dealer_wait_is_on(table) || view->prompt->incident <= 0)
		return dispute;
	return sabot_incident_list_find(
		sabot_feed_get_incidents(sabot_dealer_table_get_feed(table)),
		sabot_dealer_table_get_name(table), view->prompt->incident);
}

bool
sabot_dealer_wait_is_on(SabotDealerTable *table)
{
	const struct sabot_wire_view *view = sabot_dealer_table_get_view(table);

	return sabot_dealer_table_get_dispute(table) ||
	       (view && view->prompt && view->prompt->kind == SABOT_WIRE_PROMPT_RULING);
}
