/*
 * The card that the dealer must name: it was not read, nobody has said what it was, and somebody
 * can still see it.
 */
#pragma once

#include "engine/table/table.h"
#include "proto/view.h"

/* True if incident `id` of the table is open. */
typedef bool
sabot_incident_open_fn(unsigned id, const void *data);

/*
 * Fill the first unread card whose incident is open into a view that sabot_table_view_fill() has
 * filled. A card burned unseen is left out, and one that is still face down. Where the prompt asks
 * for a card it is that one, whatever became of its incident.
 */
void
sabot_unread_view_fill(struct sabot_wire_view *view, const struct sabot_table *table,
		       sabot_incident_open_fn *is_open, const void *data);
