/* Several daemons as one floor: see floor-model.h. */
#include "floor-model.h"

#include "gui/model/log/merge.h"

struct _SabotFloorModel {
	GObject parent_instance;
	GPtrArray *feeds;
	struct sabot_merge *tables, *incidents;
};

enum { SIGNAL_STATE_CHANGED, SIGNAL_TABLES_CHANGED, SIGNAL_INCIDENTS_CHANGED, N_SIGNALS };
static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE(SabotFloorModel, sabot_floor_model, G_TYPE_OBJECT)

static void
sabot_floor_model_finalize(GObject *object)
{
	SabotFloorModel *floor = SABOT_FLOOR_MODEL(object);

	for (guint i = 0; i < floor->feeds->len; i++)
		g_signal_handlers_disconnect_by_data(g_ptr_array_index(floor->feeds, i), floor);
	sabot_merge_free(floor->tables);
	sabot_merge_free(floor->incidents);
	g_ptr_array_unref(floor->feeds);
	G_OBJECT_CLASS(sabot_floor_model_parent_class)->finalize(object);
}

static void
sabot_floor_model_class_init(SabotFloorModelClass *klass)
{
	G_OBJECT_CLASS(klass)->finalize = sabot_floor_model_finalize;
	signals[SIGNAL_STATE_CHANGED] =
		g_signal_new("state-changed", SABOT_TYPE_FLOOR_MODEL, G_SIGNAL_RUN_LAST, 0, NULL,
			     NULL, NULL, G_TYPE_NONE, 0);
	signals[SIGNAL_TABLES_CHANGED] =
		g_signal_new("tables-changed", SABOT_TYPE_FLOOR_MODEL, G_SIGNAL_RUN_LAST, 0, NULL,
			     NULL, NULL, G_TYPE_NONE, 0);
	signals[SIGNAL_INCIDENTS_CHANGED] =
		g_signal_new("incidents-changed", SABOT_TYPE_FLOOR_MODEL, G_SIGNAL_RUN_LAST, 0,
			     NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static int
compare_tables(gconstpointer a, gconstpointer b, gpointer data)
{
	(void)data;
	return sabot_table_item_compare((gpointer)a, (gpointer)b);
}

static int
compare_incidents(gconstpointer a, gconstpointer b, gpointer data)
{
	(void)data;
	return sabot_incident_item_compare((gpointer)a, (gpointer)b);
}

static void
on_table_changed(SabotTableItem *table, gpointer data)
{
	(void)table;
	g_signal_emit(data, signals[SIGNAL_TABLES_CHANGED], 0);
}

/* A table that was only moved in the list is already known. */
static void
on_tables_changed(GListModel *tables, guint position, guint removed, guint added, gpointer data)
{
	(void)removed;
	for (guint i = 0; i < added; i++) {
		g_autoptr(SabotTableItem) table = g_list_model_get_item(tables, position + i);

		g_signal_handlers_disconnect_by_data(table, data);
		g_signal_connect_object(table, "changed", G_CALLBACK(on_table_changed), data, 0);
	}
	g_signal_emit(data, signals[SIGNAL_TABLES_CHANGED], 0);
}

static void
sabot_floor_model_init(SabotFloorModel *floor)
{
	floor->feeds = g_ptr_array_new_with_free_func(g_object_unref);
	floor->tables = sabot_merge_new(SABOT_TYPE_TABLE_ITEM, compare_tables);
	floor->incidents = sabot_merge_new(SABOT_TYPE_INCIDENT_ITEM, compare_incidents);
	g_signal_connect_object(sabot_merge_get_model(floor->tables), "items-changed",
				G_CALLBACK(on_tables_changed), floor, 0);
}

SabotFloorModel *
sabot_floor_model_new(void)
{
	return g_object_new(SABOT_TYPE_FLOOR_MODEL, NULL);
}

static void
on_state_changed(SabotFeed *feed, gpointer data)
{
	(void)feed;
	g_signal_emit(data, signals[SIGNAL_STATE_CHANGED], 0);
}

static void
on_incidents_changed(SabotFeed *feed, gpointer data)
{
	(void)feed;
	g_signal_emit(data, signals[SIGNAL_INCIDENTS_CHANGED], 0);
}

SabotFeed *
sabot_floor_model_add(SabotFloorModel *floor, const char *path)
{
	SabotFeed *feed = sabot_feed_new(path);

	g_ptr_array_add(floor->feeds, feed);
	for (guint i = 0; i < floor->feeds->len; i++)
		sabot_feed_set_one_of_many(g_ptr_array_index(floor->feeds, i),
					   floor->feeds->len > 1);
	sabot_merge_add(floor->tables, G_LIST_MODEL(sabot_feed_get_tables(feed)));
	sabot_merge_add(floor->incidents, G_LIST_MODEL(sabot_feed_get_incidents(feed)));
	g_signal_connect(feed, "state-changed", G_CALLBACK(on_state_changed), floor);
	g_signal_connect(feed, "incidents-changed", G_CALLBACK(on_incidents_changed), floor);
	sabot_feed_start(feed);
	return feed;
}

guint
sabot_floor_model_count_feeds(SabotFloorModel *floor)
{
	return floor->feeds->len;
}

SabotFeed *
sabot_floor_model_get_feed(SabotFloorModel *floor, guint n)
{
	return g_ptr_array_index(floor->feeds, n);
}

GListModel *
sabot_floor_model_get_tables(SabotFloorModel *floor)
{
	return sabot_merge_get_model(floor->tables);
}

GListModel *
sabot_floor_model_get_incidents(SabotFloorModel *floor)
{
	return sabot_merge_get_model(floor->incidents);
}

void
sabot_floor_model_refresh_incidents(SabotFloorModel *floor)
{
	for (guint i = 0; i < floor->feeds->len; i++)
		sabot_incident_list_refresh(
			sabot_feed_get_incidents(g_ptr_array_index(floor->feeds, i)));
}

guint
sabot_floor_model_count_hidden_incidents(SabotFloorModel *floor)
{
	guint n = 0;

	for (guint i = 0; i < floor->feeds->len; i++)
		n += sabot_incident_list_count_hidden(
			sabot_feed_get_incidents(g_ptr_array_index(floor->feeds, i)));
	return n;
}

gboolean
sabot_floor_model_is_live(SabotFloorModel *floor)
{
	for (guint i = 0; i < floor->feeds->len; i++) {
		SabotFeed *feed = g_ptr_array_index(floor->feeds, i);

		if (sabot_client_get_state(sabot_feed_get_client(feed)) != SABOT_CLIENT_LIVE)
			return FALSE;
	}
	return TRUE;
}
