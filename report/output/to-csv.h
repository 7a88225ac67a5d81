/*
 * One section of a report as CSV (RFC 4180): a header of column ids, then its rows without groups
 * and totals. Numbers are integers in the column's unit, times RFC 3339 in UTC; the output is the
 * same in every language, except for cells that are sentences. Text that a spreadsheet would
 * interpret as a formula begins with an apostrophe.
 */
#pragma once

#include "report/report.h"

/* Transferred. */
GString *
sabot_report_to_csv(const struct sabot_report_section *section);
