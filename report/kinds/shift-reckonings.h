/*
 * The tables of a shift reckoned from their sheets and documents, as `sabotctl shift reckon` does
 * (shift/reckoning.h): every report that says how a table's money differs has it from here.
 */
#pragma once

#include "report/facts.h"
#include "shift/reckoning.h"

struct sabot_shift_reckoning {
	struct sabot_reckoning *reckoning; /* finished */
	struct sabot_reckoning_sum sum;
};

/* One a table of the facts, in their order: struct sabot_shift_reckoning. Transferred. */
GPtrArray *
sabot_shift_reckonings_make(const struct sabot_facts *facts, const char *shift);
