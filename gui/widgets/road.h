/*
 * A road of punto banco, drawn in its own glyph: bead plate, big road, and the three derived ones.
 * The winner is shown by colour, on the bead plate also by a letter; pairs by a dot at a corner
 * (banca's top left, punto's bottom right), a natural by a star, ties on the big road by a stroke
 * and their number. By default it fills its height and shows the newest columns; a board sets the
 * size of its cells. Its accessible name counts the winners; its marks are a table's cells
 * (road-table.h).
 */
#pragma once

#include "gui/model/board/road-grid.h"

#include <gtk/gtk.h>

#define SABOT_TYPE_ROAD (sabot_road_get_type())
G_DECLARE_FINAL_TYPE(SabotRoad, sabot_road, SABOT, ROAD, GtkDrawingArea)

/* SABOT_WIRE_ROAD_BIG at first. */
void
sabot_road_set_kind(SabotRoad *road, enum sabot_wire_road kind);

/* `coups` is a view's, or NULL; copied. `tails_fall`: how the view draws tails. */
void
sabot_road_set_coups(SabotRoad *road, const char *coups, bool tails_fall);

/* The marks shown: of struct sabot_wire_cell, oldest first. Borrowed, valid until set_coups(). */
const GArray *
sabot_road_get_cells(SabotRoad *road);

/* Draw cells of this size starting at its corner, and a frame around the newest coup. Copied. */
void
sabot_road_set_grid(SabotRoad *road, const struct sabot_road_grid *grid);

/* Draw one mark of a derived road ('r', 'i') centred at `x`, `y`, in the colours of `widget`. */
void
sabot_road_paint_mark(GtkWidget *widget, cairo_t *cr, const struct sabot_road_spot *spot,
		      enum sabot_wire_road kind, double size_px);

/* Draw a natural's star. */
void
sabot_road_paint_star(GtkWidget *widget, cairo_t *cr, double x, double y, double radius);
