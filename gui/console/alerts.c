/*
 * Alerts: see alerts.h. An incident is new if it has not been seen and is recent: incidents that a
 * daemon reports from the past, at the start or after an outage, sound no alert.
 */
#include "gui/console/alerts.h"

#include "gui/console/sound.h"
#include "gui/model/phrases.h"

#include <glib/gi18n.h>

enum { YOUNG_S = 60 };

struct sabot_alerts {
	GtkApplication *application;
	SabotFloorModel *floor;
	SabotSettings *settings;
	/* ids of incidents that need somebody, equal to those of their notifications */
	GHashTable *seen;
};

/* The id of an incident's notification: unique among all daemons. */
static char *
id_of(SabotIncidentItem *item)
{
	const struct sabot_wire_incident *incident = sabot_incident_item_get_incident(item);
	SabotFeed *feed = sabot_incident_item_get_feed(item);

	return g_strdup_printf("%s/%s/%" G_GINT64_FORMAT,
			       sabot_client_get_path(sabot_feed_get_client(feed)), incident->table,
			       incident->id);
}

static bool
is_critical(const struct sabot_wire_incident *incident)
{
	return incident->severity == SABOT_WIRE_SEVERITY_UNKNOWN ||
	       incident->severity == SABOT_WIRE_SEVERITY_CRITICAL;
}

/* In a dispute guests wait for the pit. */
static bool
is_grave(const struct sabot_wire_incident *incident)
{
	return is_critical(incident) || incident->severity == SABOT_WIRE_SEVERITY_HIGH ||
	       g_strcmp0(incident->code, "dispute") == 0;
}

static bool
is_looked_at(struct sabot_alerts *alerts)
{
	for (GList *i = gtk_application_get_windows(alerts->application); i; i = i->next)
		if (gtk_window_is_active(i->data))
			return true;
	return false;
}

static void
notify(struct sabot_alerts *alerts, SabotIncidentItem *item, const char *id)
{
	const struct sabot_wire_incident *incident = sabot_incident_item_get_incident(item);
	const char *table = sabot_wire_incident_table(incident);
	g_autofree char *code = sabot_phrase_code(incident->code);
	g_autofree char *text = sabot_phrase_incident(incident);
	/* Translators: table, incident. */
	g_autofree char *title = g_strdup_printf(C_("notification", "%s: %s"), table, code);
	g_autoptr(GNotification) notification = g_notification_new(title);

	g_notification_set_body(notification, text);
	g_notification_set_priority(notification, is_critical(incident)
							  ? G_NOTIFICATION_PRIORITY_URGENT
							  : G_NOTIFICATION_PRIORITY_HIGH);
	g_notification_set_default_action(notification, "app.show");
	g_application_send_notification(G_APPLICATION(alerts->application), id, notification);
}

static void
ring(struct sabot_alerts *alerts, const struct sabot_wire_incident *incident)
{
	switch ((enum sabot_sound)sabot_settings_get(alerts->settings, SABOT_SETTING_SOUND)) {
	case SABOT_SOUND_NONE:
		return;
	case SABOT_SOUND_CRITICAL:
		if (!is_critical(incident))
			return;
		break;
	case SABOT_SOUND_HIGH:
		break;
	}
	sabot_ring_start(is_critical(incident) ? SABOT_RING_CRITICAL : SABOT_RING_HIGH, NULL, NULL);
}

/* Beside real tables a simulated one is for practice: its incidents sound no alert. */
static bool
is_practice(SabotIncidentItem *item)
{
	const char *name = sabot_wire_incident_table(sabot_incident_item_get_incident(item));
	GListModel *tables =
		G_LIST_MODEL(sabot_feed_get_tables(sabot_incident_item_get_feed(item)));
	bool is_simulated = false, has_real = false;

	for (guint i = 0; i < g_list_model_get_n_items(tables); i++) {
		g_autoptr(SabotTableItem) table = g_list_model_get_item(tables, i);
		const struct sabot_wire_view *view = sabot_table_item_get_view(table);

		has_real |= !view->is_simulated;
		is_simulated |= view->is_simulated && g_strcmp0(view->table, name) == 0;
	}
	return is_simulated && has_real;
}

static void
on_new(struct sabot_alerts *alerts, SabotIncidentItem *item, const char *id)
{
	const struct sabot_wire_incident *incident = sabot_incident_item_get_incident(item);
	int64_t age_us = g_get_real_time() - incident->at_us;

	if (!is_grave(incident) || age_us > YOUNG_S * G_TIME_SPAN_SECOND || is_practice(item))
		return;
	ring(alerts, incident);
	if (sabot_settings_get(alerts->settings, SABOT_SETTING_NOTIFY) && !is_looked_at(alerts))
		notify(alerts, item, id);
}

/* A changed incident is removed from the list and inserted again. */
static void
on_added(struct sabot_alerts *alerts, SabotIncidentItem *item)
{
	g_autofree char *id = id_of(item);
	bool needs_somebody =
		sabot_wire_incident_alarm(sabot_incident_item_get_incident(item),
					  g_get_real_time()) == SABOT_WIRE_ALARM_ACTIVE;

	if (!needs_somebody) {
		if (g_hash_table_remove(alerts->seen, id))
			g_application_withdraw_notification(G_APPLICATION(alerts->application), id);
		return;
	}
	if (g_hash_table_add(alerts->seen, g_strdup(id)))
		on_new(alerts, item, id);
}

static void
on_items_changed(GListModel *model, guint position, guint removed, guint added, gpointer data)
{
	(void)removed;
	for (guint i = 0; i < added; i++) {
		g_autoptr(SabotIncidentItem) item = g_list_model_get_item(model, position + i);

		on_added(data, item);
	}
}

struct sabot_alerts *
sabot_alerts_new(GtkApplication *application, SabotFloorModel *floor, SabotSettings *settings)
{
	struct sabot_alerts *alerts = g_new0(struct sabot_alerts, 1);

	alerts->application = application;
	alerts->floor = g_object_ref(floor);
	alerts->settings = g_object_ref(settings);
	alerts->seen = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
	g_signal_connect(sabot_floor_model_get_incidents(floor), "items-changed",
			 G_CALLBACK(on_items_changed), alerts);
	return alerts;
}

void
sabot_alerts_free(struct sabot_alerts *alerts)
{
	g_signal_handlers_disconnect_by_data(sabot_floor_model_get_incidents(alerts->floor),
					     alerts);
	g_hash_table_unref(alerts->seen);
	g_object_unref(alerts->floor);
	g_object_unref(alerts->settings);
	g_free(alerts);
}
