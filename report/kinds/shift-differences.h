/*
 * Where the money of a shift's tables is not what it should be: every difference by itself, as the
 * reckoning of the shift names it (shift/reckoning.h). A section of a report.
 */
#pragma once

#include "report/facts.h"

/* Add the section "named", for every shift of the time. Nothing is added where there is none. */
void
sabot_shift_differences_write(struct sabot_report *report, const struct sabot_facts *facts);
