/* See report-join.h. Pages are drawn as for a printer, so text stays text. */
#include "report-join.h"

#include <cairo-pdf.h>
#include <pango/pangocairo.h>
#include <poppler.h>

enum { EDGE_PT = 18, MARGIN_PT = 42, A4_WIDTH_PT = 595, A4_HEIGHT_PT = 842 };

void
sabot_report_part_free(gpointer data)
{
	struct sabot_report_part *part = data;

	g_free(part->daemon);
	g_bytes_unref(part->pdf);
	g_free(part);
}

static cairo_status_t
append(void *closure, const unsigned char *data, unsigned n_bytes)
{
	g_byte_array_append(closure, data, n_bytes);
	return CAIRO_STATUS_SUCCESS;
}

static void
draw_text(cairo_t *cairo, const char *text, const char *font, double left, double top)
{
	g_autoptr(PangoLayout) layout = pango_cairo_create_layout(cairo);
	PangoFontDescription *description = pango_font_description_from_string(font);

	pango_layout_set_font_description(layout, description);
	pango_layout_set_width(layout, (A4_WIDTH_PT - 2 * MARGIN_PT) * PANGO_SCALE);
	pango_layout_set_text(layout, text, -1);
	cairo_set_source_rgb(cairo, 0, 0, 0);
	cairo_move_to(cairo, left, top);
	pango_cairo_show_layout(cairo, layout);
	pango_font_description_free(description);
}

static void
draw_page(cairo_t *cairo, PopplerPage *page, const char *daemon)
{
	double width, height;

	poppler_page_get_size(page, &width, &height);
	cairo_pdf_surface_set_size(cairo_get_target(cairo), width, height);
	cairo_save(cairo);
	poppler_page_render_for_printing(page, cairo);
	cairo_restore(cairo);
	draw_text(cairo, daemon, "Sans 8", MARGIN_PT, EDGE_PT);
	cairo_show_page(cairo);
}

static gboolean
draw_part(cairo_t *cairo, const struct sabot_report_part *part, GError **error)
{
	PopplerDocument *document = poppler_document_new_from_bytes(part->pdf, NULL, error);

	if (!document)
		return FALSE;
	for (int i = 0; i < poppler_document_get_n_pages(document); i++) {
		PopplerPage *page = poppler_document_get_page(document, i);

		draw_page(cairo, page, part->daemon);
		g_object_unref(page);
	}
	g_object_unref(document);
	return TRUE;
}

static gboolean
draw_parts(cairo_t *cairo, const GPtrArray *parts, GError **error)
{
	for (guint i = 0; i < parts->len; i++)
		if (!draw_part(cairo, g_ptr_array_index(parts, i), error))
			return FALSE;
	return TRUE;
}

GBytes *
sabot_report_join(const GPtrArray *parts, const char *missing, GError **error)
{
	GByteArray *bytes = g_byte_array_new();
	cairo_surface_t *surface =
		cairo_pdf_surface_create_for_stream(append, bytes, A4_WIDTH_PT, A4_HEIGHT_PT);
	cairo_t *cairo = cairo_create(surface);
	gboolean is_well;

	if (missing) {
		draw_text(cairo, missing, "Sans 11", MARGIN_PT, MARGIN_PT);
		cairo_show_page(cairo);
	}
	is_well = draw_parts(cairo, parts, error);
	cairo_destroy(cairo);
	cairo_surface_finish(surface);
	cairo_surface_destroy(surface);
	if (is_well)
		return g_byte_array_free_to_bytes(bytes);
	g_byte_array_unref(bytes);
	return NULL;
}
