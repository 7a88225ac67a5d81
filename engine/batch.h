/*
 * Whole loads of punto banco in memory, audited in one go: the quick proof that there is nothing to
 * find. What each coup must be is looked up in tables that sabot_batch_init() fills by asking
 * sabot_punto_banco_next(); there is no second rule book. A load in which anything is unusual is
 * left to sabot_table_step(): sabot_batch_next_event() tells its events. Pure; caller-owned memory.
 */
#pragma once

#include "batch-load.h"

enum {
	SABOT_BATCH_KEYS = 10 * 10 * 10 * 10, /* points of both sides, values of the next two */
};

/* The tables of one rule set. 30 KB. */
struct sabot_batch {
	struct sabot_batch_limits limits;
	bool one_side_first;                /* deal_order = PPBB */
	uint8_t results[SABOT_BATCH_KEYS];  /* as in a load's rounds */
	uint16_t classes[SABOT_BATCH_KEYS]; /* sabot_coup_class_index(), its kinds left out */
};

/* How many cards a coup took, and the winner that was claimed for it (NONE = no claim). */
uint8_t
sabot_batch_result(int n_cards, enum sabot_winner claimed);

/*
 * False when loads of such rules have to be stepped: blackjack, or `flow = cards_only`. `scratch`
 * is used to ask the rules.
 */
bool
sabot_batch_init(struct sabot_batch *batch, const struct sabot_rules *rules,
		 struct sabot_round *scratch);

/* What there is to know of each place of a load, if a round begins there. */
struct sabot_batch_places {
	uint8_t cards[SABOT_BATCH_PLACES + SABOT_BATCH_BEYOND]; /* zeros after the last */
	uint16_t keys[SABOT_BATCH_PLACES];                      /* into the batch's tables */
	uint8_t kinds[SABOT_BATCH_PLACES];                      /* of both pairs, as in a class */
};

/* Look at the cards of a load, for deal and audit. False when there are too many or none. */
bool
sabot_batch_read(const struct sabot_batch *batch, const struct sabot_batch_load *load,
		 struct sabot_batch_places *ret_places);

/*
 * Play an honest load: what its cards, its `cut_at` and the rules make of it is written to its
 * rounds and `n_drawn`. `ret_rounds` is borrowed by the load. False when the cards do not last.
 */
bool
sabot_batch_deal(const struct sabot_batch *batch, const struct sabot_batch_places *places,
		 struct sabot_batch_load *load, uint8_t ret_rounds[SABOT_BATCH_ROUNDS_MAX]);

/*
 * True when it is proven that sabot_table_step() has no incident to raise in this load, and that
 * its count is complete; each round's class (sabot_coup_class_index()) is then told. False: step
 * it. That an earlier load had the same order is no matter of one load and not looked at.
 */
bool
sabot_batch_audit(const struct sabot_batch *batch, const struct sabot_batch_places *places,
		  const struct sabot_batch_load *load,
		  uint16_t ret_classes[SABOT_BATCH_ROUNDS_MAX]);

/* The next event of a load, without stakes; a run-out is borrowed from the walk. False: no more. */
bool
sabot_batch_next_event(const struct sabot_batch_load *load, struct sabot_batch_walk *walk,
		       struct sabot_event *ret_event);
