/*
 * Bar charts in reports: one bar per row of a section, with its label and its value. Bars differ by
 * hatching, not by colour, so that they are legible in grey print.
 */
#pragma once

#include "printer.h"

/* Draw at the printer's position; nothing if the section has fewer than two rows. */
void
sabot_chart_show(struct sabot_printer *printer, const struct sabot_report_section *section,
		 const struct sabot_report_chart *chart);
