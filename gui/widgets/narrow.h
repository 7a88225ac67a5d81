/*
 * What has less room than it was made for says so once: two columns then become one, keys go below
 * a title.
 */
#pragma once

#include <gtk/gtk.h>

typedef void
sabot_narrow_fn(GtkWidget *widget, gboolean is_narrow, gpointer data);

/*
 * Calls `fn` from the main loop, never while GTK lays out, whenever the room of `widget` becomes
 * narrower than `below_px`, and when it is as wide again. The room is what is seen of it where it
 * is scrolled. Once a widget; lasts as long as that does.
 */
void
sabot_narrow_watch(GtkWidget *widget, int below_px, sabot_narrow_fn *fn, gpointer data);
