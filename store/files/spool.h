/*
 * The spool: an append-only file on another disk that takes the events while the database does
 * not. One JSON object a record, sealed (spool-seal.h) and synced before it counts; spool-read.h
 * reads it. Used by one thread at a time.
 */
#pragma once

#include "spool-read.h"

struct sabot_spool {
	char *path;
	bool is_outage;
	struct sabot_spool_trust trust;
	bool is_accepted;             /* of each seal that is made */
	int fd;                       /* -1 until the first append */
	int64_t sealed_bytes;         /* of the file, with its last seal; 0: not known */
	struct sabot_spool_seal last; /* in the file, with sealed_bytes */
};

/*
 * Nothing is opened yet, and there is no key: what nobody signed counts. The outage's file is
 * another one: it is written while there is no database at all, so that its numbers are its own.
 */
void
sabot_spool_init(struct sabot_spool *spool, const char *directory);
void
sabot_spool_init_outage(struct sabot_spool *spool, const char *directory);
void
sabot_spool_clear(struct sabot_spool *spool);

/* What the file is worth. Transferred; never NULL. */
struct sabot_spool_content *
sabot_spool_load(const struct sabot_spool *spool);

/*
 * All records, oldest first. NULL with SABOT_STORE_ERROR_SPOOL, which names the line, when the file
 * is not as it was written. Transferred.
 */
GPtrArray *
sabot_spool_read(const struct sabot_spool *spool, GError **error);

/*
 * Append records (struct sabot_log_record *), seal and sync. On failure, SABOT_STORE_ERROR_SPOOL,
 * some of them may be in the file nevertheless: to append them again does no harm. A file that is
 * there and is not the daemon's own is set aside first.
 */
bool
sabot_spool_append(struct sabot_spool *spool, GPtrArray *records, GError **error);

/* Go on behind what was read of the file, where that is as it was written. */
void
sabot_spool_resume(struct sabot_spool *spool, const struct sabot_spool_content *content);

/* No file is there, or an empty one. */
bool
sabot_spool_is_empty(const struct sabot_spool *spool);

/*
 * Move a file out of the way, under a name with the time, and begin another with the next append.
 * `ret_path` is that name, transferred, or NULL.
 */
bool
sabot_spool_set_aside(struct sabot_spool *spool, char **ret_path, GError **error);

/* The records are in the database: the file goes. */
bool
sabot_spool_remove(struct sabot_spool *spool, GError **error);
