/*
 * The load in a table's shoe by positions: a bar from the first card to the last that marks burned
 * cards, unread cards, and where the cut card came or is expected. Never shows a card's value. The
 * positions are requested from the daemon; cards that have left the shoe since then come with the
 * view.
 */
#pragma once

#include "gui/model/tables/table-item.h"

#include <gtk/gtk.h>

#define SABOT_TYPE_LOAD_STRIP (sabot_load_strip_get_type())
G_DECLARE_FINAL_TYPE(SabotLoadStrip, sabot_load_strip, SABOT, LOAD_STRIP, GtkDrawingArea)

/* NULL: no table, and nothing is drawn. */
void
sabot_load_strip_set_item(SabotLoadStrip *strip, SabotTableItem *item);
