/*
 * The cards of all loads one after the other, and a table of places: of each run of 20 known cards
 * where it stood first. A hash only finds the place; the cards themselves are compared.
 */
#include "order-index.h"

#include <string.h>

enum { SLOTS_LEAST = 1 << 10 };

struct load {
	guint first; /* its place among the cards */
	guint number;
};

struct sabot_order_index {
	GArray *cards;  /* of struct sabot_card; one that is not fully known has no rank */
	GArray *loads;  /* of struct load */
	guint32 *slots; /* place of a run + 1; 0 = empty. Less than half are used */
	guint n_slots, n_used;
};

static struct sabot_order_index *
new_with_slots(guint n_slots)
{
	struct sabot_order_index *index = g_new0(struct sabot_order_index, 1);
	struct load none = {0};

	index->cards = g_array_new(FALSE, FALSE, sizeof(struct sabot_card));
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
	g_array_unref(index->cards);
	g_array_unref(index->loads);
	g_free(index->slots);
	g_free(index);
}

/* The cards from a place on. */
static const struct sabot_card *
cards_at(const struct sabot_order_index *index, guint place)
{
	return &g_array_index(index->cards, struct sabot_card, place);
}

static bool
is_known(const struct sabot_card *window)
{
	for (int i = 0; i < SABOT_ORDER_WINDOW_CARDS; i++)
		if (window[i].rank == SABOT_RANK_UNKNOWN)
			return false;
	return true;
}

static guint64
hash_of(const struct sabot_card *window)
{
	guint64 hash = 0, four_cards;

	for (int i = 0; i < SABOT_ORDER_WINDOW_CARDS; i += 4) {
		memcpy(&four_cards, &window[i], sizeof(four_cards));
		hash = (hash ^ four_cards) * G_GUINT64_CONSTANT(0x9E3779B97F4A7C15);
		hash ^= hash >> 29;
	}
	return hash;
}

G_STATIC_ASSERT(sizeof(struct sabot_card) == 2 && SABOT_ORDER_WINDOW_CARDS % 4 == 0);

/* Where such a run stands, or the empty slot where it would. */
static guint32 *
slot_of(const struct sabot_order_index *index, const struct sabot_card *window)
{
	for (guint64 at = hash_of(window);; at++) {
		guint32 *slot = &index->slots[at & (index->n_slots - 1)];

		if (*slot == 0 || memcmp(cards_at(index, *slot - 1), window,
					 SABOT_ORDER_WINDOW_CARDS * sizeof(*window)) == 0)
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
			*slot_of(index, cards_at(index, before[i] - 1)) = before[i];
}

/* The runs of one load are earlier from now on; the first to have one keeps it. */
static void
keep_runs(struct sabot_order_index *index, guint first, guint end)
{
	for (guint place = first; place + SABOT_ORDER_WINDOW_CARDS <= end; place++) {
		const struct sabot_card *window = cards_at(index, place);
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

	g_array_append_val(index->loads, next);
}

void
sabot_order_index_end_load(struct sabot_order_index *index)
{
	keep_runs(index, last_load(index)->first, index->cards->len);
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

void
sabot_order_index_add(struct sabot_order_index *index, struct sabot_card card)
{
	static const struct sabot_card gap;

	g_array_append_vals(index->cards, sabot_card_is_known(card) ? &card : &gap, 1);
}

unsigned
sabot_order_index_find(const struct sabot_order_index *index,
		       const struct sabot_card cards[SABOT_ORDER_WINDOW_CARDS])
{
	guint32 slot = index->n_used > 0 ? *slot_of(index, cards) : 0;

	return slot != 0 ? load_at(index, slot - 1) : 0;
}

static guint8
byte_of(struct sabot_card card)
{
	return (guint8)(card.suit << 4 | card.rank);
}

static struct sabot_card
card_of(guint8 byte)
{
	return (struct sabot_card){.rank = byte & 15, .suit = byte >> 4};
}

/* The number of loads, they, then a byte a card. */
GBytes *
sabot_order_index_save(const struct sabot_order_index *index)
{
	GByteArray *bytes = g_byte_array_new();
	guint32 n_loads = index->loads->len;

	g_byte_array_append(bytes, (const guint8 *)&n_loads, sizeof(n_loads));
	g_byte_array_append(bytes, (const guint8 *)index->loads->data,
			    n_loads * (guint)sizeof(struct load));
	for (guint i = 0; i < index->cards->len; i++) {
		guint8 byte = byte_of(*cards_at(index, i));

		g_byte_array_append(bytes, &byte, sizeof(byte));
	}
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
	for (gsize i = 0; i < length; i++) {
		struct sabot_card card = card_of(data[n_loads * sizeof(struct load) + i]);

		g_array_append_val(index->cards, card);
	}
	if (!is_sound(index)) {
		sabot_order_index_free(index);
		return NULL;
	}
	for (guint i = 0; i < n_loads; i++)
		keep_runs(index, g_array_index(index->loads, struct load, i).first,
			  i + 1 < n_loads ? g_array_index(index->loads, struct load, i + 1).first
					  : index->cards->len);
	return index;
}
