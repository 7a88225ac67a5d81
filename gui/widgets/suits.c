/* Suits as curves in a unit square: see suits.h. */
#include "gui/widgets/suits.h"

#include "engine/core/card.h"

#include <math.h>

static void
add_stem(cairo_t *cr)
{
	cairo_move_to(cr, 0.5, 0.55);
	cairo_curve_to(cr, 0.5, 0.8, 0.42, 0.92, 0.30, 0.96);
	cairo_line_to(cr, 0.70, 0.96);
	cairo_curve_to(cr, 0.58, 0.92, 0.5, 0.8, 0.5, 0.55);
	cairo_close_path(cr);
}

static void
add_heart(cairo_t *cr)
{
	cairo_move_to(cr, 0.5, 0.95);
	cairo_curve_to(cr, 0.35, 0.75, 0.03, 0.58, 0.03, 0.30);
	cairo_curve_to(cr, 0.03, 0.02, 0.42, -0.02, 0.5, 0.26);
	cairo_curve_to(cr, 0.58, -0.02, 0.97, 0.02, 0.97, 0.30);
	cairo_curve_to(cr, 0.97, 0.58, 0.65, 0.75, 0.5, 0.95);
	cairo_close_path(cr);
}

static void
add_spade(cairo_t *cr)
{
	cairo_move_to(cr, 0.5, 0.03);
	cairo_curve_to(cr, 0.62, 0.24, 0.97, 0.38, 0.97, 0.62);
	cairo_curve_to(cr, 0.97, 0.86, 0.62, 0.86, 0.5, 0.66);
	cairo_curve_to(cr, 0.38, 0.86, 0.03, 0.86, 0.03, 0.62);
	cairo_curve_to(cr, 0.03, 0.38, 0.38, 0.24, 0.5, 0.03);
	cairo_close_path(cr);
	add_stem(cr);
}

static void
add_diamond(cairo_t *cr)
{
	cairo_move_to(cr, 0.5, 0.02);
	cairo_curve_to(cr, 0.60, 0.22, 0.74, 0.38, 0.90, 0.5);
	cairo_curve_to(cr, 0.74, 0.62, 0.60, 0.78, 0.5, 0.98);
	cairo_curve_to(cr, 0.40, 0.78, 0.26, 0.62, 0.10, 0.5);
	cairo_curve_to(cr, 0.26, 0.38, 0.40, 0.22, 0.5, 0.02);
	cairo_close_path(cr);
}

static void
add_disc(cairo_t *cr, double x, double y, double radius)
{
	cairo_new_sub_path(cr);
	cairo_arc(cr, x, y, radius, 0, 2 * M_PI);
	cairo_close_path(cr);
}

static void
add_club(cairo_t *cr)
{
	add_disc(cr, 0.5, 0.24, 0.22);
	add_disc(cr, 0.25, 0.58, 0.22);
	add_disc(cr, 0.75, 0.58, 0.22);
	add_disc(cr, 0.5, 0.48, 0.14);
	add_stem(cr);
}

void
sabot_suit_path(cairo_t *cr, unsigned suit, double x, double y, double size)
{
	cairo_save(cr);
	cairo_translate(cr, x, y);
	cairo_scale(cr, size, size);
	if (suit == SABOT_SPADES)
		add_spade(cr);
	else if (suit == SABOT_HEARTS)
		add_heart(cr);
	else if (suit == SABOT_DIAMONDS)
		add_diamond(cr);
	else
		add_club(cr);
	cairo_restore(cr);
}
