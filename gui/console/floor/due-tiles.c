/* Tiles that are due: see due-tiles.h. */
#include "due-tiles.h"

enum { REFRESH_MS = 80 };

struct sabot_due_tiles {
	GtkWidget *place; /* borrowed: it owns this */
	void (*on_refreshed)(gpointer place, SabotTableTile *tile);
	GHashTable *tiles; /* of SabotTableTile, borrowed */
	guint source;
};

static gboolean
on_due(gpointer data)
{
	struct sabot_due_tiles *due = data;
	GHashTableIter iter;
	gpointer tile;

	due->source = 0;
	if (!gtk_widget_get_mapped(due->place))
		return G_SOURCE_REMOVE;
	g_hash_table_iter_init(&iter, due->tiles);
	while (g_hash_table_iter_next(&iter, &tile, NULL)) {
		sabot_table_tile_refresh(tile);
		if (due->on_refreshed)
			due->on_refreshed(due->place, tile);
	}
	g_hash_table_remove_all(due->tiles);
	return G_SOURCE_REMOVE;
}

static void
on_mapped(struct sabot_due_tiles *due)
{
	g_clear_handle_id(&due->source, g_source_remove);
	on_due(due);
}

struct sabot_due_tiles *
sabot_due_tiles_new(GtkWidget *place, void (*on_refreshed)(gpointer place, SabotTableTile *tile))
{
	struct sabot_due_tiles *due = g_new0(struct sabot_due_tiles, 1);

	due->place = place;
	due->on_refreshed = on_refreshed;
	due->tiles = g_hash_table_new(NULL, NULL);
	g_signal_connect_swapped(place, "map", G_CALLBACK(on_mapped), due);
	return due;
}

void
sabot_due_tiles_free(struct sabot_due_tiles *due)
{
	if (!due)
		return;
	g_signal_handlers_disconnect_by_data(due->place, due);
	g_clear_handle_id(&due->source, g_source_remove);
	g_hash_table_unref(due->tiles);
	g_free(due);
}

void
sabot_due_tiles_add(struct sabot_due_tiles *due, SabotTableTile *tile)
{
	g_hash_table_add(due->tiles, tile);
	if (!due->source && gtk_widget_get_mapped(due->place))
		due->source = g_timeout_add(REFRESH_MS, on_due, due);
}

void
sabot_due_tiles_refresh(struct sabot_due_tiles *due, SabotTableTile *tile)
{
	if (!gtk_widget_get_mapped(due->place)) {
		sabot_due_tiles_add(due, tile);
		return;
	}
	g_hash_table_remove(due->tiles, tile);
	sabot_table_tile_refresh(tile);
}

void
sabot_due_tiles_forget(struct sabot_due_tiles *due, SabotTableTile *tile)
{
	g_hash_table_remove(due->tiles, tile);
}
