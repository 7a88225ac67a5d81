/* A section's table on paper: column widths, wrapped cells, rows that go on over the page. */
#pragma once

#include "printer.h"

/*
 * How wide the table would be in one line a row, and how narrow it can be before words break, in
 * points.
 */
void
sabot_table_printer_measure(struct sabot_printer *printer,
			    const struct sabot_report_section *section, double *ret_natural,
			    double *ret_least);

/* Draw it from where we are on. */
void
sabot_table_printer_show(struct sabot_printer *printer, const struct sabot_report_section *section);
