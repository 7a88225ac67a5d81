/*
 * The window: see console-window.h; its layout is console-window.ui. Tiles and rows follow
 * their models; this file handles what concerns all of them: ages every ten seconds, the head line.
 */
#include "console-window.h"
#include "gui/widgets/template.h"

#include "gui/console/floor/floor-counts.h"
#include "gui/console/floor/floor-page.h"
#include "gui/console/floor/need-list.h"
#include "gui/console/head-clock.h"
#include "gui/console/head-daemons.h"
#include "gui/console/house-panels.h"
#include "gui/console/incident/incident-panel.h"
#include "gui/console/keys-panel.h"
#include "log-pages.h"
#include "gui/console/money/money-panel.h"
#include "gui/console/preferences.h"
#include "gui/console/table/table-page.h"
#include "gui/console/window-size.h"
#include "gui/widgets/label.h"
#include "gui/widgets/login-panel.h"
#include "gui/widgets/person-button.h"
#include "gui/widgets/side.h"

#include <glib/gi18n.h>
#include <string.h>

enum { CLOCK_S = 1, AGES_S = 10 }; /* refresh clocks; ages and exposure */

/* The children of the template. */
#define CONSOLE_WINDOW_CHILDREN(CHILD)                                                             \
	CHILD(GtkLabel, site)                                                                      \
	CHILD(SabotFloorCounts, counts)                                                            \
	CHILD(GtkBox, daemon)      /* the one there is */                                          \
	CHILD(GtkFlowBox, daemons) /* where there are several */                                   \
	CHILD(GtkStack, main)                                                                      \
	CHILD(SabotNeedList, incidents)                                                            \
	CHILD(GtkToggleButton, all)                                                                \
	CHILD(GtkLabel, incidents_title)                                                           \
	CHILD(GtkLabel, no_incidents)                                                              \
	CHILD(GtkLabel, hidden)                                                                    \
	CHILD(SabotSide, side)                                                                     \
	CHILD(GtkWidget, list)                                                                     \
	CHILD(GtkButton, lock)

struct _SabotConsoleWindow {
	GtkApplicationWindow parent_instance;
	SabotFloorModel *floor;
	SabotSettings *settings;
	guint clock_source, n_seconds;
	CONSOLE_WINDOW_CHILDREN(SABOT_CHILD_MEMBER)
	struct sabot_head_daemons *head_daemons;
	SabotFloorPage *floor_page;
	SabotTablePage *table_page;
	struct sabot_log_pages *log_pages;
	struct sabot_report_pages *reports;
	struct sabot_house_panels *house_panels;
	GtkWidget *left; /* had the focus before it moved beside the tables; weak, or NULL */
};

G_DEFINE_FINAL_TYPE(SabotConsoleWindow, sabot_console_window, GTK_TYPE_APPLICATION_WINDOW)

static SabotSession *
nth_session(SabotConsoleWindow *window, guint n)
{
	return sabot_feed_get_session(sabot_floor_model_get_feed(window->floor, n));
}

static void
sabot_console_window_dispose(GObject *object)
{
	SabotConsoleWindow *window = SABOT_CONSOLE_WINDOW(object);

	g_clear_handle_id(&window->clock_source, g_source_remove);
	g_clear_weak_pointer(&window->left);
	if (window->floor) {
		g_signal_handlers_disconnect_by_data(window->floor, window);
		for (guint i = 0; i < sabot_floor_model_count_feeds(window->floor); i++)
			g_signal_handlers_disconnect_by_data(nth_session(window, i), window);
	}
	g_clear_pointer(&window->head_daemons, sabot_head_daemons_free);
	g_clear_pointer(&window->log_pages, sabot_log_pages_free);
	g_clear_pointer(&window->house_panels, sabot_house_panels_free);
	g_clear_pointer(&window->reports, sabot_report_pages_free);
	g_clear_object(&window->floor);
	g_clear_object(&window->settings);
	G_OBJECT_CLASS(sabot_console_window_parent_class)->dispose(object);
}

static void
sabot_console_window_class_init(SabotConsoleWindowClass *klass)
{
	GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);

	G_OBJECT_CLASS(klass)->dispose = sabot_console_window_dispose;
	g_type_ensure(SABOT_TYPE_SIDE);
	g_type_ensure(SABOT_TYPE_NEED_LIST);
	g_type_ensure(SABOT_TYPE_FLOOR_COUNTS);
	g_type_ensure(SABOT_TYPE_HEAD_CLOCK);
	gtk_widget_class_set_template_from_resource(widget_class,
						    "/org/sabot/console/console-window.ui");
	SABOT_BIND_CHILDREN(widget_class, SabotConsoleWindow, CONSOLE_WINDOW_CHILDREN);
}

static void
open_login(SabotConsoleWindow *window, SabotSession *session)
{
	GtkWidget *panel = sabot_login_panel_new(session);

	sabot_login_panel_set_wide(SABOT_LOGIN_PANEL(panel), sabot_side_is_alone(window->side));
	sabot_side_open(window->side, panel);
}

/* A table that was open keeps the focus on the floor. */
static void
show_floor(SabotConsoleWindow *window)
{
	SabotTableItem *item = sabot_table_page_get_item(window->table_page);

	if (sabot_log_pages_leave(window->log_pages))
		return;
	if (!item)
		return;
	gtk_stack_set_visible_child(window->main, GTK_WIDGET(window->floor_page));
	sabot_floor_page_show_table(window->floor_page, sabot_table_item_get_feed(item),
				    sabot_table_item_get_name(item));
	sabot_side_close(window->side);
	sabot_table_page_set_item(window->table_page, NULL);
}

static void
open_table(SabotConsoleWindow *window, SabotTableItem *item)
{
	sabot_side_leave_page(window->side);
	gtk_stack_set_visible_child(window->main, GTK_WIDGET(window->table_page));
	sabot_table_page_set_item(window->table_page, item);
}

static void
on_incident_wanted(SabotTablePage *page, SabotIncidentItem *item, gpointer data)
{
	SabotConsoleWindow *window = data;

	(void)page;
	sabot_side_open(window->side, sabot_incident_panel_new(window->floor, item));
}

/* A waiting table opens the ruling on the incident that stops it. */
static void
on_table_activated(SabotFloorPage *page, SabotTableItem *item, gpointer data)
{
	SabotConsoleWindow *window = data;
	struct sabot_need *need =
		sabot_needs_find(sabot_floor_model_get_tables(window->floor),
				 sabot_floor_model_get_incidents(window->floor), item);

	(void)page;
	open_table(window, item);
	if (need && need->kind == SABOT_NEED_STOPS && need->incident)
		on_incident_wanted(NULL, need->incident, window);
	if (need)
		sabot_need_unref(need);
}

/* A table's entry in the list opens its ruling, else the table. */
static void
on_need_activated(SabotNeedList *list, SabotTableItem *table, SabotIncidentItem *incident,
		  gpointer data)
{
	SabotConsoleWindow *window = data;

	(void)list;
	if (!incident) {
		open_table(window, table);
		return;
	}
	sabot_floor_page_show_table(
		window->floor_page, sabot_incident_item_get_feed(incident),
		sabot_wire_incident_table(sabot_incident_item_get_incident(incident)));
	on_incident_wanted(NULL, incident, window);
}

static void
on_all_toggled(GtkToggleButton *button, gpointer data)
{
	sabot_need_list_set_all(SABOT_CONSOLE_WINDOW(data)->incidents,
				gtk_toggle_button_get_active(button));
}

static void
on_table_left(SabotTablePage *page, gpointer data)
{
	(void)page;
	show_floor(data);
}

/* The first daemon on which nobody is logged in; else the first that has persons. */
static void
on_login(GSimpleAction *action, GVariant *parameter, gpointer data)
{
	static const enum sabot_session_state wanted[] = {SABOT_SESSION_OUT, SABOT_SESSION_IN};
	SabotConsoleWindow *window = data;

	(void)action;
	(void)parameter;
	for (gsize i = 0; i < G_N_ELEMENTS(wanted); i++) {
		for (guint j = 0; j < sabot_floor_model_count_feeds(window->floor); j++) {
			if (sabot_session_get_state(nth_session(window, j)) == wanted[i]) {
				open_login(window, nth_session(window, j));
				return;
			}
		}
	}
}

/* The next person must log in; the tables stay visible. */
static void
on_lock(GSimpleAction *action, GVariant *parameter, gpointer data)
{
	SabotConsoleWindow *window = data;

	for (guint i = 0; i < sabot_floor_model_count_feeds(window->floor); i++)
		sabot_session_logout(nth_session(window, i));
	on_login(action, parameter, window);
}

static void
on_back(GSimpleAction *action, GVariant *parameter, gpointer data)
{
	SabotConsoleWindow *window = data;

	(void)action;
	(void)parameter;
	if (sabot_side_is_list_shown(window->side))
		sabot_side_show_list(window->side, FALSE);
	else if (!sabot_side_close(window->side) && !sabot_report_pages_leave(window->reports))
		show_floor(window);
}

/* The daemon of the open table, else the one chosen last, else the first. */
static SabotFeed *
get_feed(SabotConsoleWindow *window)
{
	SabotTableItem *item = sabot_table_page_get_item(window->table_page);

	return item ? sabot_table_item_get_feed(item)
		    : sabot_house_panels_get_feed(window->house_panels);
}

/* The round of the open incident; for a finding of the house, its table's last rounds. */
static void
find_incident(SabotConsoleWindow *window, SabotIncidentPanel *panel)
{
	const struct sabot_wire_incident *incident = sabot_incident_panel_get_incident(panel);
	const char *place = sabot_wire_incident_table(incident);

	sabot_log_pages_open(window->log_pages, sabot_incident_panel_get_feed(panel), place,
			     g_str_equal(place, incident->table) ? incident->id : 0);
}

static void
on_log(GSimpleAction *action, GVariant *parameter, gpointer data)
{
	SabotConsoleWindow *window = data;
	SabotPanel *panel = sabot_side_get_panel(window->side);
	SabotTableItem *item = sabot_table_page_get_item(window->table_page);

	(void)action;
	(void)parameter;
	if (panel && SABOT_IS_INCIDENT_PANEL(panel))
		find_incident(window, SABOT_INCIDENT_PANEL(panel));
	else
		sabot_log_pages_open(window->log_pages, get_feed(window),
				     item ? sabot_table_item_get_name(item) : NULL, 0);
}

/* The action has the name of one of the panels about a house. */
static void
on_house_panel(GSimpleAction *action, G_GNUC_UNUSED GVariant *parameter, gpointer data)
{
	static const char *const names[] = {
		[SABOT_HOUSE_SHIFT] = "shift",     [SABOT_HOUSE_CAGE] = "cage",
		[SABOT_HOUSE_REPORTS] = "reports", [SABOT_HOUSE_STATISTICS] = "statistics",
		[SABOT_HOUSE_ABOUT] = "about",
	};
	SabotConsoleWindow *window = data;
	const char *name = g_action_get_name(G_ACTION(action));

	for (guint i = 0; i < G_N_ELEMENTS(names); i++)
		if (strcmp(names[i], name) == 0)
			sabot_house_panels_open(window->house_panels, (enum sabot_house_panel)i,
						get_feed(window));
}

static void
on_forms(G_GNUC_UNUSED GSimpleAction *action, G_GNUC_UNUSED GVariant *parameter, gpointer data)
{
	SabotConsoleWindow *window = data;

	sabot_report_pages_open_forms(window->reports, get_feed(window));
}

/* The table of the open incident, else the open table; NULL if there is none. */
static SabotTableItem *
get_table(SabotConsoleWindow *window)
{
	gpointer panel = sabot_side_get_panel(window->side);

	if (!panel || !SABOT_IS_INCIDENT_PANEL(panel))
		return sabot_table_page_get_item(window->table_page);
	return sabot_table_list_find(sabot_feed_get_tables(sabot_incident_panel_get_feed(panel)),
				     sabot_incident_panel_get_incident(panel)->table, NULL);
}

static void
on_money(GSimpleAction *action, GVariant *parameter, gpointer data)
{
	SabotConsoleWindow *window = data;
	SabotTableItem *item = get_table(window);

	(void)action;
	(void)parameter;
	if (item)
		sabot_side_open(window->side, sabot_money_panel_new(item));
}

static void
on_search(GSimpleAction *action, GVariant *parameter, gpointer data)
{
	SabotConsoleWindow *window = data;

	(void)action;
	(void)parameter;
	while (sabot_log_pages_leave(window->log_pages))
		continue;
	show_floor(window);
	sabot_floor_page_start_search(window->floor_page);
}

static void
on_preferences(GSimpleAction *action, GVariant *parameter, gpointer data)
{
	SabotConsoleWindow *window = data;

	(void)action;
	(void)parameter;
	sabot_side_open(window->side, sabot_preferences_new(window->settings));
}

/* Move the focus to the first incident, or into the open panel. */
static void
go_beside(SabotConsoleWindow *window)
{
	GtkListBoxRow *first = gtk_list_box_get_row_at_index(GTK_LIST_BOX(window->incidents), 0);

	if (!sabot_side_get_panel(window->side))
		sabot_side_show_list(window->side, TRUE);
	if (first && !sabot_side_get_panel(window->side))
		gtk_widget_grab_focus(GTK_WIDGET(first));
	else
		gtk_widget_child_focus(GTK_WIDGET(window->side), GTK_DIR_TAB_FORWARD);
}

/* Move the focus from the tables to the incidents, or back to where it was. */
static void
on_other_side(GSimpleAction *action, GVariant *parameter, gpointer data)
{
	SabotConsoleWindow *window = data;
	GtkWidget *focus = gtk_window_get_focus(GTK_WINDOW(window));

	(void)action;
	(void)parameter;
	if (!focus || !gtk_widget_is_ancestor(focus, GTK_WIDGET(window->side))) {
		g_set_weak_pointer(&window->left, focus);
		go_beside(window);
		return;
	}
	sabot_side_show_list(window->side, FALSE);
	if (window->left && gtk_widget_get_mapped(window->left)) {
		gtk_widget_grab_focus(window->left);
	} else {
		gtk_widget_child_focus(GTK_WIDGET(window->main), GTK_DIR_TAB_FORWARD);
	}
}

/* Used if the list has no place of its own. */
static void
on_list(G_GNUC_UNUSED GSimpleAction *action, G_GNUC_UNUSED GVariant *parameter, gpointer data)
{
	SabotSide *side = SABOT_CONSOLE_WINDOW(data)->side;

	sabot_side_show_list(side, !sabot_side_is_list_shown(side));
}

static void
on_keys(G_GNUC_UNUSED GSimpleAction *action, G_GNUC_UNUSED GVariant *parameter, gpointer data)
{
	SabotConsoleWindow *window = data;

	sabot_side_open(window->side, sabot_keys_panel_new());
}

static void
on_full_screen(GSimpleAction *action, GVariant *parameter, gpointer data)
{
	SabotSettings *settings = SABOT_CONSOLE_WINDOW(data)->settings;

	(void)action;
	(void)parameter;
	sabot_settings_set(settings, SABOT_SETTING_FULL_SCREEN,
			   !sabot_settings_get(settings, SABOT_SETTING_FULL_SCREEN));
}

static void
on_person_clicked(SabotPersonButton *button, gpointer data)
{
	open_login(data, sabot_feed_get_session(sabot_person_button_get_feed(button)));
}

static void
show_lock(SabotConsoleWindow *window)
{
	gboolean is_anybody = FALSE;

	for (guint i = 0; i < sabot_floor_model_count_feeds(window->floor); i++)
		is_anybody |= sabot_session_get_person(nth_session(window, i)) != NULL;
	gtk_widget_set_visible(GTK_WIDGET(window->lock), is_anybody);
}

/* A log-in that ended by itself prompts for the next one. */
static void
on_session_changed(SabotSession *session, gpointer data)
{
	SabotConsoleWindow *window = data;

	show_lock(window);
	if (sabot_session_was_ended(session) && !sabot_side_get_panel(window->side) &&
	    sabot_session_get_state(session) == SABOT_SESSION_OUT)
		open_login(window, session);
}

static void
sabot_console_window_init(SabotConsoleWindow *window)
{
	static const GActionEntry entries[] = {
		{.name = "login", .activate = on_login},
		{.name = "lock", .activate = on_lock},
		{.name = "back", .activate = on_back},
		{.name = "search", .activate = on_search},
		{.name = "preferences", .activate = on_preferences},
		{.name = "other-side", .activate = on_other_side},
		{.name = "full-screen", .activate = on_full_screen},
		{.name = "keys", .activate = on_keys},
		{.name = "about", .activate = on_house_panel},
		{.name = "list", .activate = on_list},
		{.name = "statistics", .activate = on_house_panel},
		{.name = "shift", .activate = on_house_panel},
		{.name = "cage", .activate = on_house_panel},
		{.name = "log", .activate = on_log},
		{.name = "money", .activate = on_money},
		{.name = "reports", .activate = on_house_panel},
		{.name = "forms", .activate = on_forms},
	};

	gtk_widget_init_template(GTK_WIDGET(window));
	window->head_daemons = sabot_head_daemons_new(GTK_CONTAINER(window->daemon),
						      GTK_CONTAINER(window->daemons));
	g_action_map_add_action_entries(G_ACTION_MAP(window), entries, G_N_ELEMENTS(entries),
					window);
	g_signal_connect(window->incidents, "need-activated", G_CALLBACK(on_need_activated),
			 window);
	g_signal_connect(window->all, "toggled", G_CALLBACK(on_all_toggled), window);
}

static void
on_incidents_changed(SabotFloorModel *floor, gpointer data)
{
	SabotConsoleWindow *window = data;
	int n_hidden = (int)sabot_floor_model_count_hidden_incidents(floor);
	g_autofree char *hidden = NULL;

	if (n_hidden > 0)
		hidden = g_strdup_printf(ngettext("%d more is not shown", "%d more are not shown",
						  (unsigned long)n_hidden),
					 n_hidden);
	sabot_label_set(window->hidden, hidden);
}

/* A single daemon gives the window its name; several daemons each show their own. */
static void
show_site(SabotConsoleWindow *window)
{
	struct sabot_client *client;

	if (sabot_floor_model_count_feeds(window->floor) != 1)
		return;
	client = sabot_feed_get_client(sabot_floor_model_get_feed(window->floor, 0));
	if (*sabot_client_get_site(client))
		sabot_label_set(window->site, sabot_client_get_site(client));
}

/* A silent daemon is no proof that all is well. */
static void
on_state_changed(SabotFloorModel *floor, gpointer data)
{
	SabotConsoleWindow *window = data;
	gboolean is_live = sabot_floor_model_is_live(floor);

	show_site(window);
	sabot_label_set(window->incidents_title,
			is_live ? _("Needs somebody") : _("Incidents, as last known"));
	sabot_label_set(window->no_incidents, is_live ? _("No incidents.") : _("Not known."));
}

static gboolean
on_clock_due(gpointer data)
{
	SabotConsoleWindow *window = data;

	sabot_floor_page_refresh_clocks(window->floor_page);
	sabot_need_list_refresh(window->incidents);
	if (++window->n_seconds % AGES_S != 0)
		return G_SOURCE_CONTINUE;
	sabot_floor_model_refresh_incidents(window->floor);
	sabot_floor_page_refresh(window->floor_page);
	sabot_table_page_refresh(window->table_page);
	sabot_head_daemons_refresh(window->head_daemons);
	return G_SOURCE_CONTINUE;
}

static void
add_feed(SabotConsoleWindow *window, SabotFeed *feed)
{
	gboolean is_only = sabot_floor_model_count_feeds(window->floor) == 1;

	g_signal_connect(sabot_head_daemons_add(window->head_daemons, feed, is_only), "clicked",
			 G_CALLBACK(on_person_clicked), window);
	g_signal_connect(sabot_feed_get_session(feed), "changed", G_CALLBACK(on_session_changed),
			 window);
}

/* Adapt the head to its room. */
static void
on_room_changed(enum sabot_window_room room, gpointer data)
{
	SabotConsoleWindow *window = data;
	gboolean is_compact = room == SABOT_WINDOW_COMPACT;

	gtk_widget_set_visible(GTK_WIDGET(window->site), room == SABOT_WINDOW_WIDE);
	gtk_widget_set_visible(window->list, is_compact);
	sabot_floor_counts_set_short(window->counts, is_compact);
	sabot_head_daemons_set_short(window->head_daemons, is_compact);
}

GtkWidget *
sabot_console_window_new(GtkApplication *application, SabotFloorModel *floor,
			 SabotSettings *settings)
{
	SabotConsoleWindow *window =
		g_object_new(SABOT_TYPE_CONSOLE_WINDOW, "application", application, NULL);

	window->floor = g_object_ref(floor);
	window->settings = g_object_ref(settings);
	window->floor_page = SABOT_FLOOR_PAGE(sabot_floor_page_new(floor, settings));
	window->table_page = SABOT_TABLE_PAGE(sabot_table_page_new(floor, window->side));
	gtk_container_add(GTK_CONTAINER(window->main), GTK_WIDGET(window->floor_page));
	gtk_container_add(GTK_CONTAINER(window->main), GTK_WIDGET(window->table_page));
	window->log_pages = sabot_log_pages_new(window->main, window->side);
	window->reports = sabot_report_pages_new(window->main, window->side);
	window->house_panels = sabot_house_panels_new(floor, window->side, window->reports);
	sabot_house_panels_set_table_fn(window->house_panels, on_table_activated, window);
	g_signal_connect(window->floor_page, "table-activated", G_CALLBACK(on_table_activated),
			 window);
	g_signal_connect(window->table_page, "left", G_CALLBACK(on_table_left), window);
	g_signal_connect(window->table_page, "incident-activated", G_CALLBACK(on_incident_wanted),
			 window);
	for (guint i = 0; i < sabot_floor_model_count_feeds(floor); i++)
		add_feed(window, sabot_floor_model_get_feed(floor, i));
	sabot_window_size_keep(GTK_WINDOW(window), window->side, settings, on_room_changed, window);
	sabot_need_list_set_floor(window->incidents, floor);
	sabot_floor_counts_set_floor(window->counts, floor);
	g_signal_connect(floor, "state-changed", G_CALLBACK(on_state_changed), window);
	g_signal_connect(floor, "incidents-changed", G_CALLBACK(on_incidents_changed), window);
	window->clock_source = g_timeout_add_seconds(CLOCK_S, on_clock_due, window);
	on_incidents_changed(floor, window);
	on_state_changed(floor, window);
	show_lock(window);
	return GTK_WIDGET(window);
}
