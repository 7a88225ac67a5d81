/*
 * Colour-up: chips that a player hands in, a touch each, and the fewest of the table's chips that
 * are worth the same. Nothing is recorded: the table's money stays what it was. Emits "done".
 */
#pragma once

#include "gui/model/dealer/dealer-table.h"

#include <gtk/gtk.h>

#define SABOT_TYPE_COLOUR_PAD (sabot_colour_pad_get_type())
G_DECLARE_FINAL_TYPE(SabotColourPad, sabot_colour_pad, SABOT, COLOUR_PAD, GtkBox)

/* A reference to `table` is kept. */
void
sabot_colour_pad_set_table(SabotColourPad *pad, SabotDealerTable *table);
/* With no chips in. */
void
sabot_colour_pad_open(SabotColourPad *pad);
gboolean
sabot_colour_pad_is_open(SabotColourPad *pad);
