/*
 * What the parts of the blackjack batch share. Private to the engine.
 */
#pragma once

#include "batch-blackjack.h"
#include "blackjack.h"

enum {
	SABOT_BATCH_LONG = SABOT_BATCH_STATES - 1, /* a hand that the tables do not hold */
	SABOT_BATCH_DRAWS = 0x80,                  /* in results: the dealer draws */
	/* sabot_batch_round() and sabot_batch_turn(): the number of cards, then the rest. */
	SABOT_BATCH_COUNT_BITS = 4,
	SABOT_BATCH_COUNT_MASK = 15, /* of a round: its boxes */
	SABOT_BATCH_END_MASK = 3,
	SABOT_BATCH_LAST = 4,
};

/* The state of a hand in `state` that gets a card of this value; 0 leaves it as it is. */
static inline uint8_t
sabot_batch_after(const struct sabot_blackjack_batch *batch, unsigned state, unsigned value)
{
	return batch->after[state * SABOT_BATCH_VALUES + value];
}

static inline uint8_t
sabot_batch_after_hit(const struct sabot_blackjack_batch *batch, unsigned state, unsigned value)
{
	return batch->after_hit[state * SABOT_BATCH_VALUES + value];
}

/*
 * Go over the events of the round with this record, that ends before `end`. `cards` are the round's
 * up to the dealer's first; NULL when they do not matter.
 */
struct sabot_blackjack_round_walk
sabot_batch_walk_round(const struct sabot_blackjack_batch *batch, const uint8_t *record,
		       const uint8_t *end, const uint8_t *cards);

/* What comes next; a card is left to the caller, who has them. After RESULT nothing comes. */
struct sabot_event
sabot_batch_next_of_round(struct sabot_blackjack_round_walk *walk);

/* Make the witness ready for a round. */
void
sabot_batch_witness_begin(const struct sabot_blackjack_batch *batch,
			  struct sabot_batch_witness *witness);

/* Let it see an event. False, and it must begin anew, when it raised an incident. */
bool
sabot_batch_witness_sees(struct sabot_batch_witness *witness, const struct sabot_event *event);
