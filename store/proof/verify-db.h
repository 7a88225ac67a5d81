/* Proves a database's chain, row by row. */
#pragma once

#include "verify.h"

/*
 * Feed a whole database to `verify`, in one read transaction. False with an error if it cannot be
 * read; faults of its content and schema are in the verdict of `verify`.
 */
bool
sabot_verify_db(struct sabot_db *db, struct sabot_verify *verify, GError **error);

/* What is reported of all rows that are read. */
struct sabot_verify_watch {
	/* Now and then: events read, and events in all; or NULL. */
	void (*fn)(int64_t n_done, int64_t n_all, void *data);
	void *data;
	struct sabot_event_product *product; /* for sabot_verify_structure_with(); or NULL */
};

/* As sabot_verify_db(); `watch` is called on this thread. */
bool
sabot_verify_db_watched(struct sabot_db *db, struct sabot_verify *verify,
			const struct sabot_verify_watch *watch, GError **error);

/*
 * As sabot_verify_db(), for only what came after the last `n_checkpoints` checkpoints: quick, for a
 * start.
 */
bool
sabot_verify_db_tail(struct sabot_db *db, struct sabot_verify *verify, int64_t n_checkpoints,
		     GError **error);

/* Where to begin verifying a database: at a checkpoint that was verified before. */
struct sabot_verify_since {
	int64_t number;   /* its number; if 0, `at_us` selects it: */
	int64_t at_us;    /* the last checkpoint made by then */
	const char *kept; /* its note, kept elsewhere, or NULL; borrowed */
};

/*
 * As sabot_verify_db(), for only what came after a checkpoint of the database, whose signature and
 * heads are checked; persons are not compared. `*ret_number` is the checkpoint's; 0: none is that
 * old, or it is in an archive, and the whole file was verified.
 */
bool
sabot_verify_db_since(struct sabot_db *db, struct sabot_verify *verify,
		      const struct sabot_verify_since *since, int64_t *ret_number, GError **error);
