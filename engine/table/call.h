/*
 * What the dealer says aloud (PB-14, ES-13, ES-16 …): ids and arguments, never sentences. Like the
 * prompt it is read off the table's state and holds until that changes; a screen that speaks says
 * what was not among the calls before.
 */
#pragma once

#include "engine/core/event.h"

struct sabot_table;

enum { SABOT_CALLS_MAX = 48 }; /* at once: blackjack and even money at 16 boxes, and a few */

/* The arguments of each, beside it, are members of struct sabot_call; the others are 0. */
enum sabot_call_id {
	SABOT_CALL_LOAD,        /* a new load: shuffle, cut, into the shoe */
	SABOT_CALL_END_OF_LOAD, /* count what is left, or run it out */
	SABOT_CALL_SHUFFLE,     /* FA-02: the pack is shuffled now */
	SABOT_CALL_COMMISSION,  /* amount_minor: owed by all seats together, to be collected */
	SABOT_CALL_BURN_FIRST,  /* PB-04: the first card is drawn and shown */
	SABOT_CALL_BURN,        /* number: so many cards are burned now */
	SABOT_CALL_SHOE_PASSES, /* PB-13, box */
	SABOT_CALL_BANK_PASSES, /* FA-01, box */
	SABOT_CALL_CUT_CARD,    /* it is out, and shown */
	SABOT_CALL_ROUNDS_LEFT, /* number: so many rounds after this one, or from now on */
	SABOT_CALL_LAST_ROUND,  /* PB-03, ES-13 */
	SABOT_CALL_PLACE_BETS,
	SABOT_CALL_NO_MORE_BETS,
	SABOT_CALL_CARDS,   /* PB-14 "cartas"; box: holds punto's cards (PB-07), 0 = the croupier */
	SABOT_CALL_TURN,    /* owner: his hidden cards are turned up */
	SABOT_CALL_POINTS,  /* owner, number */
	SABOT_CALL_NATURAL, /* owner, number: in the place of POINTS */
	SABOT_CALL_STANDS,  /* owner, number */
	SABOT_CALL_CARD_FOR,   /* owner */
	SABOT_CALL_WINS,       /* owner, number: with so many points */
	SABOT_CALL_TIE,        /* number: both with so many points */
	SABOT_CALL_VOID,       /* the round is void, stakes go back */
	SABOT_CALL_BLACKJACK,  /* owner (PLAYER: box, hand) */
	SABOT_CALL_INSURANCE,  /* does anybody insure */
	SABOT_CALL_EVEN_MONEY, /* ST-06, box: does he take it */
	SABOT_CALL_TOTAL,      /* owner (PLAYER: box, hand), number, soft */
	SABOT_CALL_BUST,       /* owner (PLAYER: box, hand), number */
};
enum { SABOT_CALLS = SABOT_CALL_BUST + 1 };

struct sabot_call {
	enum sabot_call_id id;
	enum sabot_owner owner;
	int box, hand;
	int number; /* cards, rounds, points or a total */
	bool soft;  /* the total counts an ace as 11 */
	int64_t amount_minor;
};

/*
 * What is to be said now, in order. A total of which a card was not read, and what hangs on it, is
 * not called; nor is what waits for cards to be turned up (`reveal = on_button`, the hole card).
 */
unsigned
sabot_table_calls(const struct sabot_table *table, struct sabot_call ret_calls[SABOT_CALLS_MAX]);

/* The wire's word, for example "card_for"; NULL outside the enum. */
const char *
sabot_call_id_to_string(enum sabot_call_id id);
/* False, leaving the result alone, for a word that is none. */
bool
sabot_call_id_from_string(const char *word, enum sabot_call_id *ret_id);
