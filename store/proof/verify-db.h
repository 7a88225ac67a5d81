/*
 * Proving a database's chain, row by row.
 */
#pragma once

#include "verify.h"

/*
 * Feed a whole database to `verify`, in one read transaction. False with an error when it cannot
 * be read; what is wrong with its content and its schema is the verdict of `verify`.
 */
bool
sabot_verify_db(struct sabot_db *db, struct sabot_verify *verify, GError **error);

/* How far it has come, now and then: events read, and all there are. */
struct sabot_verify_watch {
	void (*fn)(int64_t n_done, int64_t n_all, void *data);
	void *data;
};

/* Likewise; `watch` is called on this thread. */
bool
sabot_verify_db_watched(struct sabot_db *db, struct sabot_verify *verify,
			const struct sabot_verify_watch *watch, GError **error);

/*
 * Likewise, but only what came after the last `n_checkpoints` checkpoints: quick, for a start.
 */
bool
sabot_verify_db_tail(struct sabot_db *db, struct sabot_verify *verify, int64_t n_checkpoints,
		     GError **error);

/* From where on a database is verified: a checkpoint that was verified before. */
struct sabot_verify_since {
	int64_t number;   /* it, or, where this is 0, */
	int64_t at_us;    /* the last one that was made by then */
	const char *kept; /* its note, kept elsewhere, or NULL; borrowed */
};

/*
 * Likewise, but only what came after a checkpoint of the database, whose signature and heads are
 * checked; persons are not compared. `*ret_number` is the checkpoint's; 0: none is that old, or it
 * is in an archive, and the whole file was verified.
 */
bool
sabot_verify_db_since(struct sabot_db *db, struct sabot_verify *verify,
		      const struct sabot_verify_since *since, int64_t *ret_number, GError **error);

/*
 * SQLite's own check of the file: NULL when it is well, else its sentence, transferred. `is_quick`:
 * the indexes are not held against their tables.
 */
char *
sabot_verify_db_structure(struct sabot_db *db, bool is_quick);

/* What of the schema is not as the program made it: NULL or a sentence, transferred. */
char *
sabot_verify_db_schema(struct sabot_db *db);
