/*
 * Whether the indexes of the events list the same events as their table does, in whatever order
 * they are read: over each a product of (x + a · log + b · number + place), modulo the prime
 * 2^61 - 1. Two different lists are two different polynomials in x, a and b, because polynomials
 * have one factorization only; so their products are equal at no more than the lists' length in
 * 2^61 of all x, a and b (Schwartz and Zippel): of ten million events one in 2^37. The file's
 * writer does not know x, a and b, which are drawn again at each comparison. SQLite's own check
 * looks each event up in each index, which takes three times as long.
 */
#pragma once

#include "store/db/db.h"

#include <stdbool.h>
#include <stdint.h>

/* The indexes of the table event, each of them the events that it has. */
enum sabot_event_index {
	SABOT_EVENT_INDEX_LOG,       /* all, by log */
	SABOT_EVENT_INDEX_FRAME,     /* those with a device's frame */
	SABOT_EVENT_INDEX_WITNESSED, /* the house's, of witnesses */
};
enum { SABOT_EVENT_INDEXES = SABOT_EVENT_INDEX_WITNESSED + 1 };

struct sabot_event_product {
	uint64_t x, a, b;
	int64_t to_seq;
	int64_t n_events[SABOT_EVENT_INDEXES];
	uint64_t products[SABOT_EVENT_INDEXES];
};

/* Empty, with x, a and b drawn. Of a database in use, events after `to_seq` are left out. */
void
sabot_event_product_begin(struct sabot_event_product *product, int64_t to_seq);

/* An event of one index. Its numbers are those of a checked row: at most 2^53. */
void
sabot_event_product_add(struct sabot_event_product *product, enum sabot_event_index which,
			int64_t log_id, int64_t n, int64_t seq);

/* All that the indexes have, each in its order; an error where one is not in order. */
bool
sabot_event_product_read_indexes(struct sabot_db *db, struct sabot_event_product *product,
				 GError **error);

/* True if both have the same events; one was begun as a copy of the other. */
bool
sabot_event_product_agree(const struct sabot_event_product *one,
			  const struct sabot_event_product *other);
