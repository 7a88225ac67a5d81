/*
 * A report on paper for programs that have no fonts of their own: sabot-print, a program beside
 * this one, makes the PDF (to-pdf.h), so that who never prints loads nothing that draws.
 */
#pragma once

#include "paper-size.h"
#include "report/report.h"

/*
 * The file's bytes, the same as of sabot_report_to_pdf(), in the language of this process; NULL
 * with an error. Waits for the program; any thread. Transferred.
 */
GBytes *
sabot_report_print(const struct sabot_report *report, enum sabot_report_paper paper,
		   GError **error);
