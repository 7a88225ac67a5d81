/*
 * The floor: see floor-page.h; its layout is floor-page.ui. Tiles are rearranged less often than
 * their tables change, and never while a hand is about to touch one.
 */
#include "floor-page.h"
#include "gui/widgets/template.h"

#include "due-tiles.h"
#include "empty-floor.h"
#include "floor-groups.h"
#include "floor-money.h"
#include "floor-shown.h"
#include "gui/widgets/combo.h"
#include "gui/widgets/entry-icons.h"
#include "gui/widgets/label.h"
#include "gui/model/table-need.h"
#include "plan-view.h"
#include "wall-strip.h"

enum {
	ARRANGE_MS = 500,
	HOLD_MS = 3000,     /* no tile moves for so long after the pointer reached one */
	DODGE_MS = 400,     /* a click so soon after a move was meant for another tile */
	BAR_TABLES_MIN = 5, /* fewer tables need no search */
};

/* The children of the template. */
#define FLOOR_PAGE_CHILDREN(CHILD)                                                                 \
	CHILD(GtkWidget, bar)                                                                      \
	CHILD(GtkEntry, search)                                                                    \
	CHILD(GtkComboBox, filter)                                                                 \
	CHILD(GtkComboBox, order)                                                                  \
	CHILD(GtkWidget, by_pit)                                                                   \
	CHILD(GtkLabel, shown)                                                                     \
	CHILD(GtkLabel, hidden_needs)                                                              \
	CHILD(GtkStack, pages)                                                                     \
	CHILD(GtkLabel, empty)                                                                     \
	CHILD(GtkContainer, viewport)                                                              \
	CHILD(GtkScrolledWindow, scroll)                                                           \
	CHILD(SabotWallStrip, strip)                                                               \
	CHILD(SabotTileGrid, grid)                                                                 \
	CHILD(GtkToggleButton, place)                                                              \
	CHILD(SabotPlanView, plan)

struct _SabotFloorPage {
	GtkBox parent_instance;
	SabotFloorModel *floor;
	SabotSettings *settings;
	GHashTable *tiles; /* SabotTableItem to SabotTableTile: both borrowed from the grid */
	struct sabot_due_tiles *due;
	struct sabot_floor_money *money;
	guint tiles_source, arrange_source;
	int64_t held_until_us, moved_us; /* monotonic */
	GPtrArray *arranged;             /* of SabotTableItem, in their current order */
	bool is_arranged_by_pit, is_wall, is_plan;
	FLOOR_PAGE_CHILDREN(SABOT_CHILD_MEMBER)
};

enum { SIGNAL_TABLE_ACTIVATED, N_SIGNALS };
static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE(SabotFloorPage, sabot_floor_page, GTK_TYPE_BOX)

static void
arrange(SabotFloorPage *page);
static bool
is_wall(SabotFloorPage *page);

/* --- What is chosen in the bar --------------------------------------------------------------- */

static struct sabot_arrangement
chosen(SabotFloorPage *page)
{
	struct sabot_arrangement arrangement = {
		.order = (enum sabot_order)MAX(gtk_combo_box_get_active(page->order), 0),
		.filter = (enum sabot_filter)MAX(gtk_combo_box_get_active(page->filter), 0),
		.is_by_pit = gtk_toggle_button_get_active(GTK_TOGGLE_BUTTON(page->by_pit)),
		.search = (char *)gtk_entry_get_text(page->search),
	};

	return arrangement;
}

static void
on_arrangement_chosen(SabotFloorPage *page)
{
	struct sabot_arrangement arrangement;

	if (!page->floor)
		return;
	arrangement = chosen(page);
	sabot_settings_set(page->settings, SABOT_SETTING_ORDER, (int)arrangement.order);
	sabot_settings_set(page->settings, SABOT_SETTING_BY_PIT, arrangement.is_by_pit);
	arrange(page);
}

static void
on_search_stopped(GtkSearchEntry *search, gpointer data)
{
	SabotFloorPage *page = SABOT_FLOOR_PAGE(data);

	gtk_entry_set_text(GTK_ENTRY(search), "");
	gtk_widget_child_focus(GTK_WIDGET(page->grid), GTK_DIR_TAB_FORWARD);
}

/* --- Tiles ----------------------------------------------------------------------------------- */

static gboolean
on_arrange_due(gpointer data)
{
	SabotFloorPage *page = data;

	if (g_get_monotonic_time() < page->held_until_us)
		return G_SOURCE_CONTINUE;
	page->arrange_source = 0;
	arrange(page);
	return G_SOURCE_REMOVE;
}

static void
arrange_soon(SabotFloorPage *page)
{
	if (!page->arrange_source)
		page->arrange_source = g_timeout_add(ARRANGE_MS, on_arrange_due, page);
}

static void
on_wall_chosen(SabotSettings *settings, int setting, gpointer data)
{
	(void)settings;
	if (setting == SABOT_SETTING_WALL)
		arrange_soon(data);
}

static void
on_room_changed(GtkWidget *pages, GdkRectangle *room, gpointer data)
{
	SabotFloorPage *page = data;

	(void)pages;
	(void)room;
	if (is_wall(page) != page->is_wall)
		arrange_soon(page);
}

/* A table was activated in the strip, or on the plan. */
static void
on_activated(GtkWidget *part, SabotTableItem *item, gpointer data)
{
	(void)part;
	g_signal_emit(data, signals[SIGNAL_TABLE_ACTIVATED], 0, item);
}

static void
on_item_changed(SabotTableItem *item, gpointer data)
{
	SabotFloorPage *page = data;

	sabot_due_tiles_add(page->due, g_hash_table_lookup(page->tiles, item));
	arrange_soon(page);
}

static void
on_tile_clicked(GtkButton *tile, gpointer data)
{
	SabotFloorPage *page = data;

	if (g_get_monotonic_time() - page->moved_us < DODGE_MS * G_TIME_SPAN_MILLISECOND)
		return;
	g_signal_emit(page, signals[SIGNAL_TABLE_ACTIVATED], 0,
		      sabot_table_tile_get_item(SABOT_TABLE_TILE(tile)));
}

static gboolean
on_tile_approached(GtkWidget *tile, GdkEvent *event, gpointer data)
{
	SabotFloorPage *page = data;

	(void)tile;
	(void)event;
	page->held_until_us = g_get_monotonic_time() + HOLD_MS * G_TIME_SPAN_MILLISECOND;
	return GDK_EVENT_PROPAGATE;
}

static void
add_tile(SabotFloorPage *page, SabotTableItem *item)
{
	GtkWidget *tile = sabot_table_tile_new(
		item, (enum sabot_tile_density)sabot_tile_grid_get_size(page->grid));

	g_hash_table_insert(page->tiles, item, tile);
	g_signal_connect(item, "changed", G_CALLBACK(on_item_changed), page);
	g_signal_connect(tile, "clicked", G_CALLBACK(on_tile_clicked), page);
	g_signal_connect(tile, "enter-notify-event", G_CALLBACK(on_tile_approached), page);
	g_signal_connect(tile, "button-press-event", G_CALLBACK(on_tile_approached), page);
	gtk_container_add(GTK_CONTAINER(page->grid), tile);
}

static void
remove_tile(SabotFloorPage *page, SabotTableItem *item)
{
	GtkWidget *tile = g_hash_table_lookup(page->tiles, item);

	g_signal_handlers_disconnect_by_data(item, page);
	sabot_due_tiles_forget(page->due, SABOT_TABLE_TILE(tile));
	g_hash_table_remove(page->tiles, item);
	gtk_widget_destroy(tile);
}

static void
on_size_changed(SabotTileGrid *grid, int size, gpointer data)
{
	SabotFloorPage *page = SABOT_FLOOR_PAGE(data);
	GHashTableIter iter;
	gpointer tile;

	(void)grid;
	g_hash_table_iter_init(&iter, page->tiles);
	while (g_hash_table_iter_next(&iter, NULL, &tile))
		sabot_table_tile_set_density(tile, (enum sabot_tile_density)size);
	arrange_soon(page);
}

/* --- Where they stand ------------------------------------------------------------------------ */

static void
put_in_order(SabotFloorPage *page, const struct sabot_arrangement *arrangement,
	     const GPtrArray *items)
{
	g_autoptr(GPtrArray) tiles = g_ptr_array_new();
	g_autoptr(GArray) groups = sabot_floor_groups(arrangement, items);

	for (guint i = 0; i < items->len; i++)
		g_ptr_array_add(tiles,
				g_hash_table_lookup(page->tiles, g_ptr_array_index(items, i)));
	sabot_tile_grid_arrange(page->grid, tiles, groups);
	page->moved_us = g_get_monotonic_time();
}

/* A table that needs somebody must not go unseen because of a search. */
static void
show_counts(SabotFloorPage *page, const GPtrArray *items)
{
	GListModel *tables = sabot_floor_model_get_tables(page->floor);
	g_autofree char *shown = sabot_floor_shown_text(tables, items);
	g_autofree char *hidden = sabot_floor_hidden_text(tables, items);
	const char *name = page->is_plan ? "plan" : "tables";

	sabot_label_set(page->shown, shown);
	sabot_label_set(page->hidden_needs, hidden);
	if (g_list_model_get_n_items(tables) == 0)
		name = "empty";
	else if (items->len == 0)
		name = "none";
	gtk_stack_set_visible_child_name(page->pages, name);
}

static void
show_bar(SabotFloorPage *page)
{
	GListModel *tables = sabot_floor_model_get_tables(page->floor);
	bool is_wanted = (g_list_model_get_n_items(tables) >= BAR_TABLES_MIN &&
			  !sabot_settings_get(page->settings, SABOT_SETTING_WALL)) ||
			 *gtk_entry_get_text(page->search);

	gtk_widget_set_visible(page->by_pit,
			       !page->is_plan && sabot_arrangement_has_groups(tables));
	gtk_widget_set_visible(gtk_widget_get_parent(GTK_WIDGET(page->place)), page->is_plan);
	gtk_widget_set_visible(gtk_widget_get_parent(page->by_pit),
			       gtk_widget_get_visible(page->by_pit));
	gtk_widget_set_visible(page->bar,
			       is_wanted || gtk_widget_has_focus(GTK_WIDGET(page->search)));
}

/* True if there are so many tiles that all are small, or for a screen seen from afar. */
static bool
is_wall(SabotFloorPage *page)
{
	GtkWidget *pages = GTK_WIDGET(page->pages), *strip = GTK_WIDGET(page->strip);
	int n = (int)g_list_model_get_n_items(sabot_floor_model_get_tables(page->floor));
	int height = gtk_widget_get_allocated_height(pages);

	if (gtk_widget_get_visible(strip))
		height += gtk_widget_get_allocated_height(strip);
	return sabot_settings_get(page->settings, SABOT_SETTING_WALL) ||
	       (height > 1 && !page->is_plan &&
		sabot_tile_grid_size_for(page->grid, n, gtk_widget_get_allocated_width(pages),
					 height) >= SABOT_TILE_MINI);
}

/* Show the waiting tables large. */
static void
show_strip(SabotFloorPage *page)
{
	static const struct sabot_arrangement by_need = {.order = SABOT_ORDER_NEED};
	g_autoptr(GPtrArray) items =
		sabot_arrangement_apply(&by_need, sabot_floor_model_get_tables(page->floor));
	guint n = 0;

	while (page->is_wall && n < items->len &&
	       sabot_table_is_stopped(sabot_table_item_get_view(g_ptr_array_index(items, n))))
		n++;
	g_ptr_array_set_size(items, (int)n);
	sabot_wall_strip_set(page->strip, items);
}

/* Show the plan, or tiles in rows. While arranging all are shown. */
static void
choose_plan(SabotFloorPage *page, struct sabot_arrangement *arrangement)
{
	page->is_plan = arrangement->order == SABOT_ORDER_PLAN &&
			!sabot_settings_get(page->settings, SABOT_SETTING_WALL);
	if (!page->is_plan || !sabot_plan_view_is_arranging(page->plan))
		return;
	arrangement->filter = SABOT_FILTER_ALL;
	arrangement->search = "";
}

/* A table without a tile cannot be placed: tables are arranged once all tiles exist. */
static void
arrange(SabotFloorPage *page)
{
	struct sabot_arrangement arrangement = chosen(page);
	g_autoptr(GPtrArray) items = NULL;

	if (page->tiles_source)
		return;
	choose_plan(page, &arrangement);
	show_bar(page);
	page->is_wall = is_wall(page);
	if (page->is_wall) { /* each at its fixed place */
		arrangement.order = SABOT_ORDER_NAME;
		arrangement.is_by_pit = true;
	}
	arrangement.is_by_pit = arrangement.is_by_pit && gtk_widget_get_visible(page->by_pit);
	items = sabot_arrangement_apply(&arrangement, sabot_floor_model_get_tables(page->floor));
	show_counts(page, items);
	show_strip(page);
	sabot_plan_view_set_items(page->plan, page->is_plan ? items : NULL);
	if (sabot_arrangement_is_same(items, page->arranged) &&
	    arrangement.is_by_pit == page->is_arranged_by_pit)
		return;
	page->is_arranged_by_pit = arrangement.is_by_pit;
	put_in_order(page, &arrangement, items);
	g_clear_pointer(&page->arranged, g_ptr_array_unref);
	page->arranged = g_steal_pointer(&items);
}

static GHashTable *
items_with_tiles(SabotFloorPage *page)
{
	GHashTable *items = g_hash_table_new(NULL, NULL);
	GHashTableIter iter;
	gpointer item;

	g_hash_table_iter_init(&iter, page->tiles);
	while (g_hash_table_iter_next(&iter, &item, NULL))
		g_hash_table_add(items, item);
	return items;
}

/* Create a tile for every table and destroy the others; a tile keeps its item alive. */
static gboolean
on_tiles_due(gpointer data)
{
	SabotFloorPage *page = data;
	GListModel *tables = sabot_floor_model_get_tables(page->floor);
	g_autoptr(GHashTable) gone = items_with_tiles(page);
	GHashTableIter iter;
	gpointer item;

	page->tiles_source = 0;
	for (guint i = 0; i < g_list_model_get_n_items(tables); i++) {
		g_autoptr(SabotTableItem) present = g_list_model_get_item(tables, i);

		if (!g_hash_table_remove(gone, present))
			add_tile(page, present);
	}
	arrange(page);
	g_hash_table_iter_init(&iter, gone);
	while (g_hash_table_iter_next(&iter, &item, NULL))
		remove_tile(page, item);
	return G_SOURCE_REMOVE;
}

/* Changes come by the hundred: handle all of them at once. */
static void
on_tables_changed(GListModel *tables, guint position, guint removed, guint added, gpointer data)
{
	SabotFloorPage *page = data;

	(void)tables;
	(void)position;
	(void)removed;
	(void)added;
	if (!page->tiles_source)
		page->tiles_source =
			g_idle_add_full(G_PRIORITY_HIGH_IDLE, on_tiles_due, page, NULL);
}

/* --- The page -------------------------------------------------------------------------------- */

static void
on_state_changed(SabotFloorModel *floor, gpointer data)
{
	SabotFloorPage *page = data;
	g_autofree char *text = sabot_empty_floor_text(floor);

	sabot_label_set(page->empty, text);
	arrange_soon(page);
}

static void
sabot_floor_page_dispose(GObject *object)
{
	SabotFloorPage *page = SABOT_FLOOR_PAGE(object);
	g_autoptr(GList) items = g_hash_table_get_keys(page->tiles);

	g_clear_handle_id(&page->tiles_source, g_source_remove);
	g_clear_handle_id(&page->arrange_source, g_source_remove);
	g_clear_pointer(&page->money, sabot_floor_money_free);
	for (GList *item = items; item; item = item->next)
		remove_tile(page, item->data);
	g_clear_pointer(&page->due, sabot_due_tiles_free);
	if (page->floor) {
		g_signal_handlers_disconnect_by_data(sabot_floor_model_get_tables(page->floor),
						     page);
		g_signal_handlers_disconnect_by_data(page->floor, page);
	}
	g_clear_object(&page->floor);
	g_clear_object(&page->settings);
	G_OBJECT_CLASS(sabot_floor_page_parent_class)->dispose(object);
}

static void
sabot_floor_page_finalize(GObject *object)
{
	SabotFloorPage *page = SABOT_FLOOR_PAGE(object);

	g_hash_table_unref(page->tiles);
	g_ptr_array_unref(page->arranged);
	G_OBJECT_CLASS(sabot_floor_page_parent_class)->finalize(object);
}

static void
sabot_floor_page_class_init(SabotFloorPageClass *klass)
{
	GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);

	G_OBJECT_CLASS(klass)->dispose = sabot_floor_page_dispose;
	G_OBJECT_CLASS(klass)->finalize = sabot_floor_page_finalize;
	g_type_ensure(SABOT_TYPE_TILE_GRID);
	g_type_ensure(SABOT_TYPE_WALL_STRIP);
	g_type_ensure(SABOT_TYPE_PLAN_VIEW);
	gtk_widget_class_set_template_from_resource(widget_class,
						    "/org/sabot/console/floor/floor-page.ui");
	SABOT_BIND_CHILDREN(widget_class, SabotFloorPage, FLOOR_PAGE_CHILDREN);
	gtk_widget_class_bind_template_callback(widget_class, on_arrangement_chosen);
	gtk_widget_class_bind_template_callback(widget_class, on_search_stopped);
	gtk_widget_class_bind_template_callback(widget_class, on_size_changed);
	signals[SIGNAL_TABLE_ACTIVATED] =
		g_signal_new("table-activated", SABOT_TYPE_FLOOR_PAGE, G_SIGNAL_RUN_LAST, 0, NULL,
			     NULL, NULL, G_TYPE_NONE, 1, SABOT_TYPE_TABLE_ITEM);
}

static void
sabot_floor_page_init(SabotFloorPage *page)
{
	page->tiles = g_hash_table_new(NULL, NULL);
	page->arranged = g_ptr_array_new_with_free_func(g_object_unref);
	gtk_widget_init_template(GTK_WIDGET(page));
	page->due = sabot_due_tiles_new(GTK_WIDGET(page->grid), NULL);
	sabot_entry_name_icons(GTK_SEARCH_ENTRY(page->search));
	/* With large letters the bar must not make the window wider than the screen. */
	sabot_combo_let_shrink(page->filter);
	sabot_combo_let_shrink(page->order);
	gtk_label_set_ellipsize(GTK_LABEL(gtk_bin_get_child(GTK_BIN(page->by_pit))),
				PANGO_ELLIPSIZE_END);
	sabot_tile_grid_set_sizes(page->grid, sabot_tile_sizes, SABOT_TILE_N_DENSITIES);
	gtk_container_set_focus_vadjustment(page->viewport,
					    gtk_scrolled_window_get_vadjustment(page->scroll));
}

GtkWidget *
sabot_floor_page_new(SabotFloorModel *floor, SabotSettings *settings)
{
	SabotFloorPage *page = g_object_new(SABOT_TYPE_FLOOR_PAGE, NULL);

	gtk_combo_box_set_active(page->order, sabot_settings_get(settings, SABOT_SETTING_ORDER));
	gtk_toggle_button_set_active(GTK_TOGGLE_BUTTON(page->by_pit),
				     sabot_settings_get(settings, SABOT_SETTING_BY_PIT));
	page->floor = g_object_ref(floor);
	page->settings = g_object_ref(settings);
	sabot_plan_view_set_floor(page->plan, floor, page->place);
	g_signal_connect(page->plan, "table-activated", G_CALLBACK(on_activated), page);
	g_signal_connect(sabot_floor_model_get_tables(floor), "items-changed",
			 G_CALLBACK(on_tables_changed), page);
	g_signal_connect(floor, "state-changed", G_CALLBACK(on_state_changed), page);
	g_signal_connect_object(settings, "changed", G_CALLBACK(on_wall_chosen), page, 0);
	g_signal_connect(page->pages, "size-allocate", G_CALLBACK(on_room_changed), page);
	g_signal_connect(page->strip, "table-activated", G_CALLBACK(on_activated), page);
	page->money = sabot_floor_money_new(floor, settings);
	on_tiles_due(page);
	on_state_changed(floor, page);
	return GTK_WIDGET(page);
}

static GtkWidget *
find_tile(SabotFloorPage *page, SabotFeed *feed, const char *table)
{
	SabotTableItem *item = sabot_table_list_find(sabot_feed_get_tables(feed), table, NULL);
	GtkWidget *on_plan = item ? sabot_plan_view_find_tile(page->plan, item) : NULL;

	if (on_plan)
		return on_plan;
	return item ? g_hash_table_lookup(page->tiles, item) : NULL;
}

/* Focusing a tile scrolls to it. */
void
sabot_floor_page_show_table(SabotFloorPage *page, SabotFeed *feed, const char *table)
{
	GtkWidget *tile = find_tile(page, feed, table);

	if (!tile)
		return;
	if (!gtk_widget_get_child_visible(tile)) {
		gtk_entry_set_text(page->search, "");
		gtk_combo_box_set_active(page->filter, SABOT_FILTER_ALL);
		arrange(page);
		tile = find_tile(page, feed, table);
	}
	gtk_widget_grab_focus(tile);
}

void
sabot_floor_page_start_search(SabotFloorPage *page)
{
	gtk_widget_show(page->bar);
	gtk_widget_grab_focus(GTK_WIDGET(page->search));
}

void
sabot_floor_page_refresh_clocks(SabotFloorPage *page)
{
	GHashTableIter iter;
	gpointer item, tile;

	g_hash_table_iter_init(&iter, page->tiles);
	while (g_hash_table_iter_next(&iter, &item, &tile))
		if (sabot_table_is_stopped(sabot_table_item_get_view(item)))
			sabot_due_tiles_refresh(page->due, tile);
	sabot_wall_strip_refresh(page->strip);
	sabot_plan_view_refresh(page->plan, TRUE);
}

void
sabot_floor_page_refresh(SabotFloorPage *page)
{
	GHashTableIter iter;
	gpointer tile;

	g_hash_table_iter_init(&iter, page->tiles);
	while (g_hash_table_iter_next(&iter, NULL, &tile))
		sabot_due_tiles_refresh(page->due, tile);
	sabot_plan_view_refresh(page->plan, FALSE);
}
