/*
 * Whole loads of blackjack in memory, audited in one go, as batch.h does it for punto banco. What a
 * hand comes to, when it is over, whether it may double, when the dealer draws and how each hand
 * ends is looked up in tables that sabot_blackjack_batch_init() fills by asking blackjack.h and
 * settle.h for each case. A round that the tables do not hold (a split, a surrender, a hand of nine
 * cards) is played on a table of its own by sabot_table_step(). Pure; caller-owned memory.
 *
 * `rounds` of a load, one round after the other: sabot_batch_round(), then sabot_batch_turn() for
 * each box from the first. A box that split has more of them: one for each decision. Where
 * insurance is offered it was closed and nobody had taken it.
 */
#pragma once

#include "batch-load.h"
#include "blackjack.h"
#include "settle.h"
#include "table.h"

enum {
	SABOT_BATCH_STATES = 256, /* what a hand's cards can come to */
	SABOT_BATCH_VALUES = 16,  /* 0 = no card, 1 ... 10 */
	SABOT_BATCH_BOXES_MAX = 15,
	SABOT_BATCH_TURN_CARDS_MAX = 15,
	SABOT_BATCH_FAR = 256, /* further than any round can reach */
	SABOT_BATCH_OUTCOMES = 16,
	SABOT_BATCH_HANDS_MAX = SABOT_LOAD_CARDS_MAX,
};

/* What a turn's cards were followed by. A double is followed by its one card. */
enum sabot_batch_end {
	SABOT_BATCH_NOTHING, /* the hand was complete */
	SABOT_BATCH_STOOD,
	SABOT_BATCH_DOUBLED,
	SABOT_BATCH_SPLIT,
};

/* How many boxes were dealt to, from box 1, and how many cards the dealer drew after the deal. */
uint8_t
sabot_batch_round(int n_boxes, int dealer_cards);

/* So many cards, then this; `is_last` of the box. */
uint8_t
sabot_batch_turn(int n_cards, enum sabot_batch_end end, bool is_last);

/* The tables of one rule set. 150 KB, of which play touches a few. */
struct sabot_blackjack_batch {
	struct sabot_batch_limits limits;
	struct sabot_rules round_rules; /* the rules without what is said of the load */
	int deal_cards;                 /* of the dealer before the players' turns */
	/* By state and value: the next state. */
	uint8_t after[SABOT_BATCH_STATES * SABOT_BATCH_VALUES];
	uint8_t after_hit[SABOT_BATCH_STATES * SABOT_BATCH_VALUES]; /* where a hit is allowed */
	uint8_t ends[SABOT_BATCH_STATES];   /* bit n: a turn can end so, enum sabot_batch_end */
	bool insures[SABOT_BATCH_VALUES];   /* insurance is offered against such a card */
	bool declares[SABOT_BATCH_STATES];  /* such a dealer's hand ends the round at once */
	uint8_t kinds[SABOT_BATCH_STATES];  /* of a player's hand, for what comes now */
	uint8_t hunger[SABOT_BATCH_STATES]; /* by kind: the more, the longer the dealer draws */
	/* By kind and the dealer's state: enum sabot_hand_result, and whether he draws. */
	uint8_t results[SABOT_BATCH_STATES][SABOT_BATCH_STATES];
	/* On a hand with such an outcome, of the stake that init was told. */
	int64_t stakes_minor[SABOT_BATCH_OUTCOMES], dues_minor[SABOT_BATCH_OUTCOMES];
	/* For the dealer of sabot_blackjack_batch_deal(): a plain way to play. */
	uint8_t wants[SABOT_BATCH_STATES][SABOT_BATCH_VALUES]; /* by the dealer's first card */
	bool wants_split[SABOT_BATCH_VALUES];
};

/* A table for single rounds, and what it says. Zero it to begin, and for another rule set. */
struct sabot_batch_witness {
	bool is_ready;
	struct sabot_table table;
	struct sabot_update update;
};

/*
 * False when loads of such rules have to be stepped: another game, `cut_card = void_round`,
 * `pontoon`. `scratch` is used to ask the rules.
 */
bool
sabot_blackjack_batch_init(struct sabot_blackjack_batch *batch, const struct sabot_rules *rules,
			   int64_t stake_minor, struct sabot_round *scratch);

/* A load's values, if a round begins there. */
struct sabot_blackjack_places {
	uint8_t cards[SABOT_BATCH_PLACES + SABOT_BATCH_BEYOND]; /* zeros after the last */
	uint8_t values[SABOT_BATCH_PLACES + SABOT_BATCH_FAR];   /* so here */
};

/* Look at the cards of a load, for deal and audit. False when there are too many or none. */
bool
sabot_blackjack_batch_read(const struct sabot_batch_load *load,
			   struct sabot_blackjack_places *ret_places);

/* The hands of a load by round, box and number: how each ended, and what is owed on it. */
struct sabot_blackjack_told {
	int n_hands;
	uint8_t outcomes[SABOT_BATCH_HANDS_MAX]; /* into dues_minor; sabot_batch_outcome() */
	int n_asked;                             /* rounds that went through the witness */
};

static inline uint8_t
sabot_batch_outcome(enum sabot_hand_result result, bool doubled)
{
	return (uint8_t)(result | (doubled ? SABOT_BATCH_OUTCOMES / 2 : 0));
}

static inline enum sabot_hand_result
sabot_batch_result_of(uint8_t outcome)
{
	return (enum sabot_hand_result)(outcome & (SABOT_BATCH_OUTCOMES / 2 - 1));
}

/*
 * How the players of sabot_blackjack_batch_deal() play a hand that they do not split: to hit, stand
 * or double, against such a card of the dealer. Of pairs they split aces and eights.
 */
enum sabot_action
sabot_batch_choose(struct sabot_total total, bool may_double, int up_value);

/* What is dealt: to how many boxes, and the rounds' record, which the load borrows. */
struct sabot_batch_play {
	int n_boxes;
	uint8_t rounds[SABOT_LOAD_CARDS_MAX];
};

/*
 * Play an honest load: what its cards, its `cut_at`, the rules and a plain way to play make of it
 * is written to its rounds and `n_drawn`. Without a cut card the last round is the last for which
 * the cards suffice. False when they do not last to the cut.
 */
bool
sabot_blackjack_batch_deal(const struct sabot_blackjack_batch *batch,
			   const struct sabot_blackjack_places *places,
			   struct sabot_batch_witness *witness, struct sabot_batch_load *load,
			   struct sabot_batch_play *play);

/*
 * True when it is proven that sabot_table_step() has no incident to raise in this load, and that
 * its count is complete; how its hands ended is then told. False: step it.
 */
bool
sabot_blackjack_batch_audit(const struct sabot_blackjack_batch *batch,
			    const struct sabot_blackjack_places *places,
			    const struct sabot_batch_load *load,
			    struct sabot_batch_witness *witness,
			    struct sabot_blackjack_told *ret_told);

/* Goes over the events of one round's record. */
struct sabot_blackjack_round_walk {
	const uint8_t *at, *end; /* borrowed */
	int n_boxes, box;
	int due_cards, dealer_cards;
	enum sabot_batch_end pending;
	bool begun, insures, is_last, dealer_came, over;
};

/* Goes over a load's events. Zero it to begin. */
struct sabot_blackjack_walk {
	struct sabot_batch_walk load;
	struct sabot_blackjack_round_walk round;
};

/* The next event of a load, without stakes; a run-out is borrowed from the walk. False: no more. */
bool
sabot_blackjack_batch_next_event(const struct sabot_blackjack_batch *batch,
				 const struct sabot_batch_load *load,
				 struct sabot_blackjack_walk *walk, struct sabot_event *ret_event);
