/* Texts about how many tables the floor shows, and which hidden tables need a person. Pure. */
#pragma once

#include <gio/gio.h>

/*
 * "5 of 12 tables": the `items` (of SabotTableItem) among `tables`; NULL if all are shown.
 * Transferred.
 */
char *
sabot_floor_shown_text(GListModel *tables, const GPtrArray *items);

/* "2 hidden tables need somebody"; NULL if none does. Transferred. */
char *
sabot_floor_hidden_text(GListModel *tables, const GPtrArray *items);
