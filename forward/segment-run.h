/*
 * Segments of one log that follow each other, on their way to a core in one statement
 * (sabot_append_run). Pure.
 */
#pragma once

#include "core-link.h"
#include "segment.h"

struct sabot_segment_run {
	char *log;
	int64_t first_n, last_n; /* last_n is first_n - 1 while it is empty */
	struct sabot_chain_hash previous, last;
	int64_t n_segments, n_bytes; /* of lines */
	/* A value of each segment, as the server takes arrays. */
	struct sabot_core_array *last_ns, *lasts, *first_us, *last_us, *lines, *rows;
	size_t n_sent_bytes;
};

/* Behind event n - 1 with hash `previous`. Transferred. */
struct sabot_segment_run *
sabot_segment_run_new(const char *log, int64_t n, struct sabot_chain_hash previous);
/* NULL is allowed. */
void
sabot_segment_run_free(struct sabot_segment_run *run);

/* Add the segment that follows, which is not empty. False with an error as sabot_segment_pack(). */
bool
sabot_segment_run_add(struct sabot_segment_run *run, struct sabot_segment *segment, GError **error);

/* True if it takes no further segment: a cut link would have to send it all again. */
bool
sabot_segment_run_is_full(const struct sabot_segment_run *run);
