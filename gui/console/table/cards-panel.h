/*
 * Keys in cards while the shoe is dead: each touch is one card of the log. A card waits a moment
 * before it is recorded, so that a wrong touch can be taken back; the next touch records it at
 * once.
 */
#pragma once

#include "gui/widgets/panel.h"
#include "gui/model/tables/feed.h"

#define SABOT_TYPE_CARDS_PANEL (sabot_cards_panel_get_type())
G_DECLARE_FINAL_TYPE(SabotCardsPanel, sabot_cards_panel, SABOT, CARDS_PANEL, SabotPanel)

/* The cards of one table's load. Floating. */
GtkWidget *
sabot_cards_panel_new(SabotTableItem *item);
