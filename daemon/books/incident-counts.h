/*
 * How often incidents were raised and what became of them, by a name: a code, a device, an hour.
 * Lists of struct sabot_wire_count. Pure.
 */
#pragma once

#include "proto/messages/table-messages.h"

/* Count the incident under `name`. */
void
sabot_incident_counts_add(GPtrArray *counts, const char *name,
			  const struct sabot_wire_incident *incident);

/* Add to `counts` what another list has. */
void
sabot_incident_counts_sum(GPtrArray *counts, const GPtrArray *others);

/* All is counted: how many of those that were judged were right, and by name. */
void
sabot_incident_counts_finish(GPtrArray *counts);
