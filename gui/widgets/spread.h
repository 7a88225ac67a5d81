/*
 * All hands of a table as they lie: the dealer's above those of the boxes, or punto's and banca's.
 * The cards are as large as the room allows, however many hands there are; nothing scrolls. Its
 * accessible name lists every hand.
 */
#pragma once

#include "proto/view.h"

#include <gtk/gtk.h>

#define SABOT_TYPE_SPREAD (sabot_spread_get_type())
G_DECLARE_FINAL_TYPE(SabotSpread, sabot_spread, SABOT, SPREAD, GtkDrawingArea)

/* A reference to `view` is kept; NULL: no hands. */
void
sabot_spread_set(SabotSpread *spread, const struct sabot_wire_view *view);
