/*
 * Pictures asked of surveillance (docs/disputes.md): those of a round are requested here, and all
 * requests listed with their state; surveillance answers them here.
 */
#pragma once

#include "proto/messages/lookup-messages.h"
#include "gui/widgets/panel.h"
#include "gui/model/tables/feed.h"

#define SABOT_TYPE_PICTURES_PANEL (sabot_pictures_panel_get_type())
G_DECLARE_FINAL_TYPE(SabotPicturesPanel, sabot_pictures_panel, SABOT, PICTURES_PANEL, SabotPanel)

/* `found` is the round shown by the log page, referenced; NULL: none, and none can be requested. */
GtkWidget *
sabot_pictures_panel_new(SabotFeed *feed, struct sabot_wire_found *found);
