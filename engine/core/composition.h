/*
 * How many copies of each card a load has shown, by suit, rank and back; and what that proves.
 */
#pragma once

#include "card.h"

enum {
	SABOT_BACKS_MAX = 4,
	SABOT_BACK_SIZE = 33,
	SABOT_FOREIGN_BACKS_MAX = 4, /* different ones of a load that are kept */
};

struct sabot_composition {
	int decks;
	int backs;
	uint16_t copies[SABOT_SUITS + 1][SABOT_RANKS + 1]; /* suit 0: rank known, suit not */
	uint16_t by_back[SABOT_BACKS_MAX][SABOT_SUITS + 1][SABOT_RANKS + 1];
	char back_names[SABOT_BACKS_MAX][SABOT_BACK_SIZE];
	char foreign[SABOT_FOREIGN_BACKS_MAX][SABOT_BACK_SIZE]; /* that came, in order; "" = none */
	int unknown;                                            /* `??` */
};

/* `backs` > 1: the decks are split evenly among so many colours of backs. */
void
sabot_composition_init(struct sabot_composition *composition, int decks, int backs);

/* The number of a back's colour, for add and remove; -1 when none was given or too many came. */
int
sabot_composition_back(struct sabot_composition *composition, const char *name);

/*
 * True if the colour is none of the load's, all of which are known, and has not come before: it is
 * added to those that came. False beyond SABOT_FOREIGN_BACKS_MAX of them.
 */
bool
sabot_composition_add_foreign(struct sabot_composition *composition, const char *name);

/* Add `by` to the count of a card with that back. */
static inline void
sabot_composition_change(struct sabot_composition *composition, struct sabot_card card, int back,
			 int by)
{
	if (card.rank == SABOT_RANK_UNKNOWN) {
		composition->unknown += by;
		return;
	}
	composition->copies[card.suit][card.rank] += (uint16_t)by;
	if (back >= 0 && back < SABOT_BACKS_MAX)
		composition->by_back[back][card.suit][card.rank] += (uint16_t)by;
}

/* Add one card with that back. */
static inline void
sabot_composition_add(struct sabot_composition *composition, struct sabot_card card, int back)
{
	sabot_composition_change(composition, card, back, 1);
}

/* Remove one card with that back. */
static inline void
sabot_composition_remove(struct sabot_composition *composition, struct sabot_card card, int back)
{
	sabot_composition_change(composition, card, back, -1);
}

/* The card came at most as often as a right load holds it: nothing needs to be counted. */
static inline bool
sabot_composition_is_within(const struct sabot_composition *composition, struct sabot_card card,
			    int back)
{
	if (card.suit == SABOT_SUIT_UNKNOWN ||
	    composition->copies[SABOT_SUIT_UNKNOWN][card.rank] > 0 ||
	    composition->copies[card.suit][card.rank] > composition->decks)
		return false;
	return back < 0 || composition->by_back[back][card.suit][card.rank] * composition->backs <=
				   composition->decks;
}

/* How many copies of its rank came to be too many by the card that was added last. */
int
sabot_composition_count_excess(struct sabot_composition *composition, struct sabot_card card,
			       int back);

/*
 * Add a card that has just come. Returns how many copies of its rank came to be too many by it.
 */
static inline int
sabot_composition_count(struct sabot_composition *composition, struct sabot_card card, int back)
{
	sabot_composition_add(composition, card, back);
	if (sabot_composition_is_within(composition, card, back))
		return 0;
	return sabot_composition_count_excess(composition, card, back);
}

/* Copies of cards of this rank that a right load cannot hold; counts `7?` by rank as a whole. */
int
sabot_composition_rank_excess(const struct sabot_composition *composition, int rank);

/* Copies of this very card that a right load cannot hold. */
int
sabot_composition_card_excess(const struct sabot_composition *composition, struct sabot_card card);

/* Copies that a full load would still hold. */
int
sabot_composition_card_lack(const struct sabot_composition *composition, struct sabot_card card);
