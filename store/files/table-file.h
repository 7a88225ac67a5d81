/*
 * A table on its way to another machine: the proof of its log's last part up to the last event, in
 * a file; who has given it away, and what of a file another database is to record. The house log
 * records both (`given`, `taking`, `taken`); docs/storage.md describes the procedure. On the
 * connection's thread.
 */
#pragma once

#include "store/proof/proof.h"

/* A file that was proven. */
struct sabot_table_file {
	char *table;
	char *database;       /* that it comes from, in hexadecimal */
	GPtrArray *records;   /* of struct sabot_log_record: one part, as it was there */
	GArray *hashes;       /* of struct sabot_chain_hash: theirs */
	char *last, *witness; /* what its database signs about itself (handover.h), or NULL */
	json_t *known;        /* what it knows of others: as it stands there, proven by nobody */
	struct sabot_chain_hash head;
	char *signer; /* the name of the key */
	struct sabot_chain_hash digest;
};

/*
 * Write the last part of the table's log, synced, over whatever is at `path`. `more` is what else
 * its header says (handover.h), borrowed.
 */
bool
sabot_table_file_write(const char *path, struct sabot_db *db, const char *table, json_t *more,
		       GError **error);

/*
 * Read a file, and prove it: an unbroken chain whose end one of `keys` (not empty) has signed.
 * NULL with an error. Transferred.
 */
struct sabot_table_file *
sabot_table_file_read(const char *path, GPtrArray *keys, GError **error);
/* NULL is allowed. */
void
sabot_table_file_free(struct sabot_table_file *file);

/* The last event of its log. */
int64_t
sabot_table_file_last_n(const struct sabot_table_file *file);

/*
 * The digest of the file with which the table was given away, or which it was not wholly taken
 * from, and is not back since; NULL: the table is at work here. Transferred.
 */
bool
sabot_table_file_find_away(struct sabot_db *db, const char *table, char **ret_digest,
			   GError **error);

/* The file's events under the numbers that they have here. */
struct sabot_table_join {
	GPtrArray *records; /* of struct sabot_log_record; those to come have no seq yet */
	guint n_same;       /* the first of them, that the log has already */
	int64_t last_n;     /* of the log, as it is */
};

/*
 * How the log that `db` has of the table goes on with the file. NULL with an error where that
 * cannot be: unless the table was given away from here nothing must have happened at it, but that
 * its shoe came and went. Transferred.
 */
struct sabot_table_join *
sabot_table_file_join(const struct sabot_table_file *file, struct sabot_db *db, GError **error);
/* NULL is allowed. */
void
sabot_table_join_free(struct sabot_table_join *join);

/* The file's SHA-256 as the house log's events have it. Transferred. */
char *
sabot_table_file_digest(const struct sabot_table_file *file);

/* The events of the house log, but for their time. Transferred. */
json_t *
sabot_table_file_given(const struct sabot_table_file *file, const char *by);
json_t *
sabot_table_file_taking(const struct sabot_table_file *file, const struct sabot_table_join *join,
			const char *by);
json_t *
sabot_table_file_taken(const struct sabot_table_file *file, const char *by);
