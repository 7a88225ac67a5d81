/*
 * Notifies a widget once when it has less room than it was designed for: two columns then become
 * one, or keys move below a title.
 */
#pragma once

#include <gtk/gtk.h>

typedef void
sabot_narrow_fn(GtkWidget *widget, gboolean is_narrow, gpointer data);

/*
 * Call `fn` from the main loop, never during layout, whenever the room of `widget` becomes narrower
 * than `below_px` (of text of the usual size: gui/style/style-sheet.h), and when it is as wide
 * again. If it is scrolled, the room is the visible part. Call this once a widget; lasts as long as
 * the widget.
 */
void
sabot_narrow_watch(GtkWidget *widget, int below_px, sabot_narrow_fn *fn, gpointer data);
