/*
 * The cage's page: the totals of its main bank, its foreign money and the tips in a shift, the
 * documents that can be written (a digit starts each), and their register. A chosen entry can be
 * corrected. A person without the right is shown which roles have it.
 */
#pragma once

#include "gui/model/tables/feed.h"
#include "gui/widgets/panel.h"

#define SABOT_TYPE_CAGE_PANEL (sabot_cage_panel_get_type())
G_DECLARE_FINAL_TYPE(SabotCagePanel, sabot_cage_panel, SABOT, CAGE_PANEL, SabotPanel)

/*
 * The cage of one house. `daemon` names the house if `feed` is a hub's, and is NULL otherwise.
 * Floating.
 */
GtkWidget *
sabot_cage_panel_new(SabotFeed *feed, const char *daemon);
