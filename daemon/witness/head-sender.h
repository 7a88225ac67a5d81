/*
 * Lets witnesses sign the head of this database's log (docs/witness.md): a thread of its own, with
 * a connection of its own, which waits for the network so that no table does. What comes of it is
 * taken by the main thread, when it looks.
 */
#pragma once

#include "daemon/config/config.h"

#include <jansson.h>

struct sabot_head_sender;

enum sabot_head_fate {
	SABOT_HEAD_SIGNED,  /* `event` is the house log's */
	SABOT_HEAD_IDLE,    /* there is nothing new to sign */
	SABOT_HEAD_REFUSED, /* the witness knows another past than this log's */
	SABOT_HEAD_FAILED,  /* no answer, or none that could be used */
};

struct sabot_head_outcome {
	guint witness; /* of config->witnesses */
	enum sabot_head_fate fate;
	int64_t checkpoint; /* how many were to be signed; of REFUSED what the witness has, or 0 */
	json_t *event;      /* or NULL */
	char *why;          /* of FAILED and REFUSED; or NULL */
};

/* NULL is allowed. A GDestroyNotify. */
void
sabot_head_outcome_free(gpointer outcome);

/*
 * Begin. `key_line` is the public half of the key that signs; another one signs nothing. Both are
 * borrowed. Transferred.
 */
struct sabot_head_sender *
sabot_head_sender_new(const struct sabot_config *config, const char *key_line);
/* Gives up what is under way, and does nothing more. What has come of it can be taken still. */
void
sabot_head_sender_stop(struct sabot_head_sender *sender);
/* After a stop. NULL is allowed. */
void
sabot_head_sender_free(struct sabot_head_sender *sender);

/* What has come of it since; NULL: nothing more. Transferred. */
struct sabot_head_outcome *
sabot_head_sender_take(struct sabot_head_sender *sender);
