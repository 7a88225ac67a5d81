/*
 * A table's layout on paper: a row a place, its cards drawn side by side as they lay, so that they
 * are distinguished without colour; an unknown card is drawn face down.
 */
#pragma once

#include "printer.h"

/*
 * Draw a section whose first column says where, whose second has cards in the log's words, "##" one
 * that was not shown; the other columns' words stand beside them.
 */
void
sabot_layout_show(struct sabot_printer *printer, const struct sabot_report_section *section);
