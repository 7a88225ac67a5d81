/*
 * Moves old events into archive files: once a day, and on request. A thread of its own writes and
 * verifies the file with a read-only connection; then the main thread writes the event of the house
 * log that records the archive; only after that the writer removes rows, a few at a time. Main
 * thread, except for the file.
 */
#pragma once

#include "daemon/tables/floor.h"

struct sabot_archivist;

/* The floor is borrowed. Transferred. */
struct sabot_archivist *
sabot_archivist_new(struct sabot_floor *floor);

/*
 * Aborts a run under way; its callback is called with an error. Call before the floor is stopped.
 * NULL is allowed.
 */
void
sabot_archivist_free(struct sabot_archivist *archivist);

/* Run now and every day from now on, if the configuration sets a number of days. */
void
sabot_archivist_run_daily(struct sabot_archivist *archivist);

/* The archive is recorded; NULL without an error if nothing was old enough. Both borrowed. */
typedef void
sabot_archivist_fn(const struct sabot_archive *archive, const GError *error, void *data);

struct sabot_archivist_order {
	int64_t before_us;      /* events covered by a checkpoint made before this time */
	const char *by;         /* who requested it; recorded; borrowed */
	sabot_archivist_fn *fn; /* or NULL */
	void *data;
};

/* Make an archive. False with SABOT_WIRE_ERROR if that cannot begin: `fn` is then not called. */
bool
sabot_archivist_start(struct sabot_archivist *archivist, const struct sabot_archivist_order *order,
		      GError **error);
