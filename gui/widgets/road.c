/* The drawn road: see road.h. proto/wire-roads.h says which mark is where. */
#include "gui/widgets/road.h"

#include "gui/widgets/paint.h"

#include <glib/gi18n.h>
#include <math.h>

struct _SabotRoad {
	GtkDrawingArea parent_instance;
	enum sabot_wire_road kind;
	char *coups; /* or NULL */
	bool tails_fall;
	GArray *cells; /* of struct sabot_wire_cell */
};

G_DEFINE_FINAL_TYPE(SabotRoad, sabot_road, GTK_TYPE_DRAWING_AREA)

enum { ROWS = 6 };

static const char *
colour_of(char mark)
{
	switch (mark) {
	case 'p':
	case 'i':
		return "sabot_punto";
	case 'b':
	case 'r':
		return "sabot_banca";
	case 't':
		return "sabot_tie";
	default: /* a mark of a later daemon */
		return "sabot_quiet";
	}
}

static void
add_shape(cairo_t *cr, char mark, double x, double y, double radius)
{
	cairo_new_path(cr);
	if (mark != 'p') {
		cairo_arc(cr, x, y, radius, 0, 2 * M_PI);
		return;
	}
	cairo_move_to(cr, x, y - radius);
	cairo_line_to(cr, x + radius, y);
	cairo_line_to(cr, x, y + radius);
	cairo_line_to(cr, x - radius, y);
	cairo_close_path(cr);
}

/* A coup that is not certain: a question mark in its place. */
static void
draw_unverified(GtkWidget *widget, cairo_t *cr, double x, double y, double size)
{
	cairo_text_extents_t extents;

	sabot_paint_set_colour(widget, cr, "sabot_quiet");
	cairo_set_font_size(cr, size * 0.8);
	cairo_text_extents(cr, "?", &extents);
	cairo_move_to(cr, x - extents.width / 2 - extents.x_bearing,
		      y - extents.height / 2 - extents.y_bearing);
	cairo_show_text(cr, "?");
}

static void
draw_ties(GtkWidget *widget, cairo_t *cr, double x, double y, double radius)
{
	sabot_paint_set_colour(widget, cr, "sabot_tie");
	cairo_move_to(cr, x - radius, y + radius);
	cairo_line_to(cr, x + radius, y - radius);
	cairo_stroke(cr);
}

static void
draw_cell(SabotRoad *road, cairo_t *cr, const struct sabot_wire_cell *cell, double x, double size)
{
	GtkWidget *widget = GTK_WIDGET(road);
	double y = (cell->row - 0.5) * size, radius = size * 0.36;

	if (cell->mark == SABOT_WIRE_COUP_UNVERIFIED) {
		draw_unverified(widget, cr, x, y, size);
		return;
	}
	sabot_paint_set_colour(widget, cr, colour_of(cell->mark));
	add_shape(cr, cell->mark, x, y, radius);
	cairo_set_line_width(cr, MAX(1.5, size * 0.14));
	if (road->kind == SABOT_WIRE_ROAD_BIG)
		cairo_stroke(cr);
	else
		cairo_fill(cr);
	if (road->kind == SABOT_WIRE_ROAD_BIG && cell->ties > 0)
		draw_ties(widget, cr, x, y, radius);
}

static void
draw_lines(SabotRoad *road, cairo_t *cr, int columns, double size)
{
	sabot_paint_set_colour(GTK_WIDGET(road), cr, "sabot_grid");
	cairo_set_line_width(cr, 1);
	for (int row = 0; row <= ROWS; row++) {
		cairo_move_to(cr, 0, floor(row * size) + 0.5);
		cairo_line_to(cr, columns * size, floor(row * size) + 0.5);
	}
	for (int column = 0; column <= columns; column++) {
		cairo_move_to(cr, floor(column * size) + 0.5, 0);
		cairo_line_to(cr, floor(column * size) + 0.5, ROWS * size);
	}
	cairo_stroke(cr);
}

/* The newest columns, when there is no room for all. */
static gboolean
draw(GtkWidget *widget, cairo_t *cr)
{
	SabotRoad *road = SABOT_ROAD(widget);
	double size = (gtk_widget_get_allocated_height(widget) - 1.0) / ROWS;
	int columns = (int)((gtk_widget_get_allocated_width(widget) - 1) / size), last = 0;

	for (guint i = 0; i < road->cells->len; i++)
		last = MAX(last, g_array_index(road->cells, struct sabot_wire_cell, i).column);
	draw_lines(road, cr, columns, size);
	for (guint i = 0; i < road->cells->len; i++) {
		const struct sabot_wire_cell *cell =
			&g_array_index(road->cells, struct sabot_wire_cell, i);
		int column = cell->column - MAX(0, last - columns);

		if (column >= 1)
			draw_cell(road, cr, cell, (column - 0.5) * size, size);
	}
	return FALSE;
}

static void
sabot_road_finalize(GObject *object)
{
	SabotRoad *road = SABOT_ROAD(object);

	g_free(road->coups);
	g_array_unref(road->cells);
	G_OBJECT_CLASS(sabot_road_parent_class)->finalize(object);
}

static void
sabot_road_class_init(SabotRoadClass *klass)
{
	GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);

	G_OBJECT_CLASS(klass)->finalize = sabot_road_finalize;
	widget_class->draw = draw;
	gtk_widget_class_set_css_name(widget_class, "sabot-road");
	gtk_widget_class_set_accessible_role(widget_class, ATK_ROLE_IMAGE);
}

static void
sabot_road_init(SabotRoad *road)
{
	gtk_widget_set_has_window(GTK_WIDGET(road), FALSE);
	road->kind = SABOT_WIRE_ROAD_BIG;
	road->cells = g_array_new(FALSE, FALSE, sizeof(struct sabot_wire_cell));
}

static int
count(const GArray *cells, char mark)
{
	int n = 0;

	for (guint i = 0; i < cells->len; i++)
		if (g_array_index(cells, struct sabot_wire_cell, i).mark == mark)
			n++;
	return n;
}

/* The bead plate has a cell for each coup, ties too. */
static void
name_it(SabotRoad *road)
{
	g_autoptr(GArray) beads = sabot_wire_road_cells(road->coups, false, SABOT_WIRE_ROAD_BEAD);
	g_autofree char *name = NULL;

	int n_unverified = count(beads, SABOT_WIRE_COUP_UNVERIFIED);

	/* Translators: for screen readers: how often each won since the shoe was loaded. */
	name = g_strdup_printf(_("road: banca %d, punto %d, tie %d"), count(beads, 'b'),
			       count(beads, 'p'), count(beads, 't'));
	if (n_unverified > 0) {
		g_autofree char *certain = g_steal_pointer(&name);

		/* Translators: "road: banca 3, …", and how many coups are not certain. */
		name = g_strdup_printf(_("%s, unverified %d"), certain, n_unverified);
	}
	atk_object_set_name(gtk_widget_get_accessible(GTK_WIDGET(road)), name);
}

static void
take_cells(SabotRoad *road)
{
	g_array_unref(road->cells);
	road->cells = sabot_wire_road_cells(road->coups, road->tails_fall, road->kind);
	gtk_widget_queue_draw(GTK_WIDGET(road));
}

void
sabot_road_set_kind(SabotRoad *road, enum sabot_wire_road kind)
{
	road->kind = kind;
	take_cells(road);
}

void
sabot_road_set_coups(SabotRoad *road, const char *coups, bool tails_fall)
{
	if (road->coups && g_strcmp0(road->coups, coups) == 0 && road->tails_fall == tails_fall)
		return;
	road->tails_fall = tails_fall;
	g_free(road->coups);
	road->coups = g_strdup(coups);
	take_cells(road);
	name_it(road);
}
