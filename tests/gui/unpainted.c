/* See unpainted.h. */
#include "unpainted.h"

static const char drawn_now[] = "unpainted-drawn-now";

static gboolean
on_draw(GtkWidget *window, cairo_t *cr, gpointer data)
{
	(void)cr;
	(void)data;
	return !g_object_get_data(G_OBJECT(window), drawn_now);
}

void
unpainted_begin(GtkWidget *window)
{
	g_signal_connect(window, "draw", G_CALLBACK(on_draw), NULL);
}

void
unpainted_draw(GtkWidget *window, cairo_t *cr)
{
	g_object_set_data(G_OBJECT(window), drawn_now, window);
	gtk_widget_draw(window, cr);
	g_object_set_data(G_OBJECT(window), drawn_now, NULL);
}

void
unpainted_save(GtkWidget *window, const char *path)
{
	cairo_surface_t *surface =
		cairo_image_surface_create(CAIRO_FORMAT_ARGB32,
					   gtk_widget_get_allocated_width(window),
					   gtk_widget_get_allocated_height(window));
	cairo_t *cr = cairo_create(surface);

	unpainted_draw(window, cr);
	cairo_surface_write_to_png(surface, path);
	cairo_destroy(cr);
	cairo_surface_destroy(surface);
}
