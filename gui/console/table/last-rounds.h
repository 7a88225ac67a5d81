/*
 * The last rounds of a table, newest first: the winner and hands, money in and out, and whether an
 * incident was raised. Requested from the daemon when a round has ended.
 */
#pragma once

#include "gui/model/tables/feed.h"

#include <gtk/gtk.h>

#define SABOT_TYPE_LAST_ROUNDS (sabot_last_rounds_get_type())
G_DECLARE_FINAL_TYPE(SabotLastRounds, sabot_last_rounds, SABOT, LAST_ROUNDS, GtkBox)

/* NULL: no table. */
void
sabot_last_rounds_set_item(SabotLastRounds *rounds, SabotTableItem *item);
