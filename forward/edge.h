/*
 * A house's database as the forwarder reads it: each log by number, wherever its parts are stored,
 * and the checkpoints. Reads only, and never for long, since a reader keeps the daemon's
 * write-ahead log from being emptied. Archives are opened when an event is needed that the database
 * has archived, and closed again when none is needed. On one thread.
 */
#pragma once

#include "segment.h"

struct sabot_edge;

struct sabot_edge_log {
	char *name;
	int64_t id, last_n;
};

/*
 * Open the database at `path`; its archives are in `archive_dir`, or beside it if that is NULL.
 * NULL with an error. Transferred.
 */
struct sabot_edge *
sabot_edge_open(const char *path, const char *archive_dir, GError **error);
/* NULL is allowed. */
void
sabot_edge_free(struct sabot_edge *edge);

/* True if another file is at the path now: open it, and request the heads again. */
bool
sabot_edge_is_replaced(const struct sabot_edge *edge);

/* Borrowed. */
const struct sabot_chain_origin *
sabot_edge_get_origin(const struct sabot_edge *edge);

/*
 * The logs (of struct sabot_edge_log), sorted by name, and the number and last event of the last
 * checkpoint; 0: there is none. NULL with an error. Transferred.
 */
GPtrArray *
sabot_edge_list(struct sabot_edge *edge, int64_t *ret_checkpoint, int64_t *ret_seq, GError **error);

/*
 * The hash of event n of a log; with n = 0, the one before its first. A number that the log does
 * not have is an error. For the log of checkpoints the hashes are the notes' digests.
 */
bool
sabot_edge_read_hash(struct sabot_edge *edge, const char *log, int64_t n,
		     struct sabot_chain_hash *ret_hash, GError **error);

/* The number of a log's last event with a seq up to `seq`; 0: none. */
bool
sabot_edge_read_n_before(struct sabot_edge *edge, const struct sabot_edge_log *log, int64_t seq,
			 int64_t *ret_n, GError **error);

/*
 * Fill a segment with the next events of its log, up to number `to_n` or until it is full. An event
 * that differs from what was recorded is an error, and is not added.
 */
bool
sabot_edge_fill(struct sabot_edge *edge, struct sabot_segment *segment, int64_t to_n,
		GError **error);

/* Release the archives: they are not needed for now. */
void
sabot_edge_leave_archives(struct sabot_edge *edge);
