/*
 * The spool: an append-only file on another disk that takes the events while the database cannot.
 * One JSON object per record, sealed (spool-seal.h) and synced before it counts; spool-read.h reads
 * it. Used by one thread at a time.
 */
#pragma once

#include "spool-read.h"

struct sabot_spool {
	char *path;
	bool is_outage;
	struct sabot_spool_trust trust;
	bool is_accepted;             /* value of `accepted` in each seal made */
	int fd;                       /* -1 until the first append, or sabot_spool_resume() */
	int64_t sealed_bytes;         /* length up to and including the last seal; 0: not known */
	struct sabot_spool_seal last; /* in the file, with sealed_bytes */
};

/*
 * Nothing is opened yet, and there is no key, so unsigned records count. An outage has its own
 * file, which is written while there is no database at all and therefore has its own numbers.
 */
void
sabot_spool_init(struct sabot_spool *spool, const char *directory);
void
sabot_spool_init_outage(struct sabot_spool *spool, const char *directory);
void
sabot_spool_clear(struct sabot_spool *spool);

/* Read the file and judge its records. Transferred; never NULL. */
struct sabot_spool_content *
sabot_spool_load(const struct sabot_spool *spool);

/*
 * Append records (struct sabot_log_record *), seal and sync. On failure, SABOT_STORE_ERROR_SPOOL,
 * some of them may be in the file all the same; appending them again does no harm. An existing file
 * that is not the daemon's own is set aside first.
 */
bool
sabot_spool_append(struct sabot_spool *spool, GPtrArray *records, GError **error);

/* Continue the file after what was read of it, if that is as it was written. */
void
sabot_spool_resume(struct sabot_spool *spool, const struct sabot_spool_content *content);

/* True if the file does not exist or is empty. */
bool
sabot_spool_is_empty(const struct sabot_spool *spool);

/*
 * False if somebody removed or replaced the file since this spool wrote it, cut it short, or gave
 * it away: then it belongs to another user, or others can write to it. True also where that cannot
 * be seen now.
 */
bool
sabot_spool_is_kept(const struct sabot_spool *spool);

/*
 * What can still be read of the file that this spool wrote, even if it has no name any more. What
 * is at its path is set aside, and the next append begins a new file. Transferred; never NULL.
 */
struct sabot_spool_content *
sabot_spool_rescue(struct sabot_spool *spool);

/*
 * Rename the file to a name with the time; the next append begins a new one. `ret_path` is the new
 * name, transferred, or NULL.
 */
bool
sabot_spool_set_aside(struct sabot_spool *spool, char **ret_path, GError **error);

/* Remove the file, once its records are in the database. */
bool
sabot_spool_remove(struct sabot_spool *spool, GError **error);
