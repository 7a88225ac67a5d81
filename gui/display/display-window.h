/*
 * The dealer's window: what to do now, why, the cards on the cloth, the payments, and the keys that
 * can be pressed. Nothing in it is modal, and nothing waits for the daemon.
 */
#pragma once

#include "gui/display/display-body.h"

#include <gtk/gtk.h>

#define SABOT_TYPE_DISPLAY_WINDOW (sabot_display_window_get_type())
G_DECLARE_FINAL_TYPE(SabotDisplayWindow, sabot_display_window, SABOT, DISPLAY_WINDOW,
		     GtkApplicationWindow)

/* A reference to `table`, which is started by its owner, is kept. */
GtkWidget *
sabot_display_window_new(GtkApplication *application, SabotDealerTable *table,
			 const struct sabot_display_options *options);
