/* Pages and words: see printer.h. */
#include "printer.h"
#include "barcode.h"

#include "report/report-words.h"
#include "text/font.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* Points. */
#define MARGIN 42.0
#define FOOT_HEIGHT 44.0 /* at least */
#define FOOT_GAP 3.0
#define BAR_HEIGHT 9.0
#define BAR_MODULE 0.75 /* of the barcode */
#define HEAD_GAP 8.0
#define HAIRLINE 0.4
#define FAMILY SABOT_FONT_FAMILY "," SABOT_FONT_ELSE

static const char *const fonts[] = {
	[SABOT_PRINTER_PLAIN] = FAMILY " 8.5",
	[SABOT_PRINTER_BOLD] = FAMILY " Bold 8.5",
	[SABOT_PRINTER_SMALL] = FAMILY " 6.5",
	[SABOT_PRINTER_TITLE] = FAMILY " Bold 13",
};

double
sabot_printer_left(const struct sabot_printer *printer)
{
	(void)printer;
	return MARGIN;
}

double
sabot_printer_right(const struct sabot_printer *printer)
{
	return printer->width - MARGIN;
}

double
sabot_printer_bottom(const struct sabot_printer *printer)
{
	return printer->height - MARGIN - printer->foot;
}

PangoLayout *
sabot_printer_layout(struct sabot_printer *printer, enum sabot_printer_face face, const char *text,
		     double width)
{
	PangoLayout *layout = pango_layout_new(printer->words);
	PangoFontDescription *font = pango_font_description_from_string(fonts[face]);
	PangoAttrList *attributes = pango_attr_list_new();

	if (face != SABOT_PRINTER_TITLE)
		pango_font_description_set_size(
			font, (int)(pango_font_description_get_size(font) * printer->scale));
	pango_layout_set_font_description(layout, font);
	pango_font_description_free(font);
	pango_attr_list_insert(attributes, pango_attr_font_features_new(SABOT_FONT_FIGURES));
	/* A digest that is broken has no hyphen in it. */
	pango_attr_list_insert(attributes, pango_attr_insert_hyphens_new(FALSE));
	pango_layout_set_attributes(layout, attributes);
	pango_attr_list_unref(attributes);
	pango_layout_set_text(layout, text, -1);
	if (width >= 0) {
		pango_layout_set_width(layout, pango_units_from_double(width));
		pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR);
	}
	return layout;
}

void
sabot_printer_measure(PangoLayout *layout, double *ret_width, double *ret_height)
{
	int width, height;

	pango_layout_get_size(layout, &width, &height);
	*ret_width = pango_units_to_double(width);
	*ret_height = pango_units_to_double(height);
}

void
sabot_printer_show(struct sabot_printer *printer, PangoLayout *layout, double x, double y)
{
	cairo_move_to(printer->cairo, x, y);
	pango_cairo_show_layout(printer->cairo, layout);
}

void
sabot_printer_rule(struct sabot_printer *printer, double y, double thickness)
{
	cairo_set_line_width(printer->cairo, thickness);
	cairo_move_to(printer->cairo, sabot_printer_left(printer), y);
	cairo_line_to(printer->cairo, sabot_printer_right(printer), y);
	cairo_stroke(printer->cairo);
}

/* A line with words on either side, those on the left broken before they meet. Its height. */
static double
show_sides(struct sabot_printer *printer, enum sabot_printer_face face, const char *left,
	   const char *right)
{
	g_autoptr(PangoLayout) beside = sabot_printer_layout(printer, face, right, -1);
	g_autoptr(PangoLayout) words = NULL;
	double room = sabot_printer_right(printer) - sabot_printer_left(printer), width, height,
	       more;

	sabot_printer_measure(beside, &width, &height);
	words = sabot_printer_layout(printer, face, left, room - width - HEAD_GAP);
	sabot_printer_show(printer, beside, sabot_printer_right(printer) - width, printer->y);
	sabot_printer_show(printer, words, sabot_printer_left(printer), printer->y);
	sabot_printer_measure(words, &width, &more);
	return MAX(height, more);
}

/* The house's own line, and its number with the authority. */
static void
show_letterhead(struct sabot_printer *printer)
{
	const struct sabot_report *report = printer->report;
	g_autofree char *licence =
		report->licence != NULL
			/* Translators: a house's number with its gaming authority. */
			? g_strdup_printf(_("licence %s"), report->licence)
			: g_strdup("");

	if (report->letterhead != NULL || report->licence != NULL)
		printer->y +=
			show_sides(printer, SABOT_PRINTER_SMALL,
				   report->letterhead != NULL ? report->letterhead : "", licence);
}

static void
show_head(struct sabot_printer *printer)
{
	const struct sabot_report *report = printer->report;
	g_autofree char *span = sabot_report_span_words(report);
	double scale = printer->scale;

	printer->scale = 1;
	printer->y = MARGIN;
	printer->y += show_sides(printer, SABOT_PRINTER_PLAIN, report->house, span);
	show_letterhead(printer);
	printer->y +=
		show_sides(printer, printer->page > 1 ? SABOT_PRINTER_BOLD : SABOT_PRINTER_TITLE,
			   report->title, "");
	sabot_printer_rule(printer, printer->y + 2, 1);
	printer->y += HEAD_GAP;
	printer->top = printer->y;
	printer->scale = scale;
}

double
sabot_printer_bars(struct sabot_printer *printer, const GArray *bars, double module, double height)
{
	double x = sabot_printer_left(printer);

	for (guint i = 0; bars != NULL && i < bars->len; i++) {
		double width = g_array_index(bars, int, i) * module;

		if (i % 2 == 0)
			cairo_rectangle(printer->cairo, x, printer->y, width, height);
		x += width;
	}
	cairo_fill(printer->cairo);
	return x;
}

/* The report's number as bars and in words, and which copy it is. Returns where it ends. */
static double
show_number(struct sabot_printer *printer)
{
	const struct sabot_report *report = printer->report;
	g_autoptr(GArray) bars = sabot_barcode_make(report->number);
	g_autoptr(PangoLayout) words = NULL;
	g_autofree char *text =
		report->copy > 0
			/* Translators: a report's number, which copy it is. */
			? g_strdup_printf(_("%s, copy %u"), report->number, report->copy)
			: g_strdup(report->number);
	double x = sabot_printer_bars(printer, bars, BAR_MODULE, BAR_HEIGHT) + HEAD_GAP, width,
	       height;

	words = sabot_printer_layout(printer, SABOT_PRINTER_SMALL, text, -1);
	sabot_printer_show(printer, words, x, printer->y);
	sabot_printer_measure(words, &width, &height);
	return x + width;
}

/*
 * The checkpoint that covers the report, and its sum, for a line of its own: there is no place
 * where a sum could be broken. Both transferred.
 */
static char *
foot_words(const struct sabot_report *report, char **ret_sum)
{
	char *words, *comma;

	*ret_sum = NULL;
	if (report->is_form)
		return g_strdup(_("To be entered as soon as the house's machines work again."));
	if (report->checkpoint == NULL)
		return g_strdup(_("No signed checkpoint covers this report."));
	words = g_strdup_printf(_("Log signed up to: %s"), report->checkpoint);
	comma = strrchr(words, ',');
	if (comma != NULL) {
		*ret_sum = g_strdup(g_strchug(comma + 1));
		comma[1] = '\0';
	}
	return words;
}

/* Who sealed the shift, right of `x`, in as many lines as it takes. Their height. */
static double
show_seal(struct sabot_printer *printer, double x)
{
	g_autoptr(PangoLayout) words =
		sabot_printer_layout(printer, SABOT_PRINTER_SMALL, printer->report->seal,
				     sabot_printer_right(printer) - x - HEAD_GAP);
	double width, height;

	pango_layout_set_alignment(words, PANGO_ALIGN_RIGHT);
	sabot_printer_show(printer, words, x + HEAD_GAP, printer->y);
	sabot_printer_measure(words, &width, &height);
	return height;
}

/* Below `y`, which comes to the end of the last line. */
static void
show_foot_lines(struct sabot_printer *printer)
{
	const struct sabot_report *report = printer->report;
	g_autofree char *made = report->made_us != SABOT_REPORT_NONE
					? sabot_report_time_words(report, report->made_us)
					: g_strdup("");
	g_autofree char *sum = NULL;
	g_autofree char *left = foot_words(report, &sum);
	/* Translators: at the foot of a page: when it was printed, its number, how many there are.
	 */
	g_autofree char *right =
		g_strdup_printf(_("%s · page %d of %d"), made, printer->page, printer->n_pages);
	double x = sabot_printer_left(printer);

	printer->y += show_sides(printer, SABOT_PRINTER_SMALL, left, right);
	printer->y += show_sides(printer, SABOT_PRINTER_SMALL, sum != NULL ? sum : "", "");
	if (report->number != NULL && !report->is_form)
		x = show_number(printer);
	if (report->seal != NULL)
		printer->y += show_seal(printer, x);
}

static void
show_foot(struct sabot_printer *printer)
{
	double scale = printer->scale;

	printer->scale = 1;
	printer->y = sabot_printer_bottom(printer) + HEAD_GAP;
	sabot_printer_rule(printer, printer->y, HAIRLINE);
	printer->y += FOOT_GAP;
	show_foot_lines(printer);
	printer->scale = scale;
}

/* The height of the foot on every page of this report: long names take more lines. */
static double
measure_foot(struct sabot_printer *printer)
{
	cairo_surface_t *nowhere = cairo_recording_surface_create(CAIRO_CONTENT_COLOR, NULL);
	double scale = printer->scale;

	printer->cairo = cairo_create(nowhere);
	printer->scale = 1;
	printer->y = HEAD_GAP + FOOT_GAP;
	show_foot_lines(printer);
	printer->scale = scale;
	g_clear_pointer(&printer->cairo, cairo_destroy);
	cairo_surface_destroy(nowhere);
	return MAX(printer->y, FOOT_HEIGHT);
}

void
sabot_printer_begin(struct sabot_printer *printer, cairo_surface_t *surface,
		    const struct sabot_report *report, int n_pages)
{
	printer->report = report;
	printer->page = 1;
	printer->n_pages = n_pages;
	printer->foot = measure_foot(printer);
	printer->cairo = cairo_create(surface);
	show_head(printer);
}

void
sabot_printer_end(struct sabot_printer *printer)
{
	show_foot(printer);
	cairo_show_page(printer->cairo);
	cairo_destroy(printer->cairo);
	printer->cairo = NULL;
}

void
sabot_printer_turn(struct sabot_printer *printer)
{
	show_foot(printer);
	cairo_show_page(printer->cairo);
	printer->page++;
	show_head(printer);
}

bool
sabot_printer_need(struct sabot_printer *printer, double points)
{
	if (printer->y + points <= sabot_printer_bottom(printer))
		return false;
	sabot_printer_turn(printer);
	return true;
}

void
sabot_printer_paragraph(struct sabot_printer *printer, enum sabot_printer_face face,
			const char *text)
{
	double width = sabot_printer_right(printer) - sabot_printer_left(printer);
	g_autoptr(PangoLayout) layout = sabot_printer_layout(printer, face, text, width);
	double whole;

	sabot_printer_measure(layout, &width, &whole);
	if (whole < printer->height / 4)
		sabot_printer_need(printer, whole);
	for (int i = 0; i < pango_layout_get_line_count(layout); i++) {
		PangoLayoutLine *line = pango_layout_get_line_readonly(layout, i);
		PangoRectangle extents;
		double height;

		pango_layout_line_get_extents(line, NULL, &extents);
		height = pango_units_to_double(extents.height);
		sabot_printer_need(printer, height);
		cairo_move_to(printer->cairo, sabot_printer_left(printer),
			      printer->y - pango_units_to_double(extents.y));
		pango_cairo_show_layout_line(printer->cairo, line);
		printer->y += height;
	}
}

void
sabot_printer_continue(struct sabot_printer *printer, const char *title)
{
	g_autofree char *words =
		/* Translators: the title of a list that began on an earlier page. */
		g_strdup_printf(_("%s (continued)"), title);

	sabot_printer_paragraph(printer, SABOT_PRINTER_BOLD, words);
}
