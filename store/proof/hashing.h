/*
 * The hashes of a chain computed ahead, on all cores: each event's from the hash that is stored
 * before it, so that none waits for another. Who proves the chain compares what is stored with
 * what was computed, in the order of the rows.
 */
#pragma once

#include "chain.h"

struct sabot_hashing;

/* An event, with what is stored of it and what was computed. */
struct sabot_hashed {
	const struct sabot_log_record *record; /* borrowed by the callback */
	bool has_hash, has_previous;
	struct sabot_chain_hash hash;     /* as stored */
	struct sabot_chain_hash previous; /* as stored with the log's event before */
	struct sabot_chain_hash own;      /* what follows from `previous` */
};

/* The event's hash after `previous`: what was computed ahead, if it was from the same. */
struct sabot_chain_hash
sabot_hashed_after(const struct sabot_hashed *event, struct sabot_chain_hash previous);

/* An event whose hash is there, in the order in which they were put. False: no more is wanted. */
typedef bool
sabot_hashing_fn(const struct sabot_hashed *event, void *data);

/* `fn` is called on the thread that puts. Transferred. */
struct sabot_hashing *
sabot_hashing_new(sabot_hashing_fn *fn, void *data);

/* Put an event; `hash` is NULL when none is stored. False once `fn` wanted no more. */
bool
sabot_hashing_put(struct sabot_hashing *hashing, const struct sabot_log_record *record,
		  const struct sabot_chain_hash *hash);

/* Wait for all that was put, and hand it to `fn`. False once that wanted no more. */
bool
sabot_hashing_flush(struct sabot_hashing *hashing);

void
sabot_hashing_free(struct sabot_hashing *hashing);
