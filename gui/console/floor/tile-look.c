/* See tile-look.h. */
#include "tile-look.h"

const struct sabot_tile_size sabot_tile_sizes[SABOT_TILE_N_DENSITIES] = {
	[SABOT_TILE_LARGE] = {24, 21.6},  [SABOT_TILE_NORMAL] = {15.5, 15.5},
	[SABOT_TILE_SMALL] = {11.8, 8},   [SABOT_TILE_COMPACT] = {8.8, 5.6},
	[SABOT_TILE_NARROW] = {7.8, 5.1}, [SABOT_TILE_LOW] = {7.8, 3.8},
	[SABOT_TILE_MINI] = {6.5, 3.4},   [SABOT_TILE_CELL] = {6.3, 2.2},
	[SABOT_TILE_FINE] = {5.2, 1.36},
};

const struct sabot_tile_look sabot_tile_looks[SABOT_TILE_N_LOOKS] = {
	[SABOT_TILE_LARGE] = {"large", 2.4, 3.6, 4.2, true, true, false, 2},
	[SABOT_TILE_NORMAL] = {"normal", 2, 3.3, 3.4, true, false, false, 3},
	[SABOT_TILE_SMALL] = {"small", 1.5, 0, 2.4, false, false, true, 2},
	[SABOT_TILE_COMPACT] = {"compact", 1.3, 0, 0, false, false, true, 2},
	[SABOT_TILE_NARROW] = {"narrow", 1.2, 0, 0, false, false, true, 2},
	[SABOT_TILE_LOW] = {"brief", 1.2, 0, 0, false, false, false, 1},
	[SABOT_TILE_MINI] = {"mini", 1.2, 0, 0, false, false, false, 1},
	[SABOT_TILE_CELL] = {"cell", 1, 0, 0, false, false, true, 2},
	[SABOT_TILE_FINE] = {"fine", 1, 0, 0, false, false, true, 2},
	[SABOT_TILE_WALL] = {"wall", 3.5, 0, 0, false, false, false, 2},
};
