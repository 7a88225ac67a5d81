/* A report for a terminal: columns padded to their widest cell, numbers to the right. */
#pragma once

#include "report/report.h"

/* Transferred. */
GString *
sabot_report_to_text(const struct sabot_report *report);
