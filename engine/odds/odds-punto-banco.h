/*
 * What a coup can be, counted: every order of cards from a full load, with each draw decided by
 * sabot_punto_banco_next(). Coups that are alike for every rule and every bet are counted together.
 * Pure.
 */
#pragma once

#include "odds.h"
#include "engine/games/punto-banco.h"

enum {
	SABOT_COUP_KINDS = 4, /* of two first cards: 1 = equal rank, 2 = equal suit */
	SABOT_COUP_CLASSES = 2 * 2 * 10 * 10 * SABOT_COUP_KINDS * SABOT_COUP_KINDS,
};

/*
 * Coups alike in numbers of cards, points, and the kind of each hand's first two. `coup` is one of
 * them; with `count` 0 there is none.
 */
struct sabot_coup_class {
	struct sabot_coup coup;
	uint64_t count;
};

/* A quarter of a megabyte; the caller's. */
struct sabot_coup_odds {
	uint64_t total; /* orders of six cards: N (N - 1) … (N - 5) */
	struct sabot_coup_class classes[SABOT_COUP_CLASSES];
};

/* The class of a coup, 0 … SABOT_COUP_CLASSES - 1. */
int
sabot_coup_class_index(const struct sabot_coup *coup);

/*
 * Count every coup of a full load of `rules->decks` (1 … 8). A coup of four or five cards counts as
 * often as the cards after it can lie. `scratch` is used to deal on. False for other rules.
 */
bool
sabot_coup_odds_count(const struct sabot_rules *rules, struct sabot_round *scratch,
		      struct sabot_coup_odds *ret_odds);

/*
 * What `bet` earns, by what sabot_settle_find() pays on each class. `scratch` is used to settle.
 * False when the rules do not offer the bet.
 */
bool
sabot_coup_odds_bet(const struct sabot_rules *rules, const struct sabot_coup_odds *odds,
		    enum sabot_bet bet, struct sabot_round *scratch,
		    struct sabot_bet_odds *ret_odds);

/*
 * What a player gains on one coup with sabot_odds_unit() on a bet that the rules offer, commission
 * paid. `scratch` is used to settle.
 */
int64_t
sabot_coup_odds_net(const struct sabot_rules *rules, const struct sabot_coup *coup,
		    enum sabot_bet bet, struct sabot_round *scratch);
