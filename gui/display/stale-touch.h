/*
 * Touches of a display that is not connected: its keys are disabled then, so a touch does nothing,
 * and a short break is easily overlooked. Each is therefore named as not recorded; so is one that
 * began before the break and ended in it or after it.
 */
#pragma once

#include "gui/model/dealer/dealer-table.h"

#include <gtk/gtk.h>

/* A key was pressed on a keyboard: name it as not recorded if the display is not connected. */
void
sabot_stale_touch_press(SabotDealerTable *table);

/* Watch the touches of `widget` and of all in it, until it is destroyed. */
void
sabot_stale_touch_watch(GtkWidget *widget, SabotDealerTable *table);
