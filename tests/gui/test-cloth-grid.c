/*
 * The squares of punto banco. On the least screens a pair's tag has room for its amount. Upright
 * with fourteen seats what is touched is as large as a finger, and the page of the next payment is
 * the one that is shown. What lies on the table is summed with what was split and doubled. A chip
 * says its value, however small it is.
 */
#include "cloth-scenes.h"
#include "gui/display/cloth-grid.h"
#include "gui/display/key-grid.h"
#include "gui/display/pay-tag.h"
#include "gui/display/style.h"
#include "gui/model/dealer/dealer-hands.h"
#include "gui/model/dealer/dealer-keys.h"
#include "gui/model/dealer/dealer-table.h"
#include "gui/widgets/chip.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

enum { SEATS = 14, WIDTH_PX = 480, ARC_PX = 392, FINGER_PX = 44, CHIP_PX = 40 };
enum { LEVEL_CHIP_PX = 18 };                      /* on a square of 44 pixels */
enum { LEAST_WIDE_PX = 800, LEAST_ARC_PX = 171 }; /* of a screen of 800 × 480 */

/* Of a tray, of a box, of a square of fourteen seats. */
static const int chip_sizes_px[] = {CHIP_PX, 32, 26};

static gboolean
on_sending(SabotDealerTable *table, json_t *event, gpointer data)
{
	(void)table;
	(void)event;
	++*(int *)data;
	return TRUE;
}

static GtkWidget *
arc_new(GtkWidget *window)
{
	GtkWidget *arc = gtk_drawing_area_new();

	gtk_widget_set_size_request(arc, WIDTH_PX, ARC_PX);
	gtk_container_add(GTK_CONTAINER(window), arc);
	gtk_widget_show_all(window);
	return arc;
}

static int
next_seat(const struct sabot_dealer_payments *payments)
{
	const GArray *list = sabot_dealer_payments_list(payments);

	for (guint i = 0; i < list->len; i++)
		if (g_array_index(list, struct sabot_dealer_payment, i).is_next)
			return (int)g_array_index(list, struct sabot_dealer_payment, i).payout->box;
	return 0;
}

/* Seats of the page, each high enough. */
static int
count_seats(const struct sabot_cloth_grid *grid)
{
	int n = 0;

	for (int seat = 1; seat <= SEATS; seat++) {
		GdkRectangle square;

		if (!sabot_cloth_grid_find(grid, seat, SABOT_BET_BANCA, &square))
			continue;
		assert_true(square.height >= FINGER_PX);
		assert_true(square.y >= 0 && square.y + square.height <= ARC_PX);
		n++;
	}
	return n;
}

static void
test_fourteen_seats_upright(void **state)
{
	GtkWidget *window = gtk_offscreen_window_new(), *arc = arc_new(window);
	SabotDealerTable *table = sabot_dealer_table_new("/nowhere", "T-1");
	struct sabot_dealer_payments *payments = sabot_dealer_table_get_payments(table);
	struct sabot_wire_rules *rules = scene_rules(SABOT_WIRE_GAME_PUNTO_BANCO, SEATS);
	struct sabot_wire_view *view = scene_long_table();
	struct sabot_cloth_grid grid;
	int n_sent = 0, n_seats = 0, first = 0;

	(void)state;
	g_signal_connect(table, "sending", G_CALLBACK(on_sending), &n_sent);
	sabot_dealer_table_set_rules(table, rules);
	sabot_dealer_payments_set_confirms(payments, true);
	sabot_table_list_put(sabot_feed_get_tables(sabot_dealer_table_get_feed(table)), view);
	for (int paid = 0; paid < SEATS; paid++) {
		GdkRectangle square;

		while (gtk_events_pending())
			gtk_main_iteration();
		sabot_cloth_grid_fill(&grid, arc, view, rules, true);
		sabot_cloth_grid_turn_to(&grid, payments);
		assert_int_equal(next_seat(payments), paid + 1);
		assert_true(sabot_cloth_grid_find(&grid, paid + 1, SABOT_BET_BANCA, &square));
		n_seats += grid.first_seat > first ? count_seats(&grid) : 0;
		first = grid.first_seat;
		sabot_dealer_payments_confirm_next(payments);
	}
	assert_int_equal(n_seats, SEATS); /* no page twice */
	assert_int_equal(n_sent, SEATS);
	/* Nothing is to be touched any more: all are in sight. */
	sabot_cloth_grid_fill(&grid, arc, view, rules, true);
	sabot_cloth_grid_turn_to(&grid, payments);
	assert_int_equal(grid.last_seat, SEATS);
	gtk_widget_destroy(window);
	sabot_record_unref(view);
	sabot_record_unref(rules);
	g_object_unref(table);
}

/* What the tag draws in a place of that size. */
static guint
picture_of_tag(const GdkRectangle *place, const char *text, const char *brief)
{
	const struct sabot_tag_picture picture = {
		.look = SABOT_TAG_PLAIN, .head = "pay", .text = text, .brief = brief};
	GtkWidget *window = gtk_offscreen_window_new(), *tag = sabot_pay_tag_new();
	cairo_surface_t *surface =
		cairo_image_surface_create(CAIRO_FORMAT_ARGB32, place->width, place->height);
	cairo_t *cr = cairo_create(surface);
	g_autoptr(GBytes) bytes = NULL;

	sabot_pay_tag_set(SABOT_PAY_TAG(tag), "tag", &picture);
	gtk_widget_set_size_request(tag, place->width, place->height);
	gtk_container_add(GTK_CONTAINER(window), tag);
	gtk_widget_show(window);
	while (gtk_events_pending())
		gtk_main_iteration();
	gtk_widget_draw(tag, cr);
	cairo_surface_flush(surface);
	bytes = g_bytes_new(cairo_image_surface_get_data(surface),
			    (gsize)(cairo_image_surface_get_stride(surface) * place->height));
	cairo_destroy(cr);
	cairo_surface_destroy(surface);
	gtk_widget_destroy(window);
	return g_bytes_hash(bytes);
}

/* On the least screen, too, a pair's tag says how much is paid: another amount looks otherwise. */
static void
test_a_pair_shows_its_amount(void **state)
{
	GtkWidget *window = gtk_offscreen_window_new(), *arc = arc_new(window);
	struct sabot_wire_rules *rules = scene_rules(SABOT_WIRE_GAME_PUNTO_BANCO, 9);
	struct sabot_wire_view *view = scene_coup();
	static const enum sabot_bet pairs[] = {SABOT_BET_PUNTO_PAIR, SABOT_BET_BANCA_PAIR};

	(void)state;
	for (int is_tall = 0; is_tall < 2; is_tall++) {
		struct sabot_cloth_grid grid;
		GtkAllocation room = {0, 0, is_tall ? WIDTH_PX : LEAST_WIDE_PX,
				      is_tall ? ARC_PX : LEAST_ARC_PX};

		gtk_widget_set_size_request(arc, room.width, room.height);
		gtk_widget_size_allocate(arc, &room);
		sabot_cloth_grid_fill(&grid, arc, view, rules, is_tall);
		for (gsize i = 0; i < G_N_ELEMENTS(pairs); i++) {
			GdkRectangle square;

			assert_true(sabot_cloth_grid_find(&grid, 6, pairs[i], &square));
			assert_true(square.y + square.height <= room.height);
			assert_int_not_equal(picture_of_tag(&square, "1375.00", "+1375"),
					     picture_of_tag(&square, "1925.00", "+1925"));
		}
	}
	gtk_widget_destroy(window);
	sabot_record_unref(view);
	sabot_record_unref(rules);
}

static void
test_staked(void **state)
{
	struct sabot_wire_view *view = scene_play();

	(void)state;
	/* 50, 40 and 15 of a side bet, 75 twice, 100, 20, 25. */
	assert_int_equal(sabot_dealer_staked(view), 40000);
	sabot_record_unref(view);
	view = scene_settle(); /* one of the two is doubled; 20 four times */
	assert_int_equal(sabot_dealer_staked(view),
			 5000 + 4000 + 3 * 7500 + 10000 + 4 * 2000 + 2500);
	sabot_record_unref(view);
}

/* Dark pixels on the face of a chip, which is white: its number's. */
static int
count_ink(GtkWidget *widget, int64_t minor, int size_px, bool is_before_sum)
{
	cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, size_px, size_px);
	cairo_t *cr = cairo_create(surface);
	int n = 0;

	sabot_chip_paint(
		widget, cr,
		&(struct sabot_chip){
			.minor = minor, .size = size_px, .n = 1, .is_before_sum = is_before_sum});
	cairo_surface_flush(surface);
	for (int y = size_px * 3 / 8; y < size_px * 5 / 8; y++) {
		const guchar *row = cairo_image_surface_get_data(surface) +
				    y * cairo_image_surface_get_stride(surface);

		for (int x = size_px * 3 / 8; x < size_px * 5 / 8; x++)
			n += row[x * 4] < 100 && row[x * 4 + 1] < 100 && row[x * 4 + 2] < 100;
	}
	cairo_destroy(cr);
	cairo_surface_destroy(surface);
	return n;
}

static void
test_small_chips_have_numbers(void **state)
{
	static const int64_t chips[] = {50, 100, 2500, 10000, 50000, 100000};
	GtkWidget *window = gtk_window_new(GTK_WINDOW_TOPLEVEL), *arc = arc_new(window);

	(void)state;
	for (gsize i = 0; i < G_N_ELEMENTS(chips); i++)
		for (gsize j = 0; j < G_N_ELEMENTS(chip_sizes_px); j++)
			assert_true(count_ink(arc, chips[i], chip_sizes_px[j], false) > 0);
	/* "25" across the edge of a disc, and "35" beside it, would be read as 2535. */
	assert_true(count_ink(arc, 2500, LEVEL_CHIP_PX, false) > 0);
	assert_int_equal(count_ink(arc, 2500, LEVEL_CHIP_PX, true), 0);
	assert_true(count_ink(arc, 2500, CHIP_PX, true) > 0);
	gtk_widget_destroy(window);
}

/* A single entry of the sheet of More does not take the whole arc: a finger that comes down on a
 * square that was there would press it. */
static void
test_one_key_of_a_sheet_is_a_key(void **state)
{
	struct sabot_dealer_key key = {.label = "Cut card"};
	g_autoptr(GPtrArray) keys = g_ptr_array_new();
	GtkWidget *window = gtk_offscreen_window_new();
	GtkWidget *grid = g_object_new(SABOT_TYPE_KEY_GRID, "visible", TRUE, NULL);
	GtkAllocation room = {0, 0, WIDTH_PX, ARC_PX}, place;
	g_autoptr(GList) children = NULL;

	(void)state;
	g_ptr_array_add(keys, &key);
	gtk_container_add(GTK_CONTAINER(window), grid);
	sabot_key_grid_set(SABOT_KEY_GRID(grid), keys, 2, 4);
	gtk_widget_size_allocate(grid, &room);
	gtk_widget_get_allocation(gtk_grid_get_child_at(GTK_GRID(grid), 0, 0), &place);
	assert_true(place.width <= WIDTH_PX / 2);
	assert_true(place.height <= ARC_PX / 4);
	gtk_widget_destroy(window);
}

int
main(int argc, char **argv)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_fourteen_seats_upright),
		cmocka_unit_test(test_a_pair_shows_its_amount),
		cmocka_unit_test(test_staked),
		cmocka_unit_test(test_small_chips_have_numbers),
		cmocka_unit_test(test_one_key_of_a_sheet_is_a_key),
	};

	gtk_disable_setlocale();
	if (!gtk_init_check(&argc, &argv))
		return 77;
	sabot_display_load_style("light");
	return cmocka_run_group_tests(tests, NULL, NULL);
}
