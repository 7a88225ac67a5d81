/*
 * Checks that an open database is still the file that its name leads to. Writes to a file that was
 * removed or replaced succeed and are lost.
 */
#pragma once

#include "db.h"

#include <sys/types.h>
#include <time.h>

enum {
	SABOT_DB_OWN_FILES = 3, /* the database, its write-ahead log and its shared memory */
	SABOT_DB_HEAD_BYTES = 100,
};

/* All zero until the files are recorded. */
struct sabot_db_files {
	struct {
		char *path;
		dev_t device;
		ino_t inode; /* 0: the file did not exist */
	} files[SABOT_DB_OWN_FILES];
	/* the database's own file, after the connection's last write */
	struct timespec written_at;
	off_t n_bytes;
	char head[SABOT_DB_HEAD_BYTES];
	off_t log_bytes; /* the longest that the write-ahead log was: it grows until it is closed */
	bool is_spoiled; /* somebody else has written into one of them */
	bool has_log;    /* the write-ahead log is open as `log_fd`: SQLite has no locks on it */
	int log_fd;
};

/*
 * Record which files are there, instead of those before. Call it after the connection, the only one
 * that writes, has read or written once. From then on it folds its log in sabot_db_files_fold() and
 * when it is closed (fold.h). NULL records nothing.
 */
void
sabot_db_files_record(struct sabot_db *db, struct sabot_db_files *files);

/*
 * Free what it has, and close `db` (transferred; NULL is allowed), which folds its log only if the
 * files are whole at that moment. The struct itself is the caller's.
 */
void
sabot_db_files_end(struct sabot_db_files *files, struct sabot_db *db);

/* Note that the connection is closed, after which the files beside the database may be gone. */
void
sabot_db_files_close(struct sabot_db_files *files);

/*
 * Before a write. True if the database's own file has another size or another time of its last
 * write than after the connection's. Somebody else may have written into it; a network's file
 * system may also have set the time later. A write in the same tick of the system's clock is not
 * seen. Notes for sabot_db_files_are_whole(), too, if the write-ahead log was cut short: a write
 * behind the cut makes it as long as it was.
 */
bool
sabot_db_files_look_before(struct sabot_db_files *files);

/*
 * True if the recorded files are still in their places. False, too, if somebody else cut the
 * write-ahead log short or wrote another head into it, wrote into its index (wal-index.h), or into
 * the database's own file so that its size or its head differs. `db`, the only connection that
 * writes, then never folds again, neither when it is closed, since it would mix both or leave
 * something out; NULL: it is closed. A page in the middle that was overwritten is not seen. It is
 * on the way of each commit, and makes four system calls.
 */
bool
sabot_db_files_are_whole(struct sabot_db_files *files, struct sabot_db *db);

/* True if an earlier look found that another program has written into one of the files. */
bool
sabot_db_files_are_spoiled(const struct sabot_db_files *files);

/*
 * Fold the log (fold.h) if it has become long and the files are whole at that moment, and note what
 * was written.
 */
void
sabot_db_files_fold(struct sabot_db_files *files, struct sabot_db *db);

/* True if both names lead to one file, by a link or by another name of its directory. */
bool
sabot_db_files_are_one(const char *path, const char *other);
