/*
 * The cage's documents as sections of the report `cash`: the main bank by shift, its foreign money,
 * each exchange with its rate, tips shared out by points. Each section is present only if it has
 * content.
 */
#pragma once

#include "report/facts.h"
#include "report/report.h"

/* Add the sections for the shifts that the report's time touches. */
void
sabot_cage_sections_write(struct sabot_report *report, const struct sabot_facts *facts);
