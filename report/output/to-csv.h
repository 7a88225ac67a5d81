/*
 * One section of a report as CSV (RFC 4180): a header of column ids, then its rows, neither groups
 * nor totals. Numbers are integers in the column's unit, times RFC 3339 in UTC; the same in every
 * language but for cells that are sentences. Text that a spreadsheet would take for a formula
 * begins with an apostrophe.
 */
#pragma once

#include "report/report.h"

/* Transferred. */
GString *
sabot_report_to_csv(const struct sabot_report_section *section);
