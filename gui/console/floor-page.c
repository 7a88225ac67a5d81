/* The floor: see floor-page.h; its layout is floor-page.ui. */
#include "gui/console/floor-page.h"

#include "gui/console/table-tile.h"
#include "gui/widgets/label.h"

#include <glib/gi18n.h>

enum {
	LARGE_TABLES_MAX = 3,
	TILES_PER_LINE_MAX = 12,
	NORMAL_TABLES_MAX = 6,
	SMALL_TABLES_MAX = 12,
};

struct _SabotFloorPage {
	GtkBox parent_instance;
	SabotFloor *floor;
	GtkStack *pages;
	GtkLabel *empty;
	GtkFlowBox *tables;
	GtkScrolledWindow *scroll;
};

enum { SIGNAL_TABLE_ACTIVATED, N_SIGNALS };
static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE(SabotFloorPage, sabot_floor_page, GTK_TYPE_BOX)

static void
on_tile_activated(GtkFlowBox *box, GtkFlowBoxChild *tile, gpointer data)
{
	(void)box;
	g_signal_emit(data, signals[SIGNAL_TABLE_ACTIVATED], 0,
		      sabot_table_tile_get_item(SABOT_TABLE_TILE(tile)));
}

static void
sabot_floor_page_dispose(GObject *object)
{
	SabotFloorPage *page = SABOT_FLOOR_PAGE(object);

	if (page->floor) {
		g_signal_handlers_disconnect_by_data(sabot_floor_get_tables(page->floor), page);
		g_signal_handlers_disconnect_by_data(page->floor, page);
	}
	g_clear_object(&page->floor);
	G_OBJECT_CLASS(sabot_floor_page_parent_class)->dispose(object);
}

#define BIND(member) gtk_widget_class_bind_template_child(widget_class, SabotFloorPage, member)

static void
sabot_floor_page_class_init(SabotFloorPageClass *klass)
{
	GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);

	G_OBJECT_CLASS(klass)->dispose = sabot_floor_page_dispose;
	gtk_widget_class_set_template_from_resource(widget_class,
						    "/org/sabot/console/floor-page.ui");
	BIND(pages);
	BIND(empty);
	BIND(tables);
	BIND(scroll);
	gtk_widget_class_bind_template_callback(widget_class, on_tile_activated);
	signals[SIGNAL_TABLE_ACTIVATED] =
		g_signal_new("table-activated", SABOT_TYPE_FLOOR_PAGE, G_SIGNAL_RUN_LAST, 0, NULL,
			     NULL, NULL, G_TYPE_NONE, 1, SABOT_TYPE_TABLE_ITEM);
}

static void
sabot_floor_page_init(SabotFloorPage *page)
{
	gtk_widget_init_template(GTK_WIDGET(page));
	gtk_container_set_focus_vadjustment(GTK_CONTAINER(page->tables),
					    gtk_scrolled_window_get_vadjustment(page->scroll));
}

static enum sabot_tile_density
density_for(guint n_tables)
{
	if (n_tables <= LARGE_TABLES_MAX)
		return SABOT_TILE_LARGE;
	if (n_tables <= NORMAL_TABLES_MAX)
		return SABOT_TILE_NORMAL;
	return n_tables <= SMALL_TABLES_MAX ? SABOT_TILE_SMALL : SABOT_TILE_COMPACT;
}

static GtkWidget *
tile_new(gpointer item, gpointer data)
{
	SabotFloorPage *page = data;
	guint n_tables = g_list_model_get_n_items(sabot_floor_get_tables(page->floor));
	GtkWidget *tile = sabot_table_tile_new(item);

	sabot_table_tile_set_density(SABOT_TABLE_TILE(tile), density_for(n_tables));
	return tile;
}

static void
set_density(GtkWidget *tile, gpointer data)
{
	sabot_table_tile_set_density(SABOT_TABLE_TILE(tile), GPOINTER_TO_INT(data));
}

static void
on_tables_changed(GListModel *model, guint position, guint removed, guint added, gpointer data)
{
	SabotFloorPage *page = data;
	guint n_tables = g_list_model_get_n_items(model);
	enum sabot_tile_density density = density_for(n_tables);

	(void)position;
	(void)removed;
	(void)added;
	gtk_container_foreach(GTK_CONTAINER(page->tables), set_density, GINT_TO_POINTER(density));
	/* Few tables share the whole width. */
	gtk_flow_box_set_max_children_per_line(page->tables,
					       density == SABOT_TILE_LARGE
						       ? (guint)CLAMP(n_tables, 1, LARGE_TABLES_MAX)
						       : TILES_PER_LINE_MAX);
	gtk_flow_box_set_min_children_per_line(page->tables, CLAMP(n_tables, 1, LARGE_TABLES_MAX));
	/* Few tables fill the height, so that hands coming and going move nothing. */
	gtk_widget_set_valign(GTK_WIDGET(page->tables),
			      density == SABOT_TILE_LARGE ? GTK_ALIGN_FILL : GTK_ALIGN_START);
	gtk_stack_set_visible_child_name(page->pages, n_tables > 0 ? "tables" : "empty");
}

/* Without tables: what each daemon has to say for itself. */
static void
on_state_changed(SabotFloor *floor, gpointer data)
{
	SabotFloorPage *page = data;
	g_autoptr(GString) text = g_string_new(NULL);

	for (guint i = 0; i < sabot_floor_count_feeds(floor); i++) {
		struct sabot_client *client = sabot_feed_get_client(sabot_floor_get_feed(floor, i));

		if (i > 0)
			g_string_append(text, "\n\n");
		g_string_append_printf(
			text,
			sabot_client_get_state(client) == SABOT_CLIENT_LIVE
				? _("The daemon at %s has no tables.")
				: _("No daemon answers at %s.\nIt is tried again by itself."),
			sabot_client_get_path(client));
	}
	sabot_label_set(page->empty, text->str);
}

GtkWidget *
sabot_floor_page_new(SabotFloor *floor)
{
	SabotFloorPage *page = g_object_new(SABOT_TYPE_FLOOR_PAGE, NULL);
	GListModel *tables = sabot_floor_get_tables(floor);

	page->floor = g_object_ref(floor);
	gtk_flow_box_bind_model(page->tables, tables, tile_new, page, NULL);
	g_signal_connect(tables, "items-changed", G_CALLBACK(on_tables_changed), page);
	g_signal_connect(floor, "state-changed", G_CALLBACK(on_state_changed), page);
	on_tables_changed(tables, 0, 0, 0, page);
	on_state_changed(floor, page);
	return GTK_WIDGET(page);
}

/* A tile near the end is scrolled to by its focus. */
void
sabot_floor_page_show_table(SabotFloorPage *page, SabotFeed *feed, const char *table)
{
	GListModel *tables = sabot_floor_get_tables(page->floor);

	for (guint i = 0; i < g_list_model_get_n_items(tables); i++) {
		g_autoptr(SabotTableItem) item = g_list_model_get_item(tables, i);
		GtkFlowBoxChild *tile = gtk_flow_box_get_child_at_index(page->tables, (int)i);

		if (sabot_table_item_get_feed(item) != feed ||
		    g_strcmp0(sabot_table_item_get_name(item), table) != 0)
			continue;
		gtk_flow_box_select_child(page->tables, tile);
		gtk_widget_grab_focus(GTK_WIDGET(tile));
	}
}

static void
refresh_tile(GtkWidget *tile, gpointer data)
{
	(void)data;
	sabot_table_tile_refresh(SABOT_TABLE_TILE(tile));
}

void
sabot_floor_page_refresh(SabotFloorPage *page)
{
	gtk_container_foreach(GTK_CONTAINER(page->tables), refresh_tile, NULL);
}
