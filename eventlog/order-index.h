/*
 * Finds a load dealt in the order of an earlier one, in memory that does not grow with the log: of
 * the last 256 loads at least (fewer, if they are longer than 512 cards) every run of 20 known
 * cards is kept, of all before some (order-old.h). What is found was there, card for card.
 */
#pragma once

#include "order-run.h"

struct sabot_order_index;

/* Never NULL. Transferred. */
struct sabot_order_index *
sabot_order_index_new(void);
void
sabot_order_index_free(struct sabot_order_index *index);

/* A load is over: what is added from now on are its cards. */
void
sabot_order_index_begin_load(struct sabot_order_index *index, unsigned load);

/* Its next card; one that is not known, too, for a gap. */
void
sabot_order_index_add(struct sabot_order_index *index, struct sabot_card card);

/* That was all of it: it is an earlier load from now on. */
void
sabot_order_index_end_load(struct sabot_order_index *index);

/* The first earlier load that is known to have these known cards in a row, or 0. */
unsigned
sabot_order_index_find(const struct sabot_order_index *index,
		       const struct sabot_card cards[SABOT_ORDER_WINDOW_CARDS]);

/* All that it knows, for this machine only. Transferred. */
GBytes *
sabot_order_index_save(const struct sabot_order_index *index);
/* NULL for what sabot_order_index_save() has not made. Transferred. */
struct sabot_order_index *
sabot_order_index_restore(GBytes *saved);
