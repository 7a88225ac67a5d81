/*
 * What this program is and what the daemon found when it last checked its installed files: version,
 * commit, digests, licence. Of a daemon that is only followed, too.
 */
#pragma once

#include "gui/model/tables/feed.h"
#include "gui/widgets/panel.h"

#define SABOT_TYPE_ABOUT_PANEL (sabot_about_panel_get_type())
G_DECLARE_FINAL_TYPE(SabotAboutPanel, sabot_about_panel, SABOT, ABOUT_PANEL, SabotPanel)

/* Floating. */
GtkWidget *
sabot_about_panel_new(SabotFeed *feed);
