/*
 * Who sealed the shifts of a report, and what was entered of them afterwards: the figure that two
 * persons signed for beside the one that holds now. Sections that reports of table money share.
 */
#pragma once

#include "report/facts.h"

/*
 * Add the sections "seals", "after_seal" and "amended". Without a shift that has documents nothing
 * is added; the last two only where something was entered after a seal.
 */
void
sabot_seals_write(struct sabot_report *report, const struct sabot_facts *facts);

/* The section "after_seal" alone, also while it is empty. */
void
sabot_seals_write_amendments(struct sabot_report *report, const struct sabot_facts *facts);
