/*
 * The effect of a remedy: the ruling is applied to a copy of the table, and both are compared. The
 * table itself is never changed.
 */
#pragma once

#include "engine/table/table.h"
#include "proto/messages/table-messages.h"

#include <jansson.h>

/*
 * Compute the effect of `ruling` on `table`: fills in effects, stakes (at most `stakes_max` of
 * those that change), changed and delta of `remedy`. `ruling` is the event as it would be sent.
 */
void
sabot_remedy_effect_fill(struct sabot_wire_remedy *remedy, const struct sabot_table *table,
			 const struct sabot_event *ruling, unsigned stakes_max);

/*
 * Append the present stakes of the incident's round (struct sabot_wire_stake_effect without
 * `after`), box by box, at most `stakes_max`. A due that is hidden or not certain is left out.
 */
void
sabot_remedy_effect_list_stakes(GPtrArray *list, const struct sabot_table *table, unsigned incident,
				unsigned stakes_max);

/*
 * Add the effect of `order` (a `redress` event), which follows the ruling; a remedy that cannot be
 * applied stays so.
 */
void
sabot_remedy_effect_add_order(struct sabot_wire_remedy *remedy, const json_t *order);
