/*
 * One round (a coup or a deal): its stakes, its cards and where they lie, the hands of each box,
 * and the log of what happened from "no more bets" on, from which it can be derived again.
 */
#pragma once

#include "event.h"
#include "ratio.h"

#include <string.h>

enum {
	SABOT_ORDER_MAX = 640, /* cards of one load that are remembered in order */
	SABOT_ROUND_CARDS_MAX = 512,
	SABOT_ROUND_LOG_MAX = 1024,
	SABOT_HANDS_MAX = 32, /* of one box */
};

/* Names a hand. Box and hand matter for PLAYER only. */
struct sabot_hand_id {
	enum sabot_owner owner;
	int box, hand;
};

enum sabot_seen_mark {
	SABOT_SEEN_BOXED = 1,     /* lay face up: no card of the play */
	SABOT_SEEN_AFTER_GAP = 2, /* messages that may have been cards were lost before it */
};

struct sabot_seen_card {
	struct sabot_card card;
	int8_t back;          /* number of its colour, -1 unknown */
	uint8_t marks;        /* enum sabot_seen_mark */
	unsigned line, round; /* of its event; in which it was dealt, 0 = in none */
};

struct sabot_round_card {
	struct sabot_card card;
	int16_t order_index; /* in the load's order; -1 = not remembered there */
	uint8_t owner;       /* enum sabot_owner */
	uint8_t box, hand;   /* of a player's card */
	bool burned;         /* by a ruling: belongs to nobody */
	bool suit_matters;   /* a bet depends on its suit */
	bool is_hit;         /* it came to a hand that might have stood */
	bool announced;      /* by an action before it */
	unsigned line;       /* of its event */
};

/* Running totals of a hand, updated as cards are dealt. */
struct sabot_pile {
	struct sabot_card first[3];
	uint16_t n_cards;
	uint16_t sum; /* of their values, aces 1 */
	int16_t last; /* the index of its last card among the round's */
	bool has_ace;
};

/* A player's hand of one box. Its cards are the round's cards with its box and hand. */
struct sabot_hand {
	struct sabot_pile pile;
	bool from_split, from_aces;
	bool stood, doubled, surrendered;
};

struct sabot_bettor {
	char name[SABOT_BETTOR_BYTES_MAX + 1];
	int64_t stakes_minor[SABOT_BETS];
	int64_t insurance_minor;
	bool even_money;
};

struct sabot_box {
	bool in_play; /* dealt to */
	uint8_t n_hands, n_splits, n_ace_splits;
	uint8_t n_bettors;
	uint32_t bets; /* bit n = there is, or was, a stake on enum sabot_bet n */
	struct sabot_hand hands[SABOT_HANDS_MAX];
	struct sabot_bettor bettors[SABOT_BETTORS_MAX];
};

enum sabot_step_kind {
	SABOT_STEP_CLOSE_BETS,
	SABOT_STEP_CARD,     /* card: index into the round's cards */
	SABOT_STEP_ACTION,   /* what: enum sabot_action */
	SABOT_STEP_LATE_BET, /* a bet while bets are closed; what: enum sabot_bet */
	SABOT_STEP_INSURANCE,
	SABOT_STEP_EVEN_MONEY, /* bettor -1: all of the box */
	SABOT_STEP_INSURANCE_CLOSED,
	SABOT_STEP_CUT_CARD,     /* that makes an undecided round void */
	SABOT_STEP_RESULT,       /* what, hand, bettor: claimed winner and points, -1 = none */
	SABOT_STEP_RESULT_AGAIN, /* a second result of a round that is decided or waits */
	SABOT_STEP_END,          /* no_more_bets, load or unload ends the round */
	SABOT_STEP_DRAW_NOW,     /* a ruling: the round continues */
	SABOT_STEP_HIT,          /* a ruling, or what ends the wait: the card is a hit */
	SABOT_STEP_MOVE_CARD,    /* a ruling: to box and hand, or (box 0) to who is owed one */
	SABOT_STEP_TAKE_OFF,     /* a ruling: a card not requested; its hand is in turn again */
	SABOT_STEP_SET_ASIDE,    /* a ruling: the card belongs to no hand; the hand stands */
	SABOT_STEP_BANCA_THIRD,  /* a ruling: card is banca's third */
	SABOT_STEP_RUN_ENDED,    /* a ruling on cards that nobody wanted */
	SABOT_STEP_UNDO,         /* takes back what was said last, by the readings that let it */
	SABOT_STEP_SILENCE, /* the shoe went offline though nothing was due: cards may be missing */
};

/* One thing that happened in the round. */
struct sabot_round_step {
	uint8_t kind; /* enum sabot_step_kind */
	uint8_t box;
	int8_t hand;
	int8_t bettor;
	uint8_t what;
	bool silent; /* it is not looked at: a bet while the round waits */
	int16_t card;
	unsigned line;
	bool undone;          /* as the round lies it was taken back, or took something back */
	bool is_next;         /* a bet that is the next round's, as what came since has shown */
	bool after_card;      /* said directly after a card, or after what was said of that */
	bool is_moved : 1;    /* said after the card that follows it, and put before it since */
	bool is_inserted : 1; /* by a card that a ruling put in: its line is the ruling's */
	int64_t amount_minor;
};

/* Unwanted cards in a row: the first raises one incident, the second another, the rest none. */
struct sabot_run {
	uint16_t n_cards;
	int16_t first_index; /* in the load's order */
	unsigned first_line;
};

struct sabot_round {
	bool open; /* begun and not closed */
	unsigned number, load;
	bool bets_closed, closed_by_card;
	bool waiting;              /* for a ruling on a missing card, or one not requested */
	unsigned waiting_line;     /* the line of that incident */
	unsigned closed_line;      /* of the event that closed it */
	unsigned result_line;      /* of the first `result`; 0 = none */
	bool is_void, dummy;       /* void; dealt without bets to keep the order of the shoe */
	bool unverified, inferred; /* once closed */
	bool not_compared;         /* what is claimed is not held against it any more */
	bool reopened;             /* by draw_now: closes by itself once no card is due */
	bool insurance_over;       /* the window is shut */
	bool run_unsure;           /* unwanted cards may be missing before those that come now */
	bool next_bet, next_card;  /* a bet, then a card of the next round came, by this reading */
	bool someone_drew, someone_hit, acted, out_of_turn;
	int16_t not_asked;         /* the card that waits for a ruling (`actions = all`), or -1 */
	uint8_t hit_box, hit_hand; /* a hit was sent, its card has not come; box 0 = none */
	struct sabot_run run;
	uint8_t claimed_winners; /* bit n = enum sabot_winner n was claimed and compared */
	uint16_t claimed_punto, claimed_banca;          /* bit n = n points were */
	bool punto_stands, banca_stands, dealer_stands; /* by a ruling */
	bool punto_revealed, banca_revealed, hole_revealed;
	uint8_t n_seats;                /* boxes in play */
	uint8_t seats[SABOT_BOXES_MAX]; /* their numbers, ascending */
	uint8_t turn;    /* no hand of the seats before this place has a decision left */
	uint32_t listed; /* bit n = box n was named by no_more_bets */
	uint32_t used;   /* bit n = box n holds anything: the others are all zero */
	struct sabot_pile piles[SABOT_OWNER_PLAYER]; /* by owner: punto, banca, dealer */
	int n_dealt;                                 /* cards of the initial deal that lie */
	int n_lost;                                  /* messages lost in it and not put back */
	bool torn;                                   /* an unknown number was lost */
	int n_cards;
	int n_log;
	bool log_full;
	bool any_unread; /* a card came that was not fully read; it may have been read since */
	bool ruled_void; /* by a ruling, whatever its cards are */
	bool withheld;   /* something was not said, as it may not be so */
	enum sabot_winner winner; /* punto banco, once closed; NONE = not certain */
	/* What comes now is as long as it is used. */
	struct sabot_box boxes[SABOT_BOXES_MAX + 1]; /* by number; 0 is unused */
	struct sabot_round_card cards[SABOT_ROUND_CARDS_MAX];
	struct sabot_round_step log[SABOT_ROUND_LOG_MAX];
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
	const char *bettor;       /* borrowed from the round */
	struct sabot_ratio ratio; /* that the stake has won, before commission; pays 0 = none */
	int64_t stake_minor, due_minor, commission_minor;
};

enum { SABOT_SEAT_NAME_SIZE = 12 };

/* The bettor's name where none is given: the box number in decimal, a constant or in `buffer`. */
const char *
sabot_seat_name(int box, char buffer[SABOT_SEAT_NAME_SIZE]);

/* Begin an empty round. The memory may be uninitialised. */
void
sabot_round_init(struct sabot_round *round, unsigned number, unsigned load);

/* The same in memory that holds a round, or only zeros: clears of the boxes only those in use. */
void
sabot_round_begin(struct sabot_round *round, unsigned number, unsigned load);

/* The index of the card of that line among the round's cards, or -1. */
int
sabot_round_find_line(const struct sabot_round *round, unsigned line);

/* The event of that line is in the round's log. */
bool
sabot_round_has_logged(const struct sabot_round *round, unsigned line);

/* Copy what of `round` is used, but for its log, over another one. */
void
sabot_round_keep(const struct sabot_round *round, struct sabot_round *kept);

/* Copy what of `round` is used over another one, or over zeros. */
void
sabot_round_copy(const struct sabot_round *round, struct sabot_round *copy);

/* The lowest number of a set of bits that is not empty, taken out of it. */
static inline int
sabot_take_lowest(uint32_t *bits)
{
	int lowest = __builtin_ctz(*bits);

	*bits &= *bits - 1;
	return lowest;
}

/* Box `box` is dealt to: it gets its first hand. Boxes are seated in ascending order. */
void
sabot_round_seat_box(struct sabot_round *round, int box);

/* The lowest box with a main stake; 0 when there is none. */
int
sabot_round_first_staked(const struct sabot_round *round);

/* Forget all that was played; stakes, log, lost messages and the cards' readings stay. */
void
sabot_round_reset_play(struct sabot_round *round);

/* What a hand's pile should hold, by looking for its cards among all: slow. */
struct sabot_pile
sabot_round_count_pile(const struct sabot_round *round, struct sabot_hand_id id);

/* Add a card that is in no hand yet. Returns its index, or -1 when the round can hold no more. */
static inline int
sabot_round_add_card(struct sabot_round *round, struct sabot_card card, int order_index,
		     unsigned line)
{
	if (round->n_cards == SABOT_ROUND_CARDS_MAX)
		return -1;
	round->any_unread |= !sabot_card_is_known(card);
	round->cards[round->n_cards] = (struct sabot_round_card){
		.card = card,
		.order_index = (int16_t)order_index,
		.line = line,
	};
	return round->n_cards++;
}

/* Copy a name; false for one that is too long, which is cut. */
static inline bool
sabot_bettor_copy(char ret_name[SABOT_BETTOR_BYTES_MAX + 1], const char *name)
{
	int n_bytes = 0;

	/* Most are a seat's number: no call. */
	for (; n_bytes < SABOT_BETTOR_BYTES_MAX && name[n_bytes] != '\0'; n_bytes++)
		ret_name[n_bytes] = name[n_bytes];
	ret_name[n_bytes] = '\0';
	return name[n_bytes] == '\0';
}

/* The cards of that hand. Borrowed; valid until a hand is added. */
static inline struct sabot_pile *
sabot_round_pile(struct sabot_round *round, struct sabot_hand_id id)
{
	return id.owner == SABOT_OWNER_PLAYER ? &round->boxes[id.box].hands[id.hand].pile
					      : &round->piles[id.owner];
}

/* Card `index` of the round comes to lie on the pile, as its last. */
static inline void
sabot_pile_add(struct sabot_pile *pile, struct sabot_card card, int index)
{
	if (pile->n_cards < 3)
		pile->first[pile->n_cards] = card;
	pile->n_cards++;
	pile->sum = (uint16_t)(pile->sum + sabot_card_value(card));
	pile->has_ace |= card.rank == SABOT_ACE;
	pile->last = (int16_t)index;
}

/* Lay card `index` down; box and hand matter for PLAYER only. */
static inline void
sabot_round_place_card(struct sabot_round *round, int index, enum sabot_owner owner, int box,
		       int hand)
{
	struct sabot_round_card *card = &round->cards[index];
	struct sabot_hand_id id = {owner, box, hand};
	struct sabot_pile *pile = sabot_round_pile(round, id);

	card->owner = (uint8_t)owner;
	card->box = (uint8_t)box;
	card->hand = (uint8_t)hand;
	/* A ruling may lay a card that came before the hand's last one. */
	if (pile->n_cards > 0 && index < pile->last)
		*pile = sabot_round_count_pile(round, id);
	else
		sabot_pile_add(pile, card->card, index);
}

/* Take card `index` out of its hand; it is then in no hand. The turn starts again. */
void
sabot_round_lift_card(struct sabot_round *round, int index);

/* Forget the last card. */
void
sabot_round_drop_card(struct sabot_round *round);

/* The index of card `order_index` of the load among the round's cards, or -1. */
int
sabot_round_find_card(const struct sabot_round *round, int order_index);

/*
 * The index of `name` among the box's bettors, or -1. NULL or "" is the seat: the box number in
 * decimal. With `create` a new one is added; -1 when there are too many or the name is too long.
 */
int
sabot_round_find_bettor(struct sabot_round *round, int box, const char *name, bool create);

/* The sum of all bettors' stakes of one kind on a box. */
int64_t
sabot_round_stake(const struct sabot_round *round, int box, enum sabot_bet on);

/* True if the card is open: it was not read, or not its suit where a bet depends on it. */
static inline bool
sabot_round_card_is_open(const struct sabot_round_card *card)
{
	return !card->burned && (card->card.rank == SABOT_RANK_UNKNOWN ||
				 (card->suit_matters && card->card.suit == SABOT_SUIT_UNKNOWN));
}

/* The number of open cards; the indices of the first two in `ret_places`. */
int
sabot_round_open_cards(const struct sabot_round *round, int ret_places[2]);

/* True if there is one. */
bool
sabot_round_has_open_card(const struct sabot_round *round);

/* Messages may be missing among its cards. */
static inline bool
sabot_round_is_torn(const struct sabot_round *round)
{
	return (round->torn | round->log_full | (round->n_lost != 0)) != 0;
}

/* So many are; -1 = an unknown number. */
static inline void
sabot_round_tear(struct sabot_round *round, int lost_cards)
{
	if (lost_cards > 0)
		round->n_lost += lost_cards;
	else
		round->torn |= lost_cards < 0;
}

/* True if not everything in the round follows from what was seen. Asked at each card. */
__attribute__((always_inline)) static inline bool
sabot_round_is_doubtful(const struct sabot_round *round)
{
	return sabot_round_is_torn(round) ||
	       (round->any_unread && sabot_round_has_open_card(round));
}

/* The cards of a hand in order, up to `max` of them; returns how many there are. */
int
sabot_round_hand_cards(const struct sabot_round *round, struct sabot_hand_id id,
		       struct sabot_card *ret_cards, int max);
