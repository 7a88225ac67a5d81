/*
 * SQLite's own online backup copies a consistent state in one read transaction, page by page, while
 * the writer continues.
 */
#include "backup.h"
#include "restored.h"
#include "disk/whole-file.h"
#include "store/db/copy-pages.h"
#include "store/db/db-open.h"
#include "store/db/handle.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

static bool
fail(const char *path, const char *what, GError **error)
{
	g_set_error(error, SABOT_STORE_ERROR, SABOT_STORE_ERROR_FAILED, "%s: %s: %s", path, what,
		    g_strerror(errno));
	sabot_store_error_set_reason(error, sabot_store_reason_of_errno(errno));
	return false;
}

/* A new, empty file, for its owner only. */
static bool
reserve(const char *path, GError **error)
{
	int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600);

	if (fd < 0)
		return fail(path, "cannot create", error);
	close(fd);
	return true;
}

bool
sabot_backup_sync(const char *path, GError **error)
{
	return sabot_disk_sync(path) || fail(path, "cannot sync", error);
}

static bool
copy_database(struct sabot_db *db, const char *path, GError **error)
{
	sqlite3 *copy = NULL;
	bool is_copied = false;

	if (sqlite3_open_v2(path, &copy, SQLITE_OPEN_READWRITE, NULL) == SQLITE_OK &&
	    sabot_handle_harden(copy, false))
		is_copied = sabot_db_copy_pages(db, copy, path, error);
	else
		fail(path, "cannot open", error);
	sqlite3_close(copy);
	return is_copied && sabot_backup_sync(path, error);
}

void
sabot_backup_remove(const char *part)
{
	static const char *const suffixes[] = {"", "-wal", "-shm", "-journal"};

	for (size_t i = 0; i < G_N_ELEMENTS(suffixes); i++) {
		g_autofree char *name = g_strconcat(part, suffixes[i], NULL);

		unlink(name);
	}
}

static bool
is_free(const char *path, GError **error)
{
	if (access(path, F_OK) != 0)
		return true;
	errno = EEXIST;
	return fail(path, "cannot create", error);
}

bool
sabot_backup_write(struct sabot_db *db, const char *path, GError **error)
{
	g_autofree char *part = g_strconcat(path, ".part", NULL);

	if (!is_free(path, error))
		return false;
	/* What is left of a copy that was interrupted. */
	sabot_backup_remove(part);
	if (!reserve(part, error))
		return false;
	if (copy_database(db, part, error) && sabot_backup_publish(part, path, error))
		return true;
	sabot_backup_remove(part);
	return false;
}

bool
sabot_backup_publish(const char *part, const char *path, GError **error)
{
	return sabot_disk_publish(part, path) || fail(path, "cannot put it there", error);
}

char *
sabot_backup_find_database(const char *state_dir)
{
	static const char *const names[] = {"sabot.db", "sabot.db-wal"};

	for (size_t i = 0; i < G_N_ELEMENTS(names); i++) {
		g_autofree char *path = g_build_filename(state_dir, names[i], NULL);

		if (access(path, F_OK) == 0)
			return g_steal_pointer(&path);
	}
	return NULL;
}

bool
sabot_backup_restore(const char *path, const char *state_dir, GError **error)
{
	g_autofree char *target = g_build_filename(state_dir, "sabot.db", NULL);
	g_autofree char *present = sabot_backup_find_database(state_dir);
	struct sabot_db *db;
	bool is_done;

	if (present) {
		errno = EEXIST;
		return fail(present, "move it away first", error);
	}
	db = sabot_db_open(path, SABOT_DB_FILE, error);
	/* The note first: the next start finds a database that was put back with it. */
	is_done = db && sabot_restored_write(state_dir, db, error) &&
		  sabot_backup_write(db, target, error);
	sabot_db_close(db);
	return is_done;
}
