/* One table for its dealer: see dealer-table.h. */
#include "gui/model/dealer-table.h"

#include <string.h>

struct _SabotDealerTable {
	GObject parent_instance;
	char *name;
	SabotFeed *feed;
	SabotTableItem *item; /* NULL until the daemon told of it */
	GPtrArray *keys;
	GArray *boxes; /* of int64_t: chosen by hand for the next round */
	char *refusal;
	int64_t undo_n; /* the table's event that `undo` takes back; 0 = none */
	GCancellable *cancellable;
};

/* What is under way keeps its table alive. */
struct press {
	SabotDealerTable *table;
	bool can_undo;
};

enum { SIGNAL_CHANGED, N_SIGNALS };
static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE(SabotDealerTable, sabot_dealer_table, G_TYPE_OBJECT)

static void
sabot_dealer_table_finalize(GObject *object)
{
	SabotDealerTable *table = SABOT_DEALER_TABLE(object);

	if (table->item)
		g_signal_handlers_disconnect_by_data(table->item, table);
	g_clear_object(&table->item);
	g_signal_handlers_disconnect_by_data(table->feed, table);
	g_signal_handlers_disconnect_by_data(sabot_feed_get_tables(table->feed), table);
	g_object_unref(table->feed);
	g_ptr_array_unref(table->keys);
	g_array_unref(table->boxes);
	g_free(table->refusal);
	g_free(table->name);
	G_OBJECT_CLASS(sabot_dealer_table_parent_class)->finalize(object);
}

static void
sabot_dealer_table_class_init(SabotDealerTableClass *klass)
{
	G_OBJECT_CLASS(klass)->finalize = sabot_dealer_table_finalize;
	signals[SIGNAL_CHANGED] =
		g_signal_new("changed", SABOT_TYPE_DEALER_TABLE, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
			     NULL, G_TYPE_NONE, 0);
}

static void
sabot_dealer_table_init(SabotDealerTable *table)
{
	table->keys = g_ptr_array_new();
	table->boxes = g_array_new(FALSE, FALSE, sizeof(int64_t));
	table->refusal = g_strdup("");
}

/* Boxes were chosen for one round only, and an undo is for the last event only. */
static void
refresh(SabotDealerTable *table)
{
	const struct sabot_wire_view *view = sabot_dealer_table_get_view(table);
	struct sabot_dealer_state state = {.boxes = table->boxes};

	if (!view)
		return;
	if (view->phase != SABOT_WIRE_PHASE_BETTING)
		g_array_set_size(table->boxes, 0);
	state.can_undo = table->undo_n > 0 && view->n == table->undo_n;
	g_ptr_array_unref(table->keys);
	table->keys = sabot_dealer_keys(view, &state);
	g_signal_emit(table, signals[SIGNAL_CHANGED], 0);
}

static void
on_item_changed(SabotTableItem *item, gpointer data)
{
	(void)item;
	refresh(data);
}

/* The table may be told of at last. */
static void
on_tables_changed(GListModel *tables, guint position, guint n_removed, guint n_added, gpointer data)
{
	SabotDealerTable *table = data;

	(void)n_removed;
	for (guint i = position; !table->item && i < position + n_added; i++) {
		g_autoptr(SabotTableItem) item = g_list_model_get_item(tables, i);

		if (strcmp(sabot_table_item_get_name(item), table->name) != 0)
			continue;
		table->item = g_steal_pointer(&item);
		g_signal_connect(table->item, "changed", G_CALLBACK(on_item_changed), table);
		refresh(table);
	}
}

static void
on_state_changed(SabotFeed *feed, gpointer data)
{
	(void)feed;
	g_signal_emit(data, signals[SIGNAL_CHANGED], 0);
}

SabotDealerTable *
sabot_dealer_table_new(const char *path, const char *name)
{
	SabotDealerTable *table = g_object_new(SABOT_TYPE_DEALER_TABLE, NULL);

	table->name = g_strdup(name);
	table->feed = sabot_feed_new(path);
	g_signal_connect(table->feed, "state-changed", G_CALLBACK(on_state_changed), table);
	g_signal_connect(sabot_feed_get_tables(table->feed), "items-changed",
			 G_CALLBACK(on_tables_changed), table);
	return table;
}

void
sabot_dealer_table_start(SabotDealerTable *table)
{
	sabot_feed_start(table->feed);
}

const char *
sabot_dealer_table_get_name(SabotDealerTable *table)
{
	return table->name;
}

SabotFeed *
sabot_dealer_table_get_feed(SabotDealerTable *table)
{
	return table->feed;
}

const struct sabot_wire_view *
sabot_dealer_table_get_view(SabotDealerTable *table)
{
	return table->item ? sabot_table_item_get_view(table->item) : NULL;
}

gboolean
sabot_dealer_table_is_stale(SabotDealerTable *table)
{
	return !table->item || sabot_table_item_get_stale(table->item);
}

const char *
sabot_dealer_table_get_refusal(SabotDealerTable *table)
{
	return table->refusal;
}

const GPtrArray *
sabot_dealer_table_get_keys(SabotDealerTable *table)
{
	return table->keys;
}

static void
on_reply(struct sabot_client *client, json_t *ok, const GError *error, gpointer data)
{
	struct press *press = data;
	SabotDealerTable *table = press->table;

	(void)client;
	g_free(table->refusal);
	table->refusal = g_strdup(error ? error->message : "");
	if (ok)
		table->undo_n = press->can_undo ? json_integer_value(json_object_get(ok, "n")) : 0;
	refresh(table);
	g_object_unref(table);
	g_free(press);
}

/* As docs/event-log.md has it for `undo`. */
static bool
can_be_undone(const json_t *event)
{
	static const char *const words[] = {"bet",        "no_more_bets", "insurance",
					    "even_money", "action",       NULL};
	const char *word = json_string_value(json_object_get(event, "ev"));

	return word && g_strv_contains(words, word);
}

void
sabot_dealer_table_send(SabotDealerTable *table, json_t *event)
{
	json_t *args = json_pack("{s:s, s:O}", "table", table->name, "event", event);
	struct press *press = g_new0(struct press, 1);

	press->table = g_object_ref(table);
	press->can_undo = can_be_undone(event);
	sabot_client_request(sabot_feed_get_client(table->feed), "event", args, NULL, on_reply,
			     press);
	json_decref(args);
	json_decref(event);
}

static int
find_box(SabotDealerTable *table, int64_t box)
{
	for (guint i = 0; i < table->boxes->len; i++) {
		if (g_array_index(table->boxes, int64_t, i) == box)
			return (int)i;
	}
	return -1;
}

void
sabot_dealer_table_toggle_box(SabotDealerTable *table, int64_t box)
{
	int at = find_box(table, box);

	if (at >= 0)
		g_array_remove_index(table->boxes, (guint)at);
	else
		g_array_append_val(table->boxes, box);
	refresh(table);
}

gboolean
sabot_dealer_table_has_box(SabotDealerTable *table, int64_t box)
{
	return find_box(table, box) >= 0;
}
