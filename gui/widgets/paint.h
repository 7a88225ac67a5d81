/* Helpers for widgets that draw themselves: colours by name from the style sheet, shapes. */
#pragma once

#include <gtk/gtk.h>

#include <stdbool.h>

/* Set the source to the style sheet's @define-color `name`. */
void
sabot_paint_set_colour(GtkWidget *widget, cairo_t *cr, const char *name);

/* Add a box with rounded corners to the path; `radius` in pixels. */
void
sabot_paint_rounded(cairo_t *cr, const GdkRectangle *box, double radius);

struct sabot_point {
	double x, y;
};

/* Draw `text` in bold, `size` pixels high, centred on a point. */
void
sabot_paint_text(GtkWidget *widget, cairo_t *cr, const char *text, double size,
		 struct sabot_point centre);

/* The position of the next text on a line; each text drawn advances it. */
struct sabot_paint_line {
	double x, y, width, size;
	double reserved; /* part of the width kept free for what follows */
};

/* Draw `text` on the line; false, drawing nothing, if there is no room for all of it. */
bool
sabot_paint_line(GtkWidget *widget, cairo_t *cr, struct sabot_paint_line *line, PangoWeight weight,
		 const char *text);
