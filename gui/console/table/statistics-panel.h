/*
 * Alarm statistics of one daemon: the outcome of the incidents of the last day, by kind, by shoe
 * and by hour, and how many of those ruled on were right: an alarm that is often wrong teaches
 * people not to look.
 */
#pragma once

#include "gui/widgets/panel.h"
#include "gui/model/tables/feed.h"

#define SABOT_TYPE_STATISTICS_PANEL (sabot_statistics_panel_get_type())
G_DECLARE_FINAL_TYPE(SabotStatisticsPanel, sabot_statistics_panel, SABOT, STATISTICS_PANEL,
		     SabotPanel)

/* Of one daemon; of a hub of all its daemons, or of `daemon`, which is else NULL. Floating. */
GtkWidget *
sabot_statistics_panel_new(SabotFeed *feed, const char *daemon);
