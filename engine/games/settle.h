/*
 * What is owed on each stake of a round (docs/rules.md; event log, "Bets and payments"). Pure.
 */
#pragma once

#include "punto-banco.h"
#include "engine/core/round.h"
#include "engine/rules/rules.h"

/* Walks a round's stakes in the order in which they are printed. Zero it to begin. */
struct sabot_settle_walk {
	uint32_t boxes;             /* still to come: bit n = box n */
	const struct sabot_box *at; /* the box it is at, of the round; NULL = not begun */
	int box;                    /* its number */
	int hand;                   /* of it, with a main bet */
	uint32_t bets; /* of it, without a hand, still to come: bit n = enum sabot_bet n */
	enum sabot_bet on;
	int place;              /* of a bettor in by_name */
	struct sabot_coup coup; /* of a round of punto banco */
	uint8_t by_name[SABOT_BETTORS_MAX];
};

/*
 * The next stake above 0 and what is owed on it as the cards lie: by box, hand (bets without one
 * last), bet, bettor. False at the end.
 */
bool
sabot_settle_next(const struct sabot_rules *rules, const struct sabot_round *round,
		  struct sabot_settle_walk *walk, struct sabot_settlement *ret_settlement);

/*
 * Complete `settlement`, whose box, hand, on and bettor are given, with stake and due; stake and
 * due 0 when there is no such stake.
 */
void
sabot_settle_find(const struct sabot_rules *rules, const struct sabot_round *round,
		  struct sabot_settlement *settlement);

/* What is owed on this stake can no longer change, though the round is not decided. */
bool
sabot_settle_is_certain(const struct sabot_rules *rules, const struct sabot_round *round,
			const struct sabot_settlement *settlement);

/*
 * The same of a main stake in play, by the cards that are shown: a bust, a surrender, even money, a
 * blackjack that the dealer cannot equal.
 */
bool
sabot_settle_is_over(const struct sabot_rules *rules, const struct sabot_round *round,
		     const struct sabot_settlement *settlement);

/* How a player's hand ended, as the cards lie. */
enum sabot_hand_result
sabot_settle_hand_result(const struct sabot_rules *rules, const struct sabot_round *round, int box,
			 int hand);

/* The word in the log ("win", "push", …). Static. */
const char *
sabot_hand_result_to_string(enum sabot_hand_result result);

/* The places of a box's bettors in the byte order of their names. */
void
sabot_settle_sort_bettors(const struct sabot_box *box, uint8_t by_name[SABOT_BETTORS_MAX]);

/* `stake` times `ratio`, rounded half away from zero. */
int64_t
sabot_settle_ratio(int64_t stake_minor, struct sabot_ratio ratio);
