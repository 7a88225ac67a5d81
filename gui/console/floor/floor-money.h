/*
 * Drop and win of the shift for the tiles of the floor: requested from every daemon now and then,
 * while the preference is set. Nothing is shown to a person who lacks the right, or who must log in
 * first.
 */
#pragma once

#include "gui/model/settings.h"
#include "gui/model/tables/floor-model.h"

struct sabot_floor_money;

/* Both are borrowed and must outlive the result. */
struct sabot_floor_money *
sabot_floor_money_new(SabotFloorModel *floor, SabotSettings *settings);
/* NULL is allowed. */
void
sabot_floor_money_free(struct sabot_floor_money *money);
