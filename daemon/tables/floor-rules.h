/*
 * Rules and limits of the floor's tables: what people have ordered in the configuration's place.
 * Main thread.
 */
#pragma once

#include "floor-state.h"

/* The rules that are wanted at the table, as far as they can be had; warns of others. */
void
sabot_floor_rules_update(struct sabot_floor *floor, struct sabot_table_service *table);

/* An event of the house log is recorded: if it orders rules, they are wanted from now on. */
void
sabot_floor_rules_publish(struct sabot_floor *floor, const struct sabot_house_event *event);
