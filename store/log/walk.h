/*
 * Walks over the events of all logs of a database in the order in which they were recorded, or over
 * one log, with everything that their hashes cover. On the connection's thread.
 */
#pragma once

#include "chain.h"
#include "event-product.h"

/*
 * `hash` is NULL if the row has none. Both are borrowed for the call; a record that is kept is
 * copied (sabot_log_record_copy()). Return false to stop.
 */
typedef bool
sabot_walk_event_fn(const struct sabot_log_record *record, const struct sabot_chain_hash *hash,
		    void *data);

/* A row of checkpoint, borrowed. Return false to stop. */
struct sabot_walk_checkpoint {
	int64_t number, at_us, seq;
	const char *note;
};

/* Called for each checkpoint in order. Return false to stop. */
typedef bool
sabot_walk_checkpoint_fn(const struct sabot_walk_checkpoint *checkpoint, void *data);

struct sabot_walker {
	sabot_walk_event_fn *event;
	sabot_walk_checkpoint_fn *checkpoint;
	void *data;
	/* not of several joined ones (store/files/joined.h): its events are scanned (scan.h) */
	bool is_of_one_file;
	struct sabot_event_product *product; /* or NULL; every row that is read is added to it */
};

/*
 * Call back with the checkpoints from number `from` on, each after the events it covers that come
 * after `seq`, and then with the remaining events. False on failure only; a callback that stops the
 * walk ends it successfully.
 */
bool
sabot_walk(struct sabot_db *db, int64_t from, int64_t seq, const struct sabot_walker *walker,
	   GError **error);

/* Only the events after `seq` up to `to_seq`. */
bool
sabot_walk_events(struct sabot_db *db, int64_t seq, int64_t to_seq,
		  const struct sabot_walker *walker, GError **error);

/* Events n = from_n … to_n - 1 of one log. */
struct sabot_walk_range {
	int64_t log_id, from_n, to_n;
};

/*
 * Call `fn` with the range's events in order. `fn` must not walk over a log itself. False on
 * failure only.
 */
bool
sabot_walk_log(struct sabot_db *db, const struct sabot_walk_range *range, sabot_walk_event_fn *fn,
	       void *data, GError **error);
