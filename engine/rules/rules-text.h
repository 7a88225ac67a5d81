/*
 * The value of a rule key as text, the way back of sabot_rules_set(). Pure.
 */
#pragma once

#include "rules.h"

enum { SABOT_RULES_TEXT_SIZE = 2048 }; /* holds the text of any key */

/*
 * The value of a key as sabot_rules_set() reads it; bets that are not offered are left out. False
 * when the game has no such key.
 */
bool
sabot_rules_get(const struct sabot_rules *rules, const char *key,
		char ret_text[SABOT_RULES_TEXT_SIZE]);
