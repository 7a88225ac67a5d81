/*
 * A table as the screens know it: the last view of it, and whether that can still be believed.
 * Emits "changed" after every change. No GTK.
 */
#pragma once

#include "proto/view.h"

#include <glib-object.h>

#define SABOT_TYPE_TABLE_ITEM (sabot_table_item_get_type())
G_DECLARE_FINAL_TYPE(SabotTableItem, sabot_table_item, SABOT, TABLE_ITEM, GObject)

/* `view` is borrowed; a reference is kept. */
SabotTableItem *
sabot_table_item_new(struct sabot_wire_view *view);

/* Never NULL; valid until the next set_view. */
const struct sabot_wire_view *
sabot_table_item_get_view(SabotTableItem *item);
void
sabot_table_item_set_view(SabotTableItem *item, struct sabot_wire_view *view);

const char *
sabot_table_item_get_name(SabotTableItem *item);

gboolean
sabot_table_item_get_stale(SabotTableItem *item);
void
sabot_table_item_set_stale(SabotTableItem *item, gboolean is_stale);
