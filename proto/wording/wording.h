/*
 * What comes over the wire, as sentences in the client's own language; the daemon's sentence where
 * something is hidden or of a kind that this program does not know. Results are transferred.
 */
#pragma once

#include "proto/messages/hub-messages.h"
#include "proto/messages/table-messages.h"

/* That a daemon's part is not in a hub's answer, and why. */
char *
sabot_phrase_missing(const struct sabot_wire_missing *missing);
/* What happened, as a sentence. Transferred. */
char *
sabot_phrase_incident(const struct sabot_wire_incident *incident);
/* What to do. */
char *
sabot_phrase_prompt(const struct sabot_wire_prompt *prompt);
/* The same of one of several hands of a box, `hand` ("right hand"); NULL: of its only one. */
char *
sabot_phrase_prompt_of_hand(const struct sabot_wire_prompt *prompt, const char *hand);
/* The reason; "" where there is none. */
char *
sabot_phrase_prompt_why(const struct sabot_wire_prompt *prompt);
char *
sabot_phrase_call(const struct sabot_wire_call *call);
/* All that is to be said now, as one line; "" when there is nothing. */
char *
sabot_phrase_calls(const struct sabot_wire_prompt *prompt);
/* Why and what to say, a line each, for use beside the prompt itself; or NULL. */
char *
sabot_phrase_prompt_more(const struct sabot_wire_prompt *prompt);
/* What a remedy would do. */
char *
sabot_phrase_effect(const struct sabot_wire_effect *effect);
char *
sabot_phrase_payout(const struct sabot_wire_payout *payout);
char *
sabot_phrase_per_100(const struct sabot_wire_payout *payout);
/* What is still to be paid or collected for a round that is over. */
char *
sabot_phrase_redress(const struct sabot_wire_redress *redress);
