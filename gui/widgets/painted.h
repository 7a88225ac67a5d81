/*
 * A widget whose children paint themselves, and which paints something of its own below them: that
 * is repainted with all children on it, so only if it has changed. A whole table of hands and chips
 * costs more than a frame has time.
 */
#pragma once

#include <gtk/gtk.h>

/* All that a widget's own drawing reads, in a text of any form; begin with g_string_new(). */
void
sabot_painted_add_place(GString *picture, GdkRectangle place);

/* Queue a drawing of the widget if `picture` is not the one of the last time. It is transferred. */
void
sabot_painted_set(GtkWidget *widget, GString *picture);
