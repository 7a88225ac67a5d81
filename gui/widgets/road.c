/*
 * The drawn road: see road.h. proto/wire-roads.h determines the place of each mark, road-grid.h its
 * size. Proportions are those of a cell's side.
 */
#include "gui/widgets/road.h"

#include "gui/model/board/board-phrases.h"
#include "gui/widgets/paint.h"
#include "gui/widgets/road-table.h"

#include <glib/gi18n.h>
#include <math.h>

struct _SabotRoad {
	GtkDrawingArea parent_instance;
	enum sabot_wire_road kind;
	char *coups; /* or NULL */
	bool tails_fall;
	GArray *cells;               /* of struct sabot_wire_cell */
	struct sabot_road_grid grid; /* as set; its cell is 0 if none was */
};

G_DEFINE_FINAL_TYPE(SabotRoad, sabot_road, GTK_TYPE_DRAWING_AREA)

/* The background of a road; letters on its discs have the same colour. */
static const char paper[] = "sabot_field";

enum { STAR_POINTS = 5, STAR_CORNERS = 2 * STAR_POINTS };

/* A cell being drawn. */
struct stroke {
	GtkWidget *widget;
	cairo_t *cr;
	double x, y, size;
};

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
	default: /* a mark of a newer daemon */
		return "sabot_quiet";
	}
}

static void
set_mark_colour(const struct stroke *at, char mark)
{
	sabot_paint_set_colour(at->widget, at->cr, colour_of(mark));
}

static void
add_disc(const struct stroke *at, double dx, double dy, double radius)
{
	cairo_new_path(at->cr);
	cairo_arc(at->cr, at->x + dx * at->size, at->y + dy * at->size, radius * at->size, 0,
		  2 * M_PI);
}

static void
draw_text(const struct stroke *at, double height, const char *text)
{
	sabot_paint_text(at->widget, at->cr, text, height * at->size,
			 (struct sabot_point){at->x, at->y});
}

/* Draw a pair's dot, with a margin around it. */
static void
draw_dot(const struct stroke *at, double where, char mark)
{
	add_disc(at, where, where, 0.115);
	set_mark_colour(at, mark);
	cairo_fill_preserve(at->cr);
	cairo_set_line_width(at->cr, MAX(1, at->size * 0.035));
	sabot_paint_set_colour(at->widget, at->cr, paper);
	cairo_stroke(at->cr);
}

static void
draw_pairs(const struct stroke *at, const struct sabot_wire_cell *cell, double where)
{
	if (cell->banca_pair)
		draw_dot(at, -where, 'b');
	if (cell->punto_pair)
		draw_dot(at, where, 'p');
}

static void
add_star(cairo_t *cr, double x, double y, double radius)
{
	cairo_new_path(cr);
	for (int i = 0; i < STAR_CORNERS; i++) {
		double angle = i * M_PI / STAR_POINTS - M_PI / 2;
		double length = i % 2 == 0 ? radius : radius * 0.42;

		cairo_line_to(cr, x + length * cos(angle), y + length * sin(angle));
	}
	cairo_close_path(cr);
}

void
sabot_road_paint_star(GtkWidget *widget, cairo_t *cr, double x, double y, double radius)
{
	/* Defined in the board's sheet only. */
	static const char gold[] = "sabot_board_star";
	GtkStyleContext *context = gtk_widget_get_style_context(widget);
	GdkRGBA colour;

	add_star(cr, x, y, radius);
	sabot_paint_set_colour(
		widget, cr,
		gtk_style_context_lookup_color(context, gold, &colour) ? gold : "sabot_high");
	cairo_fill_preserve(cr);
	sabot_paint_set_colour(widget, cr, paper);
	cairo_set_line_width(cr, MAX(0.6, radius * 0.1));
	cairo_stroke(cr);
}

static void
draw_bead(const struct stroke *at, const struct sabot_wire_cell *cell)
{
	add_disc(at, 0, 0, 0.40);
	set_mark_colour(at, cell->mark);
	cairo_fill(at->cr);
	sabot_paint_set_colour(at->widget, at->cr, paper);
	draw_text(at, 0.44, sabot_board_phrase_letter(cell->mark));
	draw_pairs(at, cell, 0.33);
	if (cell->natural)
		sabot_road_paint_star(at->widget, at->cr, at->x + at->size * 0.33,
				      at->y - at->size * 0.33, at->size * 0.15);
}

static void
add_slash(const struct stroke *at)
{
	double reach = at->size * 0.34;

	cairo_new_path(at->cr);
	cairo_move_to(at->cr, at->x - reach, at->y + reach);
	cairo_line_to(at->cr, at->x + reach, at->y - reach);
	cairo_set_line_cap(at->cr, CAIRO_LINE_CAP_ROUND);
}

/* One tie is a stroke; several ties are a stroke with their number. */
static void
draw_ties(const struct stroke *at, int ties)
{
	g_autofree char *number = g_strdup_printf("%d", ties);

	add_slash(at);
	set_mark_colour(at, 't');
	cairo_set_line_width(at->cr, at->size * 0.11);
	cairo_stroke(at->cr);
	if (ties < 2)
		return;
	add_disc(at, 0, 0, 0.23);
	sabot_paint_set_colour(at->widget, at->cr, paper);
	cairo_fill(at->cr);
	set_mark_colour(at, 't');
	draw_text(at, 0.46, number);
}

static void
draw_ring(const struct stroke *at, const struct sabot_wire_cell *cell)
{
	add_disc(at, 0, 0, 0.36);
	set_mark_colour(at, cell->mark);
	cairo_set_line_width(at->cr, MAX(1.5, at->size * 0.12));
	cairo_stroke(at->cr);
	draw_pairs(at, cell, 0.30);
	if (cell->ties > 0)
		draw_ties(at, cell->ties);
}

static void
draw_mark(const struct stroke *at, enum sabot_road_glyph glyph, const struct sabot_wire_cell *cell)
{
	set_mark_colour(at, cell->mark);
	switch (glyph) {
	case SABOT_ROAD_GLYPH_BEAD:
		draw_bead(at, cell);
		break;
	case SABOT_ROAD_GLYPH_RING:
		draw_ring(at, cell);
		break;
	case SABOT_ROAD_GLYPH_HOLLOW:
		add_disc(at, 0, 0, 0.34);
		cairo_set_line_width(at->cr, at->size * 0.17);
		cairo_stroke(at->cr);
		break;
	case SABOT_ROAD_GLYPH_DISC:
		add_disc(at, 0, 0, 0.40);
		cairo_fill(at->cr);
		break;
	case SABOT_ROAD_GLYPH_SLASH:
		add_slash(at);
		cairo_set_line_width(at->cr, at->size * 0.2);
		cairo_stroke(at->cr);
		break;
	}
}

/* A coup that is not certain is drawn as a question mark. */
static void
draw_spot(const struct stroke *at, enum sabot_wire_road kind, const struct sabot_wire_cell *cell)
{
	if (cell->mark != SABOT_WIRE_COUP_UNVERIFIED) {
		draw_mark(at, sabot_road_glyph(kind), cell);
		return;
	}
	sabot_paint_set_colour(at->widget, at->cr, "sabot_quiet");
	draw_text(at, 0.7, "?");
}

void
sabot_road_paint_mark(GtkWidget *widget, cairo_t *cr, const struct sabot_road_spot *spot,
		      enum sabot_wire_road kind, double size_px)
{
	const struct stroke at = {widget, cr, spot->x, spot->y, size_px};

	draw_spot(&at, kind, &spot->cell);
}

/* A printed cell of a derived road holds two marks in each direction. */
static void
draw_lines(SabotRoad *road, cairo_t *cr, const struct sabot_road_grid *grid)
{
	const struct stroke at = {GTK_WIDGET(road), cr, 0, 0, 0};
	int step = road->kind > SABOT_WIRE_ROAD_BIG ? SABOT_ROAD_MARKS_A_CELL : 1;
	double width = grid->columns * grid->cell_px;
	double height = SABOT_ROAD_GRID_ROWS * grid->cell_px;

	if (road->grid.cell_px > 0) {
		sabot_paint_set_colour(at.widget, cr, paper);
		cairo_rectangle(cr, 0, 0, width, height);
		cairo_fill(cr);
	}
	sabot_paint_set_colour(at.widget, cr, "sabot_grid");
	cairo_set_line_width(cr, 1);
	for (int row = 0; row <= SABOT_ROAD_GRID_ROWS; row += step) {
		cairo_move_to(cr, 0, floor(row * grid->cell_px) + 0.5);
		cairo_line_to(cr, width, floor(row * grid->cell_px) + 0.5);
	}
	for (int column = 0; column <= grid->columns; column += step) {
		cairo_move_to(cr, floor(column * grid->cell_px) + 0.5, 0);
		cairo_line_to(cr, floor(column * grid->cell_px) + 0.5, height);
	}
	cairo_stroke(cr);
}

static void
draw_frame(SabotRoad *road, cairo_t *cr, const struct sabot_road_spot *spot, double size)
{
	const GdkRectangle box = {(int)(spot->x - size / 2) + 1, (int)(spot->y - size / 2) + 1,
				  (int)size - 1, (int)size - 1};

	sabot_paint_rounded(cr, &box, 3);
	sabot_paint_set_colour(GTK_WIDGET(road), cr, "sabot_ink");
	cairo_set_line_width(cr, MAX(1.5, size * 0.06));
	cairo_stroke(cr);
}

static struct sabot_road_grid
choose_grid(SabotRoad *road)
{
	GtkWidget *widget = GTK_WIDGET(road);

	if (road->grid.cell_px > 0)
		return road->grid;
	return sabot_road_grid_fill(road->cells, gtk_widget_get_allocated_width(widget) - 1,
				    (gtk_widget_get_allocated_height(widget) - 1.0) /
					    SABOT_ROAD_GRID_ROWS);
}

static gboolean
draw(GtkWidget *widget, cairo_t *cr)
{
	SabotRoad *road = SABOT_ROAD(widget);
	struct sabot_road_grid grid = choose_grid(road);
	g_autoptr(GArray) spots = sabot_road_grid_place(road->cells, road->kind, &grid);

	draw_lines(road, cr, &grid);
	for (guint i = 0; i < spots->len; i++) {
		const struct sabot_road_spot *spot =
			&g_array_index(spots, struct sabot_road_spot, i);
		const struct stroke at = {widget, cr, spot->x, spot->y, grid.cell_px};

		draw_spot(&at, road->kind, &spot->cell);
		if (spot->is_last && road->grid.cell_px > 0)
			draw_frame(road, cr, spot, grid.cell_px);
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
	gtk_widget_class_set_accessible_type(widget_class, SABOT_TYPE_ROAD_TABLE);
}

static void
sabot_road_init(SabotRoad *road)
{
	gtk_widget_set_has_window(GTK_WIDGET(road), FALSE);
	road->kind = SABOT_WIRE_ROAD_BIG;
	road->cells = g_array_new(FALSE, FALSE, sizeof(struct sabot_wire_cell));
}

static void
name_it(SabotRoad *road)
{
	struct sabot_road_counts counts = sabot_road_counts(road->coups);
	g_autofree char *name = NULL;

	/* Translators: for screen readers: how often each won since the shoe was loaded. */
	name = g_strdup_printf(_("road: banca %d, punto %d, tie %d"), counts.banca, counts.punto,
			       counts.tie);
	if (counts.unverified > 0) {
		g_autofree char *certain = g_steal_pointer(&name);

		/* Translators: "road: banca 3, …", and how many coups are not certain. */
		name = g_strdup_printf(_("%s, unverified %d"), certain, counts.unverified);
	}
	atk_object_set_name(gtk_widget_get_accessible(GTK_WIDGET(road)), name);
}

static void
update_cells(SabotRoad *road)
{
	g_array_unref(road->cells);
	road->cells = sabot_wire_road_cells(road->coups, road->tails_fall, road->kind);
	sabot_road_table_set_marks(SABOT_ROAD_TABLE(gtk_widget_get_accessible(GTK_WIDGET(road))),
				   road->cells);
	gtk_widget_queue_draw(GTK_WIDGET(road));
}

void
sabot_road_set_kind(SabotRoad *road, enum sabot_wire_road kind)
{
	road->kind = kind;
	update_cells(road);
}

void
sabot_road_set_coups(SabotRoad *road, const char *coups, bool tails_fall)
{
	if (road->coups && g_strcmp0(road->coups, coups) == 0 && road->tails_fall == tails_fall)
		return;
	road->tails_fall = tails_fall;
	g_free(road->coups);
	road->coups = g_strdup(coups);
	update_cells(road);
	name_it(road);
}

const GArray *
sabot_road_get_cells(SabotRoad *road)
{
	return road->cells;
}

void
sabot_road_set_grid(SabotRoad *road, const struct sabot_road_grid *grid)
{
	road->grid = *grid;
	gtk_widget_queue_draw(GTK_WIDGET(road));
}
