/*
 * What a round would have paid under another ruling, another reading of a card, or other rules. The
 * person chooses it here, the daemon computes it (`what_if` of docs/wire.md), and the result is
 * shown per stake and in total. Nothing is recorded.
 */
#pragma once

#include "proto/messages/lookup-messages.h"
#include "gui/widgets/panel.h"
#include "gui/model/tables/feed.h"

#define SABOT_TYPE_WHAT_IF_PANEL (sabot_what_if_panel_get_type())
G_DECLARE_FINAL_TYPE(SabotWhatIfPanel, sabot_what_if_panel, SABOT, WHAT_IF_PANEL, SabotPanel)

/*
 * For the round `found`, which is referenced; `lines` (of struct sabot_wire_story_line) are its
 * story. Floating.
 */
GtkWidget *
sabot_what_if_panel_new(SabotFeed *feed, struct sabot_wire_found *found, const GPtrArray *lines);
