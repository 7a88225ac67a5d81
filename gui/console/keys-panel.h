/* A list of the console's keys, beside the tables. All of it is in keys-panel.ui. */
#pragma once

#include "gui/widgets/panel.h"

#define SABOT_TYPE_KEYS_PANEL (sabot_keys_panel_get_type())
G_DECLARE_FINAL_TYPE(SabotKeysPanel, sabot_keys_panel, SABOT, KEYS_PANEL, SabotPanel)

GtkWidget *
sabot_keys_panel_new(void);
