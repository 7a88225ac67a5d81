/*
 * Between two loads: the steps of the preparation (ES-03), each touched when it is done, and a row
 * of digits for a number of cards: those behind the cut card, or those left in the shoe. The keys
 * say what the number is for.
 */
#pragma once

#include "gui/display/zones.h"
#include "gui/model/dealer/dealer-table.h"

#include <gtk/gtk.h>

#define SABOT_TYPE_LOAD_PAD (sabot_load_pad_get_type())
G_DECLARE_FINAL_TYPE(SabotLoadPad, sabot_load_pad, SABOT, LOAD_PAD, GtkGrid)

/* A reference to `table` is kept. */
void
sabot_load_pad_set_table(SabotLoadPad *pad, SabotDealerTable *table);

/* Adapt its keys and letters to the screen's class and size. */
void
sabot_load_pad_set_screen(SabotLoadPad *pad, const struct sabot_screen *screen);
