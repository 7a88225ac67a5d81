/*
 * The preferences of this console: language, size, colours, sounds. Changes apply at once and are
 * saved.
 */
#pragma once

#include "gui/widgets/panel.h"
#include "gui/model/settings.h"

#define SABOT_TYPE_PREFERENCES (sabot_preferences_get_type())
G_DECLARE_FINAL_TYPE(SabotPreferences, sabot_preferences, SABOT, PREFERENCES, SabotPanel)

/* A panel that changes `settings`. Floating. */
GtkWidget *
sabot_preferences_new(SabotSettings *settings);
