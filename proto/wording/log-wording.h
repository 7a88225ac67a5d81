/*
 * The content of a log, as sentences in the reader's language: events, and the prompts on the
 * screens; log-outcome.h has the sentences for derived lines. Input is JSON, as in the log
 * and its stories (docs/disputes.md). Results are transferred, except plain words.
 */
#pragma once

#include <glib.h>
#include "proto/messages/lookup-messages.h"
#include <stdbool.h>

/* The source of the event: a person's id, or a client's own name; NULL: none is named. Borrowed. */
const char *
sabot_log_wording_by(const json_t *event);

/* The id of the second person who signed it; NULL: one person did. Borrowed. */
const char *
sabot_log_wording_second(const json_t *event);

/*
 * `by` names the source, `second` the second signer; NULL: not named. `named_n` is the number of
 * the event that a ruling is about, as the reader sees it; 0: none. The ruling itself has a line.
 */
char *
sabot_log_wording_event(const json_t *event, const char *by, const char *second, int64_t named_n);

/* A prompt, with the calls. */
char *
sabot_log_wording_shown(const json_t *prompt);

/* A line's kind in a story: "event", "follows", … */
const char *
sabot_log_wording_kind(const char *kind);

/* The bet of a log's word. */
const char *
sabot_log_wording_bet(const char *word);

/* The winner of a log's word: "punto", "void"; a blackjack bank's total is returned unchanged. */
const char *
sabot_log_wording_winner(const char *word);

/* The result of a round from a find: the winner, or a blackjack bank's total. */
char *
sabot_log_wording_result(const char *word);

/*
 * True if a field is printed with the log's own name, because it is not printed elsewhere and is of
 * use to people.
 */
bool
sabot_log_wording_has(const char *key);

/* A member's value, money as money. */
void
sabot_log_wording_append_value(GString *text, const char *key, const json_t *value);

/* "limits: min 500, max 50000": a word and the fields beside it, in the log's own words. */
char *
sabot_log_wording_fields(const char *word, const json_t *object);

/* An event's word and its other fields as in the log, on one line. */
char *
sabot_log_wording_plain(const json_t *event);
