/* See house-panels.h. */
#include "gui/console/house-panels.h"

#include "gui/console/about-panel.h"
#include "gui/console/incident/incident-panel.h"
#include "gui/console/money/cage-panel.h"
#include "gui/console/money/money-panel.h"
#include "gui/console/shift/shift-panel.h"
#include "gui/console/table/statistics-panel.h"

#include <glib/gi18n.h>

struct sabot_house_panels {
	SabotFloorModel *floor;
	SabotSide *side;
	struct sabot_report_pages *reports;
	SabotFeed *chosen;            /* borrowed from the floor, or NULL */
	char *daemon;                 /* the daemon of a hub whose house it is; NULL: all of them */
	GArray *houses;               /* of struct house: those offered */
	enum sabot_house_panel which; /* the panel opened last */
	sabot_table_open_fn *table_fn;
	gpointer table_data;
	guint due; /* source that reopens the panel for another daemon, or 0 */
};

/* A house that a panel can show. */
struct house {
	SabotFeed *feed;    /* borrowed from the floor */
	/* daemon of a hub, borrowed from its session; NULL: all of them, or it is not a hub */
	const char *daemon;
};

struct sabot_house_panels *
sabot_house_panels_new(SabotFloorModel *floor, SabotSide *side, struct sabot_report_pages *reports)
{
	struct sabot_house_panels *panels = g_new0(struct sabot_house_panels, 1);

	panels->floor = floor;
	panels->side = side;
	panels->reports = reports;
	panels->houses = g_array_new(FALSE, FALSE, sizeof(struct house));
	return panels;
}

void
sabot_house_panels_free(struct sabot_house_panels *panels)
{
	if (!panels)
		return;
	g_clear_handle_id(&panels->due, g_source_remove);
	g_array_unref(panels->houses);
	g_free(panels->daemon);
	g_free(panels);
}

SabotFeed *
sabot_house_panels_get_feed(struct sabot_house_panels *panels)
{
	return panels->chosen ? panels->chosen : sabot_floor_model_get_feed(panels->floor, 0);
}

static gboolean
on_due(gpointer data)
{
	struct sabot_house_panels *panels = data;

	panels->due = 0;
	sabot_house_panels_open(panels, panels->which, panels->chosen);
	return G_SOURCE_REMOVE;
}

/*
 * A shift and a cage belong to one daemon; about its software a hub answers for itself; for
 * everything else for all its daemons, too.
 */
static void
list_houses(struct sabot_house_panels *panels)
{
	g_array_set_size(panels->houses, 0);
	for (guint i = 0; i < sabot_floor_model_count_feeds(panels->floor); i++) {
		SabotFeed *feed = sabot_floor_model_get_feed(panels->floor, i);
		const GPtrArray *daemons = sabot_session_get_daemons(sabot_feed_get_session(feed));
		gboolean is_split = daemons->len > 1 && panels->which != SABOT_HOUSE_ABOUT;
		struct house house = {.feed = feed};

		if (daemons->len <= 1 || (panels->which != SABOT_HOUSE_SHIFT &&
					  panels->which != SABOT_HOUSE_CAGE))
			g_array_append_val(panels->houses, house);
		for (guint j = 0; is_split && j < daemons->len; j++) {
			house.daemon = g_ptr_array_index(daemons, j);
			g_array_append_val(panels->houses, house);
		}
	}
}

static void
choose(struct sabot_house_panels *panels, const struct house *house)
{
	g_autofree char *daemon = g_strdup(house->daemon);

	panels->chosen = house->feed;
	g_free(panels->daemon);
	panels->daemon = g_steal_pointer(&daemon);
}

/* Deferred until the list has finished its callback: its panel is destroyed. */
static void
on_chosen(GtkComboBox *box, gpointer data)
{
	struct sabot_house_panels *panels = data;
	gint place = gtk_combo_box_get_active(box);

	if (place < 0)
		return;
	list_houses(panels);
	if ((guint)place < panels->houses->len)
		choose(panels, &g_array_index(panels->houses, struct house, place));
	if (!panels->due)
		panels->due = g_idle_add_full(G_PRIORITY_HIGH_IDLE, on_due, panels, NULL);
}

/* Transferred. */
static char *
name_house(struct sabot_house_panels *panels, const struct house *house)
{
	const char *label = sabot_feed_get_label(house->feed);
	const GPtrArray *daemons =
		sabot_session_get_daemons(sabot_feed_get_session(house->feed));

	if (daemons->len <= 1)
		return g_strdup(label);
	if (sabot_floor_model_count_feeds(panels->floor) == 1)
		return g_strdup(house->daemon ? house->daemon : _("all daemons"));
	if (!house->daemon)
		return g_strdup(label);
	/* Translators: a daemon's name, and of which casino it is. */
	return g_strdup_printf(C_("daemon", "%s, %s"), house->daemon, label);
}

/* Offer the houses in the head of the panel. */
static void
offer_others(struct sabot_house_panels *panels, SabotFeed *feed)
{
	GtkBox *head = GTK_BOX(sabot_side_get_panel(panels->side));
	GtkWidget *box = gtk_combo_box_text_new();

	for (guint i = 0; i < panels->houses->len; i++) {
		const struct house *house = &g_array_index(panels->houses, struct house, i);
		g_autofree char *name = name_house(panels, house);

		gtk_combo_box_text_append_text(GTK_COMBO_BOX_TEXT(box), name);
		if (house->feed == feed && g_strcmp0(house->daemon, panels->daemon) == 0)
			gtk_combo_box_set_active(GTK_COMBO_BOX(box), (int)i);
	}
	atk_object_set_name(gtk_widget_get_accessible(box), _("of which house"));
	g_signal_connect(box, "changed", G_CALLBACK(on_chosen), panels);
	gtk_box_pack_start(head, box, FALSE, FALSE, 0);
	gtk_box_reorder_child(head, box, 1);
	gtk_widget_show(box);
}

void
sabot_house_panels_set_table_fn(struct sabot_house_panels *panels, sabot_table_open_fn *fn,
				gpointer data)
{
	panels->table_fn = fn;
	panels->table_data = data;
}

/* --- From the shift's page, whose place is taken by what it leads to -------------------------- */

static void
on_table_wanted(G_GNUC_UNUSED gpointer panel, SabotTableItem *item, gpointer data)
{
	struct sabot_house_panels *panels = data;

	sabot_side_close(panels->side);
	panels->table_fn(NULL, item, panels->table_data);
}

static void
on_money_wanted(SabotShiftPanel *panel, SabotTableItem *item, const char *shift, gpointer data)
{
	struct sabot_house_panels *panels = data;
	GtkWidget *money = sabot_money_panel_new(item);

	sabot_money_panel_show_shift(SABOT_MONEY_PANEL(money), shift);
	on_table_wanted(panel, item, panels);
	sabot_side_open(panels->side, money);
}

/* The page comes back when the ruling is done or cancelled. */
static void
on_ruling_closed(SabotIncidentPanel *ruling, gpointer data)
{
	struct sabot_house_panels *panels = data;

	panels->which = SABOT_HOUSE_SHIFT;
	panels->chosen = sabot_incident_panel_get_feed(ruling); /* of a hub: the same daemon */
	if (!panels->due)
		panels->due = g_idle_add_full(G_PRIORITY_HIGH_IDLE, on_due, panels, NULL);
}

/* An incident that is no longer known here is found at its table. */
static void
on_ruling_wanted(SabotShiftPanel *panel, SabotTableItem *item, gint64 number, gpointer data)
{
	struct sabot_house_panels *panels = data;
	SabotIncidentItem *incident = sabot_incident_list_find_item(
		sabot_feed_get_incidents(sabot_table_item_get_feed(item)),
		sabot_table_item_get_name(item), number);
	GtkWidget *ruling;

	if (!incident) {
		on_table_wanted(panel, item, panels);
		return;
	}
	ruling = sabot_incident_panel_new(panels->floor, incident);
	g_signal_connect(ruling, "closed", G_CALLBACK(on_ruling_closed), panels);
	sabot_side_open(panels->side, ruling);
}

static void
on_report_wanted(SabotShiftPanel *panel, const char *shift, gpointer data)
{
	struct sabot_house_panels *panels = data;
	struct sabot_report_wish *wish = sabot_report_wish_new(
		sabot_report_kind_find("table-shift"), sabot_shift_panel_get_feed(panel));

	wish->daemon = g_strdup(sabot_shift_panel_get_daemon(panel));
	wish->shift = g_strdup(shift);
	wish->with_simulated = TRUE;
	sabot_side_close(panels->side);
	sabot_report_pages_show(panels->reports, wish);
	sabot_report_wish_unref(wish);
}

static void
open_shift(struct sabot_house_panels *panels, SabotFeed *feed)
{
	GtkWidget *panel = sabot_shift_panel_new(feed, panels->daemon);

	g_signal_connect(panel, "table-wanted", G_CALLBACK(on_table_wanted), panels);
	g_signal_connect(panel, "money-wanted", G_CALLBACK(on_money_wanted), panels);
	g_signal_connect(panel, "ruling-wanted", G_CALLBACK(on_ruling_wanted), panels);
	g_signal_connect(panel, "report-wanted", G_CALLBACK(on_report_wanted), panels);
	sabot_side_open(panels->side, panel);
}

/* The house chosen last, if it can be chosen here; else the feed's first. */
static void
choose_again(struct sabot_house_panels *panels, SabotFeed *feed)
{
	const struct house *first = NULL;

	for (guint i = 0; i < panels->houses->len; i++) {
		const struct house *house = &g_array_index(panels->houses, struct house, i);

		if (house->feed != feed)
			continue;
		if (g_strcmp0(house->daemon, panels->daemon) == 0)
			return;
		first = first ? first : house;
	}
	g_clear_pointer(&panels->daemon, g_free);
	if (first)
		panels->daemon = g_strdup(first->daemon);
}

void
sabot_house_panels_open(struct sabot_house_panels *panels, enum sabot_house_panel which,
			SabotFeed *feed)
{
	panels->which = which;
	list_houses(panels);
	choose_again(panels, feed);
	switch (which) {
	case SABOT_HOUSE_SHIFT:
		open_shift(panels, feed);
		break;
	case SABOT_HOUSE_CAGE:
		sabot_side_open(panels->side, sabot_cage_panel_new(feed, panels->daemon));
		break;
	case SABOT_HOUSE_REPORTS:
		sabot_report_pages_open(panels->reports, feed, panels->daemon);
		break;
	case SABOT_HOUSE_STATISTICS:
		sabot_side_open(panels->side, sabot_statistics_panel_new(feed, panels->daemon));
		break;
	case SABOT_HOUSE_ABOUT:
		sabot_side_open(panels->side, sabot_about_panel_new(feed));
		break;
	}
	if (panels->houses->len > 1)
		offer_others(panels, feed);
}

