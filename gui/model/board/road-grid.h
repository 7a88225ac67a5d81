/*
 * Where the marks of a road are drawn, and how large. Cells get smaller so that a whole shoe fits
 * if possible; otherwise only the newest columns are shown. Widths are in pixels. Pure; no GTK.
 */
#pragma once

#include "proto/wire-roads.h"

/* How a mark is drawn; each road has its own glyph. */
enum sabot_road_glyph {
	SABOT_ROAD_GLYPH_BEAD,   /* a filled disc with a letter */
	SABOT_ROAD_GLYPH_RING,   /* a ring: big road */
	SABOT_ROAD_GLYPH_HOLLOW, /* a small ring: big eye */
	SABOT_ROAD_GLYPH_DISC,   /* a filled disc: small road */
	SABOT_ROAD_GLYPH_SLASH,  /* a stroke: cockroach */
};

enum {
	SABOT_ROAD_GRID_ROWS = 6,
	SABOT_ROAD_CELL_FULL = 40,   /* largest cell of the big road, in units */
	SABOT_ROAD_CELL_LEAST = 16,  /* smallest cell that is drawn */
	SABOT_ROAD_MARK_FULL = 20,   /* a derived road's mark: half a printed cell */
	SABOT_ROAD_MARKS_A_CELL = 2, /* marks of a derived road in a cell, in each direction */
};

struct sabot_road_grid {
	double cell_px; /* size of a mark's cell */
	int columns;    /* columns shown */
	int hidden;     /* older columns that are not shown */
};

/* A mark and its position. */
struct sabot_road_spot {
	struct sabot_wire_cell cell;
	double x, y;  /* its centre, from the grid's corner */
	bool is_last; /* of the newest coup: bead plate and big road */
};

/* How often each result occurred since the shoe was loaded. */
struct sabot_road_counts {
	int banca, punto, tie, banca_pairs, punto_pairs, naturals;
	int unverified; /* coups that are not certain, counted nowhere else */
};

/* The sign with which a road is drawn. */
enum sabot_road_glyph
sabot_road_glyph(enum sabot_wire_road road);

/* Counts from a view's `coups`, which may be NULL. */
struct sabot_road_counts
sabot_road_counts(const char *coups);

/* The number of columns of a road; 0 if it is empty. `cells` is of struct sabot_wire_cell. */
int
sabot_road_columns(const GArray *cells);

/*
 * The largest of the usual sizes at which the whole road fits into `width_px`; for the bead plate
 * always `most_px`. `unit_px`: pixels per unit of the drawing for which the sizes are given;
 * `most_px`: the largest cell. A derived road has an even number of columns.
 */
struct sabot_road_grid
sabot_road_grid_fit(const GArray *cells, enum sabot_wire_road road, double width_px, double unit_px,
		    double most_px);

/* The same at a given cell size: the newest columns that fit. */
struct sabot_road_grid
sabot_road_grid_fill(const GArray *cells, double width_px, double cell_px);

/* The marks to draw: of struct sabot_road_spot, oldest first. Transferred. */
GArray *
sabot_road_grid_place(const GArray *cells, enum sabot_wire_road road,
		      const struct sabot_road_grid *grid);
