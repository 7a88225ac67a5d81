/*
 * A square of the cloth: see bet-square.h. Its frame comes from the style sheet; the rest is drawn.
 */
#include "gui/display/bet-square.h"

#include "gui/style/screen-font.h"
#include "gui/widgets/chip.h"
#include "gui/widgets/label.h"
#include "gui/widgets/paint.h"
#include "gui/widgets/placed.h"
#include "text/money.h"

#include <glib/gi18n.h>

enum { LEAST_PX = 13, GOOD_PX = 14 };

struct _SabotSquare {
	GtkButton parent_instance;
	struct sabot_dealer_square place;
	enum sabot_square_shape shape;
	char *name, *limit;
	struct sabot_dealer_square_state state;
	int64_t top_minor; /* the visible chip */
	int n_chips;
};

G_DEFINE_FINAL_TYPE(SabotSquare, sabot_square, GTK_TYPE_BUTTON)

static void
sabot_square_finalize(GObject *object)
{
	SabotSquare *square = SABOT_SQUARE(object);

	g_free(square->name);
	g_free(square->limit);
	G_OBJECT_CLASS(sabot_square_parent_class)->finalize(object);
}

struct letters {
	double size;
	PangoWeight weight;
};

/* Paint a centred text, as large as allowed and as fits. */
static void
paint_letters(SabotSquare *square, cairo_t *cr, const char *text, const GdkRectangle *place,
	      struct letters letters)
{
	g_autoptr(PangoLayout) layout = sabot_font_create_layout(GTK_WIDGET(square), text);
	double size = MAX(letters.size, LEAST_PX);
	PangoRectangle extents;

	for (;; size = MAX(size - 1, LEAST_PX)) {
		sabot_font_set(layout, size, letters.weight);
		pango_layout_get_pixel_extents(layout, NULL, &extents);
		if (extents.width <= place->width || size <= LEAST_PX)
			break;
	}
	cairo_move_to(cr, place->x + (place->width - extents.width) / 2.0,
		      place->y + (place->height - extents.height) / 2.0);
	pango_cairo_show_layout(cr, layout);
}

static void
paint_text(SabotSquare *square, cairo_t *cr, const char *text, const GdkRectangle *place,
	   double size)
{
	paint_letters(square, cr, text, place, (struct letters){size, PANGO_WEIGHT_SEMIBOLD});
}

/* The pairs have the colours of punto and banca. */
static const char *
name_ink(SabotSquare *square)
{
	enum sabot_bet on = sabot_bet_from_string(square->place.on);

	if (on == SABOT_BET_PUNTO_PAIR)
		return "sabot_punto";
	return on == SABOT_BET_BANCA_PAIR ? "sabot_banca" : "sabot_quiet";
}

static const char *
ink(SabotSquare *square)
{
	return square->state.is_as_before ? "sabot_quiet" : "sabot_ink";
}

static void
paint_sum(SabotSquare *square, cairo_t *cr, const GdkRectangle *place, double size)
{
	char money[SABOT_TEXT_MONEY_SIZE];

	if (square->place.on == SABOT_DEALER_BOX)
		g_strlcpy(money,
			  square->state.is_as_before ? C_("square", "as before")
						     : C_("square", "in"),
			  sizeof(money));
	else
		sabot_text_money_spaced(square->state.amount_minor, money);
	sabot_paint_set_colour(GTK_WIDGET(square), cr, ink(square));
	paint_text(square, cr, money, place, MAX(size, GOOD_PX));
}

static void
paint_chip(SabotSquare *square, cairo_t *cr, struct sabot_point at, double size, bool is_before_sum)
{
	struct sabot_chip chip = {
		.minor = square->top_minor,
		.x = at.x,
		.y = at.y,
		.size = size,
		.n = square->n_chips,
		.is_outline = square->state.is_as_before,
		.is_before_sum = is_before_sum,
	};

	if (square->top_minor > 0)
		sabot_chip_paint(GTK_WIDGET(square), cr, &chip);
}

/* The height of a pile of chips, as part of a chip's. */
static double
get_pile_share(SabotSquare *square)
{
	return sabot_chip_get_height(square->state.is_as_before ? 1 : square->n_chips);
}

/* The chip above the sum. */
static void
paint_upright(SabotSquare *square, cairo_t *cr, const GdkRectangle *place, double most_px)
{
	double sum_px = sabot_font_get_size(GTK_WIDGET(square)) *
			(square->shape == SABOT_SQUARE_CIRCLE ? 1.5 : 1.31);
	double share = get_pile_share(square);
	double chip_px = MIN(most_px, (place->height - sum_px * 1.3) / share);
	double room = place->height - chip_px * share - sum_px * 1.3;
	double top = place->y + room * 0.4;
	GdkRectangle sum = {place->x, (int)(top + chip_px * share + MIN(room * 0.3, 4)),
			    place->width, (int)(sum_px * 1.3)};

	paint_chip(square, cr, (struct sabot_point){place->x + (place->width - chip_px) / 2, top},
		   chip_px, false);
	paint_sum(square, cr, &sum, sum_px);
}

/* The chip at the left of the sum. */
static void
paint_level(SabotSquare *square, cairo_t *cr, const GdkRectangle *place, double chip_px)
{
	double y = place->y + (place->height - chip_px * get_pile_share(square)) / 2;
	GdkRectangle sum = {(int)(place->x + 8 + chip_px), place->y,
			    (int)(place->width - chip_px - 12), place->height};

	paint_chip(square, cr, (struct sabot_point){place->x + 6, y}, chip_px, true);
	paint_sum(square, cr, &sum,
		  MIN(sabot_font_get_size(GTK_WIDGET(square)) * 1.375, place->height * 0.5));
}

static void
paint_pill(SabotSquare *square, cairo_t *cr, const GdkRectangle *place)
{
	double em = sabot_font_get_size(GTK_WIDGET(square)),
	       sum_px = MIN(em * 1.31, place->height * 0.45);
	double name_px = MAX(em * 0.88, LEAST_PX), all = sum_px * 1.2 + name_px * 1.2;
	bool has_name = all <= place->height;
	int top = place->y + (int)((place->height - (has_name ? all : sum_px * 1.2)) / 2);
	GdkRectangle sum = {place->x + 3, top, place->width - 6, (int)(sum_px * 1.2)};
	GdkRectangle name = {place->x + 3, top + sum.height, place->width - 6,
			     (int)(name_px * 1.2)};

	paint_sum(square, cr, &sum, sum_px);
	if (!has_name)
		return;
	sabot_paint_set_colour(GTK_WIDGET(square), cr, "sabot_quiet");
	paint_letters(square, cr, square->name, &name,
		      (struct letters){name_px, PANGO_WEIGHT_NORMAL});
}

static void
paint_bet(SabotSquare *square, cairo_t *cr, const GdkRectangle *place)
{
	double em = sabot_font_get_size(GTK_WIDGET(square));
	double chip_px = MIN(MIN(place->height - 8, place->width * 0.42), em * 2.9);
	bool is_upright = place->height >= em * 3.9 && place->width < em * 6.9;

	if (square->shape == SABOT_SQUARE_PILL)
		paint_pill(square, cr, place);
	else if (square->shape == SABOT_SQUARE_CIRCLE && place->height >= em * 4.5)
		paint_upright(square, cr, place, MIN(place->height * 0.48, em * 3.5));
	else if (is_upright && !square->limit)
		paint_upright(square, cr, place, chip_px);
	else
		paint_level(square, cr, place, chip_px);
}

/* In a subdued colour, because it is not a finding. */
static int
paint_limit(SabotSquare *square, cairo_t *cr, const GdkRectangle *place)
{
	int height = (int)MAX(sabot_font_get_size(GTK_WIDGET(square)) * 1.1, LEAST_PX + 3);
	int inset = square->shape == SABOT_SQUARE_CIRCLE ? place->width / 5 : 3;
	GdkRectangle band = {place->x + inset, place->y + place->height - height - 2,
			     place->width - 2 * inset, height};

	sabot_paint_set_colour(GTK_WIDGET(square), cr, "sabot_medium");
	sabot_paint_rounded(cr, &band, 3);
	cairo_fill(cr);
	sabot_paint_set_colour(GTK_WIDGET(square), cr, "sabot_on_medium");
	paint_text(square, cr, square->limit, &band,
		   sabot_font_get_size(GTK_WIDGET(square)) * 0.82);
	return height;
}

static void
paint_changed(SabotSquare *square, cairo_t *cr, const GdkRectangle *place)
{
	int size = (int)MAX(sabot_font_get_size(GTK_WIDGET(square)) * 1.4, 16);
	GdkRectangle corner = {place->x + place->width - size, place->y, size, size - 2};
	struct sabot_point centre = {corner.x + size / 2.0, corner.y + size / 2.0 - 1};

	if (square->shape == SABOT_SQUARE_CIRCLE)
		centre.x = corner.x + size / 2.0;
	sabot_paint_set_colour(GTK_WIDGET(square), cr, "sabot_turn");
	sabot_paint_rounded(cr, &corner, 5);
	cairo_fill(cr);
	sabot_paint_set_colour(GTK_WIDGET(square), cr, "sabot_on_turn");
	sabot_paint_text(GTK_WIDGET(square), cr, "✱", size * 0.6, centre);
}

static void
paint_empty(SabotSquare *square, cairo_t *cr, const GdkRectangle *place)
{
	GdkRectangle inner = {place->x + 3, place->y, place->width - 6, place->height};

	if (!square->name)
		return;
	sabot_paint_set_colour(GTK_WIDGET(square), cr, name_ink(square));
	paint_letters(square, cr, square->name, &inner,
		      (struct letters){sabot_font_get_size(GTK_WIDGET(square)) * 0.94,
				       PANGO_WEIGHT_NORMAL});
}

static gboolean
draw(GtkWidget *widget, cairo_t *cr)
{
	SabotSquare *square = SABOT_SQUARE(widget);
	GtkStyleContext *style = gtk_widget_get_style_context(widget);
	GdkRectangle place = {0, 0, gtk_widget_get_allocated_width(widget),
			      gtk_widget_get_allocated_height(widget)};
	GdkRectangle inner = place;

	gtk_render_background(style, cr, 0, 0, place.width, place.height);
	gtk_render_frame(style, cr, 0, 0, place.width, place.height);
	if (square->limit)
		inner.height -= paint_limit(square, cr, &place);
	if (square->state.is_in)
		paint_bet(square, cr, &inner);
	else
		paint_empty(square, cr, &inner);
	if (square->state.is_changed)
		paint_changed(square, cr, &place);
	if (gtk_widget_has_visible_focus(widget))
		gtk_render_focus(style, cr, 0, 0, place.width, place.height);
	return GDK_EVENT_PROPAGATE;
}

static void
sabot_square_class_init(SabotSquareClass *klass)
{
	GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);

	G_OBJECT_CLASS(klass)->finalize = sabot_square_finalize;
	widget_class->draw = draw;
	sabot_placed_class(widget_class);
	gtk_widget_class_set_css_name(widget_class, "sabot-square");
}

static void
sabot_square_init(SabotSquare *square)
{
	gtk_widget_set_focus_on_click(GTK_WIDGET(square), FALSE);
	gtk_widget_show(GTK_WIDGET(square));
}

GtkWidget *
sabot_square_new(const struct sabot_dealer_square *place, enum sabot_square_shape shape,
		 const char *name)
{
	SabotSquare *square = g_object_new(SABOT_TYPE_SQUARE, NULL);

	square->place = *place;
	square->shape = shape;
	square->name = g_strdup(name);
	sabot_style_set_class(square, "round", shape != SABOT_SQUARE_RECTANGLE);
	return GTK_WIDGET(square);
}

const struct sabot_dealer_square *
sabot_square_get_place(SabotSquare *square)
{
	return &square->place;
}

static void
count_chips(SabotSquare *square, const struct sabot_denominations *chips)
{
	struct sabot_chips paid;

	sabot_chips_pay(chips, square->state.amount_minor, &paid);
	square->top_minor = paid.n > 0 ? paid.stacks[0].minor : 0;
	square->n_chips = 0;
	for (int i = 0; i < paid.n; i++)
		square->n_chips += (int)MIN(paid.stacks[i].count, 100);
}

static bool
is_same(const struct sabot_dealer_square_state *a, const struct sabot_dealer_square_state *b)
{
	return a->amount_minor == b->amount_minor && a->is_in == b->is_in &&
	       a->is_as_before == b->is_as_before && a->is_changed == b->is_changed &&
	       a->is_last == b->is_last;
}

/* Set what is painted; true if it has changed. */
static bool
update_state(SabotSquare *square, const struct sabot_dealer_square_state *state,
	     const struct sabot_denominations *chips, const char *limit)
{
	bool differs = !is_same(&square->state, state) || g_strcmp0(square->limit, limit) != 0;
	int64_t top_minor = square->top_minor;
	int n_chips = square->n_chips;

	square->state = *state;
	count_chips(square, chips);
	g_free(square->limit);
	square->limit = g_strdup(limit);
	return differs || top_minor != square->top_minor || n_chips != square->n_chips;
}

bool
sabot_square_show(SabotSquare *square, const struct sabot_dealer_square_state *state,
		  const struct sabot_denominations *chips, const char *spoken, const char *limit)
{
	bool differs = update_state(square, state, chips, limit);

	sabot_style_set_class(square, "laid", state->is_in && !state->is_as_before);
	sabot_style_set_class(square, "as-before", state->is_as_before);
	sabot_style_set_class(square, "last", state->is_last);
	atk_object_set_name(gtk_widget_get_accessible(GTK_WIDGET(square)), spoken);
	if (differs)
		gtk_widget_queue_draw(GTK_WIDGET(square));
	return differs;
}
