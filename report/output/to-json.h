/*
 * A report as one JSON object (docs/reports.md): all numbers integers in the column's unit, times
 * UTC microseconds since 1970; what nobody knows is null.
 */
#pragma once

#include "report/report.h"

/* With a line's end. Transferred. */
GString *
sabot_report_to_json(const struct sabot_report *report);
