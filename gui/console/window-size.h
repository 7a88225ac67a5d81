/*
 * How large the console's window is: as it was left, or the whole screen. Its side is as wide as
 * the window and the letters ask for, whatever it shows.
 */
#pragma once

#include "gui/model/settings.h"
#include "gui/widgets/side.h"

#include <gtk/gtk.h>

/* Restore the last size, and save changes. `side` is the pane beside the tables. */
void
sabot_window_size_keep(GtkWindow *window, SabotSide *side, SabotSettings *settings);
