/* A table for its guests: see board-table.h. */
#include "board-table.h"

struct _SabotBoardTable {
	GObject parent_instance;
	char *name;
	SabotFeed *feed;
	SabotTableItem *item;            /* NULL until the daemon sent it */
	struct sabot_wire_rules *rules;  /* NULL until known */
	struct sabot_wire_rounds *ended; /* likewise */
	char *rules_asked, *ended_asked; /* the part of the view for which they were requested */
	GCancellable *cancellable;
};

enum { SIGNAL_CHANGED, N_SIGNALS };
static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE(SabotBoardTable, sabot_board_table, G_TYPE_OBJECT)

static void
release_item(SabotBoardTable *table)
{
	if (table->item)
		g_signal_handlers_disconnect_by_data(table->item, table);
	g_clear_object(&table->item);
}

static void
sabot_board_table_finalize(GObject *object)
{
	SabotBoardTable *table = SABOT_BOARD_TABLE(object);

	g_cancellable_cancel(table->cancellable);
	g_object_unref(table->cancellable);
	release_item(table);
	g_signal_handlers_disconnect_by_data(sabot_feed_get_tables(table->feed), table);
	g_object_unref(table->feed);
	sabot_record_unref(table->rules);
	sabot_record_unref(table->ended);
	g_free(table->rules_asked);
	g_free(table->ended_asked);
	g_free(table->name);
	G_OBJECT_CLASS(sabot_board_table_parent_class)->finalize(object);
}

static void
sabot_board_table_class_init(SabotBoardTableClass *klass)
{
	G_OBJECT_CLASS(klass)->finalize = sabot_board_table_finalize;
	signals[SIGNAL_CHANGED] = g_signal_new("changed", SABOT_TYPE_BOARD_TABLE, G_SIGNAL_RUN_LAST,
					       0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
sabot_board_table_init(SabotBoardTable *table)
{
	table->cancellable = g_cancellable_new();
}

/* Set `*asked` to `wanted`; false if it had that value already. `wanted` is transferred. */
static bool
is_new(char **asked, char *wanted)
{
	if (g_strcmp0(*asked, wanted) == 0) {
		g_free(wanted);
		return false;
	}
	g_free(*asked);
	*asked = wanted;
	return true;
}

static void
request(SabotBoardTable *table, const char *verb, json_t *args, sabot_client_reply_fn *on_reply)
{
	sabot_client_request(sabot_feed_get_client(table->feed), verb, args, table->cancellable,
			     on_reply, table);
	json_decref(args);
}

/* NULL if there is no answer; a request lost with the connection is repeated later. */
static gpointer
parse(const struct sabot_record_type *type, json_t *ok, const GError *error, char **asked)
{
	if (g_error_matches(error, G_IO_ERROR, G_IO_ERROR_CLOSED))
		g_clear_pointer(asked, g_free);
	return ok ? sabot_record_parse(type, ok, NULL) : NULL;
}

void
sabot_board_table_set_answers(SabotBoardTable *table, struct sabot_wire_rules *rules,
			      struct sabot_wire_rounds *rounds)
{
	if (rules) {
		sabot_record_unref(table->rules);
		table->rules = sabot_record_ref(rules);
	}
	if (rounds) {
		sabot_record_unref(table->ended);
		table->ended = sabot_record_ref(rounds);
	}
	g_signal_emit(table, signals[SIGNAL_CHANGED], 0);
}

static void
on_rules_received(struct sabot_client *client, json_t *ok, const GError *error, gpointer data)
{
	SabotBoardTable *table = data;
	struct sabot_wire_rules *rules =
		parse(&sabot_wire_rules_type, ok, error, &table->rules_asked);

	(void)client;
	if (rules)
		sabot_board_table_set_answers(table, rules, NULL);
	sabot_record_unref(rules);
}

static void
on_rounds_received(struct sabot_client *client, json_t *ok, const GError *error, gpointer data)
{
	SabotBoardTable *table = data;
	struct sabot_wire_rounds *rounds =
		parse(&sabot_wire_rounds_type, ok, error, &table->ended_asked);

	(void)client;
	if (rounds)
		sabot_board_table_set_answers(table, NULL, rounds);
	sabot_record_unref(rounds);
}

/* Rules change only with a load; a hand ends with its round. */
static void
request_what_changed(SabotBoardTable *table)
{
	const struct sabot_wire_view *view = sabot_board_table_get_view(table);

	if (is_new(&table->rules_asked, g_strdup_printf("%s %d", view->rules, (int)view->load)))
		request(table, "rules", json_pack("{s:s}", "table", table->name),
			on_rules_received);
	if (view->game == SABOT_WIRE_GAME_BLACKJACK &&
	    is_new(&table->ended_asked, g_strdup_printf("%d %d %d", (int)view->load,
							(int)view->round, view->is_round_open)))
		request(table, "rounds",
			json_pack("{s:s, s:i}", "table", table->name, "limit", SABOT_BOARD_ROUNDS),
			on_rounds_received);
}

static void
on_item_changed(SabotTableItem *item, gpointer data)
{
	SabotBoardTable *table = data;

	(void)item;
	if (!sabot_table_item_get_stale(table->item))
		request_what_changed(table);
	g_signal_emit(table, signals[SIGNAL_CHANGED], 0);
}

static void
find_item(SabotBoardTable *table)
{
	SabotTableItem *item =
		sabot_table_list_find(sabot_feed_get_tables(table->feed), table->name, NULL);

	if (item == table->item)
		return;
	release_item(table);
	if (item) {
		table->item = g_object_ref(item);
		g_signal_connect(item, "changed", G_CALLBACK(on_item_changed), table);
		on_item_changed(item, table);
	} else {
		g_signal_emit(table, signals[SIGNAL_CHANGED], 0);
	}
}

SabotBoardTable *
sabot_board_table_new(SabotFeed *feed, const char *name)
{
	SabotBoardTable *table = g_object_new(SABOT_TYPE_BOARD_TABLE, NULL);

	table->feed = g_object_ref(feed);
	table->name = g_strdup(name);
	g_signal_connect_swapped(sabot_feed_get_tables(feed), "items-changed",
				 G_CALLBACK(find_item), table);
	find_item(table);
	return table;
}

const char *
sabot_board_table_get_name(SabotBoardTable *table)
{
	return table->name;
}

const struct sabot_wire_view *
sabot_board_table_get_view(SabotBoardTable *table)
{
	return table->item ? sabot_table_item_get_view(table->item) : NULL;
}

const struct sabot_wire_rules *
sabot_board_table_get_rules(SabotBoardTable *table)
{
	return table->rules;
}

const GPtrArray *
sabot_board_table_get_rounds(SabotBoardTable *table)
{
	return table->ended ? table->ended->rounds : NULL;
}

gboolean
sabot_board_table_is_stale(SabotBoardTable *table)
{
	return !table->item || sabot_table_item_get_stale(table->item);
}
