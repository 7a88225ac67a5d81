/*
 * A playing card: rank and suit, each of which may be unknown. Plain values, no ownership.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
	SABOT_DECK_CARDS = 52,
	SABOT_DECKS_MAX = 8,
	SABOT_LOAD_CARDS_MAX = SABOT_DECK_CARDS * SABOT_DECKS_MAX,
	SABOT_RANKS = 13,
	SABOT_SUITS = 4,
	SABOT_CARD_TEXT_SIZE = 3, /* "TH" and its NUL */
};

/* In the order in which lists of cards are sorted (event log: S H D C). */
enum sabot_suit {
	SABOT_SUIT_UNKNOWN = 0,
	SABOT_SPADES = 1,
	SABOT_HEARTS = 2,
	SABOT_DIAMONDS = 3,
	SABOT_CLUBS = 4,
};

enum {
	SABOT_RANK_UNKNOWN = 0,
	SABOT_ACE = 1,
	SABOT_TEN = 10,
	SABOT_JACK = 11,
	SABOT_QUEEN = 12,
	SABOT_KING = 13,
};

struct sabot_card {
	uint8_t rank; /* 0 unknown, 1 ace … 13 king */
	uint8_t suit; /* enum sabot_suit */
};

/* Where a card lies. */
enum sabot_owner {
	SABOT_OWNER_NONE, /* set aside: in excess, boxed, burned */
	SABOT_OWNER_PUNTO,
	SABOT_OWNER_BANCA,
	SABOT_OWNER_DEALER,
	SABOT_OWNER_PLAYER,
};

/* Both rank and suit were read. */
static inline bool
sabot_card_is_known(struct sabot_card card)
{
	return card.rank != SABOT_RANK_UNKNOWN && card.suit != SABOT_SUIT_UNKNOWN;
}

/* The card's number in a new deck, by suit and rank: 1 to 52; 0 if it was not fully read. */
static inline uint8_t
sabot_card_number(struct sabot_card card)
{
	return sabot_card_is_known(card) ? (uint8_t)((card.suit - 1) * SABOT_RANKS + card.rank) : 0;
}

/* The card of a number from 1 to 52. */
static inline struct sabot_card
sabot_card_of_number(unsigned number)
{
	return (struct sabot_card){
		.rank = (uint8_t)((number - 1) % SABOT_RANKS + SABOT_ACE),
		.suit = (uint8_t)((number - 1) / SABOT_RANKS + SABOT_SPADES),
	};
}

/* True if rank and suit are equal. */
static inline bool
sabot_card_is_equal(struct sabot_card a, struct sabot_card b)
{
	return a.rank == b.rank && a.suit == b.suit;
}

/* Ace 1, pips their number, T J Q K 10; an unknown rank counts 0 (event log: "`??` counts 0"). */
static inline unsigned
sabot_card_value(struct sabot_card card)
{
	return card.rank < SABOT_TEN ? card.rank : SABOT_TEN;
}

/*
 * Parse "TH", "7?" or "??" (rank A23456789TJQK, suit SHDC). Returns false, leaving `ret_card`
 * alone, for anything else; a suit without a rank is refused too.
 */
bool
sabot_card_parse(const char *text, size_t length_bytes, struct sabot_card *ret_card);

/* Write the two characters and a NUL into `buffer`; returns `buffer`. */
const char *
sabot_card_format(struct sabot_card card, char buffer[SABOT_CARD_TEXT_SIZE]);
