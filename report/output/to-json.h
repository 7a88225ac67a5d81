/*
 * A report as one JSON object (docs/reports.md): all numbers are integers in the column's unit,
 * times UTC microseconds since 1970; unknown values are null.
 */
#pragma once

#include "report/report.h"

/* Includes the line end. Transferred. */
GString *
sabot_report_to_json(const struct sabot_report *report);
