/*
 * Between two loads: the steps of the preparation (ES-03), each touched when it is done, and a row
 * of digits for a number of cards: how many lie behind the cut card, or are left in the shoe. The
 * keys say what is done with the number.
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

/* Its keys and their letters follow the screen's class and size. */
void
sabot_load_pad_set_screen(SabotLoadPad *pad, const struct sabot_screen *screen);
