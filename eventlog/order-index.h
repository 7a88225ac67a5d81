/*
 * Finds a load dealt in the order of an earlier one: every run of 20 known cards of the loads
 * before is kept, and each new card asks whether the last 20 stand there.
 */
#pragma once

#include "engine/core/card.h"

#include <glib.h>

enum { SABOT_ORDER_WINDOW_CARDS = 20 };

struct sabot_order_index;

/* Never NULL. Transferred. */
struct sabot_order_index *
sabot_order_index_new(void);
void
sabot_order_index_free(struct sabot_order_index *index);

/* A new load begins; the cards of the one before are earlier from now on. */
void
sabot_order_index_begin_load(struct sabot_order_index *index, unsigned load);

/* The next card of the load. Returns the earlier load whose 20 cards these are, or 0. */
unsigned
sabot_order_index_add(struct sabot_order_index *index, struct sabot_card card);

/* All that it knows, for this machine only. Transferred. */
GBytes *
sabot_order_index_save(const struct sabot_order_index *index);
/* NULL for what sabot_order_index_save() has not made. Transferred. */
struct sabot_order_index *
sabot_order_index_restore(GBytes *saved);
