/*
 * The dealer's actions, calls and payments as on the wire: ids and arguments, and each sentence in
 * the daemon's language for clients without their own texts. The veil is applied.
 */
#pragma once

#include "engine/table/table.h"
#include "proto/view.h"

/*
 * Fill in the prompt with its reason and calls, the winner if it names one, and the phase, which
 * may reveal one.
 */
void
sabot_prompt_view_fill(struct sabot_wire_view *view, const struct sabot_table *table);

/* Fill in the settlement of `round`, the table's round in play or its last. */
void
sabot_payout_view_fill(struct sabot_wire_view *view, const struct sabot_table *table,
		       const struct sabot_round *round);
/*
 * As sabot_payout_view_fill(), for a round in which no stakes were recorded: what 100.00 on each
 * bet is paid.
 */
void
sabot_per_100_view_fill(struct sabot_wire_view *view, const struct sabot_table *table,
			const struct sabot_round *round);
