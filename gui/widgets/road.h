/*
 * A road of punto banco, drawn in its own glyph: bead plate, big road, and the three derived ones.
 * Who has won is shown by colour, on the bead plate by a letter too; pairs by a dot at a corner
 * (banca's top left, punto's bottom right), a natural by a star, ties on the big road by a stroke
 * and their number. Left alone it fills its height and shows the newest columns; a board says how
 * large its cells are. Its accessible name counts the winners; its marks are a table's cells
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

/* What it shows: of struct sabot_wire_cell, oldest first. Borrowed, valid until set_coups(). */
const GArray *
sabot_road_get_cells(SabotRoad *road);

/* Cells of this size from its corner on, and a frame around the newest coup. Copied. */
void
sabot_road_set_grid(SabotRoad *road, const struct sabot_road_grid *grid);

/* One mark of a derived road ('r', 'i'), centred at `x`, `y`, as `widget` has its colours. */
void
sabot_road_paint_mark(GtkWidget *widget, cairo_t *cr, const struct sabot_road_spot *spot,
		      enum sabot_wire_road kind, double size_px);

/* A natural's star. */
void
sabot_road_paint_star(GtkWidget *widget, cairo_t *cr, double x, double y, double radius);
