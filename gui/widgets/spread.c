/*
 * The spread: see spread.h. Hands are in a grid of equal slots; the number of columns is the one
 * with the most legible cards.
 */
#include "gui/widgets/spread.h"

#include "gui/model/phrases.h"
#include "gui/widgets/card-paint.h"
#include "gui/widgets/paint.h"

#include <glib/gi18n.h>

enum {
	SLOT_GAP_PX = 8,
	CARD_HEIGHT_MIN_PX = 8,
	CARD_HEIGHT_MAX_PX = 150,
	TEXT_MIN_PX = 13,
	TEXT_MAX_PX = 28,
	TEXT_PERCENT = 30,  /* part of a card's height */
	ROOMY_CARDS = 3,    /* as many cards should fit side by side, … */
	ROOMY_CARD_PX = 34, /* … unless they would be smaller than this */
	ROOMY_PERCENT = 135,
	LEAST_CARD_PX = 40,  /* smaller cards of a box are not drawn */
	BESIDE_CARD_PX = 24, /* smaller cards of punto and banca are beside their totals */
	DEALER_CARD_PX = 64, /* height of cards beside totals */
	TWO_ROWS_PX = 36,
	LOW_PX = 16, /* less height is unreadable */
	TOTAL_MIN_PX = 13,
	TOTAL_MAX_PX = 32,
	TOTAL_WIDTH_PX = 46, /* the least width, with two digits each of number and total */
	TURN_FRAME_PX = 5,   /* and the gap after the number */
	TURN_PERCENT = 140,  /* height of that frame, of the size of the total */
};

struct _SabotSpread {
	GtkDrawingArea parent_instance;
	struct sabot_wire_view *view; /* or NULL */
};

G_DEFINE_FINAL_TYPE(SabotSpread, sabot_spread, GTK_TYPE_DRAWING_AREA)

/* One hand and the text above it. */
struct slot {
	char *title; /* owned */
	int box;     /* 0: none */
	int nth;     /* hand of the box, 1 the left one; 0: the only one */
	const char *note;
	const struct sabot_wire_hand *hand;
};

struct layout {
	bool has_dealer_row; /* else the dealer's hand is in a slot like the others */
	int columns, rows;   /* not counting the dealer's row */
	int card_px, text_px;
	bool is_roomy; /* no card covers another */
	int slot_width, slot_height;
};

static void
slot_clear(gpointer data)
{
	g_free(((struct slot *)data)->title);
}

static void
add_slot(GArray *slots, const char *title, const struct sabot_wire_hand *hand)
{
	struct slot slot = {g_strdup(title), 0, 0, hand ? sabot_phrase_hand(hand) : "", hand};

	if (hand)
		g_array_append_val(slots, slot);
	else
		slot_clear(&slot);
}

/* "box 5", of a box that was split "box 5, hand 1". Transferred. */
static char *
name_hand(int box, int nth)
{
	if (nth > 0)
		/* Translators: a box by its number, and which of its hands; 1 is the left one. */
		return g_strdup_printf(C_("hand", "box %d, hand %d"), box, nth);
	/* Translators: a box (betting place) by its number. */
	return g_strdup_printf(_("box %d"), box);
}

/* Each hand of a box that was split by its number. */
static void
add_box(GArray *slots, const struct sabot_wire_box *box)
{
	for (guint i = 0; i < box->hands->len; i++) {
		const struct sabot_wire_hand *hand = g_ptr_array_index(box->hands, i);
		int nth = box->hands->len > 1 ? (int)i + 1 : 0;
		struct slot slot = {name_hand((int)box->box, nth), (int)box->box, nth,
				    sabot_phrase_hand(hand), hand};

		g_array_append_val(slots, slot);
	}
}

/* "5", of a box that was split "5/1": shorter than the title. */
static void
print_number(const struct slot *slot, char *buffer, gsize size)
{
	if (slot->nth > 0)
		g_snprintf(buffer, (gulong)size, "%d/%d", slot->box, slot->nth);
	else
		g_snprintf(buffer, (gulong)size, "%d", slot->box);
}

/* The dealer's hand, if any, is the first. */
static GArray *
collect(const struct sabot_wire_view *view)
{
	GArray *slots = g_array_new(FALSE, FALSE, sizeof(struct slot));

	g_array_set_clear_func(slots, slot_clear);
	add_slot(slots, C_("hand", "dealer"), view->dealer);
	add_slot(slots, C_("hand", "punto"), view->punto);
	add_slot(slots, C_("hand", "banca"), view->banca);
	for (guint i = 0; i < view->boxes->len; i++)
		add_box(slots, g_ptr_array_index(view->boxes, i));
	return slots;
}

/* Punto and banca keep room for a third card, so that nothing moves when it comes. */
static int
most_cards(const GArray *slots, bool has_dealer)
{
	int most = has_dealer ? 2 : 3;

	for (guint i = 0; i < slots->len; i++)
		most = MAX(most, (int)g_array_index(slots, struct slot, i).hand->cards->len);
	return most;
}

/* The tallest card height at which `n` cards fit the width, by a measure. */
static int
tallest(int n, int width_px, int (*measure)(int n, int height_px))
{
	int card_px = CARD_HEIGHT_MAX_PX;

	while (card_px > CARD_HEIGHT_MIN_PX && measure(n, card_px) > width_px)
		card_px--;
	return card_px;
}

static int
card_for_width(int n, int width_px)
{
	int card_px = tallest(n, width_px, sabot_cards_wide);

	if (n <= ROOMY_CARDS && card_px >= ROOMY_CARD_PX)
		return card_px;
	return tallest(n, width_px, sabot_cards_narrow);
}

static int
text_for_card(int card_px)
{
	return CLAMP(card_px * TEXT_PERCENT / 100, TEXT_MIN_PX, TEXT_MAX_PX);
}

/* The layout of `n` hands in `columns` columns. */
static struct layout
try_columns(int columns, int n, bool has_dealer_row, int most, const GdkRectangle *room)
{
	int n_others = has_dealer_row ? n - 1 : n;
	struct layout layout = {.has_dealer_row = has_dealer_row,
				.columns = columns,
				.rows = (n_others + columns - 1) / columns};

	layout.slot_width = (room->width - (columns - 1) * SLOT_GAP_PX) / columns;
	layout.slot_height = room->height / MAX(layout.rows + (has_dealer_row ? 1 : 0), 1);
	layout.card_px = card_for_width(most, layout.slot_width);
	while (layout.card_px > CARD_HEIGHT_MIN_PX &&
	       layout.card_px + text_for_card(layout.card_px) * 3 / 2 + 4 > layout.slot_height)
		layout.card_px--;
	layout.text_px = text_for_card(layout.card_px);
	layout.is_roomy = sabot_cards_wide(most, layout.card_px) <= layout.slot_width;
	return layout;
}

/* Larger cards are more legible, and so are uncovered ones. */
static int
legibility(const struct layout *layout)
{
	return layout->card_px * (layout->is_roomy ? ROOMY_PERCENT : 100);
}

static struct layout
best_columns(const GArray *slots, bool has_dealer_row, int most, const GdkRectangle *room)
{
	int n = (int)slots->len;
	struct layout best = try_columns(1, n, has_dealer_row, most, room);

	for (int columns = 2; columns <= n; columns++) {
		struct layout other = try_columns(columns, n, has_dealer_row, most, room);

		if (legibility(&other) > legibility(&best))
			best = other;
	}
	return best;
}

/* The dealer's hand has a row of its own if there is room. */
static struct layout
lay_out(const GArray *slots, bool has_dealer, const GdkRectangle *room)
{
	int most = most_cards(slots, has_dealer);
	struct layout alone = best_columns(slots, has_dealer, most, room);

	if (!has_dealer || alone.card_px >= ROOMY_CARD_PX)
		return alone;
	return best_columns(slots, false, most, room);
}

static void
draw_total(SabotSpread *spread, cairo_t *cr, const struct slot *slot, const GdkRectangle *box,
	   int size)
{
	GtkWidget *widget = GTK_WIDGET(spread);
	struct sabot_paint_line line = {.x = box->x + TURN_FRAME_PX,
					.y = box->y,
					.width = box->width - TURN_FRAME_PX - 1,
					.size = size};
	g_autofree char *total = sabot_phrase_total(slot->hand);
	char number[24];

	print_number(slot, number, sizeof(number));
	sabot_paint_set_colour(widget, cr, "sabot_quiet");
	line.size = MAX(size * 3 / 5, TOTAL_MIN_PX);
	line.reserved = size * 1.5 + line.size * 0.4; /* the total, and the gap before it */
	sabot_paint_line(widget, cr, &line, PANGO_WEIGHT_NORMAL, number);
	line.size = size;
	line.reserved = 0;
	sabot_paint_set_colour(widget, cr, "sabot_ink");
	sabot_paint_line(widget, cr, &line, PANGO_WEIGHT_BOLD, total ? total : "");
	if (slot->hand->state == SABOT_WIRE_HAND_TURN) {
		cairo_set_line_width(cr, 2);
		cairo_rectangle(cr, box->x + 1, box->y + 1, box->width - 2,
				MIN(box->height, size * TURN_PERCENT / 100) - 2);
		cairo_stroke(cr);
	}
}

/* As many rows as each box needs to have its number beside its total, if they fit. */
static int
rows_of_totals(int n, int width_px, int height_px)
{
	int rows = height_px >= TWO_ROWS_PX && n > 3 ? 2 : 1;

	while (rows < n && width_px * rows / n < TOTAL_WIDTH_PX &&
	       height_px / (rows + 1) >= TWO_ROWS_PX / 2)
		rows++;
	return rows;
}

/* If cards would be too small: draw the dealer's total, and number and total of each box. */
static void
draw_totals(SabotSpread *spread, cairo_t *cr, const GArray *slots, const GdkRectangle *room)
{
	const struct slot *dealer = &g_array_index(slots, struct slot, 0);
	int n = (int)slots->len - 1, card_px = MIN(room->height, DEALER_CARD_PX);
	int n_cards = (int)dealer->hand->cards->len;
	GdkRectangle cards = {0, (room->height - card_px) / 2, sabot_cards_narrow(n_cards, card_px),
			      card_px};
	int x = cards.width + SLOT_GAP_PX;
	int rows = rows_of_totals(n, room->width - x, room->height);
	int columns = MAX((n + rows - 1) / rows, 1), width = (room->width - x) / columns;
	int height = MIN(room->height / rows, TOTAL_MAX_PX * TURN_PERCENT / 100 + SLOT_GAP_PX);
	int size = CLAMP(MIN((width - TOTAL_MIN_PX - TURN_FRAME_PX - 4) * 2 / 3, height - 4),
			 TOTAL_MIN_PX, TOTAL_MAX_PX);

	sabot_cards_paint(GTK_WIDGET(spread), cr, &cards, dealer->hand->cards);
	for (int i = 0; i < n; i++) {
		GdkRectangle box = {x + i % columns * width,
				    (room->height - rows * height) / 2 + i / columns * height,
				    width, height};

		draw_total(spread, cr, &g_array_index(slots, struct slot, i + 1), &box, size);
	}
}

/*
 * The total is always drawn; before it the hand's name, in full or by the box's number; then the
 * note.
 */
static void
draw_text(SabotSpread *spread, cairo_t *cr, const struct slot *slot, const struct layout *layout,
	  const GdkRectangle *box)
{
	GtkWidget *widget = GTK_WIDGET(spread);
	struct sabot_paint_line line = {
		.x = box->x, .y = box->y, .width = layout->slot_width, .size = layout->text_px};
	g_autofree char *total = sabot_phrase_total(slot->hand);
	char number[24] = "";

	if (slot->box > 0) {
		print_number(slot, number, sizeof(number));
		g_strlcat(number, ":", sizeof(number));
	}
	line.reserved = total ? layout->text_px * 2 : 0;
	sabot_paint_set_colour(widget, cr, "sabot_quiet");
	if (!sabot_paint_line(widget, cr, &line, PANGO_WEIGHT_NORMAL, slot->title))
		sabot_paint_line(widget, cr, &line, PANGO_WEIGHT_NORMAL, number);
	line.reserved = 0;
	sabot_paint_set_colour(widget, cr, "sabot_ink");
	sabot_paint_line(widget, cr, &line, PANGO_WEIGHT_BOLD, total ? total : "");
	sabot_paint_set_colour(widget, cr, "sabot_quiet");
	sabot_paint_line(widget, cr, &line, PANGO_WEIGHT_NORMAL, slot->note);
}

static void
draw_slot(SabotSpread *spread, cairo_t *cr, const struct slot *slot, const struct layout *layout,
	  const GdkRectangle *box)
{
	GdkRectangle cards = {box->x, box->y + layout->text_px * 3 / 2, layout->slot_width,
			      layout->card_px};

	draw_text(spread, cr, slot, layout, box);
	sabot_cards_paint(GTK_WIDGET(spread), cr, &cards, slot->hand->cards);
	if (slot->hand->state != SABOT_WIRE_HAND_TURN)
		return;
	sabot_paint_set_colour(GTK_WIDGET(spread), cr, "sabot_ink");
	cairo_rectangle(cr, cards.x, cards.y + cards.height + 1,
			sabot_cards_narrow((int)slot->hand->cards->len, layout->card_px), 3);
	cairo_fill(cr);
}

static void
draw_hands(SabotSpread *spread, cairo_t *cr, const GArray *slots, const struct layout *layout)
{
	int row_height =
		MIN(layout->slot_height, layout->card_px + layout->text_px * 2 + SLOT_GAP_PX);

	for (guint i = 0; i < slots->len; i++) {
		int place = layout->has_dealer_row ? (int)i - 1 : (int)i;
		int first_row = layout->has_dealer_row ? 1 : 0;
		int row = place < 0 ? 0 : place / layout->columns + first_row;
		int column = place < 0 ? 0 : place % layout->columns;
		GdkRectangle box = {column * (layout->slot_width + SLOT_GAP_PX), row * row_height,
				    layout->slot_width, row_height};

		draw_slot(spread, cr, &g_array_index(slots, struct slot, i), layout, &box);
	}
}

/* If a line of text above the cards would leave them no room, the total is beside them. */
static void
draw_beside(SabotSpread *spread, cairo_t *cr, const GArray *slots, const GdkRectangle *room)
{
	GtkWidget *widget = GTK_WIDGET(spread);
	int n = (int)slots->len, width = (room->width - (n - 1) * SLOT_GAP_PX) / n;
	int text_px = CLAMP(room->height / 2, TEXT_MIN_PX, TOTAL_MAX_PX),
	    text_width = text_px * 3 / 2;
	int card_px = MIN(room->height, tallest(most_cards(slots, false), width - text_width,
						sabot_cards_narrow));

	for (int i = 0; i < n; i++) {
		const struct sabot_wire_hand *hand = g_array_index(slots, struct slot, i).hand;
		int x = i * (width + SLOT_GAP_PX), y = (room->height - card_px) / 2;
		struct sabot_paint_line line = {.x = x,
						.y = (room->height - text_px * 5 / 4) / 2,
						.width = text_width,
						.size = text_px};
		GdkRectangle cards = {x + text_width, y, width - text_width, card_px};
		g_autofree char *total = sabot_phrase_total(hand);

		sabot_paint_set_colour(widget, cr, "sabot_ink");
		sabot_paint_line(widget, cr, &line, PANGO_WEIGHT_BOLD, total ? total : "");
		sabot_cards_paint(widget, cr, &cards, hand->cards);
	}
}

static void
draw_slots(SabotSpread *spread, cairo_t *cr, const GArray *slots)
{
	GdkRectangle room = {0, 0, gtk_widget_get_allocated_width(GTK_WIDGET(spread)),
			     gtk_widget_get_allocated_height(GTK_WIDGET(spread))};
	struct layout layout;

	if (room.height < LOW_PX)
		return;
	gtk_render_background(gtk_widget_get_style_context(GTK_WIDGET(spread)), cr, 0, 0,
			      room.width, room.height);
	layout = lay_out(slots, spread->view->dealer != NULL, &room);
	if (spread->view->dealer && layout.card_px < LEAST_CARD_PX)
		draw_totals(spread, cr, slots, &room);
	else if (layout.card_px < BESIDE_CARD_PX)
		draw_beside(spread, cr, slots, &room);
	else
		draw_hands(spread, cr, slots, &layout);
}

static gboolean
draw(GtkWidget *widget, cairo_t *cr)
{
	SabotSpread *spread = SABOT_SPREAD(widget);
	g_autoptr(GArray) slots = NULL;

	if (!spread->view)
		return FALSE;
	slots = collect(spread->view);
	if (slots->len > 0)
		draw_slots(spread, cr, slots);
	return FALSE;
}

static void
sabot_spread_finalize(GObject *object)
{
	sabot_record_unref(SABOT_SPREAD(object)->view);
	G_OBJECT_CLASS(sabot_spread_parent_class)->finalize(object);
}

static void
sabot_spread_class_init(SabotSpreadClass *klass)
{
	GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);

	G_OBJECT_CLASS(klass)->finalize = sabot_spread_finalize;
	widget_class->draw = draw;
	gtk_widget_class_set_css_name(widget_class, "sabot-spread");
	gtk_widget_class_set_accessible_role(widget_class, ATK_ROLE_IMAGE);
}

static void
sabot_spread_init(SabotSpread *spread)
{
	gtk_widget_set_has_window(GTK_WIDGET(spread), FALSE);
}

static char *
name_new(const GArray *slots)
{
	GString *name = g_string_new(NULL);

	for (guint i = 0; i < slots->len; i++) {
		const struct slot *slot = &g_array_index(slots, struct slot, i);
		g_autofree char *hand = sabot_phrase_hand_name(slot->title, slot->hand);

		if (i > 0)
			g_string_append(name, C_("between hands of a list", "; "));
		g_string_append(name, hand);
	}
	return g_string_free(name, FALSE);
}

void
sabot_spread_set(SabotSpread *spread, const struct sabot_wire_view *view)
{
	struct sabot_wire_view *old = spread->view;
	g_autoptr(GArray) slots = NULL;
	g_autofree char *name = NULL;

	if (old == view)
		return;
	spread->view = view ? sabot_record_ref((gpointer)view) : NULL;
	sabot_record_unref(old);
	if (view) {
		slots = collect(view);
		name = name_new(slots);
	}
	atk_object_set_name(gtk_widget_get_accessible(GTK_WIDGET(spread)), name ? name : "");
	gtk_widget_queue_draw(GTK_WIDGET(spread));
}
