/* Squares of punto banco: see cloth-grid.h. */
#include "gui/display/cloth-grid.h"

#include "gui/display/table-paint.h"
#include "gui/model/dealer/bet-phrases.h"
#include "gui/widgets/painted.h"
#include "text/words.h"

#include <glib/gi18n.h>

enum {
	MAIN_BETS = 3,
	MAIN_WEIGHT = 28,
	TIE_WEIGHT = 22,
	FINGER_PX = 44,
	LEAST_PX = 32,
	LEAST_GAP_PX = 3,
	HALVES_GAP_PX = 3
};

/* Height in letters from which on an amount and the frame around it have room. */
#define LOW_LINES 1.8

static bool
is_main(enum sabot_bet bet)
{
	return bet == SABOT_BET_PUNTO || bet == SABOT_BET_BANCA || bet == SABOT_BET_TIE;
}

static void
add_bet(struct sabot_cloth_grid *grid, enum sabot_bet bet)
{
	for (int i = 0; i < grid->n_bets; i++)
		if (grid->bets[i] == bet)
			return;
	if (bet > SABOT_BET_UNKNOWN && grid->n_bets < SABOT_GRID_BETS_MAX)
		grid->bets[grid->n_bets++] = bet;
}

static void
read_bets(struct sabot_cloth_grid *grid, const struct sabot_wire_view *view,
	  const struct sabot_wire_rules *rules)
{
	add_bet(grid, SABOT_BET_PUNTO);
	add_bet(grid, SABOT_BET_BANCA);
	add_bet(grid, SABOT_BET_TIE);
	for (guint i = 0; rules && i < rules->bets->len; i++)
		add_bet(grid, sabot_bet_from_string(g_ptr_array_index(rules->bets, i)));
	for (guint i = 0; i < view->payouts->len; i++) {
		const struct sabot_wire_payout *payout = g_ptr_array_index(view->payouts, i);

		add_bet(grid, sabot_bet_from_string(payout->on));
		grid->n_seats = MAX(grid->n_seats, (int)payout->box);
	}
}

/* Lesser bets have half of a row each, but the last of an odd number. */
static bool
is_half(const struct sabot_cloth_grid *grid, int bet)
{
	return !grid->is_unfolded && bet >= MAIN_BETS &&
	       !(bet == grid->n_bets - 1 && (bet - MAIN_BETS) % 2 == 0);
}

static int
row_of(const struct sabot_cloth_grid *grid, int bet)
{
	return grid->is_unfolded || bet < MAIN_BETS ? bet : MAIN_BETS + (bet - MAIN_BETS) / 2;
}

static int
weight_of(const struct sabot_cloth_grid *grid, int row)
{
	return row < 2 && !grid->is_unfolded ? MAIN_WEIGHT : TIE_WEIGHT;
}

/* The part of row `row` from `from` to its end; `room`: pixels for all rows. */
static void
find_row(const struct sabot_cloth_grid *grid, int row, int room, int *ret_at, int *ret_size)
{
	int all = 0, before = 0;

	for (int i = 0; i < grid->n_rows; i++) {
		all += weight_of(grid, i);
		before += i < row ? weight_of(grid, i) : 0;
	}
	*ret_at = room * before / all;
	*ret_size = room * (before + weight_of(grid, row)) / all - *ret_at - grid->gap_px;
}

/* A row's size across the seats. */
static int
size_across(const struct sabot_cloth_grid *grid, int row)
{
	int at, size;

	find_row(grid, row, grid->is_tall ? grid->area.width : grid->area.height, &at, &size);
	return size;
}

/*
 * Where half a square has no room for an amount each bet gets a row of its own, as it has while
 * bets are made; but not a row that is too low for an amount in a frame.
 */
static void
unfold_rows(struct sabot_cloth_grid *grid, GtkWidget *widget)
{
	struct sabot_cloth_grid folded = *grid;
	int width = grid->is_tall ? size_across(grid, grid->n_rows - 1)
				  : grid->area.width / grid->n_seats - grid->gap_px;

	if (grid->n_rows == grid->n_bets || (width - HALVES_GAP_PX) / 2 >= FINGER_PX)
		return;
	grid->is_unfolded = true;
	grid->n_rows = grid->n_bets;
	grid->gap_px = LEAST_GAP_PX;
	if (size_across(grid, grid->n_rows - 1) <
	    (grid->is_tall ? FINGER_PX : sabot_table_letters(widget, 0, true) * LOW_LINES))
		*grid = folded;
}

void
sabot_cloth_grid_fill(struct sabot_cloth_grid *grid, GtkWidget *widget,
		      const struct sabot_wire_view *view, const struct sabot_wire_rules *rules,
		      bool is_tall)
{
	int width = gtk_widget_get_allocated_width(widget);
	int height = gtk_widget_get_allocated_height(widget);
	int side = sabot_table_px(widget, 12), top = sabot_table_px(widget, 6);

	*grid = (struct sabot_cloth_grid){.is_tall = is_tall};
	grid->n_seats = rules && rules->boxes > 0 ? (int)rules->boxes : 9;
	read_bets(grid, view, rules);
	grid->first_seat = 1;
	grid->last_seat = grid->n_seats;
	grid->gap_px = MAX(LEAST_GAP_PX, sabot_table_px(widget, 6));
	grid->head_px = sabot_table_px(widget, is_tall ? 44 : 28);
	grid->name_px = sabot_table_px(widget, is_tall ? 60 : grid->n_seats > 9 ? 84 : 100);
	grid->area =
		(GdkRectangle){side + grid->name_px, top + grid->head_px,
			       width - 2 * side - grid->name_px, height - 2 * top - grid->head_px};
	grid->n_rows = MAIN_BETS + (grid->n_bets - MAIN_BETS + 1) / 2;
	unfold_rows(grid, widget);
}

/* The seat of the first payment that is next; 1 if there is none. */
static int
find_next_seat(const struct sabot_dealer_payments *payments)
{
	const GArray *list = sabot_dealer_payments_list(payments);

	for (guint i = 0; i < list->len; i++) {
		const struct sabot_dealer_payment *payment =
			&g_array_index(list, struct sabot_dealer_payment, i);

		if (payment->is_next)
			return (int)payment->payout->box;
	}
	return 1;
}

/* All pages but the last have the same number of seats. */
void
sabot_cloth_grid_turn_to(struct sabot_cloth_grid *grid,
			 const struct sabot_dealer_payments *payments)
{
	int fitting = MAX(grid->area.height / (FINGER_PX + grid->gap_px), 1);
	int n_pages = (grid->n_seats + fitting - 1) / fitting;
	int a_page = (grid->n_seats + n_pages - 1) / n_pages;
	int seat = find_next_seat(payments);

	if (!grid->is_tall || grid->area.height / grid->n_seats - grid->gap_px >= LEAST_PX ||
	    !sabot_dealer_payments_can_press(payments))
		return;
	grid->first_seat = (seat - 1) / a_page * a_page + 1;
	grid->last_seat = MIN(grid->first_seat + a_page - 1, grid->n_seats);
}

static GdkRectangle
square_at(const struct sabot_cloth_grid *grid, int seat, int row)
{
	const GdkRectangle *area = &grid->area;
	int along = grid->is_tall ? area->height : area->width;
	int n = grid->last_seat - grid->first_seat + 1, nth = seat - grid->first_seat;
	int from = along * nth / n;
	int size = along * (nth + 1) / n - from - grid->gap_px;
	int across, across_size;

	find_row(grid, row, grid->is_tall ? area->width : area->height, &across, &across_size);
	if (grid->is_tall)
		return (GdkRectangle){area->x + across, area->y + from, across_size, size};
	return (GdkRectangle){area->x + from, area->y + across, size, across_size};
}

/* The part of its row's square for a bet: lesser bets have half of it. */
static GdkRectangle
part_of(const struct sabot_cloth_grid *grid, GdkRectangle square, int bet)
{
	int half = (square.width - HALVES_GAP_PX) / 2;

	if (!is_half(grid, bet))
		return square;
	if ((bet - MAIN_BETS) % 2 == 1)
		square.x += half + HALVES_GAP_PX;
	square.width = half;
	return square;
}

bool
sabot_cloth_grid_find(const struct sabot_cloth_grid *grid, int seat, enum sabot_bet bet,
		      GdkRectangle *ret_square)
{
	for (int i = 0; seat >= grid->first_seat && seat <= grid->last_seat && i < grid->n_bets;
	     i++) {
		if (grid->bets[i] != bet)
			continue;
		*ret_square = part_of(grid, square_at(grid, seat, row_of(grid, i)), i);
		return true;
	}
	return false;
}

static const char *
colour_of(enum sabot_bet bet)
{
	if (bet == SABOT_BET_PUNTO)
		return "sabot_punto";
	if (bet == SABOT_BET_BANCA)
		return "sabot_banca";
	return bet == SABOT_BET_TIE ? "sabot_tie" : "sabot_ink";
}

static bool
is_pair(enum sabot_bet bet)
{
	return bet == SABOT_BET_PUNTO_PAIR || bet == SABOT_BET_BANCA_PAIR;
}

/* From a bet's first square to the place of its name. */
static void
place_name(const struct sabot_cloth_grid *grid, int bet, bool is_shared, GdkRectangle *square)
{
	if (grid->is_tall) {
		square->y = grid->area.y - grid->head_px;
		square->height = grid->head_px;
		if (is_shared && is_pair(grid->bets[bet]))
			square->width = 2 * square->width + grid->gap_px;
		return;
	}
	square->x = grid->area.x - grid->name_px;
	square->width = grid->name_px - grid->gap_px;
	if (is_shared && !is_pair(grid->bets[bet])) {
		square->height /= 2;
		square->y += (bet - MAIN_BETS) % 2 * square->height;
	}
}

/* Short where the name would be too small to be read. */
static void
draw_name(GtkWidget *widget, cairo_t *cr, const GdkRectangle *place, enum sabot_bet bet,
	  struct sabot_table_text *text)
{
	g_autofree char *brief = sabot_phrase_bet_short(sabot_bet_to_string(bet), 0);

	if (sabot_table_text_fitting(widget, place->width, text) <
	    sabot_table_letters(widget, 0, true))
		text->text = brief;
	sabot_table_text_paint(widget, cr, place, text);
}

/* Both names if two bets share a row, one below the other; the two pairs share one. */
static void
draw_names(const struct sabot_cloth_grid *grid, GtkWidget *widget, cairo_t *cr)
{
	for (int i = 0; i < grid->n_bets; i++) {
		GdkRectangle square = {0};
		bool is_large = is_main(grid->bets[i]);
		bool is_shared = is_half(grid, i);
		struct sabot_table_text text = {
			sabot_text_bet(grid->bets[i]),
			sabot_table_letters(widget, is_large ? 20 : 15, true), PANGO_WEIGHT_BOLD,
			colour_of(grid->bets[i]), grid->is_tall ? 0.5 : 0};

		sabot_cloth_grid_find(grid, grid->first_seat, grid->bets[i], &square);
		if (is_shared && is_pair(grid->bets[i]))
			text.text = (i - MAIN_BETS) % 2 ? "" : C_("bets", "pairs");
		place_name(grid, i, is_shared, &square);
		draw_name(widget, cr, &square, grid->bets[i], &text);
	}
}

static void
draw_seat(const struct sabot_cloth_grid *grid, GtkWidget *widget, cairo_t *cr, int seat,
	  bool is_turn)
{
	GdkRectangle head = square_at(grid, seat, 0);
	g_autofree char *number = g_strdup_printf("%d", seat);
	struct sabot_table_text text = {number, sabot_table_letters(widget, 20, false),
					PANGO_WEIGHT_BOLD, is_turn ? "sabot_on_turn" : "sabot_ink",
					0.5};

	if (grid->is_tall) {
		head.x = grid->area.x - grid->name_px;
		head.width = grid->name_px - grid->gap_px;
	} else {
		head.y = grid->area.y - grid->head_px;
		head.height = grid->head_px - grid->gap_px;
	}
	sabot_table_box_paint(widget, cr, &head, is_turn ? "sabot_turn" : "sabot_panel",
			      (struct sabot_table_rim){.radius_px = 6});
	if (!is_turn)
		sabot_table_box_paint(widget, cr, &head, "sabot_edge",
				      (struct sabot_table_rim){.radius_px = 6, .line_px = 1.5});
	sabot_table_text_paint(widget, cr, &head, &text);
}

/* "8 – 14" in the corner: the seats shown. */
static void
draw_page(const struct sabot_cloth_grid *grid, GtkWidget *widget, cairo_t *cr)
{
	GdkRectangle corner = {grid->area.x - grid->name_px, grid->area.y - grid->head_px,
			       grid->name_px - grid->gap_px, grid->head_px};
	g_autofree char *text = g_strdup_printf("%d – %d", grid->first_seat, grid->last_seat);
	struct sabot_table_text seats = {text, sabot_table_letters(widget, 15, true),
					 PANGO_WEIGHT_BOLD, "sabot_quiet", 0.5};

	if (grid->last_seat - grid->first_seat + 1 < grid->n_seats)
		sabot_table_text_paint(widget, cr, &corner, &seats);
}

void
sabot_cloth_grid_draw(const struct sabot_cloth_grid *grid, GtkWidget *widget, cairo_t *cr, int turn)
{
	GdkRectangle square;

	draw_names(grid, widget, cr);
	draw_page(grid, widget, cr);
	for (int seat = grid->first_seat; seat <= grid->last_seat; seat++) {
		draw_seat(grid, widget, cr, seat, seat == turn);
		for (int i = 0; i < grid->n_bets; i++)
			if (sabot_cloth_grid_find(grid, seat, grid->bets[i], &square))
				sabot_table_box_paint(widget, cr, &square, "sabot_cloth_line",
						      (struct sabot_table_rim){.radius_px = 6,
									       .line_px = 1.5});
	}
}

void
sabot_cloth_grid_describe(const struct sabot_cloth_grid *grid, GString *picture)
{
	g_string_append_printf(picture, " %d %d %d %d %d %d %d", grid->n_rows, grid->n_seats,
			       grid->first_seat, grid->last_seat, grid->gap_px, grid->head_px,
			       grid->name_px);
	sabot_painted_add_place(picture, grid->area);
	for (int i = 0; i < grid->n_bets; i++)
		g_string_append_printf(picture, " %d", grid->bets[i]);
}
