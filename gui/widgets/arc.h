/*
 * A row whose children are placed on an arc, as boxes are on a cloth seen by the dealer: equal
 * widths, the middle ones farthest up.
 */
#pragma once

#include <gtk/gtk.h>

#define SABOT_TYPE_ARC (sabot_arc_get_type())
G_DECLARE_FINAL_TYPE(SabotArc, sabot_arc, SABOT, ARC, GtkBox)

/* Place the children in a straight line, where the arc would take room from the hands. */
void
sabot_arc_set_flat(SabotArc *arc, gboolean is_flat);
