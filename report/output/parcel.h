/*
 * A report as bytes, for sabot-print of the same version on this machine: complete, and not for
 * storage. Text is kept byte by byte.
 */
#pragma once

#include "report/report.h"

/* Transferred. */
GBytes *
sabot_report_pack(const struct sabot_report *report);

/*
 * NULL if the bytes are not a report. Its columns are in `keep`, a new array that must outlive the
 * report; both are transferred.
 */
struct sabot_report *
sabot_report_unpack(GBytes *bytes, GPtrArray **ret_keep);
