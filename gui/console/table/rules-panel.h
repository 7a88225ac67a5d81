/*
 * A table's current rules: its profile, decks, boxes, bets, chips, limits; the rules from the next
 * load on, if they differ; and a form to change them (rules-form.h).
 */
#pragma once

#include "gui/model/tables/table-item.h"
#include "gui/widgets/panel.h"

#define SABOT_TYPE_RULES_PANEL (sabot_rules_panel_get_type())
G_DECLARE_FINAL_TYPE(SabotRulesPanel, sabot_rules_panel, SABOT, RULES_PANEL, SabotPanel)

/* The rules of one table. Floating. */
GtkWidget *
sabot_rules_panel_new(SabotTableItem *item);
