/* Pages and words: see press.h. */
#include "press.h"

#include "report/report-words.h"
#include "text/font.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* Points. */
#define MARGIN 42.0
#define FOOT_HEIGHT 30.0
#define HEAD_GAP 8.0
#define HAIRLINE 0.4
#define FAMILY SABOT_FONT_FAMILY "," SABOT_FONT_ELSE

static const char *const fonts[] = {
	[SABOT_PRESS_PLAIN] = FAMILY " 8.5",
	[SABOT_PRESS_BOLD] = FAMILY " Bold 8.5",
	[SABOT_PRESS_SMALL] = FAMILY " 6.5",
	[SABOT_PRESS_TITLE] = FAMILY " Bold 13",
};

double
sabot_press_left(const struct sabot_press *press)
{
	(void)press;
	return MARGIN;
}

double
sabot_press_right(const struct sabot_press *press)
{
	return press->width - MARGIN;
}

double
sabot_press_bottom(const struct sabot_press *press)
{
	return press->height - MARGIN - FOOT_HEIGHT;
}

PangoLayout *
sabot_press_layout(struct sabot_press *press, enum sabot_press_face face, const char *text,
		   double width)
{
	PangoLayout *layout = pango_layout_new(press->words);
	PangoFontDescription *font = pango_font_description_from_string(fonts[face]);
	PangoAttrList *figures = pango_attr_list_new();

	if (face != SABOT_PRESS_TITLE)
		pango_font_description_set_size(
			font, (int)(pango_font_description_get_size(font) * press->scale));
	pango_layout_set_font_description(layout, font);
	pango_font_description_free(font);
	pango_attr_list_insert(figures, pango_attr_font_features_new(SABOT_FONT_FIGURES));
	pango_layout_set_attributes(layout, figures);
	pango_attr_list_unref(figures);
	pango_layout_set_text(layout, text, -1);
	if (width >= 0) {
		pango_layout_set_width(layout, pango_units_from_double(width));
		pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR);
	}
	return layout;
}

void
sabot_press_measure(PangoLayout *layout, double *ret_width, double *ret_height)
{
	int width, height;

	pango_layout_get_size(layout, &width, &height);
	*ret_width = pango_units_to_double(width);
	*ret_height = pango_units_to_double(height);
}

void
sabot_press_show(struct sabot_press *press, PangoLayout *layout, double x, double y)
{
	cairo_move_to(press->cairo, x, y);
	pango_cairo_show_layout(press->cairo, layout);
}

void
sabot_press_rule(struct sabot_press *press, double y, double thickness)
{
	cairo_set_line_width(press->cairo, thickness);
	cairo_move_to(press->cairo, sabot_press_left(press), y);
	cairo_line_to(press->cairo, sabot_press_right(press), y);
	cairo_stroke(press->cairo);
}

/* A line with words on either side, those on the left broken before they meet. Its height. */
static double
show_sides(struct sabot_press *press, enum sabot_press_face face, const char *left,
	   const char *right)
{
	g_autoptr(PangoLayout) beside = sabot_press_layout(press, face, right, -1);
	g_autoptr(PangoLayout) words = NULL;
	double room = sabot_press_right(press) - sabot_press_left(press), width, height, more;

	sabot_press_measure(beside, &width, &height);
	words = sabot_press_layout(press, face, left, room - width - HEAD_GAP);
	sabot_press_show(press, beside, sabot_press_right(press) - width, press->y);
	sabot_press_show(press, words, sabot_press_left(press), press->y);
	sabot_press_measure(words, &width, &more);
	return MAX(height, more);
}

static void
show_head(struct sabot_press *press)
{
	const struct sabot_report *report = press->report;
	g_autofree char *span = sabot_report_span_words(report);
	double scale = press->scale;

	press->scale = 1;
	press->y = MARGIN;
	press->y += show_sides(press, SABOT_PRESS_PLAIN, report->house, span);
	press->y += show_sides(press, press->page > 1 ? SABOT_PRESS_BOLD : SABOT_PRESS_TITLE,
			       report->title, "");
	sabot_press_rule(press, press->y + 2, 1);
	press->y += HEAD_GAP;
	press->top = press->y;
	press->scale = scale;
}

static void
show_foot(struct sabot_press *press)
{
	const struct sabot_report *report = press->report;
	g_autofree char *made = report->made_us != SABOT_REPORT_NONE
					? sabot_report_time_words(report, report->made_us)
					: g_strdup("");
	g_autofree char *left = NULL, *right = NULL;
	double scale = press->scale;
	char *sum = NULL;

	press->scale = 1;
	press->y = press->height - MARGIN - FOOT_HEIGHT + HEAD_GAP;
	sabot_press_rule(press, press->y, HAIRLINE);
	press->y += 3;
	if (report->is_form)
		left = g_strdup(_("To be entered as soon as the house's machines work again."));
	else if (report->checkpoint != NULL)
		left = g_strdup_printf(_("Sealed: %s"), report->checkpoint);
	else
		left = g_strdup(_("No signed checkpoint covers this report."));
	/* Translators: at the foot of a page: when it was printed, its number, how many there are.
	 */
	right = g_strdup_printf(_("%s · page %d of %d"), made, press->page, press->n_pages);
	/* The sum in a line of its own, for it has no place where it could be broken. */
	if (report->checkpoint != NULL && !report->is_form)
		sum = strrchr(left, ' ');
	if (sum != NULL)
		*sum++ = '\0';
	press->y += show_sides(press, SABOT_PRESS_SMALL, left, right);
	show_sides(press, SABOT_PRESS_SMALL, sum != NULL ? sum : "", "");
	press->scale = scale;
}

void
sabot_press_begin(struct sabot_press *press, cairo_surface_t *surface,
		  const struct sabot_report *report, int n_pages)
{
	press->cairo = cairo_create(surface);
	press->report = report;
	press->page = 1;
	press->n_pages = n_pages;
	show_head(press);
}

void
sabot_press_end(struct sabot_press *press)
{
	show_foot(press);
	cairo_show_page(press->cairo);
	cairo_destroy(press->cairo);
	press->cairo = NULL;
}

void
sabot_press_turn(struct sabot_press *press)
{
	show_foot(press);
	cairo_show_page(press->cairo);
	press->page++;
	show_head(press);
}

bool
sabot_press_need(struct sabot_press *press, double points)
{
	if (press->y + points <= sabot_press_bottom(press))
		return false;
	sabot_press_turn(press);
	return true;
}

void
sabot_press_paragraph(struct sabot_press *press, enum sabot_press_face face, const char *text)
{
	double width = sabot_press_right(press) - sabot_press_left(press);
	g_autoptr(PangoLayout) layout = sabot_press_layout(press, face, text, width);
	double whole;

	sabot_press_measure(layout, &width, &whole);
	if (whole < press->height / 4)
		sabot_press_need(press, whole);
	for (int i = 0; i < pango_layout_get_line_count(layout); i++) {
		PangoLayoutLine *line = pango_layout_get_line_readonly(layout, i);
		PangoRectangle extents;
		double height;

		pango_layout_line_get_extents(line, NULL, &extents);
		height = pango_units_to_double(extents.height);
		sabot_press_need(press, height);
		cairo_move_to(press->cairo, sabot_press_left(press),
			      press->y - pango_units_to_double(extents.y));
		pango_cairo_show_layout_line(press->cairo, line);
		press->y += height;
	}
}
