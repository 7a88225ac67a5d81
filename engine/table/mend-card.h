/*
 * The dealer mends the last card himself (docs/event-log.md, section 10): whose it was, what it
 * was, or that it came before the bets were closed. A `ruling` with `mend` that names no incident.
 */
#pragma once

#include "table.h"

/*
 * Why the mend cannot be taken: SABOT_WHY_NONE when it can. Nothing is changed. `as_if` is room for
 * a round, all zero or used for this before.
 */
enum sabot_reason
sabot_mend_card_refuse(const struct sabot_table *table, const struct sabot_event *event,
		       struct sabot_round *as_if);
