/* The fan of cards: see cards.h. Cards overlap only when they have no room beside each other. */
#include "gui/widgets/cards.h"

#include "gui/model/phrases.h"
#include "gui/widgets/paint.h"
#include "gui/widgets/suits.h"

#include <math.h>

enum { HEIGHT_PX = 48, GAP_PX = 4, OVERLAP_PERCENT = 46, SIDE_BY_SIDE_CARDS = 3 };

struct _SabotCards {
	GtkDrawingArea parent_instance;
	GArray *values; /* of struct sabot_wire_card */
	int height_px;
	gboolean four_colours;
};

G_DEFINE_FINAL_TYPE(SabotCards, sabot_cards, GTK_TYPE_DRAWING_AREA)

static int
card_width(SabotCards *cards)
{
	return cards->height_px * 7 / 10;
}

/* From one card's left edge to the next one's, given the room there is. */
static int
card_step(SabotCards *cards, int room_px)
{
	int n = (int)cards->values->len;
	int wide = card_width(cards) + GAP_PX;
	int narrow = card_width(cards) * OVERLAP_PERCENT / 100;

	if (n < 2 || (n - 1) * wide + card_width(cards) <= room_px)
		return wide;
	return MAX(narrow, (room_px - card_width(cards)) / (n - 1));
}

static void
get_preferred_width(GtkWidget *widget, int *ret_minimum, int *ret_natural)
{
	SabotCards *cards = SABOT_CARDS(widget);
	int n = MAX((int)cards->values->len, 1);
	int narrow = card_width(cards) * OVERLAP_PERCENT / 100;

	*ret_minimum = card_width(cards) + (n - 1) * narrow;
	*ret_natural = *ret_minimum;
	if (n <= SIDE_BY_SIDE_CARDS)
		*ret_natural = n * (card_width(cards) + GAP_PX) - GAP_PX;
}

static void
get_preferred_height(GtkWidget *widget, int *ret_minimum, int *ret_natural)
{
	*ret_minimum = *ret_natural = SABOT_CARDS(widget)->height_px;
}

static const char *
suit_colour(SabotCards *cards, unsigned suit)
{
	if (suit == SABOT_HEARTS)
		return "sabot_card_red";
	if (suit == SABOT_DIAMONDS)
		return cards->four_colours ? "sabot_card_blue" : "sabot_card_red";
	if (suit == SABOT_CLUBS && cards->four_colours)
		return "sabot_card_green";
	return "sabot_card_black";
}

static void
draw_paper(GtkWidget *widget, cairo_t *cr, const GdkRectangle *box, const char *colour)
{
	sabot_paint_rounded(cr, box, box->width * 0.12);
	sabot_paint_set_colour(widget, cr, colour);
	cairo_fill_preserve(cr);
	sabot_paint_set_colour(widget, cr, "sabot_card_edge");
	cairo_set_line_width(cr, 1);
	cairo_stroke(cr);
}

static void
draw_back(GtkWidget *widget, cairo_t *cr, const GdkRectangle *box)
{
	int margin = MAX(2, box->width / 8);
	GdkRectangle inner = {box->x + margin, box->y + margin, box->width - 2 * margin,
			      box->height - 2 * margin};
	int step = MAX(4, box->width / 6);

	draw_paper(widget, cr, box, "sabot_card_paper");
	cairo_save(cr);
	sabot_paint_rounded(cr, &inner, box->width * 0.06);
	sabot_paint_set_colour(widget, cr, "sabot_card_back");
	cairo_fill_preserve(cr);
	cairo_clip(cr);
	sabot_paint_set_colour(widget, cr, "sabot_card_back_line");
	for (int d = -box->height; d < box->width + box->height; d += step) {
		cairo_move_to(cr, box->x + d, box->y);
		cairo_line_to(cr, box->x + d + box->height, box->y + box->height);
		cairo_move_to(cr, box->x + d, box->y + box->height);
		cairo_line_to(cr, box->x + d + box->height, box->y);
	}
	cairo_stroke(cr);
	cairo_restore(cr);
}

static void
draw_face(SabotCards *cards, cairo_t *cr, const GdkRectangle *box, struct sabot_card card)
{
	static const char *const ranks[] = {"?", "A", "2", "3",  "4", "5", "6",
					    "7", "8", "9", "10", "J", "Q", "K"};
	GtkWidget *widget = GTK_WIDGET(cards);
	bool is_known = sabot_card_is_known(card);
	double suit_size = box->height * 0.36;
	double middle = box->x + box->width * 0.5;

	draw_paper(widget, cr, box, is_known ? "sabot_card_paper" : "sabot_card_unread");
	sabot_paint_set_colour(widget, cr,
			       is_known ? suit_colour(cards, card.suit) : "sabot_card_black");
	if (card.rank == SABOT_RANK_UNKNOWN) {
		sabot_paint_text(widget, cr, "?", box->height * 0.62,
				 (struct sabot_point){middle, box->y + box->height * 0.5});
		return;
	}
	sabot_paint_text(widget, cr, ranks[card.rank], box->height * 0.42,
			 (struct sabot_point){middle, box->y + box->height * 0.29});
	if (is_known) {
		sabot_suit_path(cr, card.suit, middle - suit_size / 2, box->y + box->height * 0.55,
				suit_size);
		cairo_fill(cr);
	} else {
		sabot_paint_text(widget, cr, "?", suit_size,
				 (struct sabot_point){middle, box->y + box->height * 0.74});
	}
}

/* Overlapped cards show their left side only: there the rank must stand. */
static gboolean
draw(GtkWidget *widget, cairo_t *cr)
{
	SabotCards *cards = SABOT_CARDS(widget);
	int step = card_step(cards, gtk_widget_get_allocated_width(widget));
	GdkRectangle box = {0, 0, card_width(cards), cards->height_px};

	for (guint i = 0; i < cards->values->len; i++) {
		const struct sabot_wire_card *value =
			&g_array_index(cards->values, struct sabot_wire_card, i);

		if (value->is_hidden)
			draw_back(widget, cr, &box);
		else
			draw_face(cards, cr, &box, value->card);
		box.x += step;
	}
	return FALSE;
}

static void
sabot_cards_finalize(GObject *object)
{
	g_array_unref(SABOT_CARDS(object)->values);
	G_OBJECT_CLASS(sabot_cards_parent_class)->finalize(object);
}

static void
sabot_cards_class_init(SabotCardsClass *klass)
{
	GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);

	G_OBJECT_CLASS(klass)->finalize = sabot_cards_finalize;
	widget_class->draw = draw;
	widget_class->get_preferred_width = get_preferred_width;
	widget_class->get_preferred_height = get_preferred_height;
	gtk_widget_class_set_css_name(widget_class, "sabot-cards");
	gtk_widget_class_set_accessible_role(widget_class, ATK_ROLE_IMAGE);
}

static void
sabot_cards_init(SabotCards *cards)
{
	cards->values = g_array_new(FALSE, TRUE, sizeof(struct sabot_wire_card));
	cards->height_px = HEIGHT_PX;
}

static gboolean
is_same(const GArray *a, const GArray *b)
{
	for (guint i = 0; a->len == b->len && i < a->len; i++) {
		const struct sabot_wire_card *x = &g_array_index(a, struct sabot_wire_card, i);
		const struct sabot_wire_card *y = &g_array_index(b, struct sabot_wire_card, i);

		if (x->is_hidden != y->is_hidden || !sabot_card_is_equal(x->card, y->card))
			return FALSE;
	}
	return a->len == b->len;
}

void
sabot_cards_set(SabotCards *cards, const GArray *values)
{
	g_autofree char *name = NULL;
	gboolean is_other_count = cards->values->len != values->len;

	if (is_same(cards->values, values) && values->len > 0)
		return;
	g_array_set_size(cards->values, 0);
	if (values->len > 0)
		g_array_append_vals(cards->values, values->data, values->len);
	name = sabot_phrase_cards(cards->values);
	atk_object_set_name(gtk_widget_get_accessible(GTK_WIDGET(cards)), name);
	if (is_other_count)
		gtk_widget_queue_resize(GTK_WIDGET(cards));
	else
		gtk_widget_queue_draw(GTK_WIDGET(cards));
}

void
sabot_cards_set_height(SabotCards *cards, int height_px)
{
	if (cards->height_px == height_px)
		return;
	cards->height_px = height_px;
	gtk_widget_queue_resize(GTK_WIDGET(cards));
}

void
sabot_cards_set_four_colours(SabotCards *cards, gboolean four)
{
	cards->four_colours = four;
	gtk_widget_queue_draw(GTK_WIDGET(cards));
}
