/* A table's page: see table-page.h; its layout is table-page.ui. */
#include "table-page.h"
#include "gui/widgets/template.h"

#include "action-bar.h"
#include "table-cloth.h"
#include "table-events.h"
#include "gui/console/incident/incident-row.h"
#include "last-rounds.h"
#include "gui/style/style-sheet.h"
#include "gui/widgets/load-strip.h"
#include "drop-label.h"
#include "gui/model/tables/table-phrases.h"
#include "gui/widgets/label.h"
#include "gui/widgets/narrow.h"
#include "gui/widgets/road.h"
#include "gui/model/tables/feed.h"

#include <glib/gi18n.h>

/* From this width on incidents and events have a column of their own. */
enum { INCIDENTS_SHOWN_MAX = 20, WIDE_FROM_PX = 1300, INCIDENTS_PX = 158, BESIDE_PX = 520 };

/* The children of the template. */
#define TABLE_PAGE_CHILDREN(CHILD)                                                                 \
	CHILD(GtkButton, back)                                                                     \
	CHILD(GtkLabel, name)                                                                      \
	CHILD(GtkLabel, game)                                                                      \
	CHILD(GtkLabel, state)                                                                     \
	CHILD(GtkLabel, phase)                                                                     \
	CHILD(GtkLabel, simulated)                                                                 \
	CHILD(GtkLabel, unsaved)                                                                   \
	CHILD(GtkLabel, stale)                                                                     \
	CHILD(GtkWidget, main)                                                                     \
	CHILD(GtkWidget, beside)                                                                   \
	CHILD(GtkWidget, incidents_box)                                                            \
	CHILD(GtkListBox, incidents)                                                               \
	CHILD(GtkLabel, others)                                                                    \
	CHILD(GtkButton, rule)                                                                     \
	CHILD(GtkLabel, prompt)                                                                    \
	CHILD(GtkBox, payouts_place)                                                               \
	CHILD(GtkLabel, more)                                                                      \
	CHILD(GtkLabel, redress)                                                                   \
	CHILD(SabotTableCloth, cloth)                                                              \
	CHILD(GtkWidget, cloth_scroll)                                                             \
	CHILD(GtkListBox, events)                                                                  \
	CHILD(GtkLabel, events_said)                                                               \
	CHILD(GtkScrolledWindow, incidents_scroll)                                                 \
	CHILD(GtkWidget, roads)                                                                    \
	CHILD(SabotRoad, big_road)                                                                 \
	CHILD(SabotRoad, bead_plate)                                                               \
	CHILD(SabotLoadStrip, load_strip)                                                          \
	CHILD(GtkLabel, place)                                                                     \
	CHILD(GtkLabel, shoe)                                                                      \
	CHILD(GtkLabel, cut)                                                                       \
	CHILD(GtkLabel, exposure)                                                                  \
	CHILD(GtkLabel, limits)                                                                    \
	CHILD(GtkLabel, money)                                                                     \
	CHILD(GtkLabel, dealer)                                                                    \
	CHILD(GtkLabel, device)                                                                    \
	CHILD(SabotLastRounds, rounds)                                                             \
	CHILD(SabotActionBar, actions)

struct _SabotTablePage {
	GtkBox parent_instance;
	SabotFloorModel *floor;
	SabotTableItem *item;
	gulong changed_handler;
	guint frame_callback;
	GListStore *open; /* the table's open incidents */
	struct sabot_drop_label *drop_and_win;
	struct sabot_table_events *last_events;
	gboolean is_wide;
	guint width_source;

	TABLE_PAGE_CHILDREN(SABOT_CHILD_MEMBER)
};

enum { SIGNAL_LEFT, SIGNAL_INCIDENT_ACTIVATED, N_SIGNALS };
static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE(SabotTablePage, sabot_table_page, GTK_TYPE_BOX)

static void
sabot_table_page_dispose(GObject *object)
{
	SabotTablePage *page = SABOT_TABLE_PAGE(object);

	sabot_table_page_set_item(page, NULL);
	g_clear_handle_id(&page->width_source, g_source_remove);
	g_clear_pointer(&page->drop_and_win, sabot_drop_label_free);
	g_clear_pointer(&page->last_events, sabot_table_events_free);
	if (page->floor)
		g_signal_handlers_disconnect_by_data(page->floor, page);
	g_clear_object(&page->floor);
	g_clear_object(&page->open);
	G_OBJECT_CLASS(sabot_table_page_parent_class)->dispose(object);
}

/* --- Its width -------------------------------------------------------------------------------- */

/* Incidents are above the prompt, or in the column beside it. */
static void
place_incidents(SabotTablePage *page)
{
	g_autoptr(GtkWidget) box = g_object_ref(page->incidents_box);
	GtkWidget *place = page->is_wide ? page->beside : page->main;

	gtk_container_remove(GTK_CONTAINER(gtk_widget_get_parent(box)), box);
	gtk_container_add(GTK_CONTAINER(place), box);
	gtk_box_reorder_child(GTK_BOX(place), box, 0);
	gtk_scrolled_window_set_max_content_height(page->incidents_scroll,
						   page->is_wide ? BESIDE_PX : INCIDENTS_PX);
}

static gboolean
on_width_due(gpointer data)
{
	SabotTablePage *page = data;

	page->width_source = 0;
	place_incidents(page);
	gtk_widget_set_visible(page->beside, page->is_wide);
	gtk_widget_set_vexpand(page->cloth_scroll, page->is_wide);
	sabot_table_cloth_set_large(page->cloth, page->is_wide);
	sabot_table_events_set_seen(page->last_events, page->is_wide);
	sabot_table_page_refresh(page);
	return G_SOURCE_REMOVE;
}

/* What is paid is in sight without scrolling: it comes before hands and stakes. */
static void
on_narrow(GtkWidget *cloth_scroll, gboolean is_narrow, gpointer data)
{
	SabotTablePage *page = data;

	sabot_table_cloth_put_payouts(page->cloth, is_narrow ? page->payouts_place : NULL);
	gtk_scrolled_window_set_policy(GTK_SCROLLED_WINDOW(cloth_scroll), GTK_POLICY_AUTOMATIC,
				       is_narrow ? GTK_POLICY_NEVER : GTK_POLICY_AUTOMATIC);
}

/* Parts must not change places while GTK lays the page out. */
static void
size_allocate(GtkWidget *widget, GtkAllocation *allocation)
{
	SabotTablePage *page = SABOT_TABLE_PAGE(widget);
	gboolean is_wide = sabot_style_room(allocation->width) >= WIDE_FROM_PX;

	GTK_WIDGET_CLASS(sabot_table_page_parent_class)->size_allocate(widget, allocation);
	if (is_wide == page->is_wide)
		return;
	page->is_wide = is_wide;
	if (!page->width_source)
		page->width_source =
			g_idle_add_full(G_PRIORITY_HIGH_IDLE, on_width_due, page, NULL);
}

static void
sabot_table_page_class_init(SabotTablePageClass *klass)
{
	GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);

	G_OBJECT_CLASS(klass)->dispose = sabot_table_page_dispose;
	widget_class->size_allocate = size_allocate;
	signals[SIGNAL_LEFT] = g_signal_new("left", SABOT_TYPE_TABLE_PAGE, G_SIGNAL_RUN_LAST, 0,
					    NULL, NULL, NULL, G_TYPE_NONE, 0);
	signals[SIGNAL_INCIDENT_ACTIVATED] =
		g_signal_new("incident-activated", SABOT_TYPE_TABLE_PAGE, G_SIGNAL_RUN_LAST, 0,
			     NULL, NULL, NULL, G_TYPE_NONE, 1, SABOT_TYPE_INCIDENT_ITEM);
	g_type_ensure(SABOT_TYPE_TABLE_CLOTH);
	g_type_ensure(SABOT_TYPE_ACTION_BAR);
	g_type_ensure(SABOT_TYPE_LAST_ROUNDS);
	g_type_ensure(SABOT_TYPE_LOAD_STRIP);
	g_type_ensure(SABOT_TYPE_ROAD);
	gtk_widget_class_set_template_from_resource(widget_class,
						    "/org/sabot/console/table/table-page.ui");
	SABOT_BIND_CHILDREN(widget_class, SabotTablePage, TABLE_PAGE_CHILDREN);
	gtk_widget_class_set_css_name(widget_class, "sabot-table-page");
}

static void
on_back_clicked(GtkButton *button, gpointer data)
{
	(void)button;
	g_signal_emit(data, signals[SIGNAL_LEFT], 0);
}

static void
on_rule_clicked(GtkButton *button, gpointer data);

static void
on_incident_activated(GtkListBox *box, GtkListBoxRow *row, gpointer data)
{
	(void)box;
	g_signal_emit(data, signals[SIGNAL_INCIDENT_ACTIVATED], 0,
		      sabot_incident_row_get_item(SABOT_INCIDENT_ROW(row)));
}

static GtkWidget *
row_new(gpointer item, gpointer data)
{
	(void)data;
	return sabot_incident_row_new(item);
}

static void
sabot_table_page_init(SabotTablePage *page)
{
	gtk_widget_init_template(GTK_WIDGET(page));
	sabot_road_set_kind(page->bead_plate, SABOT_WIRE_ROAD_BEAD);
	sabot_narrow_watch(page->cloth_scroll, SABOT_CLOTH_NARROW_BELOW_PX, on_narrow, page);
	page->drop_and_win = sabot_drop_label_new(page->money);
	page->last_events = sabot_table_events_new(page->events, page->events_said);
	page->open = g_list_store_new(SABOT_TYPE_INCIDENT_ITEM);
	gtk_list_box_bind_model(page->incidents, G_LIST_MODEL(page->open), row_new, NULL, NULL);
	g_signal_connect(page->incidents, "row-activated", G_CALLBACK(on_incident_activated), page);
	g_signal_connect(page->back, "clicked", G_CALLBACK(on_back_clicked), page);
	g_signal_connect(page->rule, "clicked", G_CALLBACK(on_rule_clicked), page);
}

static void
show_head(SabotTablePage *page, const struct sabot_wire_view *view)
{
	gboolean is_stale = sabot_table_item_get_stale(page->item);
	g_autofree char *rules = NULL, *name = NULL;

	/* Translators: a game, its rule profile. */
	rules = g_strdup_printf(C_("table", "%s, %s"), sabot_phrase_game(view->game), view->rules);
	sabot_label_set(page->name, view->table);
	sabot_label_set(page->game, rules);
	sabot_label_set(page->state, sabot_phrase_table_state(view->state));
	sabot_label_set(page->phase, sabot_phrase_phase(view->phase));
	gtk_widget_set_visible(GTK_WIDGET(page->simulated), view->is_simulated);
	gtk_widget_set_visible(GTK_WIDGET(page->unsaved), !view->is_saved);
	gtk_widget_set_visible(GTK_WIDGET(page->stale), is_stale);
	sabot_style_set_class(page, "stale", is_stale);
	name = sabot_phrase_table_name(view, sabot_feed_get_item_label(page->item), is_stale);
	atk_object_set_name(gtk_widget_get_accessible(GTK_WIDGET(page)), name);
}

static void
show_prompt(SabotTablePage *page, const struct sabot_wire_view *view)
{
	g_autofree char *prompt = view->prompt ? sabot_phrase_prompt(view->prompt) : NULL;
	g_autofree char *more = view->prompt ? sabot_phrase_prompt_more(view->prompt) : NULL;
	g_autofree char *redress = sabot_phrase_redress_list(view);

	sabot_label_set(page->prompt, view->fault ? view->fault : prompt);
	sabot_label_set(page->more, more);
	sabot_label_set(page->redress, redress);
	gtk_widget_set_visible(GTK_WIDGET(page->rule),
			       view->prompt && view->prompt->kind == SABOT_WIRE_PROMPT_RULING &&
				       view->prompt->incident > 0 &&
				       !sabot_session_shows_records(sabot_feed_get_session(
					       sabot_table_item_get_feed(page->item))));
}

static void
show_facts(SabotTablePage *page, const struct sabot_wire_view *view)
{
	g_autofree char *place = sabot_phrase_load_round(view);
	g_autofree char *shoe = view->shoe ? sabot_phrase_shoe(view->shoe) : NULL;
	g_autofree char *limits = sabot_phrase_limits(view->min_minor, view->max_minor);
	g_autofree char *dealer = sabot_feed_describe_dealer(page->item);
	g_autofree char *device = view->device ? sabot_phrase_device(view->device) : NULL;
	g_autofree char *exposure =
		view->exposure ? sabot_phrase_exposure(view->exposure, g_get_real_time()) : NULL;

	sabot_label_set(page->place, place);
	sabot_label_set(page->shoe, shoe);
	sabot_label_set(page->cut, view->shoe ? sabot_phrase_cut(view->shoe) : NULL);
	sabot_label_set(page->exposure, exposure);
	sabot_label_set(page->limits, limits);
	sabot_label_set(page->dealer, dealer);
	sabot_label_set(page->device, device ? device : _("No shoe is connected to this table."));
}

/* Only for punto banco; incidents above the cloth need the room more. */
static void
show_roads(SabotTablePage *page)
{
	const struct sabot_wire_view *view = sabot_table_item_get_view(page->item);
	bool has_roads = view->game == SABOT_WIRE_GAME_PUNTO_BANCO &&
			 (page->is_wide || !gtk_widget_get_visible(page->incidents_box));

	gtk_widget_set_visible(page->roads, has_roads);
	if (!has_roads)
		return;
	sabot_road_set_coups(page->big_road, view->coups, view->has_falling_tails);
	sabot_road_set_coups(page->bead_plate, view->coups, view->has_falling_tails);
}

void
sabot_table_page_refresh(SabotTablePage *page)
{
	const struct sabot_wire_view *view;

	if (!page->item)
		return;
	view = sabot_table_item_get_view(page->item);
	show_head(page, view);
	show_prompt(page, view);
	sabot_table_cloth_set_view(page->cloth, view);
	show_facts(page, view);
	show_roads(page);
	sabot_incident_rows_refresh_ages(page->incidents);
}

static void
on_incidents_changed(SabotFloorModel *floor, gpointer data);

static gboolean
on_frame(GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
	SabotTablePage *page = SABOT_TABLE_PAGE(widget);

	(void)clock;
	(void)data;
	page->frame_callback = 0;
	sabot_table_page_refresh(page);
	on_incidents_changed(page->floor, page);
	return G_SOURCE_REMOVE;
}

static void
on_changed(SabotTableItem *item, gpointer data)
{
	SabotTablePage *page = data;

	(void)item;
	if (!page->frame_callback)
		page->frame_callback =
			gtk_widget_add_tick_callback(GTK_WIDGET(page), on_frame, NULL, NULL);
}

static gboolean
is_ours(SabotTablePage *page, SabotIncidentItem *item)
{
	const struct sabot_wire_incident *incident = sabot_incident_item_get_incident(item);

	return incident->state == SABOT_WIRE_INCIDENT_OPEN &&
	       sabot_incident_item_get_feed(item) == sabot_table_item_get_feed(page->item) &&
	       g_strcmp0(sabot_wire_incident_table(incident),
			 sabot_table_item_get_name(page->item)) == 0;
}

/* The number of the incident on which the table waits for a ruling; 0 if none. */
static int64_t
find_stopping(SabotTablePage *page)
{
	const struct sabot_wire_view *view = sabot_table_item_get_view(page->item);

	return view->prompt && view->prompt->kind == SABOT_WIRE_PROMPT_RULING
		       ? view->prompt->incident
		       : 0;
}

/* The table's open incidents, the one that stops it first. References. */
static GPtrArray *
list_ours(SabotTablePage *page)
{
	GPtrArray *ours = g_ptr_array_new_with_free_func(g_object_unref);
	GListModel *all = sabot_floor_model_get_incidents(page->floor);
	int64_t stopping = page->item ? find_stopping(page) : 0;

	for (guint i = 0; page->item && i < g_list_model_get_n_items(all); i++) {
		g_autoptr(SabotIncidentItem) item = g_list_model_get_item(all, i);

		if (!is_ours(page, item))
			continue;
		if (stopping != 0 && sabot_incident_item_get_incident(item)->id == stopping)
			g_ptr_array_insert(ours, 0, g_steal_pointer(&item));
		else
			g_ptr_array_add(ours, g_steal_pointer(&item));
	}
	return ours;
}

/* Rows that remain are not touched: a finger may be on them. */
static void
fill_open(SabotTablePage *page, const GPtrArray *ours)
{
	guint n = MIN(ours->len, INCIDENTS_SHOWN_MAX);
	guint n_shown = g_list_model_get_n_items(G_LIST_MODEL(page->open));

	for (guint i = 0; i < n; i++) {
		gpointer item = g_ptr_array_index(ours, i);
		g_autoptr(SabotIncidentItem) shown =
			g_list_model_get_item(G_LIST_MODEL(page->open), i);

		if (shown != item)
			g_list_store_splice(page->open, i, shown ? 1 : 0, &item, 1);
	}
	if (n_shown > n)
		g_list_store_splice(page->open, n, n_shown - n, NULL, 0);
}

static void
on_incidents_changed(SabotFloorModel *floor, gpointer data)
{
	SabotTablePage *page = data;
	g_autoptr(GPtrArray) ours = list_ours(page);
	g_autofree char *others = NULL;

	(void)floor;
	fill_open(page, ours);
	if (ours->len > 1)
		others = g_strdup_printf(ngettext("%d open incident at this table",
						  "%d open incidents at this table", ours->len),
					 (int)ours->len);
	sabot_label_set(page->others, others);
	gtk_widget_set_visible(page->incidents_box, ours->len > 0);
	if (page->item)
		show_roads(page);
}

static void
on_rule_clicked(GtkButton *button, gpointer data)
{
	SabotTablePage *page = data;
	g_autoptr(GPtrArray) ours = list_ours(page);
	SabotIncidentItem *first = ours->len > 0 ? g_ptr_array_index(ours, 0) : NULL;

	(void)button;
	if (first && sabot_incident_item_get_incident(first)->id == find_stopping(page))
		g_signal_emit(page, signals[SIGNAL_INCIDENT_ACTIVATED], 0, first);
}

void
sabot_table_page_set_item(SabotTablePage *page, SabotTableItem *item)
{
	if (page->item == item)
		return;
	if (page->frame_callback)
		gtk_widget_remove_tick_callback(GTK_WIDGET(page), page->frame_callback);
	page->frame_callback = 0;
	if (page->item)
		g_clear_signal_handler(&page->changed_handler, page->item);
	g_set_object(&page->item, item);
	if (page->rounds) {
		sabot_last_rounds_set_item(page->rounds, item);
		sabot_load_strip_set_item(page->load_strip, item);
		sabot_drop_label_set_item(page->drop_and_win, item);
		sabot_table_events_set_item(page->last_events, item);
	}
	if (!item)
		return;
	page->changed_handler = g_signal_connect(item, "changed", G_CALLBACK(on_changed), page);
	sabot_action_bar_set_item(page->actions, item);
	sabot_table_page_refresh(page);
	on_incidents_changed(page->floor, page);
	gtk_widget_grab_focus(GTK_WIDGET(page->back));
}

SabotTableItem *
sabot_table_page_get_item(SabotTablePage *page)
{
	return page->item;
}

GtkWidget *
sabot_table_page_new(SabotFloorModel *floor, SabotSide *side)
{
	SabotTablePage *page = g_object_new(SABOT_TYPE_TABLE_PAGE, NULL);

	page->floor = g_object_ref(floor);
	sabot_action_bar_set_side(page->actions, side);
	g_signal_connect(floor, "incidents-changed", G_CALLBACK(on_incidents_changed), page);
	return GTK_WIDGET(page);
}
