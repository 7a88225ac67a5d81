/*
 * Blackjack: totals, whose card is next, what a hand may do (docs/rules.md: BJ, ES, ST,
 * IT, TB, FA).
 * Pure functions of rules and round.
 */
#pragma once

#include "engine/core/reason.h"
#include "engine/core/round.h"
#include "engine/rules/rules.h"

enum { SABOT_BLACKJACK_CARDS_MAX = 64 }; /* of one hand that are shown */

struct sabot_total {
	int total;
	bool soft;
	int n_cards;
	bool is_blackjack;
	bool is_three_sevens;
};

/* BJ-01, BJ-02. */
static inline struct sabot_total
sabot_blackjack_pile_total(const struct sabot_pile *pile)
{
	bool soft = pile->has_ace && pile->sum <= 11;
	int total = pile->sum + (soft ? 10 : 0);

	return (struct sabot_total){
		.total = total,
		.soft = soft,
		.n_cards = pile->n_cards,
		.is_blackjack = pile->n_cards == 2 && total == 21,
		.is_three_sevens = pile->n_cards == 3 && pile->first[0].rank == 7 &&
				   pile->first[1].rank == 7 && pile->first[2].rank == 7,
	};
}

/* Split hands are no blackjack unless `blackjack_after_split`. */
static inline struct sabot_total
sabot_blackjack_hand_total(const struct sabot_rules *rules, const struct sabot_round *round,
			   int box, int hand)
{
	const struct sabot_hand *place = &round->boxes[box].hands[hand];
	struct sabot_total total = sabot_blackjack_pile_total(&place->pile);

	total.is_blackjack &= !place->from_split || rules->blackjack_after_split;
	return total;
}

/* The dealer's total of all cards, also of a hidden one. */
static inline struct sabot_total
sabot_blackjack_dealer_total(const struct sabot_round *round)
{
	return sabot_blackjack_pile_total(&round->piles[SABOT_OWNER_DEALER]);
}

/* The dealer's first card, which he shows, is an ace. */
static inline bool
sabot_blackjack_shows_ace(const struct sabot_round *round)
{
	const struct sabot_pile *dealer = &round->piles[SABOT_OWNER_DEALER];

	return dealer->n_cards > 0 && dealer->first[0].rank == SABOT_ACE;
}

enum sabot_next_kind {
	SABOT_NEXT_DEAL,    /* a card of the initial deal, to box or dealer */
	SABOT_NEXT_OWED,    /* a split hand's second card, or a double's one card */
	SABOT_NEXT_PLAY,    /* the hand in turn decides; a card is a hit */
	SABOT_NEXT_DEALER,  /* the dealer draws */
	SABOT_NEXT_DECIDED, /* no card is due */
};

struct sabot_next {
	enum sabot_next_kind kind;
	enum sabot_owner owner;
	int box, hand; /* of PLAYER */
};

/* What must happen next by the rules; the round is not changed. */
struct sabot_next
sabot_blackjack_next(const struct sabot_rules *rules, const struct sabot_round *round);

/* Move the turn past the seats that have no decision left: nobody looks at them again. */
void
sabot_blackjack_pass_turn(const struct sabot_rules *rules, struct sabot_round *round);

/* As sabot_blackjack_pass_turn(), where the caller has `next` already. */
void
sabot_blackjack_reach_turn(struct sabot_round *round, struct sabot_next next);

/* True if the initial deal is complete. */
static inline bool
sabot_blackjack_deal_is_complete(const struct sabot_rules *rules, const struct sabot_round *round)
{
	return round->n_dealt >= 2 * round->n_seats + 1 + rules->hole;
}

/* BJ-10, BJ-11: no decision is left on this hand. */
bool
sabot_blackjack_hand_is_complete(const struct sabot_rules *rules, const struct sabot_round *round,
				 int box, int hand);

/* BJ-09: the dealer shows an ace and nobody has acted. */
bool
sabot_blackjack_insurance_is_open(const struct sabot_rules *rules, const struct sabot_round *round);

/* A hole-card blackjack that ends the round before any player acts. */
bool
sabot_blackjack_dealer_declares(const struct sabot_rules *rules, const struct sabot_round *round);

/* True if the known cards exclude a blackjack of the dealer. */
bool
sabot_blackjack_dealer_cannot_have(const struct sabot_rules *rules,
				   const struct sabot_round *round);

/* The hand's stake is settled whatever the dealer draws: three sevens, a blackjack paid at once. */
bool
sabot_blackjack_hand_is_paid_for_good(const struct sabot_rules *rules,
				      const struct sabot_round *round, int box, int hand);

/* The hand of the box that has a decision left or is owed a card, by order of play; -1 = none. */
int
sabot_blackjack_hand_in_turn(const struct sabot_rules *rules, const struct sabot_round *round,
			     int box);

/* Every bettor of the box took even money. */
bool
sabot_blackjack_box_took_even_money(const struct sabot_box *box);

/* SABOT_WHY_NONE when the hand in turn may do it, else why not. */
enum sabot_reason
sabot_blackjack_refuse_action(const struct sabot_rules *rules, const struct sabot_round *round,
			      int box, int hand, enum sabot_action action);

/* Split a hand: it keeps its first card, the next number gets the second. */
void
sabot_blackjack_split(struct sabot_round *round, int box, int hand);

/*
 * Why the dealer takes no card more, with the deal complete and no player's decision left:
 * SABOT_WHY_STANDS, BUST, BLACKJACK, AHEAD (IT-07) or NOTHING_TO_DECIDE (ES-15).
 */
enum sabot_reason
sabot_blackjack_why_dealer_stands(const struct sabot_rules *rules, const struct sabot_round *round);

/*
 * True if the dealer must take a card, with the deal complete and no player's decision left
 * (BJ-05, ES-15, IT-07).
 */
bool
sabot_blackjack_dealer_draws(const struct sabot_rules *rules, const struct sabot_round *round);
