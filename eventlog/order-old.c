/* Marks in the order of their loads, and a table of their places; both have a maximum size. */
#include "order-old.h"

#include <string.h>

enum {
	SLOTS_LEAST = 1 << 8,
	SLOTS_MAX = 1 << 20, /* three of four are used */
	NTH_MAX = 15,
};

/* Four bytes to a word: 20 bytes, where there are half a million. */
struct mark {
	guint32 run[4];
	guint32 load;
};

struct sabot_order_old {
	GArray *marks;  /* of struct mark */
	guint32 *slots; /* place of a mark + 1; 0: empty */
	guint n_slots;
	guint stride_cards;
};

struct sabot_order_old *
sabot_order_old_new(void)
{
	struct sabot_order_old *old = g_new0(struct sabot_order_old, 1);

	old->marks = g_array_new(FALSE, FALSE, sizeof(struct mark));
	old->slots = g_new0(guint32, SLOTS_LEAST);
	old->n_slots = SLOTS_LEAST;
	old->stride_cards = SABOT_ORDER_OLD_STRIDE;
	return old;
}

void
sabot_order_old_free(struct sabot_order_old *old)
{
	if (old == NULL)
		return;
	g_array_unref(old->marks);
	g_free(old->slots);
	g_free(old);
}

/* Its place in its load, 0, 1, …, is in the bits that a run leaves; it stays even or odd. */
static struct mark
mark_of(struct sabot_order_run run, guint nth, unsigned load)
{
	guint64 halves[2] = {
		run.first | (guint64)(nth & NTH_MAX) << SABOT_ORDER_HALF_BITS,
		run.last,
	};
	struct mark mark = {.load = load};

	memcpy(mark.run, halves, sizeof(halves));
	return mark;
}

static struct sabot_order_run
run_of(const struct mark *mark, guint *ret_nth)
{
	struct sabot_order_run run;

	memcpy(&run, mark->run, sizeof(run));
	*ret_nth = (guint)(run.first >> SABOT_ORDER_HALF_BITS);
	run.first &= SABOT_ORDER_HALF_MASK;
	return run;
}

/* Where such a run stands, or the empty slot where it would. */
static guint32 *
slot_of(const struct sabot_order_old *old, struct sabot_order_run run)
{
	for (guint32 at = sabot_order_run_hash(run);; at++) {
		guint32 *slot = &old->slots[at & (old->n_slots - 1)];
		guint nth;

		if (*slot == 0 ||
		    sabot_order_run_is_equal(
			    run, run_of(&g_array_index(old->marks, struct mark, *slot - 1), &nth)))
			return slot;
	}
}

/* The first load to have a run keeps it. */
static void
fill_slots(struct sabot_order_old *old, guint n_slots)
{
	g_free(old->slots);
	old->slots = g_new0(guint32, n_slots);
	old->n_slots = n_slots;
	for (guint i = 0; i < old->marks->len; i++) {
		guint nth;
		guint32 *slot =
			slot_of(old, run_of(&g_array_index(old->marks, struct mark, i), &nth));

		if (*slot == 0)
			*slot = i + 1;
	}
}

/* Every second mark of each load goes. */
static void
thin(struct sabot_order_old *old)
{
	guint n_kept = 0;

	for (guint i = 0; i < old->marks->len; i++) {
		struct mark *mark = &g_array_index(old->marks, struct mark, i);
		guint nth;
		struct sabot_order_run run = run_of(mark, &nth);

		if (nth % 2 == 0)
			g_array_index(old->marks, struct mark, n_kept++) =
				mark_of(run, nth / 2, mark->load);
	}
	g_array_set_size(old->marks, n_kept);
	old->stride_cards *= 2;
	fill_slots(old, old->n_slots);
}

static void
keep(struct sabot_order_old *old, struct mark mark, struct sabot_order_run run)
{
	guint32 *slot = slot_of(old, run);

	if (*slot != 0)
		return;
	g_array_append_val(old->marks, mark);
	*slot = old->marks->len;
	if (old->marks->len * 4 > old->n_slots * 3 && old->n_slots < SLOTS_MAX)
		fill_slots(old, old->n_slots * 2);
}

/* From each 64th card on: the first run that is known. */
void
sabot_order_old_add(struct sabot_order_old *old, unsigned load, const guint8 *codes, guint n_cards)
{
	struct sabot_order_run run = {0};
	guint n_known = 0, next = 0;

	if (old->marks->len * 4 > old->n_slots * 3)
		thin(old);
	for (guint i = 0; i < n_cards; i++) {
		run = sabot_order_run_push(run, codes[i]);
		n_known = codes[i] != 0 ? n_known + 1 : 0;
		if (n_known < SABOT_ORDER_WINDOW_CARDS || i + 1 < next + SABOT_ORDER_WINDOW_CARDS)
			continue;
		keep(old, mark_of(run, next / old->stride_cards, load), run);
		next += old->stride_cards;
	}
}

unsigned
sabot_order_old_find(const struct sabot_order_old *old, struct sabot_order_run run)
{
	guint32 slot = *slot_of(old, run);

	return slot != 0 ? g_array_index(old->marks, struct mark, slot - 1).load : 0;
}

void
sabot_order_old_save(const struct sabot_order_old *old, GByteArray *bytes)
{
	g_byte_array_append(bytes, (const guint8 *)&old->stride_cards, sizeof(old->stride_cards));
	g_byte_array_append(bytes, (const guint8 *)old->marks->data,
			    old->marks->len * (guint)sizeof(struct mark));
}

bool
sabot_order_old_restore(struct sabot_order_old *old, const guint8 *bytes, gsize n_bytes)
{
	guint n_slots = SLOTS_LEAST, n_marks, stride;

	if (n_bytes < sizeof(stride) || (n_bytes - sizeof(stride)) % sizeof(struct mark) != 0 ||
	    (n_bytes - sizeof(stride)) / sizeof(struct mark) > SLOTS_MAX / 8 * 7)
		return false;
	memcpy(&stride, bytes, sizeof(stride));
	if (stride < SABOT_ORDER_OLD_STRIDE || stride > G_MAXINT)
		return false;
	n_marks = (guint)((n_bytes - sizeof(stride)) / sizeof(struct mark));
	g_array_set_size(old->marks, 0);
	g_array_append_vals(old->marks, bytes + sizeof(stride), n_marks);
	old->stride_cards = stride;
	while (n_marks * 4 > n_slots * 3 && n_slots < SLOTS_MAX)
		n_slots *= 2;
	fill_slots(old, n_slots);
	return true;
}
