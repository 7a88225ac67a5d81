/*
 * The base rules of a game, and the one way to change a key of them. Pure.
 */
#pragma once

#include "rules-keys.h"

/* The base rules of a game (event log, "Key names and defaults"). */
void
sabot_rules_init(struct sabot_rules *rules, enum sabot_game game);

/* What kind of value `key` takes in this game. False when the game has no such key. */
bool
sabot_rules_key_kind(const struct sabot_rules *rules, const char *key,
		     enum sabot_key_kind *ret_kind);

/*
 * Set one key from its text (see enum sabot_key_kind). On failure `rules` is unchanged and
 * `error` holds a sentence naming the key and what it takes.
 */
bool
sabot_rules_set(struct sabot_rules *rules, const char *key, const char *value,
		char error[SABOT_RULES_ERROR_SIZE]);

/* Refuse rules that contradict themselves, naming the keys. */
bool
sabot_rules_check(const struct sabot_rules *rules, char error[SABOT_RULES_ERROR_SIZE]);

/* Parse "8:1" (pays 0 … 100000, per 1 … 1000) up to `end`; false when it is not one. */
bool
sabot_rules_parse_ratio(const char *text, size_t length_bytes, struct sabot_ratio *ret_ratio);

/* Parse a decimal integer of at most 13 digits, all of `text`. */
bool
sabot_rules_parse_number(const char *text, size_t length_bytes, int64_t *ret_number);
