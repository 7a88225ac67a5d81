/* Helpers for drawing: see paint.h. */
#include "gui/widgets/paint.h"
#include "gui/style/screen-font.h"

#include <math.h>

void
sabot_paint_set_colour(GtkWidget *widget, cairo_t *cr, const char *name)
{
	/* conspicuous: the name is not defined */
	GdkRGBA colour = {.red = 1, .blue = 1, .alpha = 1};

	gtk_style_context_lookup_color(gtk_widget_get_style_context(widget), name, &colour);
	gdk_cairo_set_source_rgba(cr, &colour);
}

void
sabot_paint_rounded(cairo_t *cr, const GdkRectangle *box, double radius)
{
	double left = box->x + 0.5, top = box->y + 0.5;
	double right = left + box->width - 1, bottom = top + box->height - 1;

	cairo_new_sub_path(cr);
	cairo_arc(cr, right - radius, top + radius, radius, -M_PI / 2, 0);
	cairo_arc(cr, right - radius, bottom - radius, radius, 0, M_PI / 2);
	cairo_arc(cr, left + radius, bottom - radius, radius, M_PI / 2, M_PI);
	cairo_arc(cr, left + radius, top + radius, radius, M_PI, 3 * M_PI / 2);
	cairo_close_path(cr);
}

void
sabot_paint_text(GtkWidget *widget, cairo_t *cr, const char *text, double size,
		 struct sabot_point centre)
{
	g_autoptr(PangoLayout) layout = sabot_font_create_layout(widget, text);
	PangoRectangle ink;

	sabot_font_set(layout, size, PANGO_WEIGHT_BOLD);
	pango_layout_get_pixel_extents(layout, &ink, NULL);
	cairo_move_to(cr, centre.x - ink.x - ink.width / 2.0, centre.y - ink.y - ink.height / 2.0);
	pango_cairo_show_layout(cr, layout);
}

bool
sabot_paint_line(GtkWidget *widget, cairo_t *cr, struct sabot_paint_line *line, PangoWeight weight,
		 const char *text)
{
	g_autoptr(PangoLayout) layout = NULL;
	int width;

	if (!*text)
		return false;
	layout = sabot_font_create_layout(widget, text);
	sabot_font_set(layout, line->size, weight);
	pango_layout_get_pixel_size(layout, &width, NULL);
	if (width > line->width - line->reserved)
		return false;
	cairo_move_to(cr, line->x, line->y);
	pango_cairo_show_layout(cr, layout);
	line->x += width + line->size * 0.4;
	line->width -= width + line->size * 0.4;
	return true;
}
