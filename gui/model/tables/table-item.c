/* A table's item: see table-item.h. */
#include "table-item.h"

#include <string.h>

struct _SabotTableItem {
	GObject parent_instance;
	struct sabot_wire_view *view;
	SabotFeed *feed; /* borrowed */
	gboolean is_stale;
	char *money; /* or NULL */
};

enum { SIGNAL_CHANGED, N_SIGNALS };
static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE(SabotTableItem, sabot_table_item, G_TYPE_OBJECT)

static void
sabot_table_item_finalize(GObject *object)
{
	sabot_record_unref(SABOT_TABLE_ITEM(object)->view);
	g_free(SABOT_TABLE_ITEM(object)->money);
	G_OBJECT_CLASS(sabot_table_item_parent_class)->finalize(object);
}

static void
sabot_table_item_class_init(SabotTableItemClass *klass)
{
	G_OBJECT_CLASS(klass)->finalize = sabot_table_item_finalize;
	signals[SIGNAL_CHANGED] = g_signal_new("changed", SABOT_TYPE_TABLE_ITEM, G_SIGNAL_RUN_LAST,
					       0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
sabot_table_item_init(SabotTableItem *item)
{
	(void)item;
}

SabotTableItem *
sabot_table_item_new(struct sabot_wire_view *view, SabotFeed *feed)
{
	SabotTableItem *item = g_object_new(SABOT_TYPE_TABLE_ITEM, NULL);

	item->view = sabot_record_ref(view);
	item->feed = feed;
	return item;
}

SabotFeed *
sabot_table_item_get_feed(SabotTableItem *item)
{
	return item->feed;
}

const struct sabot_wire_view *
sabot_table_item_get_view(SabotTableItem *item)
{
	return item->view;
}

void
sabot_table_item_set_view(SabotTableItem *item, struct sabot_wire_view *view)
{
	struct sabot_wire_view *old = item->view;

	item->view = sabot_record_ref(view);
	item->is_stale = FALSE;
	sabot_record_unref(old);
	g_signal_emit(item, signals[SIGNAL_CHANGED], 0);
}

const char *
sabot_table_item_get_name(SabotTableItem *item)
{
	return item->view->table;
}

const char *
sabot_table_item_get_money(SabotTableItem *item)
{
	return item->money;
}

void
sabot_table_item_set_money(SabotTableItem *item, const char *money)
{
	if (g_strcmp0(item->money, money) == 0)
		return;
	g_free(item->money);
	item->money = g_strdup(money);
	g_signal_emit(item, signals[SIGNAL_CHANGED], 0);
}

int
sabot_table_item_compare(SabotTableItem *a, SabotTableItem *b)
{
	int order = strverscmp(a->view->table, b->view->table);

	return order != 0 || a->feed == b->feed ? order : (a->feed < b->feed ? -1 : 1);
}

gboolean
sabot_table_item_get_stale(SabotTableItem *item)
{
	return item->is_stale || item->view->away;
}

void
sabot_table_item_set_stale(SabotTableItem *item, gboolean is_stale)
{
	if (item->is_stale == is_stale)
		return;
	item->is_stale = is_stale;
	g_signal_emit(item, signals[SIGNAL_CHANGED], 0);
}
