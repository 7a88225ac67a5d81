/*
 * Windows of 20 cards as byte strings in a hash table: an exact match, no chance hits.
 */
#include "order-index.h"

#include <glib.h>
#include <string.h>

struct sabot_order_index {
	GHashTable *windows; /* GBytes → load number */
	GByteArray *current; /* a byte per card of this load; 0 = not fully known */
	unsigned load;
};

struct sabot_order_index *
sabot_order_index_new(void)
{
	struct sabot_order_index *index = g_new0(struct sabot_order_index, 1);

	index->windows = g_hash_table_new_full(g_bytes_hash, g_bytes_equal,
					       (GDestroyNotify)g_bytes_unref, NULL);
	index->current = g_byte_array_new();
	return index;
}

void
sabot_order_index_free(struct sabot_order_index *index)
{
	if (index == NULL)
		return;
	g_hash_table_unref(index->windows);
	g_byte_array_unref(index->current);
	g_free(index);
}

static bool
is_known(const guint8 *window)
{
	return memchr(window, 0, SABOT_ORDER_WINDOW_CARDS) == NULL;
}

void
sabot_order_index_begin_load(struct sabot_order_index *index, unsigned load)
{
	for (guint i = 0; i + SABOT_ORDER_WINDOW_CARDS <= index->current->len; i++) {
		const guint8 *window = index->current->data + i;
		if (!is_known(window))
			continue;
		GBytes *key = g_bytes_new(window, SABOT_ORDER_WINDOW_CARDS);
		if (g_hash_table_contains(index->windows, key))
			g_bytes_unref(key);
		else
			g_hash_table_insert(index->windows, key, GUINT_TO_POINTER(index->load));
	}
	g_byte_array_set_size(index->current, 0);
	index->load = load;
}

unsigned
sabot_order_index_add(struct sabot_order_index *index, struct sabot_card card)
{
	guint8 byte = sabot_card_is_known(card) ? (guint8)(card.suit << 4 | card.rank) : 0;

	g_byte_array_append(index->current, &byte, 1);
	if (index->current->len < SABOT_ORDER_WINDOW_CARDS)
		return 0;
	const guint8 *window =
		index->current->data + index->current->len - SABOT_ORDER_WINDOW_CARDS;
	if (!is_known(window))
		return 0;
	g_autoptr(GBytes) key = g_bytes_new_static(window, SABOT_ORDER_WINDOW_CARDS);
	return GPOINTER_TO_UINT(g_hash_table_lookup(index->windows, key));
}
