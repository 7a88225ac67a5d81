/*
 * What a witness keeps, in a SQLite file of its own: of each log the largest head that it has
 * signed, and heads that it refused though the log's key has signed them. One thread's.
 */
#pragma once

#include "store/proof/log-head.h"

struct sabot_cosigner_state;

/* Of a log. */
struct sabot_cosigned {
	int64_t size; /* 0: nothing was signed yet */
	struct sabot_chain_hash root;
	char *note; /* with the log's signature and the witness's; or NULL */
	int64_t at_us;
};

/* Open the file, which is made where there is none. NULL with an error. Transferred. */
struct sabot_cosigner_state *
sabot_cosigner_state_open(const char *path, GError **error);
/* NULL is allowed. */
void
sabot_cosigner_state_close(struct sabot_cosigner_state *state);

/* From here to the end nobody else reads or writes a head. False with an error. */
bool
sabot_cosigner_state_begin(struct sabot_cosigner_state *state, GError **error);
/* With `keeps` what was put is on the disk when it returns true; without, it is forgotten. */
bool
sabot_cosigner_state_end(struct sabot_cosigner_state *state, bool keeps, GError **error);

/* False with an error. Clear it after use; the struct itself is the caller's. */
bool
sabot_cosigner_state_read(struct sabot_cosigner_state *state, const char *origin,
			  struct sabot_cosigned *ret_cosigned, GError **error);
/* Free what it keeps. */
void
sabot_cosigned_clear(struct sabot_cosigned *cosigned);

bool
sabot_cosigner_state_put(struct sabot_cosigner_state *state, const char *origin,
			 const struct sabot_cosigned *cosigned, GError **error);

/* Keep a refused head, once, and 64 of a log at most. */
bool
sabot_cosigner_state_refuse(struct sabot_cosigner_state *state, const char *origin,
			    const char *note, int64_t old_size, GError **error);

/* How many heads of the log were refused and kept; -1 with an error. */
int64_t
sabot_cosigner_state_count_refused(struct sabot_cosigner_state *state, const char *origin,
				   GError **error);
