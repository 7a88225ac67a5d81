/*
 * A table's layout on paper: one row per place, its cards drawn side by side as they lay,
 * distinguishable without colour; an unknown card is drawn face down.
 */
#pragma once

#include "printer.h"

/*
 * Draw a section whose first column is the place, and whose second has cards in the log's words,
 * "##" for one that was not shown; the texts of the other columns are printed beside them.
 */
void
sabot_layout_show(struct sabot_printer *printer, const struct sabot_report_section *section);
