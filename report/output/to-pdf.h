/*
 * A report on paper: PDF by Cairo and Pango. Every page has the house's name, the title, the time
 * span, the checkpoint and the page's number; a table's header is repeated; long cells are wrapped
 * and nothing is cut off. No GTK, no display. For programs that draw nothing else: printing.h.
 */
#pragma once

#include "paper-size.h"
#include "report/report.h"

/* The file's bytes; NULL with an error. Transferred. */
GBytes *
sabot_report_to_pdf(const struct sabot_report *report, enum sabot_report_paper paper,
		    GError **error);
