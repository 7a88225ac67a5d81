/* Surveillance's pictures as a section of a report. */
#pragma once

#include "report/report.h"

/*
 * Add the requests (of struct sabot_wire_review) with their answers: section `asked`. Nothing is
 * added without requests.
 */
void
sabot_report_add_pictures(struct sabot_report *report, const GPtrArray *reviews);
