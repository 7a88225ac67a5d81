/*
 * Moves what is old enough into archive files: once a day, and when somebody asks. A thread of its
 * own writes and proves the file with a connection that only reads; the main thread then writes the
 * event of the house log with which the archive is recorded, and only after that the writer removes
 * rows, a few at a time. Main thread, but for the file.
 */
#pragma once

#include "daemon/tables/floor.h"

struct sabot_archivist;

/* The floor is borrowed. Transferred. */
struct sabot_archivist *
sabot_archivist_new(struct sabot_floor *floor);

/*
 * Gives up a run under way; its callback is called with an error. Before the floor is stopped. NULL
 * is allowed.
 */
void
sabot_archivist_free(struct sabot_archivist *archivist);

/* Now and every day from now on, if the configuration says after how many days. */
void
sabot_archivist_run_daily(struct sabot_archivist *archivist);

/*
 * The archive is recorded; NULL without an error: nothing was old enough. Both borrowed.
 */
typedef void
sabot_archivist_fn(const struct sabot_archive *archive, const GError *error, void *data);

struct sabot_archivist_order {
	int64_t before_us;      /* what is under a checkpoint made before */
	const char *by;         /* is written down; borrowed */
	sabot_archivist_fn *fn; /* or NULL */
	void *data;
};

/* Make an archive. False with SABOT_WIRE_ERROR when it cannot be begun: `fn` is not called then. */
bool
sabot_archivist_start(struct sabot_archivist *archivist, const struct sabot_archivist_order *order,
		      GError **error);
