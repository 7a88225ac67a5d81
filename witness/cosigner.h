/*
 * A witness without its network: handles the requests of C2SP's tlog-witness. A head is checked
 * against what was signed before and stored in one transaction, which is on the disk before the
 * answer is given. Used by one thread.
 */
#pragma once

#include "cosigner-config.h"
#include "cosigner-state.h"

struct sabot_cosigner;

/* All are borrowed; the key has its secret half. Transferred. */
struct sabot_cosigner *
sabot_cosigner_new(const struct sabot_cosigner_config *config, const struct sabot_key *key,
		   struct sabot_cosigner_state *state);
/* NULL is allowed. */
void
sabot_cosigner_free(struct sabot_cosigner *cosigner);

/* The answer over HTTP. */
struct sabot_cosigner_answer {
	unsigned status;
	const char *content_type; /* static */
	char *body;
};

/* Free its contents. The struct itself is the caller's. */
void
sabot_cosigner_answer_clear(struct sabot_cosigner_answer *answer);

/* POST /add-checkpoint with this body. Clear the answer after use. */
void
sabot_cosigner_add(struct sabot_cosigner *cosigner, const char *body, size_t n_bytes,
		   struct sabot_cosigner_answer *ret_answer);

/* GET PATH: "/HASH/checkpoint", with SHA-256 of the origin, is the last head signed. */
void
sabot_cosigner_get(struct sabot_cosigner *cosigner, const char *path,
		   struct sabot_cosigner_answer *ret_answer);
