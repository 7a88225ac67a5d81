/*
 * The runs kept of all loads before the recent ones: for each load, a run of 20 known cards at
 * every 64th card. A load that repeats any 83 cards of one in a row is found; one that repeats
 * fewer, n, in (n - 19) of 64 cases. After 170,000 loads every second run is dropped, and so on:
 * then the figures are 147 cards and 128 cases. Every match found is exact.
 */
#pragma once

#include "order-run.h"

enum { SABOT_ORDER_OLD_STRIDE = 64 };

struct sabot_order_old;

/* Never NULL. Transferred. */
struct sabot_order_old *
sabot_order_old_new(void);
void
sabot_order_old_free(struct sabot_order_old *old);

/* Add a load's cards in their order; 0: a gap. */
void
sabot_order_old_add(struct sabot_order_old *old, unsigned load, const guint8 *codes, guint n_cards);

/* The first load for which this run was kept; 0: none. */
unsigned
sabot_order_old_find(const struct sabot_order_old *old, struct sabot_order_run run);

/*
 * Append all that is kept to `bytes`, for this machine only; and read it from there; false if the
 * bytes are not such data.
 */
void
sabot_order_old_save(const struct sabot_order_old *old, GByteArray *bytes);
bool
sabot_order_old_restore(struct sabot_order_old *old, const guint8 *bytes, gsize n_bytes);
