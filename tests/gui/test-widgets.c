/*
 * Cards, badge and tile in process, on an offscreen window: what they say to a screen reader and
 * that they draw what differs. Run with G_DEBUG=fatal-warnings: one warning of GTK ends it.
 */
#include "gui/console/floor/due-tiles.h"
#include "gui/style/style-sheet.h"
#include "gui/widgets/severity-badge.h"
#include "gui/widgets/cards.h"
#include "gui/widgets/road.h"
#include "gui/widgets/spread.h"
#include "tests/deadline.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

static void
add_card(GArray *cards, unsigned rank, unsigned suit, bool is_hidden)
{
	struct sabot_wire_card card = {.card = {(uint8_t)rank, (uint8_t)suit},
				       .is_hidden = is_hidden};

	g_array_append_val(cards, card);
}

static const char *
name_of(gpointer widget)
{
	return atk_object_get_name(gtk_widget_get_accessible(widget));
}

static GtkWidget *
show_offscreen(gpointer widget)
{
	GtkWidget *window = gtk_offscreen_window_new();

	gtk_container_add(GTK_CONTAINER(window), widget);
	gtk_widget_show_all(window);
	while (gtk_events_pending())
		gtk_main_iteration();
	return window;
}

/* What the widget draws, as one number. */
static guint
picture_of(gpointer widget)
{
	int width = gtk_widget_get_allocated_width(widget);
	int height = gtk_widget_get_allocated_height(widget);
	cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, width, height);
	cairo_t *cr = cairo_create(surface);
	g_autoptr(GBytes) bytes = NULL;

	assert_true(width > 1 && height > 1);
	gtk_widget_draw(widget, cr);
	cairo_surface_flush(surface);
	bytes = g_bytes_new(cairo_image_surface_get_data(surface),
			    (gsize)(cairo_image_surface_get_stride(surface) * height));
	cairo_destroy(cr);
	cairo_surface_destroy(surface);
	return g_bytes_hash(bytes);
}

static void
test_cards(void **state)
{
	SabotCards *widget = g_object_new(SABOT_TYPE_CARDS, NULL);
	GArray *cards = g_array_new(FALSE, TRUE, sizeof(struct sabot_wire_card));
	guint first, second;
	GtkWidget *window;

	(void)state;
	add_card(cards, 10, SABOT_CLUBS, false);
	add_card(cards, 0, 0, false);
	add_card(cards, 0, 0, true);
	sabot_cards_set(widget, cards);
	window = show_offscreen(widget);
	assert_string_equal(name_of(widget), "ten of clubs, unread card, hidden card");
	first = picture_of(widget);
	assert_int_equal(picture_of(widget), first); /* the same twice */
	g_array_index(cards, struct sabot_wire_card, 2).is_hidden = false;
	sabot_cards_set(widget, cards);
	second = picture_of(widget);
	assert_int_not_equal(second, first);
	assert_string_equal(name_of(widget), "ten of clubs, unread card, unread card");
	gtk_widget_destroy(window);
	g_array_unref(cards);
}

static void
test_badges_differ_in_shape(void **state)
{
	guint pictures[SABOT_WIRE_SEVERITY_CRITICAL + 1];

	(void)state;
	for (int i = SABOT_WIRE_SEVERITY_LOW; i <= SABOT_WIRE_SEVERITY_CRITICAL; i++) {
		SabotBadge *badge = g_object_new(SABOT_TYPE_BADGE, NULL);
		GtkWidget *window = show_offscreen(badge);

		/* Faded ones have one colour: what still differs is shape and letter. */
		sabot_badge_set(badge, (enum sabot_wire_severity)i, TRUE);
		pictures[i] = picture_of(badge);
		for (int j = SABOT_WIRE_SEVERITY_LOW; j < i; j++)
			assert_int_not_equal(pictures[i], pictures[j]);
		gtk_widget_destroy(window);
	}
}

static struct sabot_wire_view *
view_new(void)
{
	struct sabot_wire_view *view = sabot_record_new(&sabot_wire_view_type);

	view->table = g_strdup("PB-01");
	view->game = SABOT_WIRE_GAME_PUNTO_BANCO;
	view->phase = SABOT_WIRE_PHASE_DEALING;
	view->punto = sabot_record_new(&sabot_wire_hand_type);
	view->banca = sabot_record_new(&sabot_wire_hand_type);
	add_card(view->punto->cards, 9, SABOT_HEARTS, false);
	view->punto->total = 9;
	return view;
}

static struct sabot_wire_view *
alarmed_view_new(void)
{
	struct sabot_wire_view *view = view_new();
	struct sabot_wire_incident *worst = sabot_record_new(&sabot_wire_incident_type);

	worst->table = g_strdup("PB-01");
	worst->code = g_strdup("card_in_excess");
	worst->severity = SABOT_WIRE_SEVERITY_HIGH;
	worst->at_us = g_get_real_time();
	worst->text = g_strdup("A card too many.");
	view->incidents = sabot_record_new(&sabot_wire_open_incidents_type);
	view->incidents->open = 2;
	view->incidents->worst = worst;
	return view;
}

static void
test_tile(void **state)
{
	struct sabot_wire_view *view = view_new(), *worse = alarmed_view_new();
	g_autoptr(SabotTableItem) item = sabot_table_item_new(view, NULL);
	GtkWidget *tile = sabot_table_tile_new(item, SABOT_TILE_LARGE);
	GtkStyleContext *context = gtk_widget_get_style_context(tile);

	(void)state;
	g_object_ref_sink(tile);
	assert_string_equal(name_of(tile), "PB-01, punto banco, dealing");
	sabot_table_item_set_view(item, worse);
	sabot_table_tile_refresh(SABOT_TABLE_TILE(tile));
	assert_string_equal(name_of(tile),
			    "PB-01, punto banco, dealing, incident: card too many, high");
	assert_true(gtk_style_context_has_class(context, "high"));
	/* The pit is called: that is seen from afar, however small what it is called to. */
	worse->incidents->worst->severity = SABOT_WIRE_SEVERITY_MEDIUM;
	worse->incidents->called_us = g_get_real_time();
	sabot_table_tile_refresh(SABOT_TABLE_TILE(tile));
	assert_true(gtk_style_context_has_class(context, "high"));
	assert_non_null(strstr(name_of(tile), "card too many, medium, the pit is called"));
	sabot_table_item_set_view(item, view);
	sabot_table_tile_refresh(SABOT_TABLE_TILE(tile));
	assert_false(gtk_style_context_has_class(context, "high"));
	g_object_unref(tile);
	sabot_record_unref(view);
	sabot_record_unref(worse);
}

static void
assert_lets_clicks_through(GtkWidget *widget, gpointer data)
{
	assert_false(gtk_widget_get_has_window(widget));
	if (GTK_IS_CONTAINER(widget))
		gtk_container_forall(GTK_CONTAINER(widget), assert_lets_clicks_through, data);
}

static gboolean
on_time(gpointer data)
{
	*(gboolean *)data = TRUE;
	return G_SOURCE_REMOVE;
}

/* Long enough for what is due soon. */
static void
wait_a_moment(void)
{
	gboolean is_over = FALSE;

	g_timeout_add(300, on_time, &is_over);
	while (!is_over)
		gtk_main_iteration();
}

/* Tiles that nobody sees cost nothing, and are right when they are seen again. */
static void
test_unseen_tiles_wait(void **state)
{
	struct sabot_wire_view *view = view_new(), *worse = alarmed_view_new();
	g_autoptr(SabotTableItem) item = sabot_table_item_new(view, NULL);
	GtkWidget *tile = sabot_table_tile_new(item, SABOT_TILE_LARGE);
	GtkWidget *place = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0), *window;
	struct sabot_due_tiles *due = sabot_due_tiles_new(place, NULL);

	(void)state;
	gtk_widget_set_size_request(tile, 400, 300);
	gtk_container_add(GTK_CONTAINER(place), tile);
	window = show_offscreen(place);
	gtk_widget_hide(place);
	sabot_table_item_set_view(item, worse);
	sabot_due_tiles_add(due, SABOT_TABLE_TILE(tile));
	wait_a_moment();
	assert_string_equal(name_of(tile), "PB-01, punto banco, dealing");
	gtk_widget_show(place);
	assert_non_null(strstr(name_of(tile), "card too many"));
	sabot_table_item_set_view(item, view);
	sabot_due_tiles_add(due, SABOT_TABLE_TILE(tile));
	wait_a_moment();
	assert_string_equal(name_of(tile), "PB-01, punto banco, dealing");
	sabot_due_tiles_free(due);
	gtk_widget_destroy(window);
	sabot_record_unref(view);
	sabot_record_unref(worse);
}

/* A window of their own, above the button's, would keep clicks on the hands from the tile. */
static void
test_tile_is_pressed_anywhere(void **state)
{
	struct sabot_wire_view *view = view_new();
	g_autoptr(SabotTableItem) item = sabot_table_item_new(view, NULL);
	GtkWidget *tile = g_object_ref_sink(sabot_table_tile_new(item, SABOT_TILE_LARGE));

	(void)state;
	assert_lets_clicks_through(gtk_bin_get_child(GTK_BIN(tile)), NULL);
	g_object_unref(tile);
	sabot_record_unref(view);
}

static int
wanted_height(GtkWidget *tile, int width_px)
{
	int wanted_px;

	gtk_widget_get_preferred_height_for_width(gtk_bin_get_child(GTK_BIN(tile)), width_px,
						  &wanted_px, NULL);
	return wanted_px;
}

/*
 * What a tile shows has room in the least size that the grid gives it, calm or not. Its style
 * follows its density at some frame soon.
 */
static void
assert_fits(GtkWidget *tile, int density)
{
	const int em_px = 14; /* of sabot-tile-grid in the style sheet */
	int width_px = (int)(sabot_tile_sizes[density].width_em * em_px);
	int height_px = (int)(sabot_tile_sizes[density].height_em * em_px);
	int64_t limit_us = g_get_monotonic_time() + DEADLINE_S * G_USEC_PER_SEC;

	while (wanted_height(tile, width_px) > height_px && g_get_monotonic_time() < limit_us) {
		gtk_main_iteration_do(FALSE);
		g_usleep(1000);
	}
	print_message("density %d wants %d px, has %d\n", density, wanted_height(tile, width_px),
		      height_px);
	assert_true(wanted_height(tile, width_px) <= height_px);
}

/* All that a tile may have to say besides. */
static void
fill_view(struct sabot_wire_view *view)
{
	struct sabot_wire_duty *duty = sabot_record_new(&sabot_wire_duty_type);

	duty->who = g_strdup("Dan");
	duty->post = g_strdup("dealer");
	duty->since_us = g_get_real_time();
	g_ptr_array_add(view->staff, duty);
	view->pace = 62;
	view->min_minor = 500;
	view->max_minor = 50000;
	view->exposure = sabot_record_new(&sabot_wire_exposure_type);
	view->exposure->since_us = g_get_real_time();
	view->prompt = sabot_record_new(&sabot_wire_prompt_type);
	view->prompt->kind = SABOT_WIRE_PROMPT_BETS;
	view->prompt->text = g_strdup("Bets, please.");
}

/* Money is to be paid for a round that is over. */
static struct sabot_wire_view *
owing(struct sabot_wire_view *view)
{
	struct sabot_wire_redress *redress = sabot_record_new(&sabot_wire_redress_type);

	redress->redress = redress->round = redress->box = 1;
	redress->amount_minor = 2500;
	g_ptr_array_add(view->redress, redress);
	return view;
}

static void
test_tiles_fit(void **state)
{
	struct sabot_wire_view *views[] = {view_new(), alarmed_view_new(), owing(view_new()),
					   owing(alarmed_view_new())};

	(void)state;
	for (gsize i = 0; i < G_N_ELEMENTS(views); i++) {
		g_autoptr(SabotTableItem) item = sabot_table_item_new(views[i], NULL);
		GtkWidget *grid = g_object_new(SABOT_TYPE_TILE_GRID, NULL);
		GtkWidget *tile = sabot_table_tile_new(item, SABOT_TILE_LARGE), *window;
		struct sabot_tile_group group = {(char *)"", 1};
		g_autoptr(GArray) groups = g_array_new(FALSE, FALSE, sizeof(group));
		g_autoptr(GPtrArray) tiles = g_ptr_array_new();

		fill_view(views[i]);
		g_array_append_val(groups, group);
		g_ptr_array_add(tiles, tile);
		sabot_tile_grid_set_sizes(SABOT_TILE_GRID(grid), sabot_tile_sizes,
					  SABOT_TILE_N_DENSITIES);
		gtk_container_add(GTK_CONTAINER(grid), tile);
		sabot_tile_grid_arrange(SABOT_TILE_GRID(grid), tiles, groups);
		window = show_offscreen(grid);
		for (int density = 0; density < SABOT_TILE_N_DENSITIES; density++) {
			sabot_table_tile_set_density(SABOT_TABLE_TILE(tile),
						     (enum sabot_tile_density)density);
			sabot_table_tile_refresh(SABOT_TABLE_TILE(tile));
			assert_fits(tile, density);
		}
		gtk_widget_destroy(window);
		sabot_record_unref(views[i]);
	}
}

/* Whether a part that is shown has such a name. */
static void
find_shown(GtkWidget *widget, gpointer data)
{
	const char **wanted = data;

	if (!*wanted || !gtk_widget_get_visible(widget))
		return;
	if (g_str_has_prefix(name_of(widget) ? name_of(widget) : "", *wanted))
		*wanted = NULL;
	else if (GTK_IS_CONTAINER(widget))
		gtk_container_forall(GTK_CONTAINER(widget), find_shown, data);
}

static void
assert_shows(GtkWidget *tile, const char *wanted)
{
	sabot_table_tile_refresh(SABOT_TABLE_TILE(tile));
	find_shown(gtk_bin_get_child(GTK_BIN(tile)), &wanted);
	assert_null(wanted);
}

/* Down to where sixty have room: where the round stands, and cards beside what is wrong. */
static void
test_tiles_say_where_the_round_stands(void **state)
{
	struct sabot_wire_view *views[] = {view_new(), alarmed_view_new(), owing(view_new())};

	(void)state;
	for (int i = 0; i < (int)G_N_ELEMENTS(views) * (SABOT_TILE_SMALL + 1); i++) {
		struct sabot_wire_view *view = views[i / (SABOT_TILE_SMALL + 1)];
		enum sabot_tile_density density = i % (SABOT_TILE_SMALL + 1);
		g_autoptr(SabotTableItem) item = sabot_table_item_new(view, NULL);
		GtkWidget *tile = g_object_ref_sink(sabot_table_tile_new(item, density));

		assert_shows(tile, "punto 9");
		if (view == views[0] || density < SABOT_TILE_SMALL)
			assert_shows(tile, "dealing");
		view->state = SABOT_WIRE_TABLE_CLOSED;
		if (view == views[0])
			assert_shows(tile, "closed");
		view->state = SABOT_WIRE_TABLE_OPEN;
		g_object_unref(tile);
	}
	for (gsize i = 0; i < G_N_ELEMENTS(views); i++)
		sabot_record_unref(views[i]);
}

/* Every table's hands are drawn within the room there is, and each card is named. */
static void
test_spread(void **state)
{
	struct sabot_wire_view *view = view_new();
	SabotSpread *spread = g_object_new(SABOT_TYPE_SPREAD, NULL);
	GtkWidget *window;
	guint before;

	(void)state;
	view->punto = sabot_record_new(&sabot_wire_hand_type);
	view->punto->total = 4;
	add_card(view->punto->cards, 4, SABOT_CLUBS, false);
	sabot_spread_set(spread, view);
	gtk_widget_set_size_request(GTK_WIDGET(spread), 200, 80);
	window = show_offscreen(spread);
	assert_string_equal(name_of(spread), "punto 4: four of clubs; banca: no cards");
	before = picture_of(spread);
	assert_int_equal(picture_of(spread), before);
	g_array_index(view->punto->cards, struct sabot_wire_card, 0).card.suit = SABOT_HEARTS;
	assert_int_not_equal(picture_of(spread), before);
	sabot_spread_set(spread, NULL);
	assert_string_equal(name_of(spread), "");
	gtk_widget_destroy(window);
	sabot_record_unref(view);
}

static struct sabot_wire_hand *
add_box(struct sabot_wire_view *view, int number)
{
	struct sabot_wire_box *box = sabot_record_new(&sabot_wire_box_type);
	struct sabot_wire_hand *hand = sabot_record_new(&sabot_wire_hand_type);

	box->box = number;
	hand->total = 15;
	add_card(hand->cards, 8, SABOT_CLUBS, false);
	g_ptr_array_add(box->hands, hand);
	g_ptr_array_add(view->boxes, box);
	return hand;
}

/* The total of the last box is drawn instead of its cards; `has_number`: and its box's number. */
static void
assert_shows_last_total(int n_boxes, int width_px, int height_px, bool has_number)
{
	struct sabot_wire_view *view = sabot_record_new(&sabot_wire_view_type);
	SabotSpread *spread = g_object_new(SABOT_TYPE_SPREAD, NULL);
	struct sabot_wire_hand *last = NULL;
	GtkWidget *window;
	guint before;

	view->dealer = sabot_record_new(&sabot_wire_hand_type);
	add_card(view->dealer->cards, 12, SABOT_SPADES, false);
	for (int i = 1; i <= n_boxes; i++)
		last = add_box(view, i);
	sabot_spread_set(spread, view);
	gtk_widget_set_size_request(GTK_WIDGET(spread), width_px, height_px);
	window = show_offscreen(spread);
	before = picture_of(spread);
	add_card(last->cards, 2, SABOT_HEARTS, false);
	assert_int_equal(picture_of(spread), before);
	last->total = 16;
	assert_int_not_equal(picture_of(spread), before);
	before = picture_of(spread);
	((struct sabot_wire_box *)g_ptr_array_index(view->boxes, view->boxes->len - 1))->box = 9;
	assert_true(picture_of(spread) != before || !has_number);
	gtk_widget_destroy(window);
	sabot_record_unref(view);
}

/* Where there is no room for their cards each box's total is still drawn. */
static void
test_totals_instead_of_cards(void **state)
{
	(void)state;
	for (int n = 1; n <= 7; n++)
		for (int width_px = 140; width_px <= 170; width_px += 3)
			for (int height_px = 36; height_px <= 56; height_px += 4)
				assert_shows_last_total(n, width_px, height_px, false);
	assert_shows_last_total(5, 206, 100, true); /* on a tile among twelve at 1280x800 */
	for (int n = 1; n <= 4; n++)
		assert_shows_last_total(n, 157, 52, true); /* among sixty at 1920x1080 */
}

static void
test_road(void **state)
{
	SabotRoad *road = g_object_new(SABOT_TYPE_ROAD, NULL);
	GtkWidget *window;
	guint big;

	(void)state;
	sabot_road_set_coups(road, "bbac", false);
	gtk_widget_set_size_request(GTK_WIDGET(road), 200, 60);
	window = show_offscreen(road);
	assert_string_equal(name_of(road), "road: banca 2, punto 1, tie 1");
	big = picture_of(road);
	sabot_road_set_kind(road, SABOT_WIRE_ROAD_BEAD);
	assert_int_not_equal(picture_of(road), big);
	gtk_widget_destroy(window);
}

static void
assert_cell(AtkTable *table, int row, int column, int index, const char *name)
{
	AtkObject *cell = atk_table_ref_at(table, row, column);

	assert_non_null(cell);
	assert_string_equal(atk_object_get_name(cell), name);
	assert_int_equal(atk_object_get_index_in_parent(cell), index);
	assert_ptr_equal(atk_object_peek_parent(cell), table);
	g_object_unref(cell);
}

/* A screen reader walks through it mark by mark. */
static void
test_road_is_a_table(void **state)
{
	SabotRoad *road = g_object_ref_sink(g_object_new(SABOT_TYPE_ROAD, NULL));
	AtkObject *object = gtk_widget_get_accessible(GTK_WIDGET(road));
	AtkTable *table = ATK_TABLE(object);
	AtkObject *old;
	AtkStateSet *states;

	(void)state;
	assert_int_equal(atk_object_get_role(object), ATK_ROLE_TABLE);
	assert_int_equal(atk_object_get_n_accessible_children(object), 0);
	sabot_road_set_coups(road, "bbac", false);
	assert_int_equal(atk_table_get_n_rows(table), 6);
	assert_int_equal(atk_table_get_n_columns(table), 2);
	assert_int_equal(atk_object_get_n_accessible_children(object), 3);
	assert_cell(table, 0, 0, 0, "1, Banker");
	assert_cell(table, 1, 0, 1, "2, Banker");
	assert_cell(table, 0, 1, 2, "3, Player, Ties: 1");
	assert_null(atk_table_ref_at(table, 1, 1));
	assert_null(atk_table_ref_at(table, 0, 7));
	old = atk_object_ref_accessible_child(object, 0);
	sabot_road_set_coups(road, "b?", false);
	states = atk_object_ref_state_set(old);
	assert_true(atk_state_set_contains_state(states, ATK_STATE_DEFUNCT));
	g_object_unref(states);
	sabot_road_set_kind(road, SABOT_WIRE_ROAD_BEAD);
	assert_cell(table, 1, 0, 1, "?");
	gtk_widget_destroy(GTK_WIDGET(road));
	g_object_unref(road);
	assert_int_equal(atk_object_get_index_in_parent(old), -1);
	g_object_unref(old);
}

int
main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_cards),
		cmocka_unit_test(test_badges_differ_in_shape),
		cmocka_unit_test(test_tile),
		cmocka_unit_test(test_unseen_tiles_wait),
		cmocka_unit_test(test_tile_is_pressed_anywhere),
		cmocka_unit_test(test_tiles_fit),
		cmocka_unit_test(test_tiles_say_where_the_round_stands),
		cmocka_unit_test(test_spread),
		cmocka_unit_test(test_totals_instead_of_cards),
		cmocka_unit_test(test_road),
		cmocka_unit_test(test_road_is_a_table),
	};
	static const char *const sheets[] = {"light.css", "console.css"};

	gtk_test_init(&argc, &argv, NULL);
	for (gsize i = 0; i < G_N_ELEMENTS(sheets); i++) {
		g_autoptr(GtkCssProvider) provider = gtk_css_provider_new();
		g_autofree char *sheet = sabot_style_sheet_read(sheets[i], 100);

		gtk_css_provider_load_from_data(provider, sheet, -1, NULL);
		gtk_style_context_add_provider_for_screen(gdk_screen_get_default(),
							  GTK_STYLE_PROVIDER(provider),
							  GTK_STYLE_PROVIDER_PRIORITY_APPLICATION);
	}
	return cmocka_run_group_tests(tests, NULL, NULL);
}
