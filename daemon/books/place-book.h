/*
 * Where tables stand on the floor plan, from the house log's events of kind `place`
 * (docs/event-log.md). The last one of a table counts. Main thread.
 */
#pragma once

#include "proto/messages/house-messages.h"

struct sabot_place_book {
	GHashTable *places; /* a table's name to its last struct sabot_house_event, with a place */
};

/* An empty book. Transferred. */
struct sabot_place_book *
sabot_place_book_new(void);
/* NULL is allowed. */
void
sabot_place_book_free(struct sabot_place_book *book);

/* Apply an event of the house log; one of another kind is ignored. */
void
sabot_place_book_apply(struct sabot_place_book *book, struct sabot_house_event *event);

/* Set the table's place in its view; remove it if the table has none. */
void
sabot_place_book_fill(const struct sabot_place_book *book, const char *table,
		      struct sabot_wire_view *view);

/* Events that state all places again, for a log whose first events are archived. Transferred. */
json_t *
sabot_place_book_restate(const struct sabot_place_book *book);
