/* Where merged searches continue: see hub-cursor.h. */
#include "hub-cursor.h"

enum { CURSORS_MAX = 256 };

static void
free_cursor(gpointer data)
{
	struct sabot_hub_cursor *cursor = data;

	g_hash_table_unref(cursor->before);
	json_decref(cursor->missing);
	g_free(cursor);
}

GQueue *
sabot_hub_cursors_new(void)
{
	return g_queue_new();
}

void
sabot_hub_cursors_free(GQueue *cursors)
{
	g_queue_free_full(cursors, free_cursor);
}

int64_t
sabot_hub_cursor_add(GQueue *cursors, GHashTable *before, json_t *missing)
{
	const struct sabot_hub_cursor *last = g_queue_peek_tail(cursors);
	struct sabot_hub_cursor *cursor = g_new0(struct sabot_hub_cursor, 1);

	cursor->id = MAX(g_get_real_time(), last ? last->id + 1 : 0);
	cursor->before = g_hash_table_ref(before);
	cursor->missing = json_incref(missing);
	g_queue_push_tail(cursors, cursor);
	if (g_queue_get_length(cursors) > CURSORS_MAX)
		free_cursor(g_queue_pop_head(cursors));
	return cursor->id;
}

struct sabot_hub_cursor *
sabot_hub_cursor_find(const GQueue *cursors, int64_t id)
{
	for (const GList *link = cursors->head; link; link = link->next)
		if (((struct sabot_hub_cursor *)link->data)->id == id)
			return link->data;
	return NULL;
}
