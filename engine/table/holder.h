/*
 * Who holds the shoe (PB-13), or in blackjack with `bank = rotating` the bank (FA-01). Set by the
 * `holder` note, passed on by what the cards of each round make. It decides nothing in the game.
 */
#pragma once

#include "engine/core/round.h"
#include "engine/rules/rules.h"

/* A box counts as seated while it had a stake in one of so many rounds. */
enum { SABOT_HOLDER_SEATED_ROUNDS = 3 };

struct sabot_holder {
	int box;              /* 0 = nobody has said who */
	int box_before;       /* as it was before the last round closed */
	bool passed;          /* by the last round */
	unsigned passed_load; /* the load in which it last passed, by a round or a note; 0 = none */
	bool is_set;          /* by a note since then: no ruling moves it any more */
	unsigned staked_round[SABOT_BOXES_MAX + 1]; /* the last one in which the box had a stake */
};

/* The note `holder`, in that load; a box that the table does not have is nobody. */
void
sabot_holder_set(struct sabot_holder *holder, const struct sabot_rules *rules, unsigned load,
		 int box);

/* Round `last` was closed, or (`again`) a ruling has changed its result. */
void
sabot_holder_update(struct sabot_holder *holder, const struct sabot_rules *rules,
		    const struct sabot_round *last, bool again);
