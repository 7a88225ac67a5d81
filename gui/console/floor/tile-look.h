/* How much each density of a table's tile shows, and the room that it takes. */
#pragma once

#include "gui/widgets/tile-grid.h"

#include <stdbool.h>

/* How much a tile shows: less as it gets smaller; the alarm is dropped last. */
enum sabot_tile_density {
	SABOT_TILE_LARGE,
	SABOT_TILE_NORMAL,  /* no prompt */
	SABOT_TILE_SMALL,   /* no road, no person's name, no number of other incidents */
	SABOT_TILE_COMPACT, /* no cards: totals */
	SABOT_TILE_NARROW,  /* the same in less room */
	SABOT_TILE_LOW,     /* the name in large letters, and one line: totals or a word */
	SABOT_TILE_MINI,    /* the same with a small name */
	SABOT_TILE_CELL,    /* the name, and a sign */
	SABOT_TILE_FINE,    /* a cell in small letters */
	SABOT_TILE_N_DENSITIES,
	SABOT_TILE_WALL = SABOT_TILE_N_DENSITIES, /* a waiting table, above many small tiles */
	SABOT_TILE_N_LOOKS,
};

/* The room that each density takes. */
extern const struct sabot_tile_size sabot_tile_sizes[SABOT_TILE_N_DENSITIES];

/* In units of the font's size; a height of 0: not shown. */
struct sabot_tile_look {
	const char *style; /* the tile's class */
	double badge_em, road_em;
	double spread_em; /* at least */
	bool has_words;   /* words below the line */
	bool has_prompt;
	bool is_badge_in_head; /* beside the name, where it leaves the alarm the whole width */
	int alert_lines;       /* at most */
};

/* By enum sabot_tile_density. */
extern const struct sabot_tile_look sabot_tile_looks[SABOT_TILE_N_LOOKS];
