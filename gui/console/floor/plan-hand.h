/*
 * Arranges a floor plan by hand: tables are dragged with mouse or finger, or moved with the arrow
 * keys (farther with Shift); Delete, or a drop below the hall, takes one off the plan.
 */
#pragma once

#include "floor-plan.h"

/*
 * A table was moved to `place`; NULL: off the plan. The plan draws it there until it is released.
 */
typedef void
sabot_plan_moved_fn(SabotFloorPlan *plan, SabotTableItem *item,
		    const struct sabot_wire_place *place, gpointer data);

struct sabot_plan_hand;

/* `plan` is borrowed and must outlive it. Transferred. */
struct sabot_plan_hand *
sabot_plan_hand_new(SabotFloorPlan *plan, sabot_plan_moved_fn *moved, gpointer data);
void
sabot_plan_hand_free(struct sabot_plan_hand *hand);

/* Start or stop moving tables. Moves by keys that are not reported yet are reported. */
void
sabot_plan_hand_set_active(struct sabot_plan_hand *hand, gboolean is_active);
