/*
 * A road of punto banco, drawn: the big road or the bead plate, its newest columns when there is no
 * room for all. Who won is shown by shape and by colour: banca a red ring, punto a blue diamond, a
 * tie a green stroke (big road) or disc (bead plate). Its accessible name counts them.
 */
#pragma once

#include "proto/wire-roads.h"

#include <gtk/gtk.h>

#define SABOT_TYPE_ROAD (sabot_road_get_type())
G_DECLARE_FINAL_TYPE(SabotRoad, sabot_road, SABOT, ROAD, GtkDrawingArea)

/* SABOT_WIRE_ROAD_BIG at first. */
void
sabot_road_set_kind(SabotRoad *road, enum sabot_wire_road kind);

/* `coups` is a view's, or NULL; copied. `tails_fall`: how the view draws tails. */
void
sabot_road_set_coups(SabotRoad *road, const char *coups, bool tails_fall);
