/*
 * Log-in: choose a name and enter the PIN. If the PIN was chosen by somebody else, the person
 * chooses a new one at once. The same panel switches from one person to another.
 */
#pragma once

#include "gui/widgets/panel.h"
#include "gui/model/login.h"

#define SABOT_TYPE_LOGIN_PANEL (sabot_login_panel_get_type())
G_DECLARE_FINAL_TYPE(SabotLoginPanel, sabot_login_panel, SABOT, LOGIN_PANEL, SabotPanel)

/* The log-in of one daemon's session. Floating. */
GtkWidget *
sabot_login_panel_new(SabotSession *session);

/* Preset the name (known from a badge): only the PIN is missing. */
void
sabot_login_panel_choose(SabotLoginPanel *panel, const char *name);

/* Place names and digits side by side, for a panel wider than high. */
void
sabot_login_panel_set_wide(SabotLoginPanel *panel, gboolean is_wide);
