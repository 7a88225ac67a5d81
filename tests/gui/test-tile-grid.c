/*
 * The grid of tiles, and the strip above it, in process: on a wall all tables are in sight. And the
 * hands on a tile and on a table's page: those of this round.
 */
#include "gui/console/floor/table-tile.h"
#include "gui/console/table/table-cloth.h"
#include "gui/style/look.h"
#include "gui/widgets/tile-grid.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

enum { TABLES = 300, EM_PX = 16, UNIT_PX = 14 /* of the style sheet */ };

/* Below the strip: of 1920×1080, and of 1280×800 beside the list, where letters are 14 px. */
static const struct room {
	int width_px, height_px;
} rooms[] = {{1920, 725}, {930 * EM_PX / 14, 536 * EM_PX / 14}};

struct fixture {
	GtkWidget *window, *grid;
	GPtrArray *tiles;
};

static void
free_title(gpointer data)
{
	g_free(((struct sabot_tile_group *)data)->title);
}

static struct fixture *
start(int n_tables, int n_pits)
{
	struct fixture *fixture = g_new0(struct fixture, 1);
	GArray *groups = g_array_new(FALSE, FALSE, sizeof(struct sabot_tile_group));

	g_array_set_clear_func(groups, free_title);
	fixture->window = gtk_offscreen_window_new();
	fixture->grid = g_object_new(SABOT_TYPE_TILE_GRID, "visible", TRUE, NULL);
	fixture->tiles = g_ptr_array_new();
	for (int i = 0; i < n_tables; i++) {
		GtkWidget *tile = gtk_button_new();

		gtk_widget_show(tile);
		gtk_container_add(GTK_CONTAINER(fixture->grid), tile);
		g_ptr_array_add(fixture->tiles, tile);
	}
	for (int i = 0; i < n_pits; i++) {
		struct sabot_tile_group group = {g_strdup_printf("Pit %d", i + 1),
						 (guint)(n_tables / n_pits)};

		g_array_append_val(groups, group);
	}
	gtk_container_add(GTK_CONTAINER(fixture->window), fixture->grid);
	sabot_tile_grid_set_sizes(SABOT_TILE_GRID(fixture->grid), sabot_tile_sizes,
				  SABOT_TILE_N_DENSITIES);
	sabot_tile_grid_arrange(SABOT_TILE_GRID(fixture->grid), fixture->tiles, groups);
	gtk_widget_show(fixture->window);
	g_array_unref(groups);
	return fixture;
}

static void
stop(struct fixture *fixture)
{
	gtk_widget_destroy(fixture->window);
	g_ptr_array_unref(fixture->tiles);
	g_free(fixture);
}

/* No tile outside of the room, none on another one; headings neither. */
static void
assert_all_visible(struct fixture *fixture, const struct room *wall)
{
	GtkAllocation room = {0, 0, wall->width_px, wall->height_px};
	g_autoptr(GList) children = gtk_container_get_children(GTK_CONTAINER(fixture->grid));

	gtk_widget_size_allocate(fixture->grid, &room);
	for (const GList *node = children; node; node = node->next) {
		GtkAllocation one, both, other;

		gtk_widget_get_allocation(node->data, &one);
		assert_true(one.height >= EM_PX);
		assert_true(gdk_rectangle_intersect(&one, &room, &both));
		assert_memory_equal(&one, &both, sizeof(one));
		for (const GList *before = children; before != node; before = before->next) {
			gtk_widget_get_allocation(before->data, &other);
			assert_false(gdk_rectangle_intersect(&one, &other, NULL));
		}
	}
}

static void
test_three_hundred_on_a_wall(void **state)
{
	static const int pits[] = {1, 5, 12, 25};

	(void)state;
	/* 25 pits are too many for the small room: there the grid scrolls. */
	for (gsize i = 0; i < G_N_ELEMENTS(pits) * G_N_ELEMENTS(rooms) - 1; i++) {
		const struct room *room = &rooms[i / G_N_ELEMENTS(pits)];
		struct fixture *fixture = start(TABLES, pits[i % G_N_ELEMENTS(pits)]);
		int least, natural;

		gtk_widget_get_preferred_height_for_width(fixture->grid, room->width_px, &least,
							  &natural);
		assert_true(least <= room->height_px);
		assert_all_visible(fixture, room);
		stop(fixture);
	}
}

/* Of 1280×800 beside the list and below the bar: names are large, and totals are shown. */
static void
test_many_on_a_small_screen(void **state)
{
	static const struct room small = {940, 687};
	static const struct {
		int n_tables, size;
	} floors[] = {{60, SABOT_TILE_NARROW}, {70, SABOT_TILE_LOW}, {80, SABOT_TILE_LOW}};
	g_autoptr(SabotSettings) settings = sabot_settings_new(NULL);
	struct sabot_look *look = sabot_look_new(settings);

	(void)state;
	for (gsize i = 0; i < G_N_ELEMENTS(floors) * 2; i++) {
		struct fixture *fixture = start(floors[i / 2].n_tables, 1 + (int)i % 2);

		assert_all_visible(fixture, &small);
		assert_int_equal(sabot_tile_grid_get_size(SABOT_TILE_GRID(fixture->grid)),
				 floors[i / 2].size);
		stop(fixture);
	}
	sabot_look_free(look);
}

static struct sabot_wire_hand *
hand_new(int total)
{
	struct sabot_wire_hand *hand = sabot_record_new(&sabot_wire_hand_type);
	struct sabot_wire_card card = {.card = {(uint8_t)9, SABOT_HEARTS}};

	g_array_append_val(hand->cards, card);
	hand->total = total;
	return hand;
}

/* Box 1, and box 2 with two hands. */
static struct sabot_wire_view *
view_new(void)
{
	struct sabot_wire_view *view = sabot_record_new(&sabot_wire_view_type);

	view->table = g_strdup("BJ-01");
	view->game = SABOT_WIRE_GAME_BLACKJACK;
	view->phase = SABOT_WIRE_PHASE_DECIDED;
	for (int i = 1; i <= 2; i++) {
		struct sabot_wire_box *box = sabot_record_new(&sabot_wire_box_type);

		box->box = i;
		for (int j = 0; j < i; j++)
			g_ptr_array_add(box->hands, hand_new(14 + i + j));
		g_ptr_array_add(view->boxes, box);
	}
	return view;
}

/* D12, D10: each hand of a split box has its own name, and none is shown after its round. */
static void
test_hands_of_a_tile(void **state)
{
	struct sabot_wire_view *view = view_new();
	g_autoptr(SabotTableItem) item = sabot_table_item_new(view, NULL);
	GtkWidget *tile = g_object_ref_sink(sabot_table_tile_new(item, SABOT_TILE_NORMAL));
	AtkObject *accessible = gtk_widget_get_accessible(tile);

	(void)state;
	sabot_table_tile_refresh(SABOT_TABLE_TILE(tile));
	assert_non_null(strstr(atk_object_get_description(accessible), "box 1 15: "));
	assert_non_null(strstr(atk_object_get_description(accessible), "box 2, hand 1 16: "));
	assert_non_null(strstr(atk_object_get_description(accessible), "box 2, hand 2 17: "));
	view->phase = SABOT_WIRE_PHASE_NO_LOAD;
	sabot_table_tile_refresh(SABOT_TABLE_TILE(tile));
	assert_null(strstr(atk_object_get_description(accessible), "box"));
	g_object_unref(tile);
	sabot_record_unref(view);
}

/* What a screen reader finds below a widget, one name a line. */
static void
add_names(GtkWidget *widget, gpointer text)
{
	const char *name = atk_object_get_name(gtk_widget_get_accessible(widget));

	if (!gtk_widget_get_visible(widget))
		return;
	g_string_append_printf(text, "%s\n", name ? name : "");
	if (GTK_IS_CONTAINER(widget))
		gtk_container_forall(GTK_CONTAINER(widget), add_names, text);
}

/* A coup of which both have cards. */
static struct sabot_wire_view *
coup_new(void)
{
	struct sabot_wire_view *view = sabot_record_new(&sabot_wire_view_type);

	view->table = g_strdup("PB-01");
	view->game = SABOT_WIRE_GAME_PUNTO_BANCO;
	view->phase = SABOT_WIRE_PHASE_DEALING;
	view->punto = hand_new(9);
	view->banca = hand_new(7);
	return view;
}

static void
assert_totals(enum sabot_tile_density density)
{
	struct sabot_wire_view *view = coup_new();
	g_autoptr(SabotTableItem) item = sabot_table_item_new(view, NULL);
	GtkWidget *tile = g_object_ref_sink(sabot_table_tile_new(item, density));
	GString *names = g_string_new(NULL);

	add_names(gtk_bin_get_child(GTK_BIN(tile)), names);
	assert_non_null(strstr(names->str, "9 : 7\n"));
	assert_string_equal(atk_object_get_description(gtk_widget_get_accessible(tile)),
			    "punto 9, banca 7");
	g_string_free(names, TRUE);
	g_object_unref(tile);
	sabot_record_unref(view);
}

/* Where cards have no room a tile draws the totals alone; a screen reader says whose they are. */
static void
test_totals_of_a_compact_tile(void **state)
{
	(void)state;
	for (int density = SABOT_TILE_COMPACT; density <= SABOT_TILE_MINI; density++)
		assert_totals((enum sabot_tile_density)density);
}

/* D10: once the load is out the winner of its last round is nothing of now. */
static void
test_a_tile_without_a_load_has_no_winner(void **state)
{
	struct sabot_wire_view *view = coup_new();
	g_autoptr(SabotTableItem) item = sabot_table_item_new(view, NULL);
	GtkWidget *tile;
	GString *names = g_string_new(NULL);

	(void)state;
	view->winner = SABOT_WINNER_BANCA;
	view->phase = SABOT_WIRE_PHASE_NO_LOAD;
	tile = g_object_ref_sink(sabot_table_tile_new(item, SABOT_TILE_NORMAL));
	add_names(gtk_bin_get_child(GTK_BIN(tile)), names);
	assert_null(strstr(names->str, "wins"));
	assert_non_null(strstr(names->str, "no shoe"));
	g_string_free(names, TRUE);
	g_object_unref(tile);
	sabot_record_unref(view);
}

static void
add_incident(struct sabot_wire_view *view)
{
	struct sabot_wire_incident *incident = sabot_record_new(&sabot_wire_incident_type);

	incident->code = g_strdup("card_in_excess");
	incident->severity = SABOT_WIRE_SEVERITY_HIGH;
	view->incidents = sabot_record_new(&sabot_wire_open_incidents_type);
	view->incidents->open = 3;
	view->incidents->worst = incident;
}

static void
add_redress(struct sabot_wire_view *view)
{
	struct sabot_wire_redress *redress = sabot_record_new(&sabot_wire_redress_type);

	redress->amount_minor = 2500;
	g_ptr_array_add(view->redress, redress);
}

static void
add_device(struct sabot_wire_view *view)
{
	view->device = sabot_record_new(&sabot_wire_device_type);
	view->device->state = SABOT_WIRE_DEVICE_OFFLINE;
}

/* A coup with those of four troubles whose bits are set. */
static struct sabot_wire_view *
troubled_new(int troubles)
{
	struct sabot_wire_view *view = coup_new();

	if (troubles & 1)
		add_device(view);
	if (troubles & 2)
		add_redress(view);
	if (troubles & 4)
		add_incident(view);
	if (troubles & 8)
		view->fault = g_strdup("The log of this table cannot be read from event 412 on.");
	return view;
}

/* What it shows has room in the least tile of that size. */
static void
assert_holds(struct sabot_wire_view *view, enum sabot_tile_density density)
{
	const struct sabot_tile_size *size = &sabot_tile_sizes[density];
	g_autoptr(SabotTableItem) item = sabot_table_item_new(view, NULL);
	GtkWidget *tile = g_object_ref_sink(sabot_table_tile_new(item, density));
	int least, height_px = (int)(size->height_em * UNIT_PX);

	gtk_widget_get_preferred_height_for_width(gtk_bin_get_child(GTK_BIN(tile)),
						  (int)(size->width_em * UNIT_PX), &least, NULL);
	print_message("density %d wants %d px, has %d\n", density, least, height_px);
	assert_true(least <= height_px);
	g_object_unref(tile);
}

/* Where a tile has few lines, what is wrong replaces totals, or the state of the round. */
static void
test_compact_tiles_hold_what_they_show(void **state)
{
	g_autoptr(SabotSettings) settings = sabot_settings_new(NULL);
	struct sabot_look *look = sabot_look_new(settings);

	(void)state;
	for (int troubles = 0; troubles < 16; troubles++) {
		struct sabot_wire_view *view = troubled_new(troubles);

		assert_holds(view, SABOT_TILE_COMPACT);
		assert_holds(view, SABOT_TILE_NARROW);
		assert_holds(view, SABOT_TILE_LOW);
		assert_holds(view, SABOT_TILE_MINI);
		sabot_record_unref(view);
	}
	sabot_look_free(look);
}

static void
assert_cloth(GtkWidget *cloth, struct sabot_wire_view *view, bool has_box, bool has_hand)
{
	GString *names = g_string_new(NULL);

	sabot_table_cloth_set_view(SABOT_TABLE_CLOTH(cloth), view);
	add_names(cloth, names);
	assert_int_equal(strstr(names->str, "box 1: main 15") != NULL, has_box);
	assert_int_equal(strstr(names->str, "box 1 15: nine") != NULL, has_hand);
	assert_int_equal(strstr(names->str, "box 2") != NULL, has_hand);
	g_string_free(names, TRUE);
}

/* D10 on a page: a stake of the next round does not lie beside the hands of the last one. */
static void
test_cloth_of_a_page(void **state)
{
	struct sabot_wire_view *view = view_new();
	struct sabot_wire_box *box = g_ptr_array_index(view->boxes, 0);
	struct sabot_wire_stake *stake = sabot_record_new(&sabot_wire_stake_type);
	GtkWidget *cloth = g_object_ref_sink(g_object_new(SABOT_TYPE_TABLE_CLOTH, NULL));

	(void)state;
	stake->on = g_strdup("main");
	stake->amount_minor = 1500;
	g_ptr_array_add(box->stakes, stake);
	gtk_widget_show(cloth);
	assert_cloth(cloth, view, true, true);
	view->phase = SABOT_WIRE_PHASE_BETTING;
	assert_cloth(cloth, view, true, true);
	view->is_round_open = true;
	assert_cloth(cloth, view, true, false);
	view->phase = SABOT_WIRE_PHASE_NO_LOAD;
	assert_cloth(cloth, view, false, false);
	g_object_unref(cloth);
	sabot_record_unref(view);
}

/* A grid of `n` buttons in a window of a size; which of three sizes does it take? */
static int
size_taken(guint n, int width_px, int height_px)
{
	static const struct sabot_tile_size sizes[] = {{20, 10}, {10, 5}, {5, 2.5}};
	GtkWidget *grid = g_object_new(SABOT_TYPE_TILE_GRID, NULL);
	GtkWidget *scroll = gtk_scrolled_window_new(NULL, NULL);
	struct sabot_tile_group group = {(char *)"", n};
	g_autoptr(GArray) groups = g_array_new(FALSE, FALSE, sizeof(group));
	g_autoptr(GPtrArray) tiles = g_ptr_array_new();
	GtkWidget *window;
	int size;

	sabot_tile_grid_set_sizes(SABOT_TILE_GRID(grid), sizes, G_N_ELEMENTS(sizes));
	for (guint i = 0; i < n; i++) {
		g_ptr_array_add(tiles, gtk_drawing_area_new());
		gtk_container_add(GTK_CONTAINER(grid), g_ptr_array_index(tiles, i));
	}
	g_array_append_val(groups, group);
	sabot_tile_grid_arrange(SABOT_TILE_GRID(grid), tiles, groups);
	gtk_container_add(GTK_CONTAINER(scroll), grid);
	gtk_widget_set_size_request(scroll, width_px, height_px);
	window = gtk_offscreen_window_new();
	gtk_container_add(GTK_CONTAINER(window), scroll);
	gtk_widget_show_all(window);
	while (gtk_events_pending())
		gtk_main_iteration();
	size = sabot_tile_grid_get_size(SABOT_TILE_GRID(grid));
	gtk_widget_destroy(window);
	return size;
}

static void
test_grid_takes_the_largest_that_fits(void **state)
{
	(void)state;
	assert_int_equal(size_taken(4, 800, 400), 0);
	assert_int_equal(size_taken(12, 800, 400), 1);
	assert_int_equal(size_taken(40, 800, 400), 2);
	assert_int_equal(size_taken(400, 800, 400), 2); /* scrolled */
}

int
main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_three_hundred_on_a_wall),
		cmocka_unit_test(test_grid_takes_the_largest_that_fits),
		cmocka_unit_test(test_many_on_a_small_screen),
		cmocka_unit_test(test_hands_of_a_tile),
		cmocka_unit_test(test_cloth_of_a_page),
		cmocka_unit_test(test_totals_of_a_compact_tile),
		cmocka_unit_test(test_a_tile_without_a_load_has_no_winner),
		cmocka_unit_test(test_compact_tiles_hold_what_they_show),
	};

	gtk_init(&argc, &argv);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
