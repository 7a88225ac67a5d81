/*
 * What a table goes by now: its profile, decks, boxes, bets, chips. For reading: rules are changed
 * in the daemon's configuration (docs/daemon.md), and this says so.
 */
#pragma once

#include "gui/model/table-item.h"
#include "gui/widgets/panel.h"

#define SABOT_TYPE_RULES_PANEL (sabot_rules_panel_get_type())
G_DECLARE_FINAL_TYPE(SabotRulesPanel, sabot_rules_panel, SABOT, RULES_PANEL, SabotPanel)

GtkWidget *
sabot_rules_panel_new(SabotTableItem *item);
