/*
 * The spool: an append-only file on another disk that takes the events while the database does
 * not. One JSON object a record, synced before it counts. Used by one thread at a time.
 */
#pragma once

#include "store/log/log.h"

struct sabot_spool {
	char *path;
	int fd; /* -1 until the first append */
};

/*
 * Nothing is opened yet. The outage's file is another one: it is written while there is no database
 * at all, so that its numbers are its own.
 */
void
sabot_spool_init(struct sabot_spool *spool, const char *directory);
void
sabot_spool_init_outage(struct sabot_spool *spool, const char *directory);
void
sabot_spool_clear(struct sabot_spool *spool);

/*
 * Append records (struct sabot_log_record *) and sync. On failure, SABOT_STORE_ERROR_SPOOL,
 * some of them may be in the file nevertheless: to append them again does no harm.
 */
bool
sabot_spool_append(struct sabot_spool *spool, GPtrArray *records, GError **error);

/*
 * All records, oldest first, transferred; empty when there is no file. A last line that a crash
 * cut short was never acknowledged and is left out; any other bad line is an error naming it.
 */
GPtrArray *
sabot_spool_read(const struct sabot_spool *spool, GError **error);

/* SHA-256 of the file as it is, transferred; NULL when it cannot be read. */
GBytes *
sabot_spool_digest(const struct sabot_spool *spool);

/* Move a file that cannot be used out of the way, under a name with the time. */
bool
sabot_spool_set_aside(struct sabot_spool *spool, GError **error);

/* The records are in the database: the file goes. */
bool
sabot_spool_remove(struct sabot_spool *spool, GError **error);
