/* A window of a test, and when what it shows is laid out. */
#pragma once

#include <gtk/gtk.h>

/* Until all is laid out, also what a layout has put off: other sizes of tiles, fewer of them. */
void
frames_settle(GtkWidget *window);

/* Without a window manager it comes on request, late on a busy machine: what is laid out before
 * that has the size before. One that wants more room keeps that, after some seconds. */
void
frames_resize(GtkWidget *window, int width_px, int height_px);

/* Let answers come, and what is put off happen, for so long. */
void
frames_run_ms(guint time_ms);

/* How many of a picture have that colour: red, green, blue. */
int
frames_count_pixels(const GdkPixbuf *picture, const guchar colour[3]);
