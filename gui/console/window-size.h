/*
 * The size of the console's window: as it was left, or the whole screen. The width of its side
 * depends on the window and the letters, not on what it shows.
 */
#pragma once

#include "gui/model/settings.h"
#include "gui/widgets/side.h"

#include <gtk/gtk.h>

enum sabot_window_room {
	SABOT_WINDOW_WIDE,
	SABOT_WINDOW_NARROW,  /* the head has less room */
	SABOT_WINDOW_COMPACT, /* no room for two columns: the side is alone */
};

/* Called with the room there is now. */
typedef void
sabot_window_room_fn(enum sabot_window_room room, gpointer data);

/*
 * Restore the last size, and save changes. `side` is the pane beside the tables. `fn` is called at
 * once, and whenever the room changes.
 */
void
sabot_window_size_keep(GtkWindow *window, SabotSide *side, SabotSettings *settings,
		       sabot_window_room_fn *fn, gpointer data);
