/*
 * The card that the dealer is asked for: it was not read, nobody has said what it was, and somebody
 * can still see it.
 */
#pragma once

#include "engine/table.h"
#include "incident-list.h"

/*
 * The first of those whose incident is open, into a view that sabot_table_view_fill() has filled.
 * What was burned unseen is none, nor what lies face down still.
 */
void
sabot_unread_view_fill(struct sabot_wire_view *view, const struct sabot_table *table,
		       const struct sabot_incident_list *incidents);
