/*
 * The dealer's cloth in process: boxes that never move, one thing alone in the colour of what is in
 * turn, every payment in sight, hands by name. In a window of the screen, which keeps what
 * was drawn: an offscreen one is painted whole each time. SABOT_LOOK=DIR keeps pictures, in the
 * look of $SABOT_LOOK_NAME.
 */
#include "cloth-scenes.h"
#include "frames.h"
#include "gui/display/cloth.h"
#include "gui/display/pay-tag.h"
#include "gui/display/shelf.h"
#include "gui/display/style.h"
#include "gui/display/table-box.h"
#include "tests/deadline.h"
#include "text/text.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

/* The zones of the design: of the three classes of screens. */
static const struct size {
	const char *name;
	int width_px, arc_px, shelf_px;
	double em_px;
	bool is_tall;
} sizes[] = {
	{"1280x800", 1280, 344, 144, 16, false},
	{"1024x600", 1024, 236, 112, 12.8, false},
	{"480x800", 480, 392, 84, 11.5, true},
};

enum { LARGE, MEDIUM, TALL, FINGER_PX = 44, FRAMES = 3 };

struct fixture {
	SabotDealerTable *table;
	GtkWidget *window, *cloth, *shelf;
	GPtrArray *sent; /* of json_t: events that would have gone to the daemon */
	const struct size *size;
	int64_t n;
};

static gboolean
on_sending(SabotDealerTable *table, json_t *event, gpointer data)
{
	struct fixture *fixture = data;

	(void)table;
	g_ptr_array_add(fixture->sent, json_incref(event));
	return TRUE;
}

static void
count_frame(GdkFrameClock *clock, gpointer data)
{
	(void)clock;
	++*(int *)data;
}

/* What was changed is laid out and drawn with the next frames. */
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
free_event(gpointer data)
{
	json_decref(data);
}

/* The next view of the table. */
static void
show(struct fixture *fixture, struct sabot_wire_view *view)
{
	view->n = ++fixture->n;
	sabot_table_list_put(sabot_feed_get_tables(sabot_dealer_table_get_feed(fixture->table)),
			     view);
	settle(fixture);
}

static void
show_and_drop(struct fixture *fixture, struct sabot_wire_view *view)
{
	show(fixture, view);
	sabot_record_unref(view);
}

static struct fixture *
start(enum sabot_wire_game game, int n_boxes, int size, bool tracks_stakes)
{
	struct fixture *fixture = g_new0(struct fixture, 1);
	struct sabot_wire_rules *rules = scene_rules(game, n_boxes);
	g_autoptr(GtkCssProvider) provider = gtk_css_provider_new();
	GtkWidget *box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0);
	char css[64];

	fixture->size = &sizes[size];
	fixture->sent = g_ptr_array_new_with_free_func(free_event);
	fixture->table = sabot_dealer_table_new("/nowhere", "T-1");
	sabot_dealer_table_set_rules(fixture->table, rules);
	sabot_record_unref(rules);
	g_signal_connect(fixture->table, "sending", G_CALLBACK(on_sending), fixture);
	sabot_dealer_payments_set_confirms(sabot_dealer_table_get_payments(fixture->table),
					   tracks_stakes);
	fixture->window = gtk_window_new(GTK_WINDOW_TOPLEVEL);
	fixture->cloth = g_object_new(SABOT_TYPE_CLOTH, NULL);
	fixture->shelf = g_object_new(SABOT_TYPE_SHELF, NULL);
	gtk_widget_set_size_request(fixture->cloth, fixture->size->width_px, fixture->size->arc_px);
	gtk_widget_set_size_request(fixture->shelf, fixture->size->width_px,
				    fixture->size->shelf_px);
	gtk_box_pack_start(GTK_BOX(box), fixture->cloth, FALSE, FALSE, 0);
	gtk_box_pack_start(GTK_BOX(box), fixture->shelf, FALSE, FALSE, 0);
	gtk_container_add(GTK_CONTAINER(fixture->window), box);
	gtk_style_context_add_class(gtk_widget_get_style_context(fixture->window), "display");
	g_snprintf(css, sizeof(css), ".display { font-size: %dpx; }",
		   (int)(fixture->size->em_px + 0.5));
	gtk_css_provider_load_from_data(provider, css, -1, NULL);
	gtk_style_context_add_provider_for_screen(gdk_screen_get_default(),
						  GTK_STYLE_PROVIDER(provider),
						  GTK_STYLE_PROVIDER_PRIORITY_APPLICATION + 1);
	sabot_cloth_set_table(SABOT_CLOTH(fixture->cloth), fixture->table, tracks_stakes);
	sabot_cloth_set_tall(SABOT_CLOTH(fixture->cloth), fixture->size->is_tall);
	sabot_shelf_set_table(SABOT_SHELF(fixture->shelf), fixture->table, tracks_stakes);
	sabot_shelf_set_tall(SABOT_SHELF(fixture->shelf), fixture->size->is_tall);
	gtk_widget_show(box);
	gtk_widget_show(fixture->cloth);
	gtk_widget_show(fixture->shelf);
	gtk_widget_show(fixture->window);
	settle(fixture);
	return fixture;
}

static void
stop(struct fixture *fixture)
{
	gtk_widget_destroy(fixture->window);
	g_object_unref(fixture->table);
	g_ptr_array_unref(fixture->sent);
	g_free(fixture);
}

static GdkPixbuf *
take_picture(struct fixture *fixture)
{
	GdkWindow *window = gtk_widget_get_window(fixture->window);

	return gdk_pixbuf_get_from_window(window, 0, 0, gdk_window_get_width(window),
					  gdk_window_get_height(window));
}

static void
keep_picture(struct fixture *fixture, const char *scene)
{
	const char *folder = g_getenv("SABOT_LOOK"), *look = g_getenv("SABOT_LOOK_NAME");
	g_autofree char *path = NULL;
	g_autoptr(GdkPixbuf) picture = NULL;

	if (!folder)
		return;
	settle(fixture);
	path = g_strdup_printf("%s/cloth-%s-%s-%s.png", folder, scene, fixture->size->name,
			       look ? look : "light");
	picture = take_picture(fixture);
	gdk_pixbuf_save(picture, path, "png", NULL, NULL);
}

/* All widgets of a type, in the order in which they were added. */
struct found {
	GType type;
	GPtrArray *list;
};

static void
find_in(GtkWidget *widget, gpointer data)
{
	struct found *found = data;

	if (G_TYPE_CHECK_INSTANCE_TYPE(widget, found->type))
		g_ptr_array_add(found->list, widget);
	if (GTK_IS_CONTAINER(widget))
		gtk_container_forall(GTK_CONTAINER(widget), find_in, found);
}

static GPtrArray *
find_all(struct fixture *fixture, GType type)
{
	struct found found = {type, g_ptr_array_new()};

	find_in(fixture->window, &found);
	return found.list;
}

static bool
has_name(GtkWidget *widget, const char *name)
{
	const char *is = atk_object_get_name(gtk_widget_get_accessible(widget));

	return is && g_str_has_prefix(is, name);
}

static GtkWidget *
find_named(struct fixture *fixture, const char *name)
{
	g_autoptr(GPtrArray) all = find_all(fixture, GTK_TYPE_WIDGET);

	for (guint i = 0; i < all->len; i++)
		if (has_name(g_ptr_array_index(all, i), name))
			return g_ptr_array_index(all, i);
	return NULL;
}

static GArray *
measure_boxes(struct fixture *fixture)
{
	g_autoptr(GPtrArray) boxes = find_all(fixture, SABOT_TYPE_TABLE_BOX);
	GArray *places = g_array_new(FALSE, FALSE, sizeof(GtkAllocation));

	for (guint i = 0; i < boxes->len; i++) {
		GtkAllocation place;

		gtk_widget_get_allocation(g_ptr_array_index(boxes, i), &place);
		g_array_append_val(places, place);
	}
	return places;
}

static void
assert_boxes_at(struct fixture *fixture, const GArray *places)
{
	g_autoptr(GArray) now = measure_boxes(fixture);

	assert_int_equal(now->len, places->len);
	assert_memory_equal(now->data, places->data, places->len * sizeof(GtkAllocation));
}

/* From the first card to the last: a split, a double, seven cards of one hand (D12). */
static void
test_boxes_never_move(void **state)
{
	(void)state;
	for (int size = LARGE; size <= TALL; size++) {
		struct fixture *fixture = start(SABOT_WIRE_GAME_BLACKJACK, 7, size, true);
		struct sabot_wire_view *view =
			scene_new(SABOT_WIRE_GAME_BLACKJACK, SABOT_WIRE_PHASE_DEALING);
		g_autoptr(GArray) places = NULL;

		scene_set_prompt(view, SABOT_WIRE_PROMPT_DEAL, 2, -1);
		scene_add_box(view, 2, 5000);
		show_and_drop(fixture, view);
		places = measure_boxes(fixture);
		assert_int_equal(places->len, 7);
		view = scene_play();
		show_and_drop(fixture, view);
		assert_boxes_at(fixture, places);
		view = scene_play();
		scene_add_hand(g_ptr_array_index(view->boxes, 2), "8C", 8, SABOT_WIRE_HAND_WAITING);
		scene_add_hand(g_ptr_array_index(view->boxes, 2), "8S2D2C2S3H4D", 21,
			       SABOT_WIRE_HAND_WAITING)
			->is_doubled = true;
		show_and_drop(fixture, view);
		assert_boxes_at(fixture, places);
		view = scene_settle();
		show_and_drop(fixture, view);
		assert_boxes_at(fixture, places);
		stop(fixture);
	}
}

static bool
overlap(const GtkAllocation *a, const GtkAllocation *b)
{
	return gdk_rectangle_intersect(a, b, NULL);
}

/* All tags inside their zone, none on another, each high enough for a finger. */
static void
assert_tags(struct fixture *fixture, guint n, int least_px)
{
	g_autoptr(GPtrArray) tags = find_all(fixture, SABOT_TYPE_PAY_TAG);
	GtkAllocation zone;

	gtk_widget_get_allocation(fixture->cloth, &zone);
	assert_int_equal(tags->len, n);
	for (guint i = 0; i < n; i++) {
		GtkAllocation one, other, both;

		gtk_widget_get_allocation(g_ptr_array_index(tags, i), &one);
		assert_true(gdk_rectangle_intersect(&zone, &one, &both));
		assert_memory_equal(&one, &both, sizeof(one));
		if (one.height < least_px || one.width < least_px)
			fail_msg("%s: a tag of %d × %d", fixture->size->name, one.width,
				 one.height);
		for (guint j = 0; j < i; j++) {
			gtk_widget_get_allocation(g_ptr_array_index(tags, j), &other);
			assert_false(overlap(&one, &other));
		}
	}
}

/* Seven boxes with four hands each at 1024 × 600, and on every other screen (D3). */
static void
test_all_payments_are_seen(void **state)
{
	(void)state;
	for (int size = LARGE; size <= TALL; size++) {
		struct fixture *fixture = start(SABOT_WIRE_GAME_BLACKJACK, 7, size, true);

		show_and_drop(fixture, scene_fullest());
		assert_tags(fixture, 28, FINGER_PX);
		keep_picture(fixture, "fullest");
		stop(fixture);
	}
}

/* Nine seats of punto banco, with what is taken and what is paid less commission (D3). */
static void
test_all_squares_are_seen(void **state)
{
	(void)state;
	for (int size = LARGE; size <= TALL; size++) {
		struct fixture *fixture = start(SABOT_WIRE_GAME_PUNTO_BANCO, 9, size, true);

		show_and_drop(fixture, scene_coup());
		assert_tags(fixture, 12, sizes[size].is_tall ? 32 : 38);
		assert_non_null(find_named(fixture, "pay 950.00, seat 7, banca"));
		assert_non_null(find_named(fixture, "taken 25.00, seat 6, punto pair"));
		keep_picture(fixture, "coup");
		stop(fixture);
	}
}

/* The dealer's hand is on the cloth where the cards are keyed in on the shelf: below the boxes they
 * have the whole width, and beside them it has the place of one more. */
static void
test_the_dealers_hand_leaves_no_hole(void **state)
{
	(void)state;
	for (int is_low = 0; is_low < 2; is_low++) {
		struct fixture *fixture = start(SABOT_WIRE_GAME_BLACKJACK, 7, LARGE, true);
		g_autoptr(GArray) places = NULL;
		GtkAllocation last, dealer;
		int end_px;

		sabot_cloth_set_shows_dealer(SABOT_CLOTH(fixture->cloth), TRUE);
		gtk_widget_set_size_request(fixture->cloth, fixture->size->width_px,
					    is_low ? 236 : 292);
		show_and_drop(fixture, scene_play());
		places = measure_boxes(fixture);
		last = g_array_index(places, GtkAllocation, 6);
		gtk_widget_get_allocation(find_named(fixture, "dealer"), &dealer);
		end_px = is_low ? dealer.x + dealer.width : last.x + last.width;
		assert_in_range(end_px, fixture->size->width_px - 24, fixture->size->width_px);
		assert_int_equal(dealer.y >= last.y + last.height, !is_low);
		keep_picture(fixture, is_low ? "dealer-beside" : "dealer-below");
		stop(fixture);
	}
}

/* Both hands of a box that split have different names, and where they are more. */
static void
test_split_hands_have_names(void **state)
{
	struct fixture *fixture = start(SABOT_WIRE_GAME_BLACKJACK, 7, LARGE, true);

	(void)state;
	show_and_drop(fixture, scene_play());
	assert_non_null(find_named(fixture, "box 3, left hand 8, waits: eight of hearts"));
	assert_non_null(find_named(fixture, "box 3, right hand 11, in turn: eight of diamonds"));
	assert_non_null(find_named(fixture, "box 3: 2 × 75"));
	assert_non_null(find_named(fixture, "box 1 25, bust: nine of clubs"));
	show_and_drop(fixture, scene_settle());
	assert_non_null(find_named(fixture, "box 3: 3 × 75")); /* one of the two is doubled */
	assert_non_null(find_named(fixture, "pay 75.00, box 3, left hand"));
	assert_non_null(find_named(fixture, "pay 20.00, box 5, second hand"));
	assert_non_null(find_named(fixture, "take 20.00, box 5, third hand"));
	stop(fixture);
}

/* While bets are placed for the next round its cloth is empty (D10). */
static void
test_old_hands_go(void **state)
{
	struct fixture *fixture = start(SABOT_WIRE_GAME_BLACKJACK, 7, LARGE, false);
	struct sabot_wire_view *view = scene_settle();

	(void)state;
	show(fixture, view);
	assert_non_null(find_named(fixture, "box 1 25"));
	sabot_record_unref(view);
	view = scene_settle();
	view->phase = SABOT_WIRE_PHASE_BETTING;
	g_ptr_array_set_size(view->payouts, 0);
	show_and_drop(fixture, view);
	assert_null(find_named(fixture, "box 1 25"));
	assert_non_null(find_named(fixture, "dealer: no cards"));
	stop(fixture);
}

/* A total that is not certain says so, and says what is known about it. */
static void
test_unread_cards(void **state)
{
	struct fixture *fixture = start(SABOT_WIRE_GAME_PUNTO_BANCO, 9, LARGE, true);
	struct sabot_wire_view *view =
		scene_new(SABOT_WIRE_GAME_PUNTO_BANCO, SABOT_WIRE_PHASE_DEALING);

	(void)state;
	view->punto = scene_hand("KS4D??", -1);
	view->banca = scene_hand("2H3C", 5);
	scene_add_stake(scene_add_box(view, 2, 0), "banca", 20000);
	show_and_drop(fixture, view);
	assert_non_null(find_named(fixture, "punto 4+?: king of spades"));
	assert_non_null(find_named(fixture, "seat 2: banca 200"));
	keep_picture(fixture, "unread");
	stop(fixture);
}

/* A touch on a tag says that it was paid; the mark moves by itself, before the daemon answers. */
static void
test_tags_confirm(void **state)
{
	struct fixture *fixture = start(SABOT_WIRE_GAME_BLACKJACK, 7, MEDIUM, true);
	struct sabot_dealer_payments *payments = sabot_dealer_table_get_payments(fixture->table);
	struct sabot_dealer_payments_next next;

	(void)state;
	show_and_drop(fixture, scene_settle());
	keep_picture(fixture, "settle");
	assert_true(sabot_dealer_payments_get_next(payments, &next));
	assert_string_equal(next.label, "Paid 75.00");
	assert_string_equal(next.where, "box 3, left hand");
	sabot_dealer_payments_next_clear(&next);
	gtk_button_clicked(GTK_BUTTON(find_named(fixture, "pay 75.00, box 3, left hand")));
	settle(fixture);
	assert_int_equal(fixture->sent->len, 1);
	assert_string_equal(json_string_value(json_object_get(fixture->sent->pdata[0], "ev")),
			    "paid");
	assert_int_equal(json_integer_value(json_object_get(fixture->sent->pdata[0], "amount")),
			 7500);
	assert_non_null(find_named(fixture, "paid 75.00, box 3, left hand"));
	assert_true(sabot_dealer_payments_get_next(payments, &next));
	assert_string_equal(next.label, "Paid 150.00");
	sabot_dealer_payments_next_clear(&next);
	sabot_dealer_payments_begin_other(payments);
	settle(fixture);
	gtk_button_clicked(GTK_BUTTON(find_named(fixture, "chip of 100")));
	settle(fixture);
	keep_picture(fixture, "other");
	stop(fixture);
}

static void
assert_sent(struct fixture *fixture, const char *name, const char *wanted)
{
	g_autofree char *text = NULL;

	gtk_button_clicked(GTK_BUTTON(find_named(fixture, name)));
	settle(fixture);
	assert_int_equal(fixture->sent->len, 1);
	text = json_dumps(fixture->sent->pdata[0], JSON_COMPACT | JSON_SORT_KEYS);
	assert_string_equal(text, wanted);
	g_ptr_array_set_size(fixture->sent, 0);
}

static void
test_insurance_is_at_its_box(void **state)
{
	(void)state;
	for (int size = LARGE; size <= TALL; size++) {
		struct fixture *fixture = start(SABOT_WIRE_GAME_BLACKJACK, 7, size, true);

		show_and_drop(fixture, scene_insurance());
		keep_picture(fixture, "insurance");
		assert_sent(fixture, "Even money, box 1", "{\"box\":1,\"ev\":\"even_money\"}");
		assert_sent(fixture, "Insure box 2, B: 5",
			    "{\"amount\":500,\"bettor\":\"2b\",\"box\":2,\"ev\":\"insurance\"}");
		assert_sent(fixture, "Box 2 is insured: 25",
			    "{\"amount\":0,\"bettor\":\"2\",\"box\":2,\"ev\":\"insurance\"}");
		assert_null(find_named(fixture, "Insure box 1"));
		stop(fixture);
	}
}

/* What is not seen costs nothing, and is right when it is seen again. */
static void
test_unseen_waits(void **state)
{
	struct fixture *fixture = start(SABOT_WIRE_GAME_BLACKJACK, 7, MEDIUM, true);
	g_autoptr(GPtrArray) unseen = NULL, seen = NULL;

	(void)state;
	gtk_widget_hide(fixture->cloth);
	show_and_drop(fixture, scene_play());
	unseen = find_all(fixture, SABOT_TYPE_TABLE_BOX);
	assert_int_equal(unseen->len, 0);
	gtk_widget_show(fixture->cloth);
	settle(fixture);
	seen = find_all(fixture, SABOT_TYPE_TABLE_BOX);
	assert_int_equal(seen->len, 7);
	stop(fixture);
}

/* Pixels in the colour of what is in turn, of the light look. */
static int
count_turn(struct fixture *fixture)
{
	g_autoptr(GdkPixbuf) picture = take_picture(fixture);

	return frames_count_pixels(picture, (const guchar[3]){0x0B, 0x5C, 0x94});
}

static void
call_pit(struct fixture *fixture)
{
	struct sabot_wire_incident *call = scene_call();

	sabot_incident_list_put(
		sabot_feed_get_incidents(sabot_dealer_table_get_feed(fixture->table)), call);
	sabot_record_unref(call);
}

/* Cards and totals stay to be read; no box is in turn, and no card is expected. */
static void
test_nothing_is_next_while_the_pit_is_waited_for(void **state)
{
	(void)state;
	for (int size = LARGE; size <= TALL; size++) {
		struct fixture *fixture = start(SABOT_WIRE_GAME_BLACKJACK, 7, size, true);

		show_and_drop(fixture, scene_play());
		assert_true(count_turn(fixture) > 500);
		call_pit(fixture);
		show_and_drop(fixture, scene_play());
		assert_int_equal(count_turn(fixture), 0);
		assert_non_null(find_named(fixture, "box 3, right hand 11"));
		keep_picture(fixture, "waits");
		stop(fixture);
	}
}

/* What is there to be looked at, in each look. */
static void
test_pictures(void **state)
{
	(void)state;
	for (int size = LARGE; size <= TALL; size++) {
		struct fixture *fixture = start(SABOT_WIRE_GAME_BLACKJACK, 7, size, true);

		show_and_drop(fixture, scene_play());
		keep_picture(fixture, "play");
		show_and_drop(fixture, scene_settle());
		keep_picture(fixture, "settle");
		stop(fixture);
	}
}

int
main(int argc, char **argv)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_boxes_never_move),
		cmocka_unit_test(test_all_payments_are_seen),
		cmocka_unit_test(test_all_squares_are_seen),
		cmocka_unit_test(test_the_dealers_hand_leaves_no_hole),
		cmocka_unit_test(test_split_hands_have_names),
		cmocka_unit_test(test_old_hands_go),
		cmocka_unit_test(test_unread_cards),
		cmocka_unit_test(test_tags_confirm),
		cmocka_unit_test(test_insurance_is_at_its_box),
		cmocka_unit_test(test_unseen_waits),
		cmocka_unit_test(test_nothing_is_next_while_the_pit_is_waited_for),
		cmocka_unit_test(test_pictures),
	};
	const char *look = g_getenv("SABOT_LOOK_NAME");

	gtk_disable_setlocale();
	if (!gtk_init_check(&argc, &argv))
		return 77;
	if (g_getenv("SABOT_LOOK_LANGUAGE")) {
		sabot_text_init();
		sabot_text_set_language(g_getenv("SABOT_LOOK_LANGUAGE"));
	}
	sabot_display_load_style(look ? look : "light");
	return cmocka_run_group_tests(tests, NULL, NULL);
}
