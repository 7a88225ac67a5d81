/*
 * The card that the dealer must name: it was not read, nobody has entered it yet, and it can still
 * be seen.
 */
#pragma once

#include "engine/table/table.h"
#include "proto/view.h"

/* True if incident `id` of the table is open. */
typedef bool
sabot_incident_open_fn(unsigned id, const void *data);

/*
 * Fill the first unread card whose incident is open into a view already filled by
 * sabot_table_view_fill(). A card burned unseen, or one that is still face down, is left out. If
 * the prompt asks for a card, it is that one, whatever the state of its incident.
 */
void
sabot_unread_view_fill(struct sabot_wire_view *view, const struct sabot_table *table,
		       sabot_incident_open_fn *is_open, const void *data);
