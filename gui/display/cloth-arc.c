/* The arc: see cloth-arc.h. */
#include "gui/display/cloth-arc.h"

#include "gui/display/table-paint.h"
#include "gui/widgets/paint.h"

enum {
	BOX_GAP_PX = 8, /* real pixels: the frames of two boxes touch, and do not overlap */
	EDGE_PX = 4,    /* room around a box, for its frame */
	FLAT_PX = 190,  /* a lower arc is a straight line */
	RISE_PX = 36,   /* else how much higher the line's middle would be without its ends */
};

/* How much lower the boxes at the ends of the arc are than the middle one. */
static int
arc_depth(GtkWidget *widget, int height)
{
	return CLAMP((height - sabot_table_px(widget, FLAT_PX)) / 6, 0, sabot_table_px(widget, 36));
}

GdkRectangle
sabot_cloth_arc_place(GtkWidget *widget, int n, int count, GdkRectangle arc)
{
	int width = arc.width, height = arc.height, side = sabot_table_px(widget, 12);
	int depth = arc_depth(widget, height);
	int gap = sabot_table_grow(widget, BOX_GAP_PX), edge = sabot_table_grow(widget, EDGE_PX);
	int box_width = (width - 2 * side - (count - 1) * gap) / count;
	double middle = (count - 1) / 2.0;
	double from_middle = middle > 0 ? (n - middle) / middle : 0;

	return (GdkRectangle){side + n * (box_width + gap) - edge,
			      (int)(depth * from_middle * from_middle), box_width + 2 * edge,
			      height - depth};
}

/* At the bottom of the cloth, or above the dealer's hand, so that it crosses no letters. */
void
sabot_cloth_arc_paint(GtkWidget *widget, cairo_t *cr, int boxes_height)
{
	int width = gtk_widget_get_allocated_width(widget);
	int height = gtk_widget_get_allocated_height(widget);
	int rise = arc_depth(widget, boxes_height) > 0 ? sabot_table_px(widget, RISE_PX) : 0;
	int bottom =
		boxes_height < height ? MIN(boxes_height + rise * 3 / 4, height - 1) : height - 1;

	cairo_set_line_width(cr, sabot_table_grow(widget, 2));
	sabot_paint_set_colour(widget, cr, "sabot_cloth_line");
	cairo_move_to(cr, 0, bottom);
	cairo_curve_to(cr, width / 3.0, bottom - rise, width * 2 / 3.0, bottom - rise, width,
		       bottom);
	cairo_stroke(cr);
}
