/*
 * A report, as it is read on the screen: printed, saved as PDF or CSV from here. Emits "left" when
 * one goes back.
 */
#pragma once

#include "gui/model/report-job.h"

#include <gtk/gtk.h>

#define SABOT_TYPE_REPORT_PAGE (sabot_report_page_get_type())
G_DECLARE_FINAL_TYPE(SabotReportPage, sabot_report_page, SABOT, REPORT_PAGE, GtkBox)

/* Make this report and show it; all is copied. `title` is what people call it. */
void
sabot_report_page_show(SabotReportPage *page, const struct sabot_report_wish *wish,
		       const char *title);
