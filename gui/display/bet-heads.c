/* Seats' numbers and bets' names: see bet-heads.h. */
#include "gui/display/bet-heads.h"

#include "gui/model/dealer/bet-phrases.h"
#include "gui/style/screen-font.h"
#include "gui/widgets/paint.h"

#include <glib/gi18n.h>

enum { LEAST_TEXT_PX = 13 };

struct heads {
	GtkWidget *widget;
	GdkRectangle clip; /* the area being painted */
	const struct sabot_bet_layout *layout;
	const struct sabot_dealer_squares *squares;
};

/* Paint a text of `size` pixels or as large as fits, on two lines if needed. */
static void
paint_text(struct heads *heads, cairo_t *cr, const char *text, const GdkRectangle *place,
	   double size)
{
	g_autoptr(PangoLayout) layout = sabot_font_create_layout(heads->widget, text);
	PangoRectangle extents;

	pango_layout_set_width(layout, place->width * PANGO_SCALE);
	for (size = MAX(size, LEAST_TEXT_PX);; size = MAX(size - 1, LEAST_TEXT_PX)) {
		sabot_font_set(layout, size, PANGO_WEIGHT_BOLD);
		pango_layout_get_pixel_extents(layout, NULL, &extents);
		if (size <= LEAST_TEXT_PX ||
		    (extents.width <= place->width && extents.height <= place->height))
			break;
	}
	cairo_move_to(cr, place->x, place->y + (place->height - extents.height) / 2.0);
	pango_cairo_show_layout(cr, layout);
}

static void
paint_centred(struct heads *heads, cairo_t *cr, const char *text, const GdkRectangle *place,
	      double size)
{
	struct sabot_point centre = {place->x + place->width / 2.0, place->y + place->height / 2.0};

	sabot_paint_text(heads->widget, cr, text, size, centre);
}

static void
set_line(struct heads *heads, cairo_t *cr, bool is_in)
{
	static const double dashes[] = {4, 3};

	sabot_paint_set_colour(heads->widget, cr, is_in ? "sabot_edge" : "sabot_cloth_line");
	cairo_set_line_width(cr, 1.5);
	cairo_set_dash(cr, dashes, is_in ? 0 : G_N_ELEMENTS(dashes), 0);
}

/* The place of a seat's number: a plate; for a box, a disc. */
static void
make_head(struct heads *heads, cairo_t *cr, GdkRectangle *place)
{
	int side = MIN(place->width, place->height) - 2;

	if (heads->layout->is_blackjack || sabot_bet_layout_is_tall(heads->layout)) {
		side = (int)MIN(side, heads->layout->em_px * 1.9);
		*place = (GdkRectangle){place->x + (place->width - side) / 2,
					place->y + (place->height - side) / 2, side, side};
	}
	sabot_paint_rounded(cr, place, heads->layout->is_blackjack ? place->height / 2.0 - 1 : 6);
}

static bool
is_painted(const struct heads *heads, const GdkRectangle *place)
{
	return gdk_rectangle_intersect(&heads->clip, place, NULL);
}

static void
paint_head(struct heads *heads, cairo_t *cr, int box)
{
	const struct sabot_dealer_squares *squares = heads->squares;
	GdkRectangle place = sabot_bet_layout_head(heads->layout, box);
	bool is_in = sabot_dealer_squares_is_in(squares, box + 1);
	bool is_out = sabot_dealer_squares_is_out(squares, box + 1);
	bool is_plate = !heads->layout->is_blackjack && !sabot_bet_layout_is_tall(heads->layout);
	g_autofree char *text =
		is_out && is_plate
			/* Translators: a seat's number, and that it does not bet any more. */
			? g_strdup_printf(C_("seat", "%d out"), box + 1)
			: g_strdup_printf("%d", box + 1);

	if (!is_painted(heads, &place))
		return;
	cairo_save(cr);
	make_head(heads, cr, &place);
	if (is_in) {
		sabot_paint_set_colour(heads->widget, cr, "sabot_panel");
		cairo_fill_preserve(cr);
	}
	set_line(heads, cr, is_in);
	cairo_stroke(cr);
	cairo_restore(cr);
	sabot_paint_set_colour(heads->widget, cr, is_in ? "sabot_ink" : "sabot_quiet");
	paint_centred(heads, cr, text, &place, MAX(heads->layout->em_px * (is_out ? 1 : 1.2), 14));
}

static const char *
colour_of(const char *on)
{
	enum sabot_bet bet = sabot_bet_from_string(on);

	if (bet == SABOT_BET_PUNTO)
		return "sabot_punto";
	if (bet == SABOT_BET_BANCA)
		return "sabot_banca";
	return bet == SABOT_BET_TIE ? "sabot_tie" : "sabot_ink";
}

/* Both pairs share a name; otherwise the bets of a row are named one below the other. */
static char *
name_row(const struct sabot_bet_row *row)
{
	GString *names = g_string_new(NULL);

	if (row->n == 2 && g_str_has_suffix(row->on[0], "_pair") &&
	    g_str_has_suffix(row->on[1], "_pair")) {
		g_string_append(names, C_("bets", "pairs"));
		return g_string_free(names, FALSE);
	}
	for (int i = 0; i < row->n; i++) {
		g_autofree char *name = sabot_phrase_bet_name(row->on[i], row->bettors[i]);

		g_string_append_printf(names, "%s%s", i > 0 ? "\n" : "", name);
	}
	return g_string_free(names, FALSE);
}

static void
paint_name(struct heads *heads, cairo_t *cr, int row, int n)
{
	const struct sabot_bet_layout *layout = heads->layout;
	const struct sabot_bet_row *bets = &layout->rows[row];
	double size = bets->is_large ? 1.375 : layout->n_rows > 4 ? 1 : 1.125;
	GdkRectangle place = sabot_bet_layout_name(layout, row, n);
	g_autofree char *name = sabot_bet_layout_is_shared(layout, row)
					? name_row(bets)
					: sabot_phrase_bet_name(bets->on[n], bets->bettors[n]);

	if (!sabot_bet_layout_has_row(layout, row, n) || place.height == 0 ||
	    !is_painted(heads, &place))
		return;
	sabot_paint_set_colour(heads->widget, cr, colour_of(bets->on[n]));
	paint_text(heads, cr, name, &place, layout->em_px * size);
}

static void
paint_names(struct heads *heads, cairo_t *cr)
{
	const struct sabot_bet_layout *layout = heads->layout;

	for (int i = 0; !layout->is_blackjack && i < layout->n_rows; i++) {
		bool is_shared = sabot_bet_layout_is_shared(layout, i);

		for (int n = 0; n < (is_shared ? 1 : layout->rows[i].n); n++)
			paint_name(heads, cr, i, n);
	}
}

static void
paint_column_names(struct heads *heads, cairo_t *cr)
{
	const struct sabot_bet_layout *layout = heads->layout;

	for (int i = 0; i < layout->n_rows; i++) {
		const struct sabot_bet_row *row = &layout->rows[i];

		for (int n = 0; n < row->n; n++) {
			GdkRectangle place = sabot_bet_layout_name(layout, i, n);
			g_autofree char *name =
				row->on[n] == SABOT_DEALER_BOX
					? g_strdup("")
					: sabot_phrase_bet_short(row->on[n], row->bettors[n]);

			if (!is_painted(heads, &place))
				continue;
			sabot_paint_set_colour(heads->widget, cr, colour_of(row->on[n]));
			paint_text(heads, cr, name, &place, heads->layout->em_px);
		}
	}
}

void
sabot_bet_heads_paint(GtkWidget *widget, cairo_t *cr, const struct sabot_bet_layout *layout,
		      const struct sabot_dealer_squares *squares)
{
	struct heads heads = {.widget = widget, .layout = layout, .squares = squares};

	if (!gdk_cairo_get_clip_rectangle(cr, &heads.clip))
		return;
	if (sabot_bet_layout_is_tall(layout))
		paint_column_names(&heads, cr);
	else
		paint_names(&heads, cr);
	for (int box = 0; layout->n_rows > 0 && box < layout->n_boxes; box++) {
		if (sabot_bet_layout_has_box(layout, box))
			paint_head(&heads, cr, box);
	}
}
