/*
 * Pictures requested from surveillance (docs/disputes.md): request those of a round, list all
 * requests with their state, and let surveillance answer them.
 */
#pragma once

#include "proto/messages/lookup-messages.h"
#include "gui/widgets/panel.h"
#include "gui/model/tables/feed.h"

#define SABOT_TYPE_PICTURES_PANEL (sabot_pictures_panel_get_type())
G_DECLARE_FINAL_TYPE(SabotPicturesPanel, sabot_pictures_panel, SABOT, PICTURES_PANEL, SabotPanel)

/*
 * `found` is the round shown by the log page, referenced; NULL if there is none: then none can be
 * requested.
 */
GtkWidget *
sabot_pictures_panel_new(SabotFeed *feed, struct sabot_wire_found *found);
