/* A report as PDF: see to-pdf.h. It is laid out twice, first to count the pages. */
#include "to-pdf.h"

#include "proto/rfc3339.h"
#include "report/kinds/chart.h"
#include "layout.h"
#include "press.h"
#include "table-press.h"

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
#define LEAST_SCALE 0.6

static const struct {
	const char *word;
	double width, height;
} papers[] = {
	[SABOT_REPORT_A4] = {"a4", 595.276, 841.89},
	[SABOT_REPORT_LETTER] = {"letter", 612, 792},
};

bool
sabot_report_paper_from_string(const char *word, enum sabot_report_paper *ret_paper)
{
	for (guint i = 0; i < G_N_ELEMENTS(papers); i++) {
		if (g_ascii_strcasecmp(word, papers[i].word) != 0)
			continue;
		*ret_paper = (enum sabot_report_paper)i;
		return true;
	}
	return false;
}

/* A line to sign on, and below it who does. */
static void
show_signature(struct sabot_press *press, const char *who, double x)
{
	g_autoptr(PangoLayout) layout =
		sabot_press_layout(press, SABOT_PRESS_SMALL, who, SIGN_LINE);

	cairo_set_line_width(press->cairo, 0.6);
	cairo_move_to(press->cairo, x, press->y + SIGN_SPACE);
	cairo_rel_line_to(press->cairo, SIGN_LINE, 0);
	cairo_stroke(press->cairo);
	sabot_press_show(press, layout, x, press->y + SIGN_SPACE + 1);
}

/* Side by side. */
static void
show_signatures(struct sabot_press *press)
{
	const GPtrArray *signatures = press->report->signatures;
	double x = sabot_press_right(press);

	for (guint i = 0; i < signatures->len; i++) {
		if (x + SIGN_LINE > sabot_press_right(press)) {
			if (i > 0)
				press->y += SIGN_HEIGHT;
			sabot_press_need(press, SIGN_HEIGHT);
			x = sabot_press_left(press);
		}
		show_signature(press, g_ptr_array_index(signatures, i), x);
		x += SIGN_LINE + SIGN_GAP;
	}
}

/* What is signed stands on the page, if only its last remark, or row. */
static void
keep_with_signatures(struct sabot_press *press, const char *remark)
{
	double width = sabot_press_right(press) - sabot_press_left(press), height;
	g_autoptr(PangoLayout) layout = sabot_press_layout(press, SABOT_PRESS_PLAIN, remark, width);

	sabot_press_measure(layout, &width, &height);
	if (press->report->signatures->len > 0)
		sabot_press_need(press, height + SIGN_HEIGHT);
}

static void
show_body(struct sabot_press *press)
{
	const struct sabot_report *report = press->report;
	double scale = press->scale;

	for (guint i = 0; i < report->sections->len; i++) {
		const struct sabot_report_section *section = g_ptr_array_index(report->sections, i);

		if (i == report->sections->len - 1 && report->remarks->len == 0 &&
		    report->signatures->len > 0)
			press->keep = PARAGRAPH_GAP + SIGN_HEIGHT;
		if (section->is_layout)
			sabot_layout_show(press, section);
		else
			sabot_table_press_show(press, section);
		for (guint j = 0; j < section->charts->len; j++)
			sabot_chart_show(press, section, g_ptr_array_index(section->charts, j));
	}
	press->scale = 1;
	press->keep = 0;
	press->y += PARAGRAPH_GAP;
	for (guint i = 0; i < report->remarks->len; i++) {
		press->y += PARAGRAPH_GAP;
		if (i == report->remarks->len - 1)
			keep_with_signatures(press, g_ptr_array_index(report->remarks, i));
		sabot_press_paragraph(press, SABOT_PRESS_PLAIN,
				      g_ptr_array_index(report->remarks, i));
	}
	show_signatures(press);
	press->scale = scale;
}

static cairo_status_t
append_bytes(void *data, const unsigned char *bytes, unsigned length)
{
	g_byte_array_append(data, bytes, length);
	return CAIRO_STATUS_SUCCESS;
}

/*
 * The widest table decides: upright, else on its side, else with smaller words; at last so small
 * that no word of it has to be broken.
 */
static void
choose_form(struct sabot_press *press, double width, double height)
{
	const struct sabot_report *report = press->report;
	double widest = 0, tightest = 0, natural, least;
	double margins = width - (sabot_press_right(press) - sabot_press_left(press));

	for (guint i = 0; i < report->sections->len; i++) {
		const struct sabot_report_section *section = g_ptr_array_index(report->sections, i);

		if (section->is_layout)
			continue;
		sabot_table_press_measure(press, section, &natural, &least);
		widest = MAX(widest, natural);
		tightest = MAX(tightest, least);
	}
	if (widest <= width - margins)
		return;
	press->width = height;
	press->height = width;
	press->scale = CLAMP(0.98 * (height - margins) / widest, WIDE_SCALE, 1);
	press->scale = CLAMP(0.98 * (height - margins) / tightest, LEAST_SCALE, press->scale);
}

static int
count_pages(struct sabot_press *press, double width, double height)
{
	cairo_surface_t *nowhere = cairo_pdf_surface_create(NULL, width, height);

	press->cairo = cairo_create(nowhere);
	choose_form(press, width, height);
	cairo_destroy(press->cairo);
	cairo_pdf_surface_set_size(nowhere, press->width, press->height);
	sabot_press_begin(press, nowhere, press->report, 0);
	show_body(press);
	sabot_press_end(press);
	cairo_surface_destroy(nowhere);
	return press->page;
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

GBytes *
sabot_report_to_pdf(const struct sabot_report *report, enum sabot_report_paper paper,
		    GError **error)
{
	double width = papers[paper].width, height = papers[paper].height;
	g_autoptr(PangoFontMap) fonts = pango_cairo_font_map_new();
	PangoContext *words = pango_font_map_create_context(fonts);
	struct sabot_press press = {
		.report = report, .words = words, .width = width, .height = height, .scale = 1};
	int n_pages = count_pages(&press, width, height);
	GByteArray *bytes = g_byte_array_new();
	cairo_surface_t *surface =
		cairo_pdf_surface_create_for_stream(append_bytes, bytes, press.width, press.height);
	cairo_status_t status;

	set_metadata(surface, report);
	sabot_press_begin(&press, surface, report, n_pages);
	show_body(&press);
	sabot_press_end(&press);
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
