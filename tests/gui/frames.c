/* See frames.h. */
#include "frames.h"

#include <string.h>

enum { LAYOUTS = 4, RESIZE_S = 10 };

/* What a layout changed is laid out by the next one. The frame clock's phases are run by hand: a
 * screen's frames come sixty times a second, and only what they lay out is wanted here. */
void
frames_settle(GtkWidget *window)
{
	GdkFrameClock *clock = gtk_widget_get_frame_clock(window);

	for (int i = 0; i < LAYOUTS; i++) {
		while (gtk_events_pending())
			gtk_main_iteration();
		g_signal_emit_by_name(clock, "update");
		g_signal_emit_by_name(clock, "layout");
	}
}

void
frames_resize(GtkWidget *window, int width_px, int height_px)
{
	gint64 limit_us = g_get_monotonic_time() + RESIZE_S * G_USEC_PER_SEC;

	gtk_window_resize(GTK_WINDOW(window), width_px, height_px);
	while (g_get_monotonic_time() < limit_us &&
	       (gtk_widget_get_allocated_width(window) != width_px ||
		gtk_widget_get_allocated_height(window) != height_px)) {
		gtk_main_iteration_do(FALSE);
		g_usleep(500);
	}
	frames_settle(window);
}

static gboolean
on_time(gpointer data)
{
	*(gboolean *)data = TRUE;
	return G_SOURCE_REMOVE;
}

void
frames_run_ms(guint time_ms)
{
	gboolean is_over = FALSE;

	g_timeout_add(time_ms, on_time, &is_over);
	while (!is_over)
		gtk_main_iteration();
}

int
frames_count_pixels(const GdkPixbuf *picture, const guchar colour[3])
{
	int n = 0, n_channels = gdk_pixbuf_get_n_channels(picture);

	for (int y = 0; y < gdk_pixbuf_get_height(picture); y++) {
		const guchar *pixel = gdk_pixbuf_read_pixels(picture) +
				      (gsize)y * (gsize)gdk_pixbuf_get_rowstride(picture);

		for (int x = 0; x < gdk_pixbuf_get_width(picture); x++, pixel += n_channels)
			n += memcmp(pixel, colour, 3) == 0;
	}
	return n;
}
