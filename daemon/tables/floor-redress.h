/*
 * Redress on the floor: an event of a table that leaves something to be paid is followed, before
 * any other, by the events of the house log that say so. After a kill between them they are
 * written at the start. Main thread.
 */
#pragma once

#include "floor.h"

/* Write what follows from the table's last event, if anything does. */
void
sabot_floor_redress_record(struct sabot_floor *floor, struct sabot_table_service *table);

/* The same after a recovery: what is not in the log yet. `seq` is the last that was recovered. */
void
sabot_floor_redress_resume(struct sabot_floor *floor, struct sabot_table_service *table,
			   int64_t seq);

/* Write what is open at the table after event `seq` into its view. */
void
sabot_floor_redress_fill(const struct sabot_floor *floor, const struct sabot_table_service *table,
			 int64_t seq, struct sabot_wire_view *view);

/* An event of the house log is recorded: if it is about redress, update its table's view. */
void
sabot_floor_redress_publish(struct sabot_floor *floor, const struct sabot_logged_event *step);
