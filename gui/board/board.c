/* The score board: see board.h; its layout is board.ui. Sizes follow the window's. */
#include "board.h"
#include "gui/widgets/template.h"

#include "gui/model/tables/phrases.h"
#include "gui/widgets/fit-text.h"
#include "gui/widgets/label.h"
#include "gui/widgets/road.h"

#include <glib/gi18n.h>

/* The children of the template. */
#define BOARD_CHILDREN(CHILD)                                                                      \
	CHILD(GtkLabel, name)                                                                      \
	CHILD(GtkLabel, limits)                                                                    \
	CHILD(GtkLabel, place)                                                                     \
	CHILD(SabotFitText, now)                                                                   \
	CHILD(SabotFitText, counts)                                                                \
	CHILD(GtkGrid, grid)

struct _SabotBoard {
	GtkApplicationWindow parent_instance;
	SabotDealerTable *table;
	GtkCssProvider *size_style;
	int width_px, height_px; /* that the sizes were made for */
	guint resize_idle;
	BOARD_CHILDREN(SABOT_CHILD_MEMBER)
	SabotRoad *roads[SABOT_WIRE_ROADS];
};

G_DEFINE_FINAL_TYPE(SabotBoard, sabot_board, GTK_TYPE_APPLICATION_WINDOW)

/* Of the five roads, as board.ui names them. */
static const char *const road_ids[SABOT_WIRE_ROADS] = {
	[SABOT_WIRE_ROAD_BEAD] = "bead",           [SABOT_WIRE_ROAD_BIG] = "big",
	[SABOT_WIRE_ROAD_BIG_EYE] = "big_eye",     [SABOT_WIRE_ROAD_SMALL] = "small",
	[SABOT_WIRE_ROAD_COCKROACH] = "cockroach",
};

static void
sabot_board_dispose(GObject *object)
{
	SabotBoard *board = SABOT_BOARD(object);

	g_clear_handle_id(&board->resize_idle, g_source_remove);
	if (board->table)
		g_signal_handlers_disconnect_by_data(board->table, board);
	g_clear_object(&board->table);
	g_clear_object(&board->size_style);
	G_OBJECT_CLASS(sabot_board_parent_class)->dispose(object);
}

/* Where a road stands in the grid: beside each other, or on a high screen below each other. */
static const struct place {
	int left, top, width, height;
} wide_places[SABOT_WIRE_ROADS] = {{0, 0, 2, 2},
				   {2, 0, 4, 2},
				   {0, 2, 2, 1},
				   {2, 2, 2, 1},
				   {4, 2, 2, 1}},
  tall_places[SABOT_WIRE_ROADS] = {
	  {0, 0, 6, 2}, {0, 2, 6, 2}, {0, 4, 6, 1}, {0, 5, 6, 1}, {0, 6, 6, 1}};

static void
place_roads(SabotBoard *board)
{
	const struct place *places = board->height_px > board->width_px ? tall_places : wide_places;

	for (int i = 0; i < SABOT_WIRE_ROADS; i++)
		gtk_container_child_set(GTK_CONTAINER(board->grid), GTK_WIDGET(board->roads[i]),
					"left-attach", places[i].left, "top-attach", places[i].top,
					"width", places[i].width, "height", places[i].height, NULL);
}

static gboolean
fit_sizes(gpointer data)
{
	SabotBoard *board = data;
	bool is_tall = board->height_px > board->width_px;
	double scale = is_tall ? MIN(board->width_px / 480.0, board->height_px / 800.0)
			       : MIN(board->width_px / 800.0, board->height_px / 480.0);
	g_autofree char *css =
		g_strdup_printf(".board { font-size: %dpx; }", (int)CLAMP(16 * scale, 10, 48));

	board->resize_idle = 0;
	gtk_css_provider_load_from_data(board->size_style, css, -1, NULL);
	place_roads(board);
	gtk_widget_set_size_request(GTK_WIDGET(board->now), -1, board->height_px / 9);
	gtk_widget_set_size_request(GTK_WIDGET(board->counts), -1, board->height_px / 14);
	return G_SOURCE_REMOVE;
}

static void
size_allocate(GtkWidget *widget, GtkAllocation *allocation)
{
	SabotBoard *board = SABOT_BOARD(widget);

	GTK_WIDGET_CLASS(sabot_board_parent_class)->size_allocate(widget, allocation);
	if (board->width_px == allocation->width && board->height_px == allocation->height)
		return;
	board->width_px = allocation->width;
	board->height_px = allocation->height;
	if (!board->resize_idle)
		board->resize_idle = g_idle_add_full(GTK_PRIORITY_RESIZE, fit_sizes, board, NULL);
}

static void
sabot_board_class_init(SabotBoardClass *klass)
{
	GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);

	G_OBJECT_CLASS(klass)->dispose = sabot_board_dispose;
	widget_class->size_allocate = size_allocate;
	g_type_ensure(SABOT_TYPE_FIT_TEXT);
	g_type_ensure(SABOT_TYPE_ROAD);
	gtk_widget_class_set_template_from_resource(widget_class, "/org/sabot/board/board.ui");
	SABOT_BIND_CHILDREN(widget_class, SabotBoard, BOARD_CHILDREN);
	for (int i = 0; i < SABOT_WIRE_ROADS; i++)
		gtk_widget_class_bind_template_child_full(widget_class, road_ids[i], FALSE, 0);
}

static void
sabot_board_init(SabotBoard *board)
{
	gtk_widget_init_template(GTK_WIDGET(board));
	sabot_fit_text_set_bold(board->now, TRUE);
	for (int i = 0; i < SABOT_WIRE_ROADS; i++) {
		board->roads[i] = SABOT_ROAD(gtk_widget_get_template_child(
			GTK_WIDGET(board), SABOT_TYPE_BOARD, road_ids[i]));
		sabot_road_set_kind(board->roads[i], (enum sabot_wire_road)i);
	}
	board->size_style = gtk_css_provider_new();
	gtk_style_context_add_provider_for_screen(gtk_widget_get_screen(GTK_WIDGET(board)),
						  GTK_STYLE_PROVIDER(board->size_style),
						  GTK_STYLE_PROVIDER_PRIORITY_APPLICATION + 1);
}

/* The bead plate has a cell for each coup, ties too. */
static char *
show_counts(const char *coups)
{
	g_autoptr(GArray) beads = sabot_wire_road_cells(coups, false, SABOT_WIRE_ROAD_BEAD);
	int n_banca = 0, n_punto = 0, n_tie = 0;

	for (guint i = 0; i < beads->len; i++) {
		char mark = g_array_index(beads, struct sabot_wire_cell, i).mark;

		n_banca += mark == 'b';
		n_punto += mark == 'p';
		n_tie += mark == 't';
	}
	/* Translators: how often each has won since the shoe was loaded. */
	return g_strdup_printf(C_("board", "banca %d · punto %d · tie %d"), n_banca, n_punto,
			       n_tie);
}

/* Shows players that they may bet, that bets are closed, or who has won. */
static char *
show_now(const struct sabot_wire_view *view)
{
	if (view->state != SABOT_WIRE_TABLE_OPEN)
		return g_strdup(sabot_phrase_table_state(view->state));
	if (view->phase == SABOT_WIRE_PHASE_DECIDED && view->winner != SABOT_WINNER_NONE)
		return g_strdup(sabot_phrase_winner(view->winner));
	if (view->phase == SABOT_WIRE_PHASE_BETTING)
		return view->prompt ? sabot_phrase_prompt(view->prompt) : g_strdup("");
	if (view->phase == SABOT_WIRE_PHASE_DEALING)
		return g_strdup(C_("board", "No more bets"));
	return g_strdup(sabot_phrase_phase(view->phase));
}

static void
on_changed(SabotDealerTable *table, gpointer data)
{
	SabotBoard *board = data;
	const struct sabot_wire_view *view = sabot_dealer_table_get_view(table);
	g_autofree char *limits = NULL, *now = NULL, *counts = NULL, *place = NULL;

	sabot_style_set_class(board, "stale", sabot_dealer_table_is_stale(table));
	if (!view)
		return;
	limits = sabot_phrase_limits(view->min_minor, view->max_minor);
	place = sabot_phrase_load_round(view);
	now = show_now(view);
	counts = show_counts(view->coups);
	sabot_label_set(board->limits, limits);
	sabot_label_set(board->place, place);
	sabot_fit_text_set(board->now, now);
	sabot_fit_text_set(board->counts, counts);
	for (int i = 0; i < SABOT_WIRE_ROADS; i++)
		sabot_road_set_coups(board->roads[i], view->coups ? view->coups : "",
				     view->has_falling_tails);
}

GtkWidget *
sabot_board_new(GtkApplication *application, SabotDealerTable *table)
{
	SabotBoard *board = g_object_new(SABOT_TYPE_BOARD, "application", application, NULL);

	board->table = g_object_ref(table);
	gtk_window_set_title(GTK_WINDOW(board), sabot_dealer_table_get_name(table));
	sabot_label_set(board->name, sabot_dealer_table_get_name(table));
	g_signal_connect(table, "changed", G_CALLBACK(on_changed), board);
	on_changed(table, board);
	return GTK_WIDGET(board);
}
