/*
 * Access to an incident's fields while its sentence is made. Internal to text/.
 *
 * If a field is missing, its getter marks the sentence, which is then not used, and returns 0 or
 * "", never NULL. Strings are borrowed from the incident or the sentence.
 */
#pragma once

#include "text/money.h"
#include "text/words.h"

/* The incident, buffers for formatted values, and whether a field was missing. */
struct sabot_sentence {
	const struct sabot_incident *incident;
	bool lacks_field;
	char card[SABOT_TEXT_CARD_SIZE];
	char amount[3][SABOT_TEXT_MONEY_SIZE];
};

/* True if the incident has the field. */
bool
sabot_sentence_has(const struct sabot_sentence *sentence, const char *key);
/* The number of a field, which must be there: else the whole sentence is empty. */
int64_t
sabot_sentence_number(struct sabot_sentence *sentence, const char *key);
/* A word, somebody's text, or a reason in English. */
const char *
sabot_sentence_word(struct sabot_sentence *sentence, const char *key);
/* As sabot_sentence_word(), for an optional field: "" if it is missing. */
const char *
sabot_sentence_optional_word(struct sabot_sentence *sentence, const char *key);
/* The field `card` with the sign of its suit. */
const char *
sabot_sentence_card(struct sabot_sentence *sentence);
/* True if the rank of the field `card` was not read. */
bool
sabot_sentence_is_card_unread(const struct sabot_sentence *sentence);
