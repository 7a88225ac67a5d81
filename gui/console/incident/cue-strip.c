/* The strip of time: see cue-strip.h. */
#include "cue-strip.h"

#include "gui/widgets/paint.h"

enum { SHOWN_BEFORE_S = 30, SHOWN_AFTER_S = 54, HEIGHT_PX = 40, BAR_PX = 30 };

struct _SabotCueStrip {
	GtkDrawingArea parent_instance;
	int64_t at_us;
	GArray *ticks; /* of int64_t, microseconds */
};

G_DEFINE_FINAL_TYPE(SabotCueStrip, sabot_cue_strip, GTK_TYPE_DRAWING_AREA)

static void
sabot_cue_strip_finalize(GObject *object)
{
	g_array_unref(SABOT_CUE_STRIP(object)->ticks);
	G_OBJECT_CLASS(sabot_cue_strip_parent_class)->finalize(object);
}

/* The position of a time; beyond the ends it is outside the strip. */
static double
x_of(SabotCueStrip *strip, int64_t at_us)
{
	double seconds = (double)(at_us - strip->at_us) / G_USEC_PER_SEC + SHOWN_BEFORE_S;

	return seconds * gtk_widget_get_allocated_width(GTK_WIDGET(strip)) /
	       (SHOWN_BEFORE_S + SHOWN_AFTER_S);
}

static void
fill(SabotCueStrip *strip, cairo_t *cr, double from_x, double to_x, const char *colour)
{
	sabot_paint_set_colour(GTK_WIDGET(strip), cr, colour);
	cairo_rectangle(cr, from_x, 0, to_x - from_x, BAR_PX);
	cairo_fill(cr);
}

static void
draw_ticks(SabotCueStrip *strip, cairo_t *cr)
{
	for (guint i = 0; i < strip->ticks->len; i++) {
		double x = x_of(strip, g_array_index(strip->ticks, int64_t, i));

		fill(strip, cr, x, x + 2, "sabot_quiet");
	}
}

static void
draw_incident(SabotCueStrip *strip, cairo_t *cr)
{
	double x = x_of(strip, strip->at_us);

	fill(strip, cr, x - 1, x + 2, "sabot_critical");
	cairo_move_to(cr, x - 7, HEIGHT_PX);
	cairo_line_to(cr, x + 8, HEIGHT_PX);
	cairo_line_to(cr, x + 0.5, BAR_PX);
	cairo_fill(cr);
}

static gboolean
draw(GtkWidget *widget, cairo_t *cr)
{
	SabotCueStrip *strip = SABOT_CUE_STRIP(widget);
	double from_x = x_of(strip, strip->at_us - SABOT_CUE_BEFORE_S * G_USEC_PER_SEC);
	double to_x = x_of(strip, strip->at_us + SABOT_CUE_AFTER_S * G_USEC_PER_SEC);

	fill(strip, cr, 0, gtk_widget_get_allocated_width(widget), "sabot_field");
	fill(strip, cr, from_x, to_x, "sabot_medium");
	draw_ticks(strip, cr);
	draw_incident(strip, cr);
	sabot_paint_set_colour(widget, cr, "sabot_ink");
	cairo_set_line_width(cr, 2);
	cairo_rectangle(cr, from_x, 1, to_x - from_x, BAR_PX - 2);
	cairo_stroke(cr);
	return FALSE;
}

static void
sabot_cue_strip_class_init(SabotCueStripClass *klass)
{
	G_OBJECT_CLASS(klass)->finalize = sabot_cue_strip_finalize;
	GTK_WIDGET_CLASS(klass)->draw = draw;
	gtk_widget_class_set_accessible_role(GTK_WIDGET_CLASS(klass), ATK_ROLE_IMAGE);
}

static void
sabot_cue_strip_init(SabotCueStrip *strip)
{
	strip->ticks = g_array_new(FALSE, FALSE, sizeof(int64_t));
	gtk_widget_set_size_request(GTK_WIDGET(strip), -1, HEIGHT_PX);
}

void
sabot_cue_strip_set_time(SabotCueStrip *strip, int64_t at_us)
{
	strip->at_us = at_us;
	g_array_set_size(strip->ticks, 0);
	gtk_widget_queue_draw(GTK_WIDGET(strip));
}

void
sabot_cue_strip_add_tick(SabotCueStrip *strip, int64_t at_us)
{
	g_array_append_val(strip->ticks, at_us);
	gtk_widget_queue_draw(GTK_WIDGET(strip));
}
