/*
 * The reports there are, for a shift or all there is, and blank forms. Made from the daemon's
 * database on this machine; blank forms need none. Emits "chosen" with the struct
 * sabot_report_wish and its title.
 */
#pragma once

#include "gui/model/feed.h"
#include "gui/model/report-job.h"
#include "gui/widgets/panel.h"

#define SABOT_TYPE_REPORT_PANEL (sabot_report_panel_get_type())
G_DECLARE_FINAL_TYPE(SabotReportPanel, sabot_report_panel, SABOT, REPORT_PANEL, SabotPanel)

/* `database` and `config`: files, or NULL; both must outlive it. */
GtkWidget *
sabot_report_panel_new(SabotFeed *feed, const char *database, const char *config);

/* Reserve numbers for slips and show their forms; without numbers where nobody can. */
void
sabot_report_panel_make_forms(SabotReportPanel *panel);
