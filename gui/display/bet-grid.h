/*
 * The squares of the cloth while bets are open: each touch lays the armed chip, a stroke over
 * several squares of one bet lays it on each.
 */
#pragma once

#include "gui/model/dealer/dealer-table.h"

#include <gtk/gtk.h>

#define SABOT_TYPE_BET_GRID (sabot_bet_grid_get_type())
G_DECLARE_FINAL_TYPE(SabotBetGrid, sabot_bet_grid, SABOT, BET_GRID, GtkContainer)

/* A reference to `table` is kept. */
void
sabot_bet_grid_set_table(SabotBetGrid *grid, SabotDealerTable *table);
