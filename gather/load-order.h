/*
 * Compares the order of the cards of a table's last two loads: how many in a row came in the same
 * order as in the load before. A shuffled load shares a few with it by chance; one that was
 * shuffled only in appearance shares a whole packet.
 */
#pragma once

#include "engine/core/card.h"

#include <glib.h>

struct load_order {
	GByteArray *before, *now; /* codes of the cards (eventlog/order-run.h), in order */
};

/* Start without a load. `order` may be uninitialised. */
void
load_order_init(struct load_order *order);
void
load_order_clear(struct load_order *order);

/* Begin another load in the shoe. */
void
load_order_begin(struct load_order *order);
/* Add its next card; add an unknown one, too, as a gap. */
void
load_order_add(struct load_order *order, struct sabot_card card);

/*
 * The longest run of known cards in the order of the load before, 0 if there was none.
 * `ret_places`: the number of pairs of places, one of each load, at which a run could be.
 */
unsigned
load_order_longest(const struct load_order *order, unsigned *ret_places);
