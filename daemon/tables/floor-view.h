/*
 * What is published of a table, and the lines that watching clients are sent. Main thread.
 */
#pragma once

#include "floor-state.h"

/* The device's state changed without an event: publish it. `device` is borrowed, referenced. */
void
sabot_floor_set_device(struct sabot_floor *floor, struct sabot_table_service *table,
		       struct sabot_wire_device *device);

/* Change what is published of a table without an event, and push it. */
void
sabot_floor_republish(struct sabot_floor *floor, struct sabot_table_service *table);

/* Send a line about `place` (as of sabot_floor_push_fn) to every watching client. Borrowed. */
void
sabot_floor_push_line(struct sabot_floor *floor, const char *place, GBytes *line);

/* Write what is open to be paid at the table after event `seq` into its view. */
void
sabot_floor_fill_redress(const struct sabot_floor *floor, const struct sabot_table_service *table,
			 int64_t seq, struct sabot_wire_view *view);
