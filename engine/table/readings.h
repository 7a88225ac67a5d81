/*
 * What the open cards of the round in play may have been. The round is derived once for each, from
 * its first event; what follows from all of them is certain.
 */
#pragma once

#include "table-private.h"

enum { SABOT_READINGS_MAX = SABOT_RANKS * SABOT_RANKS };

/* The unannounced cards at the end of the last player's hand, by their places in the round. */
struct sabot_stands {
	int n_cards;
	int box, hand;
	int cards[SABOT_BLACKJACK_CARDS_MAX];
};

/* What the open cards may have been. */
struct sabot_reading {
	struct sabot_card cards[2];
};

struct sabot_readings {
	struct sabot_step *step;
	const struct sabot_round *round; /* as its cards were read; borrowed */
	struct sabot_table *as_if;       /* the round by this reading; borrowed */
	bool with_stands; /* also as if the last hand had stood before unannounced cards */
	bool is_stand;    /* this is one of those: it follows its reading */
	bool for_dues;    /* set by the caller: what those raise is not asked */
	int n_open, places[2];
	int n_readings, at;
	struct sabot_stands stands; /* of the reading before `at` */
	int stand;
	struct sabot_reading readings[SABOT_READINGS_MAX];
	struct sabot_step inner;
};

/* What holds for how many of the readings. */
enum sabot_certainty { SABOT_FOR_NONE, SABOT_FOR_SOME, SABOT_FOR_ALL };

/* True if nothing is known about the order of its cards: torn, or more than two cards are open. */
bool
sabot_readings_are_none(const struct sabot_table *table);

/*
 * Begin to derive the round in play for each reading; `with_stands` adds the ways in which the last
 * player's hand had stood before cards that nobody announced. False when nothing is known.
 */
bool
sabot_readings_begin(struct sabot_readings *readings, struct sabot_step *step, bool with_stands);

/*
 * Begin to derive the round that was closed last, some of whose cards are still open. False if
 * nothing is known about the order of its cards, or more than two of them are open.
 */
bool
sabot_readings_begin_last(struct sabot_readings *readings, struct sabot_step *step);

/* True if the open cards, or a doubt about the load, make readings necessary. */
static inline bool
sabot_readings_are_needed(const struct sabot_table *table)
{
	return sabot_round_is_doubtful(&table->round) || table->load.in_doubt;
}

/* Where the last hand may have stood although nobody said so. False when nowhere. */
bool
sabot_readings_find_stands(const struct sabot_table *table, struct sabot_stands *stands);

/* True if it may have somewhere. */
bool
sabot_readings_have_stands(const struct sabot_table *table);

/* True if the round is not to be taken as it lies: a card is open, or messages may be missing. */
static inline bool
sabot_readings_are_many(const struct sabot_table *table)
{
	const struct sabot_round *round = &table->round;

	return round->open && round->bets_closed &&
	       (sabot_readings_are_needed(table) ||
		(round->someone_hit && sabot_readings_have_stands(table)));
}

/* With no card open, the round as it lies is the first reading: leave it out. */
void
sabot_readings_skip_as_read(struct sabot_readings *readings);
