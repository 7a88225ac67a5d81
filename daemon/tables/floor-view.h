/* The published view of a table, and the lines that watching clients receive. Main thread. */
#pragma once

#include "floor-state.h"

/*
 * Send a line to every watching client that may see `place`: the table that it is about, or
 * SABOT_HOUSE_NAME if it is about none. Borrowed.
 */
typedef void
sabot_floor_push_fn(const char *place, GBytes *line, void *data);

/* A table has moved to another machine, or is back. */
typedef void
sabot_floor_moved_fn(struct sabot_table_service *table, void *data);

/* Set the callbacks; there are none at first. NULL is allowed. */
void
sabot_floor_set_push(struct sabot_floor *floor, sabot_floor_push_fn *push, void *data);
void
sabot_floor_set_moved(struct sabot_floor *floor, sabot_floor_moved_fn *moved, void *data);

/* Free the callbacks. Call before the floor is freed. */
void
sabot_floor_free_listeners(struct sabot_floor *floor);

/* Set and publish why the table is not at work here; NULL: it is. */
void
sabot_floor_set_away(struct sabot_floor *floor, struct sabot_table_service *table, const char *why);

/*
 * The device's state changed without an event: publish it. `device` is borrowed; a reference is
 * taken.
 */
void
sabot_floor_set_device(struct sabot_floor *floor, struct sabot_table_service *table,
		       struct sabot_wire_device *device);

/* Publish a change of a table's view made without an event, and push it. */
void
sabot_floor_republish(struct sabot_floor *floor, struct sabot_table_service *table);

/* Send a line about `place` (see sabot_floor_push_fn) to every watching client. Borrowed. */
void
sabot_floor_push_line(struct sabot_floor *floor, const char *place, GBytes *line);

/* Set in the table's view what is still to be paid after event `seq`. */
void
sabot_floor_fill_redress(const struct sabot_floor *floor, const struct sabot_table_service *table,
			 int64_t seq, struct sabot_wire_view *view);

/* Set in the table's view where it stands on the floor plan, as published. */
void
sabot_floor_fill_place(const struct sabot_floor *floor, const struct sabot_table_service *table,
		       struct sabot_wire_view *view);
