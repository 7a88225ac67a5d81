/*
 * The roads: short sequences worked out by hand on squared paper, and long random ones against a
 * second formulation that looks at which squares of the big road are filled.
 */
#include "engine/games/roads.h"
#include "road-vectors.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { TEXT_SIZE = 2048, RANDOM_LOADS = 400 };

static enum sabot_winner
winner_of(char letter)
{
	return letter == 'P'   ? SABOT_WINNER_PUNTO
	       : letter == 'B' ? SABOT_WINNER_BANCA
	       : letter == 'T' ? SABOT_WINNER_TIE
			       : SABOT_WINNER_VOID;
}

static void
deal(struct sabot_roads *roads, const char *winners)
{
	sabot_roads_init(roads);
	for (const char *letter = winners; *letter != '\0'; letter++)
		if (*letter != ' ')
			assert_true(sabot_roads_add(
				roads, (struct sabot_road_coup){.winner = winner_of(*letter)}));
}

/* The marks of a road in order, a blank between its runs. */
static const char *
colours(const struct sabot_roads *roads, enum sabot_road road, char text[TEXT_SIZE])
{
	struct sabot_road_cell cells[SABOT_ROAD_COUPS_MAX];
	int n = sabot_roads_list(roads, road, cells);
	char *end = text;

	for (int i = 0; i < n; i++) {
		if (i > 0 && cells[i].row == 1)
			*end++ = ' ';
		*end++ = "-PBTRU"[cells[i].mark];
	}
	*end = '\0';
	return text;
}

/* Where its cells are drawn: column and row of each. */
static const char *
places(const struct sabot_roads *roads, enum sabot_road road, char text[TEXT_SIZE])
{
	struct sabot_road_cell cells[SABOT_ROAD_COUPS_MAX];
	int n = sabot_roads_list(roads, road, cells);
	int length = 0;

	text[0] = '\0';
	for (int i = 0; i < n; i++)
		length += snprintf(text + length, (size_t)(TEXT_SIZE - length), "%s%d.%d",
				   i > 0 ? " " : "", cells[i].drawn_column, cells[i].drawn_row);
	return text;
}

static void
test_colours_by_hand(void **state)
{
	struct sabot_roads roads;
	char text[TEXT_SIZE];

	(void)state;
	for (size_t i = 0; i < ROAD_VECTORS; i++) {
		deal(&roads, road_vectors[i].winners);
		assert_string_equal(colours(&roads, SABOT_ROAD_BIG, text), road_vectors[i].big);
		assert_string_equal(colours(&roads, SABOT_ROAD_BIG_EYE, text),
				    road_vectors[i].big_eye);
		assert_string_equal(colours(&roads, SABOT_ROAD_SMALL, text), road_vectors[i].small);
		assert_string_equal(colours(&roads, SABOT_ROAD_COCKROACH, text),
				    road_vectors[i].cockroach);
	}
}

static void
assert_published(const struct sabot_roads *roads, enum sabot_road road, const char *published)
{
	char text[TEXT_SIZE];

	if (published)
		assert_string_equal(colours(roads, road, text), published);
}

static void
test_colours_that_others_publish(void **state)
{
	struct sabot_roads roads;

	(void)state;
	for (size_t i = 0; i < PUBLISHED_ROADS; i++) {
		deal(&roads, published_roads[i].winners);
		assert_published(&roads, SABOT_ROAD_BIG_EYE, published_roads[i].big_eye);
		assert_published(&roads, SABOT_ROAD_SMALL, published_roads[i].small);
		assert_published(&roads, SABOT_ROAD_COCKROACH, published_roads[i].cockroach);
	}
}

static void
test_drawing_by_hand(void **state)
{
	struct sabot_roads roads;
	char text[TEXT_SIZE];

	(void)state;
	for (size_t i = 0; i < DRAWN_ROAD_VECTORS; i++) {
		deal(&roads, drawn_road_vectors[i].winners);
		assert_string_equal(places(&roads, SABOT_ROAD_BIG, text),
				    drawn_road_vectors[i].big);
	}
}

/* As other vendors' boards do it: a tail goes down again where there is room. */
static void
test_tails_that_fall(void **state)
{
	struct sabot_roads roads;
	char text[TEXT_SIZE];

	(void)state;
	deal(&roads, "BBBBBBBB PPPPPPPP B");
	roads.tails_fall = true;
	assert_string_equal(places(&roads, SABOT_ROAD_BIG, text),
			    "1.1 1.2 1.3 1.4 1.5 1.6 2.6 3.6 "
			    "2.1 2.2 2.3 2.4 2.5 3.5 4.5 4.6 3.1");
}

/* Nested tails fill column 6 up to row 2: the next streak has to turn in row 1. */
static void
test_tail_in_the_first_row(void **state)
{
	struct sabot_roads roads;
	char text[TEXT_SIZE];

	(void)state;
	deal(&roads, "BBBBBBBBBBBB PPPPPPPPPP BBBBBBBB PPPPPP BBBB PPP B");
	places(&roads, SABOT_ROAD_BIG, text);
	/* Columns of 6, 5, 4, 3 and 2 squares; the sixth streak runs along row 1, the next one
	   begins right of it. */
	assert_non_null(strstr(text, " 5.1 5.2 6.2 7.2 6.1 7.1 8.1 9.1"));
}

static void
test_bead_plate(void **state)
{
	struct sabot_road_cell cells[SABOT_ROAD_COUPS_MAX];
	struct sabot_roads roads;
	char text[TEXT_SIZE];

	(void)state;
	deal(&roads, "TBVPPPPPP");
	assert_string_equal(places(&roads, SABOT_ROAD_BEAD, text),
			    "1.1 1.2 1.3 1.4 1.5 1.6 2.1 2.2");
	assert_int_equal(sabot_roads_list(&roads, SABOT_ROAD_BEAD, cells), 8);
	assert_int_equal(cells[0].mark, SABOT_ROAD_TIE);
	assert_int_equal(cells[1].mark, SABOT_ROAD_BANCA);
	assert_int_equal(cells[2].mark, SABOT_ROAD_PUNTO);
	assert_int_equal(cells[7].coup, 8);
}

static void
test_ties_on_the_big_road(void **state)
{
	struct sabot_road_cell cells[SABOT_ROAD_COUPS_MAX];
	struct sabot_roads roads;

	(void)state;
	deal(&roads, "TT");
	assert_int_equal(sabot_roads_waiting_ties(&roads), 2);
	deal(&roads, "TTBTBPTTT");
	assert_int_equal(sabot_roads_waiting_ties(&roads), 0);
	assert_int_equal(sabot_roads_list(&roads, SABOT_ROAD_BIG, cells), 3);
	assert_int_equal(cells[0].ties, 3);
	assert_int_equal(cells[0].coup, 3);
	assert_int_equal(cells[1].ties, 0);
	assert_int_equal(cells[2].ties, 3);
}

static void
test_ask_by_hand(void **state)
{
	static const struct {
		enum sabot_road road;
		enum sabot_road_mark if_banca, if_punto;
	} expected[] = {
		{SABOT_ROAD_BIG_EYE, SABOT_ROAD_RED, SABOT_ROAD_BLUE},
		{SABOT_ROAD_SMALL, SABOT_ROAD_BLUE, SABOT_ROAD_RED},
		{SABOT_ROAD_COCKROACH, SABOT_ROAD_BLUE, SABOT_ROAD_RED},
		{SABOT_ROAD_BIG, SABOT_ROAD_NONE, SABOT_ROAD_NONE},
		{SABOT_ROAD_BEAD, SABOT_ROAD_NONE, SABOT_ROAD_NONE},
	};
	struct sabot_roads roads;

	(void)state;
	deal(&roads, "BB PPP B PT"); /* heights 2, 3, 1, 1 */
	for (size_t i = 0; i < sizeof(expected) / sizeof(expected[0]); i++) {
		assert_int_equal(sabot_roads_predict(&roads, expected[i].road, SABOT_WINNER_BANCA),
				 expected[i].if_banca);
		assert_int_equal(sabot_roads_predict(&roads, expected[i].road, SABOT_WINNER_PUNTO),
				 expected[i].if_punto);
		assert_int_equal(sabot_roads_predict(&roads, expected[i].road, SABOT_WINNER_TIE),
				 SABOT_ROAD_NONE);
	}
}

static void
test_full(void **state)
{
	struct sabot_road_coup banca = {.winner = SABOT_WINNER_BANCA};
	struct sabot_road_cell cells[SABOT_ROAD_COUPS_MAX];
	struct sabot_roads roads;

	(void)state;
	sabot_roads_init(&roads);
	for (int i = 0; i < SABOT_ROAD_COUPS_MAX; i++)
		assert_true(sabot_roads_add(&roads, banca));
	assert_false(sabot_roads_add(&roads, banca));
	assert_int_equal(sabot_roads_list(&roads, SABOT_ROAD_BIG, cells), SABOT_ROAD_COUPS_MAX);
	assert_int_equal(cells[SABOT_ROAD_COUPS_MAX - 1].drawn_column, SABOT_ROAD_COUPS_MAX - 5);
	assert_int_equal(sabot_roads_predict(&roads, SABOT_ROAD_BIG_EYE, SABOT_WINNER_PUNTO),
			 SABOT_ROAD_NONE);
}

/* The second formulation: squares of the big road, filled or empty, and nothing else. */
struct squares {
	bool filled[SABOT_ROAD_COUPS_MAX + 2][SABOT_ROAD_COUPS_MAX + 2];
};

/* What going down to `row` means: are the two squares to the left alike? */
static bool
is_red_below(const struct squares *squares, int column, int row, int k)
{
	return squares->filled[column - k][row] == squares->filled[column - k][row - 1];
}

/* A new column has the opposite of what the old one would have had, had it gone on. */
static char
square_colour(const struct squares *squares, int column, int row, int k)
{
	if (row > 1)
		return column - k < 1 ? '\0' : is_red_below(squares, column, row, k) ? 'R' : 'U';
	if (column - 1 - k < 1)
		return '\0';
	int below = 1;
	while (squares->filled[column - 1][below])
		below++;
	return is_red_below(squares, column - 1, below, k) ? 'U' : 'R';
}

static void
expect_colours(const char *winners, int k, char *text)
{
	struct squares *squares = calloc(1, sizeof(*squares));
	char last_winner = '\0', last = '\0', *end = text;
	int column = 0, row = 0;

	assert_non_null(squares);
	for (; *winners != '\0'; winners++) {
		if (*winners != 'B' && *winners != 'P')
			continue;
		column += *winners != last_winner;
		row = *winners != last_winner ? 1 : row + 1;
		last_winner = *winners;
		char colour = square_colour(squares, column, row, k);
		squares->filled[column][row] = true;
		if (colour == '\0')
			continue;
		if (last != '\0' && last != colour)
			*end++ = ' ';
		*end++ = last = colour;
	}
	*end = '\0';
	free(squares);
}

static bool
is_drawn_before(const struct sabot_road_cell *cells, int n, int column, int row)
{
	for (int i = 0; i < n; i++)
		if (cells[i].drawn_column == column && cells[i].drawn_row == row)
			return true;
	return false;
}

/* The words of the rule, one by one, for each cell. */
static void
check_drawing(const struct sabot_road_cell *cells, int n)
{
	int start = 0;
	bool turned = false;

	for (int i = 0; i < n; i++) {
		int column = cells[i].drawn_column, row = cells[i].drawn_row;
		assert_in_range(row, 1, SABOT_ROAD_ROWS);
		assert_false(is_drawn_before(cells, i, column, row));
		if (cells[i].row == 1) {
			assert_int_equal(row, 1);
			assert_true(column > start);
			for (int free_column = start + 1; free_column < column; free_column++)
				assert_true(is_drawn_before(cells, i, free_column, 1));
			start = column;
			turned = false;
			continue;
		}
		int from_column = cells[i - 1].drawn_column, from_row = cells[i - 1].drawn_row;
		bool blocked = from_row == SABOT_ROAD_ROWS ||
			       is_drawn_before(cells, i, from_column, from_row + 1);
		turned = turned || blocked;
		assert_int_equal(column, from_column + (turned ? 1 : 0));
		assert_int_equal(row, from_row + (turned ? 0 : 1));
	}
}

static uint32_t
next_random(uint32_t *seed)
{
	*seed = *seed * 1664525U + 1013904223U;
	return *seed >> 8;
}

/* Long streaks are as likely as short ones in some loads: tails are where mistakes are. */
static void
random_winners(uint32_t *seed, char winners[SABOT_ROAD_COUPS_MAX + 1])
{
	unsigned length = next_random(seed) % (SABOT_ROAD_COUPS_MAX + 1);
	unsigned change = next_random(seed) % 12 + 2;
	char last = 'B';

	for (unsigned i = 0; i < length; i++) {
		if (next_random(seed) % 11 == 0) {
			winners[i] = 'T';
			continue;
		}
		if (next_random(seed) % change < 2)
			last = last == 'B' ? 'P' : 'B';
		winners[i] = last;
	}
	winners[length] = '\0';
}

static void
check_ask(const char *winners, enum sabot_road road, char next, char asked)
{
	struct sabot_roads roads;
	char before[SABOT_ROAD_COUPS_MAX + 2];
	char text[TEXT_SIZE], longer[TEXT_SIZE];

	snprintf(before, sizeof(before), "%s%c", winners, next);
	deal(&roads, winners);
	colours(&roads, road, text);
	deal(&roads, before);
	colours(&roads, road, longer);
	if (asked == '-')
		assert_string_equal(longer, text);
	else
		assert_int_equal(longer[strlen(longer) - 1], asked);
	assert_int_equal(strlen(longer) > strlen(text), asked != '-');
}

static void
test_random_loads(void **state)
{
	struct sabot_road_cell cells[SABOT_ROAD_COUPS_MAX];
	struct sabot_roads roads;
	char winners[SABOT_ROAD_COUPS_MAX + 1], text[TEXT_SIZE], expected[TEXT_SIZE];
	uint32_t seed = 20240607;

	(void)state;
	for (int load = 0; load < RANDOM_LOADS; load++) {
		random_winners(&seed, winners);
		deal(&roads, winners);
		check_drawing(cells, sabot_roads_list(&roads, SABOT_ROAD_BIG, cells));
		for (int k = 1; k <= 3; k++) {
			enum sabot_road road = (enum sabot_road)(SABOT_ROAD_BIG + k);
			expect_colours(winners, k, expected);
			assert_string_equal(colours(&roads, road, text), expected);
			check_drawing(cells, sabot_roads_list(&roads, road, cells));
			if (roads.n_coups == SABOT_ROAD_COUPS_MAX)
				continue;
			check_ask(winners, road, 'B',
				  "-PBTRU"[sabot_roads_predict(&roads, road, SABOT_WINNER_BANCA)]);
			check_ask(winners, road, 'P',
				  "-PBTRU"[sabot_roads_predict(&roads, road, SABOT_WINNER_PUNTO)]);
		}
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_colours_by_hand),
		cmocka_unit_test(test_colours_that_others_publish),
		cmocka_unit_test(test_drawing_by_hand),
		cmocka_unit_test(test_tails_that_fall),
		cmocka_unit_test(test_tail_in_the_first_row),
		cmocka_unit_test(test_bead_plate),
		cmocka_unit_test(test_ties_on_the_big_road),
		cmocka_unit_test(test_ask_by_hand),
		cmocka_unit_test(test_full),
		cmocka_unit_test(test_random_loads),
	};

	return cmocka_run_group_tests_name("roads", tests, NULL, NULL);
}
