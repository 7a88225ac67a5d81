/* The list of tables: see table-list.h. Kept sorted by name, so a find is a bisection. */
#include "table-list.h"

struct _SabotTableList {
	GObject parent_instance;
	SabotFeed *feed; /* borrowed */
	GPtrArray *items;
	GHashTable *unconfirmed; /* names not confirmed by the snapshot yet, or NULL */
};

static void
list_model_init(GListModelInterface *interface);

G_DEFINE_FINAL_TYPE_WITH_CODE(SabotTableList, sabot_table_list, G_TYPE_OBJECT,
			      G_IMPLEMENT_INTERFACE(G_TYPE_LIST_MODEL, list_model_init))

static GType
get_item_type(GListModel *model)
{
	(void)model;
	return SABOT_TYPE_TABLE_ITEM;
}

static guint
get_n_items(GListModel *model)
{
	return SABOT_TABLE_LIST(model)->items->len;
}

static gpointer
get_item(GListModel *model, guint position)
{
	SabotTableList *list = SABOT_TABLE_LIST(model);

	return position < list->items->len ? g_object_ref(g_ptr_array_index(list->items, position))
					   : NULL;
}

static void
list_model_init(GListModelInterface *interface)
{
	interface->get_item_type = get_item_type;
	interface->get_n_items = get_n_items;
	interface->get_item = get_item;
}

static void
sabot_table_list_finalize(GObject *object)
{
	SabotTableList *list = SABOT_TABLE_LIST(object);

	g_ptr_array_unref(list->items);
	g_clear_pointer(&list->unconfirmed, g_hash_table_unref);
	G_OBJECT_CLASS(sabot_table_list_parent_class)->finalize(object);
}

static void
sabot_table_list_class_init(SabotTableListClass *klass)
{
	G_OBJECT_CLASS(klass)->finalize = sabot_table_list_finalize;
}

static void
sabot_table_list_init(SabotTableList *list)
{
	list->items = g_ptr_array_new_with_free_func(g_object_unref);
}

SabotTableList *
sabot_table_list_new(SabotFeed *feed)
{
	SabotTableList *list = g_object_new(SABOT_TYPE_TABLE_LIST, NULL);

	list->feed = feed;
	return list;
}

/* The first position whose name is not before `name`. */
static guint
lower_bound(SabotTableList *list, const char *name)
{
	guint low = 0, high = list->items->len;

	while (low < high) {
		guint middle = low + (high - low) / 2;

		if (g_strcmp0(sabot_table_item_get_name(g_ptr_array_index(list->items, middle)),
			      name) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

SabotTableItem *
sabot_table_list_find(SabotTableList *list, const char *name, guint *ret_position)
{
	guint position = lower_bound(list, name);
	SabotTableItem *item;

	if (position == list->items->len)
		return NULL;
	item = g_ptr_array_index(list->items, position);
	if (g_strcmp0(sabot_table_item_get_name(item), name) != 0)
		return NULL;
	if (ret_position)
		*ret_position = position;
	return item;
}

void
sabot_table_list_put(SabotTableList *list, struct sabot_wire_view *view)
{
	SabotTableItem *item = sabot_table_list_find(list, view->table, NULL);
	guint position;

	if (list->unconfirmed)
		g_hash_table_remove(list->unconfirmed, view->table);
	if (item) {
		sabot_table_item_set_view(item, view);
		return;
	}
	position = lower_bound(list, view->table);
	g_ptr_array_insert(list->items, (int)position, sabot_table_item_new(view, list->feed));
	g_list_model_items_changed(G_LIST_MODEL(list), position, 0, 1);
}

void
sabot_table_list_begin_snapshot(SabotTableList *list)
{
	g_clear_pointer(&list->unconfirmed, g_hash_table_unref);
	list->unconfirmed = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
	for (guint i = 0; i < list->items->len; i++)
		g_hash_table_add(list->unconfirmed, g_strdup(sabot_table_item_get_name(
							    g_ptr_array_index(list->items, i))));
}

void
sabot_table_list_end_snapshot(SabotTableList *list)
{
	GHashTableIter iter;
	gpointer name;
	guint position;

	if (!list->unconfirmed)
		return;
	g_hash_table_iter_init(&iter, list->unconfirmed);
	while (g_hash_table_iter_next(&iter, &name, NULL)) {
		if (!sabot_table_list_find(list, name, &position))
			continue;
		g_ptr_array_remove_index(list->items, position);
		g_list_model_items_changed(G_LIST_MODEL(list), position, 1, 0);
	}
	g_clear_pointer(&list->unconfirmed, g_hash_table_unref);
}

void
sabot_table_list_set_stale(SabotTableList *list, gboolean is_stale)
{
	for (guint i = 0; i < list->items->len; i++)
		sabot_table_item_set_stale(g_ptr_array_index(list->items, i), is_stale);
}
