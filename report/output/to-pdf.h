/*
 * A report on paper: PDF by Cairo and Pango. The house's name, the title and the time it is about
 * stand on every page, with the checkpoint and the page's number; a table's header is repeated;
 * long cells are broken into lines and nothing is cut off. No GTK, no display. Where nothing else
 * is drawn: printing.h.
 */
#pragma once

#include "paper-size.h"
#include "report/report.h"

/* The file's bytes; NULL with an error. Transferred. */
GBytes *
sabot_report_to_pdf(const struct sabot_report *report, enum sabot_report_paper paper,
		    GError **error);
