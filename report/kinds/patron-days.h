/*
 * Cash by patron and gaming day, compared with the amount that the house must know about: finds
 * amounts that are each below it but exceed it together.
 */
#pragma once

#include "report/facts.h"
#include "report/report.h"

/*
 * A section of the gaming days that the report's time touches, each as a whole. If the house has no
 * threshold, it contains only sums.
 */
void
sabot_patron_days_write(struct sabot_report *report, const struct sabot_facts *facts);
