/*
 * The state of a witness, in a SQLite file of its own: for each log the largest head that it has
 * signed, and heads that it refused although the log's key has signed them. Used by one thread.
 */
#pragma once

#include "store/proof/log-head.h"

struct sabot_cosigner_state;

/* The state of a log. */
struct sabot_cosigned {
	int64_t size; /* 0: nothing was signed yet */
	struct sabot_chain_hash root;
	char *note; /* with the log's signature and the witness's; or NULL */
	int64_t at_us;
};

/* Open the file; it is created if missing. NULL with an error. Transferred. */
struct sabot_cosigner_state *
sabot_cosigner_state_open(const char *path, GError **error);
/* NULL is allowed. */
void
sabot_cosigner_state_close(struct sabot_cosigner_state *state);

/* Begin a transaction: until its end nobody else reads or writes a head. False with an error. */
bool
sabot_cosigner_state_begin(struct sabot_cosigner_state *state, GError **error);
/*
 * End the transaction. With `keeps`, its changes are on the disk when this returns true; without,
 * they are dropped.
 */
bool
sabot_cosigner_state_end(struct sabot_cosigner_state *state, bool keeps, GError **error);

/* False with an error. Clear it after use; the struct itself is the caller's. */
bool
sabot_cosigner_state_read(struct sabot_cosigner_state *state, const char *origin,
			  struct sabot_cosigned *ret_cosigned, GError **error);
/* Free its contents. */
void
sabot_cosigned_clear(struct sabot_cosigned *cosigned);

/* Store the head that was signed last for `origin`, in place of the one before. */
bool
sabot_cosigner_state_put(struct sabot_cosigner_state *state, const char *origin,
			 const struct sabot_cosigned *cosigned, GError **error);

/* Keep a refused head, once, and at most 64 of a log. */
bool
sabot_cosigner_state_refuse(struct sabot_cosigner_state *state, const char *origin,
			    const char *note, int64_t old_size, GError **error);

/* The number of refused heads of the log that are kept; -1 with an error. */
int64_t
sabot_cosigner_state_count_refused(struct sabot_cosigner_state *state, const char *origin,
				   GError **error);
