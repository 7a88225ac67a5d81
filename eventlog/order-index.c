/*
 * Two sets of recent loads: the growing one, and the full one before it. When the growing one is
 * full, too, some runs of the other are kept and it is dropped.
 */
#include "order-index.h"

#include "order-old.h"
#include "order-recent.h"

#include <string.h>

enum { N_RECENT = 2 };

struct sabot_order_index {
	struct sabot_order_old *old;
	struct sabot_order_recent *recent[N_RECENT]; /* the last grows */
};

struct sabot_order_index *
sabot_order_index_new(void)
{
	struct sabot_order_index *index = g_new0(struct sabot_order_index, 1);

	index->old = sabot_order_old_new();
	for (int i = 0; i < N_RECENT; i++)
		index->recent[i] = sabot_order_recent_new(NULL);
	return index;
}

void
sabot_order_index_free(struct sabot_order_index *index)
{
	if (index == NULL)
		return;
	sabot_order_old_free(index->old);
	for (int i = 0; i < N_RECENT; i++)
		sabot_order_recent_free(index->recent[i]);
	g_free(index);
}

static void
turn(struct sabot_order_index *index)
{
	const guint8 *codes;
	unsigned load;
	guint n_cards;

	for (guint i = 0;
	     (codes = sabot_order_recent_load(index->recent[0], i, &load, &n_cards)) != NULL; i++)
		sabot_order_old_add(index->old, load, codes, n_cards);
	sabot_order_recent_free(index->recent[0]);
	index->recent[0] = index->recent[1];
	index->recent[1] = sabot_order_recent_new(index->recent[0]);
}

void
sabot_order_index_begin_load(struct sabot_order_index *index, unsigned load)
{
	if (sabot_order_recent_is_full(index->recent[1]))
		turn(index);
	sabot_order_recent_begin(index->recent[1], load);
}

void
sabot_order_index_add(struct sabot_order_index *index, struct sabot_card card)
{
	sabot_order_recent_add(index->recent[1], sabot_card_number(card));
}

void
sabot_order_index_end_load(struct sabot_order_index *index)
{
	sabot_order_recent_end(index->recent[1]);
}

unsigned
sabot_order_index_find(const struct sabot_order_index *index,
		       const struct sabot_card cards[SABOT_ORDER_WINDOW_CARDS])
{
	guint8 codes[SABOT_ORDER_WINDOW_CARDS];
	struct sabot_order_run run;
	unsigned load;

	for (int i = 0; i < SABOT_ORDER_WINDOW_CARDS; i++)
		codes[i] = sabot_card_number(cards[i]);
	run = sabot_order_run_of(codes);
	load = sabot_order_old_find(index->old, run);
	for (int i = 0; load == 0 && i < N_RECENT; i++)
		load = sabot_order_recent_find(index->recent[i], run);
	return load;
}

/*
 * The loads of one set: their number, and of each its number, how many cards, and a byte a card.
 */
static void
save_recent(const struct sabot_order_recent *recent, GByteArray *bytes)
{
	const guint8 *codes;
	guint32 head[2];
	guint32 n_loads = 0;
	guint n_loads_at = bytes->len;

	g_byte_array_append(bytes, (const guint8 *)&n_loads, sizeof(n_loads));
	while ((codes = sabot_order_recent_load(recent, n_loads, &head[0], &head[1])) != NULL) {
		g_byte_array_append(bytes, (const guint8 *)head, sizeof(head));
		g_byte_array_append(bytes, codes, head[1]);
		n_loads++;
	}
	memcpy(bytes->data + n_loads_at, &n_loads, sizeof(n_loads));
}

GBytes *
sabot_order_index_save(const struct sabot_order_index *index)
{
	GByteArray *bytes = g_byte_array_new();

	for (int i = 0; i < N_RECENT; i++)
		save_recent(index->recent[i], bytes);
	sabot_order_old_save(index->old, bytes);
	return g_byte_array_free_to_bytes(bytes);
}

struct cursor {
	const guint8 *at;
	gsize n_left;
};

static bool
read_bytes(struct cursor *cursor, void *ret_bytes, gsize n_bytes)
{
	if (cursor->n_left < n_bytes)
		return false;
	memcpy(ret_bytes, cursor->at, n_bytes);
	cursor->at += n_bytes;
	cursor->n_left -= n_bytes;
	return true;
}

static bool
restore_load(struct sabot_order_recent *recent, struct cursor *cursor)
{
	guint32 head[2];

	if (sabot_order_recent_is_full(recent) || !read_bytes(cursor, head, sizeof(head)) ||
	    head[1] > cursor->n_left || head[1] > SABOT_ORDER_RECENT_CARDS)
		return false;
	sabot_order_recent_begin(recent, head[0]);
	for (guint i = 0; i < head[1]; i++) {
		if (cursor->at[i] > SABOT_DECK_CARDS)
			return false;
		sabot_order_recent_add(recent, cursor->at[i]);
	}
	sabot_order_recent_end(recent);
	cursor->at += head[1];
	cursor->n_left -= head[1];
	return true;
}

static bool
restore_recent(struct sabot_order_recent *recent, struct cursor *cursor)
{
	guint32 n_loads;
	bool is_sound = read_bytes(cursor, &n_loads, sizeof(n_loads));

	for (guint32 i = 0; is_sound && i < n_loads; i++)
		is_sound = restore_load(recent, cursor);
	return is_sound;
}

struct sabot_order_index *
sabot_order_index_restore(GBytes *saved)
{
	struct sabot_order_index *index = sabot_order_index_new();
	struct cursor cursor;
	bool is_sound = true;

	cursor.at = g_bytes_get_data(saved, &cursor.n_left);
	for (int i = 0; is_sound && i < N_RECENT; i++)
		is_sound = restore_recent(index->recent[i], &cursor);
	if (is_sound && sabot_order_old_restore(index->old, cursor.at, cursor.n_left))
		return index;
	sabot_order_index_free(index);
	return NULL;
}
