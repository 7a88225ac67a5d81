/*
 * Stakes by chips: choose a box and a bet, touch chips; all as before, clear. Where nobody tracks
 * stakes, the boxes alone are chosen.
 */
#pragma once

#include "gui/model/dealer/dealer-table.h"

#include <gtk/gtk.h>

#define SABOT_TYPE_BET_PAD (sabot_bet_pad_get_type())
G_DECLARE_FINAL_TYPE(SabotBetPad, sabot_bet_pad, SABOT, BET_PAD, GtkBox)

/* A reference to `table` is kept. `tracks_stakes`: amounts are noted, not boxes alone. */
void
sabot_bet_pad_set_table(SabotBetPad *pad, SabotDealerTable *table, gboolean tracks_stakes);

/* The room is high and narrow. */
void
sabot_bet_pad_set_tall(SabotBetPad *pad, gboolean is_tall);
