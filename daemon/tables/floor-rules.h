/*
 * Rules and limits that persons ordered for a table; they replace those of the configuration. Main
 * thread.
 */
#pragma once

#include "floor-state.h"

/*
 * Give the table the rules last ordered for it; if there is no order or it cannot be read (with a
 * warning), the configuration's.
 */
void
sabot_floor_rules_update(struct sabot_floor *floor, struct sabot_table_service *table);

/* If a recorded house event orders rules, call sabot_floor_rules_update() for its table. */
void
sabot_floor_rules_publish(struct sabot_floor *floor, const struct sabot_house_event *event);
