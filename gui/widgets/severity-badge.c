/* The severity's sign: see severity-badge.h. */
#include "severity-badge.h"

#include "gui/model/phrases.h"
#include "gui/widgets/paint.h"

#include <glib/gi18n.h>
#include <math.h>

enum { SIZE_PX = 30 };

struct _SabotBadge {
	GtkDrawingArea parent_instance;
	enum sabot_wire_severity severity;
	gboolean is_faded, is_call;
};

G_DEFINE_FINAL_TYPE(SabotBadge, sabot_badge, GTK_TYPE_DRAWING_AREA)

struct look {
	int corners;     /* 0 = a circle */
	double turn;     /* angle of the first corner, from the right, in units of pi */
	double letter_y; /* vertical centre of the letter, 0 … 1 */
	double letter_size;
	const char *colour, *letter_colour;
};

static const struct look *
get_look(enum sabot_wire_severity severity)
{
	static const struct look critical = {
		8, 0.125, 0.5, 0.5, "sabot_critical", "sabot_on_critical"};
	static const struct look high = {3, -0.5, 0.62, 0.4, "sabot_high", "sabot_on_high"};
	static const struct look medium = {4, 0, 0.5, 0.4, "sabot_medium", "sabot_on_medium"};
	static const struct look low = {0, 0, 0.5, 0.5, "sabot_low", "sabot_on_low"};

	switch (severity) {
	case SABOT_WIRE_SEVERITY_UNKNOWN:
	case SABOT_WIRE_SEVERITY_CRITICAL:
		return &critical;
	case SABOT_WIRE_SEVERITY_HIGH:
		return &high;
	case SABOT_WIRE_SEVERITY_MEDIUM:
		return &medium;
	case SABOT_WIRE_SEVERITY_LOW:
		return &low;
	}
	return &critical;
}

/* The pit is called: as serious as severity high, but not a finding. */
static const struct look call = {0, 0, 0.5, 0.62, "sabot_high", "sabot_on_high"};

static void
add_shape(cairo_t *cr, const struct look *look, double size)
{
	double radius = size / 2 - 1.5, y = size / 2;

	if (look->corners == 3) { /* as tall as its box */
		radius = (size - 3) / 1.62;
		y = radius + 1.5;
	}
	cairo_new_path(cr);
	if (look->corners == 0)
		cairo_arc(cr, size / 2, y, radius, 0, 2 * M_PI);
	for (int i = 0; i < look->corners; i++) {
		double angle = M_PI * (look->turn + 2.0 * i / look->corners);

		cairo_line_to(cr, size / 2 + radius * cos(angle), y + radius * sin(angle));
	}
	cairo_close_path(cr);
}

/* Bright colours have a dark outline in every look, because the sign may lie on its own colour. */
static const char *
rim_of(SabotBadge *badge, const struct look *look)
{
	gboolean is_bright = badge->is_call || badge->severity == SABOT_WIRE_SEVERITY_HIGH ||
			     badge->severity == SABOT_WIRE_SEVERITY_MEDIUM;

	return is_bright && !badge->is_faded ? look->letter_colour : "sabot_rim";
}

static gboolean
draw(GtkWidget *widget, cairo_t *cr)
{
	SabotBadge *badge = SABOT_BADGE(widget);
	const struct look *look = badge->is_call ? &call : get_look(badge->severity);
	int width = gtk_widget_get_allocated_width(widget);
	int height = gtk_widget_get_allocated_height(widget);
	double size = MIN(width, height);

	cairo_translate(cr, (width - size) / 2, (height - size) / 2);
	add_shape(cr, look, size);
	sabot_paint_set_colour(widget, cr, badge->is_faded ? "sabot_faded" : look->colour);
	cairo_fill_preserve(cr);
	sabot_paint_set_colour(widget, cr, rim_of(badge, look));
	cairo_set_line_join(cr, CAIRO_LINE_JOIN_ROUND);
	cairo_set_line_width(cr, badge->is_faded ? 1 : 2);
	cairo_stroke(cr);
	sabot_paint_set_colour(widget, cr, badge->is_faded ? "sabot_rim" : look->letter_colour);
	sabot_paint_text(widget, cr,
			 badge->is_call ? "!" : sabot_phrase_severity_letter(badge->severity),
			 size * look->letter_size,
			 (struct sabot_point){size / 2, size * look->letter_y});
	return FALSE;
}

static void
sabot_badge_class_init(SabotBadgeClass *klass)
{
	GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);

	widget_class->draw = draw;
	gtk_widget_class_set_css_name(widget_class, "sabot-badge");
	gtk_widget_class_set_accessible_role(widget_class, ATK_ROLE_IMAGE);
}

static void
sabot_badge_init(SabotBadge *badge)
{
	gtk_widget_set_has_window(GTK_WIDGET(badge), FALSE);
	sabot_badge_set_size(badge, SIZE_PX);
}

void
sabot_badge_set(SabotBadge *badge, enum sabot_wire_severity severity, gboolean is_faded)
{
	badge->severity = severity;
	badge->is_faded = is_faded;
	badge->is_call = FALSE;
	atk_object_set_name(gtk_widget_get_accessible(GTK_WIDGET(badge)),
			    sabot_phrase_severity(severity));
	gtk_widget_queue_draw(GTK_WIDGET(badge));
}

void
sabot_badge_set_call(SabotBadge *badge)
{
	badge->is_call = TRUE;
	badge->is_faded = FALSE;
	atk_object_set_name(gtk_widget_get_accessible(GTK_WIDGET(badge)), C_("tile", "pit called"));
	gtk_widget_queue_draw(GTK_WIDGET(badge));
}

void
sabot_badge_set_size(SabotBadge *badge, int size_px)
{
	gtk_widget_set_size_request(GTK_WIDGET(badge), size_px, size_px);
}
