/*
 * The lines by which a dealer settles: each stake of a round, why and at what it is paid, and the
 * chips to pay it with. Values only; the sentences are made elsewhere.
 */
#pragma once

#include "engine/core/chips.h"
#include "engine/games/settle.h"

struct sabot_table;

struct sabot_payout {
	int box;
	int hand; /* -1 = a bet that has no hand */
	enum sabot_bet on;
	const char *bettor;            /* borrowed from the round */
	enum sabot_hand_result result; /* of this stake: a bet without a hand wins, pushes, loses */
	const char *rule;              /* id of docs/rules.md; "" = void */
	int64_t stake_minor;
	struct sabot_ratio ratio; /* it has won; pays 0 = none */
	int64_t gross_minor;      /* stake times ratio */
	int64_t commission_minor; /* off the gross, or owed (`commission_when`): then due = gross */
	int64_t due_minor;        /* the house owes; negative = it takes */
	int64_t pay_minor;        /* the dealer hands over: what is due, or a surrender's rest */
	struct sabot_chips chips; /* pay_minor in the table's chips; none where it has none */
};

/* Walks a round's payouts. Zero it to begin. */
struct sabot_payout_walk {
	bool taken; /* punto banco: the stakes that the house takes are done */
	struct sabot_settle_walk stakes;
};

/*
 * The next line of `round`, which is the table's round in play or its last, in the order of
 * settling: in blackjack box by box from the left (ES-16); in punto banco the stakes that the house
 * takes first, then the others, each box by box. Of a round in play that is not decided, or not
 * shown, there are only the lines that hang on neither (ST-10: busts, surrenders …). False at the
 * end.
 */
bool
sabot_payout_next(const struct sabot_table *table, const struct sabot_round *round,
		  struct sabot_payout_walk *walk, struct sabot_payout *ret_payout);

/*
 * The same stake on every bet that the rules offer, in `round`, a copy of one in which nobody noted
 * any: in blackjack on each box in play, in punto banco on box 1. What each is paid is then
 * reported by sabot_payout_next().
 */
void
sabot_payout_stake_all(const struct sabot_rules *rules, int64_t stake_minor,
		       struct sabot_round *round);
