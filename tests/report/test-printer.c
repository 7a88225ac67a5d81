/* Paper: words that are too long for a line, and what stays together on a page. */
#include "report/output/chart.h"
#include "report/output/printer.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#define DIGEST "68c2bb5c4e2021368a0c8ec66ff0daffeedface66e623a0ac80f08553edfa649"

enum { NARROW_POINTS = 80, N_BARS = 13, LAST_LINES_POINTS = 120 };

static int
count_glyphs(PangoLayout *layout)
{
	int n_glyphs = 0;

	for (int i = 0; i < pango_layout_get_line_count(layout); i++) {
		PangoLayoutLine *line = pango_layout_get_line_readonly(layout, i);

		for (GSList *run = line->runs; run; run = run->next)
			n_glyphs += ((PangoGlyphItem *)run->data)->glyphs->num_glyphs;
	}
	return n_glyphs;
}

/* A reader takes a hyphen for a part of the digest. */
static void
test_a_digest_is_broken_without_a_hyphen(void **state)
{
	PangoContext *words = pango_font_map_create_context(pango_cairo_font_map_get_default());
	struct sabot_printer printer = {.words = words, .scale = 1};
	g_autoptr(PangoLayout) layout =
		sabot_printer_layout(&printer, SABOT_PRINTER_PLAIN, DIGEST, NARROW_POINTS);

	(void)state;
	assert_true(pango_layout_get_line_count(layout) > 2);
	assert_int_equal(count_glyphs(layout), strlen(DIGEST));
	g_object_unref(words);
}

static const struct sabot_report_column bar_columns[] = {
	{"table", "Table", SABOT_REPORT_TEXT},
	{"won_minor", "Won", SABOT_REPORT_MONEY},
};

static struct sabot_report_section *
add_bars(struct sabot_report *report)
{
	struct sabot_report_section *section =
		sabot_report_add_section(report, "tables", "By table", bar_columns, 2);

	for (int i = 0; i < N_BARS; i++) {
		sabot_report_begin_row(section, SABOT_REPORT_ROW);
		sabot_report_set_text(section, "table", "PB");
		sabot_report_set_number(section, "won_minor", 100 * (i + 1));
	}
	sabot_report_add_chart(section, "Won, by table", "table", "won_minor");
	return section;
}

/* Bars below the end of their page have neither a title nor the others to be compared with. */
static void
test_a_chart_stays_on_one_page(void **state)
{
	PangoContext *words = pango_font_map_create_context(pango_cairo_font_map_get_default());
	struct sabot_printer printer = {.words = words, .width = 842, .height = 595, .scale = 1};
	cairo_surface_t *surface = cairo_recording_surface_create(CAIRO_CONTENT_COLOR, NULL);
	struct sabot_report *report = sabot_report_new("table-shift", "Table shift report");
	struct sabot_report_section *section = add_bars(report);
	double height;

	(void)state;
	sabot_printer_begin(&printer, surface, report, 0);
	sabot_chart_show(&printer, section, g_ptr_array_index(section->charts, 0));
	assert_int_equal(printer.page, 1);
	height = printer.y - printer.top;
	assert_true(height > LAST_LINES_POINTS);
	printer.y = sabot_printer_bottom(&printer) - LAST_LINES_POINTS;
	sabot_chart_show(&printer, section, g_ptr_array_index(section->charts, 0));
	assert_int_equal(printer.page, 2);
	assert_float_equal(printer.y - printer.top, height, 1);
	sabot_printer_end(&printer);
	sabot_report_free(report);
	cairo_surface_destroy(surface);
	g_object_unref(words);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_a_digest_is_broken_without_a_hyphen),
		cmocka_unit_test(test_a_chart_stays_on_one_page),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
