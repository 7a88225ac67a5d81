/* A report as PDF: see to-pdf.h. It is laid out twice, first to count the pages. */
#include "to-pdf.h"

#include "proto/rfc3339.h"
#include "chart.h"
#include "layout.h"
#include "printer.h"
#include "table-printer.h"

#include <cairo-pdf.h>
#include <gio/gio.h>
#include <glib/gi18n-lib.h>
#include <string.h>

/* Points. */
#define SIGN_HEIGHT 46.0
#define SIGN_SPACE 24.0
#define SIGN_LINE 190.0
#define SIGN_GAP 40.0
#define PARAGRAPH_GAP 4.0

/* Of the words in tables. */
#define WIDE_SCALE 0.8
#define CROWDED_SCALE 0.7
#define CROWDED_LINES 2.0 /* of a row, on average; with more of them words become smaller */
#define LEAST_SCALE 0.6
#define SHRINK 0.99 /* a little smaller than what would just do */

static const struct {
	double width, height;
} papers[] = {
	[SABOT_REPORT_A4] = {595.276, 841.89},
	[SABOT_REPORT_LETTER] = {612, 792},
};

/* A line to sign on, and below it who does. */
static void
show_signature(struct sabot_printer *printer, const char *who, double x)
{
	g_autoptr(PangoLayout) layout =
		sabot_printer_layout(printer, SABOT_PRINTER_SMALL, who, SIGN_LINE);

	cairo_set_line_width(printer->cairo, 0.6);
	cairo_move_to(printer->cairo, x, printer->y + SIGN_SPACE);
	cairo_rel_line_to(printer->cairo, SIGN_LINE, 0);
	cairo_stroke(printer->cairo);
	sabot_printer_show(printer, layout, x, printer->y + SIGN_SPACE + 1);
}

/* Side by side. */
static void
show_signatures(struct sabot_printer *printer)
{
	const GPtrArray *signatures = printer->report->signatures;
	double x = sabot_printer_right(printer);

	for (guint i = 0; i < signatures->len; i++) {
		if (x + SIGN_LINE > sabot_printer_right(printer)) {
			if (i > 0)
				printer->y += SIGN_HEIGHT;
			sabot_printer_need(printer, SIGN_HEIGHT);
			x = sabot_printer_left(printer);
		}
		show_signature(printer, g_ptr_array_index(signatures, i), x);
		x += SIGN_LINE + SIGN_GAP;
	}
}

/* The height of a remark, whose words are as large as they are, and of the gaps before it. */
static double
measure_remark(struct sabot_printer *printer, const char *remark)
{
	double room = sabot_printer_right(printer) - sabot_printer_left(printer);
	double scale = printer->scale, width, height;
	g_autoptr(PangoLayout) layout = NULL;

	printer->scale = 1;
	layout = sabot_printer_layout(printer, SABOT_PRINTER_PLAIN, remark, room);
	printer->scale = scale;
	sabot_printer_measure(layout, &width, &height);
	return 2 * PARAGRAPH_GAP + height;
}

/* What is signed stands on the page, if only its last remark, or row. */
static void
keep_with_signatures(struct sabot_printer *printer, const char *remark)
{
	if (printer->report->signatures->len > 0)
		sabot_printer_need(printer, measure_remark(printer, remark) + SIGN_HEIGHT);
}

/* What must follow the last row: the first remark is not alone on a page, nor are signatures. */
static double
height_below(struct sabot_printer *printer)
{
	const struct sabot_report *report = printer->report;

	if (report->remarks->len > 0)
		return measure_remark(printer, g_ptr_array_index(report->remarks, 0));
	return report->signatures->len > 0 ? PARAGRAPH_GAP + SIGN_HEIGHT : 0;
}

static void
show_body(struct sabot_printer *printer)
{
	const struct sabot_report *report = printer->report;
	double scale = printer->scale;

	for (guint i = 0; i < report->sections->len; i++) {
		const struct sabot_report_section *section = g_ptr_array_index(report->sections, i);

		if (i == report->sections->len - 1 && section->charts->len == 0)
			printer->keep = height_below(printer);
		if (section->is_layout)
			sabot_layout_show(printer, section);
		else
			sabot_table_printer_show(printer, section);
		for (guint j = 0; j < section->charts->len; j++)
			sabot_chart_show(printer, section, g_ptr_array_index(section->charts, j));
	}
	printer->scale = 1;
	printer->keep = 0;
	printer->y += PARAGRAPH_GAP;
	for (guint i = 0; i < report->remarks->len; i++) {
		printer->y += PARAGRAPH_GAP;
		if (i == report->remarks->len - 1)
			keep_with_signatures(printer, g_ptr_array_index(report->remarks, i));
		sabot_printer_paragraph(printer, SABOT_PRINTER_PLAIN,
					g_ptr_array_index(report->remarks, i));
	}
	show_signatures(printer);
	printer->scale = scale;
}

static cairo_status_t
append_bytes(void *data, const unsigned char *bytes, unsigned length)
{
	g_byte_array_append(data, bytes, length);
	return CAIRO_STATUS_SUCCESS;
}

/* What the widest table takes at this size of words, and what the tightest cannot do without. */
static void
measure_tables(struct sabot_printer *printer, double *ret_widest, double *ret_tightest)
{
	double natural, least;

	*ret_widest = *ret_tightest = 0;
	for (guint i = 0; i < printer->report->sections->len; i++) {
		const struct sabot_report_section *section =
			g_ptr_array_index(printer->report->sections, i);

		if (section->is_layout)
			continue;
		sabot_table_printer_measure(printer, section, &natural, &least);
		*ret_widest = MAX(*ret_widest, natural);
		*ret_tightest = MAX(*ret_tightest, least);
	}
}

/* How many lines a row has, on average, in the table with most of them. */
static double
most_lines(struct sabot_printer *printer)
{
	double most = 0;

	for (guint i = 0; i < printer->report->sections->len; i++) {
		const struct sabot_report_section *section =
			g_ptr_array_index(printer->report->sections, i);

		if (!section->is_layout)
			most = MAX(most, sabot_table_printer_lines(printer, section));
	}
	return most;
}

/*
 * The widest table decides: upright, else on its side, else with smaller words, and smaller still
 * where rows would have many lines; at last so small that no word of it has to be broken. Fonts do
 * not shrink evenly, so that is measured.
 */
static void
choose_form(struct sabot_printer *printer, double width, double height)
{
	double room = sabot_printer_right(printer) - sabot_printer_left(printer);
	double widest, tightest;

	measure_tables(printer, &widest, &tightest);
	if (widest <= room)
		return;
	room += height - width;
	printer->width = height;
	printer->height = width;
	printer->scale = CLAMP(SHRINK * room / widest, WIDE_SCALE, 1);
	measure_tables(printer, &widest, &tightest);
	if (most_lines(printer) > CROWDED_LINES) {
		printer->scale = CROWDED_SCALE;
		measure_tables(printer, &widest, &tightest);
	}
	while (tightest > room && printer->scale > LEAST_SCALE) {
		printer->scale = MAX(SHRINK * printer->scale * room / tightest, LEAST_SCALE);
		measure_tables(printer, &widest, &tightest);
	}
}

static int
count_pages(struct sabot_printer *printer, double width, double height)
{
	cairo_surface_t *nowhere = cairo_pdf_surface_create(NULL, width, height);

	printer->cairo = cairo_create(nowhere);
	choose_form(printer, width, height);
	cairo_destroy(printer->cairo);
	cairo_pdf_surface_set_size(nowhere, printer->width, printer->height);
	sabot_printer_begin(printer, nowhere, printer->report, 0);
	show_body(printer);
	sabot_printer_end(printer);
	cairo_surface_destroy(nowhere);
	return printer->page;
}

static void
set_metadata(cairo_surface_t *surface, const struct sabot_report *report)
{
	g_autofree char *made =
		sabot_time_format(report->made_us - report->made_us % G_USEC_PER_SEC);

	cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_TITLE, report->title);
	cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_AUTHOR, report->house);
	cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_CREATOR, "Sabot");
	/* The same report is the same file. */
	cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_CREATE_DATE, made);
}

/* Glyphs stand where the font has them: paper has no pixels to round to. Transferred. */
static PangoContext *
create_words(PangoFontMap *fonts)
{
	PangoContext *words = pango_font_map_create_context(fonts);
	cairo_font_options_t *options = cairo_font_options_create();

	cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE);
	cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
	pango_cairo_context_set_font_options(words, options);
	cairo_font_options_destroy(options);
	pango_context_set_round_glyph_positions(words, FALSE);
	return words;
}

GBytes *
sabot_report_to_pdf(const struct sabot_report *report, enum sabot_report_paper paper,
		    GError **error)
{
	double width = papers[paper].width, height = papers[paper].height;
	g_autoptr(PangoFontMap) fonts = pango_cairo_font_map_new();
	PangoContext *words = create_words(fonts);
	struct sabot_printer printer = {
		.report = report, .words = words, .width = width, .height = height, .scale = 1};
	int n_pages = count_pages(&printer, width, height);
	GByteArray *bytes = g_byte_array_new();
	cairo_surface_t *surface = cairo_pdf_surface_create_for_stream(
		append_bytes, bytes, printer.width, printer.height);
	cairo_status_t status;

	set_metadata(surface, report);
	sabot_printer_begin(&printer, surface, report, n_pages);
	show_body(&printer);
	sabot_printer_end(&printer);
	cairo_surface_finish(surface);
	status = cairo_surface_status(surface);
	cairo_surface_destroy(surface);
	g_object_unref(words);
	if (status == CAIRO_STATUS_SUCCESS)
		return g_byte_array_free_to_bytes(bytes);
	g_byte_array_unref(bytes);
	g_set_error(error, G_IO_ERROR, G_IO_ERROR_FAILED, "%s", cairo_status_to_string(status));
	return NULL;
}
