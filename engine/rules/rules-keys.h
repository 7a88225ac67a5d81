/*
 * The table of rule keys: name, kind, place in struct sabot_rules, words or bounds. Private to the
 * engine's rules*.c.
 */
#pragma once

#include "rules.h"

enum { SABOT_KEY_WORDS_MAX = 4 };

struct sabot_rules_key {
	const char *name;
	enum sabot_key_kind kind;
	uint16_t offset;                        /* of the member */
	bool is_switch;                         /* the member is a bool: words no, yes */
	int8_t game;                            /* enum sabot_game, -1 = both */
	int64_t min, max;                       /* of numbers */
	const char *words[SABOT_KEY_WORDS_MAX]; /* in the order of the member's enum */
};

/* NULL when the game has no such key. */
const struct sabot_rules_key *
sabot_rules_find_key(enum sabot_game game, const char *name);

/* The remedies of codes for which the profile states none. */
void
sabot_rules_init_remedies(struct sabot_rules *rules);

/* Parse "8:1" (pays 0 … 100000, per 1 … 1000) up to `end`; false when it is not one. */
bool
sabot_rules_parse_ratio(const char *text, size_t length_bytes, struct sabot_ratio *ret_ratio);

/* Parse a decimal integer of at most 13 digits, all of `text`. */
bool
sabot_rules_parse_number(const char *text, size_t length_bytes, int64_t *ret_number);
