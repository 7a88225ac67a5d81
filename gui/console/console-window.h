/*
 * The pit boss's window: the floor's tiles, the incidents beside them, the connections' states
 * above. It owns nothing but what it shows; the floor is its caller's.
 */
#pragma once

#include "gui/model/tables/floor-model.h"
#include "gui/model/settings.h"

#include <gtk/gtk.h>

#define SABOT_TYPE_CONSOLE_WINDOW (sabot_console_window_get_type())
G_DECLARE_FINAL_TYPE(SabotConsoleWindow, sabot_console_window, SABOT, CONSOLE_WINDOW,
		     GtkApplicationWindow)

/* `floor` and `settings` get references. */
GtkWidget *
sabot_console_window_new(GtkApplication *application, SabotFloorModel *floor,
			 SabotSettings *settings);
