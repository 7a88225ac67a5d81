/*
 * Drop and win of the shift for the tiles of the floor: asked of every daemon now and then, while
 * the preference wants it. Who may not know them, and who must log in first, is shown none.
 */
#pragma once

#include "gui/model/settings.h"
#include "gui/model/tables/floor-model.h"

struct sabot_floor_money;

/* Both are borrowed and must outlive it. */
struct sabot_floor_money *
sabot_floor_money_new(SabotFloorModel *floor, SabotSettings *settings);
/* NULL is allowed. */
void
sabot_floor_money_free(struct sabot_floor_money *money);
