/*
 * The table of rule keys: name, kind, place in struct sabot_rules, words or bounds.
 */
#pragma once

#include "rules.h"

/* How a key's value is written. JSON in an event log must be of the fitting type. */
enum sabot_key_kind {
	SABOT_KEY_NUMBER,    /* 6 */
	SABOT_KEY_WORD,      /* stand; yes/no are words too */
	SABOT_KEY_RATIO,     /* 3:2                          JSON [3,2] */
	SABOT_KEY_ODDS,      /* tie=8:1 punto_pair=11:1      JSON {"tie":[8,1]} */
	SABOT_KEY_PAY_TABLE, /* bet_set_21.pair=10:1   JSON {"bet_set_21":{"pair":[10,1]}} */
	SABOT_KEY_TABLE,     /* DDDDDDDDDDD,… eight times    JSON list of 8 strings */
	SABOT_KEY_BURN,      /* first_card, or a number */
	SABOT_KEY_LIMIT,     /* unlimited, or a number */
	SABOT_KEY_CHIPS,     /* 100 500 2500                 JSON [100,500,2500] */
	SABOT_KEY_DECKS,     /* 4 5 6                        JSON [4,5,6] */
	SABOT_KEY_REMEDIES,  /* remedies.card_in_excess = burn_card let_stand */
};

enum { SABOT_KEY_WORDS_MAX = 8 };

struct sabot_rules_key {
	const char *name;
	enum sabot_key_kind kind;
	uint16_t offset;                        /* of the member */
	bool is_switch;                         /* the member is a bool: words no, yes */
	int8_t game;                            /* enum sabot_game, -1 = both */
	int64_t min, max;                       /* of numbers */
	const char *words[SABOT_KEY_WORDS_MAX]; /* in the order of the member's enum */
};

/* The nth key of a game in the order of the documentation; NULL past the last. */
const char *
sabot_rules_key_name(enum sabot_game game, int place);

/* NULL when the game has no such key. */
const struct sabot_rules_key *
sabot_rules_find_key(enum sabot_game game, const char *name);

/* The remedies of codes for which the profile states none. */
void
sabot_rules_init_remedies(struct sabot_rules *rules);
