/*
 * Finds a load dealt in the order of an earlier one, in memory that does not grow with the log:
 * every run of 20 known cards is kept for at least the last 256 loads (fewer, if they are longer
 * than 512 cards), and some runs of all earlier loads (order-old.h). Every match found is exact,
 * card for card.
 */
#pragma once

#include "order-run.h"

struct sabot_order_index;

/* Never NULL. Transferred. */
struct sabot_order_index *
sabot_order_index_new(void);
void
sabot_order_index_free(struct sabot_order_index *index);

/* Begin a load, whose cards are added next. */
void
sabot_order_index_begin_load(struct sabot_order_index *index, unsigned load);

/* Add its next card; add an unknown one, too, as a gap. */
void
sabot_order_index_add(struct sabot_order_index *index, struct sabot_card card);

/* End the load, which from now on counts as an earlier one. */
void
sabot_order_index_end_load(struct sabot_order_index *index);

/* The first earlier load known to have these known cards in a row, or 0. */
unsigned
sabot_order_index_find(const struct sabot_order_index *index,
		       const struct sabot_card cards[SABOT_ORDER_WINDOW_CARDS]);

/* The whole index, for this machine only. Transferred. */
GBytes *
sabot_order_index_save(const struct sabot_order_index *index);
/* NULL for anything that sabot_order_index_save() did not make. Transferred. */
struct sabot_order_index *
sabot_order_index_restore(GBytes *saved);
