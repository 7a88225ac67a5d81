/*
 * A run of 20 known cards, stored whole in two words: runs are compared themselves, so that every
 * match is exact. A card's code is its sabot_card_number().
 */
#pragma once

#include "engine/table/table.h"

#include <glib.h>

enum { SABOT_ORDER_WINDOW_CARDS = SABOT_REPEAT_CARDS, SABOT_ORDER_CARD_BITS = 6 };

struct sabot_order_run {
	guint64 first, last; /* ten cards each, 6 bits a card */
};

#define SABOT_ORDER_HALF_BITS (SABOT_ORDER_WINDOW_CARDS / 2 * SABOT_ORDER_CARD_BITS)
#define SABOT_ORDER_HALF_MASK ((G_GUINT64_CONSTANT(1) << SABOT_ORDER_HALF_BITS) - 1)

/* Append a card and drop the first. */
static inline struct sabot_order_run
sabot_order_run_push(struct sabot_order_run run, guint8 code)
{
	guint64 middle = run.last >> (SABOT_ORDER_HALF_BITS - SABOT_ORDER_CARD_BITS);

	return (struct sabot_order_run){
		(run.first << SABOT_ORDER_CARD_BITS | middle) & SABOT_ORDER_HALF_MASK,
		(run.last << SABOT_ORDER_CARD_BITS | code) & SABOT_ORDER_HALF_MASK,
	};
}

/* The run of as many codes as a run has. */
static inline struct sabot_order_run
sabot_order_run_of(const guint8 *codes)
{
	struct sabot_order_run run = {0};

	for (int i = 0; i < SABOT_ORDER_WINDOW_CARDS / 2; i++) {
		run.first = run.first << SABOT_ORDER_CARD_BITS | codes[i];
		run.last =
			run.last << SABOT_ORDER_CARD_BITS | codes[SABOT_ORDER_WINDOW_CARDS / 2 + i];
	}
	return run;
}

static inline bool
sabot_order_run_is_equal(struct sabot_order_run run, struct sabot_order_run other)
{
	return run.first == other.first && run.last == other.last;
}

static inline guint32
sabot_order_run_hash(struct sabot_order_run run)
{
	guint64 hash = (run.first * G_GUINT64_CONSTANT(0x9E3779B97F4A7C15) ^ run.last) *
		       G_GUINT64_CONSTANT(0xD6E8FEB86659FD93);

	return (guint32)(hash >> 32);
}

G_STATIC_ASSERT(SABOT_ORDER_WINDOW_CARDS % 2 == 0 && SABOT_ORDER_HALF_BITS < 64);
