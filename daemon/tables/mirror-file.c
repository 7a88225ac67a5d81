/* See mirror-file.h. */
#include "mirror-file.h"
#include "store/db/db-files.h"
#include "store/db/db-open.h"
#include "store/db/fold.h"
#include "store/db/schema.h"
#include "store/files/backup.h"
#include "store/proof/progress.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

enum { MIRROR_DAMAGED_KEPT = 8, MIRROR_ASIDE_KEPT = 8 };

/* Replace the mirror by the copy: either the old one, or the complete copy has the name. */
static bool
put_in_place(const char *path, const char *copy, GError **error)
{
	g_autofree char *log = g_strconcat(path, "-wal", NULL);
	g_autofree char *shared = g_strconcat(path, "-shm", NULL);

	g_unlink(log);
	g_unlink(shared);
	if (g_rename(copy, path) != 0)
		return sabot_store_fail_errno(error, path);
	return sabot_backup_sync(path, error);
}

struct sabot_db *
sabot_mirror_file_open_database(const char *path, int *is_cancelled, GError **error)
{
	struct sabot_db *db = sabot_db_open(path, SABOT_DB_READER, error);

	if (db)
		sabot_db_set_cancel(db, is_cancelled);
	else
		sabot_store_error_set_reason(error, SABOT_STORE_REASON_DATABASE);
	return db;
}

bool
sabot_mirror_file_copy(const char *path, struct sabot_db *db, GError **error)
{
	g_autofree char *copy = g_strconcat(path, ".next", NULL);
	g_autofree char *part = g_strconcat(copy, ".part", NULL);

	/* A copy of what was planted would be refused, and copied again and again. */
	if (!sabot_schema_check(db, error))
		return false;
	sabot_backup_remove(part);
	sabot_backup_remove(copy);
	return sabot_backup_write(db, copy, error) && put_in_place(path, copy, error);
}

/*
 * Give the file, and the write-ahead log beside it, another name: nothing is read. True, too, if
 * the file has it already. False with errno.
 */
static bool
link_files(const char *path, const char *kept)
{
	g_autofree char *log = g_strconcat(path, "-wal", NULL);
	g_autofree char *kept_log = g_strconcat(kept, "-wal", NULL);

	if (link(path, kept) == 0)
		g_unlink(kept_log); /* what was beside an earlier file of that name */
	else if (!sabot_db_files_are_one(path, kept))
		return false;
	return link(log, kept_log) == 0 || errno == ENOENT || errno == EEXIST;
}

/* Under the first name that is free. False with errno. */
static bool
keep(const char *path, char **ret_kept)
{
	for (int number = 1; number <= MIRROR_DAMAGED_KEPT; number++) {
		g_free(*ret_kept);
		*ret_kept = number == 1 ? g_strconcat(path, ".damaged", NULL)
					: g_strdup_printf("%s.damaged.%d", path, number);
		if (link_files(path, *ret_kept))
			return true;
		if (errno != EEXIST)
			return false;
	}
	return false;
}

void
sabot_mirror_file_keep_damaged(const char *path)
{
	g_autofree char *kept = NULL;

	if (keep(path, &kept))
		g_warning("%s is damaged: kept as %s", path, kept);
	else
		g_warning("%s is damaged, and cannot be kept: %s", path, g_strerror(errno));
}

static char *
build_older_path(const char *path)
{
	return g_strconcat(path, ".older", NULL);
}

/*
 * Under another name, too, with all that is in its log, which other connections may keep from being
 * folded when this one is closed.
 */
static bool
keep_whole(struct sabot_db *db, const char *kept, GError **error)
{
	return (sabot_db_fold_all(db) && link(db->path, kept) == 0) ||
	       sabot_backup_write(db, kept, error);
}

bool
sabot_mirror_file_keep_older(struct sabot_db *db, GError **error)
{
	g_autofree char *kept = build_older_path(db->path);

	if (g_file_test(kept, G_FILE_TEST_EXISTS))
		return true;
	if (!keep_whole(db, kept, error))
		return false;
	g_message("%s has not all of the database: kept as %s until its copy is proven", db->path,
		  kept);
	return sabot_backup_sync(kept, error);
}

/* False, too, if it cannot be read. */
static bool
has_last_events(const char *path, const char *kept)
{
	struct sabot_db *db = sabot_db_open(path, SABOT_DB_READER, NULL);
	struct sabot_db *older = sabot_db_open(kept, SABOT_DB_FILE, NULL);
	bool has = false, is_read = db && older && sabot_progress_has_all(older, db, &has, NULL);

	sabot_db_close(older);
	sabot_db_close(db);
	return is_read && has;
}

void
sabot_mirror_file_drop_older(const char *path)
{
	g_autofree char *kept = build_older_path(path);

	/* One file with two names: its copy is not there yet. */
	if (!g_file_test(kept, G_FILE_TEST_EXISTS) || sabot_db_files_are_one(path, kept))
		return;
	if (!has_last_events(path, kept)) {
		g_warning("%s stays: its last events are not in %s", kept, path);
		return;
	}
	sabot_backup_remove(kept);
	g_message("%s is no longer needed: %s is proven and has its events", kept, path);
}

/* How many files `PATH.TIME` there are; and which one is the file itself (transferred), or NULL. */
static int
list_aside(const char *path, char **ret_same)
{
	g_autofree char *directory = g_path_get_dirname(path);
	g_autofree char *name = g_path_get_basename(path);
	g_autoptr(GDir) files = g_dir_open(directory, 0, NULL);
	size_t n_bytes = strlen(name);
	const char *other;
	int n = 0;

	*ret_same = NULL;
	while (files && (other = g_dir_read_name(files))) {
		g_autofree char *aside = g_build_filename(directory, other, NULL);

		if (strncmp(other, name, n_bytes) != 0 || other[n_bytes] != '.' ||
		    strspn(other + n_bytes + 1, "0123456789") != strlen(other + n_bytes + 1))
			continue;
		n++;
		if (!*ret_same && sabot_db_files_are_one(path, aside))
			*ret_same = g_steal_pointer(&aside);
	}
	return n;
}

char *
sabot_mirror_file_set_aside(struct sabot_db *db, GError **error)
{
	g_autofree char *aside = NULL, *same = NULL;
	g_autoptr(GError) failure = NULL;

	if (list_aside(db->path, &same) >= MIRROR_ASIDE_KEPT && !same) {
		sabot_store_fail_for(error, SABOT_STORE_REASON_KEPT, db->path,
				     "is not an earlier state of the database, and eight such "
				     "files are kept beside it: move them away");
		return NULL;
	}
	/* An attempt before this one may have ended before the copy was in its place. */
	if (same && sabot_db_fold_all(db))
		return g_steal_pointer(&same);
	aside = g_strdup_printf("%s.%" G_GINT64_FORMAT, db->path, g_get_real_time());
	/* What can be neither folded nor copied is kept as it is. */
	if (!keep_whole(db, aside, &failure) && !link_files(db->path, aside)) {
		g_propagate_error(error, g_steal_pointer(&failure));
		return NULL;
	}
	if (!sabot_backup_sync(aside, error))
		return NULL;
	g_warning("%s is not an earlier state of the database: kept as %s", db->path, aside);
	return g_steal_pointer(&aside);
}

bool
sabot_mirror_file_put_seal(struct sabot_db *db, const struct sabot_seal *seal, GError **error)
{
	struct sabot_seal last;
	bool is_new;

	if (!sabot_seal_read_last(db, &last, error))
		return false;
	is_new = last.number < seal->number;
	sabot_seal_clear(&last);
	return !is_new || (sabot_seal_follow(db, seal, error) && sabot_seal_put(db, seal, error));
}

bool
sabot_mirror_file_is_kept(struct sabot_db_files *files, struct sabot_db *db, bool is_done,
			  GError **error)
{
	if (sabot_db_files_are_whole(files, db))
		return is_done;
	g_clear_error(error);
	return sabot_db_files_are_spoiled(files)
		       ? sabot_store_fail_for(error, SABOT_STORE_REASON_DAMAGED, db->path,
					      "somebody else wrote into it, or a file beside it")
		       : sabot_store_fail_for(error, SABOT_STORE_REASON_REMOVED, db->path,
					      "it, or a file beside it, was removed or replaced");
}
