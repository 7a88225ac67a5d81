/*
 * The reckonings of a shift's tables from their sheets and documents, as made by `sabotctl shift
 * reckon` (shift/reckoning.h): every report that names differences in a table's money uses them.
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
