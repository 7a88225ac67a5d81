/*
 * How large the console's window is: as it was left, or the whole screen. Its side is as wide as
 * the window and the letters ask for, whatever it shows.
 */
#pragma once

#include "gui/model/settings.h"
#include "gui/widgets/side.h"

#include <gtk/gtk.h>

enum sabot_window_room {
	SABOT_WINDOW_WIDE,
	SABOT_WINDOW_NARROW,  /* the head has less room */
	SABOT_WINDOW_COMPACT, /* nothing beside each other: the side is alone */
};

/* There is as much room now. */
typedef void
sabot_window_room_fn(enum sabot_window_room room, gpointer data);

/* Restore the last size, and save changes. `side` is the pane beside the tables. `fn` is called at
 * once, and when it changes. */
void
sabot_window_size_keep(GtkWindow *window, SabotSide *side, SabotSettings *settings,
		       sabot_window_room_fn *fn, gpointer data);
