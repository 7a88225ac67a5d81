/*
 * Log in: choose one's name, enter the PIN; who has a PIN that somebody else chose, chooses a new
 * one there and then. The same panel switches from one person to another.
 */
#pragma once

#include "gui/widgets/panel.h"
#include "gui/model/login.h"

#define SABOT_TYPE_LOGIN_PANEL (sabot_login_panel_get_type())
G_DECLARE_FINAL_TYPE(SabotLoginPanel, sabot_login_panel, SABOT, LOGIN_PANEL, SabotPanel)

/* The log-in of one daemon's session. Floating. */
GtkWidget *
sabot_login_panel_new(SabotSession *session);

/* His name is known (from a badge): only the PIN is missing. */
void
sabot_login_panel_choose(SabotLoginPanel *panel, const char *name);

/* Names and digits beside each other, where there is more width than height. */
void
sabot_login_panel_set_wide(SabotLoginPanel *panel, gboolean is_wide);
