/*
 * A report to read on the screen, and to print or save as PDF, CSV or JSON. Emits "left" when the
 * user goes back.
 */
#pragma once

#include "report-wish.h"

#include <gtk/gtk.h>

#define SABOT_TYPE_REPORT_PAGE (sabot_report_page_get_type())
G_DECLARE_FINAL_TYPE(SabotReportPage, sabot_report_page, SABOT, REPORT_PAGE, GtkBox)

/* Have this report generated and show it; a reference to `wish` is kept. */
void
sabot_report_page_show(SabotReportPage *page, struct sabot_report_wish *wish);
