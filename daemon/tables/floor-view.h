/*
 * What is published of a table, and the lines that watching clients are sent. Main thread.
 */
#pragma once

#include "floor-state.h"

/*
 * A line for every watching client that may see its place: the table it is about, SABOT_HOUSE_NAME
 * where it is about none. Borrowed.
 */
typedef void
sabot_floor_push_fn(const char *place, GBytes *line, void *data);

/* A table went away to another machine, or is back. */
typedef void
sabot_floor_moved_fn(struct sabot_table_service *table, void *data);

/* Who is called: nobody at first. NULL is allowed. */
void
sabot_floor_set_push(struct sabot_floor *floor, sabot_floor_push_fn *push, void *data);
void
sabot_floor_set_moved(struct sabot_floor *floor, sabot_floor_moved_fn *moved, void *data);

/* Forget who is called: before the floor is freed. */
void
sabot_floor_free_listeners(struct sabot_floor *floor);

/* The table is not at work here, for this reason (NULL: it is): publish it. */
void
sabot_floor_set_away(struct sabot_floor *floor, struct sabot_table_service *table, const char *why);

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

/* Write where the table stands on the floor plan, as published, into its view. */
void
sabot_floor_fill_place(const struct sabot_floor *floor, const struct sabot_table_service *table,
		       struct sabot_wire_view *view);
