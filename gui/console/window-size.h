/*
 * How large the console's window is: as it was left, and its side as wide as letters are large, so
 * that an incident's severity, table and age have room beside each other.
 */
#pragma once

#include "gui/model/settings.h"

#include <gtk/gtk.h>

/* Restore the last size, and save changes. `side` is the pane beside the tables. */
void
sabot_window_size_keep(GtkWindow *window, GtkWidget *side, SabotSettings *settings);
