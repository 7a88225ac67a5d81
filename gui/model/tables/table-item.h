/*
 * A table as the screens know it: its last view, and whether that is still current. Emits "changed"
 * after every change. No GTK.
 */
#pragma once

#include "proto/view.h"

#include <glib-object.h>

typedef struct _SabotFeed SabotFeed; /* gui/model/tables/feed.h */

#define SABOT_TYPE_TABLE_ITEM (sabot_table_item_get_type())
G_DECLARE_FINAL_TYPE(SabotTableItem, sabot_table_item, SABOT, TABLE_ITEM, GObject)

/* A reference to `view` is kept; `feed`, its source, outlives the item, or is NULL. */
SabotTableItem *
sabot_table_item_new(struct sabot_wire_view *view, SabotFeed *feed);

/* Borrowed, or NULL. */
SabotFeed *
sabot_table_item_get_feed(SabotTableItem *item);

/* Compare by name in natural order: BJ-9 before BJ-10. */
int
sabot_table_item_compare(SabotTableItem *a, SabotTableItem *b);

/* Never NULL; valid until the next set_view. */
const struct sabot_wire_view *
sabot_table_item_get_view(SabotTableItem *item);
void
sabot_table_item_set_view(SabotTableItem *item, struct sabot_wire_view *view);

/* The table's name. Borrowed. */
const char *
sabot_table_item_get_name(SabotTableItem *item);

/* Drop and win of the shift, in one line; NULL if not known, or not wanted. Borrowed. */
const char *
sabot_table_item_get_money(SabotTableItem *item);
void
sabot_table_item_set_money(SabotTableItem *item, const char *money);

/* True if its daemon is not connected, or is away behind a hub: the view may be old. */
gboolean
sabot_table_item_get_stale(SabotTableItem *item);
/* Called by the feed when the connection ends or is restored. */
void
sabot_table_item_set_stale(SabotTableItem *item, gboolean is_stale);
