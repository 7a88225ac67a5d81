/* Cards: see card-paint.h. */
#include "gui/widgets/card-paint.h"

#include "gui/widgets/paint.h"
#include "gui/widgets/suits.h"
#include "text/words.h"

enum { GAP_PERCENT = 8, OVERLAP_PERCENT = 46 };

static const char *const suit_colours[] = {
	[SABOT_CLUBS] = "sabot_card_clubs",
	[SABOT_DIAMONDS] = "sabot_card_diamonds",
	[SABOT_HEARTS] = "sabot_card_hearts",
	[SABOT_SPADES] = "sabot_card_spades",
};

int
sabot_card_width(int height_px)
{
	return height_px * 7 / 10;
}

static int
gap(int height_px)
{
	return MAX(2, height_px * GAP_PERCENT / 100);
}

int
sabot_cards_narrow(int n, int height_px)
{
	int width = sabot_card_width(height_px);

	return width + (MAX(n, 1) - 1) * (width * OVERLAP_PERCENT / 100);
}

int
sabot_cards_wide(int n, int height_px)
{
	int width = sabot_card_width(height_px);

	return width + (MAX(n, 1) - 1) * (width + gap(height_px));
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

/* `seen_px`: width at the left edge that no other card covers; rank and suit are drawn there. */
static void
draw_face(GtkWidget *widget, cairo_t *cr, const GdkRectangle *box, int seen_px,
	  struct sabot_card card)
{
	bool is_known = sabot_card_is_known(card);
	double rank_size = MIN(box->height * 0.42, seen_px * (card.rank == SABOT_TEN ? 0.8 : 1.2));
	double suit_size = MIN(box->height * 0.36, seen_px * 0.9);
	double middle = box->x + seen_px * 0.5;

	draw_paper(widget, cr, box, is_known ? "sabot_card_paper" : "sabot_card_unread");
	sabot_paint_set_colour(widget, cr, is_known ? suit_colours[card.suit] : "sabot_card_ink");
	if (card.rank == SABOT_RANK_UNKNOWN) {
		sabot_paint_text(widget, cr, "?", box->height * 0.62,
				 (struct sabot_point){middle, box->y + box->height * 0.5});
		return;
	}
	sabot_paint_text(widget, cr, sabot_text_rank_sign(card.rank), rank_size,
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

static void
paint_card(GtkWidget *widget, cairo_t *cr, const GdkRectangle *box, int seen_px,
	   const struct sabot_wire_card *card)
{
	if (card->is_hidden)
		draw_back(widget, cr, box);
	else
		draw_face(widget, cr, box, seen_px, card->card);
}

void
sabot_card_paint(GtkWidget *widget, cairo_t *cr, const GdkRectangle *box,
		 const struct sabot_wire_card *card)
{
	paint_card(widget, cr, box, box->width, card);
}

/* The distance between the left edges of neighbouring cards, for the given room. */
static int
step_of(int n, int height_px, int room_px)
{
	int width = sabot_card_width(height_px);

	if (n < 2 || sabot_cards_wide(n, height_px) <= room_px)
		return width + gap(height_px);
	return MAX(width * OVERLAP_PERCENT / 100, (room_px - width) / (n - 1));
}

/* Overlapped cards show only their left side, with rank and suit. */
void
sabot_cards_paint(GtkWidget *widget, cairo_t *cr, const GdkRectangle *room, const GArray *cards)
{
	GdkRectangle box = {room->x, room->y, sabot_card_width(room->height), room->height};
	int step = step_of((int)cards->len, room->height, room->width);

	for (guint i = 0; i < cards->len; i++) {
		bool is_last = i + 1 == cards->len;

		paint_card(widget, cr, &box, is_last ? box.width : MIN(step, box.width),
			   &g_array_index(cards, struct sabot_wire_card, i));
		box.x += step;
	}
}
