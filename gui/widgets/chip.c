/* A chip: see chip.h. Measures are parts of 100 of its diameter. */
#include "gui/widgets/chip.h"
#include "gui/style/screen-font.h"
#include "gui/widgets/paint.h"

#include "text/money.h"

#include <math.h>

enum {
	EDGE_MARKS = 8,
	MOST_SEEN = 4, /* chips of a pile that are drawn */
	LEAST_PX = 8,
	LEAST_NUMBER_PX = 13, /* least size of a number, scaled up with the screen's letters */
	EM_PX = 16,
	NUMBER_PERCENT = 64, /* part of the width for a number that touches no mark of the edge */
	WIDE_NUMBER_PERCENT = 80, /* the same without marks */
	PLATE_PAD_PX = 2,         /* between a number and the sides of its plate */
	OVERHANG_PX = 5,          /* of a plate beyond either side of the disc, at most */
	PLATE_PERCENT = 95,       /* height of a plate, of the size of its letters */
};

static const double WHOLE = 48, FACE = 34, WIDE_FACE = 42, MARK = 36; /* radii */
static const double MARK_ANGLE = 8 * M_PI / 180;                      /* to both sides */
static const double PILE_STEP = 9; /* from a chip to the next below */

/* The customary colour of a chip's value. */
static const char *
name_colour(int64_t minor)
{
	static const struct {
		int64_t minor;
		const char *name;
	} colours[] = {
		{50, "sabot_chip_half"},   {100, "sabot_chip_1"},       {200, "sabot_chip_2"},
		{500, "sabot_chip_5"},     {1000, "sabot_chip_10"},     {2000, "sabot_chip_20"},
		{2500, "sabot_chip_25"},   {5000, "sabot_chip_50"},     {10000, "sabot_chip_100"},
		{50000, "sabot_chip_500"}, {100000, "sabot_chip_1000"}, {500000, "sabot_chip_5000"},
	};

	for (gsize i = 0; i < G_N_ELEMENTS(colours); i++) {
		if (colours[i].minor == minor)
			return colours[i].name;
	}
	return "sabot_chip_other";
}

const char *
sabot_chip_name(int64_t minor, char *buffer)
{
	if (minor >= 100000 && minor % 100000 == 0)
		g_snprintf(buffer, SABOT_TEXT_MONEY_SIZE, "%dk", (int)(minor / 100000));
	else
		sabot_text_money_short(minor, buffer);
	return buffer;
}

double
sabot_chip_get_height(int n)
{
	return 1 + CLAMP(n - 1, 0, MOST_SEEN - 1) * PILE_STEP / 100;
}

static void
make_disc(cairo_t *cr, double y, double radius)
{
	cairo_new_path(cr);
	cairo_arc(cr, 50, y, radius, 0, 2 * M_PI);
}

static void
paint_disc(GtkWidget *widget, cairo_t *cr, double y, const char *colour)
{
	make_disc(cr, y, WHOLE);
	sabot_paint_set_colour(widget, cr, colour);
	cairo_fill_preserve(cr);
	sabot_paint_set_colour(widget, cr, "sabot_chip_line");
	cairo_set_line_width(cr, 2);
	cairo_stroke(cr);
}

static void
paint_marks(GtkWidget *widget, cairo_t *cr)
{
	sabot_paint_set_colour(widget, cr, "sabot_chip_face");
	for (int i = 0; i < EDGE_MARKS; i++) {
		double angle = 2 * M_PI * i / EDGE_MARKS;

		cairo_new_path(cr);
		cairo_arc(cr, 50, 50, WHOLE, angle - MARK_ANGLE, angle + MARK_ANGLE);
		cairo_arc_negative(cr, 50, 50, MARK, angle + MARK_ANGLE, angle - MARK_ANGLE);
		cairo_close_path(cr);
		cairo_fill(cr);
	}
}

static void
paint_outline(GtkWidget *widget, cairo_t *cr)
{
	static const double dashes[] = {11, 8};

	cairo_save(cr);
	make_disc(cr, 50, WHOLE);
	sabot_paint_set_colour(widget, cr, "sabot_ghost");
	cairo_set_dash(cr, dashes, G_N_ELEMENTS(dashes), 0);
	cairo_set_line_width(cr, 4);
	cairo_stroke(cr);
	cairo_restore(cr);
}

static void
paint_solid(GtkWidget *widget, cairo_t *cr, const struct sabot_chip *chip, bool is_wide)
{
	const char *colour = name_colour(chip->minor);

	for (int i = MIN(chip->n, MOST_SEEN) - 1; i > 0; i--)
		paint_disc(widget, cr, 50 + i * PILE_STEP, colour);
	paint_disc(widget, cr, 50, colour);
	if (!is_wide)
		paint_marks(widget, cr);
	make_disc(cr, 50, is_wide ? WIDE_FACE : FACE);
	sabot_paint_set_colour(widget, cr, "sabot_chip_face");
	cairo_fill_preserve(cr);
	sabot_paint_set_colour(widget, cr, "sabot_chip_line");
	cairo_set_line_width(cr, 1.5);
	cairo_stroke(cr);
}

enum number_place { NUMBER_NONE, NUMBER_BETWEEN_MARKS, NUMBER_ON_FACE, NUMBER_ON_PLATE };

/*
 * The layout of a chip's number. A number wider than a small disc lies on a plate across it; if
 * that has no room either, the chip is recognised by its colour, and the amount is beside it.
 */
struct number {
	double size_px;
	int width_px;
	enum number_place place;
};

static struct number
measure_number(GtkWidget *widget, const struct sabot_chip *chip, const char *name)
{
	glong length = g_utf8_strlen(name, -1);
	double percent = length > 3 ? 22 : length > 2 ? 30 : 37;
	double growth = MAX(sabot_font_get_size(widget) / EM_PX, 1);
	struct number number = {MAX(percent * chip->size / 100, LEAST_NUMBER_PX * growth), 0,
				NUMBER_NONE};
	g_autoptr(PangoLayout) layout = sabot_font_create_layout(widget, name);

	sabot_font_set(layout, number.size_px, PANGO_WEIGHT_BOLD);
	pango_layout_get_pixel_size(layout, &number.width_px, NULL);
	if (number.width_px <= chip->size * NUMBER_PERCENT / 100)
		number.place = NUMBER_BETWEEN_MARKS;
	else if (number.width_px <= chip->size * WIDE_NUMBER_PERCENT / 100)
		number.place = NUMBER_ON_FACE;
	else if (!chip->is_before_sum &&
		 number.width_px + 2 * PLATE_PAD_PX <= chip->size + 2 * OVERHANG_PX * growth)
		number.place = NUMBER_ON_PLATE;
	return number;
}

static void
paint_plate(GtkWidget *widget, cairo_t *cr, const struct sabot_chip *chip,
	    const struct number *number)
{
	int width = number->width_px + 2 * PLATE_PAD_PX;
	int height = (int)(number->size_px * PLATE_PERCENT / 100) + 1;
	GdkRectangle plate = {(int)(chip->x + (chip->size - width) / 2),
			      (int)(chip->y + (chip->size - height) / 2), width, height};

	cairo_new_path(cr);
	sabot_paint_rounded(cr, &plate, PLATE_PAD_PX);
	sabot_paint_set_colour(widget, cr, chip->is_outline ? "sabot_cloth" : "sabot_chip_face");
	cairo_fill_preserve(cr);
	sabot_paint_set_colour(widget, cr, chip->is_outline ? "sabot_cloth" : "sabot_chip_line");
	cairo_set_line_width(cr, 1);
	cairo_stroke(cr);
}

void
sabot_chip_paint(GtkWidget *widget, cairo_t *cr, const struct sabot_chip *chip)
{
	char buffer[SABOT_TEXT_MONEY_SIZE];
	const char *name = sabot_chip_name(chip->minor, buffer);
	struct sabot_point centre = {chip->x + chip->size / 2, chip->y + chip->size / 2};
	struct number number;

	if (chip->size < LEAST_PX)
		return;
	number = measure_number(widget, chip, name);
	cairo_save(cr);
	cairo_translate(cr, chip->x, chip->y);
	cairo_scale(cr, chip->size / 100, chip->size / 100);
	if (chip->is_outline)
		paint_outline(widget, cr);
	else
		paint_solid(widget, cr, chip, number.place == NUMBER_ON_FACE);
	cairo_restore(cr);
	if (number.place == NUMBER_NONE)
		return;
	if (number.place == NUMBER_ON_PLATE)
		paint_plate(widget, cr, chip, &number);
	sabot_paint_set_colour(widget, cr, chip->is_outline ? "sabot_quiet" : "sabot_chip_ink");
	sabot_paint_text(widget, cr, name, number.size_px, centre);
}
