/*
 * The file with which a table moves to another machine: it proves the last part of the table's log
 * up to the last event. Also answers who has given the table away, and which events of a file
 * another database is to record. The house log records both (`given`, `taking`, `taken`);
 * docs/storage.md describes the procedure. On the connection's thread.
 */
#pragma once

#include "store/proof/proof.h"

/* A file that was read and proven. */
struct sabot_table_file {
	char *table;
	char *database;       /* the database it comes from, in hexadecimal */
	GPtrArray *records;   /* of struct sabot_log_record: one part, as recorded there */
	GArray *hashes;       /* of struct sabot_chain_hash: the hashes of `records` */
	char *last, *witness; /* what its database signs about itself (handover.h); may be NULL */
	json_t *known, *said; /* what its database knows about others (handover.h); unproven */
	struct sabot_chain_hash head;
	char *signer; /* name of the key */
	struct sabot_chain_hash digest;
};

/*
 * Write the last part of the table's log to `path`, synced, overwriting any file there. `more` are
 * further members of the header (handover.h), borrowed.
 */
bool
sabot_table_file_write(const char *path, struct sabot_db *db, const char *table, json_t *more,
		       GError **error);

/*
 * Read a file and prove it: an unbroken chain whose end is signed by one of `keys` (not empty).
 * NULL with an error. Transferred.
 */
struct sabot_table_file *
sabot_table_file_read(const char *path, GPtrArray *keys, GError **error);
/* NULL is allowed. */
void
sabot_table_file_free(struct sabot_table_file *file);

/* The number of the log's last event. */
int64_t
sabot_table_file_last_n(const struct sabot_table_file *file);

/*
 * If the table was given away, or was only partly taken from a file, and is not back since: the
 * digest of that file, transferred. NULL: the table is in use here.
 */
bool
sabot_table_file_find_away(struct sabot_db *db, const char *table, char **ret_digest,
			   GError **error);

/* The file's events under the numbers that they get here. */
struct sabot_table_join {
	GPtrArray *records; /* of struct sabot_log_record; new ones have no seq yet */
	guint n_same;       /* how many of the first the log already has */
	int64_t last_n;     /* of the log, as it is now */
};

/*
 * How the file continues the log that `db` has of the table. NULL with an error if it does not:
 * unless the table was given away from here, no event may have followed but its shoe connecting and
 * disconnecting. Transferred.
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
sabot_table_file_build_taking(const struct sabot_table_file *file, const char *by);
