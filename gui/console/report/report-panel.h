/*
 * The reports that a daemon can generate, for a shift or for all its data, and blank forms. Emits
 * "chosen" with the struct sabot_report_wish.
 */
#pragma once

#include "report-wish.h"
#include "gui/widgets/panel.h"

#define SABOT_TYPE_REPORT_PANEL (sabot_report_panel_get_type())
G_DECLARE_FINAL_TYPE(SabotReportPanel, sabot_report_panel, SABOT, REPORT_PANEL, SabotPanel)

/* Of one daemon; of a hub of all its daemons, or of `daemon`, which is else NULL. Floating. */
GtkWidget *
sabot_report_panel_new(SabotFeed *feed, const char *daemon);

/* Reserve numbers for slips and show their forms; without numbers if they cannot be reserved. */
void
sabot_report_panel_make_forms(SabotReportPanel *panel);
