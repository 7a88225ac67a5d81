/*
 * The seals of a report's shifts, and the documents entered afterwards: the figure that two persons
 * signed for beside the present one. Sections that reports of table money share.
 */
#pragma once

#include "report/facts.h"

/*
 * Add the sections "seals", "after_seal" and "amended". Nothing is added if no shift has documents;
 * the last two are added only if something was entered after a seal.
 */
void
sabot_seals_write(struct sabot_report *report, const struct sabot_facts *facts);

/*
 * Set the foot of every page of a report about one shift: who sealed it and when, or that it is
 * open and may still change. Nothing is set if the house log was not read.
 */
void
sabot_seals_set_foot(struct sabot_report *report, const struct sabot_facts *facts);

/* The section "after_seal" alone, even if it is empty. */
void
sabot_seals_write_amendments(struct sabot_report *report, const struct sabot_facts *facts);
