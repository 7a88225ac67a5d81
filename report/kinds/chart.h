/*
 * Charts where people would rather look: a bar a row of a section, its label and its value beside
 * it. Bars differ by hatching, not by colour, so that they are legible in grey print.
 */
#pragma once

#include "report/output/printer.h"

/* Draw from where we are on; nothing where the section has fewer than two rows. */
void
sabot_chart_show(struct sabot_printer *printer, const struct sabot_report_section *section,
		 const struct sabot_report_chart *chart);
