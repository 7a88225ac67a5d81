/* The floor's groups of tiles, in the form that tile-grid.h takes. */
#pragma once

#include "gui/model/tables/arrangement.h"

/* The groups of `items` in their order: an array of struct sabot_tile_group. Transferred. */
GArray *
sabot_floor_groups(const struct sabot_arrangement *arrangement, const GPtrArray *items);
