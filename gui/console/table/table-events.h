/*
 * The last events of a table, the newest first: what was recorded, and what the rules made of it.
 * They are requested while they are seen, one by one as they come, at most once a second.
 */
#pragma once

#include "gui/model/tables/feed.h"

#include <gtk/gtk.h>

struct sabot_table_events;

/* Shown in `rows`; in `said` why they cannot be. Both must live as long. */
struct sabot_table_events *
sabot_table_events_new(GtkListBox *rows, GtkLabel *said);
/* NULL is allowed. */
void
sabot_table_events_free(struct sabot_table_events *events);

/* A reference is kept; NULL: of no table. */
void
sabot_table_events_set_item(struct sabot_table_events *events, SabotTableItem *item);

/* They can be seen now, or no longer. */
void
sabot_table_events_set_seen(struct sabot_table_events *events, gboolean is_seen);
