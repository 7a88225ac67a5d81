/* The text shown in place of the tables while there are none. */
#pragma once

#include "gui/model/tables/floor-model.h"

/* The state of each daemon. Transferred. */
char *
sabot_empty_floor_text(SabotFloorModel *floor);
