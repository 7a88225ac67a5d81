/* Drop and win of a table: see drop-label.h. */
#include "drop-label.h"

#include "gui/model/money/money-phrases.h"
#include "gui/model/tables/feed.h"
#include "gui/widgets/label.h"

enum { ASK_S = 15 };

struct sabot_drop_label {
	GtkLabel *label;
	SabotTableItem *item; /* or NULL */
	GCancellable *cancellable;
	guint source;
};

static void
request(struct sabot_drop_label *money, int64_t from);

static const struct sabot_wire_table_result *
find_result(const struct sabot_wire_page *page, const char *table)
{
	for (guint i = 0; i < page->items->len; i++) {
		const struct sabot_wire_table_result *result = g_ptr_array_index(page->items, i);

		if (g_strcmp0(result->table, table) == 0)
			return result;
	}
	return NULL;
}

/* Nothing is shown to a person without the right, or who must log in first. */
static void
on_page_came(struct sabot_client *client, json_t *ok, const GError *error, gpointer data)
{
	struct sabot_drop_label *money = data;
	const struct sabot_wire_table_result *result;
	struct sabot_wire_page *page;
	g_autofree char *text = NULL;

	(void)client;
	(void)error;
	page = ok ? sabot_record_parse(&sabot_wire_shift_tables_type, ok, NULL) : NULL;
	result = page ? find_result(page, sabot_table_item_get_name(money->item)) : NULL;
	if (page && !result && page->next) {
		request(money, page->next);
	} else {
		text = result ? sabot_money_drop_phrase(result) : NULL;
		sabot_label_set(money->label, text);
	}
	sabot_record_unref(page);
}

static void
request(struct sabot_drop_label *money, int64_t from)
{
	SabotFeed *feed = sabot_table_item_get_feed(money->item);
	/* A hub finds the daemon by the table. */
	json_t *args = json_pack("{s:s}", "table", sabot_table_item_get_name(money->item));

	if (from)
		json_object_set_new(args, "from", json_integer(from));
	sabot_session_request(sabot_feed_get_session(feed), "shift_tables", args,
			      money->cancellable, on_page_came, money);
}

static gboolean
on_ask_due(gpointer data)
{
	struct sabot_drop_label *money = data;

	if (money->item && gtk_widget_get_mapped(gtk_widget_get_parent(GTK_WIDGET(money->label))))
		request(money, 0);
	return G_SOURCE_CONTINUE;
}

struct sabot_drop_label *
sabot_drop_label_new(GtkLabel *label)
{
	struct sabot_drop_label *money = g_new0(struct sabot_drop_label, 1);

	money->label = label;
	money->cancellable = g_cancellable_new();
	money->source = g_timeout_add_seconds(ASK_S, on_ask_due, money);
	return money;
}

void
sabot_drop_label_free(struct sabot_drop_label *money)
{
	if (!money)
		return;
	g_source_remove(money->source);
	sabot_give_up(&money->cancellable);
	g_clear_object(&money->item);
	g_free(money);
}

void
sabot_drop_label_set_item(struct sabot_drop_label *money, SabotTableItem *item)
{
	if (item && item == money->item) {
		request(money, 0);
		return;
	}
	sabot_give_up(&money->cancellable);
	money->cancellable = g_cancellable_new();
	g_set_object(&money->item, item);
	sabot_label_set(money->label, NULL);
	if (item && sabot_table_item_get_feed(item))
		request(money, 0);
}
