/* What stands where the tables would, while there are none. */
#pragma once

#include "gui/model/tables/floor-model.h"

/* What each daemon has to say for itself. Transferred. */
char *
sabot_empty_floor_text(SabotFloorModel *floor);
