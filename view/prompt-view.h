/*
 * What the dealer does, says and pays, as on the wire: ids and arguments, and each sentence
 * in the daemon's language for clients that have none. The veil is on it.
 */
#pragma once

#include "engine/table/table.h"
#include "proto/view.h"

/* The prompt with its reason and calls; the winner in it; the phase, which may reveal one. */
void
sabot_prompt_view_fill(struct sabot_wire_view *view, const struct sabot_table *table);

/* How `round`, the table's round in play or its last, is settled. */
void
sabot_payout_view_fill(struct sabot_wire_view *view, const struct sabot_table *table,
		       const struct sabot_round *round);
/* The same of a round in which nobody noted a stake: what 100.00 on each bet are paid. */
void
sabot_per_100_view_fill(struct sabot_wire_view *view, const struct sabot_table *table,
			const struct sabot_round *round);
