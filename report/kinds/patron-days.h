/*
 * Cash by patron and gaming day, against the amount from which the house has to know: what stays
 * below it each time and passes it together is seen here.
 */
#pragma once

#include "report/facts.h"
#include "report/report.h"

/*
 * A section of the gaming days that the report's time touches, each whole. Where the house has no
 * threshold it is only a sum.
 */
void
sabot_patron_days_write(struct sabot_report *report, const struct sabot_facts *facts);
