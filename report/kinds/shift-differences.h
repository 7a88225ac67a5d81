/*
 * Differences in the money of a shift's tables: each one separately, as named by the reckoning of
 * the shift (shift/reckoning.h). A section of a report.
 */
#pragma once

#include "report/facts.h"

/* Add the section "named", for every shift of the time. Nothing is added if there is none. */
void
sabot_shift_differences_write(struct sabot_report *report, const struct sabot_facts *facts);
