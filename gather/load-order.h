/*
 * In which order the cards of a table's last two loads came: how many in a row came in the same
 * order as in the load before. A load that was shuffled shares a few with it by chance; one that
 * was shuffled only in appearance, a whole packet.
 */
#pragma once

#include "engine/core/card.h"

#include <glib.h>

struct load_order {
	GByteArray *before, *now; /* codes of the cards (eventlog/order-run.h), in order */
};

void
load_order_init(struct load_order *order);
void
load_order_clear(struct load_order *order);

/* Another load is in the shoe. */
void
load_order_begin(struct load_order *order);
/* Its next card; one that is not known, too, for a gap. */
void
load_order_add(struct load_order *order, struct sabot_card card);

/*
 * The most known cards in a row that came in this order in the load before, 0 where there was none.
 * `ret_places`: in how many places they could have, one of each load.
 */
unsigned
load_order_longest(const struct load_order *order, unsigned *ret_places);
