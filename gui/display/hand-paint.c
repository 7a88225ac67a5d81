/* Hands on the cloth: see hand-paint.h. One function a form. */
#include "gui/display/hand-paint.h"

#include "gui/display/table-paint.h"
#include "gui/widgets/paint.h"

/* The index of a card, which the next card leaves visible, as part of its width. */
#define INDEX_SHARE 0.58

enum {
	PAD_PX = 4,
	TOTAL_PX = 52,       /* the line of the total */
	PAID_TOTAL_PX = 32,  /* the same if its payment is below */
	STRIP_INDEX_PX = 44, /* from one index to the next */
	STRIP_MARGIN_PX = 2, /* at both sides of its total */
	ROW_TAB_PX = 44,     /* a narrower tab has no margins */
	ROW_CARD_PX = 22,
	ROW_TOTAL_PX = 26,  /* the least width */
	ROW_INDEX_PX = 18,  /* width left of a card under the next: its rank */
	LEAST_CARD_PX = 30, /* a card that would be narrower is cut off below instead */
	STACK_PX = 40,      /* from this height on a word fits below the total */
	TITLE_PX = 22,
	ROW_GAP_PX = 3,
	SIDE_TITLE_PX = 150,
	ASKED_PX = 4, /* frame of the card that is asked about */
	/* from this height on letters are as large as those of hands alone on the cloth */
	LARGE_SIDE_PX = 160,
};

static const struct sabot_wire_card *
nth_card(const struct sabot_hand_picture *hand, guint n)
{
	return &g_array_index(hand->cards, struct sabot_wire_card, n);
}

/* Size of a thing that must not shrink on a small screen. */
static int
grown(GtkWidget *widget, double least_px)
{
	return sabot_table_grow(widget, least_px);
}

static GdkRectangle
whole(GtkWidget *widget)
{
	return (GdkRectangle){0, 0, gtk_widget_get_allocated_width(widget),
			      gtk_widget_get_allocated_height(widget)};
}

/* Makes it paler, but opaque. */
static void
paint_veil(GtkWidget *widget, cairo_t *cr, const GdkRectangle *place)
{
	sabot_paint_set_colour(widget, cr, "sabot_veil");
	gdk_cairo_rectangle(cr, place);
	cairo_fill(cr);
}

/* Colour of total and word: that of the tab for the hand in turn, paler if nothing is to come. */
static const char *
letters_colour(const struct sabot_hand_picture *hand)
{
	if (hand->is_turn)
		return "sabot_on_turn";
	return hand->is_veiled ? "sabot_quiet" : "sabot_ink";
}

/* The last card has a frame if it is asked about. */
static void
paint_asked(GtkWidget *widget, cairo_t *cr, const GdkRectangle *card,
	    const struct sabot_hand_picture *hand, guint n)
{
	if (hand->asks_last && n + 1 == hand->cards->len)
		sabot_table_box_paint(widget, cr, card, "sabot_critical",
				      (struct sabot_table_rim){.radius_px = 5,
							       .line_px = grown(widget, ASKED_PX)});
}

/* Some cards of a hand side by side. */
struct row {
	GdkRectangle card; /* the first */
	double step_px;
	enum sabot_card_face face;
	guint from, to;
};

static void
paint_row(GtkWidget *widget, cairo_t *cr, struct row row, const struct sabot_hand_picture *hand)
{
	int x = row.card.x;

	for (guint i = row.from; i < row.to; i++) {
		row.card.x = x + (int)((i - row.from) * row.step_px);
		sabot_table_card_paint(widget, cr, &row.card, row.face, nth_card(hand, i));
		paint_asked(widget, cr, &row.card, hand, i);
	}
}

/* Emphasised in the tab of the hand in turn. Transferred. */
static char *
shown_word(const struct sabot_hand_picture *hand)
{
	const char *word = hand->word ? hand->word : "";

	return hand->is_turn ? g_utf8_strup(word, -1) : g_strdup(word);
}

/*
 * Up to four cards two a row, then three, then more; the next row covers the lower third, and all
 * cards have one size however many there are.
 */
static void
paint_rows(GtkWidget *widget, cairo_t *cr, const GdkRectangle *place,
	   const struct sabot_hand_picture *hand)
{
	guint n = hand->cards->len;
	guint per_row = n <= 4 ? 2 : MAX(3, (n + 1) / 2);
	guint n_rows = (n + per_row - 1) / per_row;
	int width =
		(int)MIN((place->width - grown(widget, PAD_PX)) / 2, place->height / 1.4 / 1.66);
	int height = width * 7 / 5, step_y = height * 2 / 3;
	double step_x = per_row <= 2 ? width + grown(widget, PAD_PX)
				     : (place->width - width) / (double)(per_row - 1);
	int x = place->x +
		(per_row <= 2 ? (place->width - 2 * width - grown(widget, PAD_PX)) / 2 : 0);
	int y = place->y + (n_rows <= 1 ? (place->height - height) * 35 / 100 : 0);

	for (guint row = 0; row < n_rows; row++)
		paint_row(widget, cr,
			  (struct row){(GdkRectangle){x, y + (int)row * step_y, width, height},
				       step_x, SABOT_CARD_TALL, row * per_row,
				       MIN(n, (row + 1) * per_row)},
			  hand);
	if (n == 0 && hand->expects_card)
		sabot_table_card_expect(widget, cr, &(GdkRectangle){x, y, width, height});
}

/*
 * The face of cards side by side, or covering each other's right half; small ones have letters for
 * two.
 */
static enum sabot_card_face
overlapped_face(GtkWidget *widget, const GdkRectangle *card, double step_px)
{
	return step_px < card->width * 0.74 && card->width >= grown(widget, LEAST_CARD_PX)
		       ? SABOT_CARD_TALL
		       : SABOT_CARD_SMALL;
}

/* One row: a covering card leaves the index visible. */
static void
paint_low_row(GtkWidget *widget, cairo_t *cr, const GdkRectangle *place,
	      const struct sabot_hand_picture *hand)
{
	guint n = hand->cards->len, n_places = MAX(n + (hand->expects_card && n == 0), 2);
	double least_width = place->width / (1 + INDEX_SHARE * (n_places - 1));
	GdkRectangle card = {place->x, place->y, (int)MIN(place->height / 1.4, least_width), 0};
	int index_px = grown(widget, ROW_INDEX_PX), indices_px = (int)(n_places - 1) * index_px;
	double step;

	/* A small card leaves the index visible by being narrower. */
	if (place->width - indices_px >= grown(widget, ROW_CARD_PX))
		card.width = MIN(card.width, place->width - indices_px);
	step = card.width + grown(widget, PAD_PX);
	card.height = card.width * 7 / 5;
	card.y += (place->height - card.height) / 2;
	step = MIN(step, (place->width - card.width) / (double)(n_places - 1));
	card.x += (int)(place->width - card.width - (n_places - 1) * step) / 2;
	paint_row(widget, cr, (struct row){card, step, overlapped_face(widget, &card, step), 0, n},
		  hand);
	if (n == 0 && hand->expects_card)
		sabot_table_card_expect(widget, cr, &card);
}

/* The hand's name above it; reduces `place` to what is left. */
static void
paint_title(GtkWidget *widget, cairo_t *cr, GdkRectangle *place,
	    const struct sabot_hand_picture *hand)
{
	GdkRectangle line = *place;
	struct sabot_table_text title = {hand->title, sabot_table_letters(widget, 17, false),
					 PANGO_WEIGHT_SEMIBOLD, "sabot_quiet", 0.5};

	if (!hand->title)
		return;
	line.height = sabot_table_px(widget, TITLE_PX);
	sabot_table_text_paint(widget, cr, &line, &title);
	place->y += line.height;
	place->height -= line.height;
}

static void
paint_wide(GtkWidget *widget, cairo_t *cr, const struct sabot_hand_picture *hand)
{
	GdkRectangle all = whole(widget), cards = all, line = all;
	int line_px = sabot_table_px(widget, hand->is_paid ? PAID_TOTAL_PX : TOTAL_PX);
	int total_px = MIN(line_px, all.height / 3);
	const char *colour = letters_colour(hand);
	double size_px = hand->is_paid ? 22 : hand->is_turn ? 40 : 36;
	struct sabot_table_text total = {hand->total, sabot_table_letters(widget, size_px, false),
					 PANGO_WEIGHT_BOLD, colour, 0.5};
	g_autofree char *shown = shown_word(hand);
	struct sabot_table_text word = {shown, sabot_table_letters(widget, 17, false),
					hand->is_turn ? PANGO_WEIGHT_BOLD : PANGO_WEIGHT_MEDIUM,
					colour, 0.5};

	cards.x += grown(widget, PAD_PX);
	cards.width -= 2 * grown(widget, PAD_PX);
	cards.height -= total_px + grown(widget, PAD_PX);
	line.y = all.height - total_px;
	line.height = total_px;
	paint_title(widget, cr, &cards, hand);
	if (hand->form == SABOT_HAND_LOW)
		paint_low_row(widget, cr, &cards, hand);
	else
		paint_rows(widget, cr, &cards, hand);
	if (hand->is_veiled) {
		cards.x -= grown(widget, PAD_PX);
		cards.width += 2 * grown(widget, PAD_PX);
		paint_veil(widget, cr, &cards);
	}
	if (hand->is_turn)
		sabot_table_box_paint(widget, cr, &line, "sabot_turn",
				      (struct sabot_table_rim){.radius_px = 2});
	line.x += grown(widget, PAD_PX);
	line.width -= 2 * grown(widget, PAD_PX);
	sabot_table_pair_paint(widget, cr, &line, &total, &word);
}

/* Total and word one below the other, in the tab of the hand in turn. */
static void
paint_total_below(GtkWidget *widget, cairo_t *cr, const GdkRectangle *line,
		  const struct sabot_hand_picture *hand)
{
	const char *colour = letters_colour(hand);
	struct sabot_table_text total = {hand->total, sabot_table_letters(widget, 30, false),
					 PANGO_WEIGHT_BOLD, colour, 0.5};
	g_autofree char *shown = shown_word(hand);
	struct sabot_table_text word = {shown, sabot_table_letters(widget, 14, true),
					PANGO_WEIGHT_SEMIBOLD, colour, 0.5};
	GdkRectangle upper = *line, lower = *line;
	bool has_word = *shown && line->height >= grown(widget, STACK_PX) &&
			sabot_table_text_fitting(widget, line->width, &word) >=
				sabot_table_letters(widget, 0, true);

	/*
	 * A word that is too long or too small to read is left out: total and veil show the same.
	 */
	if (hand->is_turn)
		sabot_table_box_paint(widget, cr, line, "sabot_turn",
				      (struct sabot_table_rim){.radius_px = 4});
	if (has_word) {
		upper.height = line->height * 6 / 10;
		lower.y += upper.height - 1;
		lower.height -= upper.height + 1;
		sabot_table_text_paint(widget, cr, &lower, &word);
	}
	sabot_table_text_paint(widget, cr, &upper, &total);
}

static void
paint_column(GtkWidget *widget, cairo_t *cr, const struct sabot_hand_picture *hand)
{
	GdkRectangle all = whole(widget), line = all, cards = all;
	int total_px = MIN(sabot_table_px(widget, TOTAL_PX), all.height / 3);
	int n = (int)hand->cards->len, step = 0;
	GdkRectangle card = {2, 3, all.width - 4, 0};

	line.y = all.height - total_px;
	line.height = total_px;
	cards.height -= total_px;
	if (hand->is_turn)
		sabot_table_box_paint(widget, cr, &cards, "sabot_turn_soft",
				      (struct sabot_table_rim){.radius_px = 4});
	/* Every index stays visible; before cards get too narrow the last is cut off below. */
	card.width = MIN(card.width, MAX((int)((cards.height - 6) / (1.4 + 0.588 * (n - 1))),
					 MIN(grown(widget, LEAST_CARD_PX), card.width)));
	card.x = (all.width - card.width) / 2;
	card.height = card.width * 7 / 5;
	if (n > 1)
		step = MIN(card.height * 42 / 100, (cards.height - 3) / n);
	cairo_save(cr);
	gdk_cairo_rectangle(cr, &cards);
	cairo_clip(cr);
	for (guint i = 0; i < hand->cards->len; i++, card.y += step) {
		sabot_table_card_paint(widget, cr, &card, SABOT_CARD_BESIDE, nth_card(hand, i));
		paint_asked(widget, cr, &card, hand, i);
	}
	if (hand->is_veiled)
		paint_veil(widget, cr, &cards);
	cairo_restore(cr);
	paint_total_below(widget, cr, &line, hand);
}

static void
paint_strip(GtkWidget *widget, cairo_t *cr, const struct sabot_hand_picture *hand)
{
	GdkRectangle all = whole(widget), line;
	int total_px = MIN(sabot_table_px(widget, TOTAL_PX), all.height / 3);
	int n = MAX((int)hand->cards->len, 1), room_px = all.height - total_px;
	int step = MIN(sabot_table_px(widget, STRIP_INDEX_PX), room_px / n);
	/* A card as high as its index needs: the next one covers the rest. */
	GdkRectangle card = {1, 1, MIN(all.width - 2, step * 5 / 3), 0};

	card.x = (all.width - card.width) / 2;
	card.height = card.width * 7 / 5;
	/* Totals of neighbours must not read as one number. */
	line = (GdkRectangle){STRIP_MARGIN_PX, room_px, all.width - 2 * STRIP_MARGIN_PX, total_px};
	cairo_save(cr);
	cairo_rectangle(cr, 0, 0, all.width, room_px);
	cairo_clip(cr);
	for (guint i = 0; i < hand->cards->len; i++, card.y += step) {
		sabot_table_card_paint(widget, cr, &card, SABOT_CARD_SMALL, nth_card(hand, i));
		paint_asked(widget, cr, &card, hand, i);
	}
	if (hand->is_veiled)
		paint_veil(widget, cr, &(GdkRectangle){0, 0, all.width, room_px});
	cairo_restore(cr);
	paint_total_below(widget, cr, &line, hand);
}

static GdkRectangle
row_card(GtkWidget *widget, int height_px)
{
	int height = height_px - MIN(sabot_table_px(widget, 14), height_px / 8);

	return (GdkRectangle){0, (height_px - height) / 2, height * 5 / 7, height};
}

/* Cards of a long hand leave room for its total. */
static double
row_step(GtkWidget *widget, GdkRectangle *card, guint n, int room_px)
{
	double step = card->width + grown(widget, ROW_GAP_PX), least = INDEX_SHARE;
	int index_px = MIN(grown(widget, ROW_INDEX_PX),
			   (room_px - grown(widget, ROW_CARD_PX)) / MAX((int)n - 1, 1));

	if (n <= 1 || (n - 1) * step + card->width <= room_px)
		return step;
	card->width = MIN(card->width, (int)(room_px / (1 + least * (n - 1))));
	card->width = MIN(card->width, room_px - (int)(n - 1) * index_px);
	card->y += (card->height - card->width * 7 / 5) / 2;
	card->height = card->width * 7 / 5;
	return (room_px - card->width) / (double)(n - 1);
}

/* The hand's name before it; returns the room that it takes. */
static int
paint_row_title(GtkWidget *widget, cairo_t *cr, const GdkRectangle *all,
		const struct sabot_hand_picture *hand)
{
	struct sabot_table_text title = {hand->title, sabot_table_letters(widget, 17, false),
					 PANGO_WEIGHT_SEMIBOLD, "sabot_quiet", 0};
	GdkRectangle place = {0, 0, all->width / 2, all->height};

	return hand->title ? sabot_table_text_paint(widget, cr, &place, &title) +
				     grown(widget, PAD_PX) * 2
			   : 0;
}

static void
paint_in_row(GtkWidget *widget, cairo_t *cr, const struct sabot_hand_picture *hand)
{
	GdkRectangle all = whole(widget), card = row_card(widget, all.height), line = all;
	guint n = hand->cards->len;
	int title_px = paint_row_title(widget, cr, &all, hand);
	int least_px = title_px > 0 ? (int)(sabot_table_letters(widget, 34, false) * 1.5)
				    : sabot_table_px(widget, 96);
	int room_px = all.width - title_px - MIN(least_px, (all.width - title_px) * 2 / 5);
	int indices_px =
		n > 0 ? (int)(n - 1) * grown(widget, ROW_INDEX_PX) + grown(widget, ROW_CARD_PX) : 0;
	guint from;
	double step;
	const char *colour = letters_colour(hand);
	struct sabot_table_text total = {hand->total,
					 CLAMP(all.height * 0.6,
					       sabot_table_letters(widget, 0, true),
					       sabot_table_letters(widget, 34, false)),
					 PANGO_WEIGHT_BOLD, colour, 0};
	g_autofree char *shown = shown_word(hand);
	struct sabot_table_text word = {shown, sabot_table_letters(widget, 18, false),
					PANGO_WEIGHT_SEMIBOLD, colour, 0};

	room_px = MAX(room_px, MIN(indices_px, all.width - title_px - grown(widget, ROW_TOTAL_PX)));
	/* The newest cards of a long hand. */
	from = n > 1 ? n - MIN(n, (guint)MAX(1 + (room_px - grown(widget, ROW_CARD_PX)) /
							     grown(widget, ROW_INDEX_PX),
					     1))
		     : 0;
	step = row_step(widget, &card, n - from, room_px);
	card.x = title_px;
	if (card.width <
	    grown(widget, ROW_CARD_PX)) /* the total matters more than unreadable cards */
		n = from = 0;
	paint_row(widget, cr,
		  (struct row){card, step, overlapped_face(widget, &card, step), from, n}, hand);
	line.x = n > 0 ? card.x + (int)((n - from - 1) * step) + card.width + 6 : card.x;
	line.width -= line.x;
	if (hand->is_veiled)
		paint_veil(widget, cr, &(GdkRectangle){0, 0, line.x - 4, all.height});
	if (hand->cards->len == 0 && hand->expects_card) {
		sabot_table_card_expect(widget, cr, &card);
		return;
	}
	if (hand->is_turn) {
		line.y = card.y;
		line.height = card.height;
		sabot_table_box_paint(widget, cr, &line, "sabot_turn",
				      (struct sabot_table_rim){.radius_px = 6});
		line.x += line.width > grown(widget, ROW_TAB_PX) ? 6 : 1;
		line.width -= line.width > grown(widget, ROW_TAB_PX) ? 10 : 2;
	}
	sabot_table_pair_paint(widget, cr, &line, &total, &word);
}

static void
paint_side_title(GtkWidget *widget, cairo_t *cr, const GdkRectangle *place,
		 const struct sabot_hand_picture *hand)
{
	bool is_large = place->height > sabot_table_px(widget, LARGE_SIDE_PX);
	struct sabot_table_text title = {
		hand->title, sabot_table_letters(widget, is_large ? 24 : 18, false),
		PANGO_WEIGHT_SEMIBOLD, hand->title_colour ? hand->title_colour : "sabot_quiet", 1};
	struct sabot_table_text total = {hand->total,
					 sabot_table_letters(widget, is_large ? 76 : 56, false),
					 PANGO_WEIGHT_BOLD, "sabot_ink", 1};
	struct sabot_table_text word = {hand->word, sabot_table_letters(widget, 17, false),
					PANGO_WEIGHT_BOLD, "sabot_ink", 1};
	int title_px = (int)(title.size_px * 1.3), total_px = (int)(total.size_px * 1.15);
	int word_px = hand->word && *hand->word ? (int)(word.size_px * 1.3) : 0;
	GdkRectangle line = *place;

	if (place->height < title_px + word_px + (int)title.size_px) {
		title.size_px = MIN(title.size_px, place->height / 1.3);
		total.size_px = MIN(total.size_px, place->height / 1.3);
		sabot_table_pair_paint(widget, cr, place, &title, &total);
		return;
	}
	total_px = MIN(total_px, place->height - title_px - word_px);
	line.y += (place->height - title_px - total_px - word_px) / 2;
	line.height = title_px;
	sabot_table_text_paint(widget, cr, &line, &title);
	line.y += title_px;
	line.height = total_px;
	total.size_px = MIN(total.size_px, total_px);
	sabot_table_text_paint(widget, cr, &line, &total);
	line.y += total_px;
	line.height = word_px;
	sabot_table_text_paint(widget, cr, &line, &word);
}

static void
paint_side(GtkWidget *widget, cairo_t *cr, const struct sabot_hand_picture *hand)
{
	GdkRectangle all = whole(widget), title = all;
	int width_px = MIN(sabot_table_px(widget, SIDE_TITLE_PX), all.width * 2 / 5);
	int height = all.height - sabot_table_px(widget, 14);
	guint n = hand->cards->len, n_places = MAX(n + hand->expects_card, 2);
	int room_px = all.width - width_px;
	GdkRectangle card = {width_px, 0, 0, height};
	double step;

	/* Alone on the cloth three cards are side by side. */
	card.width = MIN(
		height * 5 / 7,
		(int)(room_px / (all.height > sabot_table_px(widget, LARGE_SIDE_PX) ? 3.08 : 2.1)));
	card.height = card.width * 7 / 5;
	card.y = (all.height - card.height) / 2;
	step = MIN(card.width + 6.0, (room_px - card.width - 2) / (double)(n_places - 1));
	title.width = width_px - sabot_table_px(widget, 16);
	paint_side_title(widget, cr, &title, hand);
	paint_row(widget, cr, (struct row){card, step, SABOT_CARD_TALL, 0, n}, hand);
	card.x += (int)(n * step);
	if (hand->expects_card)
		sabot_table_card_expect(widget, cr, &card);
}

static void
paint_paid(GtkWidget *widget, cairo_t *cr, const struct sabot_hand_picture *hand)
{
	GdkRectangle all = whole(widget), line = all;
	guint n = hand->cards->len;
	GdkRectangle card = {0, 0, MIN(all.height * 5 / 7, all.width / 3), 0};
	int least_px = sabot_table_px(widget, 40);
	double step = card.width * 0.72;
	struct sabot_table_text total = {hand->total, sabot_table_letters(widget, 22, false),
					 PANGO_WEIGHT_BOLD,
					 hand->is_veiled ? "sabot_quiet" : "sabot_ink", 0.5};

	card.height = card.width * 7 / 5;
	card.y = (all.height - card.height) / 2;
	if (n > 1 && (n - 1) * step + card.width > all.width - least_px)
		step = (all.width - least_px - card.width) / (double)(n - 1);
	paint_row(widget, cr, (struct row){card, step, SABOT_CARD_SMALL, 0, n}, hand);
	line.x = n > 0 ? (int)((n - 1) * step) + card.width + 2 : 0;
	line.width -= line.x;
	if (hand->is_veiled)
		paint_veil(widget, cr, &(GdkRectangle){0, 0, line.x, all.height});
	sabot_table_text_paint(widget, cr, &line, &total);
}

static void
paint_total(GtkWidget *widget, cairo_t *cr, const struct sabot_hand_picture *hand)
{
	GdkRectangle all = whole(widget);
	struct sabot_table_text total = {hand->total, sabot_table_letters(widget, 22, false),
					 PANGO_WEIGHT_BOLD,
					 hand->is_veiled ? "sabot_quiet" : "sabot_ink", 0.5};

	sabot_table_text_paint(widget, cr, &all, &total);
}

void
sabot_hand_paint(GtkWidget *widget, cairo_t *cr, const struct sabot_hand_picture *hand)
{
	switch (hand->form) {
	case SABOT_HAND_WIDE:
	case SABOT_HAND_LOW:
		paint_wide(widget, cr, hand);
		break;
	case SABOT_HAND_COLUMN:
		paint_column(widget, cr, hand);
		break;
	case SABOT_HAND_STRIP:
		paint_strip(widget, cr, hand);
		break;
	case SABOT_HAND_ROW:
		paint_in_row(widget, cr, hand);
		break;
	case SABOT_HAND_SIDE:
		paint_side(widget, cr, hand);
		break;
	case SABOT_HAND_PAID:
		paint_paid(widget, cr, hand);
		break;
	case SABOT_HAND_TOTAL:
		paint_total(widget, cr, hand);
		break;
	}
}
