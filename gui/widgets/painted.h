/*
 * A widget whose children paint themselves and which paints something of its own below them.
 * Repainting it repaints all children, so it is done only when its own picture has changed: a whole
 * table of hands and chips takes longer than one frame.
 */
#pragma once

#include <gtk/gtk.h>

/*
 * Add to a text that lists everything a widget's own drawing depends on, in any form; begin with
 * g_string_new().
 */
void
sabot_painted_add_place(GString *picture, GdkRectangle place);

/* Queue a redraw of the widget unless `picture` equals that of the last call. It is transferred. */
void
sabot_painted_set(GtkWidget *widget, GString *picture);
