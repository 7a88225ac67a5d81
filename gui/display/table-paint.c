/* Texts and cards of the cloth: see table-paint.h. */
#include "gui/display/table-paint.h"

#include "gui/style/screen-font.h"
#include "gui/widgets/card-paint.h"
#include "gui/widgets/chip.h"
#include "gui/widgets/paint.h"
#include "gui/widgets/suits.h"
#include "text/words.h"

#include <math.h>
#include <string.h>

/* Least shrinking of two texts on a line. */
#define LEAST_SHRINK 0.6

enum { EM_PX = 16, LEAST_PX = 14, LEAST_OF_ALL_PX = 13, LEAST_CARD_PX = 4 };

static const char *const suit_colours[] = {
	[SABOT_SPADES] = "sabot_card_spades",
	[SABOT_HEARTS] = "sabot_card_hearts",
	[SABOT_DIAMONDS] = "sabot_card_diamonds",
	[SABOT_CLUBS] = "sabot_card_clubs",
};

double
sabot_table_scale(GtkWidget *widget)
{
	return sabot_font_get_size(widget) / EM_PX;
}

int
sabot_table_px(GtkWidget *widget, double px)
{
	return (int)lround(px * sabot_table_scale(widget));
}

double
sabot_table_growth(GtkWidget *widget)
{
	return MAX(sabot_table_scale(widget), 1);
}

int
sabot_table_grow(GtkWidget *widget, double px)
{
	return (int)lround(px * sabot_table_growth(widget));
}

double
sabot_table_letters(GtkWidget *widget, double px, bool is_least)
{
	return MAX(px * sabot_table_scale(widget),
		   (is_least ? LEAST_OF_ALL_PX : LEAST_PX) * sabot_table_growth(widget));
}

static PangoLayout *
lay_out(GtkWidget *widget, const struct sabot_table_text *text, double size_px, int *ret_width,
	int *ret_height)
{
	PangoLayout *layout = sabot_font_create_layout(widget, text->text);

	sabot_font_set(layout, MAX(size_px, 1), text->weight);
	pango_layout_get_pixel_size(layout, ret_width, ret_height);
	return layout;
}

static double
fit_size(const struct sabot_table_text *text, int width, int width_px)
{
	return width > width_px ? floor(text->size_px * width_px / width) : text->size_px;
}

double
sabot_table_text_fitting(GtkWidget *widget, int width_px, const struct sabot_table_text *text)
{
	int width, height;

	g_object_unref(lay_out(widget, text, text->size_px, &width, &height));
	return fit_size(text, width, width_px);
}

int
sabot_table_text_paint(GtkWidget *widget, cairo_t *cr, const GdkRectangle *place,
		       const struct sabot_table_text *text)
{
	g_autoptr(PangoLayout) layout = NULL;
	double size_px, least_px = MIN(text->size_px, sabot_table_letters(widget, 0, true));
	int width, height;

	if (!text->text || !*text->text)
		return 0;
	layout = lay_out(widget, text, text->size_px, &width, &height);
	size_px = fit_size(text, width, place->width);
	/* That a value is uncertain matters more than the value. */
	if (size_px < least_px && g_str_has_suffix(text->text, "?") && strlen(text->text) > 1) {
		struct sabot_table_text sign = *text;

		sign.text = "?";
		return sabot_table_text_paint(widget, cr, place, &sign);
	}
	/* Before it becomes unreadable it extends a little beyond its place. */
	size_px = MAX(size_px, least_px);
	if (size_px < text->size_px) {
		g_object_unref(layout);
		layout = lay_out(widget, text, size_px, &width, &height);
	}
	sabot_paint_set_colour(widget, cr, text->colour);
	cairo_move_to(cr, place->x + (place->width - width) * text->align,
		      place->y + (place->height - height) / 2.0);
	pango_cairo_show_layout(cr, layout);
	return width;
}

void
sabot_table_pair_paint(GtkWidget *widget, cairo_t *cr, const GdkRectangle *place,
		       const struct sabot_table_text *first, const struct sabot_table_text *second)
{
	g_autoptr(PangoLayout) one = NULL, two = NULL;
	double shrink = 1, least_px = sabot_table_letters(widget, 0, true);
	int w1, h1, w2, h2, gap;
	double x, y;

	if (!second->text || !*second->text) {
		sabot_table_text_paint(widget, cr, place, first);
		return;
	}
	for (;; shrink *= 0.93) {
		g_clear_object(&one);
		g_clear_object(&two);
		one = lay_out(widget, first, MAX(first->size_px * shrink, least_px), &w1, &h1);
		two = lay_out(widget, second, MAX(second->size_px * shrink, least_px), &w2, &h2);
		gap = (int)(second->size_px * shrink * 0.42);
		if (w1 + gap + w2 <= place->width)
			break;
		if (shrink < LEAST_SHRINK) { /* one readable text is better than two that are not */
			sabot_table_text_paint(widget, cr, place, first);
			return;
		}
	}
	x = place->x + (place->width - w1 - gap - w2) * first->align;
	y = place->y + (place->height - h1) / 2.0;
	sabot_paint_set_colour(widget, cr, first->colour);
	cairo_move_to(cr, x, y);
	pango_cairo_show_layout(cr, one);
	y += pango_layout_get_baseline(one) / (double)PANGO_SCALE -
	     pango_layout_get_baseline(two) / (double)PANGO_SCALE;
	sabot_paint_set_colour(widget, cr, second->colour);
	cairo_move_to(cr, x + w1 + gap, y);
	pango_cairo_show_layout(cr, two);
}

void
sabot_table_box_paint(GtkWidget *widget, cairo_t *cr, const GdkRectangle *box, const char *colour,
		      struct sabot_table_rim rim)
{
	double growth = sabot_table_growth(widget);
	double radius_px = rim.radius_px * growth, line_px = rim.line_px * growth;
	double half = line_px / 2, r = MIN(radius_px, MIN(box->width, box->height) / 2.0);
	double x = box->x + half, y = box->y + half;
	double right = box->x + box->width - half, bottom = box->y + box->height - half;

	cairo_new_sub_path(cr);
	cairo_arc(cr, right - r, y + r, r, -M_PI / 2, 0);
	cairo_arc(cr, right - r, bottom - r, r, 0, M_PI / 2);
	cairo_arc(cr, x + r, bottom - r, r, M_PI / 2, M_PI);
	cairo_arc(cr, x + r, y + r, r, M_PI, 3 * M_PI / 2);
	cairo_close_path(cr);
	sabot_paint_set_colour(widget, cr, colour);
	if (line_px <= 0) {
		cairo_fill(cr);
		return;
	}
	cairo_set_line_width(cr, line_px);
	cairo_set_dash(cr, (const double[]){rim.dash_px * growth, rim.gap_px * growth},
		       rim.dash_px > 0 ? 2 : 0, 0);
	cairo_stroke(cr);
	cairo_set_dash(cr, NULL, 0, 0);
}

void
sabot_table_tick_paint(GtkWidget *widget, cairo_t *cr, struct sabot_point corner, double size_px,
		       const char *colour)
{
	double unit = size_px / 24;

	sabot_paint_set_colour(widget, cr, colour);
	cairo_set_line_width(cr, 3.5 * unit);
	cairo_move_to(cr, corner.x + 4 * unit, corner.y + 13 * unit);
	cairo_rel_line_to(cr, 5 * unit, 5 * unit);
	cairo_rel_line_to(cr, 11 * unit, -12 * unit);
	cairo_stroke(cr);
}

static void
paint_suit(GtkWidget *widget, cairo_t *cr, struct sabot_card card, struct sabot_point at,
	   double size)
{
	sabot_paint_set_colour(widget, cr, suit_colours[card.suit]);
	sabot_suit_path(cr, card.suit, at.x, at.y, size);
	cairo_fill(cr);
}

/* Paint with the top of the capitals at `y`. */
static void
paint_rank(GtkWidget *widget, cairo_t *cr, struct sabot_card card, double size_px,
	   struct sabot_point at)
{
	g_autoptr(PangoLayout) layout =
		sabot_font_create_layout(widget, sabot_text_rank_sign(card.rank));

	if (card.rank == SABOT_TEN) {
		PangoAttrList *attributes =
			pango_attr_list_copy(pango_layout_get_attributes(layout));

		pango_attr_list_insert(attributes, pango_attr_letter_spacing_new(
							   (int)(-size_px * 0.09 * PANGO_SCALE)));
		pango_layout_set_attributes(layout, attributes);
		pango_attr_list_unref(attributes);
	}
	sabot_font_set(layout, size_px, PANGO_WEIGHT_BOLD);
	sabot_paint_set_colour(
		widget, cr, sabot_card_is_known(card) ? suit_colours[card.suit] : "sabot_card_ink");
	cairo_move_to(cr, at.x,
		      at.y + size_px * 0.74 -
			      pango_layout_get_baseline(layout) / (double)PANGO_SCALE);
	pango_cairo_show_layout(cr, layout);
}

static void
paint_paper(GtkWidget *widget, cairo_t *cr, const GdkRectangle *card, bool is_read)
{
	double radius = card->width * 0.08 / sabot_table_growth(widget);

	sabot_table_box_paint(widget, cr, card, is_read ? "sabot_card_paper" : "sabot_card_unread",
			      (struct sabot_table_rim){.radius_px = radius});
	sabot_table_box_paint(widget, cr, card, is_read ? "sabot_card_edge" : "sabot_rim",
			      (struct sabot_table_rim){.radius_px = radius,
						       .line_px = is_read ? 1.2 : 2.5});
}

static void
paint_suits(GtkWidget *widget, cairo_t *cr, const GdkRectangle *at, enum sabot_card_face face,
	    struct sabot_card card)
{
	double x = at->x, y = at->y, w = at->width;

	switch (face) {
	case SABOT_CARD_TALL:
		paint_suit(widget, cr, card, (struct sabot_point){x + w * 0.09, y + w * 0.53},
			   w * 0.29);
		paint_suit(widget, cr, card, (struct sabot_point){x + w * 0.42, y + w * 0.76},
			   w * 0.50);
		break;
	case SABOT_CARD_BESIDE:
		paint_suit(widget, cr, card, (struct sabot_point){x + w * 0.62, y + w * 0.11},
			   w * 0.30);
		paint_suit(widget, cr, card, (struct sabot_point){x + w * 0.30, y + w * 0.66},
			   w * 0.56);
		break;
	case SABOT_CARD_SMALL:
		paint_suit(widget, cr, card, (struct sabot_point){x + w * 0.14, y + w * 0.70},
			   w * 0.60);
		break;
	}
}

void
sabot_table_card_paint(GtkWidget *widget, cairo_t *cr, const GdkRectangle *card,
		       enum sabot_card_face face, const struct sabot_wire_card *value)
{
	double w = card->width;
	double size_px = MAX(w * (face == SABOT_CARD_SMALL ? 0.60 : 0.47),
			     sabot_table_letters(widget, 0, true));
	struct sabot_point middle = {card->x + w / 2, card->y + w * 0.7};

	if (card->width < LEAST_CARD_PX || card->height < LEAST_CARD_PX)
		return;
	if (value->is_hidden) {
		sabot_card_paint(widget, cr, card, value);
		return;
	}
	paint_paper(widget, cr, card, sabot_card_is_known(value->card));
	if (value->card.rank == SABOT_RANK_UNKNOWN) {
		sabot_paint_set_colour(widget, cr, "sabot_card_ink");
		sabot_paint_text(widget, cr, "?", w * 0.62, middle);
		return;
	}
	paint_rank(widget, cr, value->card, size_px,
		   (struct sabot_point){card->x + w * 0.07, card->y + w * 0.10});
	if (sabot_card_is_known(value->card)) {
		paint_suits(widget, cr, card, face, value->card);
		return;
	}
	sabot_paint_set_colour(widget, cr, "sabot_card_ink");
	middle.y = card->y + w;
	sabot_paint_text(widget, cr, "?", w * 0.5, middle);
}

void
sabot_table_card_expect(GtkWidget *widget, cairo_t *cr, const GdkRectangle *card)
{
	sabot_table_box_paint(widget, cr, card, "sabot_turn",
			      (struct sabot_table_rim){.radius_px = card->width * 0.08 /
								    sabot_table_growth(widget),
						       .line_px = 3,
						       .dash_px = 6,
						       .gap_px = 6});
}

void
sabot_table_stake_paint(GtkWidget *widget, cairo_t *cr, const GdkRectangle *place,
			int64_t stake_minor, const GArray *chips)
{
	static const int64_t usual[] = {50,   100,   500,   1000,   2500,
					5000, 10000, 50000, 100000, 500000};
	const int64_t *values = chips && chips->len > 0 ? (const int64_t *)chips->data : usual;
	int n_values = chips && chips->len > 0 ? (int)chips->len : (int)G_N_ELEMENTS(usual);
	struct sabot_chip chip = {.x = place->x, .y = place->y, .size = place->height};
	int64_t rest_minor = stake_minor;

	for (int i = n_values - 1; i >= 0 && rest_minor > 0; i--) {
		if (values[i] <= 0 || rest_minor < values[i])
			continue;
		if (chip.n == 0)
			chip.minor = values[i];
		chip.n += (int)MIN(rest_minor / values[i], 4);
		rest_minor %= values[i];
	}
	chip.size *= chip.n > 1 ? 0.9 : 1;
	if (chip.n > 0 && chip.size >= LEAST_CARD_PX)
		sabot_chip_paint(widget, cr, &chip);
}
