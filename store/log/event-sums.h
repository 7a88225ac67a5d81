/*
 * Whether the indexes of the events list the same events as their table does: over each a sum of
 * keyed hashes of log, number and place. The file's writer does not know the key, which is
 * another at each comparison; with it, two different lists have the same sum by a chance of 1 in
 * 2^64. SQLite's own check looks each event up in each index, which takes three times as long.
 */
#pragma once

#include "store/db/db.h"

#include <stdbool.h>
#include <stdint.h>

/* The indexes of the table event, each of them the events that it has. */
enum sabot_event_index {
	SABOT_EVENT_INDEX_LOG,       /* all, by log */
	SABOT_EVENT_INDEX_FRAME,     /* those with a device's frame */
	SABOT_EVENT_INDEX_WITNESSED, /* the house's, of witnesses */
};
enum { SABOT_EVENT_INDEXES = SABOT_EVENT_INDEX_WITNESSED + 1, SABOT_EVENT_SUMS_KEY_BYTES = 16 };

struct sabot_event_sums {
	uint8_t key[SABOT_EVENT_SUMS_KEY_BYTES];
	int64_t to_seq;
	int64_t n_events[SABOT_EVENT_INDEXES];
	uint64_t sums[SABOT_EVENT_INDEXES];
};

/* Empty, with a new key. Of a database in use, what comes after event `to_seq` is left out. */
void
sabot_event_sums_begin(struct sabot_event_sums *sums, int64_t to_seq);

/* An event of one index. */
void
sabot_event_sums_add(struct sabot_event_sums *sums, enum sabot_event_index which, int64_t log_id,
		     int64_t n, int64_t seq);

/* All that the indexes have, each in its order; an error where one is not in order. */
bool
sabot_event_sums_read_indexes(struct sabot_db *db, struct sabot_event_sums *sums, GError **error);

/* True if both have the same events; one was begun as a copy of the other. */
bool
sabot_event_sums_agree(const struct sabot_event_sums *one, const struct sabot_event_sums *other);
