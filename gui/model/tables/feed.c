/* Converts a daemon's messages into models: see feed.h. */
#include "feed.h"

#include "gui/model/phrases.h"

#include <glib/gi18n.h>

struct _SabotFeed {
	GObject parent_instance;
	struct sabot_client *client;
	SabotTableList *tables;
	SabotIncidentList *incidents;
	gboolean is_one_of_many;
	SabotSession *session;
};

enum { SIGNAL_STATE_CHANGED, SIGNAL_INCIDENTS_CHANGED, SIGNAL_STEP_CAME, N_SIGNALS };
static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE(SabotFeed, sabot_feed, G_TYPE_OBJECT)

static void
sabot_feed_finalize(GObject *object)
{
	SabotFeed *feed = SABOT_FEED(object);

	if (feed->client)
		sabot_client_stop(feed->client);
	g_clear_object(&feed->session);
	g_clear_pointer(&feed->client, sabot_client_unref);
	g_object_unref(feed->tables);
	g_object_unref(feed->incidents);
	G_OBJECT_CLASS(sabot_feed_parent_class)->finalize(object);
}

static void
sabot_feed_class_init(SabotFeedClass *klass)
{
	G_OBJECT_CLASS(klass)->finalize = sabot_feed_finalize;
	signals[SIGNAL_STATE_CHANGED] =
		g_signal_new("state-changed", SABOT_TYPE_FEED, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
			     NULL, G_TYPE_NONE, 0);
	signals[SIGNAL_INCIDENTS_CHANGED] =
		g_signal_new("incidents-changed", SABOT_TYPE_FEED, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
			     NULL, G_TYPE_NONE, 0);
	signals[SIGNAL_STEP_CAME] = g_signal_new("step-came", SABOT_TYPE_FEED, G_SIGNAL_RUN_LAST, 0,
						 NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_POINTER);
}

static void
sabot_feed_init(SabotFeed *feed)
{
	feed->tables = sabot_table_list_new(feed);
	feed->incidents = sabot_incident_list_new(feed);
}

static void
on_state_changed(struct sabot_client *client, gpointer data)
{
	SabotFeed *feed = data;

	sabot_table_list_set_stale(feed->tables,
				   sabot_client_get_state(client) != SABOT_CLIENT_LIVE);
	sabot_session_set_connected(feed->session,
				    sabot_client_get_state(client) == SABOT_CLIENT_LIVE ||
					    sabot_client_get_state(client) == SABOT_CLIENT_STALE);
	g_signal_emit(feed, signals[SIGNAL_STATE_CHANGED], 0);
}

static void
put_incidents(SabotFeed *feed, const GPtrArray *incidents)
{
	for (guint i = 0; i < incidents->len; i++)
		sabot_incident_list_put(feed->incidents, g_ptr_array_index(incidents, i));
}

static void
emit_incidents_changed(SabotFeed *feed)
{
	g_signal_emit(feed, signals[SIGNAL_INCIDENTS_CHANGED], 0);
}

static void
on_snapshot_came(struct sabot_client *client, const struct sabot_wire_snapshot *snapshot,
		 gpointer data)
{
	SabotFeed *feed = data;

	(void)client;
	sabot_table_list_begin_snapshot(feed->tables);
	for (guint i = 0; i < snapshot->tables->len; i++)
		sabot_table_list_put(feed->tables, g_ptr_array_index(snapshot->tables, i));
	if (!snapshot->is_resumed)
		sabot_incident_list_clear(feed->incidents);
	put_incidents(feed, snapshot->incidents);
	emit_incidents_changed(feed);
}

/* For on_state_of_incident(): its arguments, and the number of calls. */
struct states {
	SabotFeed *feed;
	const struct sabot_wire_step *step;
	guint n;
};

static void
on_state_of_incident(int64_t id, enum sabot_wire_incident_state state,
		     const struct sabot_wire_mark *ruled, gpointer data)
{
	struct states *states = data;

	states->n++;
	sabot_incident_list_set_state(states->feed->incidents, states->step->table, id, state,
				      ruled);
}

static void
on_step_came(struct sabot_client *client, const struct sabot_wire_step *step, gpointer data)
{
	SabotFeed *feed = data;
	g_autoptr(GPtrArray) incidents = sabot_wire_step_incidents(step);
	struct states states = {feed, step, 0};

	(void)client;
	if (step->view)
		sabot_table_list_put(feed->tables, step->view);
	/* The snapshot is newer than the missed steps that it replaces. */
	for (guint i = 0; step->is_missed && i < incidents->len;) {
		struct sabot_wire_incident *incident = g_ptr_array_index(incidents, i);

		if (sabot_incident_list_has(feed->incidents, incident->table, incident->id))
			g_ptr_array_remove_index(incidents, i);
		else
			i++;
	}
	put_incidents(feed, incidents);
	sabot_wire_step_foreach_incident_state(step, on_state_of_incident, &states);
	if (incidents->len > 0 || states.n > 0)
		emit_incidents_changed(feed);
	g_signal_emit(feed, signals[SIGNAL_STEP_CAME], 0, step);
}

static void
on_view_came(struct sabot_client *client, struct sabot_wire_view *view, gpointer data)
{
	(void)client;
	sabot_table_list_put(SABOT_FEED(data)->tables, view);
}

static void
on_incidents_came(struct sabot_client *client, const GPtrArray *incidents, gpointer data)
{
	(void)client;
	put_incidents(data, incidents);
	emit_incidents_changed(data);
}

static void
on_beat_came(struct sabot_client *client, const struct sabot_wire_beat *beat, gpointer data)
{
	(void)client;
	(void)beat;
	sabot_table_list_end_snapshot(SABOT_FEED(data)->tables);
}

static void
on_logged_out(struct sabot_client *client, gpointer data)
{
	(void)client;
	sabot_session_end(SABOT_FEED(data)->session);
}

SabotFeed *
sabot_feed_new(const char *path)
{
	static const struct sabot_client_callbacks callbacks = {
		.state_changed = on_state_changed,
		.snapshot_came = on_snapshot_came,
		.step_came = on_step_came,
		.view_came = on_view_came,
		.incidents_came = on_incidents_came,
		.beat_came = on_beat_came,
		.logged_out = on_logged_out,
	};
	SabotFeed *feed = g_object_new(SABOT_TYPE_FEED, NULL);

	feed->client = sabot_client_new(path, true, &callbacks, feed);
	feed->session = sabot_session_new(feed->client);
	return feed;
}

void
sabot_feed_start(SabotFeed *feed)
{
	sabot_client_start(feed->client);
}

void
sabot_feed_set_one_of_many(SabotFeed *feed, gboolean is_one_of_many)
{
	feed->is_one_of_many = is_one_of_many;
}

const char *
sabot_feed_get_item_label(SabotTableItem *item)
{
	SabotFeed *feed = sabot_table_item_get_feed(item);

	return feed ? sabot_feed_get_label(feed) : "";
}

static const struct sabot_wire_duty *
dealer_of(const struct sabot_wire_view *view)
{
	for (guint i = 0; i < view->staff->len; i++) {
		const struct sabot_wire_duty *duty = g_ptr_array_index(view->staff, i);

		if (g_strcmp0(duty->post, "dealer") == 0)
			return duty;
	}
	return NULL;
}

char *
sabot_feed_name_dealer(SabotTableItem *item)
{
	const struct sabot_wire_duty *duty = dealer_of(sabot_table_item_get_view(item));
	SabotFeed *feed = sabot_table_item_get_feed(item);

	if (!duty || !duty->who)
		return g_strdup("");
	return g_strdup(feed ? sabot_session_get_name(feed->session, duty->who) : duty->who);
}

char *
sabot_feed_describe_dealer(SabotTableItem *item)
{
	const struct sabot_wire_duty *duty = dealer_of(sabot_table_item_get_view(item));
	g_autofree char *name = sabot_feed_name_dealer(item), *age = NULL;

	if (!*name || duty->since_us == SABOT_TIME_NONE)
		return g_steal_pointer(&name);
	age = sabot_phrase_age(g_get_real_time() - duty->since_us);
	/* Translators: who deals, for how long. */
	return g_strdup_printf(C_("dealer", "%s, %s"), name, age);
}

const char *
sabot_feed_get_label(SabotFeed *feed)
{
	const char *site = sabot_client_get_site(feed->client);

	if (!feed->is_one_of_many)
		return "";
	return *site ? site : sabot_client_get_path(feed->client);
}

struct sabot_client *
sabot_feed_get_client(SabotFeed *feed)
{
	return feed->client;
}

SabotTableList *
sabot_feed_get_tables(SabotFeed *feed)
{
	return feed->tables;
}

SabotIncidentList *
sabot_feed_get_incidents(SabotFeed *feed)
{
	return feed->incidents;
}

SabotSession *
sabot_feed_get_session(SabotFeed *feed)
{
	return feed->session;
}
