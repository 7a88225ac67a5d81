/* Text and plates of a board: see board-paint.h. */
#include "board-paint.h"

#include "gui/style/screen-font.h"
#include "gui/widgets/paint.h"

enum { RADIUS = 10 };

static PangoLayout *
lay_out(const struct sabot_board_pen *pen, const struct sabot_board_text *text, double size_px)
{
	PangoLayout *layout = sabot_font_create_layout(pen->widget, text->text);

	pango_layout_set_single_paragraph_mode(layout, TRUE);
	sabot_font_set(layout, size_px, text->weight);
	return layout;
}

static double
size_px_of(const struct sabot_board_pen *pen, const struct sabot_board_text *text)
{
	return MAX(text->size * pen->unit_px, SABOT_BOARD_LEAST_TEXT_PX);
}

/* Use smaller letters if the line is too long; at the least size it is cut off, and counted. */
static PangoLayout *
fit(const struct sabot_board_pen *pen, const struct sabot_board_text *text, double width_px)
{
	double size_px = size_px_of(pen, text);
	PangoLayout *layout = lay_out(pen, text, size_px);
	int found_px;

	pango_layout_get_pixel_size(layout, &found_px, NULL);
	/* Hinted letters do not shrink evenly. */
	while (found_px > width_px && size_px > SABOT_BOARD_LEAST_TEXT_PX) {
		size_px = MAX(MIN(size_px * width_px / found_px, size_px - 0.5),
			      SABOT_BOARD_LEAST_TEXT_PX);
		sabot_font_set(layout, size_px, text->weight);
		pango_layout_get_pixel_size(layout, &found_px, NULL);
	}
	if (found_px > width_px + 1) {
		pango_layout_set_width(layout, (int)(width_px * PANGO_SCALE));
		pango_layout_set_ellipsize(layout, PANGO_ELLIPSIZE_END);
		pen->texts->n_cut++;
	}
	pen->texts->least_px = MIN(pen->texts->least_px, size_px);
	return layout;
}

/* Draw it with its upper edge at `y_px`. */
static void
show(const struct sabot_board_pen *pen, const struct sabot_board_box *box,
     const struct sabot_board_text *text, PangoLayout *layout, double y_px)
{
	int width_px;

	pango_layout_get_pixel_size(layout, &width_px, NULL);
	sabot_paint_set_colour(pen->widget, pen->cr, text->colour);
	cairo_move_to(pen->cr,
		      box->x * pen->unit_px + (box->width * pen->unit_px - width_px) * text->align,
		      y_px);
	pango_cairo_show_layout(pen->cr, layout);
}

static double
find_middle(const struct sabot_board_pen *pen, const struct sabot_board_box *box,
	    PangoLayout *layout)
{
	int height_px;

	pango_layout_get_pixel_size(layout, NULL, &height_px);
	return box->y * pen->unit_px + (box->height * pen->unit_px - height_px) / 2;
}

double
sabot_board_write(const struct sabot_board_pen *pen, const struct sabot_board_box *box,
		  const struct sabot_board_text *text)
{
	g_autoptr(PangoLayout) layout = NULL;
	int width_px;

	if (!text->text || !*text->text || box->width <= 0)
		return 0;
	layout = fit(pen, text, box->width * pen->unit_px);
	pango_layout_get_pixel_size(layout, &width_px, NULL);
	show(pen, box, text, layout, find_middle(pen, box, layout));
	return width_px / pen->unit_px;
}

/* On a small screen a title is higher than its box: there is room above that. */
void
sabot_board_write_title(const struct sabot_board_pen *pen, const struct sabot_board_box *box,
			const struct sabot_board_text *text)
{
	int bottom_px = (int)((box->y + box->height) * pen->unit_px), y_px;
	g_autoptr(PangoLayout) layout = NULL;
	PangoRectangle ink;

	if (box->width <= 0)
		return;
	layout = fit(pen, text, box->width * pen->unit_px);
	pango_layout_get_pixel_extents(layout, &ink, NULL);
	y_px = MIN((int)find_middle(pen, box, layout), bottom_px - 1 - ink.y - ink.height);
	pen->texts->out_px = MAX(pen->texts->out_px, y_px + ink.y + ink.height + 1 - bottom_px);
	pen->texts->out_px = MAX(pen->texts->out_px, -y_px - ink.y);
	show(pen, box, text, layout, y_px);
}

double
sabot_board_measure(const struct sabot_board_pen *pen, const struct sabot_board_text *text)
{
	g_autoptr(PangoLayout) layout = lay_out(pen, text, size_px_of(pen, text));
	int width_px;

	pango_layout_get_pixel_size(layout, &width_px, NULL);
	return width_px / pen->unit_px;
}

bool
sabot_board_has_room(const struct sabot_board_pen *pen, const struct sabot_board_text *text,
		     double width)
{
	g_autoptr(PangoLayout) layout = lay_out(pen, text, SABOT_BOARD_LEAST_TEXT_PX);
	int width_px;

	pango_layout_get_pixel_size(layout, &width_px, NULL);
	return width_px <= width * pen->unit_px;
}

bool
sabot_board_can_write(const struct sabot_board_pen *pen, const char *text)
{
	g_autoptr(PangoLayout) layout = sabot_font_create_layout(pen->widget, text);

	return pango_layout_get_unknown_glyphs_count(layout) == 0;
}

GdkRectangle
sabot_board_pixels(const struct sabot_board_pen *pen, const struct sabot_board_box *box)
{
	return (GdkRectangle){(int)(box->x * pen->unit_px), (int)(box->y * pen->unit_px),
			      (int)(box->width * pen->unit_px), (int)(box->height * pen->unit_px)};
}

void
sabot_board_plate(const struct sabot_board_pen *pen, const struct sabot_board_box *box,
		  const char *fill, const char *frame, double line)
{
	double width_px = frame ? MAX(line * pen->unit_px, 1) : 0;
	GdkRectangle place = sabot_board_pixels(pen, box);
	int inset = (int)(width_px / 2);

	place = (GdkRectangle){place.x + inset, place.y + inset, place.width - 2 * inset,
			       place.height - 2 * inset};
	sabot_paint_rounded(pen->cr, &place, RADIUS * pen->unit_px);
	if (fill) {
		sabot_paint_set_colour(pen->widget, pen->cr, fill);
		cairo_fill_preserve(pen->cr);
	}
	if (frame) {
		sabot_paint_set_colour(pen->widget, pen->cr, frame);
		cairo_set_line_width(pen->cr, width_px);
		cairo_stroke_preserve(pen->cr);
	}
	cairo_new_path(pen->cr);
}

const char *
sabot_board_colour_of(enum sabot_winner who)
{
	switch (who) {
	case SABOT_WINNER_PUNTO:
		return "sabot_punto";
	case SABOT_WINNER_BANCA:
		return "sabot_banca";
	case SABOT_WINNER_TIE:
		return "sabot_tie";
	case SABOT_WINNER_NONE:
	case SABOT_WINNER_VOID:
		break;
	}
	return "sabot_ink";
}
