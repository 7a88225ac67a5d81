/*
 * How many tables the floor shows, and which of those that it does not need a person. Pure texts.
 */
#pragma once

#include <gio/gio.h>

/* "5 of 12 tables", of `tables` those in `items` (of SabotTableItem); NULL: all. Transferred. */
char *
sabot_floor_shown_text(GListModel *tables, const GPtrArray *items);

/* "2 hidden tables need somebody"; NULL: none does. Transferred. */
char *
sabot_floor_hidden_text(GListModel *tables, const GPtrArray *items);
