/*
 * The squares of the cloth: see bet-grid.h. bet-layout.h determines their places; heads and names
 * of rows are drawn. Pointer events go to the grid, because a stroke begins like a touch and
 * becomes one only at a second square; a key or a screen reader presses the square itself.
 */
#include "gui/display/bet-grid.h"

#include "bet-heads.h"
#include "bet-square.h"
#include "key-button.h"
#include "gui/display/hold.h"
#include "gui/model/dealer/bet-phrases.h"
#include "gui/style/screen-font.h"
#include "gui/widgets/label.h"
#include "gui/widgets/paint.h"
#include "gui/widgets/placed.h"
#include "gui/widgets/seen.h"
#include "text/money.h"

#include <glib/gi18n.h>

enum { STROKE_STEP_PX = 4 };

/* A square and its position among the others. */
struct cell {
	GtkWidget *square;
	int box, row, n; /* from 0 */
};

/* What the number of a box shows about it. */
enum head { HEAD_EMPTY, HEAD_IN, HEAD_OUT };

struct _SabotBetGrid {
	GtkContainer parent_instance;
	SabotDealerTable *table;
	/* the rules for which the squares were created, kept */
	const struct sabot_wire_rules *rules;
	bool has_stakes;
	struct sabot_bet_layout layout;
	GArray *cells;     /* of struct cell */
	GByteArray *heads; /* of each box, from 0: enum head, as painted */
	GtkWidget *page_key;
	GtkGesture *drag;
	GArray *stroke; /* of int: cells passed by the stroke */
	double last_x, last_y;
};

G_DEFINE_FINAL_TYPE(SabotBetGrid, sabot_bet_grid, GTK_TYPE_CONTAINER)

static struct sabot_dealer_bets *
get_bets(SabotBetGrid *grid)
{
	return sabot_dealer_table_get_bets(grid->table);
}

static struct cell *
nth_cell(SabotBetGrid *grid, guint n)
{
	return &g_array_index(grid->cells, struct cell, n);
}

static void
sabot_bet_grid_dispose(GObject *object)
{
	SabotBetGrid *grid = SABOT_BET_GRID(object);

	g_clear_object(&grid->table);
	g_clear_object(&grid->drag);
	sabot_record_unref((gpointer)grid->rules);
	grid->rules = NULL;
	G_OBJECT_CLASS(sabot_bet_grid_parent_class)->dispose(object);
}

static void
sabot_bet_grid_finalize(GObject *object)
{
	SabotBetGrid *grid = SABOT_BET_GRID(object);

	g_array_unref(grid->cells);
	g_byte_array_unref(grid->heads);
	g_array_unref(grid->stroke);
	G_OBJECT_CLASS(sabot_bet_grid_parent_class)->finalize(object);
}

static void
forall(GtkContainer *container, gboolean has_internals, GtkCallback callback, gpointer data)
{
	SabotBetGrid *grid = SABOT_BET_GRID(container);

	(void)has_internals;
	for (guint i = 0; i < grid->cells->len; i++)
		callback(nth_cell(grid, i)->square, data);
	if (grid->page_key)
		callback(grid->page_key, data);
}

static void
add(GtkContainer *container, GtkWidget *widget)
{
	gtk_widget_set_parent(widget, GTK_WIDGET(container));
}

/* Squares are all destroyed together; only they and the key are children. */
static void
remove_child(GtkContainer *container, GtkWidget *widget)
{
	SabotBetGrid *grid = SABOT_BET_GRID(container);

	if (widget == grid->page_key)
		grid->page_key = NULL;
	for (guint i = 0; i < grid->cells->len; i++) {
		if (nth_cell(grid, i)->square == widget) {
			g_array_remove_index(grid->cells, i);
			break;
		}
	}
	gtk_widget_unparent(widget);
}

static GType
child_type(GtkContainer *container)
{
	(void)container;
	return GTK_TYPE_WIDGET;
}

static void
place_child(SabotBetGrid *grid, GtkWidget *child, const GdkRectangle *place, bool is_seen)
{
	gtk_widget_set_child_visible(child, is_seen);
	if (is_seen)
		sabot_placed_allocate(GTK_WIDGET(grid), child, *place);
}

static void
place_children(SabotBetGrid *grid)
{
	struct sabot_bet_layout *layout = &grid->layout;
	GdkRectangle key;
	int n_pages = sabot_bet_layout_count_pages(layout, &key);

	layout->page = MIN(layout->page, n_pages - 1);
	place_child(grid, grid->page_key, &key, n_pages > 1);
	for (guint i = 0; i < grid->cells->len; i++) {
		const struct cell *cell = nth_cell(grid, i);
		GdkRectangle place = sabot_bet_layout_square(layout, cell->box, cell->row, cell->n);

		place_child(grid, cell->square, &place,
			    sabot_bet_layout_has_row(layout, cell->row, cell->n) &&
				    sabot_bet_layout_has_box(layout, cell->box));
	}
}

static void
show_page_key(SabotBetGrid *grid);

static void
size_allocate(GtkWidget *widget, GtkAllocation *allocation)
{
	SabotBetGrid *grid = SABOT_BET_GRID(widget);

	gtk_widget_set_allocation(widget, allocation);
	grid->layout.width_px = allocation->width;
	grid->layout.height_px = allocation->height;
	grid->layout.em_px = sabot_font_get_size(GTK_WIDGET(grid));
	place_children(grid);
	show_page_key(grid);
}

/* The sums of rows on the other page are shown all the same. */
static void
paint_hidden_rows(SabotBetGrid *grid, cairo_t *cr)
{
	const struct sabot_bet_layout *layout = &grid->layout;
	GdkRectangle key;

	if (sabot_bet_layout_is_tall(layout) || sabot_bet_layout_count_pages(layout, &key) < 2 ||
	    layout->page > 0)
		return;
	for (int box = 0; box < layout->n_boxes; box++) {
		GdkRectangle head = sabot_bet_layout_head(layout, box);
		struct sabot_point centre = {head.x + head.width / 2.0, key.y + key.height / 2.0};
		char money[SABOT_TEXT_MONEY_SIZE];
		int64_t sum_minor = 0;

		for (guint i = 0; i < grid->cells->len; i++) {
			const struct cell *cell = nth_cell(grid, i);

			if (cell->box == box &&
			    !sabot_bet_layout_has_row(layout, cell->row, cell->n))
				sum_minor +=
					sabot_dealer_bets_get_square(
						get_bets(grid),
						sabot_square_get_place(SABOT_SQUARE(cell->square)))
						.amount_minor;
		}
		sabot_paint_set_colour(GTK_WIDGET(grid), cr, "sabot_ink");
		if (sum_minor > 0)
			sabot_paint_text(GTK_WIDGET(grid), cr,
					 sabot_text_money_spaced(sum_minor, money),
					 sabot_font_get_size(GTK_WIDGET(grid)) * 1.2, centre);
	}
}

static gboolean
draw(GtkWidget *widget, cairo_t *cr)
{
	SabotBetGrid *grid = SABOT_BET_GRID(widget);
	const struct sabot_bet_layout *layout = &grid->layout;

	gtk_render_background(gtk_widget_get_style_context(widget), cr, 0, 0, layout->width_px,
			      layout->height_px);
	if (!grid->rules)
		return GDK_EVENT_PROPAGATE;
	paint_hidden_rows(grid, cr);
	sabot_bet_heads_paint(widget, cr, layout, sabot_dealer_bets_get_squares(get_bets(grid)));
	return GTK_WIDGET_CLASS(sabot_bet_grid_parent_class)->draw(widget, cr);
}

static void
touch(SabotBetGrid *grid, const int *cells, guint n)
{
	g_autofree struct sabot_dealer_square *squares = g_new(struct sabot_dealer_square, n);

	for (guint i = 0; i < n; i++)
		squares[i] = *sabot_square_get_place(
			SABOT_SQUARE(nth_cell(grid, (guint)cells[i])->square));
	sabot_dealer_bets_touch(get_bets(grid), squares, n);
}

static void
on_clicked(GtkButton *button, gpointer data)
{
	SabotBetGrid *grid = data;

	for (guint i = 0; i < grid->cells->len; i++) {
		if (nth_cell(grid, i)->square == GTK_WIDGET(button))
			touch(grid, (const int[]){(int)i}, 1);
	}
}

static int
find_cell(SabotBetGrid *grid, double x, double y)
{
	for (guint i = 0; i < grid->cells->len; i++) {
		const struct cell *cell = nth_cell(grid, i);
		GdkRectangle place =
			sabot_bet_layout_square(&grid->layout, cell->box, cell->row, cell->n);

		if (gtk_widget_get_child_visible(cell->square) && x >= place.x && y >= place.y &&
		    x < place.x + place.width && y < place.y + place.height)
			return (int)i;
	}
	return -1;
}

/*
 * The square, for the bet with which the stroke began, at this point of the stroke: sideways
 * deviation is ignored, but it must reach a quarter into the square.
 */
static int
find_beside(SabotBetGrid *grid, double x, double y)
{
	const struct cell *first = nth_cell(grid, (guint)g_array_index(grid->stroke, int, 0));
	bool is_tall = sabot_bet_layout_is_tall(&grid->layout);

	for (guint i = 0; i < grid->cells->len; i++) {
		const struct cell *cell = nth_cell(grid, i);
		GdkRectangle place =
			sabot_bet_layout_square(&grid->layout, cell->box, cell->row, cell->n);
		double at = is_tall ? y : x, begin = is_tall ? place.y : place.x,
		       size = is_tall ? place.height : place.width;

		if (cell->row == first->row && cell->n == first->n && at >= begin + size / 4 &&
		    at <= begin + size * 3 / 4 && gtk_widget_get_child_visible(cell->square))
			return (int)i;
	}
	return -1;
}

static void
add_to_stroke(SabotBetGrid *grid, int cell)
{
	for (guint i = 0; i < grid->stroke->len; i++) {
		if (g_array_index(grid->stroke, int, i) == cell)
			return;
	}
	g_array_append_val(grid->stroke, cell);
	gtk_widget_set_state_flags(nth_cell(grid, (guint)cell)->square, GTK_STATE_FLAG_ACTIVE,
				   FALSE);
}

static void
end_stroke(SabotBetGrid *grid)
{
	for (guint i = 0; i < grid->stroke->len; i++) {
		guint n = (guint)g_array_index(grid->stroke, int, i);

		if (n < grid->cells->len)
			gtk_widget_unset_state_flags(nth_cell(grid, n)->square,
						     GTK_STATE_FLAG_ACTIVE);
	}
	g_array_set_size(grid->stroke, 0);
}

static void
on_drag_begin(GtkGestureDrag *drag, double x, double y, gpointer data)
{
	SabotBetGrid *grid = data;
	int cell = find_cell(grid, x, y);

	end_stroke(grid);
	if (cell < 0) {
		gtk_gesture_set_state(GTK_GESTURE(drag), GTK_EVENT_SEQUENCE_DENIED);
		return;
	}
	grid->last_x = x;
	grid->last_y = y;
	gtk_gesture_set_state(GTK_GESTURE(drag), GTK_EVENT_SEQUENCE_CLAIMED);
	add_to_stroke(grid, cell);
}

/* A fast finger skips points of its path: the squares between them are found here. */
static void
on_drag_update(GtkGestureDrag *drag, double from_x, double from_y, gpointer data)
{
	SabotBetGrid *grid = data;
	double x, y, length;

	if (grid->stroke->len == 0)
		return;
	gtk_gesture_drag_get_start_point(drag, &x, &y);
	x += from_x;
	y += from_y;
	length = MAX(ABS(x - grid->last_x), ABS(y - grid->last_y));
	for (double done = 0; done <= length; done += STROKE_STEP_PX) {
		double part = length > 0 ? done / length : 1;
		int cell = find_beside(grid, grid->last_x + (x - grid->last_x) * part,
				       grid->last_y + (y - grid->last_y) * part);

		if (cell >= 0)
			add_to_stroke(grid, cell);
	}
	grid->last_x = x;
	grid->last_y = y;
}

static void
on_drag_end(GtkGestureDrag *drag, double from_x, double from_y, gpointer data)
{
	SabotBetGrid *grid = data;
	g_autoptr(GArray) cells = NULL;

	on_drag_update(drag, from_x, from_y, data);
	cells = g_array_copy(grid->stroke);
	end_stroke(grid);
	if (cells->len > 0)
		touch(grid, (const int *)(gconstpointer)cells->data, cells->len);
}

static void
on_drag_cancelled(GtkGesture *gesture, GdkEventSequence *sequence, gpointer data)
{
	(void)gesture;
	(void)sequence;
	end_stroke(data);
}

static void
sabot_bet_grid_class_init(SabotBetGridClass *klass)
{
	GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);
	GtkContainerClass *container_class = GTK_CONTAINER_CLASS(klass);

	G_OBJECT_CLASS(klass)->dispose = sabot_bet_grid_dispose;
	G_OBJECT_CLASS(klass)->finalize = sabot_bet_grid_finalize;
	sabot_placed_class(widget_class);
	widget_class->size_allocate = size_allocate;
	widget_class->draw = draw;
	container_class->forall = forall;
	container_class->add = add;
	container_class->remove = remove_child;
	container_class->child_type = child_type;
	gtk_widget_class_set_css_name(widget_class, "sabot-bet-grid");
	gtk_widget_class_set_accessible_role(widget_class, ATK_ROLE_PANEL);
}

static void
on_page_key(GtkButton *key, gpointer data)
{
	SabotBetGrid *grid = data;
	GdkRectangle place;
	char meaning[24];

	(void)key;
	grid->layout.page = (grid->layout.page + 1) %
			    MAX(sabot_bet_layout_count_pages(&grid->layout, &place), 1);
	g_snprintf(meaning, sizeof(meaning), "page %d", grid->layout.page);
	sabot_hold_set(grid, meaning, TRUE);
	gtk_widget_queue_resize(GTK_WIDGET(grid));
}

static void
sabot_bet_grid_init(SabotBetGrid *grid)
{
	gtk_widget_set_has_window(GTK_WIDGET(grid), FALSE);
	grid->cells = g_array_new(FALSE, FALSE, sizeof(struct cell));
	grid->stroke = g_array_new(FALSE, FALSE, sizeof(int));
	grid->heads = g_byte_array_new();
	grid->page_key = sabot_key_new("");
	g_signal_connect(grid->page_key, "clicked", G_CALLBACK(on_page_key), grid);
	gtk_widget_set_parent(grid->page_key, GTK_WIDGET(grid));
	grid->drag = gtk_gesture_drag_new(GTK_WIDGET(grid));
	gtk_gesture_single_set_button(GTK_GESTURE_SINGLE(grid->drag), GDK_BUTTON_PRIMARY);
	gtk_event_controller_set_propagation_phase(GTK_EVENT_CONTROLLER(grid->drag),
						   GTK_PHASE_CAPTURE);
	g_signal_connect(grid->drag, "drag-begin", G_CALLBACK(on_drag_begin), grid);
	g_signal_connect(grid->drag, "drag-update", G_CALLBACK(on_drag_update), grid);
	g_signal_connect(grid->drag, "drag-end", G_CALLBACK(on_drag_end), grid);
	g_signal_connect(grid->drag, "cancel", G_CALLBACK(on_drag_cancelled), grid);
}

/* The contents of the next page. */
static void
show_page_key(SabotBetGrid *grid)
{
	g_autofree char *first = NULL, *text = NULL;
	GdkRectangle place;
	int box = 0;

	if (!sabot_bet_layout_is_tall(&grid->layout)) {
		gboolean is_last = grid->layout.page + 1 ==
				   sabot_bet_layout_count_pages(&grid->layout, &place);

		sabot_key_set_text(SABOT_KEY(grid->page_key),
				   is_last ? C_("bets", "main bets")
					   /* Translators: a key: tie, pairs and other side bets. */
					   : C_("bets", "more bets"));
		return;
	}
	while (box < grid->layout.n_boxes && sabot_bet_layout_has_box(&grid->layout, box))
		box++;
	if (box == grid->layout.n_boxes || grid->layout.page > 0)
		box = 0;
	first = sabot_phrase_seat(grid->layout.is_blackjack, box + 1);
	text = g_strdup_printf("%s …", first);
	sabot_key_set_text(SABOT_KEY(grid->page_key), text);
}

static enum sabot_square_shape
choose_shape(const struct sabot_bet_layout *layout, int row)
{
	if (!layout->is_blackjack)
		return layout->rows[row].n > 1 ? SABOT_SQUARE_PILL : SABOT_SQUARE_RECTANGLE;
	return row == 0 ? SABOT_SQUARE_CIRCLE : SABOT_SQUARE_PILL;
}

static void
add_square(SabotBetGrid *grid, int box, int row, int n)
{
	const struct sabot_bet_row *bets = &grid->layout.rows[row];
	struct sabot_dealer_square place = {box + 1, bets->on[n], bets->bettors[n]};
	enum sabot_square_shape shape = choose_shape(&grid->layout, row);
	g_autofree char *name =
		shape == SABOT_SQUARE_PILL ? sabot_phrase_bet_short(place.on, place.bettor) : NULL;
	struct cell cell = {sabot_square_new(&place, shape, name), box, row, n};

	if (shape == SABOT_SQUARE_PILL && !grid->layout.is_blackjack)
		sabot_style_set_class(cell.square, "round", FALSE);
	if (place.bettor > 0)
		sabot_style_set_class(cell.square, "round", FALSE);
	g_signal_connect(cell.square, "clicked", G_CALLBACK(on_clicked), grid);
	g_array_append_val(grid->cells, cell);
	gtk_widget_set_parent(cell.square, GTK_WIDGET(grid));
}

static void
make_squares(SabotBetGrid *grid)
{
	end_stroke(grid);
	while (grid->cells->len > 0)
		gtk_widget_destroy(nth_cell(grid, grid->cells->len - 1)->square);
	grid->layout.has_stakes = grid->has_stakes;
	grid->layout.page = 0;
	sabot_bet_layout_make_rows(&grid->layout, grid->rules);
	for (int box = 0; box < grid->layout.n_boxes; box++) {
		for (int row = 0; row < grid->layout.n_rows; row++) {
			for (int n = 0; n < grid->layout.rows[row].n; n++)
				add_square(grid, box, row, n);
		}
	}
	gtk_widget_queue_resize(GTK_WIDGET(grid));
}

static void
check_rules(SabotBetGrid *grid)
{
	const struct sabot_wire_rules *rules = sabot_dealer_table_get_rules(grid->table);
	const struct sabot_wire_rules *old = grid->rules;
	bool has_stakes = sabot_dealer_bets_has_stakes(get_bets(grid));

	if (!rules || (rules == old && has_stakes == grid->has_stakes))
		return;
	grid->rules = sabot_record_ref((gpointer)rules);
	grid->has_stakes = has_stakes;
	make_squares(grid);
	sabot_record_unref((gpointer)old);
}

static void
read_chips(SabotBetGrid *grid, struct sabot_denominations *chips)
{
	g_autoptr(GArray) list = sabot_dealer_bets_list_chips(get_bets(grid));

	chips->n = 0;
	for (guint i = 0; i < list->len && chips->n < SABOT_CHIPS_MAX; i++)
		chips->minor[chips->n++] = g_array_index(list, int64_t, i);
}

static void
repaint(SabotBetGrid *grid, GdkRectangle place)
{
	GtkAllocation at;

	/* not laid out yet: then everything is painted */
	if (place.width <= 0 || place.height <= 0)
		return;
	gtk_widget_get_allocation(GTK_WIDGET(grid), &at);
	gtk_widget_queue_draw_area(GTK_WIDGET(grid), at.x + place.x, at.y + place.y, place.width,
				   place.height);
}

/* The sum of the bets on the other page. */
static void
repaint_hidden(SabotBetGrid *grid, int box)
{
	GdkRectangle head = sabot_bet_layout_head(&grid->layout, box), key;

	if (sabot_bet_layout_count_pages(&grid->layout, &key) > 1)
		repaint(grid, (GdkRectangle){head.x, key.y, head.width, key.height});
}

static enum head
get_head(SabotBetGrid *grid, int64_t box)
{
	const struct sabot_dealer_squares *squares = sabot_dealer_bets_get_squares(get_bets(grid));

	if (sabot_dealer_squares_is_in(squares, box))
		return HEAD_IN;
	return sabot_dealer_squares_is_out(squares, box) ? HEAD_OUT : HEAD_EMPTY;
}

static void
show_heads(SabotBetGrid *grid)
{
	g_byte_array_set_size(grid->heads, (guint)grid->layout.n_boxes);
	for (int box = 0; box < grid->layout.n_boxes; box++) {
		guint8 head = (guint8)get_head(grid, box + 1);

		if (grid->heads->data[box] != head)
			repaint(grid, sabot_bet_layout_head(&grid->layout, box));
		grid->heads->data[box] = head;
	}
}

/* Only changes are painted: a whole table of chips takes longer than a frame. */
static void
refresh(gpointer data)
{
	SabotBetGrid *grid = data;
	const struct sabot_wire_view *view = sabot_dealer_table_get_view(grid->table);
	struct sabot_denominations chips;

	if (!view)
		return;
	check_rules(grid);
	read_chips(grid, &chips);
	for (guint i = 0; i < grid->cells->len; i++) {
		SabotSquare *square = SABOT_SQUARE(nth_cell(grid, i)->square);
		const struct sabot_dealer_square *place = sabot_square_get_place(square);
		struct sabot_dealer_square_state state =
			sabot_dealer_bets_get_square(get_bets(grid), place);
		g_autofree char *spoken =
			sabot_phrase_square(grid->layout.is_blackjack, place, &state);
		g_autofree char *limit =
			sabot_phrase_limit(sabot_dealer_bets_get_squares(get_bets(grid)), &state);

		if (sabot_square_show(square, &state, &chips, spoken, limit))
			repaint_hidden(grid, nth_cell(grid, i)->box);
	}
	show_heads(grid);
}

void
sabot_bet_grid_set_table(SabotBetGrid *grid, SabotDealerTable *table)
{
	grid->table = g_object_ref(table);
	sabot_seen_follow(grid, table, refresh);
	refresh(grid);
}
