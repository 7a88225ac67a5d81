/*
 * Which shoe it is: what a shoe says of itself, compared with what was there before and with the
 * configuration, and written into the house log. Main thread.
 */
#pragma once

#include "devices/shoe/shoe-device.h"
#include "daemon/tables/floor.h"

/* The shoe that was last at the table is still its own: what it has kept belongs to the table. */
bool
sabot_device_shoe_is_at(const struct sabot_floor *floor, const struct sabot_table_service *table);

/* The shoe is another one, or of another place, than the house log has it. */
bool
sabot_device_shoe_is_news(const struct sabot_floor *floor, const struct sabot_table_service *table,
			  const struct sabot_shoe_identity *shoe);

/*
 * The table's shoe has said who it is: write down what is new, and the finding `shoe_swapped` when
 * it is not the one that belongs here; each once, whatever the number of connections and restarts.
 */
void
sabot_device_shoe_record(struct sabot_floor *floor, const struct sabot_table_service *table,
			 const struct sabot_shoe_identity *shoe);
