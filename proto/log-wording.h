/*
 * The contents of a log, as sentences in the reader's language: events and what the screens
 * requested; what followed has its sentences in proto/log-outcome.h. As JSON, as the log and its
 * stories have it (docs/disputes.md). Results are transferred, but for plain words.
 */
#pragma once

#include <glib.h>
#include "proto/messages/lookup-messages.h"
#include <stdbool.h>

/* Who said it: a person's id, or what a client called itself; NULL: nobody is named. Borrowed. */
const char *
sabot_log_wording_by(const json_t *event);

/* `by` names the source; NULL: it is not named. */
char *
sabot_log_wording_event(const json_t *event, const char *by);

/* A prompt, with what is to be said. */
char *
sabot_log_wording_shown(const json_t *prompt);

/* A line's kind in a story: "event", "follows", … */
const char *
sabot_log_wording_kind(const char *kind);

/* What is bet on, by its word. */
const char *
sabot_log_wording_bet(const char *word);

/* Who won, by its word: "punto", "void"; a blackjack bank's total stays as it is. */
const char *
sabot_log_wording_winner(const char *word);

/* How a round ended, as what was found has it: who won, or a blackjack bank's total. */
char *
sabot_log_wording_result(const char *word);

/*
 * Fields that are printed with the log's own names: not what is printed elsewhere, or is of no use
 * to people.
 */
bool
sabot_log_wording_has(const char *key);

/* A member's value, money as money. */
void
sabot_log_wording_append_value(GString *text, const char *key, const json_t *value);

/* "limits: min 500, max 50000": a word and the fields beside it, in the log's own words. */
char *
sabot_log_wording_fields(const char *word, const json_t *object);

/* An event's word and its other fields as they stand in the log, in a line. */
char *
sabot_log_wording_plain(const json_t *event);
