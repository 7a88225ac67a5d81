/*
 * SQLite itself detects whether the database was moved since it was opened; for the files beside it
 * inodes are compared.
 */
#include "db-files.h"
#include "fold.h"

#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char *const suffixes[SABOT_DB_OWN_FILES] = {"", "-wal", "-shm"};

static bool
look(const char *path, int file, struct stat *ret_seen)
{
	g_autofree char *name = g_strconcat(path, suffixes[file], NULL);

	return stat(name, ret_seen) == 0;
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

void
sabot_db_files_note_write(struct sabot_db_files *files, const char *path)
{
	struct stat seen;

	if (!look(path, 0, &seen))
		return;
	files->written_at = seen.st_mtim;
	files->n_bytes = seen.st_size;
}

static void
note_fold(struct sabot_db_files *files, struct sabot_db *db)
{
	sabot_db_files_note_write(files, db->path);
	read_head(db, files->head);
}

void
sabot_db_files_record(struct sabot_db *db, struct sabot_db_files *ret_files)
{
	*ret_files = (struct sabot_db_files){0};
	for (int i = 0; i < SABOT_DB_OWN_FILES; i++) {
		struct stat seen;

		if (!look(db->path, i, &seen))
			continue;
		ret_files->files[i].device = seen.st_dev;
		ret_files->files[i].inode = seen.st_ino;
	}
	note_fold(ret_files, db);
}

void
sabot_db_files_close(struct sabot_db_files *files)
{
	for (int i = 1; i < SABOT_DB_OWN_FILES; i++)
		files->files[i].inode = 0;
	files->log_bytes = 0;
}

bool
sabot_db_files_are_kept(const struct sabot_db_files *files, const char *path, struct sabot_db *db)
{
	int has_moved = 0;

	if (db)
		sqlite3_file_control(db->handle, "main", SQLITE_FCNTL_HAS_MOVED, &has_moved);
	for (int i = 0; i < SABOT_DB_OWN_FILES && !has_moved; i++) {
		struct stat seen;

		if (files->files[i].inode == 0)
			continue;
		has_moved = !look(path, i, &seen) || seen.st_dev != files->files[i].device ||
			    seen.st_ino != files->files[i].inode;
	}
	return !has_moved;
}

bool
sabot_db_files_are_touched(const struct sabot_db_files *files, const char *path)
{
	struct stat seen;

	return look(path, 0, &seen) &&
	       (seen.st_size != files->n_bytes || seen.st_mtim.tv_sec != files->written_at.tv_sec ||
		seen.st_mtim.tv_nsec != files->written_at.tv_nsec);
}

/* One that was cut to nothing, and written behind, has none. SQLite has no locks on this file. */
static bool
has_log_header(const char *path)
{
	static const char magic[] = {0x37, 0x7f, 0x06};
	g_autofree char *name = g_strconcat(path, suffixes[1], NULL);
	char header[sizeof(magic)];
	int fd = open(name, O_RDONLY | O_CLOEXEC);
	bool is_read = fd >= 0 && pread(fd, header, sizeof(header), 0) == (ssize_t)sizeof(header);

	if (fd >= 0)
		close(fd);
	return !is_read || memcmp(header, magic, sizeof(magic)) == 0;
}

static bool
is_log_whole(struct sabot_db_files *files, const char *path)
{
	struct stat seen;

	if (!look(path, 1, &seen))
		return true;
	if (seen.st_size < files->log_bytes || !has_log_header(path))
		return false;
	files->log_bytes = seen.st_size;
	return true;
}

/* Its time alone proves nothing: somebody may only have touched it. */
static bool
is_file_whole(const struct sabot_db_files *files, const char *path, struct sabot_db *db)
{
	char head[SABOT_DB_HEAD_BYTES];
	struct stat seen;

	if (!sabot_db_files_are_touched(files, path))
		return true;
	if (!look(path, 0, &seen) || seen.st_size != files->n_bytes)
		return false;
	if (!db)
		return true;
	read_head(db, head);
	return memcmp(head, files->head, sizeof(head)) == 0;
}

bool
sabot_db_files_are_whole(struct sabot_db_files *files, const char *path, struct sabot_db *db)
{
	if (!sabot_db_files_are_kept(files, path, db))
		return false;
	if (!files->is_spoiled && is_log_whole(files, path) && is_file_whole(files, path, db))
		return true;
	files->is_spoiled = true;
	if (db)
		sqlite3_db_config(db->handle, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL);
	return false;
}

void
sabot_db_files_fold(struct sabot_db_files *files, struct sabot_db *db)
{
	if (!files->is_spoiled && sabot_db_fold(db))
		note_fold(files, db);
}

bool
sabot_db_files_are_one(const char *path, const char *other)
{
	struct stat one, two;

	return stat(path, &one) == 0 && stat(other, &two) == 0 && one.st_dev == two.st_dev &&
	       one.st_ino == two.st_ino;
}
