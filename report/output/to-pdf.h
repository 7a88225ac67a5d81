/*
 * A report on paper: PDF by Cairo and Pango. The house's name, the title and the time it is about
 * stand on every page, with the checkpoint and the page's number; a table's header is repeated;
 * long cells are broken into lines and nothing is cut off. No GTK, no display.
 */
#pragma once

#include "report/report.h"

enum sabot_report_paper { SABOT_REPORT_A4, SABOT_REPORT_LETTER };

/* "a4", "letter"; false for another word. */
bool
sabot_report_paper_from_string(const char *word, enum sabot_report_paper *ret_paper);

/* The file's bytes; NULL with a sentence. Transferred. */
GBytes *
sabot_report_to_pdf(const struct sabot_report *report, enum sabot_report_paper paper,
		    GError **error);
