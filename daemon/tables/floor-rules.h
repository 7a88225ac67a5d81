/*
 * Rules and limits that persons ordered for a table; they replace those of the configuration. Main
 * thread.
 */
#pragma once

#include "floor-state.h"

/*
 * Give the table the rules last ordered for it; the configuration's when none were ordered, or when
 * those cannot be read (with a warning).
 */
void
sabot_floor_rules_update(struct sabot_floor *floor, struct sabot_table_service *table);

/* A house event was recorded: if it orders rules, sabot_floor_rules_update() for that table. */
void
sabot_floor_rules_publish(struct sabot_floor *floor, const struct sabot_house_event *event);
