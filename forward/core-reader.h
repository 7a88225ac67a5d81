/*
 * Reads a core's copy of one database in the order in which that was recorded: all logs by seq,
 * checkpoints after the events that they cover. Nothing is trusted: each segment is unpacked, and
 * its hashes are derived again. Holds one segment of each log. On one thread.
 */
#pragma once

#include "core-link.h"
#include "segment.h"

/* A database whose logs are at the core. */
struct sabot_core_origin {
	struct sabot_chain_origin origin;
	char *site;
	int64_t past; /* which of its pasts is read: the one that continues */
};

/*
 * Accept that a refused database continues as its next past, from the first event on; `why` is
 * kept. The core's copy of the past before stays. False with an error, also if the caller is not
 * the owner.
 */
bool
sabot_core_accept(struct sabot_core *core, const struct sabot_core_origin *origin, const char *why,
		  GError **error);

/* All databases (of struct sabot_core_origin). NULL with an error. Transferred. */
GPtrArray *
sabot_core_list_origins(struct sabot_core *core, GError **error);

/* Read the first five columns of a row of next_segment or next_fresh; `ends->log` stays. */
bool
sabot_core_read_ends(const PGresult *rows, int row, struct sabot_segment_ends *ends,
		     GError **error);

/* The last event of a log, or the last checkpoint, that was read before. */
struct sabot_core_end {
	char *log;
	int64_t n;
	struct sabot_chain_hash hash;
};

/* Called with each item read; each may stop by returning false. All borrowed. */
struct sabot_core_walker {
	/* `hash` is NULL if the event is older than the chain. */
	bool (*event)(const struct sabot_log_record *record, const struct sabot_chain_hash *hash,
		      void *data);
	bool (*note)(const char *note, void *data);
	/*
	 * Called if months were dropped (core-drop.h): each log continues after event `n`, and
	 * `resume` is the first checkpoint over all that was dropped; the items after it follow.
	 * NULL: events and notes are passed on from the first one that is there.
	 */
	bool (*begin)(const char *log, int64_t n, const struct sabot_chain_hash *hash, void *data);
	bool (*resume)(const char *note, void *data);
	void *data;
	/*
	 * Only what follows these (of struct sabot_core_end): an earlier walk ended there, at a
	 * checkpoint. NULL: everything, from the first event on.
	 */
	const GPtrArray *after;
};

/* The amount read. */
struct sabot_core_cover {
	int64_t n_events, n_notes, n_segments, n_bytes;
	int64_t n_dropped; /* events of months that were dropped */
	int64_t n_after; /* events after the last checkpoint, which are not passed to the walker */
};

/*
 * Walk over all items of `origin` up to its last checkpoint, in one snapshot. False with
 * SABOT_SEGMENT_ERROR at the first segment that is missing, does not follow or does not match its
 * seals, and if the core does not have the same events up to `after`; with another error if the
 * core cannot be read. It is no error if a walker stops.
 */
bool
sabot_core_walk(struct sabot_core *core, const struct sabot_core_origin *origin,
		const struct sabot_core_walker *walker, struct sabot_core_cover *ret_cover,
		GError **error);
