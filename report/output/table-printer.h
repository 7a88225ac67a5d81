/* A section's table on paper: column widths, wrapped cells, rows that continue on the next page. */
#pragma once

#include "printer.h"

/*
 * The width of the table with one line per row, and the smallest width that breaks no word, in
 * points.
 */
void
sabot_table_printer_measure(struct sabot_printer *printer,
			    const struct sabot_report_section *section, double *ret_natural,
			    double *ret_least);

/* How many lines a row of the table has on the printer's page, on average; 0: it has no rows. */
double
sabot_table_printer_lines(struct sabot_printer *printer,
			  const struct sabot_report_section *section);

/* Draw the table at the printer's position. */
void
sabot_table_printer_show(struct sabot_printer *printer, const struct sabot_report_section *section);
