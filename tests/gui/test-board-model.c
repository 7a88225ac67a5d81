/*
 * What the guests' board would draw, without a screen: the roads worked out by hand, whole shoes
 * that fit, the ask-road, places that do not overlap, and what is said.
 */
#include "gui/model/board/board-coups.h"
#include "gui/model/board/board-layout.h"
#include "gui/model/board/board-phrases.h"
#include "tests/engine-roads/road-vectors.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum {
	SHOES = 10000,
	HANDS_MAX = 90,
	CELL_LEAST = 20, /* of the big road, on a wide screen */
	TALL_CELL_LEAST = 16,
	WALL_CELL_PX = 20,
	WALL_TABLES_MAX = 25,
};

/* Of a vector: a void coup is none. Transferred. */
static char *
coups_of(const char *winners)
{
	GString *coups = g_string_new(NULL);

	for (; *winners; winners++)
		if (strchr("PBT", *winners))
			g_string_append_c(coups, *winners == 'P'   ? 'a'
						 : *winners == 'B' ? 'b'
								   : 'c');
	return g_string_free(coups, FALSE);
}

static GArray *
place_all(const char *coups, enum sabot_wire_road road, double cell_px)
{
	g_autoptr(GArray) cells = sabot_wire_road_cells(coups, false, road);
	struct sabot_road_grid grid = {.cell_px = cell_px, .columns = sabot_road_columns(cells)};

	return sabot_road_grid_place(cells, road, &grid);
}

/* The marks as drawn, a blank where a new run begins: its first mark is in the first row. */
static char *
draw_marks(const char *coups, enum sabot_wire_road road)
{
	g_autoptr(GArray) spots = place_all(coups, road, 10);
	GString *text = g_string_new(NULL);
	char last = 0;

	for (guint i = 0; i < spots->len; i++) {
		char mark = g_array_index(spots, struct sabot_road_spot, i).cell.mark;

		if (last && mark != last)
			g_string_append_c(text, ' ');
		last = mark;
		g_string_append_c(text, mark == 'p'   ? 'P'
					: mark == 'b' ? 'B'
					: mark == 'r' ? 'R'
						      : 'U');
	}
	return g_string_free(text, FALSE);
}

/* Nothing is expected where NULL is. */
static void
assert_drawn(const char *winners, enum sabot_wire_road road, const char *expected)
{
	g_autofree char *coups = coups_of(winners), *drawn = draw_marks(coups, road);

	if (expected)
		assert_string_equal(drawn, expected);
}

static void
test_vectors(void **state)
{
	(void)state;
	for (size_t i = 0; i < ROAD_VECTORS; i++) {
		assert_drawn(road_vectors[i].winners, SABOT_WIRE_ROAD_BIG, road_vectors[i].big);
		assert_drawn(road_vectors[i].winners, SABOT_WIRE_ROAD_BIG_EYE,
			     road_vectors[i].big_eye);
		assert_drawn(road_vectors[i].winners, SABOT_WIRE_ROAD_SMALL, road_vectors[i].small);
		assert_drawn(road_vectors[i].winners, SABOT_WIRE_ROAD_COCKROACH,
			     road_vectors[i].cockroach);
	}
}

static void
test_published(void **state)
{
	(void)state;
	for (size_t i = 0; i < PUBLISHED_ROADS; i++) {
		const char *winners = published_roads[i].winners;

		assert_drawn(winners, SABOT_WIRE_ROAD_BIG_EYE, published_roads[i].big_eye);
		assert_drawn(winners, SABOT_WIRE_ROAD_SMALL, published_roads[i].small);
		assert_drawn(winners, SABOT_WIRE_ROAD_COCKROACH, published_roads[i].cockroach);
	}
}

/* Centres in pixels are the columns and rows that were drawn by hand. */
static void
test_places(void **state)
{
	(void)state;
	for (size_t i = 0; i < DRAWN_ROAD_VECTORS; i++) {
		g_autofree char *coups = coups_of(drawn_road_vectors[i].winners);
		g_autoptr(GArray) spots = place_all(coups, SABOT_WIRE_ROAD_BIG, 40);
		GString *text = g_string_new(NULL);

		for (guint n = 0; n < spots->len; n++) {
			const struct sabot_road_spot *spot =
				&g_array_index(spots, struct sabot_road_spot, n);

			g_string_append_printf(text, "%s%d.%d", n > 0 ? " " : "",
					       (int)(spot->x + 20) / 40, (int)(spot->y + 20) / 40);
			assert_int_equal(spot->is_last, n + 1 == spots->len);
		}
		assert_string_equal(text->str, drawn_road_vectors[i].big);
		g_string_free(text, TRUE);
	}
}

static void
test_glyphs(void **state)
{
	static const enum sabot_wire_road roads[] = {SABOT_WIRE_ROAD_BEAD, SABOT_WIRE_ROAD_BIG,
						     SABOT_WIRE_ROAD_BIG_EYE, SABOT_WIRE_ROAD_SMALL,
						     SABOT_WIRE_ROAD_COCKROACH};

	(void)state;
	for (size_t i = 0; i < G_N_ELEMENTS(roads); i++)
		assert_int_equal(sabot_road_glyph(roads[i]), i); /* each has its own */
}

/* As hands come: 45.86 % banca, 9.52 % ties, pairs and naturals among them. */
static char *
random_shoe(GRand *random, int n_hands)
{
	char *coups = g_new0(char, n_hands + 1);

	for (int i = 0; i < n_hands; i++) {
		double x = g_rand_double(random);
		int winner = x < 0.0952 ? 2 : x < 0.0952 + 0.4586 ? 1 : 0;
		int flags = (g_rand_double(random) < 0.075 ? 1 : 0) +
			    (g_rand_double(random) < 0.075 ? 2 : 0) +
			    (g_rand_double(random) < 0.32 ? 4 : 0);

		coups[i] = (char)('a' + winner + 3 * flags);
	}
	return coups;
}

/* All columns of all roads are shown, and each mark is within its road. */
static void
assert_fits(const char *coups, int width, int height, double least)
{
	GArray *cells[SABOT_WIRE_ROADS];
	struct sabot_road_grid grids[SABOT_WIRE_ROADS];
	struct sabot_board_layout layout;

	sabot_board_lay_out(width, height, false, SABOT_WIRE_GAME_PUNTO_BANCO, &layout);
	for (int i = 0; i < SABOT_WIRE_ROADS; i++)
		cells[i] = sabot_wire_road_cells(coups, false, (enum sabot_wire_road)i);
	sabot_board_fit_roads(&layout, (const GArray *const *)cells, grids);
	assert_true(grids[SABOT_WIRE_ROAD_BIG].cell_px >= least * layout.unit_px - 0.01);
	for (int i = 0; i < SABOT_WIRE_ROADS; i++) {
		g_autoptr(GArray) spots =
			sabot_road_grid_place(cells[i], (enum sabot_wire_road)i, &grids[i]);
		double most = layout.roads[i].width * layout.unit_px;

		assert_int_equal(spots->len, cells[i]->len);
		assert_true(grids[i].columns * grids[i].cell_px <= most + 0.01);
		for (guint n = 0; n < spots->len; n++)
			assert_true(g_array_index(spots, struct sabot_road_spot, n).x < most);
		assert_true(i <= SABOT_WIRE_ROAD_BIG ||
			    grids[i].cell_px <= grids[SABOT_WIRE_ROAD_BIG].cell_px / 2 + 0.01 ||
			    grids[i].cell_px <= 8 * layout.unit_px + 0.01);
		g_array_unref(cells[i]);
	}
}

static void
test_whole_shoes_fit(void **state)
{
	g_autoptr(GRand) random = g_rand_new_with_seed(2026);

	(void)state;
	for (int n = 0; n < SHOES; n++) {
		int n_hands = n % 3 ? HANDS_MAX : g_rand_int_range(random, 1, HANDS_MAX + 1);
		g_autofree char *coups = random_shoe(random, n_hands);

		assert_fits(coups, 1920, 1080, CELL_LEAST);
		assert_fits(coups, 3840, 2160, CELL_LEAST);
		assert_fits(coups, 1080, 1920, TALL_CELL_LEAST);
	}
}

/* What no screen can hold: the newest are shown, in whole columns. */
static void
test_newest_columns(void **state)
{
	g_autoptr(GString) coups = g_string_new(NULL);
	g_autoptr(GArray) cells = NULL;
	struct sabot_road_grid grid;

	(void)state;
	for (int i = 0; i < 150; i++)
		g_string_append_c(coups, i % 2 ? 'a' : 'b');
	cells = sabot_wire_road_cells(coups->str, false, SABOT_WIRE_ROAD_BEAD);
	grid = sabot_road_grid_fit(cells, SABOT_WIRE_ROAD_BEAD, 18 * 54, 1, 54);
	assert_int_equal(grid.columns, 18);
	assert_int_equal(grid.hidden, 7);
	g_array_unref(cells);
	cells = sabot_wire_road_cells(coups->str, false, SABOT_WIRE_ROAD_BIG);
	grid = sabot_road_grid_fit(cells, SABOT_WIRE_ROAD_BIG, 1448, 1, 40);
	assert_true(grid.cell_px == 16);
	assert_int_equal(grid.hidden, 150 - 90);
}

/* The ask-road is the road after that result. */
static void
test_ask(void **state)
{
	g_autoptr(GRand) random = g_rand_new_with_seed(7);

	(void)state;
	for (int n = 0; n < 400; n++) {
		g_autofree char *coups = random_shoe(random, n % HANDS_MAX);
		g_autofree char *with = g_strconcat(coups, n % 2 ? "a" : "b", NULL);
		enum sabot_winner who = n % 2 ? SABOT_WINNER_PUNTO : SABOT_WINNER_BANCA;

		for (int i = SABOT_WIRE_ROAD_BIG_EYE; i < SABOT_WIRE_ROADS; i++) {
			enum sabot_wire_road road = (enum sabot_wire_road)i;
			g_autoptr(GArray) before = sabot_wire_road_cells(coups, false, road);
			g_autoptr(GArray) after = sabot_wire_road_cells(with, false, road);
			char mark = after->len == before->len
					    ? SABOT_WIRE_ASK_NONE
					    : g_array_index(after, struct sabot_wire_cell,
							    after->len - 1)
						      .mark;

			assert_int_equal(sabot_wire_road_ask(coups, road, who), mark);
		}
	}
}

static void
test_counts(void **state)
{
	/* punto; banca with its pair; tie; punto with a natural and punto's pair; not certain */
	struct sabot_road_counts counts = sabot_road_counts("ahcp?");

	(void)state;
	assert_int_equal(counts.punto, 2);
	assert_int_equal(counts.banca, 1);
	assert_int_equal(counts.tie, 1);
	assert_int_equal(counts.banca_pairs, 1);
	assert_int_equal(counts.punto_pairs, 1);
	assert_int_equal(counts.naturals, 1);
	assert_int_equal(counts.unverified, 1);
}

static void
assert_apart(const struct sabot_board_layout *layout, const struct sabot_board_box *boxes[],
	     int n_boxes)
{
	for (int i = 0; i < n_boxes; i++) {
		const struct sabot_board_box *one = boxes[i];

		assert_true(one->x >= 0 && one->y >= 0);
		assert_true(one->x + one->width <= layout->width + 0.01);
		assert_true(one->y + one->height <= layout->height + 0.01);
		for (int j = 0; j < i; j++) {
			const struct sabot_board_box *two = boxes[j];

			assert_true(one->x + one->width <= two->x + 0.01 ||
				    two->x + two->width <= one->x + 0.01 ||
				    one->y + one->height <= two->y + 0.01 ||
				    two->y + two->height <= one->y + 0.01);
		}
	}
}

/* On whatever screen, every part is on it and none lies on another. */
static void
test_places_are_apart(void **state)
{
	static const int sizes[][2] = {{1920, 1080}, {1080, 1920}, {3840, 2160}, {1280, 800},
				       {1024, 768},  {800, 480},   {480, 800},   {2560, 1080},
				       {640, 360},   {1080, 640},  {320, 180}};

	(void)state;
	for (size_t n = 0; n < 4 * G_N_ELEMENTS(sizes); n++) {
		const int *size = sizes[n / 4];
		const struct sabot_board_box *boxes[SABOT_BOARD_PARTS + 2 * SABOT_WIRE_ROADS];
		struct sabot_board_layout layout;
		int n_boxes = 0;

		sabot_board_lay_out(size[0], size[1], n % 2,
				    n % 4 < 2 ? SABOT_WIRE_GAME_PUNTO_BANCO
					      : SABOT_WIRE_GAME_BLACKJACK,
				    &layout);
		for (int i = 0; i < SABOT_BOARD_PARTS; i++)
			if (layout.parts[i].width > 0)
				boxes[n_boxes++] = &layout.parts[i];
		for (int i = 0; i < SABOT_WIRE_ROADS; i++) {
			if (layout.roads[i].width > 0)
				boxes[n_boxes++] = &layout.roads[i];
			if (layout.labels[i].width > 0)
				boxes[n_boxes++] = &layout.labels[i];
		}
		/* A small one of many has head, band and road. */
		assert_true(n_boxes >= (layout.form == SABOT_BOARD_TILE ? 3 : 5));
		assert_apart(&layout, boxes, n_boxes);
	}
}

/* However many tables are on it, a shoe of many columns has cells that are seen from far. */
static void
assert_wall_is_seen(int n, int width, int height)
{
	int columns = sabot_board_wall_columns(n, width, height),
	    rows = (n + columns - 1) / columns;
	g_autoptr(GRand) random = g_rand_new_with_seed((guint32)n);
	g_autofree char *coups = random_shoe(random, HANDS_MAX);
	GArray *cells[SABOT_WIRE_ROADS];
	struct sabot_road_grid grids[SABOT_WIRE_ROADS];
	struct sabot_board_layout layout;
	const struct sabot_board_box *big = &layout.roads[SABOT_WIRE_ROAD_BIG];

	sabot_board_lay_out(width / columns, height / rows, true, SABOT_WIRE_GAME_PUNTO_BANCO,
			    &layout);
	for (int i = 0; i < SABOT_WIRE_ROADS; i++)
		cells[i] = sabot_wire_road_cells(coups, false, (enum sabot_wire_road)i);
	sabot_board_fit_roads(&layout, (const GArray *const *)cells, grids);
	assert_true(layout.form != SABOT_BOARD_TILE ||
		    grids[SABOT_WIRE_ROAD_BIG].cell_px >= WALL_CELL_PX - 0.01);
	assert_true(grids[SABOT_WIRE_ROAD_BIG].cell_px * SABOT_ROAD_GRID_ROWS <=
		    big->height * layout.unit_px + 0.01);
	assert_true(big->y + big->height <= layout.height + 0.01);
	for (int i = 0; i < SABOT_WIRE_ROADS; i++)
		g_array_unref(cells[i]);
}

/* Upright, the bead plate has 16 columns: 96 coups. */
static void
test_upright_bead_plate(void **state)
{
	struct sabot_board_layout layout;
	g_autoptr(GArray) none = g_array_new(FALSE, FALSE, sizeof(struct sabot_wire_cell));
	const GArray *cells[SABOT_WIRE_ROADS];
	struct sabot_road_grid grids[SABOT_WIRE_ROADS];

	(void)state;
	for (int i = 0; i < SABOT_WIRE_ROADS; i++)
		cells[i] = none;
	sabot_board_lay_out(1080, 1920, false, SABOT_WIRE_GAME_PUNTO_BANCO, &layout);
	sabot_board_fit_roads(&layout, cells, grids);
	assert_int_equal(grids[SABOT_WIRE_ROAD_BEAD].columns, 16);
}

static void
test_walls(void **state)
{
	for (int n = 1; n <= WALL_TABLES_MAX; n++) {
		assert_wall_is_seen(n, 1920, 1080);
		assert_wall_is_seen(n, 1080, 1920);
		assert_wall_is_seen(n, 3840, 2160);
	}
	(void)state;
	assert_int_equal(sabot_board_wall_columns(0, 1920, 1080), 1);
	assert_int_equal(sabot_board_wall_columns(1, 1920, 1080), 1);
	assert_int_equal(sabot_board_wall_columns(2, 1920, 1080), 1); /* wide ones, for the roads */
	assert_int_equal(sabot_board_wall_columns(4, 1920, 1080), 2);
	assert_int_equal(sabot_board_wall_columns(9, 1920, 1080), 3);
	assert_int_equal(sabot_board_wall_columns(4, 1080, 1920), 1);
}

/* Guests see who has won only once it is certain. */
static void
test_phrases(void **state)
{
	struct sabot_wire_view *view = sabot_record_new(&sabot_wire_view_type);
	g_autofree char *total = NULL, *place = NULL;

	(void)state;
	view->game = SABOT_WIRE_GAME_PUNTO_BANCO;
	view->state = SABOT_WIRE_TABLE_OPEN;
	view->phase = SABOT_WIRE_PHASE_DECIDED;
	view->load = 2;
	view->coups = g_strdup("abc");
	view->is_round_open = true;
	assert_string_equal(sabot_board_phrase_winner(view), "");
	assert_string_equal(sabot_board_phrase_now(view, false), "The result is being checked");
	view->winner = SABOT_WINNER_BANCA;
	assert_string_equal(sabot_board_phrase_winner(view), "BANKER WINS");
	view->phase = SABOT_WIRE_PHASE_BETTING; /* it is the last round's */
	assert_string_equal(sabot_board_phrase_winner(view), "");
	assert_string_equal(sabot_board_phrase_now(view, false), "Place your bets");
	assert_string_equal(sabot_board_phrase_now(view, true), "Not up to date");
	place = sabot_board_phrase_place(view);
	assert_string_equal(place, "shoe 2, hand 4");
	total = sabot_board_phrase_dealer(-1, 2);
	assert_string_equal(total, "?");
	sabot_record_unref(view);
}

static struct sabot_wire_hand *
hand_of(int first, int second)
{
	struct sabot_wire_hand *hand = sabot_record_new(&sabot_wire_hand_type);

	for (int i = 0; i < 2; i++) {
		const struct sabot_wire_card card = {
			.card = {.rank = (uint8_t)(i == 0 ? first : second), .suit = SABOT_CLUBS}};

		g_array_append_val(hand->cards, card);
	}
	return hand;
}

/* With its winner, and never before; a card that was not read makes it a "?". */
static void
test_coup_in_play(void **state)
{
	struct sabot_wire_view *view = sabot_record_new(&sabot_wire_view_type);
	g_autofree char *dealt = NULL, *decided = NULL, *unread = NULL, *none = NULL;

	(void)state;
	view->game = SABOT_WIRE_GAME_PUNTO_BANCO;
	view->state = SABOT_WIRE_TABLE_OPEN;
	view->phase = SABOT_WIRE_PHASE_DEALING;
	view->coups = g_strdup("ab");
	view->is_round_open = true;
	view->punto = hand_of(3, 3);
	view->banca = hand_of(9, 13);
	dealt = sabot_board_coups(view);
	assert_string_equal(dealt, "ab");
	view->phase = SABOT_WIRE_PHASE_DECIDED;
	view->winner = SABOT_WINNER_BANCA;
	decided = sabot_board_coups(view);
	assert_string_equal(decided, "abq"); /* banca 1, punto's pair 3, a natural 12 */
	sabot_record_unref(view->punto);
	view->punto = hand_of(0, 6);
	unread = sabot_board_coups(view);
	assert_string_equal(unread, "ab?");
	none = sabot_board_coups(NULL);
	assert_string_equal(none, "");
	sabot_record_unref(view);
}

int
main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_vectors),
		cmocka_unit_test(test_published),
		cmocka_unit_test(test_places),
		cmocka_unit_test(test_glyphs),
		cmocka_unit_test(test_whole_shoes_fit),
		cmocka_unit_test(test_newest_columns),
		cmocka_unit_test(test_ask),
		cmocka_unit_test(test_counts),
		cmocka_unit_test(test_places_are_apart),
		cmocka_unit_test(test_upright_bead_plate),
		cmocka_unit_test(test_walls),
		cmocka_unit_test(test_phrases),
		cmocka_unit_test(test_coup_in_play),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
