/* Lines of paper: a word that is too long for one is broken, and nothing is put into it. */
#include "report/output/printer.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#define DIGEST "68c2bb5c4e2021368a0c8ec66ff0daffeedface66e623a0ac80f08553edfa649"

enum { NARROW_POINTS = 80 };

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

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_a_digest_is_broken_without_a_hyphen),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
