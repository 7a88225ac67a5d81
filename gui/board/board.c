/*
 * The board of a table: see board.h. It places its parts by gui/model/board/board-layout.h and sets
 * the size of the roads' cells, so that the derived roads match the big road.
 */
#include "board.h"

#include "board-part.h"
#include "gui/model/board/board-coups.h"
#include "gui/model/board/board-phrases.h"
#include "gui/widgets/road.h"

#include <math.h>

enum { LEAST_WIDTH_PX = 320, LEAST_HEIGHT_PX = 180 };

struct _SabotBoard {
	GtkFixed parent_instance;
	struct sabot_board_scene scene;
	bool is_one_of_many;
	enum sabot_wire_game game; /* the game for which it is laid out */
	GtkWidget *parts[SABOT_BOARD_PARTS];
	GtkWidget *labels[SABOT_WIRE_ROADS];
	SabotRoad *roads[SABOT_WIRE_ROADS];
	struct sabot_road_grid grids[SABOT_WIRE_ROADS];
};

G_DEFINE_FINAL_TYPE(SabotBoard, sabot_board, GTK_TYPE_FIXED)

static void
sabot_board_dispose(GObject *object)
{
	SabotBoard *board = SABOT_BOARD(object);

	if (board->scene.table)
		g_signal_handlers_disconnect_by_data(board->scene.table, board);
	/* The parts, which show the scene, are destroyed first. */
	G_OBJECT_CLASS(sabot_board_parent_class)->dispose(object);
	g_clear_object(&board->scene.table);
	g_clear_pointer(&board->scene.style, sabot_board_style_unref);
}

/* A box in pixels of the window, rounded at its edges so that neighbours leave no gap. */
static GtkAllocation
to_pixels(SabotBoard *board, const GtkAllocation *all, const struct sabot_board_box *box)
{
	double unit = board->scene.layout.unit_px;
	int left = (int)floor(box->x * unit), top = (int)floor(box->y * unit);

	return (GtkAllocation){all->x + left, all->y + top,
			       MAX(1, (int)ceil((box->x + box->width) * unit) - left),
			       MAX(1, (int)ceil((box->y + box->height) * unit) - top)};
}

static void
place_child(SabotBoard *board, const GtkAllocation *all, GtkWidget *child,
	    const struct sabot_board_box *box)
{
	GtkAllocation place = to_pixels(board, all, box);

	gtk_widget_set_child_visible(child, box->width > 0);
	if (box->width > 0)
		gtk_widget_size_allocate(child, &place);
}

static void
fit_roads(SabotBoard *board)
{
	const GArray *cells[SABOT_WIRE_ROADS];

	for (int i = 0; i < SABOT_WIRE_ROADS; i++)
		cells[i] = sabot_road_get_cells(board->roads[i]);
	sabot_board_fit_roads(&board->scene.layout, cells, board->grids);
	for (int i = 0; i < SABOT_WIRE_ROADS; i++)
		sabot_road_set_grid(board->roads[i], &board->grids[i]);
}

static void
size_allocate(GtkWidget *widget, GtkAllocation *allocation)
{
	SabotBoard *board = SABOT_BOARD(widget);
	struct sabot_board_layout *layout = &board->scene.layout;

	gtk_widget_set_allocation(widget, allocation);
	sabot_board_lay_out(allocation->width, allocation->height, board->is_one_of_many,
			    board->game, layout);
	for (int i = 0; i < SABOT_BOARD_PARTS; i++)
		place_child(board, allocation, board->parts[i], &layout->parts[i]);
	for (int i = 0; i < SABOT_WIRE_ROADS; i++) {
		place_child(board, allocation, board->labels[i], &layout->labels[i]);
		place_child(board, allocation, GTK_WIDGET(board->roads[i]), &layout->roads[i]);
	}
	fit_roads(board);
}

static void
get_preferred_width(GtkWidget *widget, int *least, int *natural)
{
	(void)widget;
	*least = *natural = LEAST_WIDTH_PX;
}

static void
get_preferred_height(GtkWidget *widget, int *least, int *natural)
{
	(void)widget;
	*least = *natural = LEAST_HEIGHT_PX;
}

static void
sabot_board_class_init(SabotBoardClass *klass)
{
	GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);

	G_OBJECT_CLASS(klass)->dispose = sabot_board_dispose;
	widget_class->size_allocate = size_allocate;
	widget_class->get_preferred_width = get_preferred_width;
	widget_class->get_preferred_height = get_preferred_height;
	gtk_widget_class_set_css_name(widget_class, "sabot-board");
	gtk_widget_class_set_accessible_role(widget_class, ATK_ROLE_PANEL);
}

static void
sabot_board_init(SabotBoard *board)
{
	board->scene.layout.unit_px = 1;
}

static void
on_changed(SabotBoardTable *table, gpointer data)
{
	SabotBoard *board = data;
	const struct sabot_wire_view *view = sabot_board_table_get_view(table);
	g_autofree char *coups = NULL;

	for (int i = 0; i < SABOT_BOARD_PARTS; i++)
		sabot_board_part_update(SABOT_BOARD_PART(board->parts[i]));
	for (int i = 0; i < SABOT_WIRE_ROADS; i++)
		gtk_widget_set_opacity(GTK_WIDGET(board->roads[i]),
				       sabot_board_table_is_stale(table) ? 0.4 : 1);
	if (!view)
		return;
	coups = sabot_board_coups(view);
	for (int i = 0; i < SABOT_WIRE_ROADS; i++)
		sabot_road_set_coups(board->roads[i], coups, view->has_falling_tails);
	fit_roads(board);
	if (view->game != board->game) {
		board->game = view->game;
		gtk_widget_queue_resize(GTK_WIDGET(board));
	}
}

static void
add_road(SabotBoard *board, enum sabot_wire_road kind)
{
	SabotRoad *road = g_object_new(SABOT_TYPE_ROAD, "visible", TRUE, NULL);

	board->roads[kind] = road;
	board->labels[kind] = sabot_board_part_new_label(kind, &board->scene);
	sabot_board_style_apply(board->scene.style, GTK_WIDGET(road));
	sabot_road_set_kind(road, kind);
	sabot_road_set_coups(road, "", false);
	atk_object_set_description(gtk_widget_get_accessible(GTK_WIDGET(road)),
				   sabot_board_phrase_road(kind));
	gtk_container_add(GTK_CONTAINER(board), board->labels[kind]);
	gtk_container_add(GTK_CONTAINER(board), GTK_WIDGET(road));
}

GtkWidget *
sabot_board_new(SabotBoardTable *table, struct sabot_board_style *style, bool is_one_of_many)
{
	SabotBoard *board = g_object_new(SABOT_TYPE_BOARD, "visible", TRUE, NULL);

	board->scene.table = g_object_ref(table);
	board->scene.style = sabot_board_style_ref(style);
	board->is_one_of_many = is_one_of_many;
	for (int i = 0; i < SABOT_BOARD_PARTS; i++) {
		board->parts[i] = sabot_board_part_new((enum sabot_board_part)i, &board->scene);
		gtk_container_add(GTK_CONTAINER(board), board->parts[i]);
	}
	for (int i = 0; i < SABOT_WIRE_ROADS; i++)
		add_road(board, (enum sabot_wire_road)i);
	atk_object_set_name(gtk_widget_get_accessible(GTK_WIDGET(board)),
			    sabot_board_table_get_name(table));
	g_signal_connect(table, "changed", G_CALLBACK(on_changed), board);
	on_changed(table, board);
	return GTK_WIDGET(board);
}

const struct sabot_board_layout *
sabot_board_get_layout(SabotBoard *board)
{
	return &board->scene.layout;
}

static void
add_texts(GtkWidget *part, struct sabot_board_texts *sum)
{
	const struct sabot_board_texts *texts = sabot_board_part_get_texts(SABOT_BOARD_PART(part));

	if (!gtk_widget_get_child_visible(part))
		return;
	sum->n_cut += texts->n_cut;
	sum->least_px = MIN(sum->least_px, texts->least_px);
	sum->out_px = MAX(sum->out_px, texts->out_px);
}

struct sabot_board_texts
sabot_board_get_texts(SabotBoard *board)
{
	struct sabot_board_texts sum = {.least_px = G_MAXINT};

	for (int i = 0; i < SABOT_BOARD_PARTS; i++)
		add_texts(board->parts[i], &sum);
	for (int i = 0; i < SABOT_WIRE_ROADS; i++)
		add_texts(board->labels[i], &sum);
	return sum;
}
