/*
 * The cards in sequence, and a table of places. A place also has some bits of its run's hash, so
 * that a run that is not present is seldom compared.
 */
#include "order-recent.h"

enum {
	CARDS_LEAST = 512,
	SLOTS_LEAST = 1 << 10,
	PLACE_BITS = 20, /* of a slot: the place + 1; the others are the hash's */
	PLACE_MASK = (1 << PLACE_BITS) - 1,
};

struct load {
	guint first; /* its place among the cards */
	guint number;
};

struct sabot_order_recent {
	guint8 *cards; /* codes; 0: a gap */
	guint n_cards, n_room;
	GArray *loads;  /* of struct load */
	guint32 *slots; /* 0: empty. Three of four are used at most */
	guint n_slots, n_used;
};

struct sabot_order_recent *
sabot_order_recent_new(const struct sabot_order_recent *like)
{
	struct sabot_order_recent *recent = g_new0(struct sabot_order_recent, 1);

	recent->loads = g_array_new(FALSE, FALSE, sizeof(struct load));
	recent->n_slots = like ? like->n_slots : SLOTS_LEAST;
	recent->slots = g_new0(guint32, recent->n_slots);
	return recent;
}

void
sabot_order_recent_free(struct sabot_order_recent *recent)
{
	if (recent == NULL)
		return;
	g_free(recent->cards);
	g_array_unref(recent->loads);
	g_free(recent->slots);
	g_free(recent);
}

/* A further load of the longest that there is still has a place for each card. */
G_STATIC_ASSERT(SABOT_ORDER_RECENT_CARDS + 2 * (SABOT_ORDER_MAX + SABOT_RUN_OUT_CARDS_MAX) <
		PLACE_MASK);

bool
sabot_order_recent_is_full(const struct sabot_order_recent *recent)
{
	return recent->loads->len >= SABOT_ORDER_RECENT_LOADS ||
	       recent->n_cards >= SABOT_ORDER_RECENT_CARDS;
}

static struct sabot_order_run
run_at(const struct sabot_order_recent *recent, guint place)
{
	return sabot_order_run_of(recent->cards + place);
}

static guint32
mark_of(guint32 hash)
{
	return hash & ~(guint32)PLACE_MASK;
}

/* Where such a run stands, or the empty slot where it would. */
static guint32 *
slot_of(const struct sabot_order_recent *recent, struct sabot_order_run run, guint32 hash)
{
	for (guint32 at = hash;; at++) {
		guint32 *slot = &recent->slots[at & (recent->n_slots - 1)];

		if (*slot == 0 ||
		    (mark_of(*slot) == mark_of(hash) &&
		     sabot_order_run_is_equal(run, run_at(recent, (*slot & PLACE_MASK) - 1))))
			return slot;
	}
}

static void
put(struct sabot_order_recent *recent, guint32 slot)
{
	struct sabot_order_run run = run_at(recent, (slot & PLACE_MASK) - 1);

	*slot_of(recent, run, sabot_order_run_hash(run)) = slot;
}

static void
grow(struct sabot_order_recent *recent)
{
	g_autofree guint32 *before = recent->slots;
	guint n_before = recent->n_slots;

	recent->n_slots *= 2;
	recent->slots = g_new0(guint32, recent->n_slots);
	for (guint i = 0; i < n_before; i++)
		if (before[i] != 0)
			put(recent, before[i]);
}

/* The first to have a run keeps it. */
static void
keep_run(struct sabot_order_recent *recent, struct sabot_order_run run, guint place)
{
	guint32 hash = sabot_order_run_hash(run);
	guint32 *slot = slot_of(recent, run, hash);

	if (*slot != 0)
		return;
	*slot = mark_of(hash) | (place + 1);
	if (++recent->n_used * 4 > recent->n_slots * 3)
		grow(recent);
}

void
sabot_order_recent_begin(struct sabot_order_recent *recent, unsigned load)
{
	struct load next = {recent->n_cards, load};

	g_array_append_val(recent->loads, next);
}

void
sabot_order_recent_add(struct sabot_order_recent *recent, guint8 code)
{
	if (recent->n_cards == recent->n_room) {
		recent->n_room = MAX(recent->n_room * 2, CARDS_LEAST);
		recent->cards = g_realloc(recent->cards, recent->n_room);
	}
	recent->cards[recent->n_cards++] = code;
}

void
sabot_order_recent_end(struct sabot_order_recent *recent)
{
	const struct load *last =
		&g_array_index(recent->loads, struct load, recent->loads->len - 1);
	struct sabot_order_run run = {0};
	guint n_known = 0;

	for (guint place = last->first; place < recent->n_cards; place++) {
		guint8 code = recent->cards[place];

		run = sabot_order_run_push(run, code);
		n_known = code != 0 ? n_known + 1 : 0;
		if (n_known >= SABOT_ORDER_WINDOW_CARDS)
			keep_run(recent, run, place + 1 - SABOT_ORDER_WINDOW_CARDS);
	}
}

/* Whose the card at that place is. */
static unsigned
load_at(const struct sabot_order_recent *recent, guint place)
{
	guint low = 0, high = recent->loads->len;

	while (high - low > 1) {
		guint middle = low + (high - low) / 2;

		if (g_array_index(recent->loads, struct load, middle).first <= place)
			low = middle;
		else
			high = middle;
	}
	return g_array_index(recent->loads, struct load, low).number;
}

unsigned
sabot_order_recent_find(const struct sabot_order_recent *recent, struct sabot_order_run run)
{
	guint32 slot = recent->n_used > 0 ? *slot_of(recent, run, sabot_order_run_hash(run)) : 0;

	return slot != 0 ? load_at(recent, (slot & PLACE_MASK) - 1) : 0;
}

const guint8 *
sabot_order_recent_load(const struct sabot_order_recent *recent, guint i, unsigned *ret_load,
			guint *ret_n_cards)
{
	const struct load *load;
	guint end = recent->n_cards;

	if (i >= recent->loads->len)
		return NULL;
	load = &g_array_index(recent->loads, struct load, i);
	if (i + 1 < recent->loads->len)
		end = (load + 1)->first;
	*ret_load = load->number;
	*ret_n_cards = end - load->first;
	return recent->cards + load->first;
}
