/*
 * What the cage wrote down, as sections of the report `cash`: the main bank by shift, its foreign
 * money, each exchange with its rate, tips shared out by points. A section is there where something
 * of it was written.
 */
#pragma once

#include "report/facts.h"
#include "report/report.h"

/* Of the shifts that the report's time touches. */
void
sabot_cage_sections_write(struct sabot_report *report, const struct sabot_facts *facts);
