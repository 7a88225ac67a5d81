/*
 * The identity of a shoe: what it reports of itself is compared with the former shoe and the
 * configuration, and recorded in the house log. Main thread.
 */
#pragma once

#include "devices/shoe/shoe-device.h"
#include "daemon/tables/floor.h"

/*
 * True if the shoe last seen at the table was not seen elsewhere since: the events that it has
 * stored belong to the table.
 */
bool
sabot_device_shoe_is_at(const struct sabot_floor *floor, const struct sabot_table_service *table);

/* True if the shoe, its firmware or its place differs from what the house log has. */
bool
sabot_device_shoe_is_news(const struct sabot_floor *floor, const struct sabot_table_service *table,
			  const struct sabot_shoe_identity *shoe);

/*
 * Called when the table's shoe has identified itself: record what is new, and the finding
 * `shoe_swapped` if it is not the shoe that belongs here; each once, whatever the number of
 * connections and restarts. While a shoe with the same number is connected to another table, that
 * is a `device` error at both, once; whether one is, is waited for after a start.
 */
void
sabot_device_shoe_record(struct sabot_floor *floor, struct sabot_table_service *table,
			 const struct sabot_shoe_identity *shoe);

/* Called when the table's shoe is not connected, or is and will not say who it is. */
void
sabot_device_shoe_leave(struct sabot_floor *floor, struct sabot_table_service *table);
