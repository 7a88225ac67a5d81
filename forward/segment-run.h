/* Consecutive segments of one log, sent to a core in one statement (sabot_append_run). Pure. */
#pragma once

#include "core-link.h"
#include "segment.h"

struct sabot_segment_run {
	char *log;
	int64_t first_n, last_n; /* last_n is first_n - 1 while the run is empty */
	struct sabot_chain_hash previous, last;
	int64_t n_segments, n_bytes; /* of lines */
	/* One value for each segment, as the server expects arrays. */
	struct sabot_core_array *last_ns, *lasts, *first_us, *last_us, *lines, *rows;
	size_t n_sent_bytes;
};

/* A run that continues after event n - 1, which has hash `previous`. Transferred. */
struct sabot_segment_run *
sabot_segment_run_new(const char *log, int64_t n, struct sabot_chain_hash previous);
/* NULL is allowed. */
void
sabot_segment_run_free(struct sabot_segment_run *run);

/* Add the next segment, which must not be empty. False with an error as sabot_segment_pack(). */
bool
sabot_segment_run_add(struct sabot_segment_run *run, struct sabot_segment *segment, GError **error);

/* True if no further segment fits: if the link breaks, the whole run must be sent again. */
bool
sabot_segment_run_is_full(const struct sabot_segment_run *run);
