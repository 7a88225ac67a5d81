/*
 * Cursors of a hub's merged searches: each answer that leaves out matches has one, from which the
 * next request continues. Only the newest are kept. Main thread.
 */
#pragma once

#include <glib.h>
#include <jansson.h>
#include <stdint.h>

/* Where a search continues: for each daemon that has more, before which place. */
struct sabot_hub_cursor {
	int64_t id;
	GHashTable *before; /* daemon (borrowed) to int64_t; 0: from the latest on */
	json_t *missing;    /* daemons that were not heard when it began */
};

/* An empty list of struct sabot_hub_cursor. Transferred. */
GQueue *
sabot_hub_cursors_new(void);
void
sabot_hub_cursors_free(GQueue *cursors);

/* Add one; both are referenced. Its id, which the next request has in `before`. */
int64_t
sabot_hub_cursor_add(GQueue *cursors, GHashTable *before, json_t *missing);

/* The cursor of that id; NULL: it is forgotten, or never was. Borrowed. */
struct sabot_hub_cursor *
sabot_hub_cursor_find(const GQueue *cursors, int64_t id);
