/*
 * The cards of all loads one after the other, and a table of places: of each run of 20 known cards
 * where it stood first. A hash only finds the place; the cards themselves are compared.
 */
#include "order-index.h"

#include <string.h>

enum { SLOTS_LEAST = 1 << 10, CARD_BYTES = 1 };

struct load {
	guint first; /* its place among the cards */
	guint number;
};

struct sabot_order_index {
	GByteArray *cards; /* a byte per card; 0 = not fully known */
	GArray *loads;     /* of struct load; the last one is at hand */
	guint32 *slots;    /* place of a run + 1; 0 = empty. Less than half are used */
	guint n_slots, n_used;
};

static struct sabot_order_index *
new_with_slots(guint n_slots)
{
	struct sabot_order_index *index = g_new0(struct sabot_order_index, 1);
	struct load none = {0};

	index->cards = g_byte_array_new();
	index->loads = g_array_new(FALSE, FALSE, sizeof(struct load));
	g_array_append_val(index->loads, none);
	index->slots = g_new0(guint32, n_slots);
	index->n_slots = n_slots;
	return index;
}

struct sabot_order_index *
sabot_order_index_new(void)
{
	return new_with_slots(SLOTS_LEAST);
}

void
sabot_order_index_free(struct sabot_order_index *index)
{
	if (index == NULL)
		return;
	g_byte_array_unref(index->cards);
	g_array_unref(index->loads);
	g_free(index->slots);
	g_free(index);
}

static bool
is_known(const guint8 *window)
{
	return memchr(window, 0, SABOT_ORDER_WINDOW_CARDS) == NULL;
}

static guint64
hash_of(const guint8 *window)
{
	guint64 hash = 0;

	for (int i = 0; i < SABOT_ORDER_WINDOW_CARDS; i += 4) {
		guint32 four;

		memcpy(&four, window + i, sizeof(four));
		hash = (hash ^ four) * G_GUINT64_CONSTANT(0x9E3779B97F4A7C15);
		hash ^= hash >> 29;
	}
	return hash;
}

G_STATIC_ASSERT(SABOT_ORDER_WINDOW_CARDS % 4 == 0);

/* Where such a run stands, or the empty slot where it would. */
static guint32 *
slot_of(const struct sabot_order_index *index, const guint8 *window)
{
	for (guint64 at = hash_of(window);; at++) {
		guint32 *slot = &index->slots[at & (index->n_slots - 1)];

		if (*slot == 0 ||
		    memcmp(index->cards->data + *slot - 1, window, SABOT_ORDER_WINDOW_CARDS) == 0)
			return slot;
	}
}

static void
grow(struct sabot_order_index *index)
{
	g_autofree guint32 *before = index->slots;
	guint n_before = index->n_slots;

	index->n_slots *= 2;
	index->slots = g_new0(guint32, index->n_slots);
	for (guint i = 0; i < n_before; i++)
		if (before[i] != 0)
			*slot_of(index, index->cards->data + before[i] - 1) = before[i];
}

/* The runs of one load are earlier from now on; the first to have one keeps it. */
static void
keep_runs(struct sabot_order_index *index, guint first, guint end)
{
	for (guint place = first; place + SABOT_ORDER_WINDOW_CARDS <= end; place++) {
		const guint8 *window = index->cards->data + place;
		guint32 *slot;

		if (!is_known(window))
			continue;
		slot = slot_of(index, window);
		if (*slot != 0)
			continue;
		*slot = place + 1;
		if (++index->n_used * 2 > index->n_slots)
			grow(index);
	}
}

static const struct load *
last_load(const struct sabot_order_index *index)
{
	return &g_array_index(index->loads, struct load, index->loads->len - 1);
}

void
sabot_order_index_begin_load(struct sabot_order_index *index, unsigned load)
{
	struct load next = {index->cards->len, load};

	keep_runs(index, last_load(index)->first, index->cards->len);
	g_array_append_val(index->loads, next);
}

/* Whose the card at that place is. */
static unsigned
load_at(const struct sabot_order_index *index, guint place)
{
	guint low = 0, high = index->loads->len;

	while (high - low > 1) {
		guint middle = low + (high - low) / 2;

		if (g_array_index(index->loads, struct load, middle).first <= place)
			low = middle;
		else
			high = middle;
	}
	return g_array_index(index->loads, struct load, low).number;
}

unsigned
sabot_order_index_add(struct sabot_order_index *index, struct sabot_card card)
{
	guint8 byte = sabot_card_is_known(card) ? (guint8)(card.suit << 4 | card.rank) : 0;
	const guint8 *window;
	guint32 slot;

	g_byte_array_append(index->cards, &byte, CARD_BYTES);
	if (index->cards->len - last_load(index)->first < SABOT_ORDER_WINDOW_CARDS)
		return 0;
	window = index->cards->data + index->cards->len - SABOT_ORDER_WINDOW_CARDS;
	if (!is_known(window))
		return 0;
	slot = *slot_of(index, window);
	return slot != 0 ? load_at(index, slot - 1) : 0;
}

/* The number of loads, they, then the cards. */
GBytes *
sabot_order_index_save(const struct sabot_order_index *index)
{
	GByteArray *bytes = g_byte_array_new();
	guint32 n_loads = index->loads->len;

	g_byte_array_append(bytes, (const guint8 *)&n_loads, sizeof(n_loads));
	g_byte_array_append(bytes, (const guint8 *)index->loads->data,
			    n_loads * (guint)sizeof(struct load));
	g_byte_array_append(bytes, index->cards->data, index->cards->len);
	return g_byte_array_free_to_bytes(bytes);
}

static bool
is_sound(const struct sabot_order_index *index)
{
	guint before = 0;

	for (guint i = 0; i < index->loads->len; i++) {
		guint first = g_array_index(index->loads, struct load, i).first;

		if (first < before || first > index->cards->len)
			return false;
		before = first;
	}
	return index->loads->len > 0;
}

struct sabot_order_index *
sabot_order_index_restore(GBytes *saved)
{
	gsize length;
	const guint8 *data = g_bytes_get_data(saved, &length);
	struct sabot_order_index *index;
	guint32 n_loads;

	if (length < sizeof(n_loads) || length > G_MAXINT)
		return NULL;
	memcpy(&n_loads, data, sizeof(n_loads));
	if (n_loads > (length - sizeof(n_loads)) / sizeof(struct load))
		return NULL;
	data += sizeof(n_loads);
	length -= sizeof(n_loads) + n_loads * sizeof(struct load);
	index = new_with_slots(SLOTS_LEAST);
	g_array_set_size(index->loads, 0);
	g_array_append_vals(index->loads, data, n_loads);
	g_byte_array_append(index->cards, data + n_loads * sizeof(struct load), (guint)length);
	if (!is_sound(index)) {
		sabot_order_index_free(index);
		return NULL;
	}
	for (guint i = 0; i + 1 < n_loads; i++)
		keep_runs(index, g_array_index(index->loads, struct load, i).first,
			  g_array_index(index->loads, struct load, i + 1).first);
	return index;
}
