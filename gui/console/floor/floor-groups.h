/* The floor's groups of tiles, as tile-grid.h wants them. */
#pragma once

#include "gui/model/tables/arrangement.h"

/* Of `items` in their order: an array of struct sabot_tile_group. Transferred. */
GArray *
sabot_floor_groups(const struct sabot_arrangement *arrangement, const GPtrArray *items);
