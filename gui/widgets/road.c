/* The drawn road: see road.h. Which mark stands where is the engine's (roads.h). */
#include "gui/widgets/road.h"

#include "gui/widgets/paint.h"

#include <glib/gi18n.h>
#include <math.h>

struct _SabotRoad {
	GtkDrawingArea parent_instance;
	enum sabot_road kind;
	struct sabot_roads roads;
};

G_DEFINE_FINAL_TYPE(SabotRoad, sabot_road, GTK_TYPE_DRAWING_AREA)

static const char *
colour_of(enum sabot_road_mark mark)
{
	switch (mark) {
	case SABOT_ROAD_PUNTO:
	case SABOT_ROAD_BLUE:
		return "sabot_road_punto";
	case SABOT_ROAD_BANCA:
	case SABOT_ROAD_RED:
		return "sabot_road_banca";
	case SABOT_ROAD_TIE:
		return "sabot_road_tie";
	case SABOT_ROAD_NONE:
		return "sabot_quiet";
	}
	return "sabot_quiet";
}

static void
add_shape(cairo_t *cr, enum sabot_road_mark mark, double x, double y, double radius)
{
	cairo_new_path(cr);
	if (mark != SABOT_ROAD_PUNTO) {
		cairo_arc(cr, x, y, radius, 0, 2 * M_PI);
		return;
	}
	cairo_move_to(cr, x, y - radius);
	cairo_line_to(cr, x + radius, y);
	cairo_line_to(cr, x, y + radius);
	cairo_line_to(cr, x - radius, y);
	cairo_close_path(cr);
}

static void
draw_ties(GtkWidget *widget, cairo_t *cr, double x, double y, double radius)
{
	sabot_paint_set_colour(widget, cr, "sabot_road_tie");
	cairo_move_to(cr, x - radius, y + radius);
	cairo_line_to(cr, x + radius, y - radius);
	cairo_stroke(cr);
}

static void
draw_cell(SabotRoad *road, cairo_t *cr, const struct sabot_road_cell *cell, double x, double size)
{
	GtkWidget *widget = GTK_WIDGET(road);
	double y = (cell->drawn_row - 0.5) * size, radius = size * 0.36;

	sabot_paint_set_colour(widget, cr, colour_of(cell->mark));
	add_shape(cr, cell->mark, x, y, radius);
	cairo_set_line_width(cr, MAX(1.5, size * 0.14));
	if (road->kind == SABOT_ROAD_BIG)
		cairo_stroke(cr);
	else
		cairo_fill(cr);
	if (road->kind == SABOT_ROAD_BIG && cell->ties > 0)
		draw_ties(widget, cr, x, y, radius);
}

static void
draw_lines(SabotRoad *road, cairo_t *cr, int columns, double size)
{
	sabot_paint_set_colour(GTK_WIDGET(road), cr, "sabot_road_line");
	cairo_set_line_width(cr, 1);
	for (int row = 0; row <= SABOT_ROAD_ROWS; row++) {
		cairo_move_to(cr, 0, floor(row * size) + 0.5);
		cairo_line_to(cr, columns * size, floor(row * size) + 0.5);
	}
	for (int column = 0; column <= columns; column++) {
		cairo_move_to(cr, floor(column * size) + 0.5, 0);
		cairo_line_to(cr, floor(column * size) + 0.5, SABOT_ROAD_ROWS * size);
	}
	cairo_stroke(cr);
}

static gboolean
draw(GtkWidget *widget, cairo_t *cr)
{
	SabotRoad *road = SABOT_ROAD(widget);
	struct sabot_road_cell cells[SABOT_ROAD_COUPS_MAX];
	int n = sabot_roads_list(&road->roads, road->kind, cells);
	double size = (gtk_widget_get_allocated_height(widget) - 1.0) / SABOT_ROAD_ROWS;
	int columns = (int)((gtk_widget_get_allocated_width(widget) - 1) / size), last = 0;

	for (int i = 0; i < n; i++)
		last = MAX(last, cells[i].drawn_column);
	draw_lines(road, cr, columns, size);
	for (int i = 0; i < n; i++) {
		int column = cells[i].drawn_column - MAX(0, last - columns);

		if (column >= 1)
			draw_cell(road, cr, &cells[i], (column - 0.5) * size, size);
	}
	return FALSE;
}

static void
sabot_road_class_init(SabotRoadClass *klass)
{
	GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);

	widget_class->draw = draw;
	gtk_widget_class_set_css_name(widget_class, "sabot-road");
	gtk_widget_class_set_accessible_role(widget_class, ATK_ROLE_IMAGE);
}

static void
sabot_road_init(SabotRoad *road)
{
	road->kind = SABOT_ROAD_BIG;
	sabot_roads_init(&road->roads);
}

void
sabot_road_set_kind(SabotRoad *road, enum sabot_road kind)
{
	road->kind = kind;
	gtk_widget_queue_draw(GTK_WIDGET(road));
}

static bool
is_same(const struct sabot_roads *a, const struct sabot_roads *b)
{
	for (int i = 0; a->n_coups == b->n_coups && i < a->n_coups; i++)
		if (a->coups[i].winner != b->coups[i].winner)
			return false;
	return a->n_coups == b->n_coups;
}

static void
name_it(SabotRoad *road)
{
	int wins[SABOT_WINNER_TIE + 1] = {0};
	g_autofree char *name = NULL;

	for (int i = 0; i < road->roads.n_coups; i++)
		wins[road->roads.coups[i].winner]++;
	/* Translators: for screen readers: how often each won since the shoe was loaded. */
	name = g_strdup_printf(_("road: banca %d, punto %d, tie %d"), wins[SABOT_WINNER_BANCA],
			       wins[SABOT_WINNER_PUNTO], wins[SABOT_WINNER_TIE]);
	atk_object_set_name(gtk_widget_get_accessible(GTK_WIDGET(road)), name);
}

void
sabot_road_set_results(SabotRoad *road, const GArray *results)
{
	struct sabot_roads roads;

	sabot_roads_init(&roads);
	for (guint i = 0; i < results->len; i++) {
		struct sabot_road_coup coup = {
			.winner = (enum sabot_winner)g_array_index(results, int, i)};

		sabot_roads_add(&roads, coup);
	}
	if (is_same(&road->roads, &roads) && roads.n_coups > 0)
		return;
	road->roads = roads;
	name_it(road);
	gtk_widget_queue_draw(GTK_WIDGET(road));
}
