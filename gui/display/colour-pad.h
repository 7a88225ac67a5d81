/*
 * Colour-up: a touch for each chip that a player hands in gives the fewest of the table's chips of
 * the same value. Nothing is recorded: the table's money does not change. Emits "done".
 */
#pragma once

#include "gui/model/dealer/dealer-table.h"

#include <gtk/gtk.h>

#define SABOT_TYPE_COLOUR_PAD (sabot_colour_pad_get_type())
G_DECLARE_FINAL_TYPE(SabotColourPad, sabot_colour_pad, SABOT, COLOUR_PAD, GtkBox)

/* A reference to `table` is kept. */
void
sabot_colour_pad_set_table(SabotColourPad *pad, SabotDealerTable *table);
/* Start without any chips. */
void
sabot_colour_pad_open(SabotColourPad *pad);
gboolean
sabot_colour_pad_is_open(SabotColourPad *pad);
