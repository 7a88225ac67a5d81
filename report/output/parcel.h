/*
 * A report as bytes, for sabot-print on this machine and of this version: nothing of it is lost,
 * and nothing keeps it. Text is bytes as they were.
 */
#pragma once

#include "report/report.h"

/* Transferred. */
GBytes *
sabot_report_pack(const struct sabot_report *report);

/*
 * NULL for bytes that are no report. Its columns are in `keep`, a new array that is to outlive it;
 * both are transferred.
 */
struct sabot_report *
sabot_report_unpack(GBytes *bytes, GPtrArray **ret_keep);
