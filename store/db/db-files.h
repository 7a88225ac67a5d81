/*
 * Checks that an open database is still the file that its name leads to. Writes to a file that was
 * removed or replaced succeed and are lost.
 */
#pragma once

#include "db.h"

#include <sys/types.h>
#include <time.h>

enum { SABOT_DB_OWN_FILES = 3 }; /* the database, its write-ahead log and its shared memory */

struct sabot_db_files {
	struct {
		dev_t device;
		ino_t inode; /* 0: the file did not exist */
	} files[SABOT_DB_OWN_FILES];
	/* the database's own file, after the connection's last write */
	struct timespec written_at;
	off_t n_bytes;
};

/* Record which files are there. Call it after the connection has read or written once. */
void
sabot_db_files_record(struct sabot_db *db, struct sabot_db_files *ret_files);

/* Note that the connection is closed, after which the files beside the database may be gone. */
void
sabot_db_files_close(struct sabot_db_files *files);

/* True if the recorded files are still there. `db` is NULL for a connection that is closed. */
bool
sabot_db_files_are_kept(const struct sabot_db_files *files, const char *path, struct sabot_db *db);

/* Note that the connection, the only one that writes, has written. */
void
sabot_db_files_note_write(struct sabot_db_files *files, const char *path);

/*
 * True if the database's own file has another size or another time of its last write than after the
 * connection's. Somebody else may have written into it; a network's file system may also have set
 * the time later. A write in the same tick of the system's clock is not seen.
 */
bool
sabot_db_files_are_touched(const struct sabot_db_files *files, const char *path);

/* True if both names lead to one file, by a link or by another name of its directory. */
bool
sabot_db_files_are_one(const char *path, const char *other);
