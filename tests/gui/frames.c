/* See frames.h. */
#include "frames.h"

#include "tests/deadline.h"

#include <string.h>

enum { FRAMES = 2, RESIZE_S = 10 };

static void
count_frame(GdkFrameClock *clock, gpointer data)
{
	(void)clock;
	++*(int *)data;
}

static void
wait_for_frames(GtkWidget *window, const int *n_frames, int wanted)
{
	gint64 limit_us = g_get_monotonic_time() + DEADLINE_S * G_USEC_PER_SEC;

	while (*n_frames < wanted && g_get_monotonic_time() < limit_us) {
		gtk_widget_queue_resize(window);
		gtk_main_iteration();
	}
}

void
frames_settle(GtkWidget *window)
{
	GdkFrameClock *clock = gtk_widget_get_frame_clock(window);
	int n_frames = 0;
	gulong counted = g_signal_connect(clock, "layout", G_CALLBACK(count_frame), &n_frames);

	wait_for_frames(window, &n_frames, FRAMES);
	while (gtk_events_pending())
		gtk_main_iteration();
	wait_for_frames(window, &n_frames, n_frames + 1);
	g_signal_handler_disconnect(clock, counted);
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
