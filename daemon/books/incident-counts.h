/*
 * How often incidents were raised and how they ended, by a name: a code, a device, an hour. Lists
 * of struct sabot_wire_count. Pure.
 */
#pragma once

#include "proto/messages/table-messages.h"

/* Count the incident under `name`. */
void
sabot_incident_counts_add(GPtrArray *counts, const char *name,
			  const struct sabot_wire_incident *incident);

/* Add the counts of another list to `counts`. */
void
sabot_incident_counts_sum(GPtrArray *counts, const GPtrArray *others);

/*
 * Call when all is counted: computes the share of judged incidents that were right, and sorts by
 * name.
 */
void
sabot_incident_counts_finish(GPtrArray *counts);
