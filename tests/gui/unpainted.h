/*
 * A window that is laid out and drawn on request, but never painted on its screen, which costs most
 * of what a test of layouts costs.
 */
#pragma once

#include <gtk/gtk.h>

/* Paint nothing of the window from now on. */
void
unpainted_begin(GtkWidget *window);

/* gtk_widget_draw() for such a window. */
void
unpainted_draw(GtkWidget *window, cairo_t *cr);

/* Draw it as it is into a PNG file of that name. */
void
unpainted_save(GtkWidget *window, const char *path);
