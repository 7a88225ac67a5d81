/*
 * Computes the hashes of a chain ahead, on all cores: each event's from the stored hash of the
 * event before it, so that none waits for another. The caller proves the chain by comparing the
 * stored hashes with the computed ones, in the order of the rows.
 */
#pragma once

#include "store/log/chain.h"

struct sabot_hashing;

/* An event, with its stored and its computed hash. */
struct sabot_hashed {
	const struct sabot_log_record *record; /* borrowed by the callback */
	bool has_hash, has_previous;
	struct sabot_chain_hash hash;     /* as stored */
	struct sabot_chain_hash previous; /* as stored with the log's previous event */
	struct sabot_chain_hash own;      /* computed from `previous` */
};

/*
 * The event's hash after `previous`: the one computed ahead, if it was computed from the same hash.
 */
struct sabot_chain_hash
sabot_hashed_after(const struct sabot_hashed *event, struct sabot_chain_hash previous);

/*
 * Receives an event once its hash is computed, in the order in which events were put. Return false
 * to stop.
 */
typedef bool
sabot_hashing_fn(const struct sabot_hashed *event, void *data);

/* `fn` is called on the thread that calls put and flush. Transferred. */
struct sabot_hashing *
sabot_hashing_new(sabot_hashing_fn *fn, void *data);

/* Put an event; `hash` is NULL if none is stored. False once `fn` has returned false. */
bool
sabot_hashing_put(struct sabot_hashing *hashing, const struct sabot_log_record *record,
		  const struct sabot_chain_hash *hash);

/* Wait for all events put so far, and pass them to `fn`. False once `fn` has returned false. */
bool
sabot_hashing_flush(struct sabot_hashing *hashing);

void
sabot_hashing_free(struct sabot_hashing *hashing);
