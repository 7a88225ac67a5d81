/*
 * One thing that changes on the cloth repaints that thing, and nothing stays of what was there. In
 * a window of the screen: an offscreen one is painted whole each time.
 */
#include "cloth-scenes.h"
#include "gui/display/bet-grid.h"
#include "gui/display/bet-square.h"
#include "gui/display/box-hand.h"
#include "gui/display/cloth.h"
#include "gui/display/shelf.h"
#include "gui/display/style.h"
#include "gui/display/table-box.h"
#include "tests/deadline.h"
#include "text/text.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

enum { WIDTH_PX = 1024, SEATS = 9, FRAMES = 3, TOUCHES = 30, TURN_BITS = 3 };

struct fixture {
	SabotDealerTable *table;
	GtkWidget *window;
	struct sabot_wire_rules *rules;
	int64_t n;
	int n_drawn; /* widgets of the type that is counted */
};

static gboolean
on_sending(SabotDealerTable *table, json_t *event, gpointer data)
{
	(void)table;
	(void)event;
	(void)data;
	return TRUE;
}

static void
count_frame(GdkFrameClock *clock, gpointer data)
{
	(void)clock;
	++*(int *)data;
}

static void
settle(struct fixture *fixture)
{
	GdkFrameClock *clock = gtk_widget_get_frame_clock(fixture->window);
	gint64 limit_us = g_get_monotonic_time() + DEADLINE_S * G_USEC_PER_SEC;
	int n_frames = 0;
	gulong counted = g_signal_connect(clock, "after-paint", G_CALLBACK(count_frame), &n_frames);

	while (n_frames < FRAMES && g_get_monotonic_time() < limit_us) {
		gdk_frame_clock_request_phase(clock, GDK_FRAME_CLOCK_PHASE_PAINT);
		gtk_main_iteration();
	}
	while (gtk_events_pending())
		gtk_main_iteration();
	g_signal_handler_disconnect(clock, counted);
}

static void
show_and_drop(struct fixture *fixture, struct sabot_wire_view *view)
{
	view->n = ++fixture->n;
	sabot_table_list_put(sabot_feed_get_tables(sabot_dealer_table_get_feed(fixture->table)),
			     view);
	settle(fixture);
	sabot_record_unref(view);
}

static struct fixture *
start(enum sabot_wire_game game, int n_boxes)
{
	struct fixture *fixture = g_new0(struct fixture, 1);

	fixture->table = sabot_dealer_table_new("/nowhere", "T-1");
	fixture->rules = scene_rules(game, n_boxes);
	sabot_dealer_table_set_rules(fixture->table, fixture->rules);
	sabot_dealer_table_set_tracks_stakes(fixture->table, TRUE);
	g_signal_connect(fixture->table, "sending", G_CALLBACK(on_sending), NULL);
	fixture->window = gtk_window_new(GTK_WINDOW_TOPLEVEL);
	gtk_style_context_add_class(gtk_widget_get_style_context(fixture->window), "display");
	return fixture;
}

/* `cloth` in the window, with room for `height_px`. */
static void
open_window(struct fixture *fixture, GtkWidget *cloth, int height_px)
{
	gtk_widget_set_size_request(cloth, WIDTH_PX, height_px);
	gtk_container_add(GTK_CONTAINER(fixture->window), cloth);
	gtk_widget_show(cloth);
	gtk_widget_show(fixture->window);
	settle(fixture);
}

static void
stop(struct fixture *fixture)
{
	gtk_widget_destroy(fixture->window);
	g_object_unref(fixture->table);
	sabot_record_unref(fixture->rules);
	g_free(fixture);
}

static gboolean
on_draw(GtkWidget *widget, cairo_t *cr, gpointer data)
{
	(void)widget;
	(void)cr;
	++*(int *)data;
	return GDK_EVENT_PROPAGATE;
}

struct counted {
	struct fixture *fixture;
	GType type;
	int n;
};

static void
count_in(GtkWidget *widget, gpointer data)
{
	struct counted *counted = data;

	if (G_TYPE_CHECK_INSTANCE_TYPE(widget, counted->type)) {
		g_signal_handlers_disconnect_by_data(widget, &counted->fixture->n_drawn);
		g_signal_connect(widget, "draw", G_CALLBACK(on_draw), &counted->fixture->n_drawn);
		counted->n++;
	}
	if (GTK_IS_CONTAINER(widget))
		gtk_container_forall(GTK_CONTAINER(widget), count_in, counted);
}

/* From now on drawings of widgets of that type are counted. How many there are. */
static int
count_from_now(struct fixture *fixture, GType type)
{
	struct counted counted = {fixture, type, 0};

	count_in(fixture->window, &counted);
	fixture->n_drawn = 0;
	return counted.n;
}

static GdkPixbuf *
take_picture(struct fixture *fixture)
{
	GdkWindow *window = gtk_widget_get_window(fixture->window);

	return gdk_pixbuf_get_from_window(window, 0, 0, gdk_window_get_width(window),
					  gdk_window_get_height(window));
}

/* The result equals that of a window that paints everything. */
static void
assert_as_repainted(struct fixture *fixture)
{
	g_autoptr(GdkPixbuf) is = take_picture(fixture), wanted = NULL;

	gtk_widget_queue_draw(fixture->window);
	settle(fixture);
	wanted = take_picture(fixture);
	assert_int_equal(gdk_pixbuf_get_byte_length(is), gdk_pixbuf_get_byte_length(wanted));
	assert_memory_equal(gdk_pixbuf_read_pixels(is), gdk_pixbuf_read_pixels(wanted),
			    gdk_pixbuf_get_byte_length(is));
}

static struct fixture *
open_bets(enum sabot_wire_game game, int n_boxes)
{
	struct fixture *fixture = start(game, n_boxes);
	GtkWidget *grid = g_object_new(SABOT_TYPE_BET_GRID, NULL);

	sabot_bet_grid_set_table(SABOT_BET_GRID(grid), fixture->table);
	open_window(fixture, grid, 236);
	show_and_drop(fixture, scene_new(game, SABOT_WIRE_PHASE_BETTING));
	settle(fixture);
	return fixture;
}

static void
touch(struct fixture *fixture, int box, const char *on)
{
	struct sabot_dealer_square square = {box, g_intern_string(on), 0};

	sabot_dealer_bets_touch(sabot_dealer_table_get_bets(fixture->table), &square, 1);
	settle(fixture);
}

/* A stake repaints its square, and the one that was touched before it. */
static void
test_one_square(void **state)
{
	struct fixture *fixture = open_bets(SABOT_WIRE_GAME_PUNTO_BANCO, SEATS);

	(void)state;
	for (int box = 1; box <= SEATS; box++)
		touch(fixture, box, "punto");
	assert_true(count_from_now(fixture, SABOT_TYPE_SQUARE) >= 2 * SEATS);
	touch(fixture, 3, "banca");
	assert_in_range(fixture->n_drawn, 1, 2);
	assert_as_repainted(fixture);
	stop(fixture);
}

/* Nothing that did not change is painted: another table's, or the same once more. */
static void
test_nothing(void **state)
{
	struct fixture *fixture = open_bets(SABOT_WIRE_GAME_PUNTO_BANCO, SEATS);

	(void)state;
	touch(fixture, 1, "punto");
	count_from_now(fixture, SABOT_TYPE_SQUARE);
	g_signal_emit_by_name(fixture->table, "changed");
	settle(fixture);
	assert_int_equal(fixture->n_drawn, 0);
	stop(fixture);
}

/* Stakes, taken away again and laid once more, on any square. */
static void
test_any_bets(void **state)
{
	static const char *const bets[][2] = {{"punto", "banca"}, {"main", "main"}};

	(void)state;
	for (int game = 0; game < 2; game++) {
		struct fixture *fixture = open_bets(
			game ? SABOT_WIRE_GAME_BLACKJACK : SABOT_WIRE_GAME_PUNTO_BANCO, 7);
		struct sabot_dealer_bets *model = sabot_dealer_table_get_bets(fixture->table);
		g_autoptr(GArray) chips = sabot_dealer_bets_list_chips(model);

		for (int i = 0; i < TOUCHES; i++) {
			sabot_dealer_bets_arm(model,
					      i % 5 == 4 ? SABOT_DEALER_TAKE_AWAY
							 : g_array_index(chips, int64_t,
									 (guint)i % chips->len));
			touch(fixture, i * 3 % 7 + 1, bets[game][i / 2 % 2]);
			assert_as_repainted(fixture);
		}
		stop(fixture);
	}
}

/* A card for one box paints no other one. */
static void
test_one_box(void **state)
{
	struct fixture *fixture = start(SABOT_WIRE_GAME_BLACKJACK, 7);
	GtkWidget *cloth = g_object_new(SABOT_TYPE_CLOTH, NULL);
	struct sabot_wire_view *view;
	struct sabot_wire_box *box;

	(void)state;
	sabot_cloth_set_table(SABOT_CLOTH(cloth), fixture->table, TRUE);
	open_window(fixture, cloth, 236);
	show_and_drop(fixture, scene_play());
	show_and_drop(fixture, scene_play());
	assert_int_equal(count_from_now(fixture, SABOT_TYPE_TABLE_BOX), 7);
	view = scene_play();
	box = g_ptr_array_index(view->boxes, 0);
	g_ptr_array_set_size(box->hands, 0);
	scene_add_hand(box, "TS5H2D", 17, SABOT_WIRE_HAND_WAITING);
	show_and_drop(fixture, view);
	assert_in_range(fixture->n_drawn, 1, 1);
	assert_as_repainted(fixture);
	stop(fixture);
}

static bool
is_turn_colour(const guchar *pixel, const GdkRGBA *turn)
{
	return ABS(pixel[0] - turn->red * 255) < TURN_BITS &&
	       ABS(pixel[1] - turn->green * 255) < TURN_BITS &&
	       ABS(pixel[2] - turn->blue * 255) < TURN_BITS;
}

/* Pixels of the colour of what is in turn on the cloth, in a place and outside it. */
static void
count_turn_pixels(struct fixture *fixture, const GtkAllocation *place, int *ret_in, int *ret_out)
{
	g_autoptr(GdkPixbuf) picture = take_picture(fixture);
	int channels = gdk_pixbuf_get_n_channels(picture);
	GdkRGBA turn;

	gtk_style_context_lookup_color(gtk_widget_get_style_context(fixture->window), "sabot_turn",
				       &turn);
	*ret_in = *ret_out = 0;
	for (int y = 0; y < gdk_pixbuf_get_height(picture); y++) {
		const guchar *row =
			gdk_pixbuf_read_pixels(picture) + y * gdk_pixbuf_get_rowstride(picture);

		for (int x = 0; x < gdk_pixbuf_get_width(picture); x++) {
			bool is_in = x >= place->x && x < place->x + place->width &&
				     y >= place->y && y < place->y + place->height;

			if (is_turn_colour(row + x * channels, &turn))
				++*(is_in ? ret_in : ret_out);
		}
	}
}

struct sought {
	int number; /* of the box; those before it are counted down */
	GtkAllocation *place;
};

static void
find_in(GtkWidget *widget, gpointer data)
{
	struct sought *sought = data;

	if (SABOT_IS_TABLE_BOX(widget) && --sought->number == 0)
		gtk_widget_get_allocation(widget, sought->place);
	else if (GTK_IS_CONTAINER(widget))
		gtk_container_forall(GTK_CONTAINER(widget), find_in, sought);
}

static void
find_box(struct fixture *fixture, int number, GtkAllocation *ret_place)
{
	struct sought sought = {number, ret_place};

	find_in(fixture->window, &sought);
	assert_true(sought.number <= 0);
}

/* The turn goes round and round: what was drawn for the box before is gone (D11). */
static void
test_turn_leaves_nothing(void **state)
{
	struct fixture *fixture = start(SABOT_WIRE_GAME_BLACKJACK, 7);
	GtkWidget *cloth = g_object_new(SABOT_TYPE_CLOTH, NULL);

	(void)state;
	sabot_cloth_set_table(SABOT_CLOTH(cloth), fixture->table, TRUE);
	open_window(fixture, cloth, 236);
	for (int i = 0; i < 21; i++) {
		struct sabot_wire_view *view =
			scene_new(SABOT_WIRE_GAME_BLACKJACK, SABOT_WIRE_PHASE_DECIDING);
		GtkAllocation place;
		int turn = i * 5 % 7 + 1, n_in, n_out;

		for (int box = 1; box <= 7; box++)
			scene_add_hand(scene_add_box(view, box, 5000), "8S3S", 11,
				       box == turn ? SABOT_WIRE_HAND_TURN
						   : SABOT_WIRE_HAND_WAITING);
		scene_set_prompt(view, SABOT_WIRE_PROMPT_PLAY, turn, 0);
		show_and_drop(fixture, view);
		find_box(fixture, turn, &place);
		count_turn_pixels(fixture, &place, &n_in, &n_out);
		assert_int_equal(n_out, 0);
		assert_true(n_in > 2000);
	}
	stop(fixture);
}

/* A round, and another: cloth and shelf, with the payments. */
static void
show_rounds(enum sabot_wire_game game, struct sabot_wire_view *(*const scenes[])(void), int n)
{
	struct fixture *fixture = start(game, game == SABOT_WIRE_GAME_BLACKJACK ? 7 : SEATS);
	GtkWidget *box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0);
	GtkWidget *cloth = g_object_new(SABOT_TYPE_CLOTH, NULL);
	GtkWidget *shelf = g_object_new(SABOT_TYPE_SHELF, NULL);

	sabot_dealer_payments_set_confirms(sabot_dealer_table_get_payments(fixture->table), TRUE);
	sabot_cloth_set_table(SABOT_CLOTH(cloth), fixture->table, TRUE);
	sabot_shelf_set_table(SABOT_SHELF(shelf), fixture->table, TRUE);
	gtk_box_pack_start(GTK_BOX(box), cloth, TRUE, TRUE, 0);
	gtk_box_pack_start(GTK_BOX(box), shelf, FALSE, FALSE, 0);
	gtk_widget_set_size_request(shelf, WIDTH_PX, 112);
	gtk_widget_show(cloth);
	gtk_widget_show(shelf);
	open_window(fixture, box, 348);
	for (int i = 0; i < 3 * n; i++) {
		show_and_drop(fixture, scenes[i % n]());
		assert_as_repainted(fixture);
	}
	stop(fixture);
}

static void
test_rounds(void **state)
{
	static struct sabot_wire_view *(*const boxes[])(void) = {scene_play, scene_settle,
								 scene_insurance, scene_fullest};
	static struct sabot_wire_view *(*const coups[])(void) = {scene_coup, scene_long_table};

	(void)state;
	show_rounds(SABOT_WIRE_GAME_BLACKJACK, boxes, G_N_ELEMENTS(boxes));
	show_rounds(SABOT_WIRE_GAME_PUNTO_BANCO, coups, G_N_ELEMENTS(coups));
}

int
main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_one_square), cmocka_unit_test(test_nothing),
		cmocka_unit_test(test_any_bets),   cmocka_unit_test(test_one_box),
		cmocka_unit_test(test_rounds),     cmocka_unit_test(test_turn_leaves_nothing),
	};

	sabot_text_init();
	gtk_init(&argc, &argv);
	sabot_display_load_style("light");
	return cmocka_run_group_tests(tests, NULL, NULL);
}
