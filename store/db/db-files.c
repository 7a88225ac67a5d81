/*
 * Inodes are compared. Whether the database is still the file that SQLite has open, it is asked
 * once, when they are recorded.
 */
#include "db-files.h"
#include "db-open.h"
#include "fold.h"

#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { LOG_AT_SALTS = 16 }; /* in the head of the write-ahead log */

static const char *const suffixes[SABOT_DB_OWN_FILES] = {"", "-wal", "-shm"};

/* What is at the three names now. */
struct look {
	struct stat seen[SABOT_DB_OWN_FILES];
	bool is_there[SABOT_DB_OWN_FILES];
};

static bool
look_at(const struct sabot_db_files *files, int file, struct stat *ret_seen)
{
	return files->files[file].path && stat(files->files[file].path, ret_seen) == 0;
}

static void
look_at_all(const struct sabot_db_files *files, struct look *ret_look)
{
	for (int i = 0; i < SABOT_DB_OWN_FILES; i++)
		ret_look->is_there[i] = look_at(files, i, &ret_look->seen[i]);
}

/*
 * The file's first bytes; zeros behind its end. They are read through the connection: a process
 * that closes another descriptor of the file gives up the locks that SQLite has on it.
 */
static void
read_head(struct sabot_db *db, char head[SABOT_DB_HEAD_BYTES])
{
	sqlite3_file *file = NULL;

	memset(head, 0, SABOT_DB_HEAD_BYTES);
	sqlite3_file_control(db->handle, "main", SQLITE_FCNTL_FILE_POINTER, &file);
	if (file && file->pMethods)
		file->pMethods->xRead(file, head, SABOT_DB_HEAD_BYTES, 0);
}

static void
note_fold(struct sabot_db_files *files, struct sabot_db *db)
{
	struct stat seen;

	if (look_at(files, 0, &seen)) {
		files->written_at = seen.st_mtim;
		files->n_bytes = seen.st_size;
	}
	read_head(db, files->head);
}

static void
close_log(struct sabot_db_files *files)
{
	if (files->has_log)
		close(files->log_fd);
	files->has_log = false;
}

static void
clear(struct sabot_db_files *files)
{
	close_log(files);
	for (int i = 0; i < SABOT_DB_OWN_FILES; i++)
		g_clear_pointer(&files->files[i].path, g_free);
}

void
sabot_db_files_record(struct sabot_db *db, struct sabot_db_files *files)
{
	int has_moved = 0;

	clear(files);
	*files = (struct sabot_db_files){0};
	for (int i = 0; db && i < SABOT_DB_OWN_FILES; i++) {
		struct stat seen;

		/* A link that leads elsewhere later is seen by the database's own name. */
		files->files[i].path =
			i == 0 ? g_strdup(db->path) : sabot_db_build_beside(db->path, suffixes[i]);
		if (!look_at(files, i, &seen))
			continue;
		files->files[i].device = seen.st_dev;
		files->files[i].inode = seen.st_ino;
	}
	if (!db)
		return;
	/* Behind the look: what is put in its place from here on has another inode. */
	sqlite3_file_control(db->handle, "main", SQLITE_FCNTL_HAS_MOVED, &has_moved);
	files->is_spoiled = has_moved;
	note_fold(files, db);
	sabot_db_fold_later(db);
}

void
sabot_db_files_close(struct sabot_db_files *files)
{
	close_log(files);
	for (int i = 1; i < SABOT_DB_OWN_FILES; i++)
		files->files[i].inode = 0;
	files->log_bytes = 0;
}

static bool
are_same(const struct sabot_db_files *files, const struct look *look)
{
	for (int i = 0; i < SABOT_DB_OWN_FILES; i++) {
		if (files->files[i].inode != 0 &&
		    (!look->is_there[i] || look->seen[i].st_dev != files->files[i].device ||
		     look->seen[i].st_ino != files->files[i].inode))
			return false;
	}
	return true;
}

static bool
is_touched(const struct sabot_db_files *files, const struct stat *seen)
{
	return seen->st_size != files->n_bytes ||
	       seen->st_mtim.tv_sec != files->written_at.tv_sec ||
	       seen->st_mtim.tv_nsec != files->written_at.tv_nsec;
}

bool
sabot_db_files_look_before(struct sabot_db_files *files)
{
	struct stat seen;

	files->is_spoiled |= look_at(files, 1, &seen) && seen.st_size < files->log_bytes;
	return look_at(files, 0, &seen) && is_touched(files, &seen);
}

/*
 * One that was cut to nothing, and written behind, has none. It is the file that was opened as long
 * as the inode at its name is the one that was recorded; where none was, it is opened each time.
 */
static bool
has_log_header(struct sabot_db_files *files, const struct sabot_db *db)
{
	static const char magic[] = {0x37, 0x7f, 0x06};
	const uint8_t *salts = db ? sabot_wal_index_get_salts(&db->index) : NULL;
	char header[LOG_AT_SALTS + SABOT_WAL_SALTS_BYTES];
	bool is_read;

	if (!files->has_log)
		files->log_fd = open(files->files[1].path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	files->has_log = files->log_fd >= 0;
	is_read = files->has_log &&
		  pread(files->log_fd, header, sizeof(header), 0) == (ssize_t)sizeof(header);
	if (files->files[1].inode == 0)
		close_log(files);
	return !is_read ||
	       (memcmp(header, magic, sizeof(magic)) == 0 &&
		(!salts || memcmp(header + LOG_AT_SALTS, salts, SABOT_WAL_SALTS_BYTES) == 0));
}

static bool
is_log_whole(struct sabot_db_files *files, const struct look *look, const struct sabot_db *db)
{
	if (!look->is_there[1])
		return true;
	if (look->seen[1].st_size < files->log_bytes || !has_log_header(files, db))
		return false;
	files->log_bytes = look->seen[1].st_size;
	return true;
}

/* Its time alone proves nothing: somebody may only have touched it. */
static bool
is_file_whole(const struct sabot_db_files *files, const struct look *look, struct sabot_db *db)
{
	char head[SABOT_DB_HEAD_BYTES];

	if (!look->is_there[0] || !is_touched(files, &look->seen[0]))
		return true;
	if (look->seen[0].st_size != files->n_bytes)
		return false;
	if (!db)
		return true;
	read_head(db, head);
	return memcmp(head, files->head, sizeof(head)) == 0;
}

bool
sabot_db_files_are_whole(struct sabot_db_files *files, struct sabot_db *db)
{
	struct look look;

	look_at_all(files, &look);
	if (!are_same(files, &look))
		return false;
	/* The index first: it says which log is expected. */
	if (!files->is_spoiled && (!db || sabot_wal_index_is_own(&db->index, db->handle, false)) &&
	    is_log_whole(files, &look, db) && is_file_whole(files, &look, db))
		return true;
	files->is_spoiled = true;
	if (db)
		sqlite3_db_config(db->handle, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL);
	return false;
}

bool
sabot_db_files_are_spoiled(const struct sabot_db_files *files)
{
	return files->is_spoiled;
}

void
sabot_db_files_fold(struct sabot_db_files *files, struct sabot_db *db)
{
	if (sabot_db_fold_is_due(db) && sabot_db_files_are_whole(files, db) && sabot_db_fold(db))
		note_fold(files, db);
}

void
sabot_db_files_end(struct sabot_db_files *files, struct sabot_db *db)
{
	if (db)
		sabot_db_files_are_whole(files, db);
	clear(files);
	sabot_db_close(db);
}

bool
sabot_db_files_are_one(const char *path, const char *other)
{
	struct stat one, two;

	return stat(path, &one) == 0 && stat(other, &two) == 0 && one.st_dev == two.st_dev &&
	       one.st_ino == two.st_ino;
}
