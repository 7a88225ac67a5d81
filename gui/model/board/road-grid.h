/*
 * Where the marks of a road stand on a screen, and how large: a whole shoe fits wherever it can, by
 * smaller cells; else the newest columns are shown. Widths are in pixels. Pure; no GTK.
 */
#pragma once

#include "proto/wire-roads.h"

/* What a mark looks like; each road has its own. */
enum sabot_road_glyph {
	SABOT_ROAD_GLYPH_BEAD,   /* a filled disc with a letter */
	SABOT_ROAD_GLYPH_RING,   /* a ring: big road */
	SABOT_ROAD_GLYPH_HOLLOW, /* a small ring: big eye */
	SABOT_ROAD_GLYPH_DISC,   /* a filled disc: small road */
	SABOT_ROAD_GLYPH_SLASH,  /* a stroke: cockroach */
};

enum {
	SABOT_ROAD_GRID_ROWS = 6,
	SABOT_ROAD_CELL_FULL = 40,   /* big road, in units: at most */
	SABOT_ROAD_CELL_LEAST = 16,  /* smaller ones are never drawn */
	SABOT_ROAD_MARK_FULL = 20,   /* a derived road's mark: half a printed cell */
	SABOT_ROAD_MARKS_A_CELL = 2, /* of a derived road, in each direction */
};

struct sabot_road_grid {
	double cell_px; /* a mark's */
	int columns;    /* shown */
	int hidden;     /* columns of the road that are older than these */
};

/* A mark in its place. */
struct sabot_road_spot {
	struct sabot_wire_cell cell;
	double x, y;  /* its centre, from the grid's corner */
	bool is_last; /* the newest coup's: bead plate and big road */
};

/* How often each came since the shoe was loaded. */
struct sabot_road_counts {
	int banca, punto, tie, banca_pairs, punto_pairs, naturals;
	int unverified; /* coups that are not certain: in none of the others */
};

enum sabot_road_glyph
sabot_road_glyph(enum sabot_wire_road road);

/* Counts from a view's `coups`, which may be NULL. */
struct sabot_road_counts
sabot_road_counts(const char *coups);

/* The road's columns: 0 where it is empty. `cells` is of struct sabot_wire_cell. */
int
sabot_road_columns(const GArray *cells);

/*
 * The largest of the usual sizes with which all of the road fits into `width_px`; of the bead plate
 * always `most_px`. `unit_px`: a pixel of the drawing that the sizes are written for; `most_px`: no
 * cell is larger. The columns of a derived road are even.
 */
struct sabot_road_grid
sabot_road_grid_fit(const GArray *cells, enum sabot_wire_road road, double width_px, double unit_px,
		    double most_px);

/* The same at a given size: the newest columns. */
struct sabot_road_grid
sabot_road_grid_fill(const GArray *cells, double width_px, double cell_px);

/* What is drawn: of struct sabot_road_spot, oldest first. Transferred. */
GArray *
sabot_road_grid_place(const GArray *cells, enum sabot_wire_road road,
		      const struct sabot_road_grid *grid);
