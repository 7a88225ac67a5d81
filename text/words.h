/*
 * The stored words in the user's language, one function per enum. Results of `const char *` are
 * constants of the program or its catalogue; those of `char *` are transferred.
 */
#pragma once

#include "engine/core/incident.h"

enum { SABOT_TEXT_CARD_SIZE = 8 };

/* "ten", "diamonds". `rank` 1 … 13, `suit` 1 … 4. */
const char *
sabot_text_rank(unsigned rank);
const char *
sabot_text_suit(unsigned suit);
/* "ten of diamonds"; "ten, suit unread"; "unread card". */
char *
sabot_text_card(struct sabot_card card);
/* As printed in the corner of a card, in sentences and on drawn cards: "Q", "10"; 0 "?". */
const char *
sabot_text_rank_sign(unsigned rank);
/* "♠"; 0 "?". */
const char *
sabot_text_suit_sign(unsigned suit);
/*
 * With the sign of its suit: "Q♥", "10♠"; "7?" if the suit was not read, "?" if the card was not.
 */
const char *
sabot_text_card_sign(struct sabot_card card, char buffer[SABOT_TEXT_CARD_SIZE]);

/* "punto", "banca pair"; "" for NONE and UNKNOWN. */
const char *
sabot_text_bet(enum sabot_bet bet);
/* What an optional bet pays for: "suited pair"; an unknown word without its underscores. */
char *
sabot_text_outcome(const char *word);
/* "stand", "double". */
const char *
sabot_text_action(enum sabot_action action);
/* "punto", "tie", "void"; "" for NONE. */
const char *
sabot_text_winner(enum sabot_winner winner);
/* "let the round stand", "read the card as …"; "" for UNKNOWN. */
const char *
sabot_text_remedy(enum sabot_remedy remedy);
/* The log's words for all remedies: "let_stand, false_alarm, …". Transferred. */
char *
sabot_text_list_remedies(void);
/* A person's role: "pit boss"; an unknown word unchanged. */
const char *
sabot_text_role(const char *word);
/* A table's event, from the log's word: "no more bets"; an unknown one unchanged. */
const char *
sabot_text_event(const char *word);
/* In a few words: "card too many"; "" for NONE. */
const char *
sabot_text_incident_name(enum sabot_incident_code code);
/* "low" … "critical". */
const char *
sabot_text_severity(enum sabot_severity severity);
/*
 * A shift's name: "day", "swing", "night" and others of the configuration's page in the user's
 * language, a house's own word unchanged; "" for NULL.
 */
const char *
sabot_text_shift_name(const char *word);
/* How a load ended, from the log's word; an unknown one unchanged. */
const char *
sabot_text_verdict(const char *word);
/* A rule's id, marked because it looks like a table's name: "§ PB-10"; "" for "" and NULL. */
char *
sabot_text_rule(const char *rule);
