/*
 * The cage's page: what its main bank, its foreign money and the tips come to in a shift, what can
 * be written of them (a digit begins each), and the register of that. An entry that is chosen can
 * be put right. Who may not write it sees who may.
 */
#pragma once

#include "gui/model/tables/feed.h"
#include "gui/widgets/panel.h"

#define SABOT_TYPE_CAGE_PANEL (sabot_cage_panel_get_type())
G_DECLARE_FINAL_TYPE(SabotCagePanel, sabot_cage_panel, SABOT, CAGE_PANEL, SabotPanel)

/* The cage of one house; of a hub that of `daemon`, which is else NULL. Floating. */
GtkWidget *
sabot_cage_panel_new(SabotFeed *feed, const char *daemon);
