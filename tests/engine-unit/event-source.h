/*
 * Events for a table, most of them what may happen next there, the others nonsense; chosen by a
 * seeded generator or by given bytes. All of them could be in an event log.
 */
#pragma once

#include "engine/table/table.h"

enum { EVENT_SOURCE_RUN_OUT_MAX = 64, EVENT_SOURCE_RULED_MAX = 64 };

struct event_source {
	uint64_t state;       /* of the generator, where no bytes are given */
	const uint8_t *bytes; /* borrowed; NULL = the generator */
	size_t n_bytes;
	struct sabot_card run_out[EVENT_SOURCE_RUN_OUT_MAX];
	unsigned ruled[EVENT_SOURCE_RULED_MAX]; /* incidents that were ruled on, by id */
	int seconds;                            /* the latest time of an event */
};

void
event_source_seed(struct event_source *source, uint64_t seed);
/* The choices come from `bytes`, borrowed; past their end each choice is the first. */
void
event_source_feed(struct event_source *source, const uint8_t *bytes, size_t n_bytes);

/* All bytes are used up. */
bool
event_source_is_dry(const struct event_source *source);

/* A number from 0 to `n` - 1. */
unsigned
event_source_choose(struct event_source *source, unsigned n);

/* The next event for `table`; a run-out in it is borrowed until the next call. */
void
event_source_next(struct event_source *source, const struct sabot_table *table,
		  struct sabot_event *ret_event);
