/*
 * The form of one action at a table (gui/model/tables/table-action.h): what it does, its fields,
 * and the daemon's refusal, if any. Closes when the daemon has recorded the event.
 */
#pragma once

#include "gui/widgets/panel.h"
#include "gui/model/tables/feed.h"
#include "gui/model/tables/table-action.h"

#define SABOT_TYPE_ACTION_PANEL (sabot_action_panel_get_type())
G_DECLARE_FINAL_TYPE(SabotActionPanel, sabot_action_panel, SABOT, ACTION_PANEL, SabotPanel)

/* `action` must have an event. */
GtkWidget *
sabot_action_panel_new(const struct sabot_table_action *action, SabotTableItem *item);
