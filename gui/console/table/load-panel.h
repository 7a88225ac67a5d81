/*
 * A new load: the steps of its preparation (ES-03), each recorded with who did it, then how many
 * decks went into the shoe and how many cards lie behind the cut card.
 */
#pragma once

#include "gui/widgets/panel.h"
#include "gui/model/tables/feed.h"

#define SABOT_TYPE_LOAD_PANEL (sabot_load_panel_get_type())
G_DECLARE_FINAL_TYPE(SabotLoadPanel, sabot_load_panel, SABOT, LOAD_PANEL, SabotPanel)

/* The form for a new load at the table. Floating. */
GtkWidget *
sabot_load_panel_new(SabotTableItem *item);
