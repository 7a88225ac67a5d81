/* The hall of the floor plan: where there is room for a table, and how a screen shows it. */
#include "gui/model/tables/hall.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static const struct sabot_hall_size small = {208, 128};

static GArray *
others_new(int64_t x, int64_t y)
{
	GArray *others = g_array_new(FALSE, FALSE, sizeof(struct sabot_wire_place));
	struct sabot_wire_place place = {x, y};

	g_array_append_val(others, place);
	return others;
}

static void
assert_place(struct sabot_wire_place place, int64_t x, int64_t y)
{
	assert_int_equal(place.x_px, x);
	assert_int_equal(place.y_px, y);
}

static void
test_nearest(void **state)
{
	g_autoptr(GArray) others = others_new(480, 480);

	(void)state;
	/* On the grid, in the hall, and beside what is there. */
	assert_place(sabot_hall_nearest(others, &(struct sabot_wire_place){803, 805}, small), 800,
		     808);
	assert_place(sabot_hall_nearest(others, &(struct sabot_wire_place){-50, 5000}, small), 104,
		     864);
	assert_place(sabot_hall_nearest(others, &(struct sabot_wire_place){480, 488}, small), 480,
		     608);
	assert_place(sabot_hall_nearest(others, &(struct sabot_wire_place){480, 472}, small), 480,
		     352);
}

static void
test_step(void **state)
{
	g_autoptr(GArray) others = others_new(480, 480);
	struct sabot_wire_place left = {272, 480}, edge = {104, 480};

	(void)state;
	assert_place(sabot_hall_step(others, &left, (struct sabot_hall_way){-1, 0}, small), 264,
		     480);
	assert_place(sabot_hall_step(others, &left, (struct sabot_hall_way){1, 0}, small), 688,
		     480);
	assert_place(sabot_hall_step(others, &edge, (struct sabot_hall_way){-1, 0}, small), 104,
		     480);
}

/* However many tables there are, the hall has room for each. */
static void
test_room_for_all(void **state)
{
	static const guint counts[] = {1, 24, 25, 56, 57, 150, 151, 300};

	(void)state;
	for (gsize i = 0; i < G_N_ELEMENTS(counts); i++) {
		struct sabot_hall_size size = sabot_hall_table_size(counts[i]);
		int columns = (SABOT_HALL_WIDTH_PX - SABOT_HALL_GRID_PX) / size.width_px;
		int rows = (SABOT_HALL_HEIGHT_PX - SABOT_HALL_GRID_PX) / size.height_px;

		assert_true(columns * rows >= (int)counts[i]);
	}
}

static void
test_layout(void **state)
{
	struct sabot_hall_room room = {
		.width = 1488, .height = 960, .heading = 28, .table = small, .least_scale = 0.4};
	struct sabot_hall_layout layout = sabot_hall_fit(&room);
	int x, y;

	(void)state;
	assert_true(layout.scale == 1);
	sabot_hall_place_tile(&layout, &(struct sabot_wire_place){0, 928}, &x, &y);
	assert_int_equal(x, 8);
	assert_int_equal(y, 8 + 928 - layout.tile_height);
	room.n_below = 20;
	layout = sabot_hall_fit(&room);
	assert_true(layout.scale < 1 && layout.height <= room.height);
	assert_true(layout.rows * layout.columns >= 20);
	room.height = 100; /* scrolled */
	layout = sabot_hall_fit(&room);
	assert_true(layout.scale == 0.4 && layout.height > room.height);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_nearest),
		cmocka_unit_test(test_step),
		cmocka_unit_test(test_room_for_all),
		cmocka_unit_test(test_layout),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
