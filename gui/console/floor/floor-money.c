/* See floor-money.h. The results are stored in the items: sabot_table_item_set_money(). */
#include "floor-money.h"

#include "gui/model/login.h"
#include "proto/messages/money-messages.h"
#include "text/money.h"

#include <glib/gi18n.h>

enum { ASK_S = 15 };

struct sabot_floor_money {
	SabotFloorModel *floor;  /* borrowed */
	SabotSettings *settings; /* borrowed */
	GArray *watches;         /* of struct watch, one a daemon */
	guint source;
};

struct watch {
	struct sabot_floor_money *money;
	SabotFeed *feed;
	GCancellable *cancellable;
};

static void
request(struct watch *watch, int64_t from);

/* Transferred. */
static char *
phrase(const struct sabot_wire_table_result *result)
{
	gboolean is_estimate = result->win_minor == SABOT_WIRE_NO_NUMBER &&
			       result->estimate_minor != SABOT_WIRE_NO_NUMBER;
	int64_t win_minor = is_estimate ? result->estimate_minor : result->win_minor;
	char drop[SABOT_TEXT_MONEY_SIZE] = "–", win[SABOT_TEXT_MONEY_SIZE] = "–";

	if (result->drop_minor == SABOT_WIRE_NO_NUMBER && win_minor == SABOT_WIRE_NO_NUMBER)
		return NULL;
	if (result->drop_minor != SABOT_WIRE_NO_NUMBER)
		sabot_text_money_spaced(result->drop_minor, drop);
	if (win_minor != SABOT_WIRE_NO_NUMBER)
		sabot_text_money_spaced(win_minor, win);
	/* Translators: of a table in this shift, two amounts; the second one is estimated. */
	return g_strdup_printf(is_estimate ? C_("tile", "drop %s · win ≈%s")
					   : C_("tile", "drop %s · win %s"),
			       drop, win);
}

static void
forget(SabotFeed *feed)
{
	GListModel *tables = G_LIST_MODEL(sabot_feed_get_tables(feed));

	for (guint i = 0; i < g_list_model_get_n_items(tables); i++) {
		g_autoptr(SabotTableItem) item = g_list_model_get_item(tables, i);

		sabot_table_item_set_money(item, NULL);
	}
}

static void
show(SabotFeed *feed, const struct sabot_wire_table_result *result)
{
	SabotTableItem *item =
		sabot_table_list_find(sabot_feed_get_tables(feed), result->table, NULL);
	g_autofree char *text = phrase(result);

	if (item)
		sabot_table_item_set_money(item, text);
}

static void
on_page_came(struct sabot_client *client, json_t *ok, const GError *error, gpointer data)
{
	struct watch *watch = data;
	struct sabot_wire_page *page =
		ok ? sabot_record_parse(&sabot_wire_shift_tables_type, ok, NULL) : NULL;

	(void)client;
	(void)error;
	if (!page) {
		forget(watch->feed);
		return;
	}
	for (guint i = 0; i < page->items->len; i++)
		show(watch->feed, g_ptr_array_index(page->items, i));
	if (page->next)
		request(watch, page->next);
	sabot_record_unref(page);
}

static void
request(struct watch *watch, int64_t from)
{
	json_t *args = from ? json_pack("{s:I}", "from", (json_int_t)from) : json_object();

	sabot_session_request(sabot_feed_get_session(watch->feed), "shift_tables", args,
			      watch->cancellable, on_page_came, watch);
}

/* Request from the first page, if the setting is on. */
static void
request_money(struct watch *watch)
{
	sabot_give_up(&watch->cancellable);
	watch->cancellable = g_cancellable_new();
	if (sabot_settings_get(watch->money->settings, SABOT_SETTING_MONEY))
		request(watch, 0);
	else
		forget(watch->feed);
}

static gboolean
on_due(gpointer data)
{
	struct sabot_floor_money *money = data;

	for (guint i = 0; i < money->watches->len; i++)
		if (sabot_settings_get(money->settings, SABOT_SETTING_MONEY))
			request_money(&g_array_index(money->watches, struct watch, i));
	return G_SOURCE_CONTINUE;
}

static void
on_setting_changed(SabotSettings *settings, int setting, gpointer data)
{
	struct sabot_floor_money *money = data;

	(void)settings;
	for (guint i = 0; setting == SABOT_SETTING_MONEY && i < money->watches->len; i++)
		request_money(&g_array_index(money->watches, struct watch, i));
}

/* The person now logged in may have other rights. */
static void
on_session_changed(SabotSession *session, gpointer data)
{
	struct sabot_floor_money *money = data;

	for (guint i = 0; i < money->watches->len; i++) {
		struct watch *watch = &g_array_index(money->watches, struct watch, i);

		if (sabot_feed_get_session(watch->feed) == session)
			request_money(watch);
	}
}

struct sabot_floor_money *
sabot_floor_money_new(SabotFloorModel *floor, SabotSettings *settings)
{
	struct sabot_floor_money *money = g_new0(struct sabot_floor_money, 1);

	money->floor = floor;
	money->settings = settings;
	money->watches = g_array_new(FALSE, TRUE, sizeof(struct watch));
	for (guint i = 0; i < sabot_floor_model_count_feeds(floor); i++) {
		struct watch watch = {money, sabot_floor_model_get_feed(floor, i), NULL};

		g_array_append_val(money->watches, watch);
		g_signal_connect(sabot_feed_get_session(watch.feed), "changed",
				 G_CALLBACK(on_session_changed), money);
	}
	g_signal_connect(settings, "changed", G_CALLBACK(on_setting_changed), money);
	money->source = g_timeout_add_seconds(ASK_S, on_due, money);
	on_due(money);
	return money;
}

void
sabot_floor_money_free(struct sabot_floor_money *money)
{
	if (!money)
		return;
	g_source_remove(money->source);
	g_signal_handlers_disconnect_by_data(money->settings, money);
	for (guint i = 0; i < money->watches->len; i++) {
		struct watch *watch = &g_array_index(money->watches, struct watch, i);

		g_signal_handlers_disconnect_by_data(sabot_feed_get_session(watch->feed), money);
		sabot_give_up(&watch->cancellable);
	}
	g_array_unref(money->watches);
	g_free(money);
}
