/* The house events about payments left by an event of a table's log. */
#pragma once

#include "table-state.h"

/*
 * Add the orders for what has to be paid after an event that was applied to `follow`. Returns the
 * round that the event paid; 0: it is no payment.
 */
unsigned
sabot_table_service_apply_redress(struct sabot_table_service *table, int64_t seq,
				  const struct sabot_event *event,
				  const struct sabot_wire_event_rest *rest);

/* The redress that the ruling would order if it were given now. New reference; NULL: none. */
json_t *
sabot_table_service_suppose_redress(const struct sabot_table_service *table,
				    const struct sabot_event *ruling);

/* Mark the payouts of the table's view for which an order exists. */
void
sabot_table_service_mark_redress(const struct sabot_table_service *table,
				 struct sabot_wire_view *view);

/* If the event is the correction for an order, prepend its end to `follow`. */
void
sabot_table_service_end_redress(struct sabot_table_service *table, int64_t seq,
				const struct sabot_event *event,
				const struct sabot_wire_event_rest *rest);
