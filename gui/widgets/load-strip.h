/*
 * The load in a table's shoe by positions, drawn: a bar from the first card to the last, with what
 * was burned, what was not read, and where the cut card came or is expected. Never a card's value.
 * The positions are asked of the daemon; what has left the shoe since then comes with the view.
 */
#pragma once

#include "gui/model/tables/table-item.h"

#include <gtk/gtk.h>

#define SABOT_TYPE_LOAD_STRIP (sabot_load_strip_get_type())
G_DECLARE_FINAL_TYPE(SabotLoadStrip, sabot_load_strip, SABOT, LOAD_STRIP, GtkDrawingArea)

/* NULL: of no table, and nothing is there. */
void
sabot_load_strip_set_item(SabotLoadStrip *strip, SabotTableItem *item);
