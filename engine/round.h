/*
 * One round (a coup or a deal): its stakes, its cards and where they lie, the hands of each box,
 * and the log of what happened from "no more bets" on, from which it can be derived anew.
 */
#pragma once

#include "event.h"

enum {
	SABOT_ORDER_MAX = 640,        /* cards of one load that are remembered in order */
	SABOT_ROUND_CARDS_MAX = 512,
	SABOT_ROUND_LOG_MAX = 1024,
	SABOT_HANDS_MAX = 32,         /* of one box */
	SABOT_PAID_MAX = 1024,
};

/* Where a card lies. */
enum sabot_owner {
	SABOT_OWNER_NONE, /* set aside: in excess, boxed, burned */
	SABOT_OWNER_PUNTO,
	SABOT_OWNER_BANCA,
	SABOT_OWNER_DEALER,
	SABOT_OWNER_PLAYER,
};

struct sabot_seen_card {
	struct sabot_card card;
	int8_t back; /* number of its colour, -1 unknown */
};

struct sabot_round_card {
	struct sabot_card card;
	int16_t order_index; /* in the load's order; -1 = not remembered there */
	uint8_t owner;       /* enum sabot_owner */
	uint8_t box, hand;   /* of a player's card */
};

/* A player's hand of one box. Its cards are the round's cards with its box and hand. */
struct sabot_hand {
	bool from_split, from_aces;
	bool stood, doubled, surrendered;
	uint8_t n_cards;
};

struct sabot_bettor {
	char name[SABOT_BETTOR_BYTES_MAX + 1];
	int64_t stakes_minor[SABOT_BETS];
	int64_t insurance_minor;
	bool even_money;
};

struct sabot_box {
	bool listed;  /* named by no_more_bets */
	bool in_play; /* dealt to */
	uint8_t n_hands, n_splits, n_ace_splits;
	uint8_t n_bettors;
	struct sabot_hand hands[SABOT_HANDS_MAX];
	struct sabot_bettor bettors[SABOT_BETTORS_MAX];
};

enum sabot_step_kind {
	SABOT_STEP_BET,       /* only for undo */
	SABOT_STEP_CLOSE_BETS,
	SABOT_STEP_CARD,
	SABOT_STEP_MOVE_CARD,
	SABOT_STEP_ACTION,
	SABOT_STEP_INSURANCE,
	SABOT_STEP_EVEN_MONEY,
	SABOT_STEP_INSURANCE_CLOSED,
	SABOT_STEP_CUT_CARD,
	SABOT_STEP_BANCA_THIRD,
	SABOT_STEP_SET_ASIDE,
	SABOT_STEP_STAND_ALL,
};

/* One thing that happened in the round. */
struct sabot_round_step {
	uint8_t kind; /* enum sabot_step_kind */
	uint8_t box;
	int8_t hand;
	int8_t bettor;
	uint8_t what; /* action, or bet of a BET */
	uint8_t flags;
	int16_t card; /* index into cards of the round */
	int64_t amount_minor; /* BET: the stake before */
};

struct sabot_paid {
	uint8_t box;
	int8_t hand; /* -1 = a bet that has no hand */
	uint8_t on;  /* enum sabot_bet */
	char bettor[SABOT_BETTOR_BYTES_MAX + 1];
	int64_t sum_minor;
};

struct sabot_round {
	bool open; /* begun and not closed */
	unsigned number, load;
	bool bets_closed, closed_by_card;
	bool waiting; /* for a ruling on a missing card */
	unsigned waiting_incident;
	bool is_void, dummy, unverified;
	bool frames_lost;
	bool insurance_over; /* the window is shut */
	bool someone_drew;
	bool dealer_blackjack_declared;
	int n_dealt; /* cards of the initial deal that lie */
	int n_unread; /* `??` among its cards, set aside ones included */
	int n_cards;
	int n_log;
	bool log_full;
	int n_paid;
	enum sabot_winner winner; /* punto banco, once closed */
	struct sabot_box boxes[SABOT_BOXES_MAX + 1]; /* by number; 0 is unused */
	struct sabot_round_card cards[SABOT_ROUND_CARDS_MAX];
	struct sabot_round_step log[SABOT_ROUND_LOG_MAX];
	struct sabot_paid paid[SABOT_PAID_MAX];
};

/* How a hand ended. */
enum sabot_hand_result {
	SABOT_RESULT_BLACKJACK,
	SABOT_RESULT_WIN,
	SABOT_RESULT_PUSH,
	SABOT_RESULT_LOSE,
	SABOT_RESULT_BUST,
	SABOT_RESULT_SURRENDER,
	SABOT_RESULT_EVEN_MONEY,
	SABOT_RESULT_VOID,
};

/* One line of what is owed. */
struct sabot_settlement {
	int box;
	int hand; /* -1 = a bet that has no hand */
	enum sabot_bet on;
	const char *bettor; /* borrowed from the round */
	int64_t stake_minor, due_minor, commission_minor;
};

void
sabot_round_init(struct sabot_round *round, unsigned number, unsigned load);

/*
 * The cards of a hand in order, up to `max` of them; returns how many there are. `box` and `hand`
 * matter for PLAYER only.
 */
int
sabot_round_hand_cards(const struct sabot_round *round, enum sabot_owner owner, int box, int hand,
		       struct sabot_card *ret_cards, int max);
