/*
 * The console's window: see window.h; its layout is window.ui. Tiles and rows follow their models;
 * here is only what concerns all of them: density, ages every ten seconds, the head line.
 */
#include "gui/console/window.h"

#include "gui/console/incident-row.h"
#include "gui/console/table-tile.h"
#include "gui/widgets/label.h"

#include <glib/gi18n.h>

enum {
	AGES_S = 10, /* ages and exposure clocks are told anew */
	LARGE_TABLES_MAX = 3,
	TILES_PER_LINE_MAX = 12,
	NORMAL_TABLES_MAX = 6,
	SMALL_TABLES_MAX = 12,
};

struct _SabotConsoleWindow {
	GtkApplicationWindow parent_instance;
	SabotFeed *feed;
	guint ages_source;
	GtkLabel *site, *summary, *connection, *empty, *incidents_title, *no_incidents, *hidden;
	GtkStack *pages;
	GtkFlowBox *tables;
	GtkScrolledWindow *tables_scroll;
	GtkListBox *incidents;
};

G_DEFINE_FINAL_TYPE(SabotConsoleWindow, sabot_console_window, GTK_TYPE_APPLICATION_WINDOW)

static void
on_incident_activated(GtkListBox *box, GtkListBoxRow *row, gpointer data);

static void
sabot_console_window_dispose(GObject *object)
{
	SabotConsoleWindow *window = SABOT_CONSOLE_WINDOW(object);

	g_clear_handle_id(&window->ages_source, g_source_remove);
	if (window->feed) {
		g_signal_handlers_disconnect_by_data(sabot_feed_get_tables(window->feed), window);
		g_signal_handlers_disconnect_by_data(window->feed, window);
	}
	g_clear_object(&window->feed);
	G_OBJECT_CLASS(sabot_console_window_parent_class)->dispose(object);
}

#define BIND(member) gtk_widget_class_bind_template_child(widget_class, SabotConsoleWindow, member)

static void
sabot_console_window_class_init(SabotConsoleWindowClass *klass)
{
	GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);

	G_OBJECT_CLASS(klass)->dispose = sabot_console_window_dispose;
	gtk_widget_class_set_template_from_resource(widget_class, "/org/sabot/console/window.ui");
	BIND(site);
	BIND(summary);
	BIND(connection);
	BIND(pages);
	BIND(empty);
	BIND(tables);
	BIND(tables_scroll);
	BIND(incidents);
	BIND(incidents_title);
	BIND(no_incidents);
	BIND(hidden);
}

static void
sabot_console_window_init(SabotConsoleWindow *window)
{
	gtk_widget_init_template(GTK_WIDGET(window));
	g_signal_connect(window->incidents, "row-activated", G_CALLBACK(on_incident_activated),
			 window);
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
	SabotConsoleWindow *window = data;
	guint n_tables =
		g_list_model_get_n_items(G_LIST_MODEL(sabot_feed_get_tables(window->feed)));
	GtkWidget *tile = sabot_table_tile_new(item);

	sabot_table_tile_set_density(SABOT_TABLE_TILE(tile), density_for(n_tables));
	return tile;
}

static GtkWidget *
row_new(gpointer item, gpointer data)
{
	(void)data;
	return sabot_incident_row_new(item);
}

static void
show_summary(SabotConsoleWindow *window)
{
	SabotIncidentList *list = sabot_feed_get_incidents(window->feed);
	int n_tables =
		(int)g_list_model_get_n_items(G_LIST_MODEL(sabot_feed_get_tables(window->feed)));
	int n_open = (int)sabot_incident_list_count_open(list);
	int n_hidden = (int)sabot_incident_list_count_hidden(list);
	g_autofree char *tables = NULL, *open = NULL, *text = NULL, *hidden = NULL;

	tables = g_strdup_printf(ngettext("%d table", "%d tables", (unsigned long)n_tables),
				 n_tables);
	open = g_strdup_printf(
		ngettext("%d open incident", "%d open incidents", (unsigned long)n_open), n_open);
	/* Translators: "3 tables", "1 open incident". */
	text = g_strdup_printf(C_("summary", "%s · %s"), tables, open);
	sabot_label_set(window->summary, text);
	if (n_hidden > 0)
		hidden = g_strdup_printf(ngettext("%d more is not shown", "%d more are not shown",
						  (unsigned long)n_hidden),
					 n_hidden);
	sabot_label_set(window->hidden, hidden);
}

static void
set_density(GtkWidget *tile, gpointer data)
{
	sabot_table_tile_set_density(SABOT_TABLE_TILE(tile), GPOINTER_TO_INT(data));
}

static void
on_tables_changed(GListModel *model, guint position, guint removed, guint added, gpointer data)
{
	SabotConsoleWindow *window = data;
	guint n_tables = g_list_model_get_n_items(model);

	(void)position;
	(void)removed;
	(void)added;
	gtk_container_foreach(GTK_CONTAINER(window->tables), set_density,
			      GINT_TO_POINTER(density_for(n_tables)));
	/* Few tables share the whole width. */
	gtk_flow_box_set_max_children_per_line(window->tables,
					       density_for(n_tables) == SABOT_TILE_LARGE
						       ? (guint)CLAMP(n_tables, 1, LARGE_TABLES_MAX)
						       : TILES_PER_LINE_MAX);
	gtk_flow_box_set_min_children_per_line(window->tables,
					       CLAMP(n_tables, 1, LARGE_TABLES_MAX));
	/* Few tables fill the height, so that hands coming and going move nothing. */
	gtk_widget_set_valign(GTK_WIDGET(window->tables), density_for(n_tables) == SABOT_TILE_LARGE
								  ? GTK_ALIGN_FILL
								  : GTK_ALIGN_START);
	gtk_stack_set_visible_child_name(window->pages, n_tables > 0 ? "tables" : "empty");
	show_summary(window);
}

static void
on_incidents_changed(SabotFeed *feed, gpointer data)
{
	(void)feed;
	show_summary(data);
}

static char *
connection_text(SabotFeed *feed)
{
	struct sabot_client *client = sabot_feed_get_client(feed);

	switch (sabot_client_get_state(client)) {
	case SABOT_CLIENT_CONNECTING:
		return g_strdup(_("connecting …"));
	case SABOT_CLIENT_LIVE:
		return g_strdup(_("live"));
	case SABOT_CLIENT_STALE:
		return g_strdup_printf(_("STALE: nothing heard for %d s"),
				       (int)sabot_client_get_silence_s(client));
	case SABOT_CLIENT_OFFLINE:
		return g_strdup(_("OFFLINE: trying again"));
	}
	return NULL;
}

static void
on_state_changed(SabotFeed *feed, gpointer data)
{
	static const char *const styles[] = {"connecting", "live", "stale", "offline"};
	SabotConsoleWindow *window = data;
	struct sabot_client *client = sabot_feed_get_client(feed);
	enum sabot_client_state state = sabot_client_get_state(client);
	g_autofree char *text = connection_text(feed);
	g_autofree char *name = NULL, *help = NULL;

	for (gsize i = 0; i < G_N_ELEMENTS(styles); i++)
		sabot_style_set_class(window->connection, styles[i], i == (gsize)state);
	sabot_label_set(window->connection, text);
	/* Translators: for screen readers; %s is "live", "OFFLINE …". */
	name = g_strdup_printf(_("connection: %s"), text);
	atk_object_set_name(gtk_widget_get_accessible(GTK_WIDGET(window->connection)), name);
	gtk_widget_set_tooltip_text(GTK_WIDGET(window->connection),
				    sabot_client_get_reason(client));
	if (*sabot_client_get_site(client))
		sabot_label_set(window->site, sabot_client_get_site(client));
	help = g_strdup_printf(
		state == SABOT_CLIENT_LIVE
			? _("The daemon at %s has no tables.")
			: _("No daemon answers at %s.\nIt is tried again by itself."),
		sabot_client_get_path(client));
	sabot_label_set(window->empty, help);
	/* Silence is no proof of calm. */
	sabot_label_set(window->incidents_title, state == SABOT_CLIENT_LIVE
							 ? _("Incidents")
							 : _("Incidents, as last known"));
	sabot_label_set(window->no_incidents,
			state == SABOT_CLIENT_LIVE ? _("No incidents.") : _("Not known."));
}

static void
refresh_tile(GtkWidget *tile, gpointer data)
{
	(void)data;
	sabot_table_tile_refresh(SABOT_TABLE_TILE(tile));
}

static void
refresh_row(GtkWidget *row, gpointer data)
{
	(void)data;
	if (SABOT_IS_INCIDENT_ROW(row))
		sabot_incident_row_refresh_age(SABOT_INCIDENT_ROW(row));
}

static gboolean
on_ages_due(gpointer data)
{
	SabotConsoleWindow *window = data;

	gtk_container_foreach(GTK_CONTAINER(window->tables), refresh_tile, NULL);
	gtk_container_foreach(GTK_CONTAINER(window->incidents), refresh_row, NULL);
	on_state_changed(window->feed, window);
	return G_SOURCE_CONTINUE;
}

/* Bring the tile into sight; a selected one near the end is scrolled to by its focus. */
static void
on_incident_activated(GtkListBox *box, GtkListBoxRow *row, gpointer data)
{
	SabotConsoleWindow *window = data;
	SabotIncidentItem *item = sabot_incident_row_get_item(SABOT_INCIDENT_ROW(row));
	const struct sabot_wire_incident *incident = sabot_incident_item_get_incident(item);
	GtkFlowBoxChild *tile;
	guint position;

	(void)box;
	if (!sabot_table_list_find(sabot_feed_get_tables(window->feed),
				   sabot_wire_incident_place(incident), &position))
		return;
	tile = gtk_flow_box_get_child_at_index(window->tables, (int)position);
	gtk_flow_box_select_child(window->tables, tile);
	gtk_widget_grab_focus(GTK_WIDGET(tile));
}

GtkWidget *
sabot_console_window_new(GtkApplication *application, SabotFeed *feed)
{
	SabotConsoleWindow *window =
		g_object_new(SABOT_TYPE_CONSOLE_WINDOW, "application", application, NULL);
	GListModel *tables = G_LIST_MODEL(sabot_feed_get_tables(feed));

	window->feed = g_object_ref(feed);
	gtk_container_set_focus_vadjustment(
		GTK_CONTAINER(window->tables),
		gtk_scrolled_window_get_vadjustment(window->tables_scroll));
	gtk_flow_box_bind_model(window->tables, tables, tile_new, window, NULL);
	gtk_list_box_bind_model(window->incidents, G_LIST_MODEL(sabot_feed_get_incidents(feed)),
				row_new, NULL, NULL);
	g_signal_connect(tables, "items-changed", G_CALLBACK(on_tables_changed), window);
	g_signal_connect(feed, "state-changed", G_CALLBACK(on_state_changed), window);
	g_signal_connect(feed, "incidents-changed", G_CALLBACK(on_incidents_changed), window);
	window->ages_source = g_timeout_add_seconds(AGES_S, on_ages_due, window);
	on_tables_changed(tables, 0, 0, 0, window);
	on_state_changed(feed, window);
	return GTK_WIDGET(window);
}
