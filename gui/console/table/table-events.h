/*
 * The last events of a table, newest first: what was recorded, and the rules' reaction. They are
 * requested while they are visible, one by one as they occur, at most once a second.
 */
#pragma once

#include "gui/model/tables/feed.h"

#include <gtk/gtk.h>

struct sabot_table_events;

/* `rows` shows the events, `said` why they cannot be shown. Both must outlive the result. */
struct sabot_table_events *
sabot_table_events_new(GtkListBox *rows, GtkLabel *said);
/* NULL is allowed. */
void
sabot_table_events_free(struct sabot_table_events *events);

/* A reference is kept; NULL: no table. */
void
sabot_table_events_set_item(struct sabot_table_events *events, SabotTableItem *item);

/* Set whether they are visible. */
void
sabot_table_events_set_seen(struct sabot_table_events *events, gboolean is_seen);
