/* The widths of columns: never more than the room, never less than their base, and few lines. */
#include "report/output/column-widths.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

enum { N_COLUMNS = 3, N_ROWS = 40 };

/* `n_words` of one width each. */
static GArray *
make_cell(guint n_words, double width)
{
	GArray *cell = g_array_new(FALSE, FALSE, sizeof(struct sabot_column_word));

	for (guint i = 0; i < n_words; i++) {
		struct sabot_column_word word = {.width = width, .gap = 2, .is_line = i == 0};

		g_array_append_val(cell, word);
	}
	return cell;
}

/* Each row has cells of so many words. */
static struct sabot_column_words
make_words(const guint n_words[N_COLUMNS], double width)
{
	struct sabot_column_words words = {
		N_COLUMNS, g_ptr_array_new_with_free_func((GDestroyNotify)g_array_unref)};

	for (int row = 0; row < N_ROWS; row++)
		for (int i = 0; i < N_COLUMNS; i++)
			g_ptr_array_add(words.cells, make_cell(n_words[i], width));
	return words;
}

static double
sum_of(const double *widths)
{
	return widths[0] + widths[1] + widths[2];
}

/* 1, 2 and 6 words: in three lines with 20 + 20 + 42, in two with 20 + 20 + 64. */
static void
test_rows_are_as_low_as_can_be(void **state)
{
	static const guint n_words[N_COLUMNS] = {1, 2, 6};
	const double base[N_COLUMNS] = {20, 20, 20}, natural[N_COLUMNS] = {20, 42, 130};
	static const struct {
		double room;
		guint lines;
	} cases[] = {{60, 6}, {83, 3}, {105, 2}, {192, 1}, {400, 1}};
	struct sabot_column_words words = make_words(n_words, 20);

	(void)state;
	for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
		double widths[N_COLUMNS];
		guint lines =
			sabot_column_widths_share(&words, base, natural, cases[i].room, widths);

		assert_int_equal(lines, cases[i].lines * N_ROWS);
		assert_true(sum_of(widths) <= cases[i].room + 0.001);
		for (int j = 0; j < N_COLUMNS; j++)
			assert_true(widths[j] >= base[j] && widths[j] <= natural[j] + 0.001);
	}
	g_ptr_array_unref(words.cells);
}

/* A long remark in one row does not make the names of all others high. */
static void
test_one_long_cell_does_not_decide(void **state)
{
	static const guint n_words[N_COLUMNS] = {3, 3, 1};
	const double base[N_COLUMNS] = {20, 20, 20}, natural[N_COLUMNS] = {64, 64, 2000};
	struct sabot_column_words words = make_words(n_words, 20);
	GArray *remark = make_cell(60, 20);
	double widths[N_COLUMNS];
	guint lines;

	(void)state;
	for (guint i = 1; i < remark->len; i++)
		g_array_append_val(g_ptr_array_index(words.cells, 2),
				   g_array_index(remark, struct sabot_column_word, i));
	lines = sabot_column_widths_share(&words, base, natural, 200, widths);
	assert_true(lines <= 2 * N_ROWS + 60);
	assert_true(sum_of(widths) <= 200.001);
	g_array_unref(remark);
	g_ptr_array_unref(words.cells);
}

/* A line that is written so stays; what follows a hyphen has no gap before it. */
static void
test_lines_and_hyphens(void **state)
{
	struct sabot_column_words words = {
		1, g_ptr_array_new_with_free_func((GDestroyNotify)g_array_unref)};
	const double base = 20, natural = 42;
	GArray *cell = make_cell(2, 20);
	double width;

	(void)state;
	g_ptr_array_add(words.cells, cell);
	g_array_index(cell, struct sabot_column_word, 1).gap = 0;
	assert_int_equal(sabot_column_widths_share(&words, &base, &natural, 40.7, &width), 1);
	g_array_index(cell, struct sabot_column_word, 1).is_line = true;
	assert_int_equal(sabot_column_widths_share(&words, &base, &natural, 42, &width), 2);
	g_ptr_array_unref(words.cells);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_rows_are_as_low_as_can_be),
		cmocka_unit_test(test_one_long_cell_does_not_decide),
		cmocka_unit_test(test_lines_and_hyphens),
	};

	return cmocka_run_group_tests_name("column widths", tests, NULL, NULL);
}
