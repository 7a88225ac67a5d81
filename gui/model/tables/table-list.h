/*
 * All tables of a daemon, by name: a GListModel of SabotTableItem that changes only when a table is
 * added or removed; a table that merely changed emits its own signal. No GTK.
 */
#pragma once

#include "table-item.h"

#include <gio/gio.h>

#define SABOT_TYPE_TABLE_LIST (sabot_table_list_get_type())
G_DECLARE_FINAL_TYPE(SabotTableList, sabot_table_list, SABOT, TABLE_LIST, GObject)

/* `feed` is the source of the tables: borrowed, passed on to the items; may be NULL. */
SabotTableList *
sabot_table_list_new(SabotFeed *feed);

/* Set a new view of a table; a table not known yet is inserted in order. */
void
sabot_table_list_put(SabotTableList *list, struct sabot_wire_view *view);

/* A snapshot begins: from here on every table must be put again … */
void
sabot_table_list_begin_snapshot(SabotTableList *list);
/* … and tables that were not are removed. Does nothing without a begin. */
void
sabot_table_list_end_snapshot(SabotTableList *list);

/* Set it for all tables of the list. */
void
sabot_table_list_set_stale(SabotTableList *list, gboolean is_stale);

/* Borrowed, or NULL; `ret_position` may be NULL. */
SabotTableItem *
sabot_table_list_find(SabotTableList *list, const char *name, guint *ret_position);
