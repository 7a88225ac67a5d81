/*
 * What a core has of one database, read as that was recorded: all logs by seq, checkpoints after
 * what they cover. Nothing is believed: each segment is unpacked, and its hashes are derived again.
 * Holds one segment of each log. On one thread.
 */
#pragma once

#include "core-link.h"
#include "segment.h"

/* A database whose logs are at the core. */
struct sabot_core_origin {
	struct sabot_chain_origin origin;
	char *site;
	int64_t past; /* which of its pasts is read: the one that goes on */
};

/*
 * A database that was refused goes on as its next past, from the first event on; `why` is kept.
 * What the core has of the one before stays. False with an error, also for another than the owner.
 */
bool
sabot_core_accept(struct sabot_core *core, const struct sabot_core_origin *origin, const char *why,
		  GError **error);

/* All of them (of struct sabot_core_origin). NULL with an error. Transferred. */
GPtrArray *
sabot_core_list_origins(struct sabot_core *core, GError **error);

/* The first five columns of a row of next_segment or next_fresh; `ends->log` stays. */
bool
sabot_core_read_ends(const PGresult *rows, int row, struct sabot_segment_ends *ends,
		     GError **error);

/* Called with what is read; each may stop by false. All borrowed. */
struct sabot_core_walker {
	/* `hash` is NULL where the event is from before the chain. */
	bool (*event)(const struct sabot_log_record *record, const struct sabot_chain_hash *hash,
		      void *data);
	bool (*note)(const char *note, void *data);
	/*
	 * Where months were dropped (core-drop.h): each log goes on behind event `n`, and `resume`
	 * is the first checkpoint over all that was dropped; what comes behind it follows. NULL:
	 * events and notes are given from the first one on that is there.
	 */
	bool (*begin)(const char *log, int64_t n, const struct sabot_chain_hash *hash, void *data);
	bool (*resume)(const char *note, void *data);
	void *data;
};

/* What was read. */
struct sabot_core_cover {
	int64_t n_events, n_notes, n_segments, n_bytes;
	int64_t n_dropped; /* events of months that were dropped */
	int64_t n_after; /* events behind the last checkpoint, which are not given to the walker */
};

/*
 * Walk over all that is there of `origin` up to its last checkpoint, in one snapshot. False with
 * SABOT_SEGMENT_ERROR at the first segment that is not what its seals say, that is missing or does
 * not follow; with another error where the core cannot be read. A walker that stops is no error.
 */
bool
sabot_core_walk(struct sabot_core *core, const struct sabot_core_origin *origin,
		const struct sabot_core_walker *walker, struct sabot_core_cover *ret_cover,
		GError **error);
