/*
 * The cards of some loads, with the first place of each run of 20 known cards; no run is missed. It
 * is full after a certain number of loads or cards; then another is begun.
 */
#pragma once

#include "order-run.h"

enum { SABOT_ORDER_RECENT_LOADS = 256, SABOT_ORDER_RECENT_CARDS = 1 << 17 };

struct sabot_order_recent;

/* With as much room as `like`, unless that is NULL. Never NULL. Transferred. */
struct sabot_order_recent *
sabot_order_recent_new(const struct sabot_order_recent *like);
void
sabot_order_recent_free(struct sabot_order_recent *recent);

/* True if it has as many loads, or cards, as one may have. */
bool
sabot_order_recent_is_full(const struct sabot_order_recent *recent);

/*
 * Begin a load, add its cards in their order (0: a gap), and end it; it is found only after its
 * end.
 */
void
sabot_order_recent_begin(struct sabot_order_recent *recent, unsigned load);
void
sabot_order_recent_add(struct sabot_order_recent *recent, guint8 code);
void
sabot_order_recent_end(struct sabot_order_recent *recent);

/* The first load with this run; 0: none. */
unsigned
sabot_order_recent_find(const struct sabot_order_recent *recent, struct sabot_order_run run);

/* The cards of load `i`, from 0; NULL after the last. Borrowed. */
const guint8 *
sabot_order_recent_load(const struct sabot_order_recent *recent, guint i, unsigned *ret_load,
			guint *ret_n_cards);
