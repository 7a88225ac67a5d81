/* Small helps for widgets that draw themselves: colours by name from the style sheet, shapes. */
#pragma once

#include <gtk/gtk.h>

#include <stdbool.h>

/* Set the source to the style sheet's @define-color `name`. */
void
sabot_paint_set_colour(GtkWidget *widget, cairo_t *cr, const char *name);

/* Make a path of a box with rounded corners; `radius` in pixels. */
void
sabot_paint_rounded(cairo_t *cr, const GdkRectangle *box, double radius);

struct sabot_point {
	double x, y;
};

/* Draw `text` in bold, `size` pixels high, centred on a point. */
void
sabot_paint_text(GtkWidget *widget, cairo_t *cr, const char *text, double size,
		 struct sabot_point centre);

/* Where the next text on a line goes; after it, where the one behind that goes. */
struct sabot_paint_line {
	double x, y, width, size;
	double reserved; /* of the width, for what comes after */
};

/* Draw `text` on the line; false, and nothing, when there is no room for all of it. */
bool
sabot_paint_line(GtkWidget *widget, cairo_t *cr, struct sabot_paint_line *line, PangoWeight weight,
		 const char *text);
