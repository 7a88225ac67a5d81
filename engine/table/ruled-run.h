/*
 * A ruling while it is applied, and what it does to a row of unwanted cards.
 */
#pragma once

#include "table-private.h"

/* Which round an incident's ruling may still change. */
enum target { TARGET_NONE, TARGET_OPEN, TARGET_LAST };

struct ruling {
	struct sabot_step *step;
	struct sabot_kept_incident kept;
	enum target target;
	bool run_differs;      /* which cards in a row it is about is not certain */
	bool ended_run;        /* of unwanted cards */
	enum sabot_reason why; /* it has no effect; NONE = it has */
};

/* A ruling on cards that nobody wanted ends their row. False when it is about no such row. */
bool
sabot_ruling_end_run(struct ruling *ruling);

/*
 * Of the outputs from `first` on: the cards set aside are behind the open round that the ruling
 * has closed.
 */
void
sabot_ruling_put_aside_last(struct sabot_step *step, unsigned first, unsigned round);

/* Card `index` of the round (-1 = none) becomes the third of a banca of two. */
void
sabot_ruling_use_as_third(struct ruling *ruling, int index);

/* Apply `first_of_next_round`: the row's cards become the first cards of the next round. */
void
sabot_ruling_keep_for_next(struct ruling *ruling);

/*
 * Apply `dummy_hand`: a coup without bets begins with the row's cards, in the order of the shoe.
 * Bets that are already placed count for the next one.
 */
void
sabot_ruling_dummy_hand(struct ruling *ruling);
