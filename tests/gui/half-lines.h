/* Lines of text that a scrolled part shows only in half, as they are painted. */
#pragma once

#include <gtk/gtk.h>

/* `part`: the label, or the scrolled window; `what`: what is wrong with it. */
typedef void
half_lines_fn(gpointer data, GtkWidget *part, const char *what);

/*
 * Draw the window of unpainted.h and call `fn` for each label of which a line is painted in part,
 * or lies below the mark that shows that more follows, and for each scrolled window with more below
 * which does not show so.
 */
void
half_lines_find(GtkWidget *window, half_lines_fn *fn, gpointer data);
