/*
 * Lets witnesses sign the head of this database's log (docs/witness.md). It has a thread and a
 * connection of its own, which waits for the network so that no table does. The main thread
 * collects the results.
 */
#pragma once

#include "daemon/config/config.h"

#include <jansson.h>

struct sabot_head_sender;

enum sabot_head_fate {
	SABOT_HEAD_SIGNED,  /* `event` is for the house log */
	SABOT_HEAD_IDLE,    /* there is nothing new to sign */
	SABOT_HEAD_REFUSED, /* the witness has another history of this log */
	SABOT_HEAD_FAILED,  /* no answer, or no usable one */
};

struct sabot_head_outcome {
	guint witness; /* of config->witnesses */
	enum sabot_head_fate fate;
	int64_t checkpoint; /* the number to be signed; if REFUSED, the witness's number, or 0 */
	json_t *event;      /* or NULL */
	char *why;          /* of FAILED and REFUSED; or NULL */
};

/* NULL is allowed. A GDestroyNotify. */
void
sabot_head_outcome_free(gpointer outcome);

/*
 * Start. `key_line` is the public half of the signing key; with another key nothing is signed. Both
 * are borrowed. Transferred.
 */
struct sabot_head_sender *
sabot_head_sender_new(const struct sabot_config *config, const char *key_line);
/* Cancel the work under way, and do no more. Results so far can still be taken. */
void
sabot_head_sender_stop(struct sabot_head_sender *sender);
/* Call after a stop. NULL is allowed. */
void
sabot_head_sender_free(struct sabot_head_sender *sender);

/* The next result; NULL: there is none now. Transferred. */
struct sabot_head_outcome *
sabot_head_sender_take(struct sabot_head_sender *sender);
