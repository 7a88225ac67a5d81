/*
 * Code 128: a symbol published with its check character, the shape of every character, what is
 * refused.
 */
#include "report/output/code128.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static void
assert_values(const char *text, const int *wanted, guint n)
{
	g_autoptr(GArray) values = sabot_code128_values(text);

	assert_non_null(values);
	assert_int_equal(values->len, n);
	for (guint i = 0; i < n; i++)
		assert_int_equal(g_array_index(values, int, i), wanted[i]);
}

/* "HI345678" with the check character 68: the example of Barcode Island's page on Code 128. */
static void
test_published_check_character(void **state)
{
	static const int island[] = {104, 40, 41, 99, 34, 56, 78, 68};
	static const int digits[] = {105, 20, 26, 11, 21, 0, 0, 7, 1, 42};
	static const int odd[] = {104, 17, 99, 23, 45, 53};
	static const int letters[] = {104, 48, 42, 42, 17, 18, 19, 35, 55};

	(void)state;
	assert_values("HI345678", island, G_N_ELEMENTS(island));
	assert_values("2026112100000701", digits, G_N_ELEMENTS(digits));
	assert_values("12345", odd, G_N_ELEMENTS(odd));
	assert_values("PJJ123C", letters, G_N_ELEMENTS(letters));
}

/* Each character has eleven modules, an even number of them black, and none is another's. */
static void
test_shapes(void **state)
{
	g_autoptr(GHashTable) seen = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);

	(void)state;
	for (int pair = 0; pair < 100; pair++) {
		g_autofree char *text = g_strdup_printf("%02d", pair);
		g_autoptr(GArray) bars = sabot_code128_make(text);
		GString *shape = g_string_new(NULL);
		int modules = 0, black = 0;

		assert_int_equal(bars->len, 6 + 6 + 6 + 7); /* start, pair, check, stop */
		for (guint i = 6; i < 12; i++) {
			int width = g_array_index(bars, int, i);

			assert_in_range(width, 1, 4);
			modules += width;
			black += i % 2 == 0 ? width : 0;
			g_string_append_printf(shape, "%d", width);
		}
		assert_int_equal(modules, 11);
		assert_int_equal(black % 2, 0);
		assert_true(g_hash_table_add(seen, g_string_free(shape, FALSE)));
	}
}

static void
test_refused(void **state)
{
	g_autofree char *longest = g_strnfill(SABOT_CODE128_MAX, '7');
	g_autofree char *longer = g_strnfill(SABOT_CODE128_MAX + 1, '7');
	g_autoptr(GArray) bars = sabot_code128_make(longest);

	(void)state;
	assert_non_null(bars);
	assert_null(sabot_code128_make(longer));
	assert_null(sabot_code128_make(""));
	assert_null(sabot_code128_make("é"));
	assert_null(sabot_code128_make("a\tb"));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_published_check_character),
		cmocka_unit_test(test_shapes),
		cmocka_unit_test(test_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
