/*
 * Prints a report from programs without fonts: a separate program, sabot-print, makes the PDF
 * (to-pdf.h), so that a program that never prints does not load the drawing libraries.
 */
#pragma once

#include "paper-size.h"
#include "report/report.h"

/*
 * The file's bytes, the same as from sabot_report_to_pdf(), in the language of this process; NULL
 * with an error. Waits for the program; any thread. Transferred.
 */
GBytes *
sabot_report_print(const struct sabot_report *report, enum sabot_report_paper paper,
		   GError **error);
