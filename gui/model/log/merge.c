/*
 * Merges lists: see merge.h. A model reports removed items only by position, so each source keeps a
 * copy of its items.
 */
#include "merge.h"

struct source {
	struct sabot_merge *merge;
	GListModel *model;
	GPtrArray *items; /* same order as in the model */
};

struct sabot_merge {
	GListStore *store;
	GCompareDataFunc compare;
	GPtrArray *sources; /* of struct source */
};

static void
source_free(gpointer data)
{
	struct source *source = data;

	g_signal_handlers_disconnect_by_data(source->model, source);
	g_object_unref(source->model);
	g_ptr_array_unref(source->items);
	g_free(source);
}

static void
take_out(struct source *source, guint position)
{
	guint place;

	if (g_list_store_find(source->merge->store, g_ptr_array_index(source->items, position),
			      &place))
		g_list_store_remove(source->merge->store, place);
	g_ptr_array_remove_index(source->items, position);
}

static void
on_items_changed(GListModel *model, guint position, guint removed, guint added, gpointer data)
{
	struct source *source = data;

	for (guint i = 0; i < removed; i++)
		take_out(source, position);
	for (guint i = 0; i < added; i++) {
		gpointer item = g_list_model_get_item(model, position + i);

		g_ptr_array_insert(source->items, (int)(position + i), item);
		g_list_store_insert_sorted(source->merge->store, item, source->merge->compare,
					   NULL);
	}
}

struct sabot_merge *
sabot_merge_new(GType item_type, GCompareDataFunc compare)
{
	struct sabot_merge *merge = g_new0(struct sabot_merge, 1);

	merge->store = g_list_store_new(item_type);
	merge->compare = compare;
	merge->sources = g_ptr_array_new_with_free_func(source_free);
	return merge;
}

void
sabot_merge_free(struct sabot_merge *merge)
{
	g_ptr_array_unref(merge->sources);
	g_object_unref(merge->store);
	g_free(merge);
}

void
sabot_merge_add(struct sabot_merge *merge, GListModel *model)
{
	struct source *source = g_new0(struct source, 1);

	source->merge = merge;
	source->model = g_object_ref(model);
	source->items = g_ptr_array_new_with_free_func(g_object_unref);
	g_ptr_array_add(merge->sources, source);
	g_signal_connect(model, "items-changed", G_CALLBACK(on_items_changed), source);
	on_items_changed(model, 0, 0, g_list_model_get_n_items(model), source);
}

GListModel *
sabot_merge_get_model(struct sabot_merge *merge)
{
	return G_LIST_MODEL(merge->store);
}
