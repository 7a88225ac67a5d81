/* See load-order.h. */
#include "load-order.h"

#include "eventlog/order-run.h"

#include <string.h>

enum { CARDS_MAX = 1024 }; /* of a load: more are not compared */

void
load_order_init(struct load_order *order)
{
	order->before = g_byte_array_new();
	order->now = g_byte_array_new();
}

void
load_order_clear(struct load_order *order)
{
	g_byte_array_unref(order->before);
	g_byte_array_unref(order->now);
}

void
load_order_begin(struct load_order *order)
{
	GByteArray *before = order->before;

	order->before = order->now;
	order->now = before;
	g_byte_array_set_size(before, 0);
}

void
load_order_add(struct load_order *order, struct sabot_card card)
{
	guint8 code = sabot_card_number(card);

	if (order->now->len < CARDS_MAX)
		g_byte_array_append(order->now, &code, 1);
}

/* `runs`: for each card of the load before, how long the run is that ends with it. */
static unsigned
extend_runs(const GByteArray *before, guint8 code, guint16 *runs)
{
	unsigned longest = 0;

	for (guint i = before->len; i-- > 0;) {
		bool is_same = code != 0 && before->data[i] == code;

		runs[i + 1] = is_same ? runs[i] + 1 : 0;
		longest = MAX(longest, runs[i + 1]);
	}
	return longest;
}

unsigned
load_order_longest(const struct load_order *order, unsigned *ret_places)
{
	guint16 runs[CARDS_MAX + 1] = {0};
	unsigned longest = 0;

	*ret_places = order->before->len * order->now->len;
	for (guint i = 0; i < order->now->len; i++) {
		unsigned run = extend_runs(order->before, order->now->data[i], runs);

		longest = MAX(longest, run);
	}
	return longest;
}
