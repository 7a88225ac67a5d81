/*
 * What is to be said of the touches at a dealer's display, for the message zone. What was refused
 * is shown for some seconds at least, and then until something is recorded at the table: it says
 * nothing about what is done after it. What became of a touch whose answer was lost with the
 * connection is shown until the next touch.
 */
#pragma once

#include "gui/model/login.h"

#include "proto/message.h"

struct sabot_dealer_refusal;

/*
 * `on_changed(owner)`: it has been shown long enough, or says something else. `session`, whose
 * rights explain a refusal, and `owner` are borrowed and outlive it.
 */
struct sabot_dealer_refusal *
sabot_dealer_refusal_new(SabotSession *session, gpointer owner, void (*on_changed)(gpointer owner));
void
sabot_dealer_refusal_free(struct sabot_dealer_refusal *refusal);

/* `why`: the sentence, or "" for none; transferred. `n`: the number of the view on the screen. */
void
sabot_dealer_refusal_set(struct sabot_dealer_refusal *refusal, char *why, gint64 n);
/* Somebody has logged in: what was refused before does not concern this person. */
void
sabot_dealer_refusal_forget(struct sabot_dealer_refusal *refusal);
/* With a view of that number: what was said before it is dropped if it has been shown enough. */
void
sabot_dealer_refusal_drop_old(struct sabot_dealer_refusal *refusal, gint64 n);

/* True if there is a refusal to show. */
gboolean
sabot_dealer_refusal_is(const struct sabot_dealer_refusal *refusal);
/* The sentence, or "". Borrowed. */
const char *
sabot_dealer_refusal_get(const struct sabot_dealer_refusal *refusal);

/* A touch: `event` goes to the daemon. Whatever was said is over. */
void
sabot_dealer_refusal_begin(struct sabot_dealer_refusal *refusal, json_t *event, int64_t n);
/* Its answer: `error` is NULL if it was recorded. */
void
sabot_dealer_refusal_end(struct sabot_dealer_refusal *refusal, json_t *event, const GError *error,
			 int64_t n);
/* An event of the table, also one that came again. True if something else is said now. */
bool
sabot_dealer_refusal_step(struct sabot_dealer_refusal *refusal, const struct sabot_wire_step *step);
/* The data is current, the table's last event `n`: say what became of touches without an answer. */
void
sabot_dealer_refusal_settle(struct sabot_dealer_refusal *refusal, int64_t n);
/* A touch was made that could not be sent. */
void
sabot_dealer_refusal_set_unsent(struct sabot_dealer_refusal *refusal);
