/* Small helps for widgets that draw themselves: colours by name from the style sheet, shapes. */
#pragma once

#include <gtk/gtk.h>

/* Set the source to the style sheet's @define-color `name`. */
void
sabot_paint_set_colour(GtkWidget *widget, cairo_t *cr, const char *name);

void
sabot_paint_rounded(cairo_t *cr, const GdkRectangle *box, double radius);

struct sabot_point {
	double x, y;
};

/* Draw `text` in bold, `size` pixels high, centred on a point. */
void
sabot_paint_text(GtkWidget *widget, cairo_t *cr, const char *text, double size,
		 struct sabot_point centre);
