/*
 * A closed round as it is printed: what is certain of its cards, results and money. Plain values;
 * lists are in the update.
 */
#pragma once

#include "engine/core/round.h"
#include "engine/rules/rules.h"

enum { SABOT_TOTAL_NULL = -1 }; /* a total that is not certain */

struct sabot_cards_report {
	bool known;     /* false: it is not certain which cards these are */
	unsigned first; /* in the update's cards */
	unsigned n_cards;
};

/* A player's hand. */
struct sabot_hand_report {
	int box, hand;
	struct sabot_cards_report cards;
	bool is_doubled;
	int total; /* or SABOT_TOTAL_NULL */
	bool has_result;
	enum sabot_hand_result result;
	uint64_t order; /* which cards lie there; of use while the report is made */
};

/* What is known about the sum owed on a stake. */
enum sabot_due_kind { SABOT_DUE_CERTAIN, SABOT_DUE_BETWEEN, SABOT_DUE_UNKNOWN };

struct sabot_stake_report {
	int box;
	int hand; /* -1 = a bet that has no hand */
	enum sabot_bet on;
	char bettor[SABOT_BETTOR_BYTES_MAX + 1];
	bool has_stake; /* false: not the same for all that the open cards may be */
	enum sabot_due_kind due;
	int64_t stake_minor, due_minor, due_min_minor, due_max_minor;
	int64_t commission_minor; /* 0 where it is not certain */
	unsigned seen_at;         /* of use while the report is made */
};

struct sabot_round_report {
	enum sabot_game game;
	unsigned load, number, line;
	bool unverified, inferred, dummy, again;
	enum sabot_winner winner; /* punto banco; NONE = not certain */
	int punto, banca, dealer; /* or SABOT_TOTAL_NULL */
	struct sabot_cards_report punto_cards, banca_cards, dealer_cards;
	unsigned first_hand, n_hands;   /* in the update's hands */
	unsigned first_stake, n_stakes; /* in the update's stakes */
	uint64_t digest;                /* of all that is printed but line and again */
};
