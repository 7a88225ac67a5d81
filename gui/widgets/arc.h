/*
 * A row whose children stand on an arc, as boxes do on a cloth seen from the dealer's place: equal
 * widths, the middle ones farthest up.
 */
#pragma once

#include <gtk/gtk.h>

#define SABOT_TYPE_ARC (sabot_arc_get_type())
G_DECLARE_FINAL_TYPE(SabotArc, sabot_arc, SABOT, ARC, GtkBox)
